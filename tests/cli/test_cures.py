"""Each cure that `check` prints is run as it stands, and the finding is gone."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from goldkit.cli.exits import run
from goldkit.records import Chunk, Judgment, Query
from goldkit.sets.embargo import sides_of
from goldkit.sets.enroll import enroll
from goldkit.store.golden import GoldenDirectory

AT, LATER = "2026-12-01T10:00:00Z", "2026-12-02T10:00:00Z"


def question(n: int) -> str:
    """No two are alike."""
    return "".join(chr(0x4E00 + n * 10 + i) for i in range(10)) + "?"


def passage(n: int) -> str:
    return f"The valve {question(n)} is opened by the team that has watch number {n} in the lower hall, at {n} o'clock."


def git(*arguments: str) -> None:
    subprocess.run(
        ["git", "-c", "user.name=ana", "-c", "user.email=ana@x.example", *arguments], check=True, capture_output=True
    )


@pytest.fixture
def golden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GoldenDirectory:
    """12 questions of which half are frozen as core, all committed; `set` is no usual name, so each command must say it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", AT)
    directory = GoldenDirectory("set")
    directory.create()
    queries = [Query(id=f"q{n:02}", text=question(n), origin="log", conversations=(f"talk{n}",)) for n in range(12)]
    by_ana = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": AT}
    labels = [Judgment(query=q.id, chunk=f"c{q.id[1:]}", **by_ana) for q in queries]  # type: ignore[arg-type]
    enroll(directory, queries, labels, [Chunk(id=f"c{n:02}", text=passage(n)) for n in range(12)])
    assert run([*shlex.split("freeze core --holdout 0.5 --k 5 --seed 1 --golden set")]) == 0
    chunks = [{"id": f"new/{n}", "text": "Seen anew: " + passage(n) + " So it was."} for n in range(12)]
    Path("moved.jsonl").write_text("".join(json.dumps(row) + "\n" for row in chunks))
    edited = [{"id": f"c{n:02}", "text": passage(n).replace("is opened", "gets opened")} for n in range(12)]
    Path("edited.jsonl").write_text("".join(json.dumps(row) + "\n" for row in edited))
    git("init", "-q")
    git("add", "set")
    git("commit", "-qm", "the set")
    monkeypatch.setenv("GOLDKIT_NOW", LATER)
    return directory


def held_out(golden: GoldenDirectory) -> list[str]:
    return sorted(sides_of(golden.split()))


def in_dev(golden: GoldenDirectory) -> list[str]:
    return sorted({query.id for query in golden.queries()} - set(held_out(golden)))


def lines(golden: GoldenDirectory, name: str) -> list[str]:
    return (golden.path / name).read_text().splitlines(keepends=True)


def write(golden: GoldenDirectory, name: str, found: list[str]) -> None:
    path = golden.path / name
    path.chmod(0o644)
    path.write_text("".join(found))


def without(name: str, mark: str) -> Callable[[GoldenDirectory], None]:
    """Takes the lines with a mark out of a file."""
    return lambda golden: write(golden, name, [line for line in lines(golden, name) if mark not in line])


def changed(name: str, old: str, new: str) -> Callable[[GoldenDirectory], None]:
    return lambda golden: write(golden, name, [line.replace(old, new) for line in lines(golden, name)])


def checked_out(name: str) -> Callable[[GoldenDirectory], None]:
    """Mends a file by hand, as the difference shows."""
    return lambda golden: git("checkout", "HEAD", "--", f"set/{name}")


def applied(**fields: object) -> Callable[[GoldenDirectory], None]:
    """Writes the FILE that `goldkit review --apply` is told to take, with the values that stand for `…`."""

    def write_file(golden: GoldenDirectory) -> None:
        query = in_dev(golden)[0]
        Path("FILE").write_text(json.dumps({"query": query, "chunk": f"c{query[1:]}"} | fields) + "\n")

    return write_file


def judged(grade: int, by: str) -> Callable[[GoldenDirectory], None]:
    def fault(golden: GoldenDirectory) -> None:
        query = in_dev(golden)[0]
        line = {"query": query, "chunk": f"c{query[1:]}", "grade": grade, "by": by, "status": "decided"}
        golden.append("judgments.jsonl", [line | {"source": "human", "at": "2026-12-01T11:00:00Z"}])

    return fault


def without_a_file(golden: GoldenDirectory) -> None:
    (golden.path / "frozen/core/labels.jsonl").unlink()


def without_the_set(golden: GoldenDirectory) -> None:
    shutil.rmtree(golden.path / "frozen/core")


def renamed(golden: GoldenDirectory) -> None:
    (golden.path / "frozen/core").rename(golden.path / "frozen/heart")


def shown(many: int) -> Callable[[GoldenDirectory], None]:
    """Says of so many held-out questions that somebody was shown them."""

    def fault(golden: GoldenDirectory) -> None:
        more = [{"query": one, "burned": True, "at": AT, "why": "score --burn"} for one in held_out(golden)]
        golden.append("split.jsonl", more[:many])

    return fault


def half_written(golden: GoldenDirectory) -> None:
    (golden.path / "frozen/.next.tmp").mkdir()


def repeated(golden: GoldenDirectory) -> None:
    held = held_out(golden)[0]
    labels = [Judgment(query="twin", chunk="c00", grade=3, status="decided", source="human", by="ana", at=AT)]
    twin = Query(id="twin", text=question(50), origin="log", conversations=(f"talk{int(held[1:])}",))
    enroll(golden, [twin], labels)


def two_looks(golden: GoldenDirectory) -> None:
    """Looks 1 and 2, committed, of which the first goes."""
    for name in ("a", "b"):
        ranked = {f"q{n:02}": [f"c{n:02}", name] for n in range(12)}
        Path(f"{name}.json").write_text(json.dumps(ranked))
        assert run(["score", "core", f"{name}.json", "--golden", "set"]) == 0
    git("add", "set")
    git("commit", "-qm", "two looks")
    without("ledger.jsonl", '"look":1')(golden)


def a_query_of(side: Callable[[GoldenDirectory], list[str]]) -> Callable[[GoldenDirectory], None]:
    """Takes a query of a side out of queries.jsonl."""
    return lambda golden: without("queries.jsonl", f'"id":"{side(golden)[0]}"')(golden)


def two_sets(golden: GoldenDirectory) -> None:
    """What a merge of two branches leaves that both froze the same questions."""
    without("split.jsonl", '"side":"core"')(golden)
    shutil.move(golden.path / "frozen/core", "core")
    assert run(shlex.split("freeze other --holdout 0.5 --k 5 --seed 1 --golden set")) == 0
    shutil.move("core", golden.path / "frozen/core")
    others = lines(golden, "split.jsonl")
    git("checkout", "HEAD", "--", "set/split.jsonl")
    write(golden, "split.jsonl", [*lines(golden, "split.jsonl"), *others])


@dataclass(frozen=True)
class Case:
    """A fault, the finding that it makes, and what a person does beside the commands of the cure. options: of `check`.

    left: findings that stay all the same.
    """

    finding: str
    fault: Callable[[GoldenDirectory], None]
    by_hand: Callable[[GoldenDirectory], None] = lambda golden: None
    options: tuple[str, ...] = ()
    left: int = 0


MOVED = ("--corpus", "moved.jsonl")
CASES = {
    "a changed byte": Case("broken-seal", changed("frozen/core/labels.jsonl", '"grade":3', '"grade":2')),
    "a changed manifest": Case("broken-seal", changed("frozen/core/manifest.json", '"k":5', '"k":6')),
    "a missing file": Case("broken-seal", without_a_file),
    "a set under another name": Case("broken-seal", renamed),
    "an interrupted freeze": Case("frozen-in-dev", without("split.jsonl", '"side":"core"')),
    "a missing set": Case("side-without-set", without_the_set),
    "two sets of the same": Case("two-sides", two_sets, without("split.jsonl", '"side":"other"')),
    "a burned question": Case("burned", shown(1)),
    "a burned set": Case("burned", shown(6), left=1),
    "a killed freeze": Case("half-written", half_written),
    "a question asked again": Case("tied-to-frozen", repeated),
    "a ledger with a gap": Case("ledger-gap", two_looks, checked_out("ledger.jsonl")),
    "a held-out question that is gone": Case("split-unknown-query", a_query_of(held_out), checked_out("queries.jsonl")),
    "a question that is gone": Case("unknown-query", a_query_of(in_dev), checked_out("queries.jsonl")),
    "a line that is none": Case(
        "unreadable", changed("judgments.jsonl", '"c00"', "<<<"), checked_out("judgments.jsonl")
    ),
    "a changed text": Case(
        "changed-text", changed("chunks.jsonl", "The valve", "A valve"), checked_out("chunks.jsonl")
    ),
    "a grade of no scale": Case("grade-outside-scale", judged(9, "ben"), applied(grade=3, by="ben")),
    "judges who disagree": Case("disputed", judged(0, "ben"), applied(grade=3, role="adjudicate", by="eve")),
    "an edited chunk": Case("changed-chunk", lambda golden: None, options=("--corpus", "edited.jsonl")),
    "a corpus cut anew": Case("vanished-chunk", lambda golden: None, options=MOVED),
    "a set on a corpus cut anew": Case("frozen-chunks", lambda golden: None, options=MOVED),
}


@pytest.mark.parametrize("name", CASES)
def test_the_cure_that_check_prints_mends_what_it_found(
    name: str, golden: GoldenDirectory, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    case = CASES[name]
    monkeypatch.setenv("GOLDKIT_JUDGE", "ana")

    def found() -> list[dict[str, str]]:
        capsys.readouterr()
        run(["check", "--golden", "set", "--json", *case.options])
        return [one for one in json.loads(capsys.readouterr().out)["findings"] if one["name"] == case.finding]

    assert case.options or not found()
    case.fault(golden)
    before = found()
    assert before
    case.by_hand(golden)
    for command in re.findall(r"`([^`]*)`", before[0]["cure"]):
        if len(found()) == case.left < len(before):
            break  # what follows is another way
        words = shlex.split(command)
        if words[0] == "goldkit":
            assert run(words[1:]) == 0, command
        else:
            subprocess.run(words, check=True, capture_output=True)
    assert len(found()) == case.left


def test_the_commands_of_the_examples_run_as_they_are(
    golden: GoldenDirectory, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    golden.path.rename("golden")
    git("add", "-A")
    git("commit", "-qm", "moved")
    directory = GoldenDirectory("golden")
    faults = {
        "frozen-in-dev": without("split.jsonl", '"side":"core"'),
        "broken-seal": without_a_file,
        "side-without-set": without_the_set,
        "burned": shown(1),
        "unknown-query": a_query_of(in_dev),
    }
    for name, fault in faults.items():
        fault(directory)
        capsys.readouterr()
        assert run(["check", "--explain", name]) == 0
        cure = (
            capsys.readouterr().out.partition("cure: ")[2].partition("   (")[0].replace(" {}", " frozen/core").split()
        )
        assert subprocess.run([sys.executable, "-m", *cure] if cure[0] == "goldkit" else cure).returncode == 0, cure
        run(["check", "--json"])
        left = {one["name"] for one in json.loads(capsys.readouterr().out.splitlines()[-1])["findings"]}
        assert (name in left) == (name == "unknown-query"), "only what must be mended by hand is left"
