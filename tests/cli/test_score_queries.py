"""`goldkit score --per-query` and `--burn` through real processes: nothing of a frozen set leaks, and burning comes first."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from goldkit.files import canonical

NAMES = [f"secret{i:02}" for i in range(64)]


def goldkit(folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "goldkit", "score", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder)


def write_run(path: Path, rankings: dict[str, list[str]]) -> None:
    path.write_text(json.dumps(rankings))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A golden directory of 64 questions with two facts each, half of them frozen as `core`, and two runs.

    `after` finds the second fact of every query, and loses the first one of those whose number ends in 7.
    """
    folder = tmp_path_factory.mktemp("score-queries")
    golden = folder / "golden"
    golden.mkdir()
    (golden / "goldkit.json").write_text('{"format":1}')
    queries = [{"id": n, "text": f"{n * 2} {'xyz'[i % 3] * (i + 3)}", "origin": "log"} for i, n in enumerate(NAMES)]
    judgment = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": "2026-12-01T10:00:00Z"}
    judgments = [{"query": name, "chunk": f"{name}/{part}", **judgment} for name in NAMES for part in "ab"]
    for file, lines in (("queries", queries), ("judgments", judgments)):
        (golden / f"{file}.jsonl").write_bytes(b"".join(map(canonical.line, lines)))
    write_run(folder / "before.json", {n: [f"{n}/x", f"{n}/a", f"{n}/y"] for n in NAMES})
    after = {n: [f"{n}/b", f"{n}/a"] for n in NAMES} | {n: [f"{n}/z"] for n in NAMES if n.endswith("7")}
    write_run(folder / "after.json", after)
    command = [sys.executable, "-m", "goldkit", "freeze", "core", "--holdout", "0.5", "--k", "5"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder


@pytest.fixture
def folder(made, tmp_path):
    """A copy to write into."""
    subprocess.run(["cp", "-r", f"{made}/.", str(tmp_path)], check=True)
    return tmp_path


def burned(folder: Path) -> list[str]:
    lines = (folder / "golden" / "split.jsonl").read_text().splitlines()
    return [line["query"] for line in map(json.loads, lines) if line.get("burned")]


def held_out(folder: Path) -> list[str]:
    lines = (folder / "golden/frozen/core/queries.jsonl").read_text().splitlines()
    return [json.loads(line)["id"] for line in lines]


def test_dev_lists_wins_and_losses_with_the_rank_of_each_fact(made):
    done = goldkit(made, "dev", "before.json", "after.json", "--per-query", "--limit", "2")
    assert done.returncode == 0, done.stderr
    dev = [name for name in NAMES if name not in held_out(made)]
    lost = [name for name in dev if name.endswith("7")]
    won = [name for name in dev if name not in lost]
    text = done.stdout[done.stdout.index("query by query, recall@5 of after against before") :]
    assert f"{len(won)} up, {len(lost)} down" in text
    assert f"up, the first 2 of {len(won)}" in text
    assert [name for name in NAMES if name in text] == sorted([*won[:2], *lost[:2]])
    assert f"{won[0]}/a: 2 → 2" in text and f"{won[0]}/b: – → 1" in text
    assert f"{lost[0]}/a: 2 → lost" in text and f"{lost[0]}/b: missed by both" in text
    assert burned(made) == []


def test_json_has_the_same_lists_and_only_when_asked(made):
    plain = json.loads(goldkit(made, "dev", "before.json", "after.json", "--json").stdout)
    assert "per_query" not in plain and "queries" not in plain
    asked = json.loads(goldkit(made, "dev", "before.json", "after.json", "--json", "--per-query").stdout)
    (moved,) = asked.pop("per_query")
    assert asked == plain
    assert moved["wins"][0]["runs"]["after"]["ranks"] == [2, 1]
    assert (len(moved["wins"]), moved["measure"]) == (20, "recall@5")


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_frozen_set_refuses_and_leaks_nothing(folder, more):
    done = goldkit(folder, "core", "before.json", "after.json", "--per-query", *more)
    assert (done.returncode, done.stdout) == (2, "")
    assert "core is frozen and shows aggregates only" in done.stderr
    assert "secret" not in done.stderr
    assert burned(folder) == [] and not (folder / "golden/ledger.jsonl").exists()


def test_what_is_shown_is_burned_and_later_scores_say_so(folder):
    asked = ("core", "before.json", "after.json", "--per-query", "--limit", "3")
    done = goldkit(folder, *asked, "--burn")
    assert done.returncode == 0, done.stderr
    named = [name for name in held_out(folder) if name in done.stdout]
    assert 3 < len(named) <= 6
    assert burned(folder) == sorted(named)
    assert f"burned: {len(named)} queries of core, recorded in split.jsonl" in done.stderr
    note = f"burned: {len(named)} of {len(held_out(folder))} queries were shown, so the set predicts less"
    assert note in done.stdout
    plain = goldkit(folder, "core", "before.json")
    assert note in plain.stdout
    assert not any(name in plain.stdout for name in held_out(folder))
    assert note in goldkit(folder, "golden/frozen/core", "before.json").stdout
    assert goldkit(folder, *asked, "--burn").stdout == done.stdout
    assert len(burned(folder)) == len(named)


def test_whoever_closes_the_pipe_or_kills_it_has_burned_what_he_asked_for(folder):
    command = [sys.executable, "-m", "goldkit", "score", "core", "before.json", "after.json", "--per-query", "--burn"]
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    try:  # a full pipe: the report cannot be written, but what it would show is on disk by then
        while True:
            os.write(writer, b"x" * 4096)
    except BlockingIOError:
        os.set_blocking(writer, True)
    with subprocess.Popen(command, stdout=writer, stderr=subprocess.PIPE, text=True, cwd=folder) as process:
        os.close(writer)
        assert process.stderr is not None
        assert any("burned:" in line for line in process.stderr)
        process.send_signal(signal.SIGKILL)
    os.close(reader)
    assert len(burned(folder)) > 20


def test_a_frozen_set_outside_a_golden_directory_cannot_be_burned(folder):
    (folder / "golden/frozen/core").rename(folder / "loose")
    done = goldkit(folder, "loose", "before.json", "after.json", "--per-query", "--burn")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no split.jsonl to record what was shown" in done.stderr
    assert not (folder / "ledger.jsonl").exists()


def test_burn_alone_and_one_run_alone_are_wrong_usage(made):
    alone = goldkit(made, "core", "before.json", "--burn")
    assert (alone.returncode, alone.stdout) == (2, "") and "--per-query, --csv or --explain" in alone.stderr
    single = goldkit(made, "dev", "before.json", "--per-query")
    assert (single.returncode, single.stdout) == (2, "") and "name a second run" in single.stderr


def test_csv_of_a_frozen_set_burns_every_query_and_is_refused_without(folder):
    asked = ("core", "before.json", "after.json", "--csv", "queries.csv")
    refused = goldkit(folder, *asked)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "core is frozen and shows aggregates only" in refused.stderr
    assert not (folder / "queries.csv").exists() and burned(folder) == []
    assert goldkit(folder, *asked, "--burn").returncode == 0
    assert burned(folder) == sorted(held_out(folder))
    assert {line.split(",")[0] for line in (folder / "queries.csv").read_text().splitlines()[1:]} == set(
        held_out(folder)
    )


def test_the_page_of_a_frozen_set_names_burned_queries_only(folder):
    asked = ("core", "before.json", "after.json", "--html", "page.html")
    assert goldkit(folder, *asked).returncode == 0
    page = folder / "page.html"
    assert not {name for name in held_out(folder) if name in page.read_text()}
    assert burned(folder) == []
    assert goldkit(folder, *asked, "--per-query", "--limit", "3", "--burn").returncode == 0
    assert {name for name in held_out(folder) if name in page.read_text()} == set(burned(folder)) != set()


def test_a_query_is_laid_open_with_the_texts_of_the_golden_directory_or_the_corpus(folder):
    dev = next(name for name in NAMES if name not in held_out(folder))
    (folder / "golden/chunks.jsonl").write_bytes(canonical.line({"id": f"{dev}/a", "text": "as it was judged"}))
    chunks = [{"id": f"{dev}/a", "text": "as it is today"}, {"id": f"{dev}/b", "text": "of the corpus"}]
    (folder / "corpus.jsonl").write_bytes(b"".join(map(canonical.line, chunks)))
    asked = ("dev", "before.json", "after.json", "--explain", dev)
    bare = goldkit(folder, *asked)
    assert bare.returncode == 0, bare.stderr
    assert f"fact 2, {dev}/b: before missed, after at 1" in bare.stdout
    assert "as it was judged" in bare.stdout and "name the chunks with --corpus" in bare.stdout
    full = json.loads(goldkit(folder, *asked, "--corpus", "corpus.jsonl", "--json").stdout)["explain"]
    assert full[0]["texts"] == {f"{dev}/a": "as it was judged", f"{dev}/b": "of the corpus"}
    assert burned(folder) == []


def test_a_comment_holds_single_queries_in_a_fence_that_no_text_closes(folder):
    dev = next(name for name in NAMES if name not in held_out(folder))
    (folder / "golden/chunks.jsonl").write_bytes(canonical.line({"id": f"{dev}/a", "text": "a ```` fence"}))
    done = goldkit(folder, "dev", "before.json", "after.json", "--explain", dev, "--per-query", "--markdown")
    assert done.returncode == 0, done.stderr
    assert "<summary>Query by query</summary>" in done.stdout
    assert f"\n`````\nquery {dev}" in done.stdout and done.stdout.count("\n`````\n") == 2


def test_check_says_that_a_frozen_set_was_looked_into(folder):
    goldkit(folder, "core", "before.json", "--explain", held_out(folder)[0], "--burn")
    check = [sys.executable, "-m", "goldkit", "check"]
    done = subprocess.run(check, capture_output=True, text=True, cwd=folder)
    assert f"1 of {len(held_out(folder))} queries in 'core' were shown, so it predicts less" in done.stdout


def test_a_frozen_query_is_laid_open_only_once_it_is_burned(folder):
    name = held_out(folder)[0]
    asked = ("core", "before.json", "after.json", "--explain", name)
    refused = goldkit(folder, *asked)
    assert (refused.returncode, refused.stdout, burned(folder)) == (2, "", [])
    unclear = goldkit(folder, "core", "before.json", "--explain", "secret", "--burn")
    assert (unclear.returncode, unclear.stdout, burned(folder)) == (2, "", [])
    assert not any(held in unclear.stderr for held in held_out(folder))
    assert not (folder / "golden/ledger.jsonl").exists()
    done = goldkit(folder, *asked, "--burn")
    assert f"query {name} (log)" in done.stdout and burned(folder) == [name]
    assert f"burned: 1 of {len(held_out(folder))} queries were shown" in done.stdout
    assert [held for held in held_out(folder) if held in done.stdout] == [name]
