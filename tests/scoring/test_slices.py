"""Slices by metadata, their adjusted p-values, and the regression that a mean hides."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from uncounted import score

from goldkit.errors import UsageError
from goldkit.reports.score_text import score_text
from goldkit.results.score import ScoreResult
from goldkit.scoring.options import ScoreOptions

LOST, GAINED, SAME = ("abx", "axy"), ("axy", "abx"), ("abx", "abx")


def scored(
    make: SimpleNamespace,
    rows: list[tuple[tuple[str, str], dict[str, Any]]],
    by: tuple[str, ...] = (),
    measures: tuple[str, ...] = ("recall",),
    **rest: Any,
) -> ScoreResult:
    """rows: (ranking before, ranking after) and the query's fields."""
    queries = [make.query(f"q{i:03}", {"a": 1, "b": 1}, **fields) for i, (_, fields) in enumerate(rows)]
    runs = [
        make.run(name, {f"q{i:03}": tuple(pair[place]) for i, (pair, _) in enumerate(rows)})
        for place, name in enumerate(("before", "after"))
    ]
    options = ScoreOptions(replicates=2_000, by=by)
    return score(make.scoreset(*queries, **rest), runs, measures, options=options)


def test_a_field_makes_a_slice_a_value_and_a_list_makes_several(make: SimpleNamespace) -> None:
    rows = [
        (SAME, {"metadata": {"tenant": "north" if i % 2 else 7, "kinds": ["x", "y"] if i % 3 else []}})
        for i in range(12)
    ]
    found = scored(make, rows, ("tenant", "kinds", "tag", "tenant"))
    assert [(part.by, part.name, part.n) for part in found.slices] == [
        ("origin", "log", 12),
        ("tenant", "7", 6),
        ("tenant", "north", 6),
        ("kinds", "x", 8),
        ("kinds", "y", 8),
    ]
    text = score_text(found)
    assert "by tenant (exploratory): means and deltas against before" in text
    assert "  north" in text


def test_an_unknown_field_is_refused_with_those_there_are(make: SimpleNamespace) -> None:
    rows: list[Any] = [(SAME, {"metadata": {"tenant": "north", "area": 1}})] * 12
    with pytest.raises(
        UsageError, match="--by tenand: no query has that field; besides origin and tag, the fields of metadata are"
    ):
        scored(make, rows, ("tenand",))
    with pytest.raises(UsageError, match="no query has any metadata"):
        scored(make, [(SAME, {})] * 12, ("tenant",))


@pytest.mark.parametrize(("frozen", "names"), [(True, ["common"]), (False, ["common", "q0", "q1", "q2"])])
def test_values_that_single_queries_have_are_not_named_of_a_frozen_set(
    make: SimpleNamespace, frozen: bool, names: list[str]
) -> None:
    rows = [(SAME, {"metadata": {"page": f"q{i}" if i < 3 else "common"}}) for i in range(30)]
    found = scored(make, rows, ("page",), frozen=frozen, digest="d" if frozen else None)
    assert [part.name for part in found.slices if part.by == "page"] == names


def exact_lost(exact: int, lost: int, vague: int) -> list[tuple[tuple[str, str], dict[str, Any]]]:
    """Exact questions of which some lost a chunk, vague ones that all gained one."""
    return [(LOST if i < lost else SAME, {"tags": ("exact",)}) for i in range(exact)] + [
        (GAINED, {"tags": ("vague",)})
    ] * vague


def test_a_regression_hidden_by_the_mean_comes_first(make: SimpleNamespace) -> None:
    (delta,) = scored(make, exact_lost(exact=30, lost=15, vague=40)).deltas
    assert (delta.verdict, delta.hides_loss) == ("better", True)
    assert delta.reading.startswith(
        "Hidden by the mean: tag exact got worse in recall@10 (−0.250, 30 queries) while the other 40 got better (+0.500): "
        "beyond chance, p 0.0005 after adjustment for 2 slices. "
    )


def test_what_is_not_beyond_chance_is_hidden_perhaps(make: SimpleNamespace) -> None:
    (delta,) = scored(make, exact_lost(exact=30, lost=3, vague=40)).deltas
    said = "Perhaps hidden by the mean: tag exact got worse in recall@10 (−0.050, 30 queries)"
    assert delta.reading.startswith(said)
    assert not delta.hides_loss
    assert ": it may be chance, p 0.2" in delta.reading


@pytest.mark.parametrize(
    ("lower", "said"), [(15, "Hidden by the mean: tag exact got worse in MRR (−0.250, 30 queries)"), (2, "")]
)
def test_a_secondary_measure_is_heard_beyond_chance_only(make: SimpleNamespace, lower: int, said: str) -> None:
    """With several measures and many slices some slice of some measure nearly always went against the rest."""
    down, up = ("abx", "xab"), ("xab", "abx")
    rows = [(down if i < lower else SAME, {"tags": ("exact",)}) for i in range(30)] + [(up, {"tags": ("vague",)})] * 40
    (recall, _) = scored(make, rows, measures=("recall", "MRR")).deltas
    assert recall.reading.startswith(said) if said else "idden" not in recall.reading


def test_few_groups_are_too_few_to_test(make: SimpleNamespace) -> None:
    (delta,) = scored(make, exact_lost(exact=12, lost=12, vague=40)).deltas
    assert delta.reading.startswith("Perhaps hidden by the mean: tag exact got worse in recall@10 (−0.500, 12 queries)")
    assert ": only 12 independent groups, too few to test." in delta.reading


def test_a_loss_comes_before_a_gain_and_a_gain_before_nothing(make: SimpleNamespace) -> None:
    both = [(LOST, {"tags": ("exact",)})] * 30 + [(GAINED, {"tags": ("vague",)})] * 29
    assert "tag exact got worse" in scored(make, both).deltas[0].reading
    gain = [(LOST, {})] * 30 + [(GAINED, {"tags": ("vague",)})] * 25
    reading = scored(make, gain).deltas[0].reading
    assert (
        "Hidden by the mean: tag vague got better in recall@10 (+0.500, 25 queries) while the other 30 got worse"
        in reading
    )


def test_what_the_mean_says_itself_is_not_hidden_by_it(make: SimpleNamespace) -> None:
    rows = [(LOST, {"tags": ("exact",)})] * 30 + [(GAINED, {"tags": ("vague",)})] * 10
    reading = scored(make, rows).deltas[0].reading
    assert "exact got worse" not in reading
    assert "tag vague got better in recall@10 (+0.500, 10 queries) while the other 30 got worse" in reading


def test_a_slice_of_a_field_is_named_by_it(make: SimpleNamespace) -> None:
    rows = [(LOST if i < 30 else GAINED, {"metadata": {"tenant": "north" if i < 30 else "south"}}) for i in range(70)]
    assert "Hidden by the mean: tenant north got worse" in scored(make, rows, ("tenant",)).deltas[0].reading


def test_slices_that_go_the_same_way_hide_nothing(make: SimpleNamespace) -> None:
    rows = [(GAINED, {"tags": ("exact",) if i % 2 else ("vague",)}) for i in range(60)]
    assert "idden" not in scored(make, rows).deltas[0].reading


def test_whole_and_tiny_slices_take_no_part_in_the_adjustment(make: SimpleNamespace) -> None:
    generator = np.random.default_rng(3)
    pairs = [(LOST, GAINED, SAME)[generator.choice(3, p=[0.1, 0.3, 0.6])] for _ in range(60)]
    rows = [
        (pair, {"tags": ("rare",) if i < 3 else ("some",) if i < 30 else ("rest",)}) for i, pair in enumerate(pairs)
    ]
    deltas = {part.name: part.deltas[0] for part in scored(make, rows).slices}
    assert deltas["log"].p_adjusted is None
    assert deltas["rare"].p_adjusted is None
    low, high = sorted((deltas["some"], deltas["rest"]), key=lambda delta: delta.p)
    assert high.p_adjusted == pytest.approx(high.p)
    assert low.p_adjusted == pytest.approx(min(2 * low.p, high.p))


def test_looks_are_paid_for_by_slices_too(make: SimpleNamespace) -> None:
    rows = exact_lost(exact=30, lost=6, vague=40)
    free, paid = (
        {part.name: part.deltas[0] for part in scored(make, rows, **rest).slices if part.by == "tag"}
        for rest in ({}, {"frozen": True, "digest": "d", "look_budget": 3})
    )
    assert free["exact"].p_adjusted is not None
    assert paid["exact"].p_adjusted == pytest.approx(3 * free["exact"].p_adjusted)


def test_five_queries_are_enough_to_test_a_slice_and_four_are_not(make: SimpleNamespace) -> None:
    found = scored(make, [(GAINED, {"tags": ("five",) if i < 5 else ("four",) if i < 9 else ()}) for i in range(12)])
    tested = {part.name: part.deltas[0].p is not None for part in found.slices if part.by == "tag"}
    assert tested == {"five": True, "four": False}


def test_looks_widen_the_interval_of_a_slice(make: SimpleNamespace) -> None:
    rows: list[Any] = [(GAINED if i % 3 else LOST, {"tags": ("t",) if i < 40 else ()}) for i in range(60)]
    free, paid = scored(make, rows), scored(make, rows, frozen=True, digest="d", look_budget=10)
    (low, high), (low_paid, high_paid) = (
        next(part for part in found.slices if part.by == "tag").deltas[0].interval or (0.0, 0.0)
        for found in (free, paid)
    )
    assert low_paid < low < high < high_paid
