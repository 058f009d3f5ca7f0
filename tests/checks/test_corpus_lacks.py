"""What `check --corpus` says of labels whose chunks another corpus lacks, before and after they were carried over."""

from __future__ import annotations

import pytest

from goldkit.checks.catalogue import run_checks
from goldkit.holdout.freeze import freeze
from goldkit.rebase.golden import rebase
from goldkit.records import Chunk, Judgment, Query
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"
NOW = "2026-12-02T10:00:00Z"
TEXTS = [
    f"The valve number {at} of the lower hall is opened at {at} o'clock by the team that has the watch."
    for at in range(6)
]


@pytest.fixture
def golden(tmp_path) -> GoldenDirectory:
    """Six questions with an answer each, half of them frozen."""
    directory = GoldenDirectory(tmp_path / "golden")
    directory.create()
    directory.add_chunks([Chunk(id=f"a#{at}", text=text, doc_id="a") for at, text in enumerate(TEXTS)])
    words = ["red", "green", "blue", "amber", "violet", "white"]
    directory.rewrite_queries(
        lambda _: [Query(id=f"q{at}", text=f"{word} {word}s of {word}?") for at, word in enumerate(words)]
    )
    known = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": AT}
    directory.append("judgments.jsonl", [Judgment(query=f"q{at}", chunk=f"a#{at}", **known) for at in range(6)])
    freeze(directory, "core", 0.5, 1, k=5, at=AT)
    return directory


def findings(golden: GoldenDirectory, corpus: list[Chunk]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for finding in run_checks(golden, corpus=corpus).findings:
        found.setdefault(finding.name, []).append(finding.what)
    return found


NEW = [Chunk(id=f"new#{at}", text=f"{text} So it was always.", doc_id="a") for at, text in enumerate(TEXTS)]


def test_an_index_that_has_all_is_fine(golden) -> None:
    found = findings(golden, [Chunk(id=f"a#{at}", text=text) for at, text in enumerate(TEXTS)])
    assert not {"vanished-chunk", "frozen-chunks", "changed-chunk"} & found.keys()


def test_what_it_lacks_is_named_for_dev_and_counted_for_frozen_sets(golden) -> None:
    found = findings(golden, NEW)
    assert len(found["vanished-chunk"]) == 3
    assert found["frozen-chunks"] == [
        "of 3 labelled chunks of 'core' the corpus lacks 3 and has another text of 0; "
        "no run can find an answer to 3 of 3 questions"
    ]


def test_another_text_under_an_id_is_told_apart(golden) -> None:
    found = findings(golden, [Chunk(id=f"a#{at}", text="Something else.") for at in range(6)])
    assert len(found["changed-chunk"]) == 3
    assert "lacks 0 and has another text of 3" in found["frozen-chunks"][0]


def test_once_carried_over_nothing_is_missing(golden) -> None:
    rebase(golden, NEW, NOW)
    assert not {"vanished-chunk", "changed-chunk"} & findings(golden, NEW).keys()
