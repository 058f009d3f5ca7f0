"""Each cure that `check` prints is run as it stands, and the finding is gone."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from cures import AT, LATER, git, in_dev, passage, question, without
from cures_of_labels import LABELS
from cures_of_sets import SETS, a_query_of, shown, without_a_file, without_the_set

from goldkit.checks.explain import LOOKS
from goldkit.cli.exits import run
from goldkit.records import Chunk, Judgment, Query
from goldkit.sets.enroll import enroll
from goldkit.store.golden import GoldenDirectory

CASES = SETS | LABELS


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
    assert case.says in before[0]["cure"]
    case.by_hand(golden)
    for command in re.findall(r"`([^`]*)`", before[0]["cure"]):
        if len(found()) == case.left < len(before):
            break  # what follows is another way
        words = shlex.split(command)
        if words[0] == "goldkit":
            assert run(words[1:]) == 0, command
        else:
            assert words[0] in ("git", "mv", "rm"), command
            subprocess.run(words, check=True, capture_output=True)
    assert len(found()) == case.left


def test_every_finding_has_a_case() -> None:
    assert {case.finding for case in CASES.values()} == LOOKS.keys()


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
