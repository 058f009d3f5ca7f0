"""A half-frozen set of unmistakable words, and a look at what a command shows of it."""

from __future__ import annotations

import io
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from unmistakable import AT, LATER, build, held_out, secrets, write_inputs

from goldkit.cli.exits import BUG, run
from goldkit.store.golden import GoldenDirectory

RUN = "asked.jsonl"
"""A run for core, which must name its questions, and what is left of it when it fails."""
KEEPS = ("queries.jsonl", "judgments.jsonl", "chunks.jsonl", "copies.jsonl", "split.jsonl", "frozen", "journal")
"""The files of the golden directory that hold questions and labels, as they must."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a golden directory of which half is frozen as core, and with the inputs of commands."""
    folder = tmp_path_factory.mktemp("leaks")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("GOLDKIT_NOW", AT)
        golden = GoldenDirectory("golden")
        golden.create()
        build(golden)
        write_inputs()
        assert run(["freeze", "core", "--holdout", "0.5", "--k", "5", "--seed", "1"]) == 0
        assert run(["score", "core", "a.jsonl", "b.jsonl"]) == 0
    return folder


@pytest.fixture
def golden(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GoldenDirectory:
    shutil.copytree(built, tmp_path / "work")
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("GOLDKIT_NOW", LATER)
    monkeypatch.setenv("GOLDKIT_JUDGE", "ana")
    monkeypatch.syspath_prepend(str(tmp_path / "work"))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    return GoldenDirectory("golden")


def state() -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}


def written(before: dict[Path, bytes]) -> str:
    """What was written since, but for the files of the golden directory that hold questions."""
    new = {
        path: data
        for path, data in state().items()
        if before.get(path) != data and path.suffix != ".pyc" and not path.name.startswith((RUN, "." + RUN))
    }
    return "\n".join(
        f"{path}: {data.decode(errors='replace')}"
        for path, data in new.items()
        if not (path.parts[0] == "golden" and path.parts[1].startswith(KEEPS))
    )


Looking = Callable[[str], str]


@pytest.fixture
def look(golden: GoldenDirectory, capsys: pytest.CaptureFixture[str]) -> Looking:
    """Run a command line; what it said and wrote, after seeing that nothing held out is in it."""
    secret = secrets(held_out(golden))

    def call(line: str) -> str:
        before = state()
        capsys.readouterr()
        code = max(run(shlex.split(one)) for one in line.split(" ; "))
        said = capsys.readouterr()
        shown = said.out + said.err + written(before)
        assert code != BUG, shown
        found = secret.search(shown)
        assert not found, f"{line}: {found.group()!r} in …{shown[max(0, found.start() - 200) : found.end() + 100]}…"
        return shown

    return call
