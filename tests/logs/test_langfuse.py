from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from goldkit.logs.interactions import Place, Shown
from goldkit.logs.person import by_person

AT = "2026-12-01T10:00:00.500Z"
QUESTION = "why does my job stay idle?"
DOCUMENTS = [
    {"id": "a", "page_content": "A text", "metadata": {"source": "a.md"}, "type": "Document"},
    {"page_content": "B text", "metadata": {"source": "b.md"}, "type": "Document"},
]


def trace(**more: Any) -> dict[str, Any]:
    return {
        "id": "t",
        "timestamp": AT,
        "name": "rag",
        "userId": "u",
        "sessionId": "s",
        "environment": "default",
        "input": {"question": QUESTION},
        "output": {"answer": "So [2]."},
    } | more


def observation(**more: Any) -> dict[str, Any]:
    return {
        "id": "o",
        "traceId": "t",
        "parentObservationId": None,
        "type": "RETRIEVER",
        "startTime": AT,
        "input": QUESTION,
        "output": DOCUMENTS,
    } | more


def score(value: Any, **more: Any) -> dict[str, Any]:
    row = {"id": "x", "traceId": "t", "name": "user-feedback", "source": "API", "dataType": "NUMERIC", "value": value}
    return row | {"timestamp": AT} | more


def snake(row: dict[str, Any]) -> dict[str, Any]:
    return {"".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in key): row[key] for key in row}


def table(path: Path, rows: list[dict[str, Any]], every_cell_json: bool) -> Path:
    def cell(value: Any) -> str:
        if value is None:
            return '""' if every_cell_json else ""
        return value if isinstance(value, str) and not every_cell_json else json.dumps(value)

    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, quoting=csv.QUOTE_ALL)
        writer.writerow(rows[0])
        writer.writerows([[cell(value) for value in row.values()] for row in rows])
    return path


def test_a_trace_around_its_retriever_gives_question_answer_session_and_verdict(write, read) -> None:
    path = write("both.jsonl", observation(input="idle HTCondor job reasons"), trace(**{"user-feedback": [1]}))
    (one,), (file,) = read(path)
    assert (one.query, one.rewritten, one.answer) == (QUESTION, "idle HTCondor job reasons", "So [2].")
    assert (one.session, one.user, one.time, one.record) == ("s", "u", "2026-12-01T10:00:00Z", "t/o")
    assert one.shown == (
        Shown("a", 1, "A text", document="a.md"),
        Shown(None, 2, "B text", document="b.md", cited=True),
    )
    assert one.rating is not None
    assert (one.rating.up, one.rating.place) == (True, Place(0, 2))
    assert dict(file.tally.kinds) == {"retriever observation": 1, "trace": 1}
    assert file.tally.used == 2


@pytest.mark.parametrize("every_cell_json", [False, True])
def test_csv_with_json_in_its_cells(tmp_path: Path, read, every_cell_json: bool) -> None:
    observations = table(tmp_path / "o.csv", [observation()], every_cell_json)
    traces = table(tmp_path / "t.csv", [trace(**{"user-feedback": [0], "comment": None})], every_cell_json)
    (one,), _ = read(observations, traces)
    assert (one.query, [shown.chunk for shown in one.shown]) == (QUESTION, ["a", None])
    assert one.rating is not None
    assert one.rating.up is False


def test_blob_exports_in_snake_case_with_a_file_of_scores(write, read) -> None:
    paths = [
        write(f"{name}.jsonl", snake(row))
        for name, row in (("o", observation()), ("t", trace()), ("s", score(1, observationId="gone")))
    ]
    (one,), _ = read(*paths)
    assert (one.query, one.session, one.answer) == (QUESTION, "s", "So [2].")
    assert one.rating is not None
    assert (one.rating.up, one.rating.place) == (True, Place(2, 1))


@pytest.mark.parametrize("nested", [True, False])
def test_a_downloaded_trace_with_observations_and_scores(write, read, nested: bool) -> None:
    inner = {"observations": [observation()], "scores": [score(0, dataType="BOOLEAN", stringValue="False")]}
    whole = {"trace": trace(), **inner} if nested else trace(**inner)
    (one,), (file,) = read(write("trace.json", whole))
    assert (one.query, one.answer) == (QUESTION, "So [2].")
    assert one.rating is not None
    assert one.rating.up is False
    assert dict(file.tally.kinds) == {"trace": 1, "retriever observation": 1, "score": 1}


@pytest.mark.parametrize(
    ("row", "up", "reason"),
    [
        (score(1), True, None),
        (score(0), False, None),
        (score(None, dataType="CATEGORICAL", stringValue="good"), True, None),
        (score(1, dataType="CATEGORICAL", stringValue="bad"), False, None),
        (score(1, name="quality", source="ANNOTATION"), True, None),
        (score(1, source="EVAL"), None, "annotation by a model or code, not by a person"),
        (score(1, name="correctness"), None, "score `correctness` does not say that a person gave it"),
        (score(0.5), None, "annotation that is neither up nor down"),
        (score(1, dataType="CORRECTION", stringValue="no"), None, "annotation that is neither up nor down"),
        (score(1, traceId="gone"), None, "annotation of a span that is in none of the files given"),
    ],
)
def test_scores_by_source_type_and_name(write, read, row: dict[str, Any], up: bool | None, reason: str | None) -> None:
    (one,), (_, file) = read(write("o.jsonl", observation()), write("s.jsonl", row))
    assert (one.rating.up if one.rating else None) is up
    assert [one.reason for one in file.tally.unused] == ([reason] if reason else [])


@pytest.mark.parametrize(
    ("columns", "up"),
    [
        ({"user-feedback": [1]}, True),
        ({"user-feedback": ["good"]}, True),
        ({"user-feedback": [0]}, False),
        ({"user-feedback": [1, 0]}, None),
        ({"user-feedback": None}, None),
        ({"user-feedback": []}, None),
        ({"correctness": [1]}, None),
        ({"tags": ["good"]}, None),
    ],
)
def test_score_columns(write, read, columns: dict[str, Any], up: bool | None) -> None:
    (one,), (file,) = read(write("log.jsonl", observation(), trace(**columns)))
    assert (one.rating.up if one.rating else None) is up
    assert file.tally.used == 2
    told = [note.reason for note in file.tally.notes if "`" in note.reason]
    assert told == (["score `correctness` does not say that a person gave it"] if "correctness" in columns else [])


def test_without_the_trace_the_last_generation_answers(write, read) -> None:
    generation = observation(id="g", type="GENERATION", input=[{"role": "user"}], output={"content": "So [1]."})
    (one,), _ = read(write("log.jsonl", observation(parentObservationId="gone"), generation))
    assert (one.query, one.answer, one.cited) == (QUESTION, "So [1].", ("a",))


def test_documents_in_an_observation_of_an_older_type_are_a_retrieval(write, read) -> None:
    (one,), (file,) = read(write("log.jsonl", observation(type="SPAN", input={"query": QUESTION})))
    assert (one.query, one.shown[0].chunk) == (QUESTION, "a")
    assert dict(file.tally.kinds) == {"retriever observation": 1}


def test_a_page_of_the_api_is_opened(write, read) -> None:
    (one,), _ = read(write("page.json", {"data": [observation(), trace()], "meta": {"page": 1}}))
    assert (one.query, one.answer) == (QUESTION, "So [2].")


def test_traces_alone_keep_their_questions_and_say_what_to_export(write, read) -> None:
    (one,), (file,) = read(write("t.jsonl", trace(**{"user-feedback": [1]})))
    assert (one.query, one.shown, one.answer) == (QUESTION, (), "So [2].")
    assert one.rating is not None
    assert "export the observations too" in file.tally.advice[0]


def test_whose_score_a_name_says_it_is() -> None:
    told = [
        "user-feedback",
        "user_score",
        "thumbsUp",
        "UserRating",
        "Helpful",
        "correctness",
        "likelihood",
        "usefulness",
    ]
    assert [by_person(name) for name in told] == [True] * 5 + [False] * 3


def test_a_one_of_five_stars_is_no_thumb_up(write, read) -> None:
    rows = [trace(**{"user-rating": [1]}), trace(id="t2", **{"user-rating": [5]})]
    log = write("log.jsonl", observation(), observation(id="o2", traceId="t2"), *rows)
    interactions, (file,) = read(log)
    assert [one.rating for one in interactions] == [None, None]
    assert {note.reason for note in file.tally.notes if "score" in note.reason} == {
        "score on a scale that goes beyond 1, on which no number is a thumb"
    }
    apart = [score(value, name="user-rating", traceId=name) for name, value in (("t", 1), ("t2", 4))]
    interactions, (_, file) = read(write("o.jsonl", observation()), write("s.jsonl", *apart))
    assert [one.rating for one in interactions] == [None]
    assert file.tally.used == 0
