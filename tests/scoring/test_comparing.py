"""Deltas, verdicts, readings and slices of whole scoring calls."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from uncounted import score

from goldkit.reports.score_json import score_json
from goldkit.reports.score_text import score_text
from goldkit.results.score import Delta, ScoreResult
from goldkit.scoring.options import ScoreOptions

FAST = ScoreOptions(replicates=2_000)


def queries(make: SimpleNamespace, n: int, **rest: Any) -> list[Any]:
    return [make.query(f"q{i:03}", {"a": 1, "b": 1}, **rest) for i in range(n)]


def ranked(make: SimpleNamespace, name: str, lists: list[str]) -> Any:
    return make.run(name, {f"q{i:03}": tuple(found) for i, found in enumerate(lists)})


def primary(result: ScoreResult, run: str) -> Delta:
    return next(delta for delta in result.deltas if delta.run == run and delta.p_adjusted is not None)


def compare(make: SimpleNamespace, before: list[str], after: list[str], **rest: Any) -> Delta:
    found = score(
        make.scoreset(*queries(make, len(before)), **rest),
        [ranked(make, "before", before), ranked(make, "after", after)],
        options=FAST,
    )
    return primary(found, "after")


@pytest.mark.parametrize(
    ("before", "after", "verdict", "reading"),
    [
        (
            "axy",
            "abx",
            "better",
            "recall@10 up, MRR flat: new chunks reached; the first useful one ranks where it did.",
        ),
        ("xax", "abx", "better", "recall@10 up, MRR up: new chunks reached, and the first useful one ranks higher."),
        ("axy", "xab", "better", "recall@10 up, MRR down: new chunks reached, but the first useful one ranks lower."),
        ("abx", "axy", "worse", "recall@10 down, MRR flat: chunks lost; the first useful one ranks where it did."),
        ("xab", "xya", "worse", "recall@10 down, MRR down: chunks lost, and the first useful one ranks lower."),
        ("xab", "axy", "worse", "recall@10 down, MRR up: chunks lost, while the first useful one ranks higher."),
        ("xab", "abx", "equivalent", "recall@10 flat, MRR up: reordering: what was found before now ranks higher."),
        ("abx", "xab", "equivalent", "recall@10 flat, MRR down: reordering for the worse"),
        ("axb", "abx", "equivalent", "Only nDCG@10 up; recall@10 and MRR within noise."),
        ("abx", "abx", "equivalent", "No query changed in recall@10."),
    ],
)
def test_readings(make: SimpleNamespace, before: str, after: str, verdict: str, reading: str) -> None:
    found = compare(make, [before] * 50, [after] * 50)
    assert found.verdict == verdict
    assert reading in found.reading


def test_too_small_says_what_it_would_take(make: SimpleNamespace) -> None:
    generator = np.random.default_rng(4)
    before = [str(generator.choice(["axy", "abx"])) for _ in range(60)]
    after = [str(generator.choice(["axy", "abx"])) for _ in range(60)]
    found = compare(make, before, after)
    assert found.verdict == "too_small"
    assert f"{abs(found.delta):.3f}, as seen here, needs about" in found.reading
    assert "the set's margin of 0.080 needs about" in compare(make, before, after, margin=0.08).reading
    assert found.smallest_visible is not None
    assert "Too small to call: differences in recall@10 show from 0." in found.reading
    assert "more queries" in found.reading
    assert found.interval[0] < 0 < found.interval[1]
    assert found.wins + found.ties + found.losses == 60


def test_a_figure_within_noise_but_beyond_the_margin_is_not_called_flat(make: SimpleNamespace) -> None:
    found = compare(make, ["xaxx"] * 50, ["axxx"] * 44 + ["abxx"] * 3 + ["xxax"] * 3)
    assert found.verdict == "too_small" and found.delta > 0.02
    assert found.reading.startswith(
        "MRR up; recall@10 +0.030 is within noise, so whether other chunks are reached stays open."
    )


@pytest.mark.parametrize(("blocks", "verdict"), [(19, "none"), (25, "better"), (60, "better")])
def test_blocks_not_queries_decide_whether_there_is_a_verdict(make: SimpleNamespace, blocks: int, verdict: str) -> None:
    tied = [make.query(f"q{i:03}", {"a": 1, "b": 1}, block=f"b{i % blocks}") for i in range(60)]
    runs = [ranked(make, "before", ["axy"] * 60), ranked(make, "after", ["abx"] * 60)]
    result = score(make.scoreset(*tied), runs, options=FAST)
    found = primary(result, "after")
    assert result.method.blocks == blocks
    assert found.verdict == verdict
    assert (f"only {blocks} independent groups" in found.reason) == (blocks < 40)
    assert ("No verdict" in found.reading) == (blocks < 20)


def test_a_single_block_says_nothing_and_claims_nothing(make: SimpleNamespace) -> None:
    tied = [make.query(f"q{i:03}", {"a": 1}, block="all") for i in range(30)]
    result = score(make.scoreset(*tied), [ranked(make, "before", ["xax"] * 30), ranked(make, "after", ["axx"] * 30)])
    assert not result.runs[0].intervals
    assert {delta.interval for delta in result.deltas} == {None}
    assert {delta.smallest_visible for delta in result.deltas} == {None}
    assert "- no interval: all 30 queries are one independent group" in score_text(result)


def test_more_runs_at_once_see_less_in_the_primary_measure_only(make: SimpleNamespace) -> None:
    before, after = ["axy"] * 60, ["abx" if i % 3 else "xya" for i in range(60)]
    wanted = make.scoreset(*queries(make, 60))
    runs = [ranked(make, "before", before), ranked(make, "after", after), ranked(make, "third", after[::-1])]
    two, three = score(wanted, runs[:2], options=FAST).deltas, score(wanted, runs, options=FAST).deltas[:3]
    assert three[0].smallest_visible is not None
    assert two[0].smallest_visible is not None
    assert three[0].smallest_visible > two[0].smallest_visible
    assert [delta.smallest_visible for delta in three[1:]] == [delta.smallest_visible for delta in two[1:]]


def test_a_look_budget_multiplies_p_and_widens_the_interval(make: SimpleNamespace) -> None:
    generator = np.random.default_rng(8)
    before = ["axy"] * 60
    after = [str(generator.choice(["axy", "abx", "xyz"], p=[0.6, 0.3, 0.1])) for _ in range(60)]
    free, paid = compare(make, before, after), compare(make, before, after, frozen=True, digest="d", look_budget=10)
    assert free.p_adjusted == free.p == paid.p
    assert paid.p_adjusted == pytest.approx(10 * paid.p)
    assert paid.interval[0] < free.interval[0] < free.interval[1] < paid.interval[1]
    assert paid.smallest_visible is not None
    assert free.smallest_visible is not None
    assert paid.smallest_visible > free.smallest_visible


def test_looks_are_paid_for_without_the_largest_group_too(make: SimpleNamespace) -> None:
    before, after = ["axy"] * 60, ["abx"] * 8 + ["axy"] * 52
    free, paid = compare(make, before, after), compare(make, before, after, frozen=True, digest="d", look_budget=10)
    assert (free.without_largest, paid.without_largest) == ("better", "too_small")


def test_no_verdict_once_the_looks_are_spent(make: SimpleNamespace) -> None:
    frozen = make.scoreset(*queries(make, 60), frozen=True, digest="d", look_budget=3)
    runs = [ranked(make, "before", ["axy"] * 60), ranked(make, "after", ["abx"] * 60)]
    assert primary(score(frozen, runs, options=FAST), "after").verdict == "better"
    spent = score(frozen, runs, options=FAST, spent=True)
    assert {delta.verdict for delta in spent.deltas} == {"none"}
    assert primary(spent, "after").reading.startswith("No verdict: the look budget of 3 is spent")
    assert not any("beyond" in delta.reading for delta in spent.deltas)


def test_interval_and_p_agree_on_every_delta(make: SimpleNamespace) -> None:
    generator = np.random.default_rng(2)
    runs = [
        ranked(make, f"r{j}", [str(generator.choice(["axy", "abx", "xab", "xyz"])) for _ in range(45)])
        for j in range(5)
    ]
    result = score(make.scoreset(*queries(make, 45)), runs, ["recall", "MRR", "nDCG", "hit", "AP"], options=FAST)
    assert len(result.deltas) == 4 * 5
    for delta in result.deltas:
        assert (delta.p <= 0.05) == (not delta.interval[0] <= 0 <= delta.interval[1])
        assert delta.p_adjusted is None or delta.p_adjusted >= delta.p
        assert -1 <= delta.interval[0] <= delta.delta + 1e-12
        assert delta.delta - 1e-12 <= delta.interval[1] <= 1


def test_secondary_measures_carry_no_verdict(make: SimpleNamespace) -> None:
    runs = [ranked(make, "before", ["axy"] * 30), ranked(make, "after", ["abx"] * 30)]
    declared = make.scoreset(*queries(make, 30), primary="recall")
    result = score(declared, runs, ["MRR", "recall", "nDCG"], options=FAST)
    assert [(delta.measure, delta.verdict, delta.reason) for delta in result.deltas if delta.p_adjusted is None] == [
        ("MRR", "none", "secondary, uncorrected"),
        ("nDCG@10", "none", "secondary, uncorrected"),
    ]
    only = score(declared, runs, ["AP"], options=FAST)
    assert only.deltas[0].verdict == "none"
    assert "no verdicts: the primary measure, recall@10, is not in the table" in only.notes


@pytest.mark.parametrize(("asked", "decides"), [((), "recall@10"), (("MRR", "nDCG"), "MRR"), (("AP",), "AP")])
def test_where_none_is_declared_the_first_measure_asked_for_carries_the_verdict(
    make: SimpleNamespace, asked: tuple[str, ...], decides: str
) -> None:
    runs = [ranked(make, "before", ["axy"] * 30), ranked(make, "after", ["abx"] * 30)]
    result = score(make.scoreset(*queries(make, 30)), runs, asked, options=FAST)
    assert result.method.primary == decides
    assert [delta.measure for delta in result.deltas if delta.p_adjusted is not None] == [decides]


def test_the_baseline_may_be_any_run_and_swapping_it_mirrors_the_delta(make: SimpleNamespace) -> None:
    runs = [ranked(make, "x", ["axy"] * 20 + ["abx"] * 20), ranked(make, "y", ["abx"] * 30 + ["xyz"] * 10)]
    wanted = make.scoreset(*queries(make, 40))
    forth = primary(score(wanted, runs, options=FAST), "y")
    back = primary(score(wanted, runs, baseline="y", options=FAST), "x")
    assert back.delta == pytest.approx(-forth.delta)
    assert back.interval == pytest.approx((-forth.interval[1], -forth.interval[0]))
    assert (back.p, back.wins, back.losses) == (forth.p, forth.losses, forth.wins)


def test_one_block_that_makes_the_change_is_seen(make: SimpleNamespace) -> None:
    tied = [make.query(f"q{i:03}", {"a": 1, "b": 1}, block="big" if i < 10 else f"b{i}") for i in range(40)]
    after = ["abx"] * 11 + ["axy"] * 29
    runs = [ranked(make, "before", ["axy"] * 40), ranked(make, "after", after)]
    assert primary(score(make.scoreset(*tied), runs, options=FAST), "after").largest_block_share == pytest.approx(
        10 / 11
    )


def test_origins_and_tags_are_kept_apart_and_opposite_moves_are_said(make: SimpleNamespace) -> None:
    mixed = [
        make.query(
            f"q{i:03}",
            {"a": 1, "b": 1},
            origin="log" if i < 30 else "synthetic",
            tags=("exact",) if i % 2 else ("vague",),
        )
        for i in range(40)
    ]
    mixed.append(make.query("q900", {}, origin="log"))
    before = ["axy"] * 40
    after = ["xyz" if i % 2 else "abx" for i in range(40)]
    runs = [ranked(make, "before", before), ranked(make, "after", after)]
    result = score(make.scoreset(*mixed), runs, options=FAST)
    parts = {(part.by, part.name): part for part in result.slices}
    assert list(parts) == [("origin", "log"), ("origin", "synthetic"), ("tag", "exact"), ("tag", "vague")]
    log = parts["origin", "log"]
    assert (log.n, log.no_relevant.unjudged, log.exploratory) == (30, 1, False)
    assert log.deltas[0].interval is not None
    assert parts["tag", "exact"].exploratory
    assert parts["tag", "exact"].deltas[0].p_adjusted == pytest.approx(2 * parts["tag", "exact"].deltas[0].p)
    assert parts["tag", "exact"].means["after"]["recall@10"] == 0.0
    assert parts["tag", "exact"].deltas[0].delta == -0.5
    assert primary(result, "after").reading.startswith(
        "Hidden by the mean: tag exact got worse in recall@10 (−0.500, 20 queries) while the other 20 got better (+0.500): "
        "beyond chance, p 0.001 after adjustment for 4 slices."
    )


def test_a_split_that_only_a_secondary_measure_shows_is_said(make: SimpleNamespace) -> None:
    mixed = [make.query(f"q{i:03}", {"a": 1, "b": 1}, tags=("exact",) if i % 2 else ("vague",)) for i in range(40)]
    before = ["xab" if i % 2 == 0 else "abx" for i in range(40)]
    after = ["abx" if i % 2 == 0 else "xab" for i in range(40)]
    runs = [ranked(make, "before", before), ranked(make, "after", after)]
    found = primary(score(make.scoreset(*mixed), runs, options=FAST), "after")
    said = "tag exact got worse in MRR (−0.500, 20 queries) while the other 20 got better (+0.500)"
    assert found.reading.startswith(f"Hidden by the mean: {said}")


@pytest.mark.parametrize(("frozen", "shown"), [(True, False), (False, True)])
def test_a_frozen_set_shows_no_mean_of_a_few_queries(make: SimpleNamespace, frozen: bool, shown: bool) -> None:
    mixed = [make.query(f"q{i:03}", {"a": 1}, tags=("rare",) if i < 4 else ("common",)) for i in range(30)]
    held = make.scoreset(*mixed, frozen=frozen, digest="d" if frozen else None)
    result = score(held, [ranked(make, "before", ["xax"] * 30), ranked(make, "after", ["axx"] * 30)], options=FAST)
    tags = {part.name: part for part in result.slices if part.by == "tag"}
    assert (tags["rare"].n, bool(tags["rare"].means), bool(tags["rare"].deltas)) == (4, shown, shown)
    assert tags["common"].means and tags["common"].deltas
    assert ("too few queries to show of a frozen set: rare (4)" in score_text(result)) == frozen


def test_slices_that_agree_are_no_news(make: SimpleNamespace) -> None:
    mixed = [make.query(f"q{i:03}", {"a": 1, "b": 1}, tags=("exact",) if i % 2 else ("vague",)) for i in range(40)]
    runs = [ranked(make, "before", ["axy"] * 40), ranked(make, "after", ["abx" if i % 2 else "ayb" for i in range(40)])]
    assert "idden by the mean" not in primary(score(make.scoreset(*mixed), runs, options=FAST), "after").reading


def test_same_input_same_bytes_in_any_order_of_queries(make: SimpleNamespace) -> None:
    generator = np.random.default_rng(6)
    lists = [[str(generator.choice(["axy", "abx", "xab"])) for _ in range(40)] for _ in range(2)]
    runs = [ranked(make, f"r{place}", found) for place, found in enumerate(lists)]
    forward = score_json(score(make.scoreset(*queries(make, 40)), runs, options=FAST))
    backward = score_json(score(make.scoreset(*reversed(queries(make, 40))), runs, options=FAST))
    assert forward == backward == score_json(score(make.scoreset(*queries(make, 40)), runs, options=FAST))
    assert forward != score_json(
        score(make.scoreset(*queries(make, 40)), runs, options=ScoreOptions(seed=1, replicates=2000))
    )


def test_the_json_has_the_documented_keys_first_and_in_their_order(make: SimpleNamespace) -> None:
    runs = [ranked(make, "before", ["axy"] * 30), ranked(make, "after", ["abx"] * 30)]
    text = score_json(score(make.scoreset(*queries(make, 30)), runs, options=FAST))
    shape = json.loads(text)
    assert text.endswith("}\n")
    documented = ["format", "set", "measures", "runs", "deltas", "slices", "holes"]
    assert list(shape)[: len(documented)] == documented
    assert shape["format"] == 1
    assert list(shape["set"]) == ["name", "digest", "queries", "k", "scale"]
    assert shape["set"]["scale"] == {"max": 1, "relevant_from": 1}
    assert shape["measures"] == ["recall@10", "MRR", "nDCG@10"]
    assert list(shape["runs"][0]) == [
        "name", "n", "missing", "failed", "no_relevant", "repeats", "tied", "means", "intervals", "tie_bounds",
    ]  # fmt: skip
    assert list(shape["runs"][0]["no_relevant"]) == ["unanswerable", "unjudged", "irrelevant"]
    assert list(shape["deltas"][0]) == [
        "baseline", "run", "measure", "delta", "interval", "p", "p_adjusted", "smallest_visible", "wins", "ties", "losses",
        "verdict", "reason", "largest_block_share", "reading", "error", "largest_block", "without_largest",
        "spread", "hides_loss",
    ]  # fmt: skip


def test_means_of_zeros_and_ones_have_an_interval_with_a_width(make: SimpleNamespace) -> None:
    result = score(
        make.scoreset(*queries(make, 30)), [ranked(make, "r", ["abx"] * 30)], ["hit", "recall"], options=FAST
    )
    low, high = result.runs[0].intervals["hit@10"]
    assert 0.8 < low < 0.95
    assert high == 1.0
    assert result.runs[0].intervals["recall@10"] == (1.0, 1.0)
