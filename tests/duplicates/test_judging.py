"""How far the guard is, and in which order it reads pairs: neither changes what it says."""

from __future__ import annotations

import pytest

from goldkit.duplicates import verdicts as judging
from goldkit.duplicates.engine import Engine
from goldkit.duplicates.judging import JUDGED, together
from goldkit.duplicates.search import COMPARED, STEPS, Match
from goldkit.duplicates.verify import Figures
from goldkit.duplicates.widen import all_pairs
from goldkit.records import Chunk

AT = "2026-12-01T10:00:00Z"
BODY = "the gateway forwards each request to the nearest site unless the tape buffer there is full and then waits for "


def chunks() -> list[Chunk]:
    """Four texts, each with three copies far from it in the order of ids."""
    texts = [
        f"{' '.join(BODY.split()[at:])} {BODY} of them {at * 1000} times {copy}" for copy in "abcd" for at in range(4)
    ]
    return [Chunk(id=f"c{at:02}", text=text) for at, text in enumerate(texts)]


@pytest.mark.parametrize("workers", [1, 2])
def test_how_many_pairs_are_judged_is_told_part_by_part(monkeypatch, workers) -> None:
    monkeypatch.setattr("goldkit.duplicates.judging.AT_ONCE", 10)
    told: list[tuple[str, int, int]] = []
    found = all_pairs(chunks(), AT, engine=Engine(workers=workers, progress=lambda *one: told.append(one)))
    whole = len(found.pairs)
    assert whole > 20
    assert [(done, of) for what, done, of in told if what == JUDGED and of == whole] == [
        *((at, whole) for at in range(10, whole, 10)),
        *[(whole, whole)] * 2,
    ]
    assert found == all_pairs(chunks(), AT)


def test_the_end_is_told_where_it_is_broken_off(monkeypatch) -> None:
    told: list[tuple[str, int, int]] = []

    def broken(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(judging, "guard", broken)
    with pytest.raises(KeyboardInterrupt):
        all_pairs(chunks(), AT, engine=Engine(progress=lambda *one: told.append(one)))
    assert [what for what, *_ in told].count(JUDGED) == 1
    assert told[-1][1] == told[-1][2] > 20


def test_each_step_of_the_search_is_told_and_how_many_pairs_are_compared(monkeypatch) -> None:
    monkeypatch.setattr("goldkit.duplicates.search.AT_ONCE", 20)
    told: list[tuple[str, int, int]] = []
    found = all_pairs(chunks(), AT, engine=Engine(progress=lambda *one: told.append(one)))
    whole = found.candidates
    assert whole > 40
    compared = [(COMPARED, at, whole) for at in (*range(0, whole, 20), whole)]
    assert told[: 3 + len(compared)] == [(STEPS, 1, 3), (STEPS, 2, 3), (STEPS, 3, 3), *compared]


def test_pairs_of_one_text_and_its_likes_are_judged_together() -> None:
    pairs = [(0, 9), (1, 7), (2, 9), (3, 7), (7, 8), (9, 11)]
    found = [Match(a, b, Figures(1.0, 1.0, 1.0), boilerplate=False) for a, b in pairs]
    assert [pairs[at] for at in together(found)] == [(0, 9), (2, 9), (9, 11), (1, 7), (3, 7), (7, 8)]
    assert together([]) == []
