"""What was shown of a frozen set is written down once, where the next score finds it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from goldkit.errors import UsageError
from goldkit.sets.burning import burn_place, burned_of, record_burned
from goldkit.sets.frozen import read_frozen
from goldkit.sets.resolve import resolve_set
from goldkit.sets.scoreset import ScoreSet
from goldkit.store.golden import GoldenDirectory

AT, LATER = "2026-12-01T10:00:00Z", "2026-12-02T10:00:00Z"


@pytest.fixture
def folder(tmp_path: Path, frozen_folder: Callable[..., Path]) -> Path:
    GoldenDirectory(tmp_path / "golden").create()
    return frozen_folder(tmp_path / "golden" / "frozen" / "core")


def test_each_query_is_recorded_once(folder: Path) -> None:
    core = read_frozen(folder)[0]
    assert burned_of(folder) == frozenset()
    assert record_burned(core, ["q2"], AT) == ["q2"]
    assert record_burned(core, ["q2", "q1"], LATER) == ["q1"]
    assert burned_of(folder) == {"q1", "q2"}
    lines = GoldenDirectory(folder.parent.parent).split()
    assert [(line.query, line.at, line.burned, line.side, line.why) for line in lines] == [
        ("q2", AT, True, None, "score --burn"),
        ("q1", LATER, True, None, "score --burn"),
    ]


def test_a_set_knows_which_of_its_own_queries_were_shown(folder: Path) -> None:
    core = read_frozen(folder)[0]
    record_burned(core, ["q1", "of another set"], AT)
    golden = folder.parent.parent
    assert resolve_set("core", golden).burned == resolve_set(str(folder), golden).burned == {"q1"}


def test_without_a_golden_directory_around_it_nothing_can_be_burned(
    tmp_path: Path, frozen_folder: Callable[..., Path]
) -> None:
    loose = frozen_folder(tmp_path / "elsewhere" / "core")
    for place in (read_frozen(loose)[0], ScoreSet(name="dev", queries=())):
        with pytest.raises(UsageError, match="no golden directory"):
            burn_place(place)
    assert burned_of(loose) == frozenset()
    assert not (tmp_path / "split.jsonl").exists()
