from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from goldkit.errors import DataError, UsageError
from goldkit.library.score import score
from goldkit.records import Fact, Label, Scale
from goldkit.scoring.document_set import document_set
from goldkit.scoring.documents import Documents, documents
from goldkit.scoring.means import means
from goldkit.scoring.options import ScoreOptions
from goldkit.scoring.request import take

DOCUMENTS = ScoreOptions(level="document")


def test_chunk_ids_up_to_the_last_hash_where_nothing_else_is_known(make: SimpleNamespace) -> None:
    wanted = make.scoreset(make.query("q1", {"a#1": 1, "a#2": 1, "b#x#1": 1}))
    runs = [make.run("r", {"q1": ["a#7", "c#1", "a#1", "b#x#9"]}), make.run("files", {"q1": ["c", "a"]})]
    result = score(wanted, runs, ["recall@2", "recall@3", "MRR"], options=DOCUMENTS)
    assert result.runs[0].means == {"recall@2": 0.5, "recall@3": 1.0, "MRR": 1.0}  # a, c, b#x
    assert result.runs[1].means == {"recall@2": 0.5, "recall@3": 0.5, "MRR": 0.5}
    assert result.level == "document" and result.to_dict()["level"] == "document"
    assert any(note.endswith("grade: a chunk id up to its last #") for note in result.notes)


def test_means_alone_say_it_too(make: SimpleNamespace) -> None:
    wanted = make.scoreset(make.query("q1", {"a#1": 1}))
    result = means(take(wanted, [make.run("r", {"q1": ["a#7"]})], options=replace(DOCUMENTS, means_only=True)))
    assert result.runs[0].means["MRR"] == 1.0
    assert any("documents in place of chunks" in note for note in result.notes)


def test_a_corpus_says_which_document_a_chunk_is_of(make: SimpleNamespace, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.jsonl"
    rows = [{"id": "1", "text": "", "doc_id": "A"}, {"id": "2", "text": "", "doc_id": "A"}, {"id": "3#1", "text": ""}]
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows))
    wanted = make.scoreset(make.query("q1", {"1": 1, "3#1": 1}))
    options = ScoreOptions(level="document", corpus=str(corpus))
    result = score(wanted, [make.run("r", {"q1": ["2", "3#1"]}), make.run("s", {"q1": ["A", "z#1"]})], options=options)
    assert [run.means["recall@10"] for run in result.runs] == [1.0, 0.5]
    assert any(note.endswith("by the doc_id of the corpus; 1 other id up to the last #") for note in result.notes)


def test_the_sets_own_chunks_say_it_too(make: SimpleNamespace) -> None:
    wanted = make.scoreset(make.query("q1", {"1": 1}), documents={"1": "A"})
    result = score(wanted, [make.run("r", {"q1": ["x", "A"]})], ["MRR"], options=DOCUMENTS)
    assert result.runs[0].means == {"MRR": 0.5}
    assert any(
        note.endswith("by the doc_id of the labelled chunks; 1 other id up to the last #") for note in result.notes
    )


def test_a_document_has_the_grade_of_its_best_chunk(make: SimpleNamespace) -> None:
    scale = Scale()
    wanted = make.scoreset(make.query("q1", {"a#1": 0, "a#2": 3, "b#1": 2, "c#1": 1}, scale), scale=scale)
    lifted = document_set(wanted, documents(None, {})).queries[0]
    assert {name: label.grade for name, label in lifted.labels.items()} == {"a": 3, "b": 2, "c": 1}
    assert all(label.chunk == name for name, label in lifted.labels.items())
    assert lifted.facts == (Fact(any=("a",)), Fact(any=("b",)))


def test_a_document_of_which_only_a_disputed_chunk_is_judged_is_a_hole(make: SimpleNamespace) -> None:
    wanted = make.scoreset(make.query("q1", {"a#1": 1, "b#1": None}))
    result = score(wanted, [make.run("r", {"q1": ["a#3", "b#2"]})], ["judged@2"], options=DOCUMENTS)
    assert result.runs[0].means == {"judged@2": 0.5}


def test_a_disputed_grade_never_stands_for_a_document_with_another(make: SimpleNamespace) -> None:
    query = make.query("q1", {"a#1": 1})
    disputed = Label(query="q1", chunk="a#0", grade=3, status="decided", disputed=True)
    wanted = make.scoreset(replace(query, labels={"a#0": disputed, **query.labels}))
    assert document_set(wanted, documents(None, {})).queries[0].labels["a"].grade == 1


def test_facts_are_any_of_over_documents_and_the_same_documents_are_one_fact(make: SimpleNamespace) -> None:
    facts = (
        make.fact("a#1", "b#1"),
        make.fact("b#2", "a#2"),  # the same two documents
        make.fact("a#3"),
        make.fact("c#1", "a#4"),  # a#4 is not relevant: only c
    )
    grades = {"a#1": 1, "a#2": 1, "a#3": 1, "a#4": 0, "b#1": 1, "b#2": 1, "c#1": 1}
    wanted = make.scoreset(make.query("q1", grades, facts=facts))
    lifted = document_set(wanted, documents(None, {})).queries[0]
    assert [fact.any for fact in lifted.facts] == [("a", "b"), ("a",), ("c",)]
    assert [fact.share for fact in lifted.facts] == [1.0, 1.0, 1.0]
    result = score(
        wanted, [make.run("r", {"q1": ["b#9"]}), make.run("s", {"q1": ["a"]})], ["recall@9"], options=DOCUMENTS
    )
    assert [run.means["recall@9"] for run in result.runs] == [pytest.approx(1 / 3), pytest.approx(2 / 3)]


def test_whole_facts_in_one_document_are_one_with_the_larger_share(make: SimpleNamespace) -> None:
    facts = (make.fact("a#1", share=0.25), make.fact("a#2", share=0.5))
    wanted = make.scoreset(make.query("q1", {"a#1": 1, "a#2": 1}, facts=facts))
    assert document_set(wanted, documents(None, {})).queries[0].facts == (Fact(any=("a",), share=0.5),)


def test_parts_of_a_fact_in_one_document_add_up(make: SimpleNamespace) -> None:
    facts = (
        Fact(any=("a#1",), share=0.25, part_of="f"),
        Fact(any=("a#2",), share=0.25, part_of="f"),
        Fact(any=("b#1",), share=0.5, part_of="f"),
    )
    wanted = make.scoreset(make.query("q1", {"a#1": 1, "a#2": 1, "b#1": 1}, facts=facts))
    lifted = document_set(wanted, documents(None, {})).queries[0]
    assert lifted.facts == (Fact(any=("a",), share=0.5, part_of="f"), Fact(any=("b",), share=0.5, part_of="f"))


def test_a_document_stands_where_its_best_chunk_stands(make: SimpleNamespace) -> None:
    wanted = make.scoreset(make.query("q1", {"a#1": 1}))
    scored = {"q1": {"b#1": 3.0, "a#2": 1.0, "c#1": 2.0, "a#1": 4.0}}
    assert score(wanted, [make.scored_run("r", scored)], ["MRR"], options=DOCUMENTS).runs[0].means == {"MRR": 1.0}
    with pytest.raises(DataError, match="not a number"):
        score(wanted, [make.scored_run("r", {"q1": {"a#1": float("nan"), "b#1": 1.0}})], options=DOCUMENTS)


def test_known_documents_with_a_hash_stay_whole() -> None:
    known = Documents({"1": "page#section"}, "the corpus")
    assert [known.of(name) for name in ("1", "page#section", "other#3", "#3")] == [
        "page#section",
        "page#section",
        "other",
        "#3",
    ]
    assert known.unknown == {"other#3", "#3"}


def test_a_budget_of_tokens_counts_chunks(make: SimpleNamespace) -> None:
    with pytest.raises(UsageError, match="without --level document"):
        score(
            make.scoreset(make.query("q1", {"a": 1})),
            [make.run("r", {"q1": ["a"]})],
            ["recall@9tok"],
            options=DOCUMENTS,
        )
