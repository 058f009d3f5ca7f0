"""By whatever way a frozen set is read, a changed byte, a missing or extra file and a changed manifest are named and refused."""

from __future__ import annotations

import io
import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

import goldkit
from goldkit.cli.exits import run
from goldkit.errors import DataError
from goldkit.pytest_plugin import GoldenGate
from goldkit.records import Chunk, Judgment, Query
from goldkit.sets.enroll import enroll
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"
CORE = Path("golden/frozen/core")


@pytest.fixture
def golden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GoldenDirectory:
    """12 questions, of which half are frozen as core and all of these as core-2 again."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", AT)
    monkeypatch.setenv("GOLDKIT_JUDGE", "ana")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    monkeypatch.syspath_prepend(str(tmp_path))
    directory = GoldenDirectory("golden")
    directory.create()
    texts = ["".join(chr(0x4E00 + n * 10 + i) for i in range(10)) + "?" for n in range(12)]
    queries = [Query(id=f"q{n:02}", text=text, origin="log") for n, text in enumerate(texts)]
    by_ana = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": AT}
    labels = [Judgment(query=q.id, chunk=f"c-{q.id}", **by_ana) for q in queries]  # type: ignore[arg-type]
    chunks = [Chunk(id=f"c-{q.id}", text=f"{q.text} That is how.") for q in queries]
    enroll(directory, queries, labels, chunks)
    Path("corpus.jsonl").write_text("".join(json.dumps({"id": one.id, "text": one.text}) + "\n" for one in chunks))
    Path("a.json").write_text(json.dumps({q.id: [f"c-{q.id}"] for q in queries}))
    Path("echo.py").write_text("def search(question, k):\n    return ['x']\n")
    assert run(shlex.split("freeze core --holdout 0.5 --k 5 --seed 1")) == 0
    assert run(shlex.split("freeze core-2 --from core")) == 0
    return directory


def rewritten(path: Path, change: Callable[[bytes], bytes]) -> Path:
    path.chmod(0o644)
    path.write_bytes(change(path.read_bytes()))
    return path


def extra() -> Path:
    path = CORE / "notes.txt"
    path.write_text("mine")
    return path


def missing(name: str) -> Path:
    (CORE / name).unlink()
    return CORE / name


BREACHES: dict[str, Callable[[], Path]] = {
    **{
        f"a changed byte in {name}": lambda name=name: rewritten(CORE / f"{name}.jsonl", lambda data: b"{ " + data[1:])
        for name in ("queries", "labels", "chunks")
    },
    **{
        f"no {name}": lambda name=name: missing(name)
        for name in ("queries.jsonl", "labels.jsonl", "chunks.jsonl", "manifest.json")
    },
    "an extra file": extra,
    "a changed manifest": lambda: rewritten(CORE / "manifest.json", lambda data: data.replace(b'"k":5', b'"k":6')),
}

WAYS = """
score core a.json
score golden/frozen/core a.json
score core a.json --ladder
export mapping out.json --set core --burn
retrieve echo:search --set core -o asked.jsonl
pool a.json --set core --corpus corpus.jsonl
diff core core-2
diff core-2 core
rebase --set core --as core-3 --corpus corpus.jsonl
freeze core-3 --from core
freeze core
review --frozen core --terminal
status
check
""".strip().splitlines()


def files() -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in Path().rglob("*") if path.is_file() and path.name != ".lock"}


@pytest.mark.parametrize("breach", BREACHES)
def test_every_command_that_reads_the_set_names_what_broke_and_shows_nothing(
    breach: str, golden: GoldenDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(BREACHES[breach]())
    for line in WAYS:
        before = files()
        capsys.readouterr()
        code = run(shlex.split(line))
        said = capsys.readouterr()
        assert code == 3 or (line == "freeze core" and code == 2), (line, code, said)
        assert path in said.out + said.err or code == 2, (line, said)
        assert files() == before, f"{line} wrote something all the same"


@pytest.mark.parametrize("breach", BREACHES)
def test_a_program_and_a_test_are_refused_in_the_same_words(
    breach: str, golden: GoldenDirectory, tmp_path_factory: pytest.TempPathFactory
) -> None:
    sound = goldkit.resolve_set("core", Path("golden"))
    ranked = {query.id: [f"c-{query.id}"] for query in golden.queries()}
    ledger = Path("kept.jsonl").resolve()
    assert goldkit.score(sound, {"a": ranked}, at=AT).runs
    looks = Path("golden/ledger.jsonl").read_bytes()
    path = str(BREACHES[breach]())
    ways: list[Callable[[], object]] = [
        lambda: goldkit.score(goldkit.resolve_set("core", Path("golden")), {"b": ranked}, at=AT),
        lambda: GoldenGate(tmp_path_factory)("recall@5 >= 0.5", {"c": ranked}, "core", ledger=ledger),
    ]
    for way in ways:
        with pytest.raises(DataError) as error:
            way()
        assert path in str(error.value)
    assert Path("golden/ledger.jsonl").read_bytes() == looks and not ledger.exists()
