"""archi's tables: passages inside one text, verdicts in a table of their own, answers with a list of sources appended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from goldkit.logs.archi_context import passages_of
from goldkit.logs.interactions import Place, Rating, Shown

EXAMPLES = Path(__file__).parent / "examples"
AT = "2026-11-02 09:14:03.120"


def source(number: int, text: str, title: str = "T", link: str = "https://x.org/t", score: object = 0.2) -> str:
    return f"SOURCE {number}: {title} ({link})\nSIMILARITY SCORE: {score}\n\n{text}\n\n\n\n"


def row(
    number: Any, sender: str, content: Any, context: Any = "", conversation: Any = 9, **more: Any
) -> dict[str, Any]:
    fields = {"message_id": number, "conversation_id": conversation, "sender": sender, "content": content}
    return fields | {"archi_service": "Chatbot", "link": "https://x.org/best", "context": context, "ts": AT} | more


def asked(number: int, question: str = "why?", answer: str = "So [1].", context: str = "") -> list[dict[str, Any]]:
    return [row(number, "User", question), row(number + 1, "A2rchi", answer, context or source(1, "text"))]


def feedback(mid: Any, value: Any, at: str = "2026-11-02 10:00:00") -> dict[str, Any]:
    return {"mid": mid, "feedback_ts": at, "feedback": value, "feedback_msg": None, "incorrect": None}


def reasons(file: Any) -> dict[str, int]:
    return {one.reason: one.count for one in file.tally.unused}


def notes(file: Any) -> dict[str, int]:
    return {one.reason: one.count for one in file.tally.notes}


def test_the_example_tables_give_three_questions(read) -> None:
    interactions, files = read(EXAMPLES / "archi_conversations.jsonl", EXAMPLES / "archi_feedback.jsonl")
    first, second, third = interactions
    assert first.record == "900/2"
    assert first.time == "2026-11-02T09:14:03Z"
    assert first.conversation == "900"
    assert [(one.chunk, one.rank, one.document, one.cited) for one in first.shown] == [
        (None, 1, "https://twiki.example.org/docs/condor.md", True),
        (None, 2, "https://twiki.example.org/docs/condor.md", False),
        (None, 3, "https://twiki.example.org/docs/slurm.md", False),
    ]
    assert first.shown[1].text == "The condor_q command lists the jobs in your queue."
    assert [one.cited for one in second.shown] == [False, True]
    assert [one.rating for one in interactions] == [Rating(True, Place(1, 1)), None, Rating(False, Place(1, 2))]
    assert third.answer == "I could not find this in the documentation."
    assert [file.tally.records for file in files] == [6, 3]
    assert reasons(files[1]) == {"feedback that is a comment, neither like nor dislike": 1}


@pytest.mark.parametrize("score", [0.17, -1, -1.0, "N/A"])
@pytest.mark.parametrize(
    ("title", "link", "document"),
    [
        ("Condor (v2) (old)", "https://x.org/Foo_(bar)", "https://x.org/Foo_(bar)"),
        ("Slides (a)", "slides (v2).pdf", "slides (v2).pdf"),
        ("No Title", "link not available", None),
        ("Two\nlines", "https://x.org/t", "https://x.org/t"),
        ("(https://x.org/in-title)", "notes.txt", "notes.txt"),
        ("", "", None),
    ],
)
def test_titles_links_and_scores_of_every_kind(title: str, link: str, document: str | None, score: object) -> None:
    context = source(1, "one", title, link, score) + source(2, "two", score=score)
    assert passages_of(context) == (
        Shown(None, 1, "one", document=document),
        Shown(None, 2, "two", document="https://x.org/t"),
    )


@pytest.mark.parametrize(
    "text",
    [
        "see SOURCE 2: below",
        "see\nSOURCE 2: T (https://x.org/t)\nSIMILARITY SCORE: 0.1\nand on",
        "a blank\n\nline",
        "three\n\n\nbreaks",
        "see\n\n\n\nSOURCE 7: of another list (x)\nSIMILARITY SCORE: 1\n\nwhich is quoted",
        "see\n\n\n\nSOURCE 2: without a score",
    ],
)
def test_a_text_that_looks_like_a_heading_stays_whole(text: str) -> None:
    assert [one.text for one in passages_of(source(1, text) + source(2, "two"))] == [text, "two"]


def test_an_empty_text_keeps_its_rank_and_windows_line_ends_are_read() -> None:
    context = (source(1, "") + source(2, "\ntwo\n")).replace("\n", "\r\n")
    assert [(one.rank, one.text) for one in passages_of(context)] == [(1, None), (2, "two")]


def test_older_services_write_no_score() -> None:
    context = "Source 1: A (https://a)\n\none\n\n\n\nSource 2: B (No URL)\n\ntwo\n\n\n\n"
    assert [(one.text, one.document) for one in passages_of(context)] == [("one", "https://a"), ("two", None)]


@pytest.mark.parametrize(
    "appended",
    [
        '\n  <div style="\n  margin-top: 1.5em;">\n <div>Sources:</div>\n <a href="x">[2]</a></div>',
        "\n\n---\n*Retrieved for this answer*\n\n<details><summary><strong>Sources (2)</strong></summary>\n\n- [2]\n</details>\n",
        "\n\n---\n**Sources:**\n- [2](https://x.org)\n",
    ],
)
def test_the_appended_list_of_sources_is_no_part_of_the_answer(write, read, appended: str) -> None:
    path = write("a.jsonl", *asked(1, answer="So [1]." + appended, context=source(1, "one") + source(2, "two")))
    (one,), _ = read(path)
    assert one.answer == "So [1]."
    assert [shown.cited for shown in one.shown] == [True, False]


def test_the_newest_like_or_dislike_counts_whatever_the_order_of_the_rows(write, read) -> None:
    path = write(
        "all.jsonl",
        feedback(2, "dislike", "2026-11-02 12:00:00"),
        *asked(1),
        feedback("2", "like", "2026-11-02 11:00:00"),
        feedback(2, "comment", "2026-11-02 13:00:00"),
        feedback(77, "like"),
    )
    (one,), (file,) = read(path)
    assert one.rating == Rating(False, Place(0, 1))
    assert notes(file) == {"like or dislike that a newer one of the same answer replaces": 1}
    assert reasons(file) == {
        "feedback that is a comment, neither like nor dislike": 1,
        "feedback on a message that is in none of the files given": 1,
    }
    assert dict(file.tally.kinds) == {"message row": 2, "feedback row": 4}


def test_rows_joined_with_their_feedback_count_once(write, read) -> None:
    question, answer = asked(1)
    joined = [
        answer | feedback(2, value, f"2026-11-02 1{hour}:00:00") for hour, value in enumerate(("like", "dislike"))
    ]
    (one,), (file,) = read(write("joined.jsonl", question, *joined))
    assert one.rating == Rating(False, Place(0, 3))
    assert file.tally.records == file.tally.used == 3


def test_rows_in_any_order_and_twice_give_each_question_once(write, read) -> None:
    rows = [*asked(9, "first?"), *asked(11, "second?"), *asked(100, "third?")]
    interactions, (one, other) = read(write("a.jsonl", *reversed(rows)), write("b.jsonl", rows[1]))
    assert [found.query for found in interactions] == ["first?", "second?", "third?"]
    assert reasons(other) == {"message row that was read already": 1}
    assert one.tally.used == 6


def test_a_refreshed_answer_belongs_to_the_same_question_and_an_unanswered_question_is_kept(write, read) -> None:
    rows = [*asked(1), row(3, "archi", "Or so.", source(1, "b")), row(4, "User", "and?"), row(5, "User", "hello?")]
    interactions, (file,) = read(write("a.jsonl", *rows))
    assert [(one.record, one.query, len(one.shown)) for one in interactions] == [
        ("9/2", "why?", 1),
        ("9/3", "why?", 1),
        ("9/4", "and?", 0),
        ("9/5", "hello?", 0),
    ]
    assert notes(file) == {
        "another answer to the same question: it counts as asked again": 1,
        "question without an answer": 2,
    }


def test_metadata_rows_tell_the_user(write, read) -> None:
    metadata = {"conversation_id": 9, "client_id": "c", "user_id": None, "title": "t", "last_message_at": AT}
    (one,), (file,) = (
        read(write("a.jsonl", *asked(1)), write("m.jsonl", metadata))[0],
        read(write("m2.jsonl", metadata))[1],
    )
    assert one.user == "c"
    assert file.tally.used == 1


def test_what_does_not_fit_is_counted(write, read) -> None:
    path = write(
        "a.jsonl",
        row(1, "archi", "So."),
        row(2, "User", None),
        row(3, "User", {"a": 1}),
        row(4, "User", "lost?", conversation=None),
        {"sender": "User"},
        row([1], "User", "why?"),
        row(None, "A2rchi", "So [4].", "no list at all"),
        feedback(None, "like"),
        feedback(["x"], 5),
    )
    (one,), (file,) = read(path)
    assert (one.query, one.answer, one.shown) == ("why?", "So [4].", ())
    assert reasons(file) == {
        "message row without a text": 2,
        "answer without a question before it": 1,
        "message row without a conversation": 1,
        "a row of none of the tables conversations, feedback and conversation_metadata": 1,
        "feedback on a message that is in none of the files given": 2,
    }
    assert notes(file) == {"answer whose context lists no SOURCE": 1}
