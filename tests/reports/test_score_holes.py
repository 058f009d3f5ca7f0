"""The section on unjudged results: a line a run and a delta, the assumption once, and nothing where all is judged."""

from __future__ import annotations

from dataclasses import replace

from goldkit.library.score import score
from goldkit.records import Label, Run
from goldkit.reports.score_holes import score_holes
from goldkit.sets.scoreset import ScoreQuery, ScoreSet, facts_of_labels


def scored(new, measures=("recall", "MRR"), queries=3):
    names = [f"q{place}" for place in range(queries)]
    grades = {"a": 3, "c": 0}
    asked = []
    for name in names:
        labels = {
            chunk: Label(query=name, chunk=chunk, grade=grade, status="decided") for chunk, grade in grades.items()
        }
        facts = facts_of_labels(labels, ScoreSet(name="", queries=()).scale)
        asked.append(ScoreQuery(id=name, text=name, origin="log", block=name, facts=facts, labels=labels))
    runs = [
        Run(name=name, rankings=dict.fromkeys(names, tuple(found)))
        for name, found in (("old", ["c", "u"]), ("new", new))
    ]
    return score(ScoreSet(name="set", queries=tuple(asked)), runs, measures, 2)


def test_a_line_a_run_and_a_delta_with_the_assumption_once():
    lines = score_holes(scored(["a", "v"]))
    assert lines[0] == "unjudged, and so scored 0: 6 results; what judging them could make of the means"
    assert lines[1].split() == ["judged@2", "recall@2", "MRR"]
    assert lines[2].split() == ["old", "50.0%", "0.000", "to", "0.500", "0.000", "to", "0.500"]
    assert lines[4].split()[:4] == ["new", "−", "old", "+0.0"]
    assert "  new, MRR: new beats old however the holes are judged" in lines
    text = " ".join(line.strip() for line in lines)
    assert text.count("sampling error is apart") == 1
    assert "given the queries counted now" in text
    assert all(len(line) <= 100 for line in lines)


def test_nothing_is_said_where_every_result_is_judged():
    result = scored(["a"])
    judged = replace(result, holes=replace(result.holes, unjudged=0))
    assert score_holes(judged) == []


def test_without_a_measure_that_has_bounds_judged_at_k_is_still_told():
    assert score_holes(scored(["a", "v"], ("judged",))) == [
        "unjudged, and so scored 0: 6 results; judged@2: old 50.0%, new 50.0%"
    ]
