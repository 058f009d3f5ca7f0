"""Judges whose grades tell little, and questions that ask for more facts than their labels know: found, and silent otherwise."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from goldkit.checks.catalogue import run_checks
from goldkit.records import Chunk, Copy, Fact, Query
from goldkit.sets.enroll import enroll
from goldkit.sets.golden import read_golden
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"
Judging = Callable[..., None]


def told(golden: GoldenDirectory, name: str) -> list[str]:
    return [finding.what for finding in run_checks(golden).findings if finding.name == name]


def dev(golden: GoldenDirectory) -> str:
    return read_golden(golden).dev()[0].id


def test_of_two_seed_chunks_one_has_a_label(sound: GoldenDirectory, judge: Judging) -> None:
    enroll(sound, [Query(id="both", text="what do both say?", origin="synthetic", generator={"chunks": ["m", "n"]})])
    assert not told(sound, "fact-without-label"), "without any label it is another finding"
    judge("both", "m")
    assert told(sound, "fact-without-label") == ["query 'both' asks for 2 facts, and labels reach 1 of them"]
    judge("both", "n", 2)
    assert not told(sound, "fact-without-label")


def test_of_two_given_facts_one_has_a_label(sound: GoldenDirectory, judge: Judging) -> None:
    enroll(sound, [Query(id="both", text="what do both say?", facts=(Fact(any=("m",)), Fact(any=("n", "o"))))])
    judge("both", "m")
    judge("both", "n", 1)
    assert told(sound, "fact-without-label") == ["query 'both' asks for 2 facts, and labels reach 1 of them"]
    judge("both", "o")
    assert not told(sound, "fact-without-label")


def test_a_question_set_aside_or_from_one_chunk_asks_for_one_fact(sound: GoldenDirectory, judge: Judging) -> None:
    enroll(sound, [Query(id="one", text="what is one?", generator={"chunks": ["m"]})])
    enroll(sound, [Query(id="off", text="what is off?", generator={"chunks": ["m", "n"]}, aside="a typo")])
    judge("one", "m")
    judge("off", "m")
    assert not told(sound, "fact-without-label")


@pytest.mark.parametrize(("pairs", "same", "found"), [(20, 10, 1), (19, 9, 0), (20, 20, 0)])
def test_two_judges_who_agree_by_chance(
    pairs: int, same: int, found: int, sound: GoldenDirectory, judge: Judging
) -> None:
    query = dev(sound)
    for n in range(pairs):
        first = 3 if n % 2 else 0
        judge(query, f"x{n}", first, by="ben")
        judge(query, f"x{n}", first if n < same else 3 - first, by="cem")
    what = told(sound, "judges-apart")
    assert len(what) == found
    assert all("ben and cem agree with a kappa of 0.00 over 20 pairs" in one for one in what)


@pytest.mark.parametrize(("pairs", "last", "found"), [(20, 3, 1), (19, 3, 0), (20, 2, 0)])
def test_a_judge_of_one_grade(pairs: int, last: int, found: int, sound: GoldenDirectory, judge: Judging) -> None:
    for n in range(pairs):
        judge(dev(sound), f"x{n}", 3 if n else last, by="ben")
    assert told(sound, "one-grade-judge") == ["ben gave the grade 3 to all of 20 pairs"] * found


def five(judge: Judging, **fields: object) -> None:
    for n in range(5):
        judge("any", f"x{n}", **fields)


def test_a_question_that_everything_answers(sound: GoldenDirectory, judge: Judging) -> None:
    enroll(sound, [Query(id="any", text="how do I use it?")])
    five(judge)
    assert told(sound, "all-answer") == ["all 5 judged chunks of query 'any' have the grade 3"]
    judge("any", "x5", 1)
    assert not told(sound, "all-answer")


def test_imported_labels_and_copies_are_no_sign_of_haste(sound: GoldenDirectory, judge: Judging) -> None:
    enroll(sound, [Query(id="any", text="how do I use it?")], (), [Chunk(id=f"x{n}", text=f"x{n}") for n in range(5)])
    five(judge, source="import", by="beir")
    assert not told(sound, "all-answer")
    five(judge)
    sound.append("copies.jsonl", [Copy(a="x0", b="x1", jaccard=1, containment=(1, 1), verdict="same", by="ana", at=AT)])
    assert not told(sound, "all-answer")
