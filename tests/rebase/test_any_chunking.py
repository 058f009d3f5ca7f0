"""Whatever a corpus is cut into: no denominator changes, old runs score the same, and the way back restores everything."""

from __future__ import annotations

import random
import tempfile
from math import isclose
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.measures.names import parse
from goldkit.measures.truth import see, truth
from goldkit.records import Chunk
from goldkit.sets.golden import dev_set

WORDS = [
    "gate",
    "site",
    "token",
    "tape",
    "limit",
    "log",
    "queue",
    "panel",
    "vault",
    "mount",
    "relay",
    "batch",
    "stage",
    "node",
    "quota",
    "shift",
]


def document(seed: int) -> str:
    draw = random.Random(seed)
    return " ".join(f"{draw.choice(WORDS)}{draw.randrange(1000)}" for _ in range(300))


def chunks(text: str, size: int, overlap: int, prefix: str) -> list[Chunk]:
    return [
        Chunk(id=f"{prefix}#{number}", text=text[start : start + size], doc_id="doc")
        for number, start in enumerate(range(0, len(text), size - overlap))
    ]


def old_run(library, ranking: list[str]) -> list[float]:
    """What a run over the old chunks scores. The ideal of nDCG may rise a little: a new chunk can hold two answers at once."""
    scored = dev_set(library.golden)
    (query,) = scored.queries
    view = see(truth(query.facts, query.labels, scored.scale), ranking)
    return [measure(view) for measure in parse(["recall@3", "recall@10", "MRR", "precision@3"], 5)]


CHUNKING = st.tuples(st.integers(120, 900), st.integers(0, 60))


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    old=CHUNKING,
    new=CHUNKING,
    reuse=st.booleans(),
    quotes=st.lists(st.tuples(st.integers(0, 2300), st.integers(30, 110)), min_size=1, max_size=4),
)
def test_no_new_chunking_changes_a_denominator(library_type, seed, old, new, reuse, quotes) -> None:
    text = document(seed)
    before, after = chunks(text, *old, "old"), chunks(text, *new, "old" if reuse else "new")
    with tempfile.TemporaryDirectory() as folder:
        library = library_type(Path(folder) / "golden")
        asked = False
        for start, length in quotes:
            quote = text[start : start + length].strip()
            holder = next((chunk for chunk in before if quote and quote in chunk.text and len(quote) >= 30), None)
            if holder is not None and not any(line.chunk == holder.id for line in library.directory.judgments()):
                library.judge("q", holder, quote=quote)
                asked = True
        if not asked:
            return
        shares = sum(share for _, share in library.facts("q"))
        first = library.facts("q")
        ranking = [chunk.id for chunk in random.Random(seed).sample(before, len(before))]
        figures = old_run(library, ranking)
        rebased = library.rebase(after)
        facts = library.golden.facts("q")
        if "review" not in rebased.labels and "lost" not in rebased.labels:
            assert isclose(sum(fact.share for fact in facts), shares)
            names = {chunk.id for chunk in after}
            assert all(names & set(fact.any) for fact in facts)
        elif not reuse:
            assert isclose(sum(fact.share for fact in facts), shares)
        if not reuse:
            assert old_run(library, ranking) == pytest.approx(figures)
        assert not library.rebase(after).lines
        library.rebase(before)
        assert library.facts("q") == first


@pytest.fixture(scope="module")
def library_type():
    """The class itself: hypothesis makes many libraries in one test."""
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location("rebase_conftest", Path(__file__).parent / "conftest.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Library
