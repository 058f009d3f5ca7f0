"""`kill -9` at a hundred random moments, many of them while the set is saved, and Ctrl-C: nothing is lost or asked again."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

KILLS = 100
N = 5
FORKING = """
import json, os, sys
import bm25s, msgspec, numpy, openai
import goldkit.cli.generate, goldkit.generation.generate, goldkit.llm.connect, goldkit.sets.unsaved
from goldkit.cli.exits import run

openai.OpenAI(base_url="http://127.0.0.1:9/v1", api_key="none").chat.completions.with_raw_response
for line in sys.stdin:
    job = json.loads(line)
    process = os.fork()
    if not process:
        out = os.open(job["out"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(out, 1), os.dup2(out, 2)
        code = run(job["arguments"])
        sys.stdout.flush()
        os._exit(code)
    print(process, flush=True)
    _, status = os.waitpid(process, 0)
    print(os.waitstatus_to_exitcode(status), flush=True)
"""
"""A process that has imported everything and forks one `goldkit` a line, so that a hundred runs do not import it all again."""


class Runs:
    """Starts `goldkit generate` on the loopback server as processes of their own."""

    def __init__(self, folder, url):
        environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2]), "GOLDKIT_NOW": "2026-12-01T10:00:00Z"}
        self._parent = subprocess.Popen(
            [sys.executable, "-c", FORKING],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.folder, self.printed = folder, folder / "printed"
        self._arguments = ["generate", "--corpus", str(folder / "corpus.jsonl"), "-n", str(N), "--seed", "7"]
        self._arguments += ["--base-url", url, "--model", "m", "--concurrency", "4"]

    def start(self, golden):
        self.printed.unlink(missing_ok=True)
        job = {"arguments": [*self._arguments, "--golden", str(golden)], "out": str(self.printed)}
        self._parent.stdin.write(json.dumps(job) + "\n")
        return int(self._parent.stdout.readline())

    def ended(self):
        """The exit code of the process that was started, negative for a signal."""
        return int(self._parent.stdout.readline())

    def said(self):
        """What the last one that was started printed."""
        return self.printed.read_text() if self.printed.exists() else ""

    def close(self):
        self._parent.stdin.close()
        self._parent.wait(20)
        self._parent.stdout.close()


def answer(body):
    """A reply to a request: mostly good, told by the passage; one in five is rejected."""
    passage = body["messages"][-1]["content"].removeprefix("<passage>\n").removesuffix("\n</passage>")
    number = int(passage.split()[3])
    question = (
        "What does the table above show?" if number % 5 == 3 else f"When does pump {number}x{number * 7} run by hand?"
    )
    return json.dumps({"quote": passage, "question": question, "answer": f"at {number}"})


@pytest.fixture
def runs(llm_server, tmp_path):
    def reply(body):
        return llm_server.canned(llm_server.completion(answer(body)).body, wait=0.002)

    llm_server.default = reply
    lines = [{"id": f"a#{at}", "text": f"The pump number {at} is opened at {at} o'clock each day."} for at in range(25)]
    (tmp_path / "corpus.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    made = Runs(tmp_path, llm_server.url)
    yield made
    made.close()


def tree(golden):
    """All files of a golden directory but its lock."""
    files = (path for path in golden.rglob("*") if path.is_file() and path.name != ".lock")
    return {str(path.relative_to(golden)): path.read_bytes() for path in files}


def asked(body):
    """What makes a request the same as another."""
    return json.dumps([body["messages"], body["seed"]], sort_keys=True)


def kept(golden):
    """The requests whose replies are in the journal."""
    entries = [json.loads(path.read_bytes())["request"] for path in (golden / "journal").glob("*.json")]
    return {asked({"messages": entry["messages"], "seed": entry["parameters"]["seed"]}) for entry in entries}


def wait_for_saving(golden, until):
    """Until the run begins to save, or is over."""
    while not golden.exists() or not list(golden.glob(".unsaved*")):
        if time.monotonic() > until:
            return
        time.sleep(0.0005)


def test_kill_9_at_a_hundred_moments_loses_nothing_and_asks_nothing_twice(runs, llm_server, tmp_path):
    for name in ("first", "whole"):
        begun = time.monotonic()
        runs.start(tmp_path / name)
        assert runs.ended() == 0, runs.said()
        lasts = time.monotonic() - begun
    whole = tree(tmp_path / "whole")
    assert tree(tmp_path / "first") == whole
    assert len(whole["queries.jsonl"].splitlines()) == N < len(whole["rejected.jsonl"].splitlines()) + N

    moments, kills, saving, stories = random.Random(5), 0, 0, 0
    while kills < KILLS:
        golden, done = tmp_path / f"story-{stories}", False
        while not done:
            before, acknowledged = len(llm_server.requests), kept(golden)
            process, late = runs.start(golden), moments.random() < 0.35
            if late:
                wait_for_saving(golden, time.monotonic() + 2 * lasts)
                time.sleep(moments.uniform(0, 0.01))
            else:
                time.sleep(moments.uniform(0, lasts))
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            code = runs.ended()
            assert code in (0, -signal.SIGKILL), runs.said()
            now = kept(golden)
            assert acknowledged <= now
            assert acknowledged.isdisjoint(map(asked, llm_server.requests[before:]))
            kills += code != 0
            saving += code != 0 and (golden / ".unsaved.jsonl").exists()
            over = f"accepted: {N} of {N}" in runs.said() and not (golden / ".unsaved.jsonl").exists()
            done = code == 0 or over
        assert tree(golden) == whole
        stories += 1
    print(f"a run takes {lasts:.2f} s; {kills} kills, {saving} while saving, {stories} runs brought to their end")
    assert saving >= 5 and stories >= 5


def test_ctrl_c_leaves_the_set_as_it_was_and_keeps_what_was_paid_for(runs, llm_server, tmp_path):
    golden = tmp_path / "golden"
    process = runs.start(golden)
    until = time.monotonic() + 20
    while len(llm_server.requests) < 2 and time.monotonic() < until:
        time.sleep(0.001)
    os.kill(process, signal.SIGINT)
    assert runs.ended() == 130, runs.said()
    assert "Traceback" not in runs.said()
    assert set(tree(golden)) == {f"journal/{path.name}" for path in (golden / "journal").iterdir()}
    assert kept(golden) == set(map(asked, llm_server.requests))  # those in flight were waited for
    runs.start(golden)
    assert runs.ended() == 0
    assert len(llm_server.requests) == len(set(map(asked, llm_server.requests)))
