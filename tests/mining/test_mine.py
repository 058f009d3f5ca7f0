"""Mining end to end: what is merged, proposed, counted once, and never made a label."""

from __future__ import annotations

import os

import pytest

from goldkit.errors import DataError, UsageError
from goldkit.records import Chunk, Query
from goldkit.sets.enroll import enroll
from goldkit.store.fold import fold


def corpus(*ids: str) -> dict[str, Chunk]:
    return {name: Chunk(id=name, text=f"text of {name}", sha256=f"sha {name}") for name in ids}


def test_the_same_question_is_one_query_with_variants_weight_and_times(mill):
    mill.rows(
        {"q": "Why do transfers stall?", "docs": ["a"], "at": 1796119200, "s": "one", "c": "x"},
        {"q": "why do transfers  stall", "docs": ["a"], "at": 1796119300, "s": "two"},
        {"q": "why do transfers  stall", "docs": ["a"], "at": 1796119100, "s": "one"},
        {"q": "Why do transfers stall in C++?", "docs": ["a"]},
    )
    one, other = sorted(mill.golden.queries(), key=lambda query: -(query.weight or 0))
    assert (one.text, one.variants, one.weight) == ("why do transfers  stall", ("Why do transfers stall?",), 3.0)
    assert (one.first_seen, one.last_seen) == ("2026-12-01T09:58:20Z", "2026-12-01T10:01:40Z")
    assert len(one.sessions) == 2 and len(one.conversations) == 1
    assert one.origin == "log" and one.provenance["line"] == 1
    assert other.text == "Why do transfers stall in C++?"
    assert not any(secret in (mill.golden.path / "queries.jsonl").read_text() for secret in ('"one"', '"two"', '"x"'))


def test_sessions_are_capped_at_fifty_with_their_count(mill):
    mill.rows(*({"q": "why?", "s": f"s{n}", "id": n} for n in range(60)))
    (query,) = mill.golden.queries()
    assert (len(query.sessions), query.sessions_count) == (50, 60)
    assert list(query.sessions) == sorted(query.sessions)


def test_evidence_is_counted_per_pair_and_only_what_occurred(mill):
    mill.rows(
        {"q": "why?", "docs": ["a", "b", "c"], "cited": ["b"], "thumb": "up", "id": 1},
        {"q": "why?", "docs": ["b", "a", "c"], "cited": ["b"], "thumb": -1, "id": 2},
        {"q": "why?", "docs": ["c"], "thumb": None, "id": 3},
    )
    assert mill.evidence() == {
        ("why?", "b"): {"shown": 2, "best_rank": 1, "cited": 2, "answer_thumbs_up": 1, "answer_thumbs_down": 1}
    }


def test_a_thumb_goes_to_all_that_was_shown_where_the_answer_cites_nothing(mill):
    mill.rows({"q": "why?", "docs": ["a", "b"], "thumb": True})
    assert {pair[1]: evidence["answer_thumbs_up"] for pair, evidence in mill.evidence().items()} == {"a": 1, "b": 1}


def test_a_question_nothing_speaks_for_gets_its_best_few(mill):
    result = mill.rows({"q": "why?", "docs": list("abcdef"), "id": 1}, {"q": "why?", "docs": ["f", "e"], "id": 2})
    assert {line.chunk for line in result.proposals} == {"a", "e", "f"}
    assert (result.pairs, result.supported) == (3, 0)


def test_a_thumb_down_is_evidence_and_never_a_label(mill):
    mill.rows({"q": "why?", "docs": ["a"], "thumb": "down"})
    (line,) = mill.golden.judgments()
    assert (line.grade, line.status, line.evidence["answer_thumbs_down"]) == (None, "proposed", 1)
    labels = fold(mill.golden.judgments()).labels
    assert [label.grade for chunks in labels.values() for label in chunks.values()] == [None]


def test_proposals_carry_who_when_text_and_a_priority_made_of_parts(mill):
    result = mill.rows({"q": "why?", "docs": [{"id": "a", "text": "A"}, "b"], "cited": ["a"]})
    (line,) = result.proposals
    assert (line.source, line.by, line.at, line.grade) == ("log", "goldkit mine", "2026-12-01T10:00:00Z", None)
    assert line.priority == pytest.approx(sum(line.metadata["priority"].values()))
    assert line.metadata["priority"] == {"cited": 2.0, "shown": 0.25, "best_rank": 0.5}
    (chunk,) = mill.golden.chunks()
    assert (chunk.text, chunk.sha256) == ("A", line.text_sha256)


def test_the_id_that_a_wording_already_has_wins(mill):
    mill.golden.create()
    enroll(mill.golden, [Query(id="mine-1", text="Why?", origin="manual", variants=("how come?",))])
    result = mill.rows({"q": "why", "docs": ["a"]}, {"q": "How come", "docs": ["a"]})
    assert {line.query for line in result.proposals} == {"mine-1"}
    (query,) = mill.golden.queries()
    assert (query.id, query.text, query.origin, query.weight) == ("mine-1", "Why?", "manual", 2.0)
    assert (result.new, result.known) == (0, 1)


def test_ids_the_corpus_lacks_are_listed_and_not_proposed(mill):
    result = mill.rows(
        {"q": "why?", "docs": ["gone", "a"], "cited": ["gone"]},
        {"q": "how?", "docs": ["gone", "old"]},
        corpus=corpus("a", "z"),
    )
    assert [(one.chunk, one.queries, one.evidence) for one in result.vanished] == [("gone", 2, True), ("old", 1, False)]
    assert [line.chunk for line in result.proposals] == ["a"]
    assert [(chunk.id, chunk.text) for chunk in mill.golden.chunks()] == [("a", "text of a")]


def test_greetings_and_signs_are_set_aside_and_not_proposed(mill):
    result = mill.rows(
        {"q": "Hi!", "docs": ["a"], "cited": ["a"]}, {"q": "???", "docs": ["a"]}, {"q": "hi, why?", "docs": ["a"]}
    )
    assert result.set_aside == {"a greeting, thanks or a test": 1, "no words": 1}
    assert len(result.proposals) == 1
    assert sorted(str(query.aside) for query in mill.golden.queries()) == [
        "None",
        "a greeting, thanks or a test",
        "no words",
    ]


def test_a_follow_up_keeps_the_turn_before(mill):
    mill.rows(
        {"q": "What is the quota at North?", "c": "x", "at": 10},
        {"q": "and for the other site?", "c": "x", "at": 20},
        {"q": "and for the other site?", "c": "y", "at": 30},
        {"q": "What is a tape?", "c": "y", "at": 40},
        {"q": "and for the other site?", "c": "y", "at": 5},
    )
    contexts = sorted(
        (query.context or "", query.weight) for query in mill.golden.queries() if query.text.startswith("and")
    )
    assert contexts == [("", 2.0), ("What is the quota at North?", 1.0)]


def test_files_that_are_no_logs_are_named_together_and_passed_over_in_folders(mill):
    good = mill.write("logs.jsonl", {"query_id": "1", "user_query": "why?"})
    (mill.folder / "a.bin").write_bytes(b"\x00\xff" * 99)
    (mill.folder / "b.md").write_text("# notes\n")
    (mill.folder / "empty").write_bytes(b"")
    with pytest.raises(DataError) as caught:
        mill.look(good, mill.folder / "a.bin", mill.folder / "b.md")
    assert len(caught.value.problems) == 2
    result = mill.look(mill.folder)
    assert [file.file for file in result.files] == ["logs.jsonl"]
    assert len(result.skipped) == 3
    assert mill.look(good, mill.folder / "empty").interactions == 1
    with pytest.raises(DataError, match="an empty file"):
        mill.look(mill.folder / "empty")
    with pytest.raises(UsageError):
        mill.look(mill.folder / "nowhere")
    assert not mill.golden.path.exists()


def test_a_log_without_any_question_is_an_error_that_says_why(mill):
    path = mill.write("log.jsonl", {"question": "why?"}, {"question": "how?"})
    with pytest.raises(
        DataError, match=r"2 records, none of which tells a question: 2 × no text at query=qestion \(first on line 1\)"
    ):
        mill.look(path, mapping={"query": "qestion"})


def test_the_example_logs(mill, example_logs):
    mill.mine(example_logs / "phoenix_spans.jsonl", example_logs / "phoenix_span_annotations.jsonl")
    evidence = {chunk: found for (_, chunk), found in mill.evidence().items()}
    assert evidence == {
        "docs/condor.md#3": {"shown": 1, "best_rank": 1, "cited": 1, "answer_thumbs_up": 1, "sessions": 1},
        "docs/krb.md#0": {"shown": 1, "best_rank": 2, "cited": 1, "sessions": 1},
        "docs/backup.md#0": {"shown": 1, "best_rank": 1},
    }
    mill.mine(example_logs / "opensearch_ubi_queries.jsonl", example_logs / "opensearch_ubi_events.jsonl")
    evidence = {chunk: found for (_, chunk), found in mill.evidence().items()}
    assert evidence["docs/krb.md#0"] == {
        "shown": 2,
        "best_rank": 2,
        "cited": 1,
        "clicked": 1,
        "sessions": 1,
    }
    assert [query.weight for query in mill.golden.queries()] == [2.0] * 3
    labels = fold(mill.golden.judgments()).labels
    assert all(label.status == "proposed" for chunks in labels.values() for label in chunks.values())


def test_a_log_whose_name_is_no_text_is_mined_all_the_same(mill):
    mill.rows({"q": "why?", "docs": ["a"]}, name=os.fsdecode(b"\xff.jsonl"))
    assert mill.golden.queries()[0].provenance["file"] == "\\xff.jsonl"
    assert mill.golden.batches()[0].file == "\\xff.jsonl"
