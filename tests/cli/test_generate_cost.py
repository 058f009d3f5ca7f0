"""`goldkit generate`: what a run costs, before and after, and the limits of it."""

import json
import shutil

import pytest

from goldkit.errors import EndpointError, IncompleteError, UsageError


@pytest.fixture
def priced(tmp_path):
    """A price table in the folder: 100 and 20 tokens a reply are 0.0002 EUR."""
    path = tmp_path / "table.toml"
    path.write_text('currency = "EUR"\n[models.m]\ninput = 1\noutput = 5\n')
    return ["--prices", str(path)]


def test_the_cost_is_told_by_style_and_in_total_before_and_after(asking, priced, llm_server):
    before = asking("-n", "6", "--dry-run", *priced).stdout
    assert "EUR to" in before and "direct  3 to 24 requests" in before
    guess = json.loads(asking("-n", "6", "--dry-run", "--json", *priced).stdout)["costs"]
    assert guess["total"]["least"] == pytest.approx(guess["direct"]["least"] + guess["vague"]["least"])
    assert guess["direct"]["most"] <= guess["total"]["most"]
    assert not llm_server.requests
    done = asking("-n", "6", *priced).stdout
    assert "cost:     0.0012 EUR" in done and "3 (0 replayed)" in done


def test_a_style_whose_questions_are_turned_down_takes_no_more_than_the_dry_run_says(asking, llm_server, good):
    def lazy(body):
        vague = "in everyday words" in body["messages"][0]["content"]
        return llm_server.completion(good(body) | ({"question": "What is wrong?"} if vague else {}))

    guess = json.loads(asking("-n", "6", "--dry-run", "--json").stdout)
    most = {style["style"]: style["most_calls"] for style in guess["styles"]}
    llm_server.default = lazy
    with pytest.raises(IncompleteError, match="24 requests did not suffice"):
        asking("-n", "6")
    vague = sum("in everyday words" in body["messages"][0]["content"] for body in llm_server.requests)
    assert 12 < vague <= most["vague"] == guess["most_calls"] == len(llm_server.requests) == 24


def test_replayed_replies_cost_nothing(asking, priced, tmp_path):
    asking("-n", "4", *priced)
    shutil.copytree(tmp_path / "golden" / "journal", tmp_path / "other" / "journal")
    again = json.loads(asking("-n", "6", "--json", "--golden", str(tmp_path / "other"), *priced).stdout)["usage"]
    assert again["total"]["calls"] == 6 and again["total"]["replayed"] == 4
    assert again["total"]["cost"] == pytest.approx(2 * 0.0002)
    assert again["price"] == {"model": "m", "input": 1.0, "output": 5.0, "currency": "EUR"}
    assert sum(style["cost"] for style in again["styles"].values()) == pytest.approx(again["total"]["cost"])


def test_an_unknown_price_is_called_unknown_and_is_no_zero(asking):
    assert "cost:     price unknown" in asking("-n", "2", "--dry-run").stdout
    printed = json.loads(asking("-n", "2", "--json").stdout)
    assert printed["usage"]["price"] is None and printed["usage"]["total"]["cost"] is None


def test_a_limit_in_money_needs_a_price(asking, llm_server):
    with pytest.raises(UsageError, match=r"--max-cost needs the price of m: give --prices FILE"):
        asking("-n", "2", "--max-cost", "1")
    assert not llm_server.requests


def test_a_run_that_has_spent_its_money_is_saved_and_goes_on_where_it_stopped(asking, priced, llm_server, golden):
    with pytest.raises(IncompleteError, match=r"of 8 questions: the budget of 0\.0009 EUR is used up \(0\.001"):
        asking("-n", "8", "--max-cost", "0.0009", "--concurrency", "1", *priced)
    assert len(llm_server.requests) == 5 and len(golden().queries()) == 5
    asking("-n", "3", *priced)
    assert len(golden().queries()) == 8
    assert len(llm_server.requests) == 8


def test_a_budget_of_nothing_sends_nothing_but_takes_what_was_paid_for(asking, priced, llm_server, golden):
    asking("-n", "2", *priced)
    before = len(llm_server.requests)
    with pytest.raises(EndpointError, match=r"of 4 questions: a budget of 0 EUR pays for no request"):
        asking("-n", "4", "--max-cost", "0", *priced)
    assert len(llm_server.requests) == before


def test_calls_that_failed_are_told_beside_the_cost(asking, priced, llm_server):
    llm_server.answers = [llm_server.canned("oh no", status=500), llm_server.canned("slow down", status=429)]
    printed = asking("-n", "4", "--concurrency", "1", *priced).stdout
    assert "cost:     0.0008 EUR" in printed
    assert "          besides, 1 call failed: what it cost is not known" in printed


def test_failed_calls_are_no_replies_in_json(asking, llm_server):
    llm_server.answers = [llm_server.canned("oh no", status=500)] * 2
    usage = json.loads(asking("-n", "4", "--concurrency", "1", "--json").stdout)["usage"]
    assert (usage["total"]["failed"], usage["total"]["calls"]) == (2, 4)
    assert sum(style["failed"] for style in usage["styles"].values()) == 2
    assert (usage["late"]["calls"], usage["late"]["failed"]) == (0, 0)
