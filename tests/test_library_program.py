"""A user's own program on the samples: it type-checks strictly, and neither it nor the commands reach beyond this machine."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from mypy import api

import goldkit

ROOT = Path(__file__).parent.parent
PROGRAM = '''
from datetime import UTC, datetime
from pathlib import Path

import goldkit


def retrieve(query: str, k: int) -> list[str]:
    """A user's retriever."""
    return ["ops/backup.md#1", "policy/leave.md#2"][:k]


def main(golden: Path) -> float:
    """From logs to a verdict, by the functions that are named as the commands are."""
    now = datetime(2026, 12, 1, 10, tzinfo=UTC)
    logs = ["logs/search_ubi.ndjson", "logs/assistant_spans.jsonl", "logs/assistant_annotations.jsonl"]
    mined: goldkit.MineResult = goldkit.mine(logs, golden, at=now, corpus="corpus.jsonl")
    goldkit.mine("logs/helpdesk.jsonl", golden, at=now, map=HELPDESK, corpus="corpus.jsonl")
    applied: goldkit.Applied = goldkit.apply_verdicts("review.jsonl", golden, at=now, judge="ana", corpus="corpus.jsonl")
    widened: goldkit.Widened = goldkit.widen("corpus.jsonl", golden, at=now)
    sealed: goldkit.FreezeResult = goldkit.freeze("core", 0.6, golden, at=now, k=5, seed=1)
    report: goldkit.Report = goldkit.check(golden, corpus="corpus.jsonl")
    asked: goldkit.Retrieved = goldkit.retrieve(retrieve, "dev", "mine.jsonl", golden, at=now)
    result: goldkit.ScoreResult = goldkit.score("dev", ["runs/hybrid.jsonl", "mine.jsonl"], golden=golden, at=now)
    frozen = goldkit.score("core", {"now": "runs/hybrid.jsonl"}, gates="MRR >= 0.1", golden=golden, at=now, ledger="kept.jsonl")
    goldkit.assert_gates(frozen)
    moved: goldkit.Drift = goldkit.diff("runs/hybrid.jsonl", "runs/hybrid-current.jsonl", k=5)
    goldkit.freeze("core-2", golden=golden, at=now, parent="core")
    versions: goldkit.Versions = goldkit.diff("core", "core-2", golden=golden)
    out: goldkit.ExportReport = goldkit.export("beir", "beir", golden=golden)
    back: goldkit.ImportReport = goldkit.import_("beir", "beir", "again", at=now, scale="from-1")
    plain = goldkit.score(goldkit.set_of({"q1": ["a"], "q2": ["c"]}), {"before": {"q1": ["x", "a"]}, "after": {"q2": ["c"]}}, k=2)
    known = goldkit.GoldenSet.open(golden)
    held = goldkit.score(known, goldkit.read_runs(["runs/dense.jsonl"]), ["recall@5"], options=goldkit.ScoreOptions(seed=1))
    plot: goldkit.Plot = goldkit.plot_deltas(plain)
    words: str = goldkit.score_text(plain) + goldkit.score_html(held, "2026-12-01T10:00:00Z") + plot.html
    tables = (mined, applied, widened, sealed, report, asked, moved, versions, out, back)
    rows: list[dict[str, object]] = [row for table in tables for row in table.to_rows()]
    assert words and rows and sealed.frozen and asked.queries and out.queries == back.new_queries
    return result.runs[0].means["recall@5"] + plain.runs[0].means["recall@2"]


def by_hand(folder: Path) -> None:
    """What a program puts together itself: records into a directory, a run into a file, both read again and scored."""
    directory = goldkit.GoldenDirectory(folder)
    directory.create()
    directory.write_settings(goldkit.Settings(scale=goldkit.Scale(max=2, relevant_from=1), k=3))
    query = goldkit.Query(id=goldkit.query_id("How long are tapes kept?"), text="How long are tapes kept?", tags=("tape",))
    judgment = goldkit.Judgment(
        query=query.id, chunk="a", grade=2, status="decided", source="human", by="ana", at="2026-12-01T10:00:00Z"
    )
    copy = goldkit.Copy(
        a="a", b="b", jaccard=1.0, containment=(1.0, 1.0), verdict="same", by="ana", at="2026-12-01T10:00:00Z"
    )
    goldkit.enroll(directory, [query], [judgment], [goldkit.Chunk(id="a", text="Tapes are kept for ninety days.")])
    label: goldkit.Label = goldkit.fold([judgment], [copy], goldkit.Scale(max=2, relevant_from=1)).labels[query.id]["b"]
    dev: goldkit.ScoreSet = goldkit.dev_set(goldkit.read_golden(directory))
    asked: goldkit.ScoreQuery = dev.queries[0]
    fact: goldkit.Fact = asked.facts[0]
    assert (label.derived_from, fact.any, goldkit.overview(directory).k) == ("a", ("a",), 3)
    assert goldkit.resolve_set("dev", folder).queries == dev.queries and asked.text == query.text
    run: goldkit.Run = goldkit.run_of("mine", {query.id: ["x", "a"]})
    goldkit.write_run("by-hand.jsonl", run)
    assert goldkit.read_run("mine=by-hand.jsonl").rankings == run.rankings
    files = [goldkit.open_run("by-hand.jsonl"), *goldkit.open_runs(["runs/dense.jsonl"])]
    assert [file.name for file in files] == ["by-hand", "dense"] and next(goldkit.read_corpus("corpus.jsonl")).text
    options = goldkit.ScoreOptions(gates=(goldkit.parse_gate("MRR >= 0.4"),), gate_on="point")
    goldkit.assert_gates(goldkit.score(dev, [run], options=options))


def errors() -> list[goldkit.Problem]:
    """How a program tells goldkit's errors apart."""
    try:
        goldkit.read_run("corpus.jsonl")
    except (goldkit.UsageError, goldkit.EndpointError, goldkit.IncompleteError):
        return []
    except goldkit.DataError as error:
        assert isinstance(error, goldkit.GoldkitError)
        return list(error.problems)
    return []


HELPDESK = {"query": "question", "chunks": "passages", "cited": "cited", "time": "ts"}
if __name__ == "__main__":
    assert main(Path("golden")) > 0
    by_hand(Path("by-hand"))
    assert errors()
'''
FORBIDDEN = """
import socket

LOOPBACK = ("127.", "::1", "localhost")
connect = socket.socket.connect


def only_here(self, address):
    if self.family != socket.AF_UNIX and not str(address[0]).startswith(LOOPBACK):
        raise AssertionError(f"the network was asked for: {address}")
    return connect(self, address)


def only_known(host, *rest, **more):
    if host is not None and not str(host).startswith(LOOPBACK):
        raise AssertionError(f"a name was looked up: {host}")
    return look_up(host, *rest, **more)


look_up = socket.getaddrinfo
socket.socket.connect = socket.socket.connect_ex = only_here
socket.getaddrinfo = only_known
"""
ASKING = "import socket; socket.create_connection(('192.0.2.1', 9), 1)"


@pytest.fixture
def samples(tmp_path):
    """A copy of the samples in which no process that Python starts may connect to another machine."""
    folder = tmp_path / "samples"
    shutil.copytree(ROOT / "samples", folder, ignore=shutil.ignore_patterns("__pycache__", "handbook"))
    (tmp_path / "walls").mkdir()
    (tmp_path / "walls" / "sitecustomize.py").write_text(FORBIDDEN, encoding="utf-8")
    return folder


def run(samples, *arguments):
    walls = os.pathsep.join([str(samples.parent / "walls"), str(ROOT)])
    environment = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    environment |= {"PYTHONPATH": walls, "GOLDKIT_NOW": "2026-12-01T10:00:00Z"}
    done = subprocess.run([sys.executable, *arguments], cwd=samples, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def test_the_program_uses_every_name_of_the_library():
    used = [node for node in ast.walk(ast.parse(PROGRAM)) if isinstance(node, ast.Attribute)]
    names = {node.attr for node in used if isinstance(node.value, ast.Name) and node.value.id == "goldkit"}
    assert sorted(names) == goldkit.__all__


def test_a_user_s_program_type_checks_strictly(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM, encoding="utf-8")
    cache = f"--cache-dir={tmp_path / 'cache'}"
    said, errors, code = api.run(["--config-file=", "--strict", "--follow-imports=silent", cache, str(path)])
    assert code == 0, said + errors


def test_a_user_s_program_runs_silently_and_without_a_network(samples):
    (samples / "program.py").write_text(PROGRAM, encoding="utf-8")
    code, out, said = run(samples, "program.py")
    assert (code, out, said) == (0, "", "")


def test_the_demo_runs_without_a_network(samples):
    code, out, said = run(samples, "-m", "goldkit", "demo", str(samples.parent / "demo"))
    assert code == 0 and "$ goldkit check" in out, said
    assert "the network was asked for" not in out + said


def test_the_walls_stand(samples):
    code, _, said = run(samples, "-c", ASKING)
    assert code == 1 and "AssertionError" in said
