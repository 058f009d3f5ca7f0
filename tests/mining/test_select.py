"""Selecting N questions: chances that are right, the same again changes nothing, and nothing that people did is undone."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.errors import UsageError
from goldkit.mining.known import Known, known_in
from goldkit.mining.periods import periods
from goldkit.mining.sampling import drawn, uniform
from goldkit.mining.save import save_mined
from goldkit.mining.select import select
from goldkit.mining.strata import allocation, strata
from goldkit.mining.uncertainty import uncertainty
from goldkit.records import Judgment, Query, SplitLine
from goldkit.results.selection import NOT_SELECTED
from goldkit.review.queue import queue
from goldkit.scoring.weighted import traffic
from goldkit.sets.golden import dev_set, read_golden
from goldkit.text.topics import topics

MAP = {"query": "q", "chunks": "docs", "id": "id", "time": "at", "cited": "cited", "feedback": "thumb"}
AT = "2026-12-01T10:00:00Z"
SUBJECTS = ["tape", "mover", "quota", "token", "mirror", "cable"]
DAYS = ("2026-09-03", "2026-10-03", "2026-11-03")
ROWS = [
    {
        "q": f"why is the {SUBJECTS[n % 6]} number {n} slow",
        "docs": ["a", "b"],
        "id": f"{n}/{time}",
        "at": DAYS[n % 3],
    }
    for n in range(40)
    for time in range(1 + (n * n) % 13)
]


def choose(mill, n, by="frequency", seed=0, rows=ROWS, name="log.jsonl"):
    """What `goldkit mine --select` does."""
    known = known_in(mill.golden)
    result = select(mill.look(mill.write(name, *rows), mapping=MAP), known, n, by, seed)
    save_mined(mill.golden, result)
    return result


def in_play(mill):
    return {query.id for query in mill.golden.queries() if query.aside is None}


def test_weighted_sums_over_what_is_drawn_are_right_on_average():
    weights = {f"q{n}": float(1 + n**2 % 17 + (90 if n == 3 else 0)) for n in range(50)}
    values = {name: weight + n % 3 for n, (name, weight) in enumerate(weights.items())}
    total = sum(values.values())
    estimates = [sum(values[name] / prob for name, prob in drawn(weights, 12, seed).items()) for seed in range(3000)]
    assert abs(fmean(estimates) - total) < 4 * stdev(estimates) / sqrt(len(estimates))
    unweighted = [fmean(values[name] for name in drawn(weights, 12, seed)) * 50 for seed in range(3000)]
    assert abs(fmean(unweighted) - total) > 8 * stdev(unweighted) / sqrt(len(unweighted)), "the test could see a bias"


@given(st.dictionaries(st.text(min_size=1), st.floats(0.5, 1e6), min_size=1), st.integers(1, 60), st.integers(0, 9))
def test_so_many_are_drawn_as_were_asked_for_and_more_later_are_added_to_them(weights, n, seed):
    fewer, more = drawn(weights, n, seed), drawn(weights, n + 3, seed)
    assert len(fewer) == min(n, len(weights)) and set(fewer) <= set(more)
    assert all(0 < prob <= 1 for prob in more.values())
    assert all(fewer[name] <= more[name] + 1e-12 for name in fewer)


def test_the_drawn_numbers_lie_evenly_between_zero_and_one():
    numbers = [uniform(1, str(n)) for n in range(4000)]
    assert 0 < min(numbers) < 0.002 and 0.998 < max(numbers) < 1
    assert abs(fmean(numbers) - 0.5) < 0.02


@pytest.mark.parametrize("by", ["frequency", "stratified"])
def test_the_selection_estimates_the_traffic_without_bias(mill, by):
    result = mill.look(mill.write("log.jsonl", *ROWS), mapping=MAP)
    hard = {query.id: float("tape" in query.text or "cable" in query.text) for query in result.queries}
    total = sum((query.weight or 0) * hard[query.id] for query in result.queries)
    estimates = []
    for seed in range(400):
        chosen = [query for query in select(result, Known(), 15, by, seed).queries if query.aside is None]
        assert len(chosen) == 15
        estimates.append(sum((query.weight or 0) * hard[query.id] / query.sampling["prob"] for query in chosen))
    assert abs(fmean(estimates) - total) < 4 * stdev(estimates) / sqrt(len(estimates))


@pytest.mark.parametrize("by", ["frequency", "stratified", "uncertain"])
def test_selecting_again_changes_nothing_and_a_larger_n_brings_questions_back(mill, by):
    result = choose(mill, 10, by)
    assert (result.selection.population, result.selection.drawn, result.selection.aside) == (40, 10, 30)
    first, before = in_play(mill), mill.digest()
    assert len(first) == 10
    again = choose(mill, 10, by)
    assert mill.digest() == before and again.selection.returned == 0
    mill.mine(mill.write("log.jsonl", *ROWS), mapping=MAP)
    assert mill.digest() == before, "mining without selecting adds none of the rest"
    more = choose(mill, 25, by)
    assert len(in_play(mill)) == 25 and more.selection.returned >= 15
    if by != "stratified":
        assert first <= in_play(mill)
    choose(mill, 10, by)
    assert in_play(mill) == first, "which are chosen depends on the questions, N, the way and the seed alone"


def test_what_is_not_selected_keeps_its_proposals_and_waits(mill):
    choose(mill, 5)
    assert len({line.query for line in mill.golden.judgments()}) == 40
    waiting = {item.query.id for item in queue(read_golden(mill.golden), mill.golden.judgments(), "ana", {})}
    assert waiting == in_play(mill) and len(waiting) == 5
    result = mill.look(mill.write("new.jsonl", {"q": "what now", "docs": ["a"]}), mapping=MAP)
    assert result.waiting == 35


def test_what_people_decided_and_what_is_frozen_stays(mill):
    mill.mine(mill.write("log.jsonl", *ROWS), mapping=MAP)
    rare = sorted(mill.golden.queries(), key=lambda query: (query.weight, query.id))[:3]
    decided, frozen, embargoed = (query.id for query in rare)
    mill.golden.append_judgments(
        lambda _: [Judgment(query=decided, chunk="a", grade=3, status="decided", source="human", by="ana", at=AT)]
    )
    sides = [SplitLine(query=frozen, at=AT, why="freeze core", side="core")]
    mill.golden.append("split.jsonl", [*sides, SplitLine(query=embargoed, at=AT, why="tied", side="embargoed")])
    before = {query.id: query for query in mill.golden.queries()}
    seed = next(
        seed
        for seed in range(99)
        if not {decided, frozen} & set(drawn({k: v.weight for k, v in before.items()}, 8, seed))
    )
    result = choose(mill, 8, seed=seed)
    after = {query.id: query for query in mill.golden.queries()}
    assert after[decided].aside is None and after[frozen] == before[frozen] and after[embargoed] == before[embargoed]
    assert after[decided].sampling == {}, "it was kept, not drawn: no chance is known"
    assert (result.selection.population, result.selection.drawn, result.selection.kept) == (39, 8, 2)
    assert sum(query.aside is None for query in after.values()) == 11


@pytest.mark.parametrize("by", ["frequency", "stratified", "uncertain"])
def test_a_question_tied_to_a_frozen_one_takes_no_place(mill, by):
    rows = [row | {"c": f"talk of {row['q']}"} for row in ROWS]
    mapping = MAP | {"conversation": "c"}
    mill.mine(mill.write("log.jsonl", *rows), mapping=mapping)
    frozen = min(mill.golden.queries(), key=lambda query: (query.weight, query.id))
    mill.golden.append("split.jsonl", [SplitLine(query=frozen.id, at=AT, why="freeze core", side="core")])
    twin = {"q": "and what then", "docs": ["a"], "c": f"talk of {frozen.text}"}
    for _ in range(2):  # the second time it is set aside as not selected or in the set
        known = known_in(mill.golden)
        log = mill.write("new.jsonl", *(twin | {"id": f"new {n}", "at": DAYS[0]} for n in range(500)))
        result = select(mill.look(log, mapping=mapping), known, 40, by, 0)
        save_mined(mill.golden, result)
        assert (result.selection.population, result.selection.drawn) == (40, 40)
    assert read_golden(mill.golden).tied


def test_only_questions_of_logs_that_are_no_junk_are_chosen_from(mill):
    mill.golden.create()
    from goldkit.sets.enroll import enroll

    enroll(mill.golden, [Query(id="mine", text="what is it", origin="manual")])
    rows = [*ROWS[:3], {"q": "hello", "docs": ["a"], "id": "x"}]
    result = choose(mill, 1, rows=rows)
    found = {query.text: query.aside for query in mill.golden.queries()}
    assert (found["what is it"], found["hello"]) == (None, "a greeting, thanks or a test")
    assert result.selection.population == len(found) - 2


def test_the_chances_are_what_a_weighted_score_reads(mill):
    choose(mill, 12)
    queries = dev_set(read_golden(mill.golden)).queries
    weights = {query.id: query.weight for query in mill.golden.queries()}
    assert len(queries) == 12
    assert all(traffic(query) == weights[query.id] / query.sampling["prob"] for query in queries)
    assert sum(map(traffic, queries)) == pytest.approx(sum(weights.values()), rel=0.7)


def test_uncertain_first_takes_conflicts_then_the_weak_and_gives_no_chance(mill):
    rows = [
        {"q": "sure", "docs": ["a", "b"], "cited": ["a"], "id": 1},
        {"q": "conflicting", "docs": ["a", "b"], "cited": ["a"], "thumb": "down", "id": 2},
        {"q": "weak but often", "docs": ["a"], "id": 3},
        {"q": "weak but often", "docs": ["a"], "id": 4},
        {"q": "weak", "docs": ["a"], "id": 5},
        {"q": "torn", "docs": ["a", "b"], "cited": ["a", "b"], "id": 6},
    ]
    order = []
    for n in range(1, 6):
        result = select(mill.look(mill.write("log.jsonl", *rows), mapping=MAP), Known(), n, "uncertain", 0)
        chosen = [query for query in result.queries if query.aside is None]
        order += [query.text for query in chosen if query.text not in order]
        assert all(query.sampling == {"stratum": "uncertain"} for query in chosen)
    assert order == ["conflicting", "weak but often", "weak", "torn", "sure"]


def test_uncertainty_of_no_evidence_at_all():
    assert uncertainty({}) == uncertainty({"a": {"shown": 3}}) == 1.0
    assert uncertainty({"a": {"answer_thumbs_up": 1, "answer_thumbs_down": 1}}) == 2.0


def test_the_shares_tell_how_the_selection_differs(mill):
    selection = choose(mill, 10, "stratified").selection
    for by in ("kind", "language", "time"):
        own = [share for share in selection.shares if share.by == by]
        assert sum(share.traffic for share in own) == pytest.approx(1)
        assert sum(share.selection for share in own) == pytest.approx(1)
    assert {share.name for share in selection.shares if share.by == "time"} == set(DAYS)


LATER = [f"2026-0{month}-01T00:00:00Z" for month in (1, 2, 3, 4)]


def test_strata_are_as_fine_as_n_allows_and_each_is_drawn_from():
    queries = [
        Query(
            id=f"q{n}",
            text=f"{SUBJECTS[n % 6]} {n}",
            tags=("exact",) if n % 2 else (),
            last_seen=LATER[n % 4],
        )
        for n in range(200)
    ]
    weights = {query.id: 1.0 for query in queries}
    sizes = {n: len(set(strata(queries, weights, n).values())) for n in (1, 10, 50, 200)}
    assert sizes[1] == 1 and sizes[10] <= 5 and sizes[10] < sizes[50] <= 25 and sizes[50] <= sizes[200]
    given = allocation(strata(queries, weights, 50), weights, 50)
    assert sum(given.values()) == 50 and min(given.values()) >= 1


@given(st.lists(st.integers(0, 6), min_size=1, max_size=40), st.data())
def test_allocation_gives_out_exactly_n_and_never_more_than_there_are(members, data):
    stratum_of = {str(n): str(stratum) for n, stratum in enumerate(members)}
    n = data.draw(st.integers(len(set(members)), 60))
    given_ = allocation(stratum_of, {name: 1.0 + int(name) for name in stratum_of}, n)
    assert sum(given_.values()) == min(n, len(members))
    assert all(1 <= given_[str(stratum)] <= members.count(stratum) for stratum in members)


def test_topics_are_words_that_questions_share_in_any_script():
    texts = {
        "1": "tape is slow",
        "2": "clean the tape",
        "3": "quota of a group",
        "4": "raise quota",
        "5": "転送が遅い",
        "6": "転送の上限",
        "7": "?",
        "8": "",
        "9": "mirror",
    }
    found = topics(texts, dict.fromkeys(texts, 1.0), 5)
    assert found == {
        "1": "tape",
        "2": "tape",
        "3": "quota",
        "4": "quota",
        "5": "転送",
        "6": "転送",
        **dict.fromkeys("789", "other"),
    }
    assert set(topics(texts, dict.fromkeys(texts, 1.0), 0).values()) == {"other"}


@pytest.mark.parametrize(
    ("times", "found"),
    [
        (["2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z"], ["2026-11-01", "2026-11-02"]),
        (
            ["2026-11-02T00:00:00Z", "2026-11-09T00:00:00Z", "2026-11-03T00:00:00Z"],
            ["2026-W45", "2026-W46", "2026-W45"],
        ),
        (["2026-01-02T00:00:00Z", "2026-06-09T00:00:00Z", "2026-02-03T00:00:00Z"], ["2026-Q1", "2026-Q2", "2026-Q1"]),
        (["2024-01-02T00:00:00Z", "2025-06-09T00:00:00Z", "2026-02-03T00:00:00Z"], ["all", "all", "all"]),
        ([None, "2026-11-01T00:00:00Z"], ["no time", "2026-11-01"]),
    ],
)
def test_periods_are_the_finest_that_are_few_enough(times, found):
    assert list(periods({str(n): time for n, time in enumerate(times)}, 2).values()) == found


def test_what_cannot_be_selected_is_refused(mill):
    with pytest.raises(UsageError, match="at least 1"):
        choose(mill, 0)
    with pytest.raises(UsageError, match="no question of a log"):
        choose(mill, 3, rows=[{"q": "hello", "docs": ["a"]}])


def test_more_than_there_are_takes_all_with_certainty(mill):
    result = choose(mill, 99)
    assert (result.selection.drawn, result.selection.aside, result.selection.traffic) == (40, 0, 1.0)
    assert {query.sampling["prob"] for query in mill.golden.queries()} == {1.0}


def test_a_crash_after_the_questions_were_written_is_mended_by_mining_again(mill):
    choose(mill, 10)
    expected = in_play(mill)
    mill.golden.rewrite_queries(lambda all_: [replace(query, aside=None, sampling={}) for query in all_.values()])
    assert NOT_SELECTED not in {query.aside for query in mill.golden.queries()}
    choose(mill, 10)
    assert in_play(mill) == expected
