"""A command and the library's function of its name leave the same bytes and give the same figures; the function prints nothing."""

import asyncio
import contextlib
import io
import json
import shutil
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

import goldkit
from goldkit.cli.exits import run

SAMPLES = Path(__file__).parents[2] / "samples"
AT = "2026-12-01T10:00:00Z"
HELPDESK = {"query": "question", "chunks": "passages", "cited": "cited", "feedback": "thumb"}
HELPDESK |= {"conversation": "conv", "user": "user", "time": "ts"}
CORPUS = SAMPLES / "corpus.jsonl"
LOGS = ("search_ubi.ndjson", "assistant_spans.jsonl", "assistant_annotations.jsonl")


def files(folder):
    """Every file under a folder with its bytes."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def printed(*arguments):
    """What a command prints as JSON, with exit code 0."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(io.StringIO()):
        assert run([str(argument) for argument in arguments]) == 0
    return json.loads(said.getvalue())


def plain(value):
    """A value as JSON gives it back."""
    return json.loads(json.dumps(value))


@pytest.fixture(scope="module")
def mined(tmp_path_factory):
    """A golden directory made of the sample logs and the recorded review by the library, and one by the commands."""
    folder = tmp_path_factory.mktemp("mined")
    logs = [SAMPLES / "logs" / f"{name}" for name in LOGS]
    mapped = [word for pair in HELPDESK.items() for word in ("--map", "=".join(pair))]
    ours, theirs = folder / "library", folder / "command"
    for golden in (ours, theirs):
        goldkit.GoldenDirectory(golden).create()
        (golden / ".salt").write_text("0" * 64, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GOLDKIT_NOW", AT)
        told = printed("mine", *logs, "--corpus", CORPUS, "--golden", theirs, "--json")
        printed("mine", SAMPLES / "logs" / "helpdesk.jsonl", *mapped, "--corpus", CORPUS, "--golden", theirs, "--json")
        review = ["review", "--apply", SAMPLES / "review.jsonl", "--judge", "ana", "--corpus", CORPUS]
        printed(*review, "--golden", theirs, "--json")
    result = goldkit.mine(logs, ours, at=AT, corpus=str(CORPUS))
    goldkit.mine(SAMPLES / "logs" / "helpdesk.jsonl", ours, at=AT, map=HELPDESK, corpus=CORPUS)
    goldkit.apply_verdicts(SAMPLES / "review.jsonl", ours, at=AT, judge="ana", corpus=CORPUS)
    return folder, result, told


@pytest.fixture
def both(mined, tmp_path, monkeypatch):
    """A fresh copy of the two directories: (library's, command's)."""
    monkeypatch.setenv("GOLDKIT_NOW", AT)
    shutil.copytree(mined[0], tmp_path / "copy")
    return tmp_path / "copy" / "library", tmp_path / "copy" / "command"


def test_mining_gives_the_command_s_counts_and_files(mined, both):
    _, result, told = mined
    assert plain(result.to_dict()) == told and result.new > 20
    ours, theirs = both
    assert files(ours) == files(theirs)


def test_a_dry_run_changes_nothing(tmp_path):
    log = SAMPLES / "logs" / "helpdesk.jsonl"
    result = goldkit.mine(log, tmp_path / "golden", at=AT, map=HELPDESK, dry_run=True)
    assert result.new and not (tmp_path / "golden").exists()


def test_widening_and_freezing_leave_the_command_s_bytes(both):
    ours, theirs = both
    told = printed("widen", "--corpus", CORPUS, "--golden", theirs, "--json")
    assert plain(goldkit.widen(CORPUS, ours, at=AT).to_dict()) == told
    assert files(ours) == files(theirs)
    words = printed("freeze", "core", "--holdout", "0.5", "--k", "5", "--golden", theirs, "--json")
    result = goldkit.freeze("core", 0.5, ours, at=AT, k=5)
    assert isinstance(result, goldkit.FreezeResult)
    assert plain(result.to_dict()) == words | {"path": str(ours / "frozen" / "core")}
    assert files(ours) == files(theirs)


def test_checking_finds_what_the_command_finds(both):
    _, theirs = both
    report = goldkit.check(theirs, corpus=CORPUS)
    told = printed("check", "--golden", theirs, "--corpus", CORPUS, "--json")
    cured = [
        finding.pop("cure") for finding in told["findings"]
    ]  # the command names the directory and the corpus in them
    assert [{**finding.to_dict(), "cure": ""} for finding in report.findings] == [
        {**finding, "cure": ""} for finding in told["findings"]
    ]
    assert report.warnings == told["warnings"] == len(cured) - report.errors > 0


def test_scoring_named_sets_and_files_gives_the_command_s_figures_and_its_dev_log(both):
    ours, theirs = both
    runs = [SAMPLES / "runs" / f"{name}.jsonl" for name in ("dense", "hybrid")]
    told = printed("score", "dev", *runs, "--golden", theirs, "--json", "--gate", "no worse by 0.9")
    result = goldkit.score("dev", runs, golden=ours, at=AT, gates="no worse by 0.9")
    assert plain(result.to_dict()) == told
    assert files(ours) == files(theirs) and (ours / "dev-log.jsonl").exists()
    named = goldkit.score("dev", {"dense": str(runs[0]), "hybrid": runs[1]}, golden=ours)
    assert named.runs == result.runs


@pytest.mark.parametrize("silent", [{"at": AT, "log": False}, {}], ids=["log=False", "no time"])
def test_dev_is_scored_without_a_line_where_none_is_wanted(silent, both):
    ours, _ = both
    goldkit.score("dev", SAMPLES / "runs" / "dense.jsonl", golden=ours, **silent)
    assert not (ours / "dev-log.jsonl").exists()


def test_a_gate_on_a_frozen_set_needs_a_ledger_that_is_kept(both, tmp_path):
    ours, _ = both
    goldkit.freeze("core", 0.5, ours, at=AT, k=5)
    runs = [SAMPLES / "runs" / f"{name}.jsonl" for name in ("dense", "hybrid")]
    with pytest.raises(goldkit.UsageError, match="ledger=PATH"):
        goldkit.score("core", runs, golden=ours, at=AT, gates=["no worse by 0.9"])
    assert not (ours / "ledger.jsonl").exists()
    gated = goldkit.score("core", runs, golden=ours, at=AT, gates=["no worse by 0.9"], ledger=tmp_path / "kept.jsonl")
    assert gated.gates[0].verdict == "pass" and (tmp_path / "kept.jsonl").exists()
    burning = goldkit.ScoreOptions(burn=True, per_query=True)
    with pytest.raises(goldkit.UsageError, match="verdict and figure only"):
        goldkit.score(
            "core", runs, golden=ours, at=AT, gates="MRR >= 0.1", ledger=tmp_path / "kept.jsonl", options=burning
        )


def test_a_diff_of_runs_is_the_command_s(tmp_path):
    before, after = (SAMPLES / "runs" / f"{name}.jsonl" for name in ("hybrid", "hybrid-current"))
    told = printed("diff", before, after, "--k", 5, "--json")
    assert plain(goldkit.diff(str(before), after, k=5).to_dict()) == told
    held = goldkit.diff({"q": ["a", "b"]}, {"q": ["b"]}, k=2)
    assert (held.before, held.after, held.changed[0].dropped) == ("before", "after", ("a",))
    with pytest.raises(goldkit.UsageError, match="a set or a folder"):
        goldkit.diff("dev", before)


def test_export_and_import_go_through_the_same_files(both, tmp_path):
    ours, theirs = both
    told = printed("export", "beir", tmp_path / "a", "--golden", theirs, "--json")
    report = goldkit.export("beir", tmp_path / "b", golden=ours)
    assert plain(report.to_dict()) | {"files": []} == told | {"files": []}
    assert files(tmp_path / "a") == files(tmp_path / "b")
    options = ["--scale", "from-1", "--golden", tmp_path / "c", "--json"]
    said = printed("import", "beir", tmp_path / "a", *options)
    taken = goldkit.import_("beir", tmp_path / "a", tmp_path / "d", at=AT, scale="from-1")
    assert plain(taken.to_dict()) == said and taken.new_queries
    assert files(tmp_path / "c") == files(tmp_path / "d")
    assert goldkit.import_("beir", str(tmp_path / "a"), tmp_path / "d", at=AT, scale="from-1").new_judgments == 0


def answer(query: str, k: int) -> list[str]:
    """A retriever."""
    if "fail" in query:
        raise ValueError("no")
    return ["c1", "c2"][:k]


def asked(tmp_path):
    """A golden directory of two questions, of which one cannot be answered."""
    directory = goldkit.GoldenDirectory(tmp_path / "golden")
    directory.create()
    goldkit.enroll(directory, [goldkit.Query(id="q1", text="what?"), goldkit.Query(id="q2", text="fail?")])
    return directory.path


def test_a_function_is_asked_and_what_failed_is_told(tmp_path):
    golden = asked(tmp_path)
    result = goldkit.retrieve(answer, "dev", tmp_path / "run.jsonl", golden, at=AT, k=1, retries=0)
    assert (result.queries, result.failed) == (2, {"q2": "ValueError: no"})
    found = goldkit.read_run(tmp_path / "run.jsonl")
    assert found.rankings == {"q1": ("c1",)} and found.header["pipeline"].endswith(":answer")


def test_it_works_in_a_notebook_whose_loop_is_running(tmp_path):
    golden = asked(tmp_path)

    async def cell():
        return goldkit.retrieve(answer, "dev", tmp_path / "run.jsonl", golden, at=AT, retries=0)

    assert asyncio.run(cell()).queries == 2


@pytest.mark.parametrize(
    ("at", "written"),
    [
        (datetime(2026, 12, 1, 10, tzinfo=UTC), AT),
        (datetime(2026, 12, 1, 12, tzinfo=timezone(timedelta(hours=2))), AT),
        ("2026-12-01T12:00:00+02:00", "2026-12-01T12:00:00+02:00"),
    ],
)
def test_a_time_may_be_a_datetime(at, written, tmp_path):
    goldkit.retrieve(lambda query, k: [], "dev", tmp_path / "run.jsonl", asked(tmp_path), at=at)
    assert goldkit.read_run(tmp_path / "run.jsonl").header["at"] == written


@pytest.mark.parametrize(
    ("call", "cure"),
    [
        (lambda: goldkit.mine("log.jsonl", "golden", at="today"), "no ISO 8601 time"),
        (lambda: goldkit.mine("log.jsonl", "golden", at=datetime(2026, 12, 1)), "no zone"),  # noqa: DTZ001
        (lambda: goldkit.mine([], "golden", at=AT), "name a log file"),
        (lambda: goldkit.mine("nowhere.jsonl", "golden", at=AT), "nowhere.jsonl"),
        (lambda: goldkit.mine("log.jsonl", "golden", at=AT, depth=0), "at least 1"),
        (lambda: goldkit.mine("log.jsonl", "golden", at=AT, by="chance"), "frequency, stratified, uncertain"),
        (lambda: goldkit.widen("corpus.jsonl", "golden", at=AT), "golden"),
        (lambda: goldkit.freeze("core", 0.5, "golden", at=AT), "golden"),
        (lambda: goldkit.check("golden"), "golden"),
        (lambda: goldkit.diff({"q": ["a"]}, {"q": ["a"]}, k=0), "at least 1"),
        (lambda: goldkit.import_("bier", "x", at=AT), "no such format"),
        (lambda: goldkit.import_("beir", "x", at=AT, scale="big"), "auto, as-is, from-1, keep"),
        (lambda: goldkit.import_("beir", "x", at=AT, trusted=True, untrusted=True), "exclude each other"),
        (lambda: goldkit.export("beir", "x", labels="all"), "decided, derived, llm, proposed"),
        (lambda: goldkit.export("beir", "x", burn=True), "pass at="),
        (lambda: goldkit.retrieve(None, "dev", "x", at=AT), "name one pipeline"),
        (lambda: goldkit.retrieve(answer, "dev", "x", at=AT, cmd="ls"), "name one pipeline"),
        (lambda: goldkit.score("dev", "run.jsonl"), "golden"),
        (lambda: goldkit.score("sed", "run.jsonl"), "no such set"),
        (lambda: goldkit.score({"q": ["a"]}, {"r": "run.jsonl"}), "run.jsonl"),
        (lambda: goldkit.score({"q": ["a"]}, {"r": {"q": ["a"]}}, gates="be good"), "gate"),
    ],
)
def test_what_does_not_fit_is_a_usage_error_that_names_it(call, cure, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(goldkit.UsageError, match=cure):
        call()
    assert capsys.readouterr() == ("", "") and list(tmp_path.iterdir()) == []
