"""Which models are likely to be relatives, by their names alone: a model favours the wording of its own family."""

from __future__ import annotations

import re

_VENDORS = (
    "ai21 amazon anthropic azure baai bedrock cohere facebook google huggingface huggingfacetb intfloat meta "
    "microsoft mistralai models nvidia openai sentence transformers us eu vertex"
)
VENDORS = frozenset(_VENDORS.split())
"""Who made or serves a model, and so no part of its name."""
_ROLES = (
    "base chat code coder embed embedding embeddings en english experimental fast flash free gguf hd instruct it large latest "
    "lite long max medium mini multilingual nano online plus preview pro rerank reranker reasoning search small text thinking "
    "tiny turbo ultra v vision xl xs"
)
ROLES = frozenset(_ROLES.split())
"""Sizes, purposes and stages of a model."""
VERSION = re.compile(r"v?\d[\d.]*[a-z]{0,2}|\d+x\d+[a-z]?|[a-z]\d{1,2}b|q\d.*|r\d+")
"""A version, size or date standing alone: `v1.5`, `4o`, `70b`, `8x7b`, `20240718`."""
NUMBERED = re.compile(r"([a-z]{3,})v?\d[\d.]*")
"""A name with its version attached: `qwen2.5`, `llama3`. After one or two letters, as in `e5` and `bm25`, it is the name."""


def model_family(name: str) -> str:
    """The family of a model's name: "gpt" for "openai/gpt-4o-mini-2024-07-18", "qwen" for "Qwen/Qwen2.5-7B-Instruct:q4".

    Vendor, version, size, date and purpose are left out; where nothing else is in the name, the name without its vendor stands.
    "" for a name without a letter or digit. Names tell of relatives only by habit: unlike names may still be of one family.
    """
    bare = _without_vendor(name.casefold().strip())
    words = [word for word in re.split(r"[-_ /@]+", bare) if word]
    kept = [_unnumbered(word) for word in words if word not in VENDORS | ROLES and not VERSION.fullmatch(word)]
    if kept:
        return kept[0]
    return "-".join(word for word in words if not VERSION.fullmatch(word)) or bare


def related(one: str, other: str) -> bool:
    """Whether two models' names are of one family."""
    family = model_family(one)
    return bool(family) and family == model_family(other)


def _without_vendor(name: str) -> str:
    """The last part of a path, without a tag behind a colon and a vendor before a point; `ft:` names what was fine-tuned."""
    last = name.removeprefix("ft:").rstrip("/").rsplit("/", 1)[-1].partition(":")[0]
    while (vendor := re.match(r"([a-z0-9]+)\.(?=[a-z])", last)) and vendor[1] in VENDORS:
        last = last[vendor.end() :]
    return last


def _unnumbered(word: str) -> str:
    found = NUMBERED.fullmatch(word)
    return found[1] if found else word
