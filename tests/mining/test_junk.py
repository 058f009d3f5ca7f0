"""What is no question of a person: by its text, or by who asked it how often. Nothing goes without a count, nothing for good."""

from __future__ import annotations

import pytest

from goldkit.mining.asks import SESSIONS, Asks
from goldkit.mining.junk import junk
from goldkit.mining.machines import ANONYMOUS, AT_PACE, BY_ONE, FEW, MANY

MAP = {"query": "q", "chunks": "docs", "id": "id", "session": "s", "time": "at", "cited": "cited"}
TOOL = "a prompt of the chat system itself"
TRIAL = "somebody trying the system out"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Bonjour !", "a greeting, thanks or a test"),
        ("Guten Tag", "a greeting, thanks or a test"),
        ("こんにちは", "a greeting, thanks or a test"),
        ("شكرا", "a greeting, thanks or a test"),
        ("Спасибо!", "a greeting, thanks or a test"),
        ("test test 123", TRIAL),
        ("asdf asdf", TRIAL),
        ("foo bar 42", TRIAL),
        ("load test #17", TRIAL),
        ("aaaaaaa", TRIAL),
        ("### Task:\nGenerate a concise, 3-5 word title with an emoji summarizing the chat history.", TOOL),
        ("### Task:\nSuggest 3-5 relevant follow-up questions or prompts", TOOL),
        ("Create a concise, 3-5 word phrase as a header for the following query", TOOL),
        ("Analyze the chat history to determine the necessity of generating search queries", TOOL),
        ("Generate 1-3 broad tags categorizing the main themes", TOOL),
        ("Given the following conversation and a follow up question, rephrase it", TOOL),
        ("x\n<chat_history>\nUSER: why\n</chat_history>", TOOL),
        ("x\n<chat_history>\n" + "USER: why\n" * 2000, TOOL),
        ("why? " * 2001, "a pasted document"),
        ("…?", "no words"),
    ],
)
def test_texts_that_ask_nothing(text, reason):
    assert junk(text) == reason


@pytest.mark.parametrize(
    "text",
    [
        "tag",
        "morgen",
        "benchmark",
        "load test",
        "test the tape",
        "bar code reader",
        "hi, why is it slow",
        "what is a task",
        "generate a token",
        "generate a report of transfers",
        "summary of OPS-3318",
        "123",
        "C++",
        "aaa",
        "foobar",
        "how do I greet hello",
        "why does it say this?\n" + "Traceback, line 1\n" * 400,
    ],
)
def test_texts_that_may_be_questions(text):
    assert junk(text) is None


def asked(times: int, session: str | None, text: str = "is it up", second: str | None = None, base: int = 0):
    rows = (
        {"q": text, "docs": ["a"], "cited": ["a"], "id": f"{text}{session}{base}{n}", "s": session}
        for n in range(times)
    )
    return [row | ({"at": second} if second else {"at": 1796119200 + 60 * n}) for n, row in enumerate(rows)]


PEOPLE = asked(1, "ana", "why is the tape slow")


def test_a_bot_is_set_aside_with_its_count_and_its_proposals_wait(mill):
    result = mill.rows(*asked(300, "bot"), *PEOPLE)
    found = {query.text: query for query in mill.golden.queries()}
    bot = found["is it up"]
    assert (bot.aside, bot.weight) == (BY_ONE, 1.0) and found["why is the tape slow"].aside is None
    assert (result.machine_questions, result.machine_times, result.interactions) == (1, 299, 301)
    assert result.set_aside == {BY_ONE: 1}
    assert bot.id in {line.query for line in mill.golden.judgments()}


def test_what_people_ask_too_stays_and_counts_them_only(mill):
    people = [row for n in range(FEW) for row in asked(1, f"p{n}", base=n + 1)]
    mill.rows(*people, *asked(300, "bot"), *PEOPLE)
    found = {query.text: query for query in mill.golden.queries()}
    assert (found["is it up"].aside, found["is it up"].weight) == (None, FEW + 1.0)


@pytest.mark.parametrize("order", [1, -1])
def test_the_count_does_not_hang_on_the_order_and_mining_again_adds_nothing(mill, order):
    mill.rows(*[*asked(2, "eve", base=7), *asked(300, "bot"), *PEOPLE][::order])
    query = next(query for query in mill.golden.queries() if query.text == "is it up")
    assert (query.weight, query.aside) == (3.0, BY_ONE)
    before = mill.digest()
    mill.rows(*[*asked(2, "eve", base=7), *asked(300, "bot"), *PEOPLE][::order])
    assert mill.digest() == before


def test_wordings_of_a_bot_are_counted_together(mill):
    half = MANY // 2
    result = mill.rows(*asked(half, "bot", "is the tape up"), *asked(half, "bot", "is the tape up!!"), *PEOPLE)
    assert result.machine_times == MANY - 1


def test_a_load_test_is_told_by_its_pace(mill):
    result = mill.rows(*asked(150, None, second="2026-11-01T10:00:00Z"), *PEOPLE)
    found = {query.text: query for query in mill.golden.queries()}
    assert (found["is it up"].aside, found["is it up"].weight, result.machine_times) == (AT_PACE, 1.0, 149)


@pytest.mark.parametrize("name", [*sorted(ANONYMOUS)[:3], "everybody"])
def test_a_name_that_stands_for_everybody_says_nothing_about_who_asked(mill, name):
    rows = asked(300, name) if name == "everybody" else [*asked(300, name), *PEOPLE]
    mill.rows(*rows)
    query = next(query for query in mill.golden.queries() if query.text == "is it up")
    assert (query.aside, query.weight) == (None, 300.0), "where the log has one session only, it is no session"


def test_a_popular_question_is_no_machines(mill):
    result = mill.rows(*(row for n in range(120) for row in asked(2, f"s{n}")), *PEOPLE)
    assert (result.machine_questions, mill.golden.queries()[0].aside) == (0, None)


def test_only_so_many_sessions_are_counted_for_a_question():
    asks = Asks()
    for n in range(SESSIONS + 5):
        asks.add("b", str(n), None)
    assert asks.many and not asks.sessions
    other = Asks()
    other.update(asks)
    assert other.many


def test_a_known_question_that_a_bot_takes_up_keeps_its_place_and_its_weight(mill):
    mill.rows(*asked(3, "ana"), *PEOPLE, name="one.jsonl")
    mill.rows(*asked(300, "bot", base=50), *asked(1, "eve", "what else is there"), name="two.jsonl")
    query = next(query for query in mill.golden.queries() if query.text == "is it up")
    assert (query.aside, query.weight) == (None, 4.0)
