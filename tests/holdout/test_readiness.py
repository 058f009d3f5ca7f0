"""What a set lacks before it is sealed, each said with what to do, and nothing where nothing is lacking."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from goldkit.holdout.freeze import rehearse
from goldkit.holdout.readiness import readiness
from goldkit.records import Chunk, Judgment, Query
from goldkit.results.readiness import Readiness
from goldkit.sets.enroll import enroll
from goldkit.sets.golden import read_golden
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"
Make = Callable[..., GoldenDirectory]


def of(golden: GoldenDirectory, wanted: float = 0.05, corpus: list[Chunk] | None = None) -> Readiness:
    return readiness(read_golden(golden), rehearse(golden, "core", 1.0, 1, k=5), 5, wanted, corpus)


def names(found: Readiness) -> list[str]:
    return [lack.name for lack in found.lacks]


def test_a_sound_set_of_enough_queries_lacks_nothing(make_golden: Make) -> None:
    assert names(of(make_golden(60))) == []


def test_too_few_trusted_queries_and_thin_slices(make_golden: Make) -> None:
    found = of(make_golden(30, [Query(id="l", text="from a log, once", origin="log", tags=("exact",))]))
    assert names(found) == ["few"]
    more = [Query(id=f"t{n}", text=f"tagged {n * 7919} {'xyz'[n % 3] * n}", tags=("exact",)) for n in range(5)]
    lines = [
        Judgment(query=q.id, chunk=f"t-{q.id}", grade=3, status="decided", source="human", by="ana", at=AT)
        for q in more
    ]
    golden = make_golden(60)
    enroll(golden, more, lines)
    (thin,) = of(golden).lacks
    assert thin.name == "thin" and "tag exact 5" in thin.what


def test_what_nobody_confirmed_or_judges_dispute_is_counted_where_it_would_be_sealed(make_golden: Make) -> None:
    golden = make_golden(60)
    one = {"source": "human", "at": AT}
    golden.append(
        "judgments.jsonl",
        [
            Judgment(query="q001", chunk="c-q001", grade=0, status="decided", by="ben", **one),
            Judgment(query="q002", chunk="p", grade=None, status="proposed", by="goldkit mine", **one),
        ],
    )
    (lack,) = of(golden).lacks
    assert lack.name == "unconfirmed" and "1 proposal" in lack.what and "1 disputed pair" in lack.what
    assert "goldkit review" in lack.cure


def test_labels_that_one_system_alone_could_make_ask_for_pooling(make_golden: Make) -> None:
    golden = make_golden(60)
    logged = [Query(id=f"l{n}", text=f"{n}{'pqrstuvwx'[n % 9] * (n + 9)}", origin="log") for n in range(25)]
    lines = [
        Judgment(query=q.id, chunk=q.id, grade=3, status="decided", source="human", by="ana", at=AT) for q in logged
    ]
    enroll(golden, logged, lines)
    (lack,) = of(golden).lacks
    assert lack.name == "one-system" and lack.what.startswith("labels of 25 of 85 queries") and "pool" in lack.cure


WORDS = ["amber", "basin", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet", "jetty", "knoll", "ledge"]


@pytest.fixture
def copied(make_golden: Make) -> GoldenDirectory:
    """A set of 60 questions, each of seven words that its chunk has in the same order."""
    golden = make_golden(0)
    lines = [" ".join(WORDS[(n * step + n // 12) % 12] + str(n) for step in range(1, 8)) for n in range(60)]
    queries = [Query(id=f"q{n:02}", text=line) for n, line in enumerate(lines)]
    judgments = [
        Judgment(query=q.id, chunk=f"c{q.id}", grade=3, status="decided", source="human", by="ana", at=AT)
        for q in queries
    ]
    enroll(golden, queries, judgments, [Chunk(id=f"c{q.id}", text=f"so {q.text} it is") for q in queries])
    return golden


def test_questions_that_copy_their_chunk_are_too_easy_and_said_to_be_copies(copied: GoldenDirectory) -> None:
    found = of(copied)
    assert names(found) == ["easy", "copied"]
    assert (
        "recall@5 1.00 in the judged texts alone" in found.lacks[0].what and "60 of 60 questions" in found.lacks[1].what
    )
    # in a corpus with many texts nearer to each question, word search alone is not enough
    twins = [Chunk(id=f"twin{n}{m}", text=q.text) for n, q in enumerate(copied.queries()) for m in range(6)]
    assert names(of(copied, corpus=[*twins, *copied.chunks()])) == ["copied"]


def test_the_smallest_visible_difference_and_how_many_more_queries_a_wanted_one_needs(make_golden: Make) -> None:
    found = of(make_golden(60), wanted=0.05)
    least = found.visible.differences[0.25]
    assert found.visible.alpha == pytest.approx(0.005)
    assert found.further[0.25] == pytest.approx(60 * (least / 0.05) ** 2 - 60, abs=1)
    assert of(make_golden(60), wanted=0.9).further == {0.25: 0, 0.35: 0}
