"""What a freeze says of the split, and what its manifest seals."""

from __future__ import annotations

import hashlib
import json
import shlex
from pathlib import Path

import pytest

from goldkit.cli.exits import run
from goldkit.records import Chunk, Judgment, Query
from goldkit.sets.enroll import enroll
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"
COUNT = 40


@pytest.fixture
def golden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GoldenDirectory:
    """40 questions in a chain: each shares a chunk with the next."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", AT)
    directory = GoldenDirectory("golden")
    directory.create()
    Path("golden/goldkit.json").write_text(
        '{"format":1,"scale":{"max":3,"relevant_from":2},"primary":"MRR","margin":0.03,"look_budget":7}'
    )
    texts = ["".join(chr(0x4E00 + n * 10 + i) for i in range(10)) + "?" for n in range(COUNT)]
    queries = [
        Query(id=f"q{n:02}", text=text, origin="log" if n % 2 else "manual", tags=("exact",))
        for n, text in enumerate(texts)
    ]
    by_ana = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": AT}
    labels = [
        Judgment(query=query.id, chunk=f"c{(n + more) % COUNT:02}", **by_ana)  # type: ignore[arg-type]
        for n, query in enumerate(queries)
        for more in (0, 1)
    ]
    chunks = [Chunk(id=f"c{n:02}", text=f"This is chunk {n}.") for n in range(COUNT)]
    enroll(directory, queries, labels, chunks)
    rows = [{"id": chunk.id, "text": chunk.text} for chunk in chunks]
    Path("corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    Path("a.json").write_text(json.dumps({query.id: ["c01", "c07"] for query in queries}))
    return directory


def freeze(name: str, *more: str) -> dict[str, object]:
    assert run([*shlex.split(f"freeze {name} --holdout 0.4 --k 5 --seed 3"), *more]) == 0
    return json.loads(Path(f"golden/frozen/{name}/manifest.json").read_text())


def test_the_report_tells_the_blocks_the_cuts_and_how_far_it_is_from_what_was_asked(
    golden: GoldenDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    freeze("core")
    said = capsys.readouterr().out
    assert "core: 16 queries of 40 with a label that counts (40%; 40% wanted)" in said
    assert "blocks: " in said and "the largest of " in said
    assert (
        " of 40 soft ties (a shared fact or document window), the weakest: 40 queries would have been one block" in said
    )
    assert "share something with a query of dev" in said and "tags: exact 16 of 40" in said


def test_log_only_takes_no_other_question(golden: GoldenDirectory) -> None:
    manifest = freeze("trusted", "--log-only")
    assert manifest["parameters"]["log_only"] is True and set(manifest["counts"]["origins"]) == {"log"}  # type: ignore[index]


def test_the_manifest_holds_what_a_score_depends_on_and_seals_it(golden: GoldenDirectory) -> None:
    assert run(shlex.split("pool a.json --corpus corpus.jsonl --no-bm25")) == 0
    manifest = freeze("core")
    folder = Path("golden/frozen/core")
    assert {file: hashlib.sha256((folder / file).read_bytes()).hexdigest() for file in manifest["files"]} == manifest[
        "files"
    ]  # type: ignore[attr-defined]
    assert (manifest["k"], manifest["primary"], manifest["margin"], manifest["look_budget"]) == (5, "MRR", 0.03, 7)
    assert manifest["scale"] == {"max": 3, "relevant_from": 2} and manifest["parent"] is None
    assert manifest["parameters"] | {"holdout": 0.4, "seed": 3, "allow_burned": False} == manifest["parameters"]  # type: ignore[operator]
    assert manifest["versions"]["goldkit"] and manifest["rubric"]["3"]  # type: ignore[index]
    (pooling,) = manifest["pool"]["poolings"]  # type: ignore[index]
    assert pooling["depth"] == 10 and len(pooling["runs"]) == 1
    own = {key: value for key, value in manifest.items() if key != "digest"}
    canonical = json.dumps(own, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
    assert hashlib.sha256(canonical).hexdigest() == manifest["digest"]
    second = json.loads(Path("golden/frozen/core/manifest.json").read_text())
    assert run(shlex.split("freeze core-2 --from core")) == 0
    assert json.loads(Path("golden/frozen/core-2/manifest.json").read_text())["parent"] == second["digest"]
    texts = sorted(
        (row["id"], row["sha256"]) for row in map(json.loads, (folder / "chunks.jsonl").read_text().splitlines())
    )
    listed = json.dumps([list(one) for one in texts], separators=(",", ":")).encode()
    assert hashlib.sha256(listed).hexdigest() == manifest["corpus"]


def test_nothing_is_sealed_where_the_corpus_cannot_be_read(
    golden: GoldenDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_bytes() for path in sorted(Path("golden").rglob("*")) if path.is_file()}
    with Path("corpus.jsonl").open("a") as corpus:
        corpus.write('{"id": "c99"\n')
    assert run(shlex.split("freeze core --holdout 0.4 --k 5 --corpus corpus.jsonl")) == 3
    assert "corpus.jsonl:41" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in sorted(Path("golden").rglob("*")) if path.is_file()} == before
