"""`goldkit generate --like-log`, through the command, on a set that has questions of a log."""

import json
import re

import pytest

from goldkit.errors import IncompleteError, UsageError
from goldkit.records import Query


@pytest.fixture
def logged(golden):
    """Puts log questions into the set: 12 direct ones of 6 words, 6 vague ones of 12."""
    directory = golden()
    directory.create()
    direct = [Query(id=f"d{at}", text=f"which team opens valve number {at}", origin="log") for at in range(12)]
    words = "what was it again that the keeper did at night in {}"
    vague = [Query(id=f"v{at}", text=words.format(at), origin="log", tags=("vague",)) for at in range(6)]
    directory.rewrite_queries(lambda present: [*direct, *vague])


@pytest.fixture
def lengths(llm_server, good):
    """The model answers with questions of all lengths."""

    def answer(body):
        made = good(body)
        number = int(made["answer"])
        more = " of all" * (number % 4)
        question = f"When is valve {number} of team {number * 7} open{more}?" if number % 2 else made["question"]
        return llm_server.completion(made | {"question": question})

    llm_server.default = answer


def shares(result):
    return {row["name"]: (row["log"], row["got"]) for row in json.loads(result.stdout)["like_log"]}


def test_the_shares_come_near_the_log_s(logged, lengths, asking, golden):
    rows = shares(asking("-n", "12", "--like-log", "--json"))
    assert rows["direct"] == pytest.approx((2 / 3, 2 / 3))
    assert rows["vague"] == pytest.approx((1 / 3, 1 / 3))
    assert sum(query.origin == "synthetic" for query in golden().queries()) == 12


def test_the_report_has_a_line_a_group(logged, lengths, asking):
    done = asking("-n", "6", "--like-log")
    assert re.search(r"like the log: +log +these\n  direct style +67% +67%\n  vague style +33% +33%\n", done.stdout)
    assert re.search(r"\n  1-6 words +67% +\d+%\n", done.stdout)


def test_a_dry_run_counts_the_styles_by_the_log(logged, asking, llm_server):
    estimate = json.loads(asking("-n", "9", "--like-log", "--dry-run", "--json").stdout)
    assert {row["style"]: row["least_calls"] for row in estimate["styles"]} == {"direct": 6, "vague": 3}
    assert not llm_server.requests
    total = sum(row["least_prompt_tokens"] for row in estimate["styles"])
    assert estimate["prompt_tokens_a_call"] == pytest.approx(total / 9, rel=0.01)


def test_named_styles_share_as_in_the_log(logged, lengths, asking):
    done = asking("-n", "4", "--like-log", "--style", "vague", "--style", "keyword", "--json")
    assert shares(done)["vague"] == (1, 1)
    assert "note: no log question in dev is asked as keyword, so --like-log asks none" in done.stderr
    with pytest.raises(UsageError, match="asked as keyword or typo; the log has direct, vague"):
        asking("-n", "4", "--like-log", "--style", "keyword", "--style", "typo")


def test_too_few_log_questions_are_told_before_anything_is_asked(asking, llm_server):
    with pytest.raises(UsageError, match=r"0 log questions in dev, at least 10 are needed.*goldkit mine"):
        asking("-n", "4", "--like-log")
    assert not llm_server.requests


def test_a_model_that_writes_one_length_only_is_told(logged, asking, llm_server, good):
    def long(body):
        made = good(body)
        question = f"When is valve {made['answer']} opened by the {'tall ' * 6}keeper {int(made['answer']) * 7}?"
        return llm_server.completion(made | {"question": question})

    llm_server.default = long
    done = asking("-n", "6", "--like-log", "--style", "direct").stdout
    assert "accepted: 6 of 6" in done and "6  longer than the log asks" in done
    assert "after 6 refusals any length was taken" in done


def test_more_than_the_corpus_has_is_exit_4_with_reasons(logged, lengths, asking):
    with pytest.raises(IncompleteError, match=r"of 300 questions: .*They are saved"):
        asking("-n", "300", "--like-log")
