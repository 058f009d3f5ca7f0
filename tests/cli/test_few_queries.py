"""A comparison over a handful of queries: every report says that its intervals mean nothing, or that there are none."""

import json
import subprocess
import sys

import pytest

from goldkit.records import Judgment, Query
from goldkit.sets.enroll import enroll
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"
# The relevant chunks of each query (queries that share one depend on each other), and what is said.
SETS = {
    "one query": (["a"], "no interval: one query"),
    "two queries": (["a", "b"], "an interval over 2 queries says nothing"),
    "three queries": (["a", "b", "c"], "an interval over 3 queries says nothing"),
    "one block": (["av", "aw", "ax", "ay", "az"], "no interval: all 5 queries are one independent group"),
    "two blocks": (["av", "bw", "ax", "by"], "an interval over 2 independent groups of queries says nothing"),
    "four queries": (["a", "b", "c", "d"], ""),
}


@pytest.fixture
def score(tmp_path):
    """Scores `dev`, made of the given chunks, against a run that finds nothing at first and, with `both`, one that finds all."""

    def run(chunks, *arguments, both=True):
        if not (tmp_path / "golden").exists():
            golden = GoldenDirectory(tmp_path / "golden")
            golden.create()
            queries = [
                Query(id=f"q{at}", text=f"{'abcdefgh'[at] * 9} {at}?", weight=2, sampling={"prob": 0.5})
                for at in range(len(chunks))
            ]
            how = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": AT}
            enroll(
                golden,
                queries,
                [Judgment(query=f"q{at}", chunk=c, **how) for at, own in enumerate(chunks) for c in own],
            )
        rankings = {f"q{at}": list(own) for at, own in enumerate(chunks)}
        (tmp_path / "after.json").write_text(json.dumps(rankings))
        (tmp_path / "before.json").write_text(json.dumps({query: ["no", *own] for query, own in rankings.items()}))
        runs = ["before.json", "after.json"] if both else ["after.json"]
        command = [sys.executable, "-m", "goldkit", "score", "dev", *runs, "-m", "MRR", "-m", "hit@1", *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode in (0, 5), done.stderr  # 5: a gate is inconclusive
        return done.stdout

    return run


@pytest.mark.parametrize("both", [True, False], ids=["a comparison", "one run"])
@pytest.mark.parametrize(("chunks", "said"), SETS.values(), ids=SETS)
def test_every_report_says_what_intervals_over_so_few_are_worth(score, tmp_path, chunks, said, both):
    printed = score(chunks, "--html", "page.html", both=both)
    markdown, page = score(chunks, "--markdown", both=both), (tmp_path / "page.html").read_text()
    told = json.loads(score(chunks, "--json", both=both))
    assert told.get("interval_caution", "") == said
    for report in (printed, markdown, page):
        assert said in report
        assert ("says nothing" in report or "no interval:" in report) == bool(said)


@pytest.mark.parametrize("chunks", [SETS["one query"][0], SETS["one block"][0]], ids=["one query", "one block"])
def test_where_there_is_no_interval_no_report_shows_one(score, tmp_path, chunks):
    weighted = ["--weighted"] if len(chunks) > 1 else []
    printed = score(chunks, "--html", "page.html", "--gate", "MRR >= 0.1", *weighted)
    markdown, page = score(chunks, "--markdown", *weighted), (tmp_path / "page.html").read_text()
    told = json.loads(score(chunks, "--json", "--gate", "MRR >= 0.1", *weighted))
    assert [delta["interval"] for delta in told["deltas"]] == [None, None]
    assert [run["intervals"] for run in told["runs"]] == [{}, {}]
    for run in told["weighted"]["runs"] if weighted else ():
        assert (run["interval"], run["delta_interval"]) == (None, None)
    assert [gate["interval"] for gate in told["gates"]] == [None]
    assert "(no interval) against before" in " ".join(printed.split())
    for report in (printed, markdown, page):
        assert "(no interval" in report.replace("\\", "")
        assert not any(end in report.replace("\\", "") for end in ("0.000, ", ", 1.000]", "95% intervals", "−1.000 to"))
