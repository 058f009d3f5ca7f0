"""The small readings that every log system shares: times, thumbs, citations, passages, paths, broken JSON."""

from __future__ import annotations

import pytest

from goldkit.logs.citations import cited_positions
from goldkit.logs.feedback import given, thumb
from goldkit.logs.passages import as_id, passage_id, passage_text, passages
from goldkit.logs.paths import pick
from goldkit.logs.payload import answer_in, question_in
from goldkit.logs.times import utc
from goldkit.logs.tolerant import decoded, loads

TEN = "2026-12-01T10:00:00Z"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1796119200, TEN),
        (1796119200.75, TEN),
        (1796119200000, TEN),
        (1796119200000000, TEN),
        (1796119200000000000, TEN),
        ("1796119200000000000", TEN),
        ("1796119200", TEN),
        ("2026-12-01T10:00:00Z", TEN),
        ("2026-12-01T10:00:00.999Z", TEN),
        ("2026-12-01T11:00:00+01:00", TEN),
        ("2026-12-01T10:00:00.102+0000", TEN),
        ("2026-12-01 10:00:00", TEN),
        ("2026-12-01T10:00:00.123456789Z", TEN),
        ("20261201", "2026-12-01T00:00:00Z"),
        ("yesterday", None),
        ("", None),
        (None, None),
        (True, None),
        (-5, None),
        (1e30, None),
        (float("nan"), None),
        ({"at": 1}, None),
    ],
)
def test_times_of_every_unit_become_utc_to_the_second(value: object, expected: str | None) -> None:
    assert utc(value) == expected


@pytest.mark.parametrize(
    "value", [1, 1.0, "1", "+1", "up", "UP", True, "thumbs_up", "thumbsUp", "Thumbs Up", "like", "GOOD", "👍🏽", [1]]
)
def test_up_in_every_spelling(value: object) -> None:
    assert thumb(value) is True


@pytest.mark.parametrize(
    "value",
    [-1, -1.0, "-1", "down", False, "thumbs_down", "thumbs-down", "dislike", "BAD", "👎", {"rating": "dislike"}],
)
def test_down_in_every_spelling(value: object) -> None:
    assert thumb(value) is False


@pytest.mark.parametrize("value", [None, "", 0, 3, 0.5, "--", "maybe", [], {}, {"comment": "up"}, float("nan")])
def test_what_is_neither_up_nor_down(value: object) -> None:
    assert thumb(value) is None


def test_zero_is_down_only_where_scores_run_from_zero_to_one() -> None:
    assert thumb(0, zero_is_down=True) is False
    assert thumb("0.0", zero_is_down=True) is False
    assert thumb(0) is None


def test_saying_nothing_is_told_from_saying_something_strange() -> None:
    assert [given(value) for value in (None, "", [], {}, "--", 0, "maybe", False)] == [False] * 5 + [True] * 3


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Run it [1].", [1]),
        ("Both [2, 3] and [1][2]", [2, 3, 1]),
        ("Both [2; 3]", [2, 3]),
        ("Without a space[1].", [1]),
        ("Code `row[1]` cites nothing", []),
        ("```\nrow[1]\n```\nbut [2] does", [2]),
        ("An open ```\nrow[1]", []),
        ("In [2026] and [a] nothing", []),
        ("", []),
    ],
)
def test_citations_are_numbers_in_square_brackets_outside_code(answer: str, expected: list[int]) -> None:
    assert cited_positions(answer) == expected


def test_ids_are_kept_to_the_byte_and_numbers_become_digits() -> None:
    assert [as_id(value) for value in ("a b/c#1 ", 7, 7.0, 7.5, True, None, "", [])] == [
        "a b/c#1 ",
        "7",
        "7",
        None,
        None,
        None,
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("passage", "expected"),
    [
        ("c1", "c1"),
        (12, "12"),
        ({"id": "c1", "doc_id": "d"}, "c1"),
        ({"chunk_id": 4, "id": "row"}, "4"),
        ({"doc_id": "d", "metadata": {"chunk_id": "c"}}, "c"),
        ({"doc_id": "d"}, "d"),
        ({"node": {"id_": "n"}, "score": 1}, "n"),
        ({"document": {"id": "x"}}, "x"),
        ({"metadata": '{"chunk_id": "in a string"}'}, "in a string"),
        ({"text": "no id"}, None),
        (None, None),
    ],
)
def test_the_id_of_a_passage(passage: object, expected: str | None) -> None:
    assert passage_id(passage) == expected


def test_passages_from_lists_objects_and_strings_of_these() -> None:
    assert passages('["a", "b"]') == ["a", "b"]
    assert passages('[{"id": 1}]') == [{"id": 1}]
    assert passages({"documents": [{"id": 1}]}) == [{"id": 1}]
    assert passages({"20": {"id": 1}, "21": {"id": 2}}) == [{"id": 1}, {"id": 2}]
    assert passages(["a", '{"id": "b"}']) == ["a", {"id": "b"}]
    assert passages("a[0]") == ["a[0]"]
    assert passages(None) == passages("") == []
    assert passage_text({"document": {"page_content": "t"}}) == "t"
    assert passage_text("c1") is None


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a.b", 1),
        ("a.x.y", 2),
        ("list.0.id", "p"),
        ("list.-1.id", "q"),
        ("list.id", ["p", "q"]),
        ("list.nothing", None),
        ("list.9.id", None),
        ("text.inner", 5),
        ("a.b.c", None),
        ("missing", None),
    ],
)
def test_dotted_paths(path: str, expected: object) -> None:
    value = {"a": {"b": 1, "x.y": 2}, "list": [{"id": "p"}, {"id": "q"}], "text": '{"inner": 5}'}
    assert pick(value, path) == expected


def test_questions_and_answers_inside_recorded_inputs_and_outputs() -> None:
    assert question_in('{"query_bundle": {"query_str": "why?"}}') == "why?"
    assert (
        question_in({"messages": [{"role": "system", "content": "s"}, {"role": "user", "content": "why?"}]}) == "why?"
    )
    assert question_in(" plain ") == "plain"
    assert question_in("  ") is None
    assert question_in(None) is None
    assert question_in("{not json}") == "{not json}"
    assert answer_in('{"answer": "so"}') == "so"
    assert answer_in({"documents": []}) is None


def test_nan_and_half_surrogates_do_not_lose_a_record() -> None:
    assert loads('{"q": "job \\ud83d", "score": NaN, "x": [Infinity, 1e999, 1]}') == {
        "q": "job \ufffd",
        "score": None,
        "x": [None, None, 1],
    }
    assert loads('{"q": "job \\ud83d\\ude00"}') == {"q": "job 😀"}
    with pytest.raises(ValueError, match=r"Unterminated"):
        loads('{"q": "torn')


def test_only_strings_that_hold_json_are_opened() -> None:
    assert decoded('{"a": 1}') == {"a": 1}
    assert decoded("[draft] notes.md") == "[draft] notes.md"
    assert decoded("[" * 5000) == "[" * 5000
    assert decoded(5) == 5


def test_what_python_prints_for_lists_and_dicts_is_opened_too() -> None:
    assert decoded("['a', \"b's\"]") == ["a", "b's"]
    assert decoded("[{'id': 'a', 'score': 0.5, 'more': None, 'ok': True, 'at': (1, 2)}]") == [
        {"id": "a", "score": 0.5, "more": None, "ok": True, "at": [1, 2]}
    ]
    for text in ("{1, 2}", "[...]", "{name}", "[x for x in y]", r"['\d', ", "[b'a']", "{'a': nan}"):
        assert decoded(text) == text


def test_a_number_too_long_for_python_takes_no_record_with_it() -> None:
    assert loads(f'{{"q": "why?", "n": {"7" * 5000}, "m": 12}}') == {"q": "why?", "n": None, "m": 12}
