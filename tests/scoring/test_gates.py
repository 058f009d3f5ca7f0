"""Gates: pass, fail or inconclusive, by the very interval that the table prints."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from uncounted import score

from goldkit.errors import UsageError
from goldkit.results.gates import GateResult, overall
from goldkit.scoring.gate_grammar import parse_gate
from goldkit.scoring.gate_verdict import against_bound
from goldkit.scoring.options import ScoreOptions

N = 60
BEST, WORST = ("r",), ("x",)


def gated(make, hits, *texts, tags=None, names=("before", "after"), **options):
    """The gates on runs of which hits[run](i) says whether query i is found."""
    queries = [make.query(f"q{i:02}", {"r": 1, "x": 0}, tags=(tags(i),) if tags else ()) for i in range(N)]
    runs = [
        make.run(name, {f"q{i:02}": BEST if hit(i) else WORST for i in range(N)})
        for name, hit in zip(names, hits, strict=True)
    ]
    changes = {key: options.pop(key) for key in ("frozen", "look_budget") if key in options}
    spent = options.pop("spent", False)
    asked = ScoreOptions(gates=tuple(map(parse_gate, texts)), replicates=2000, **options)
    scoreset = make.scoreset(*queries, digest="d" if changes else None, **changes)
    return score(scoreset, runs, k=5, options=asked, spent=spent)


def verdicts(result):
    return [gate.verdict for gate in result.gates]


def half(i):
    return i % 2 == 0


def most(i):
    return i % 10 != 0


def never(i):
    return False


@pytest.mark.parametrize(
    ("interval", "verdict"),
    [
        ((-0.02, 0.1), "pass"),
        ((-0.02 - 1e-12, 0.1), "pass"),
        ((-0.03, -0.02), "inconclusive"),
        ((-0.03, -0.021), "fail"),
        ((-0.5, 0.5), "inconclusive"),
        ((0.1, 0.2), "pass"),
        ((-0.2, -0.1), "fail"),
    ],
)
def test_where_the_interval_lies_decides(interval, verdict):
    assert against_bound(interval, -0.02) == verdict


@given(st.floats(-1, 1), st.floats(0, 1), st.floats(-1, 1), st.floats(0, 0.5))
def test_a_stricter_bound_never_helps_and_pass_and_fail_exclude_each_other(low, length, bound, more):
    interval = (low, low + length)
    order = ["fail", "inconclusive", "pass"]
    assert order.index(against_bound(interval, bound + more)) <= order.index(against_bound(interval, bound))
    passes, fails = low >= bound - 1e-9, low + length < bound - 1e-9
    assert not (passes and fails)
    assert against_bound(interval, bound) == ("pass" if passes else "fail" if fails else "inconclusive")


def test_the_truth_table_of_all_three_kinds(make):
    result = gated(
        make,
        [half, most],
        "recall@5 >= 0.5",
        "recall@5 >= 0.9",
        "recall@5 >= 0.99",
        "no worse than baseline by 0.02 on MRR",
        "no worse",
    )
    assert verdicts(result) == ["pass", "inconclusive", "fail", "pass", "pass"]
    assert verdicts(gated(make, [most, half], "no worse by 0.02", "no worse by 0.4", "no worse by 0.9")) == [
        "fail",
        "inconclusive",
        "pass",
    ]


@settings(deadline=None, max_examples=25)
@given(
    st.lists(st.tuples(st.booleans(), st.booleans()), min_size=N, max_size=N),
    st.sampled_from([0.0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.5]),
)
def test_a_gate_agrees_with_the_interval_that_is_printed(make, found, margin):
    hits = [lambda i: found[i][0], lambda i: found[i][1]]
    floor = f"recall@5 >= {margin}"
    result = gated(make, hits, f"no worse by {margin}", floor, f"no worse by {margin} on MRR")
    own, level, secondary = result.gates
    deltas = {delta.measure: delta for delta in result.deltas}
    for gate in (own, secondary):
        delta = deltas[gate.measure]
        assert gate.figure == pytest.approx(delta.delta)
        if gate.reason == "no query changed":
            assert (gate.verdict, gate.interval, delta.wins, delta.losses) == ("pass", (0.0, 0.0), 0, 0)
            continue
        assert gate.interval == pytest.approx(delta.interval)
        assert gate.verdict == against_bound(delta.interval, -margin)
        assert len(gate.queries) == (0 if gate.verdict == "pass" else delta.losses)
    assert level.interval == pytest.approx(result.runs[1].intervals["recall@5"])
    assert level.verdict == against_bound(result.runs[1].intervals["recall@5"], margin)


def test_an_untouched_slice_passes_no_worse_by_0_and_a_small_touched_one_is_open(make):
    def tags(i):
        return "first" if i < 10 else "rest"

    def all_but_two(i):
        return half(i) and i not in (10, 12)

    result = gated(
        make,
        [half, all_but_two],
        "tag=first: no worse by 0",
        "tag=rest: no worse by 0",
        "tag=first: hit@5 >= 0",
        tags=tags,
    )
    untouched, touched, few = result.gates
    assert (untouched.verdict, untouched.interval, untouched.n) == ("pass", (0.0, 0.0), 10)
    assert (touched.verdict, touched.queries, touched.n) == ("inconclusive", ("q10", "q12"), 50)
    assert (few.verdict, few.reason) == ("inconclusive", "too few: a gate needs 20 independent groups")


@pytest.mark.parametrize(("groups", "verdict"), [(19, "inconclusive"), (20, "pass")])
def test_a_gate_needs_twenty_independent_groups(make, groups, verdict):
    result = gated(make, [most], "tag=t: recall@5 >= 0.5", tags=lambda i: "t" if i < groups else "u", names=("a",))
    assert verdicts(result) == [verdict]


def test_the_figure_itself_may_decide(make):
    texts = ("no worse by 0", "recall@5 >= 0.9", "no worse by 0.4", "recall@5 >= 0.91")
    up = gated(make, [half, most], *texts, gate_on="point")
    assert verdicts(up) == ["pass", "pass", "pass", "fail"]
    assert verdicts(gated(make, [most, half], *texts, gate_on="point")) == ["fail", "fail", "pass", "fail"]


def test_which_runs_a_gate_is_for(make):
    hits, names = [half, most, never], ("old", "new", "broken")
    result = gated(make, hits, "no worse", "recall@5 >= 0.4", "no worse than new by 0.1", names=names)
    assert [(gate.gate, gate.run, gate.verdict) for gate in result.gates] == [
        ("no worse", "new", "pass"),
        ("no worse", "broken", "fail"),
        ("recall@5 >= 0.4", "new", "pass"),
        ("recall@5 >= 0.4", "broken", "fail"),
        ("no worse than new by 0.1", "broken", "fail"),
    ]
    one = gated(make, hits, "no worse", "recall@5 >= 0.3", names=names, gate_runs=("new",))
    assert [gate.run for gate in one.gates] == ["new", "new"]
    own = gated(make, hits, "recall@5 >= 0.3", names=names, gate_runs=("old",))
    assert [(gate.run, gate.verdict) for gate in own.gates] == [("old", "pass")]
    assert verdicts(gated(make, [most], "recall@5 >= 0.5", names=("a",))) == ["pass"]


@pytest.mark.parametrize(
    ("texts", "options", "words"),
    [
        (["no worse than nobody"], {}, "'nobody' is none of the runs: before, after"),
        (["tag=exat: no worse"], {}, "no query of set has tag=exat; there is exact"),
        (
            ["team=x: no worse"],
            {},
            "no query of set has team=x; no query has any team: leave that gate out, or gate on origin=log",
        ),
        (["recal@5 >= 0.5"], {}, "no such measure: 'recal@5'"),
        (["no worse"], {"gate_runs": ("x",)}, "--gate-run 'x' is none of the runs"),
        (["no worse than after"], {"gate_runs": ("after",)}, "nothing to compare"),
    ],
)
def test_a_gate_on_what_there_is_not_is_refused_and_never_passes(make, texts, options, words):
    with pytest.raises(UsageError, match=words):
        gated(make, [half, most], *texts, tags=lambda i: "exact", **options)


def test_a_margin_that_the_set_cannot_resolve_is_warned_about(make):
    def shuffled(i):
        return i % 4 < 2

    small, large, point = (
        gated(make, [half, shuffled], f"no worse by {margin}", gate_on=on).gates[0]
        for margin, on in ((0.01, "interval"), (0.9, "interval"), (0.01, "point"))
    )
    assert small.warning.startswith("rarely passes, also where nothing got worse: its margin 0.01 is below")
    assert (large.warning, point.warning) == ("", "")
    visible = float(small.warning.rsplit(" ", 1)[1])
    delta = gated(make, [half, shuffled]).deltas[0]
    assert visible == pytest.approx(delta.smallest_visible, abs=0.001)


def test_a_gate_that_came_to_a_verdict_is_not_said_to_rarely_pass(make):
    better, worse = (
        gated(make, [half, most], "no worse by 0.01").gates[0],
        gated(make, [most, half], "no worse").gates[0],
    )
    assert better.verdict == "pass"
    assert better.warning.startswith(
        "this pass holds, but a run that is merely no worse will rarely pass: its margin 0.01"
    )
    assert (worse.verdict, worse.warning) == ("fail", "")


def test_a_frozen_set_tells_verdict_and_figure_at_the_level_of_its_budget(make):
    def worse(i):
        return half(i) and i % 12 != 0

    texts = ("no worse by 0", "recall@5 >= 0.3", "no worse by 0.3")
    free = gated(make, [half, worse], *texts)
    paid = gated(make, [half, worse], *texts, frozen=True, look_budget=20)
    assert paid.method.level == pytest.approx(1 - 0.05 / 20)
    assert verdicts(free) == ["inconclusive", "pass", "pass"]
    assert verdicts(paid) == ["inconclusive", "inconclusive", "pass"]
    for gate, other in zip(paid.gates, free.gates, strict=True):
        assert (gate.interval, gate.queries, gate.figure) == (None, (), other.figure)
    assert free.gates[0].queries == ("q00", "q12", "q24", "q36", "q48")
    spent = gated(make, [half, most], *texts, frozen=True, look_budget=1, spent=True)
    assert verdicts(spent) == ["inconclusive"] * 3
    assert "look budget of 1 is spent" in spent.gates[0].reason


def test_a_slice_of_very_few_queries_of_a_frozen_set_has_no_figure(make):
    def tags(i):
        return "rare" if i < 4 else "rest"

    texts = ("tag=rare: no worse by 0", "tag=rare: recall@5 >= 0")
    for hits in ([half, most], [half, half]):
        result = gated(make, hits, *texts, tags=tags, frozen=True, gate_on="point")
        assert [(gate.verdict, gate.figure, gate.warning) for gate in result.gates] == [("inconclusive", None, "")] * 2
    assert verdicts(gated(make, [half, half], *texts, tags=tags, gate_on="point")) == ["pass", "pass"]


def test_five_queries_of_a_frozen_set_have_a_figure(make):
    five = gated(make, [half], "tag=t: recall@5 >= 0", tags=lambda i: "t" if i < 5 else "u", frozen=True, names=("a",))
    assert five.gates[0].figure == 0.6


def test_a_query_that_reaches_the_floor_is_not_among_those_behind_it(make):
    (gate,) = gated(make, [most], "recall@5 >= 1", names=("a",)).gates
    assert gate.queries == ("q00", "q10", "q20", "q30", "q40", "q50")


def test_a_gate_counts_in_how_far_runs_of_one_name_differ(make):
    def some(i):
        return half(i) and i % 3 != 0

    alone = gated(make, [half, some], "no worse by 0.02").gates[0]
    close = gated(make, [half, some, some], "no worse by 0.02", names=("old", "new", "new"), average=True).gates[0]
    apart = gated(make, [half, never, some], "no worse by 0.02", names=("old", "new", "new"), average=True)
    assert (alone.verdict, close.verdict) == ("fail", "fail")
    (gate,) = apart.gates
    assert gate.verdict == "inconclusive" and "runs of one name differ" in gate.reason
    assert gate.interval[1] - gate.figure == pytest.approx(apart.deltas[0].spread)
    assert gate.figure - gate.interval[0] == pytest.approx(apart.deltas[0].spread)
    mirrored = gated(
        make, [half, half, half], "tag=t: no worse by 0", names=("old", "new", "new"), average=True, tags=lambda i: "t"
    )
    assert verdicts(mirrored) == ["pass"]


def test_fail_beats_inconclusive_beats_pass(make):
    (gate,) = gated(make, [half, most], "no worse").gates
    given: list[GateResult] = [replace(gate, verdict=verdict) for verdict in ("pass", "inconclusive", "fail")]
    assert [overall(given[:count]) for count in range(4)] == ["pass", "pass", "inconclusive", "fail"]


def test_a_proportion_has_the_interval_of_the_table(make):
    queries = [make.query(f"q{i:02}", {"r": 1}) for i in range(N)]
    runs = [make.run("a", {f"q{i:02}": BEST if i % 4 else WORST for i in range(N)})]
    options = ScoreOptions(gates=(parse_gate("hit@5 >= 0.7"),))
    result = score(make.scoreset(*queries), runs, ["hit@5"], k=5, options=options)
    assert result.gates[0].interval == pytest.approx(result.runs[0].intervals["hit@5"])
    assert result.gates[0].interval[1] < 1


def test_a_field_of_a_frozen_set_is_not_listed_by_an_error(make):
    queries = [make.query(f"q{i:02}", {"r": 1}, metadata={"page": f"page-{i}"}) for i in range(N)]
    runs = [make.run("a", {f"q{i:02}": BEST for i in range(N)})]
    options = ScoreOptions(gates=(parse_gate("page=none: recall@5 >= 0.7"),))
    for frozen in (False, True):
        with pytest.raises(UsageError, match="has page=none") as refused:
            score(make.scoreset(*queries, frozen=frozen), runs, k=5, options=options)
        assert ("page-1" in str(refused.value)) is not frozen


def test_a_measure_outside_the_table_is_computed(make):
    result = gated(make, [half, most], "P@2 >= 0.4")
    assert result.gates[0].measure == "precision@2" and "precision@2" not in result.measures
    assert result.gates[0].figure == pytest.approx(0.45)
    assert "precision@2" not in result.runs[0].means
