from __future__ import annotations

from dataclasses import replace
from math import sqrt
from pathlib import Path

import pytest

from goldkit.records import Chunk, Copy, Judgment, Query
from goldkit.reports.status_text import status_text
from goldkit.results.status import CopiedFacts, FrozenLine, LabelCounts, ManyCopies, QueryCounts
from goldkit.sets.enroll import enroll
from goldkit.sets.next_step import next_step
from goldkit.sets.overview import overview
from goldkit.sets.visible import visible
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"


def line(query: str, chunk: str, grade: int | None, **fields: object) -> Judgment:
    values = {"status": "decided", "source": "human", "by": "ana", "at": AT} | fields
    return Judgment(query=query, chunk=chunk, grade=grade, **values)


@pytest.fixture
def golden(tmp_path: Path) -> GoldenDirectory:
    directory = GoldenDirectory(tmp_path / "golden")
    directory.create()
    return directory


def test_everything_is_counted_once(golden: GoldenDirectory) -> None:
    queries = [
        Query(id="a", text="alpha?", origin="log"),
        Query(id="b", text="beta beta?", origin="synthetic"),
        Query(id="c", text="gamma gamma?", origin="log", answerable="no"),
        Query(id="d", text="delta delta delta?", origin="manual", aside="a typo"),
        Query(id="e", text="epsilon?", origin="log"),
        Query(id="f", text="zeta zeta zeta?", origin="log"),
    ]
    judgments = [
        line("a", "x", 3),
        line("b", "y", 3),
        line("b", "y", 0, by="bo"),
        line("e", "z", None, status="proposed", source="log", by="goldkit mine"),
        line("f", "x", 0),
    ]
    enroll(golden, queries, judgments, [Chunk(id="x", text="x")])
    golden.append(
        "copies.jsonl",
        [
            Copy(a="x", b="x2", jaccard=1, containment=(1, 1), verdict="same", by="goldkit widen", at=AT),
            Copy(a="x", b="x3", jaccard=0.9, containment=(1, 1), verdict="differs", by="goldkit widen", at=AT),
        ],
    )
    golden.append("split.jsonl", [{"query": "f", "side": "embargoed", "at": AT, "why": "tied"}])
    found = overview(golden)
    assert found.queries == QueryCounts(
        total=6,
        origins={"log": 4, "manual": 1, "synthetic": 1},
        dev=4,
        labelled=1,
        unlabelled=2,
        unanswerable=1,
        held_out=0,
        embargoed=1,
        aside=1,
        burned=0,
    )
    assert found.labels == LabelCounts(decided=2, derived=2, proposed=1, disputed=1, proposing=1)
    assert dict(found.copies) == {"same": 1, "differs": 1} and found.texts == 1
    assert found.visible.queries == 1


def test_facts_in_many_chunks_are_named_of_dev_and_counted_elsewhere(golden: GoldenDirectory) -> None:
    enroll(
        golden,
        [Query(id=name, text=f"what does {name} say?") for name in ("many", "some", "held")],
        [line("many", "x", 3), line("some", "y", 3), line("held", "x", 3), line("held", "z", 3)],
        [Chunk(id="x", text="x")],
    )
    same = {"jaccard": 1, "containment": (1, 1), "verdict": "same", "by": "goldkit widen", "at": AT}
    golden.append(
        "copies.jsonl", [Copy(a=a, b=b, **same) for a, b in (("x", "x2"), ("x", "x3"), ("x", "a"), ("y", "y2"))]
    )
    golden.append("split.jsonl", [{"query": "held", "side": "core", "at": AT, "why": "freeze core"}])
    found = overview(golden)
    many = (ManyCopies(query="many", first="a", chunks=4),)
    assert found.copied == CopiedFacts(total=4, dev=2, elsewhere=1, most=4, many=many)
    assert status_text(found).splitlines()[5:7] == [
        "  facts      3 of 4 in several chunks: 2 in dev, 1 elsewhere (at most 4 chunks)",
        "             most copies: many (4 chunks, as a)",
    ]
    assert found.to_dict()["copied"]["many"] == ({"query": "many", "first": "a", "chunks": 4},)
    assert "held" not in str(found.to_dict()["copied"])


def test_what_a_set_can_see_falls_with_the_root_of_its_independent_queries() -> None:
    independent = visible(map(str, range(100)))
    assert independent.differences[0.25] == pytest.approx((1.959964 + 0.841621) * 0.25 / 10, abs=1e-6)
    assert independent.differences[0.35] == pytest.approx(independent.differences[0.25] * 1.4)
    together = visible([str(n // 4) for n in range(100)])
    assert (together.blocks, together.effective) == (25, 25.0)
    assert together.differences[0.25] == pytest.approx(independent.differences[0.25] * 2)
    uneven = visible(["big"] * 50 + [str(n) for n in range(50)])
    assert uneven.effective == pytest.approx(100**2 / (50**2 + 50))
    budget = visible(map(str, range(100)), looks=10)
    assert budget.alpha == 0.005
    assert budget.differences[0.25] == pytest.approx((2.807034 + 0.841621) * 0.25 / sqrt(100), abs=1e-6)
    assert visible([]).differences == {}


FULL = QueryCounts(
    total=100,
    origins={"log": 100},
    dev=100,
    labelled=100,
    unlabelled=30,
    unanswerable=10,
    held_out=0,
    embargoed=0,
    aside=0,
    burned=0,
)
LABELS = LabelCounts(decided=80, derived=5, proposed=20, disputed=0, proposing=20)
CORE = FrozenLine(name="core", digest="d", k=5, queries=50, looks=3, budget=10)


@pytest.mark.parametrize(
    ("queries", "labels", "widened", "frozen", "command"),
    [
        (replace(FULL, total=0), LABELS, False, (), "goldkit mine"),
        (FULL, LABELS, True, (replace(CORE, broken="x"),), "goldkit check"),
        (FULL, replace(LABELS, disputed=1), True, (), "goldkit check"),
        (replace(FULL, labelled=10), LABELS, False, (), "goldkit review"),
        (FULL, LABELS, False, (), "goldkit widen"),
        (FULL, LABELS, True, (), "goldkit freeze core --holdout 0.5 --k 7 --seed 1"),
        (replace(FULL, labelled=99), replace(LABELS, proposing=0), True, (), "goldkit mine"),
        (FULL, replace(LABELS, decided=0, proposing=0), True, (), "goldkit mine"),
        (FULL, LABELS, True, (CORE,), "goldkit score dev"),
        (replace(FULL, labelled=50), LABELS, True, (CORE,), "goldkit score dev"),
        (replace(FULL, labelled=49), LABELS, True, (CORE,), "goldkit review"),
        (replace(FULL, labelled=99), LABELS, True, (), "goldkit review"),
        (FULL, LABELS, True, (replace(CORE, looks=10),), "goldkit freeze NAME"),
    ],
)
def test_the_next_step_is_the_first_that_is_missing(
    queries: QueryCounts, labels: LabelCounts, widened: bool, frozen: tuple[FrozenLine, ...], command: str
) -> None:
    step = next_step(queries, labels, widened=widened, frozen=frozen, k=7)
    assert step.command.startswith(command) and step.why.endswith(".")
