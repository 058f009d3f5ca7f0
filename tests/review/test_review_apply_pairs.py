"""Applying verdicts on pairs of chunks: a person overrules goldkit, twice is once, and a wrong line changes nothing."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from goldkit.errors import DataError
from goldkit.records import Chunk, Copy
from goldkit.reports.review_text import applied_text
from goldkit.review.apply import apply_verdicts
from goldkit.sets.golden import read_golden
from goldkit.store.pairs import fold_pairs

NOW = "2026-12-02T00:00:00Z"
JUDGED = {"query": "hot", "chunk": "kiln#1", "grade": 3}
PAIR = {"a": "kiln#2", "b": "kiln#1", "verdict": "same"}


@pytest.fixture
def put(golden, tmp_path):
    """Applies values as lines of a file."""

    def apply(*values, judge="ana", **options):
        path = tmp_path / "verdicts.jsonl"
        path.write_text("".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values), encoding="utf-8")
        return apply_verdicts(golden, path, judge, NOW, **options)

    return apply


def derived(golden) -> set[tuple[str, str]]:
    labels = read_golden(golden).folded.labels
    return {(query, chunk) for query in labels for chunk, label in labels[query].items() if label.status == "derived"}


def test_a_person_says_same_where_goldkit_said_differs(golden, put):
    done = put(JUDGED, PAIR)
    assert derived(golden) == {("hot", "kiln#2")}
    assert (done.applied, done.pairs, done.known_pairs, done.derived, done.judges) == (1, 1, 0, (0, 1), {"ana": 2})
    texts = {chunk.id: chunk.sha256 for chunk in golden.chunks()}
    assert golden.copies()[-1] == Copy(
        a="kiln#2", b="kiln#1", jaccard=0.9, containment=(0.95, 0.95), verdict="same", by="ana", at=NOW,
        a_sha256=texts["kiln#2"], b_sha256=texts["kiln#1"],
    )  # fmt: skip
    assert applied_text(done).splitlines() == [
        f"{done.file}: 1 verdict added, 0 known before",
        f"{done.file}: 1 verdict on pairs of chunks added, 0 known before",
        "labels that follow from copies: 1 (0 before)",
    ]


def test_twice_is_once_and_to_take_it_back_leaves_goldkit_s_verdict(golden, put):
    put(JUDGED, PAIR)
    before = (golden.path / "copies.jsonl").read_bytes()
    assert put(JUDGED, PAIR).known_pairs == 1
    assert put({"a": "kiln#1", "b": "kiln#2", "verdict": "same"}).known_pairs == 1, "the order of the two is no matter"
    assert (golden.path / "copies.jsonl").read_bytes() == before
    assert put({**PAIR, "verdict": "retracted"}).derived == (1, 0)
    assert [pair.verdict for pair in fold_pairs(golden.copies()).standing] == ["differs"]
    assert put({**PAIR, "verdict": "retracted"}, judge="ben").known_pairs == 1, "ben never spoke"


def test_who_changes_their_mind_in_one_second_is_taken_at_the_last_word(golden, put):
    for verdict in ("same", "differs", "same", "retracted", "differs"):
        put({**PAIR, "verdict": verdict})
        standing = fold_pairs(golden.copies()).standing[0]
        assert standing.by == ("goldkit widen" if verdict == "retracted" else "ana")
        assert standing.verdict == ("differs" if verdict == "retracted" else verdict)
    done = put({**PAIR, "verdict": "differs"}, PAIR)
    assert (done.superseded, done.pairs) == (1, 1)


def test_a_line_with_its_own_time_keeps_it(golden, put):
    early, late = "2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z"
    put({**PAIR, "at": late, "by": "ben"}, {**PAIR, "at": early, "by": "ana", "verdict": "differs"})
    assert [pair.at for pair in golden.copies()[-2:]] == [late, early]
    assert fold_pairs(golden.copies()).standing[0].by == "ben"
    assert put({**PAIR, "at": late, "by": "ben"}).pairs == 0


def test_what_differs_is_kept_with_differs_but_settles_nothing(golden, put):
    spans = ({"a": [34, 37], "b": [34, 37]},)
    golden.append("copies.jsonl", [replace(golden.copies()[0], spans=spans)])
    put({**PAIR, "verdict": "differs"})
    said = golden.copies()[-1]
    assert (said.differs, said.rule, said.spans) == ((("950", "900"),), "number", ())


def test_two_chunks_that_goldkit_did_not_pair_get_their_figures_from_the_texts(golden, put):
    put(
        {"a": "glaze", "b": "new", "verdict": "same"},
        {"a": "glaze", "b": "clay", "verdict": "differs"},
        corpus=[Chunk(id="new", text="Glaze is mixed with rain water.")],
    )
    assert [(pair.jaccard, pair.containment) for pair in golden.copies()[-2:]] == [(1, (1, 1)), (0, (0, 0))]
    assert "new" in {chunk.id for chunk in golden.chunks()}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({**PAIR, "verdict": "maybe"}, "expected same, differs or retracted"),
        ({"a": "kiln#1", "b": "kiln#2"}, "found the verdict None"),
        ({**PAIR, "b": "kiln#2"}, "found the chunk 'kiln#2' twice"),
        ({**PAIR, "b": "kiln#3"}, "--corpus names where its text is"),
        ({**PAIR, "b": ["kiln#1"]}, "expected a pair of chunks"),
        ({**PAIR, "by": "goldkit widen"}, "goldkit widen makes its own pairs"),
        ({**PAIR, "by": " "}, "found an empty judge"),
        ({**PAIR, "at": "today"}, "found at 'today'"),
        ({**PAIR, "jacard": 1}, "Did you mean 'jaccard'?"),
        ({**PAIR, "jaccard": "high"}, "expected a pair of chunks"),
    ],
)
def test_a_wrong_line_is_named_and_nothing_is_added(golden, put, line, message):
    before = {path: path.read_bytes() for path in golden.path.iterdir() if path.is_file()}
    with pytest.raises(DataError) as error:
        put(JUDGED, line, {"query": "hot", "chunk": "glaze", "grade": 9})
    assert "verdicts.jsonl:2: " in str(error.value) and message in str(error.value)
    assert len(error.value.problems) == 2, "judgments and pairs are checked together"
    assert {path: path.read_bytes() for path in golden.path.iterdir() if path.is_file()} == before


def test_goldkit_s_own_lines_that_are_there_may_stand_in_a_file(golden, put):
    line = json.loads((golden.path / "copies.jsonl").read_bytes())
    assert put(line, PAIR).known_pairs == 1
