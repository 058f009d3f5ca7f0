"""What labels do to figures: copies that widening added, and labels that only one run found."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.library.score import score
from goldkit.records import Fact, Label, Run, Scale
from goldkit.reports.score_html import score_html
from goldkit.reports.score_markdown import score_markdown
from goldkit.reports.score_text import score_text
from goldkit.results.score import ScoreResult
from goldkit.scoring.options import ScoreOptions
from goldkit.sets.scoreset import ScoreQuery, ScoreSet, facts_of_labels

FAST = ScoreOptions(replicates=500)
BINARY = Scale(max=1, relevant_from=1)


def labelled(name: str, decided: str, derived: str = "", facts: tuple[str, ...] = ()) -> ScoreQuery:
    labels = {
        chunk: Label(query=name, chunk=chunk, grade=1, status=status)  # type: ignore[arg-type]
        for status, chunks in (("decided", decided), ("derived", derived))
        for chunk in chunks
    }
    return ScoreQuery(
        id=name,
        text=name,
        origin="log",
        block=name,
        labels=labels,
        facts=tuple(Fact(any=tuple(fact)) for fact in facts) or facts_of_labels(labels, BINARY),
    )


def runs(**lists: list[str]) -> list[Run]:
    return [
        Run(name=name, rankings={f"q{i:02}": tuple(found) for i, found in enumerate(rankings)})
        for name, rankings in lists.items()
    ]


def scored(queries: list[ScoreQuery], found: list[Run], options: ScoreOptions = FAST, **rest: Any) -> ScoreResult:
    return score(
        ScoreSet(name="set", queries=tuple(queries), scale=BINARY, **rest),
        found,
        ["recall@2", "MRR"],
        2,
        options=options,
    )


def test_a_run_that_finds_copies_is_punished_without_widening() -> None:
    """Half of the queries have a copy c of a; `copier` finds the copy, `plain` the chunk itself."""
    queries = [labelled(f"q{i:02}", "a", "c" if i < 10 else "", ("ac",) if i < 10 else ("a",)) for i in range(20)]
    result = scored(queries, runs(plain=["ax"] * 20, copier=["cx"] * 10 + ["ax"] * 10))
    assert result.widening is not None
    assert (result.widening.measure, result.widening.derived) == ("recall@2", 10)
    assert [(run.run, run.strict, run.widened, run.punished) for run in result.widening.runs] == [
        ("plain", 1.0, 1.0, 0),
        ("copier", 0.5, 1.0, 10),
    ]
    said = "recall@2: copier 0.500 → 1.000 after widening (10 queries were punished for copies)"
    for report in (score_text(result), score_markdown(result), score_html(result, "2026-12-01T10:00:00Z")):
        assert said in report


def test_nothing_is_said_of_widening_where_it_changes_nothing() -> None:
    queries = [labelled(f"q{i:02}", "a", "c", ("ac",)) for i in range(20)]
    result = scored(queries, runs(plain=["ax"] * 20))
    assert result.widening is not None
    assert not result.widening.differs
    for report in (score_text(result), score_markdown(result), score_html(result, "2026-12-01T10:00:00Z")):
        assert "widening" not in report
    assert scored([labelled(f"q{i:02}", "a") for i in range(20)], runs(plain=["ax"] * 20)).widening is None
    chunks = ScoreOptions(replicates=500, count="chunks")
    assert scored(queries, runs(plain=["ax"] * 20), chunks).widening is None


CHUNKS = "abcdef"
RANKING = st.permutations(CHUNKS + "xy").map("".join).map(lambda found: found[:5])


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.sets(st.sampled_from("abc"), min_size=1), st.sets(st.sampled_from("def")), RANKING),
        min_size=1,
        max_size=6,
    ),
    st.sampled_from(["recall", "recall@4", "MRR", "nDCG", "precision"]),
)
def test_strict_figures_are_those_of_the_set_with_decided_labels_alone(rows: list[Any], primary: str) -> None:
    queries = [labelled(f"q{i:02}", "".join(decided), "".join(derived)) for i, (decided, derived, _) in enumerate(rows)]
    found = runs(one=[ranking for _, _, ranking in rows])
    both = score(ScoreSet(name="set", queries=tuple(queries), scale=BINARY, primary=primary), found, k=2, options=FAST)
    alone = [
        labelled(query.id, "".join(c for c, one in query.labels.items() if one.status == "decided"))
        for query in queries
    ]
    strict = score(ScoreSet(name="set", queries=tuple(alone), scale=BINARY, primary=primary), found, k=2, options=FAST)
    name = both.method.primary
    if both.widening is not None:
        assert both.widening.runs[0].strict == pytest.approx(strict.runs[0].means[name], abs=1e-12)
        assert both.widening.runs[0].widened == pytest.approx(both.runs[0].means[name], abs=1e-12)


def test_labels_that_only_one_run_found_are_left_out() -> None:
    """a is found by both, b by `shown` alone in 10 queries, c by `new` alone in 4; where b was all there is, the query goes."""
    queries = [labelled(f"q{i:02}", "ab" if i < 9 else "b" if i == 9 else "ac" if i < 14 else "a") for i in range(20)]
    old = ["ab"] * 9 + ["bx"] + ["ax"] * 10
    new = ["ax"] * 9 + ["xy"] + ["ac"] * 4 + ["ax"] * 6
    result = scored(queries, runs(shown=old, new=new))
    first, second = result.left_out
    assert (first.run, first.labels, first.queries, first.lost) == ("shown", 10, 10, 1)
    assert (second.run, second.labels, second.queries, second.lost) == ("new", 4, 4, 0)
    (moved,) = first.deltas
    assert moved.delta == pytest.approx(result.deltas[0].delta) == pytest.approx((9 * -0.5 - 1 + 4 * 0.5) / 20)
    assert moved.without == pytest.approx(4 * 0.5 / 19)
    text = " ".join(score_text(result).split())
    assert (
        "labels lean towards shown: 72.5% of its first 2 are judged, of new's 57.5%; without the 10 relevant labels"
        in text
    )
    told = "new and shown change places: recall@2 −0.175 → +0.105 (even fair labels move some)"
    assert f"that it alone found, {told}" in text


def test_labels_that_lean_to_nobody_are_not_mentioned() -> None:
    queries = [labelled(f"q{i:02}", "ab") for i in range(20)]
    result = scored(queries, runs(one=["ax"] * 20, other=["bx"] * 20))
    assert {left.run for left in result.left_out} == {"one", "other"}
    assert "lean" not in score_text(result)


def test_one_run_alone_leaves_nothing_out(make: SimpleNamespace) -> None:
    assert scored([labelled(f"q{i:02}", "a") for i in range(20)], runs(one=["ax"] * 20)).left_out == ()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sets(st.sampled_from("abc"), min_size=1), RANKING, RANKING), min_size=2, max_size=6))
def test_leaving_out_is_scoring_without_these_labels(rows: list[Any]) -> None:
    queries = [labelled(f"q{i:02}", "".join(sorted(decided))) for i, (decided, _, _) in enumerate(rows)]
    found = runs(one=[first for _, first, _ in rows], other=[second for _, _, second in rows])
    for left in scored(queries, found).left_out:
        own = next(place for place, run in enumerate(found) if run.name == left.run)
        kept = [
            "".join(c for c in query.labels if not (c in row[1 + own][:2] and c not in row[2 - own][:2]))
            for query, row in zip(queries, rows, strict=True)
        ]
        some = [labelled(query.id, labels) for query, labels in zip(queries, kept, strict=True) if labels]
        if some:
            assert left.deltas[0].without == pytest.approx(scored(some, found).deltas[0].delta, abs=1e-12)
        assert left.lost == sum(not labels for labels in kept)
