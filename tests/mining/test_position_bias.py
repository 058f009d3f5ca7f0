"""Clicks against the rank they were made at: corrected only where the log tells examination from relevance, and only clicks."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from typing import Any

import pytest

from goldkit.mining.clicks_by_rank import ClicksByRank
from goldkit.mining.collect import Asked
from goldkit.mining.position_bias import MOST, NEEDED, click_weights, correct_clicks, position_bias
from goldkit.reports.mine_text import mine_text
from goldkit.results.position_bias import Examined, PositionBias, RankClicks

MAP = {
    "query": "q",
    "chunks": "docs",
    "clicked": "clicked",
    "cited": "cited",
    "feedback": "thumb",
    "session": "s",
    "id": "id",
}
LOOKED_AT = {1: 1.0, 2: 0.5, 3: 0.25}


def searches(questions: int, each: int = 12, seed: int = 1, swap: bool = True) -> list[dict[str, Any]]:
    """Searches with known examination; the three chunks of a question change places where swapped, so that each tells."""
    rng = random.Random(seed)
    rows = []
    for question in range(questions):
        chunks = [f"c{question}-{at}" for at in range(3)]
        worth = {chunk: rng.uniform(0.1, 0.9) for chunk in chunks}
        for at in range(each):
            shown = rng.sample(chunks, 3) if swap else chunks
            clicked = [chunk for rank, chunk in enumerate(shown, 1) if rng.random() < worth[chunk] * LOOKED_AT[rank]]
            rows.append(
                {"q": f"question {question}", "docs": shown, "clicked": clicked, "id": f"{question}/{at}", "s": str(at)}
            )
    return rows


def test_known_examination_comes_back_through_mining(mill):
    result = mill.look(mill.write("log.jsonl", *searches(400)), mapping=MAP)
    bias = result.position_bias
    assert (bias.several, bias.needed, bias.identifiable) == (1200, NEEDED, True)
    assert [one.rank for one in bias.ranks] == [1, 2, 3]
    for one in bias.ranks:
        assert one.shown == 4800
        assert one.examined.estimate == pytest.approx(LOOKED_AT[one.rank], rel=0.08)
        assert one.examined.low <= LOOKED_AT[one.rank] <= one.examined.high


def test_a_click_further_down_counts_for_more_but_no_more_than_the_log_can_tell(mill):
    result = mill.look(mill.write("log.jsonl", *searches(400)), mapping=MAP)
    examined = {one.rank: one.examined for one in result.position_bias.ranks}
    expected: dict[tuple[str, str], float] = {}
    for row in searches(400):
        for rank, chunk in enumerate(row["docs"], 1):
            if chunk in row["clicked"]:
                pair = (row["q"], chunk)
                expected[pair] = expected.get(pair, 0.0) + 1 / examined[rank].high - 1
    texts = {query.id: query.text for query in result.queries}
    found = {(texts[line.query], line.chunk): line.evidence.get("rank_correction", 0) for line in result.proposals}
    assert found == pytest.approx({pair: expected.get(pair, 0) for pair in found}, abs=0.006)
    assert any(found.values())
    line = next(line for line in result.proposals if line.evidence.get("rank_correction"))
    assert line.metadata["priority"]["rank_correction"] > 0
    assert line.priority == pytest.approx(sum(line.metadata["priority"].values()))


def test_below_the_threshold_nothing_is_corrected_and_it_says_so(mill):
    result = mill.look(mill.write("log.jsonl", *searches(66)), mapping=MAP)
    bias = result.position_bias
    assert (bias.several, bias.identifiable) == (198, False)
    assert all(one.examined is None for one in bias.ranks)
    assert not any("rank_correction" in line.evidence for line in result.proposals)
    text = " ".join(mine_text(result).split())
    assert "not identifiable from this log: there are 198 pairs" in text and "where 200 are needed" in text
    assert f"{bias.ranks[0].rate:.1%}" in text


def test_ranks_that_never_change_tell_nothing_however_many_searches(mill):
    result = mill.look(mill.write("log.jsonl", *searches(300, swap=False)), mapping=MAP)
    assert (result.position_bias.several, result.position_bias.identifiable) == (0, False)


def test_many_pairs_without_clicks_at_two_ranks_are_not_enough(mill):
    rows = [
        {"q": f"q{number}", "docs": docs, "clicked": docs[:1] if at == 0 and number < 5 else [], "id": f"{number}/{at}"}
        for number in range(150)
        for at, docs in enumerate((["a", "b"], ["b", "a"]))
    ]
    result = mill.look(mill.write("log.jsonl", *rows), mapping=MAP)
    assert (result.position_bias.several, result.position_bias.identifiable) == (300, False)
    assert "but with too few clicks" in " ".join(mine_text(result).split())


def test_clicks_over_expected_clicks_by_hand(mill):
    """Rank 1 is clicked 3 times of 4, rank 2 once of 4. b: one click at each rank, shown once at 1 and 3 times at 2."""
    rows = [
        {"q": "why?", "docs": ["a", "b"], "clicked": ["a"], "id": 1},
        {"q": "why?", "docs": ["a", "b"], "clicked": ["a", "b"], "id": 2},
        {"q": "why?", "docs": ["a", "b"], "clicked": [], "id": 3},
        {"q": "why?", "docs": ["b", "a"], "clicked": ["b"], "id": 4},
    ]
    result = mill.look(mill.write("log.jsonl", *rows), mapping=MAP)
    coec = {line.chunk: line.metadata["coec"] for line in result.proposals}
    assert coec == pytest.approx({"a": 2 / (3 * 0.75 + 0.25), "b": 2 / (0.75 + 3 * 0.25)}, abs=1e-3)


def test_citations_and_thumbs_are_never_corrected(mill):
    rows = [row | {"cited": row["clicked"], "thumb": "up", "clicked": []} for row in searches(100)]
    result = mill.look(mill.write("log.jsonl", *rows), mapping=MAP)
    assert result.position_bias is None
    both = [row | {"cited": row["docs"], "thumb": "up"} for row in searches(100)]
    lines = mill.look(mill.write("both.jsonl", *both), mapping=MAP).proposals
    assert any(line.evidence.get("rank_correction") for line in lines)
    assert all(line.evidence["cited"] == line.evidence["answer_thumbs_up"] == 12 for line in lines)


def test_it_can_be_turned_off(mill):
    log = mill.write("log.jsonl", *searches(100))
    result = mill.look(log, mapping=MAP, unbias=False)
    assert result.position_bias is None
    assert not any("rank_correction" in line.evidence or "coec" in line.metadata for line in result.proposals)
    assert "known rank" not in mine_text(result)


def test_logs_that_tell_of_no_clicks_are_no_logs_of_results_that_nobody_clicked(mill):
    names = {name: path for name, path in MAP.items() if name != "clicked"}
    result = mill.look(mill.write("log.jsonl", *searches(100)), mapping=names)
    assert result.position_bias is None


def test_corrections_add_up_over_files_and_mining_again_changes_nothing(mill):
    rows = searches(200)
    one, two = mill.write("1.jsonl", *rows[::2]), mill.write("2.jsonl", *rows[1::2])
    mill.mine(one, mapping=MAP)
    mill.mine(two, mapping=MAP)
    clicks = sum(len(row["clicked"]) for row in rows)
    evidence = mill.evidence().values()
    assert sum(found.get("clicked", 0) for found in evidence) == clicks
    by_line = sum(line.evidence.get("rank_correction", 0) for line in mill.golden.judgments())
    assert sum(found.get("rank_correction", 0) for found in evidence) == pytest.approx(by_line) and by_line > 0
    before = mill.digest()
    mill.mine(one, two, mapping=MAP)
    assert mill.digest() == before


def test_a_weight_is_bounded_and_a_rank_without_an_estimate_takes_the_one_above(mill):
    ranks = (
        RankClicks(rank=1, shown=9, clicked=9),
        RankClicks(rank=2, shown=9, clicked=9, examined=Examined(1, 1, 1)),
        RankClicks(rank=3, shown=9, clicked=9, examined=Examined(0.01, 0.001, 0.02)),
        RankClicks(rank=4, shown=9, clicked=9),
        RankClicks(rank=5, shown=9, clicked=9, examined=Examined(0.3, 0.1, 1.4)),
        RankClicks(rank=6, shown=9, clicked=9, examined=Examined(0.4, 0.3, 0.5)),
    )
    bias = PositionBias(several=200, needed=200, identifiable=True, most=MOST, ranks=ranks)
    asked = Asked("why?", None, "r", "f", 1, "1", ranks=ClicksByRank())
    for rank in range(1, 7):
        asked.count("b", str(rank), "clicked", 2)
        asked.ranks.clicked[str(rank), rank, "b"] = 2  # type: ignore[union-attr]
    correct_clicks(asked, click_weights(bias))
    corrections = {chunk: found.get("rank_correction", 0) for (_, chunk), found in asked.evidence.items()}
    assert corrections == {"1": 0, "2": 0, "3": 2 * (MOST - 1), "4": 2 * (MOST - 1), "5": 0, "6": 2}


def test_no_clicks_at_a_known_rank_is_no_table():
    assert position_bias([Asked("why?", None, "r", "f", 1, "1")]) is None


def goldkit(*arguments: str, cwd: Any) -> str:
    done = subprocess.run([sys.executable, "-m", "goldkit", *arguments], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_command_prints_it_and_can_leave_it_out(mill):
    log = mill.write("log.jsonl", *searches(100))
    mapped = [f"--map={name}={path}" for name, path in MAP.items()]
    text = goldkit("mine", str(log), *mapped, "--dry-run", cwd=mill.folder)
    assert "300 pairs of question and chunk shown at two or more ranks" in " ".join(text.split())
    told = json.loads(goldkit("mine", str(log), *mapped, "--dry-run", "--json", cwd=mill.folder))["position_bias"]
    assert (told["several"], told["identifiable"], len(told["ranks"])) == (300, True, 3)
    assert told["ranks"][0]["examined"] == {"estimate": 1.0, "low": 1.0, "high": 1.0}
    without = goldkit("mine", str(log), *mapped, "--dry-run", "--no-position-bias", cwd=mill.folder)
    assert "two or more ranks" not in without


def test_wordings_of_one_question_tell_together(mill):
    rows = [
        {"q": "How do I renew the ticket?", "docs": ["a", "b"], "clicked": ["a"], "id": 1},
        {"q": "how do i renew a ticket", "docs": ["b", "a"], "clicked": ["a"], "id": 2},
    ]
    result = mill.look(mill.write("log.jsonl", *rows), mapping=MAP)
    assert (result.new, result.position_bias.several) == (1, 2)
    (line,) = result.proposals
    assert line.metadata["coec"] == pytest.approx(2 / (0.5 + 0.5))
