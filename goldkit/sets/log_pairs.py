"""What people asked, with the texts that answer it: by these, generated questions are measured. Never from a frozen set."""

from __future__ import annotations

from collections.abc import Iterator

from goldkit.records import Query
from goldkit.sets.golden import GoldenSet
from goldkit.store.texts import meant, texts_of


def log_pairs(golden: GoldenSet) -> Iterator[tuple[Query, list[str]]]:
    """The log questions of `dev` in the order of their ids, each with the texts of its relevant chunks.

    Labels are those that count by default, decided and derived; a question without a relevant chunk of known text is left out.
    """
    texts, scale = texts_of(golden.chunks), golden.settings.scale
    for query in golden.dev():
        if query.origin == "log":
            relevant = [label for label in golden.labels(query.id).values() if scale.is_relevant(label.grade)]
            known = [meant(texts, label.chunk, label.text_sha256) for label in relevant]
            found = [text for text in known if text is not None]
            if found:
                yield query, found
