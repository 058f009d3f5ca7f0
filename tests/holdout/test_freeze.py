from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from goldkit.errors import UsageError
from goldkit.files import canonical
from goldkit.holdout.freeze import freeze, queries_left_in_dev, rehearse
from goldkit.records import Copy, Judgment, Query
from goldkit.sets.frozen import open_frozen, read_frozen
from goldkit.sets.golden import read_golden
from goldkit.sets.resolve import resolve_set
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"
Make = Callable[..., GoldenDirectory]


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock" and path.suffix != ".tmp"
    }


def test_a_frozen_set_leaves_dev_and_reads_back(make_golden: Make) -> None:
    golden = make_golden(20, [Query(id="none", text="is there no answer?", answerable="no")])
    plan, frozen = freeze(golden, "core", 0.5, 1, k=5, at=AT)
    assert plan is not None and len(plan.queries) == 10
    scored, manifest = read_frozen(frozen.path)
    assert (scored.digest, scored.k) == (frozen.digest, 5)
    assert {query.id for query in scored.queries} == {*plan.queries, *plan.unanswerable}
    dev = {query.id for query in resolve_set("dev", golden.path).queries}
    assert not dev & {query.id for query in scored.queries} and len(dev) + len(scored.queries) == 21
    assert manifest.counts["labels"] == 10 and manifest.counts["labels_without_text"] == 0
    assert {path.stat().st_mode & 0o777 for path in Path(frozen.path).iterdir()} == {0o444}
    assert golden.settings.k == 5


def test_a_frozen_set_scores_as_dev_did(make_golden: Make) -> None:
    golden = make_golden(12)
    golden.append(
        "copies.jsonl",
        [Copy(a="c-q003", b="copy", jaccard=1, containment=(1, 1), verdict="same", by="goldkit widen", at=AT)],
    )
    golden.append(
        "judgments.jsonl",
        [
            Judgment(query="q003", chunk="x", grade=1, status="decided", source="human", by="bo", at=AT),
            Judgment(query="q003", chunk="p", grade=None, status="proposed", source="log", by="goldkit mine", at=AT),
        ],
    )
    before = {query.id: query for query in resolve_set("dev", golden.path).queries}
    _, frozen = freeze(golden, "core", 1.0, 1, k=5, at=AT)
    after = {query.id: query for query in read_frozen(frozen.path)[0].queries}
    assert {name: query.facts for name, query in after.items()} == {n: query.facts for n, query in before.items()}
    assert {n: {c: label.grade for c, label in q.labels.items()} for n, q in after.items()} == {
        n: {c: label.grade for c, label in q.labels.items()} for n, q in before.items()
    }
    assert set(after["q003"].labels) == {"c-q003", "copy", "x"}
    derived = after["q003"].labels["copy"]
    assert (derived.status, derived.derived_from) == ("derived", "c-q003")
    assert after["q003"].labels["c-q003"].text_sha256 == canonical.sha256_text("text of q003")


def test_the_same_freeze_gives_the_same_bytes(make_golden: Make, tmp_path: Path) -> None:
    golden = make_golden(20)
    freeze(golden, "core", 0.5, 1, k=5, at=AT)
    first = tree(golden.path)
    again = GoldenDirectory(tmp_path / "again")
    again.create()
    for name in ("judgments.jsonl", "chunks.jsonl"):
        (again.path / name).write_bytes((golden.path / name).read_bytes())
    lines = (golden.path / "queries.jsonl").read_bytes().splitlines(keepends=True)
    (again.path / "queries.jsonl").write_bytes(b"".join(reversed(lines)))
    freeze(again, "core", 0.5, 1, k=5, at=AT)
    assert tree(again.path) | {"queries.jsonl": b""} == first | {"queries.jsonl": b""}


def test_later_judgments_never_reach_a_frozen_set(make_golden: Make) -> None:
    golden = make_golden(10)
    _, frozen = freeze(golden, "core", 1.0, 1, k=5, at=AT)
    sealed = tree(Path(frozen.path))
    golden.append(
        "judgments.jsonl",
        [Judgment(query="q001", chunk="c-q001", grade=0, status="decided", source="human", by="ana", at="2027-01-01")],
    )
    assert tree(Path(frozen.path)) == sealed
    assert read_frozen(frozen.path)[0].queries[1].labels["c-q001"].grade == 3


def test_a_second_freeze_takes_from_what_is_left(make_golden: Make) -> None:
    golden = make_golden(20)
    first, _ = freeze(golden, "core", 0.5, 1, k=5, at=AT)
    second, _ = freeze(golden, "next", 1.0, 1, k=None, at=AT)
    assert first is not None and second is not None
    assert not set(first.queries) & set(second.queries) and len(second.queries) == 10
    assert not read_golden(golden).dev()
    with pytest.raises(UsageError, match="nothing to freeze"):
        freeze(golden, "third", 0.5, 1, k=None, at=AT)


def test_a_given_side_stands_whatever_is_appended_later(make_golden: Make) -> None:
    golden = make_golden(10)
    plan, _ = freeze(golden, "core", 0.5, 1, k=5, at=AT)
    assert plan is not None
    line = {"query": plan.queries[0], "side": "embargoed", "at": "2027-01-01T00:00:00Z", "why": "by hand"}
    golden.append("split.jsonl", [line])
    assert read_golden(golden).sides[plan.queries[0]] == "core"


@pytest.mark.parametrize(
    "name", ["", ".", "..", ".core", "-core", "a/b", "../x", "dev", "embargoed", "a b", "é", "a\n", "x" * 101]
)
def test_a_name_that_is_none_is_refused(name: str, make_golden: Make) -> None:
    golden = make_golden(4)
    for call in (freeze, rehearse):
        with pytest.raises(UsageError):
            call(golden, name, 0.5, 1, k=5, **({"at": AT} if call is freeze else {}))
    assert not (golden.path / "frozen").exists() and not golden.split()


def test_a_taken_name_is_refused_and_changes_nothing(make_golden: Make) -> None:
    golden = make_golden(10)
    freeze(golden, "core", 0.5, 1, k=5, at=AT)
    before = tree(golden.path)
    with pytest.raises(UsageError, match="core-2"):
        freeze(golden, "core", 0.5, 2, k=5, at=AT)
    with pytest.raises(UsageError, match="core-2"):
        rehearse(golden, "core", 0.5, 2, k=5)
    assert tree(golden.path) == before


def test_a_set_that_was_deleted_is_not_frozen_anew_under_its_name(make_golden: Make) -> None:
    golden = make_golden(10)
    freeze(golden, "core", 0.5, 1, k=5, at=AT)
    (golden.path / "frozen" / "core").rename(golden.path / "elsewhere")
    with pytest.raises(UsageError, match=r"restore it from git"):
        freeze(golden, "core", 0.5, 2, k=5, at=AT)


@pytest.mark.parametrize(("k", "said"), [(None, "not known yet"), (0, "at least 1"), (-3, "at least 1")])
def test_a_cut_is_needed(k: int | None, said: str, make_golden: Make) -> None:
    golden = make_golden(10)
    with pytest.raises(UsageError, match=said):
        freeze(golden, "core", 0.5, 1, k=k, at=AT)
    assert golden.settings.k is None and not (golden.path / "frozen").exists()


def test_a_rehearsal_changes_nothing_and_tells_the_same(make_golden: Make) -> None:
    golden = make_golden(10)
    before = tree(golden.path)
    rehearsed = rehearse(golden, "core", 0.5, 1, k=5)
    assert tree(golden.path) == before
    assert freeze(golden, "core", 0.5, 1, k=5, at=AT)[0] == rehearsed


KILLED = """
import os, signal, sys
from pathlib import Path
from goldkit.store.golden import GoldenDirectory
from goldkit.holdout.freeze import freeze

left = int(sys.argv[2])
def deadly(call):
    def wrapped(*arguments, **named):
        global left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
        return call(*arguments, **named)
    return wrapped
for name in ("fsync", "write", "rename", "replace", "mkdir", "fchmod"):
    setattr(os, name, deadly(getattr(os, name)))
freeze(GoldenDirectory(sys.argv[1]), "core", 0.5, 1, k=5, at="2026-12-01T10:00:00Z")
"""


def kill_before_step(golden: Path, step: int) -> int:
    return subprocess.run([sys.executable, "-c", KILLED, str(golden), str(step)], timeout=60).returncode


def test_killed_at_any_step_there_is_no_set_or_one_that_the_same_command_finishes(make_golden: Make) -> None:
    golden = make_golden(10, [Query(id="mate", text="tied, without a label", conversations=("v",))])
    golden.rewrite_queries(
        lambda present: [
            *[query for name, query in present.items() if name not in ("q001",)],
            Query(id="q001", text=present["q001"].text, conversations=("v",)),
        ]
    )
    start = tree(golden.path)
    freeze(golden, "core", 0.5, 1, k=5, at=AT)
    done = tree(golden.path)
    assert b"embargoed" in done["split.jsonl"] or b"mate" not in done["split.jsonl"]
    unfinished = steps = 0
    while True:
        reset(golden.path, start)
        status = kill_before_step(golden.path, steps)
        if status == 0:
            break
        assert status == -9
        steps += 1
        if "core" in golden.frozen_names():
            open_frozen(golden.path / "frozen" / "core")
            if queries_left_in_dev(golden, "core"):
                unfinished += 1
                plan, frozen = freeze(golden, "core", 0.1, 99, k=7, at="2030-01-01T00:00:00Z")
                assert plan is None and frozen.finished
        else:
            assert not read_golden(golden).sides
            freeze(golden, "core", 0.5, 1, k=5, at=AT)
        assert tree(golden.path) == done
    assert unfinished >= 2 and steps > 10


def reset(folder: Path, contents: dict[str, bytes]) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    for name, data in contents.items():
        (folder / name).write_bytes(data)


def test_two_at_once_share_no_query(make_golden: Make) -> None:
    golden = make_golden(40)
    call = (
        "import sys; from goldkit.store.golden import GoldenDirectory; from goldkit.holdout.freeze import freeze; "
        "freeze(GoldenDirectory(sys.argv[1]), sys.argv[2], 0.4, 1, k=5, at='2026-12-01T10:00:00Z')"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", call, str(golden.path), name]) for name in ("one", "two", "three")
    ]
    assert [process.wait(timeout=60) for process in running] == [0, 0, 0]
    sets = [{query.id for query in open_frozen(golden.path / "frozen" / n).queries} for n in golden.frozen_names()]
    assert len(sets) == 3 and sum(map(len, sets)) == len(set.union(*sets))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_directory_that_may_not_be_written_stays_whole(make_golden: Make) -> None:
    golden = make_golden(10)
    golden.path.chmod(0o555)
    try:
        with pytest.raises(PermissionError):
            freeze(golden, "core", 0.5, 1, k=5, at=AT)
    finally:
        golden.path.chmod(0o755)
    assert not golden.frozen_names() and not golden.split()
