from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from goldkit.logs.interactions import Place, Shown

QUESTION = "why does my job stay idle?"
DOCUMENTS = [
    {"id": "a", "page_content": "A text", "metadata": {"source": "a.md"}},
    {"page_content": "B text", "metadata": {"source": "b.md"}},
]


def run(name: str, kind: str, parent: str | None = None, **more: Any) -> dict[str, Any]:
    return {
        "id": name,
        "trace_id": "root",
        "parent_run_id": parent,
        "run_type": kind,
        "start_time": "2026-12-01T10:00:00.120",
        "inputs": {"input": QUESTION},
        "outputs": {"output": "So [2]."},
        "session_id": "the project",
        "extra": {"metadata": {"thread_id": "s", "user_id": "u"}},
        "feedback_stats": {},
    } | more


def retriever(**more: Any) -> dict[str, Any]:
    return run("get", "retriever", "root", inputs={"query": QUESTION}, outputs={"documents": DOCUMENTS}) | more


def feedback(score: Any, **more: Any) -> dict[str, Any]:
    row = {"id": "f", "run_id": "root", "trace_id": "root", "key": "user_score", "score": score, "value": None}
    return row | {"feedback_source": {"type": "api"}, "created_at": "2026-12-01T11:00:00"} | more


def up(one: Any) -> bool | None:
    return one.rating.up if one.rating else None


def test_a_root_around_its_retriever(write, read) -> None:
    (one,), (file,) = read(write("runs.jsonl", run("root", "chain"), retriever()))
    assert (one.query, one.answer, one.time) == (QUESTION, "So [2].", "2026-12-01T10:00:00Z")
    assert (one.session, one.conversation, one.user) == ("s", "s", "u")
    assert one.shown == (
        Shown("a", 1, "A text", document="a.md"),
        Shown(None, 2, "B text", document="b.md", cited=True),
    )
    assert dict(file.tally.kinds) == {"chain run": 1, "retriever run": 1}


def test_the_project_is_no_session(write, read) -> None:
    (one,), _ = read(write("runs.jsonl", retriever(extra={"metadata": {}})))
    assert (one.session, one.user) == (None, None)


def test_runs_inside_runs_and_documents_of_a_traced_function(write, read) -> None:
    inner = retriever(trace_id=None, parent_run_id=None, outputs={"output": DOCUMENTS})
    (one,), _ = read(write("run.json", run("root", "chain", child_runs=[inner])))
    assert (one.record, one.answer, one.shown[0].chunk) == ("root/get", "So [2].", "a")


def test_rows_of_a_table_hold_json_in_strings(tmp_path: Path, read) -> None:
    rows = [run("root", "chain", feedback_stats={"user_score": {"n": 1, "avg": 0.0}}), retriever()]
    path = tmp_path / "runs.csv"
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, rows[0])
        writer.writeheader()
        for row in rows:
            writer.writerow({key: json.dumps(cell) if isinstance(cell, dict) else cell for key, cell in row.items()})
    (one,), _ = read(path)
    assert (one.query, one.session, one.shown[0].chunk, up(one)) == (QUESTION, "s", "a", False)


@pytest.mark.parametrize(
    ("row", "verdict", "reason"),
    [
        (feedback(1.0), True, None),
        (feedback(0), False, None),
        (feedback(None, value="good"), True, None),
        (feedback(1, run_id="gone"), True, None),
        (feedback(1, run_id="get", trace_id=None), True, None),
        (feedback(1, key="correctness", feedback_source={"type": "app"}), True, None),
        (feedback(1, key="correctness"), None, "feedback `correctness` does not say that a person gave it"),
        (feedback(1, feedback_source={"type": "model"}), None, "annotation by a model or code, not by a person"),
        (feedback(None, comment="nice"), None, "annotation that is neither up nor down"),
        (
            feedback(1, run_id="gone", trace_id="gone"),
            None,
            "annotation of a span that is in none of the files given",
        ),
    ],
)
def test_feedback_rows(write, read, row: dict[str, Any], verdict: bool | None, reason: str | None) -> None:
    (one,), (_, file) = read(write("runs.jsonl", run("root", "chain"), retriever()), write("feedback.jsonl", row))
    assert up(one) is verdict
    assert [one.reason for one in file.tally.unused] == ([reason] if reason else [])


def test_stats_count_where_no_row_says_more(write, read) -> None:
    stats = {"user_score": {"n": 1, "avg": 1.0}, "correctness": {"n": 1, "avg": 0.0}, "comment": {"n": 2, "avg": None}}
    runs = write("runs.jsonl", run("root", "chain", feedback_stats=stats), retriever())
    (alone,), (file,) = read(runs)
    (joined,), _ = read(runs, write("feedback.jsonl", feedback(0)))
    assert (up(alone), up(joined)) == (True, False)
    assert joined.rating.place == Place(1, 1)
    assert {note.reason for note in file.tally.notes} == {
        "retrieval with a document that has no id: told by its text",
        "feedback `correctness` does not say that a person gave it",
    }


def test_an_average_between_up_and_down_says_neither(write, read) -> None:
    stats = {"user_score": {"n": 2, "avg": 0.5}}
    (one,), _ = read(write("runs.jsonl", run("root", "chain", feedback_stats=stats), retriever()))
    assert one.rating is None


def test_of_several_keys_the_newest_counts(write, read) -> None:
    rows = [feedback(1, created_at="2026-12-01T12:00:00"), feedback(0, key="thumbs")]
    (one,), _ = read(write("runs.jsonl", retriever()), write("feedback.jsonl", *rows))
    assert up(one) is True


def test_root_runs_alone_keep_their_questions_and_say_what_to_export(write, read) -> None:
    (one,), (file,) = read(write("runs.jsonl", run("root", "chain")))
    assert (one.query, one.answer, one.shown) == (QUESTION, "So [2].", ())
    assert "child runs" in file.tally.advice[0]


def test_a_one_of_five_stars_is_no_thumb_up(write, read) -> None:
    rows = [feedback(1, key="user_stars"), feedback(5, key="user_stars", run_id="get")]
    (one,), (_, file) = read(write("runs.jsonl", retriever()), write("feedback.jsonl", *rows))
    assert one.rating is None
    assert file.tally.used == 0
