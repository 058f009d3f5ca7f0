"""One query laid open: its facts, every result with what is known of it, and how it is found by a word."""

from dataclasses import replace

import pytest
from uncounted import score

from goldkit.errors import UsageError
from goldkit.records import Label
from goldkit.reports.explain import explain_lines
from goldkit.results.explain import Result
from goldkit.scoring.options import ScoreOptions


@pytest.fixture
def some_set(make):
    facts = (make.fact("a", "a2"), make.fact("b"))
    first = make.query("q-12", {"a": 1, "a2": 1, "b": 1, "no": 0}, facts=facts, text="why so slow?", tags=("vague",))
    dispute = {**first.labels, "d": Label(query="q-12", chunk="d", grade=1, status="decided", disputed=True)}
    open_one = make.query("q-2", {})
    return make.scoreset(replace(first, labels=dispute), make.query("q-13", {"c": 1}), open_one)


@pytest.fixture
def runs(make):
    return [
        make.run("old", {"q-12": ["x", "no", "d", "b", "a", "a2"], "q-13": ["c"]}),
        make.run("new", {"q-12": ["a2", "a", "a2"], "q-13": ["c"]}),
    ]


def explained(scoreset, runs, *words, k=4, **options):
    return score(scoreset, runs, k=k, options=ScoreOptions(explain=words, **options))


def test_every_result_of_every_run_with_what_is_known_of_it(some_set, runs):
    (one,) = explained(some_set, runs, "q-12").explain
    none = {"grade": None, "status": None, "facts": (), "repeat": False}
    assert one.runs["old"] == (
        Result(rank=1, chunk="x", **none),
        Result(rank=2, chunk="no", grade=0, status="decided", facts=(), repeat=False),
        Result(rank=3, chunk="d", **none),
        Result(rank=4, chunk="b", grade=1, status="decided", facts=(2,), repeat=False),
    )
    assert [(result.chunk, result.repeat) for result in one.runs["new"]] == [("a2", False), ("a", False), ("a2", True)]
    assert one.query.runs["new"].missed(4) == (2,)
    assert one.chunks() == ["x", "no", "d", "b", "a2", "a"]


def test_a_stranger_reads_who_missed_which_fact(some_set, runs):
    result = explained(some_set, runs, "q-12")
    (one,) = result.explain
    lines = explain_lines(replace(result, explain=(replace(one, texts={"a": "  All of\n  it. "}),)))
    text = "\n".join(lines)
    assert "query q-12 (log, vague): why so slow?" in lines
    assert "fact 1, a or a2: old missed in the first 4 (at 5), new at 1" in text
    assert "fact 2, b: old at 4, new missed" in text
    rows = [" ".join(line.split()) for line in lines]
    assert "1 x not judged a2 1 decided, fact 1" in rows
    assert "2 no 0 decided a 1 decided, fact 1 again" in rows
    assert "3 d not judged a2 repeated" in rows
    assert "      All of it." in lines
    assert "texts not stored: 5" in text


@pytest.mark.parametrize(("word", "name"), [("q-12", "q-12"), ("why so slow?", "q-12"), ("q-13", "q-13")])
def test_a_query_is_found_by_id_or_text(some_set, runs, word, name):
    assert [one.query.id for one in explained(some_set, runs, word, word).explain] == [name]


def test_an_id_goes_before_the_start_of_another(make):
    scoreset = make.scoreset(make.query("q-1", {"a": 1}), make.query("q-12", {"a": 1}))
    runs = [make.run("r", {"q-1": ["a"], "q-12": ["b"]})]
    assert [one.query.id for one in explained(scoreset, runs, "q-1").explain] == ["q-1"]


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("q-1", "means 2 queries of set: q-12, q-13; say more of the id"),
        ("q-9", "no query of set has that id"),
        ("", "no query of set has that id"),
        ("q-2", "that query is in no mean (no relevant label: unjudged)"),
    ],
)
def test_a_word_that_means_none_or_several_is_refused(some_set, runs, word, said):
    with pytest.raises(UsageError) as refused:
        explained(some_set, runs, word)
    assert said in str(refused.value)


def test_of_a_frozen_set_no_id_is_told_even_by_an_error(some_set, runs):
    frozen = replace(some_set, frozen=True, digest="d")
    with pytest.raises(UsageError, match="aggregates only"):
        explained(frozen, runs, "q-12")
    with pytest.raises(UsageError) as refused:
        explained(frozen, runs, "q-1", burn=True)
    assert "2 queries" in str(refused.value) and "q-12" not in str(refused.value)
