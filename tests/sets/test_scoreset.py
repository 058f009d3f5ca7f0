from __future__ import annotations

from goldkit.records import Label, Scale
from goldkit.sets.scoreset import facts_of_labels


def test_count_chunks_makes_each_relevant_chunk_a_fact() -> None:
    labels = {
        chunk: Label(query="q", chunk=chunk, grade=grade, status="decided", disputed=chunk == "e")
        for chunk, grade in {"b": 3, "a": 2, "c": 1, "d": None, "e": 3}.items()
    }
    assert [fact.any for fact in facts_of_labels(labels, Scale())] == [("a",), ("b",)]
    assert [fact.any for fact in facts_of_labels(labels, Scale(relevant_from=1))] == [("a",), ("b",), ("c",)]
