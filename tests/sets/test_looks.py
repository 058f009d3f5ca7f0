from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from goldkit.errors import DataError, UsageError
from goldkit.records import Look
from goldkit.sets.frozen import read_frozen
from goldkit.sets.ledger import ledger_folder
from goldkit.sets.looks import ShownRun, count_looks, record_look, run_digest
from goldkit.sets.scoreset import ScoreSet
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"
ONE = ShownRun(name="one", digest="1" * 64)
TWO = ShownRun(name="two", digest="2" * 64, models=("m",))


@pytest.fixture
def core(tmp_path: Path, frozen_folder: Callable[..., Path]) -> ScoreSet:
    GoldenDirectory(tmp_path / "golden").create()
    return read_frozen(frozen_folder(tmp_path / "golden" / "frozen" / "core"))[0]


def look(scored: ScoreSet, *runs: ShownRun) -> int:
    return record_look(scored, runs, k=5, measures=["recall@5"], at=AT, commit="abc").used


def test_a_run_seen_before_is_no_new_look(core: ScoreSet) -> None:
    assert look(core) == 0
    assert look(core, ONE) == 1
    assert look(core, ONE) == 1
    assert look(core, ONE, TWO) == 2
    found = record_look(core, [], k=5, measures=[], at=AT)
    assert (found.used, found.budget, found.spent) == (2, 7, False)
    lines = GoldenDirectory(ledger_folder(core)).ledger()
    assert [[run["name"] for run in line.runs] for line in lines] == [["one"], ["two"]]
    assert lines[1].runs[0]["models"] == ["m"] and lines[1].commit == "abc"


def test_the_budget_is_spent_only_by_the_look_beyond_it(core: ScoreSet) -> None:
    spent = [record_look(core, [ShownRun(name="r", digest=str(n))], k=5, measures=[], at=AT).spent for n in range(1, 9)]
    assert spent == [False] * 7 + [True]


def test_each_set_counts_its_own_looks(core: ScoreSet, tmp_path: Path, frozen_folder: Callable[..., Path]) -> None:
    other = read_frozen(frozen_folder(tmp_path / "golden" / "frozen" / "next", name="next"))[0]
    look(core, ONE)
    assert look(other) == 0
    assert look(other, ONE) == 1
    assert len(GoldenDirectory(tmp_path / "golden").ledger()) == 2


def test_where_the_ledger_of_a_set_by_path_lies(
    core: ScoreSet, tmp_path: Path, frozen_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ledger_folder(core) == (tmp_path / "golden").resolve()
    monkeypatch.chdir(tmp_path / "golden" / "frozen" / "core")
    assert ledger_folder(read_frozen(".")[0]) == (tmp_path / "golden").resolve()
    stray = read_frozen(frozen_folder(tmp_path / "elsewhere" / "core"))[0]
    assert look(stray, ONE) == 1
    assert (tmp_path / "elsewhere" / "ledger.jsonl").is_file()
    with pytest.raises(UsageError, match="not a frozen set"):
        ledger_folder(ScoreSet(name="dev", queries=()))


def test_merged_and_shortened_ledgers_never_count_too_few() -> None:
    def line(number: int, digest: str, at: str = AT) -> Look:
        return Look(at=at, set="s", look=number, runs=({"digest": digest},), k=5)

    assert count_looks([line(1, "a"), line(2, "b"), line(2, "c")], "s") == (3, frozenset("abc"))
    assert count_looks([line(1, "a"), line(2, "b"), line(2, "b")], "s")[0] == 2
    assert count_looks([line(9, "a")], "s")[0] == 9
    assert count_looks([line(9, "a")], "other") == (0, frozenset())


def test_a_torn_last_line_is_no_look_and_is_cut(core: ScoreSet) -> None:
    look(core, ONE)
    ledger = ledger_folder(core) / "ledger.jsonl"
    ledger.write_bytes(ledger.read_bytes() + b'{"at":"2026')
    assert look(core, TWO) == 2
    assert len(ledger.read_bytes().splitlines()) == 2


def test_a_broken_line_stops_the_scoring(core: ScoreSet) -> None:
    look(core, ONE)
    ledger = ledger_folder(core) / "ledger.jsonl"
    ledger.write_bytes(b"{}\n" + ledger.read_bytes())
    with pytest.raises(DataError, match=r"ledger\.jsonl:1"):
        look(core, TWO)


def test_what_a_run_shows_is_its_identity() -> None:
    run = {"q1": ("a", "b", "c"), "q2": ("d",), "stranger": ("x",)}
    same = {"q2": ["d"], "q1": ["a", "b", "z"]}
    assert run_digest(run, ["q1", "q2"], 2) == run_digest(same, ["q2", "q1"], 2)
    assert run_digest(run, ["q1", "q2"], 3) != run_digest(same, ["q1", "q2"], 3)
    assert run_digest(run, ["q1", "q2"]) != run_digest(run, ["q1", "q2"], 2)


CALL = """
import sys
from goldkit.sets.frozen import read_frozen
from goldkit.sets.ledger import ledger_folder
from goldkit.sets.looks import ShownRun, record_look
scored = read_frozen(sys.argv[1])[0]
for turn in range(5):
    shown = [ShownRun(name="r", digest=f"{sys.argv[2]}-{turn}")]
    print(record_look(scored, shown, k=5, measures=[], at="2026-12-01T10:00:00Z").used)
"""


def test_eight_processes_at_once_never_share_a_number(core: ScoreSet) -> None:
    calls = [
        subprocess.Popen([sys.executable, "-c", CALL, str(core.path), str(name)], stdout=subprocess.PIPE, text=True)
        for name in range(8)
    ]
    numbers = [int(line) for call in calls for line in call.communicate(timeout=60)[0].split()]
    assert sorted(numbers) == list(range(1, 41))
    assert look(core) == 40


def kin(frozen_folder: Callable[..., Path], home: Path, name: str, parent: ScoreSet) -> ScoreSet:
    """A set by hand that is a version of another one."""
    older = {"parent": parent.digest} | (
        {"parameters": {"ancestors": list(parent.ancestors)}} if parent.ancestors else {}
    )
    return read_frozen(frozen_folder(home / "frozen" / name, name=name, **older))[0]


def test_a_version_goes_on_where_its_parent_ended_and_so_do_its_sisters(
    core: ScoreSet, tmp_path: Path, frozen_folder: Callable[..., Path]
) -> None:
    home = tmp_path / "golden"
    for n in range(4):
        look(core, ShownRun(name="r", digest=str(n)))
    second = kin(frozen_folder, home, "second", core)
    found = record_look(second, [ONE], k=5, measures=[], at=AT)
    assert (found.used, found.own, found.elsewhere) == (5, 1, (("its parent core", 4),))
    assert found.runs == {"0", "1", "2", "3", ONE.digest}
    sister = kin(frozen_folder, home, "sister", core)
    assert record_look(sister, [], k=5, measures=[], at=AT).elsewhere == (("its parent core", 4), ("second", 1))
    third = kin(frozen_folder, home, "third", second)
    assert record_look(third, [TWO], k=5, measures=[], at=AT).elsewhere == (("its parent second", 1), ("core", 4))
    again = record_look(core, [ShownRun(name="r", digest="4")], k=5, measures=[], at=AT)
    assert (again.used, again.own) == (7, 5) and not again.spent
    assert record_look(second, [TWO], k=5, measures=[], at=AT).spent
    assert [line.look for line in GoldenDirectory(home).ledger()] == [1, 2, 3, 4, 1, 1, 5, 2]  # each set's own numbers


def test_looks_at_a_parent_count_though_its_folder_is_gone_and_two_clones_looked_at_once(
    core: ScoreSet, tmp_path: Path, frozen_folder: Callable[..., Path]
) -> None:
    home = tmp_path / "golden"
    second = kin(frozen_folder, home, "second", core)
    third = kin(frozen_folder, home, "third", second)
    ledger = ledger_folder(core) / "ledger.jsonl"
    look(core, ONE)
    mine = ledger.read_bytes()
    ledger.write_bytes(b"")
    look(core, TWO)
    ledger.write_bytes(mine + ledger.read_bytes())  # as git's union merge leaves it: two lines with number 1
    for name in ("core", "second"):
        shutil.rmtree(home / "frozen" / name)
    found = record_look(third, [ONE], k=5, measures=[], at=AT)
    assert (found.used, found.elsewhere) == (3, (((core.digest or "")[:12], 2),))


def test_a_set_that_shares_no_question_with_its_ancestor_pays_for_its_own_looks_only(
    core: ScoreSet, tmp_path: Path, frozen_folder: Callable[..., Path]
) -> None:
    look(core, ONE)
    folder = kin(frozen_folder, tmp_path / "golden", "second", core).path
    second = read_frozen(folder or "")[0]
    strangers = tuple(replace(query, id=f"x-{query.id}") for query in second.queries)
    assert record_look(replace(second, queries=strangers), [], k=5, measures=[], at=AT).used == 0
