"""Programs as pipelines, by real processes."""

import asyncio
import shlex
import sys
import time
from pathlib import Path

import pytest

from goldkit.errors import UsageError
from goldkit.retrieval import command
from goldkit.retrieval.ask import Manner, ask_all
from goldkit.retrieval.command import CommandPipeline
from goldkit.sets.questions import Question

NASTY = 'it\'s "why" $(touch gone) ; `x` \\ \n--help {k} *'


def run(code, texts=("why?",), extra="{query} {k}", **manner):
    """Runs a Python program for each text; outcomes by text."""
    line = f"{shlex.quote(sys.executable)} -S -E -c {shlex.quote(code)} {extra}"
    questions = [Question(id=text, text=text) for text in texts]
    pipeline = CommandPipeline(line)
    pipeline.prepare(questions, 3)
    outcomes = {}
    options = Manner(**({"k": 3, "retries": 0, "pause": 0.0, "timeout": 20.0} | manner))
    asyncio.run(ask_all(pipeline, questions, options, lambda outcome: outcomes.update({outcome.query: outcome})))
    return outcomes


def one(code, text="why?", **options):
    return run(code, [text], **options)[text]


@pytest.mark.parametrize(
    ("code", "ids", "scores"),
    [
        ("print('a'); print('b c')", ("a", "b c"), None),
        ("print('a\\t2'); print('b\\t1e-3')", ("a", "b"), (2.0, 0.001)),
        ("print('a\\r\\nb\\r')", ("a", "b"), None),
        ('print(\'["a","b"]\')', ("a", "b"), None),
        ('print(\'[["a",2],["b",1]]\')', ("a", "b"), (2.0, 1.0)),
        ("print('[1] of the handbook')", ("[1] of the handbook",), None),
        ("pass", (), None),
        ("print('\\n\\n')", (), None),
        ("import sys; print(sys.argv[2])", ("3",), None),
        ("import sys; print(repr(sys.stdin.read()))", ("''",), None),
    ],
)
def test_what_may_be_printed(code, ids, scores):
    outcome = one(code)
    assert (outcome.failed, outcome.answer.ids, outcome.answer.scores) == ("", ids, scores)


def test_any_query_is_one_argument_and_no_shell_reads_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = "import sys; print(sys.argv[1].encode().hex())"
    assert one(code, NASTY, extra="{query}").answer.ids == (NASTY.encode().hex(),)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import sys; print('a'); sys.exit('first\\nno index')", "exit code 1: no index"),
        ("import sys; sys.exit(7)", "exit code 7"),
        ("import os; os.kill(os.getpid(), 9)", "ended by signal 9"),
        ("print('a\\thigh')", "no ranking: 'high' as a score, after a tab"),
        ("print('a\\tnan')", "no ranking: NaN as a score"),
        ("print('a\\nb\\na')", "no ranking: the id 'a' twice"),
        ("print('a\\t1\\nb')", "no ranking: 'b' at rank 2"),
        ("import os; os.write(1, b'\\xff')", "no ranking: stdout is not UTF-8"),
    ],
)
def test_what_fails_says_why(code, reason):
    assert one(code).failed.startswith(reason)


def test_what_cannot_be_started_fails_alone():
    found = run("print('a')", ["a\0b", "x" * 3_000_000, "fine"])
    assert found["fine"].answer.ids == ("a",)
    assert [outcome.kind for text, outcome in found.items() if text != "fine"] == ["not to be started"] * 2


def test_a_failing_program_is_started_again(tmp_path):
    mark = tmp_path / "mark"
    code = f"import os, sys; p={str(mark)!r}; seen=os.path.exists(p); open(p,'w').close(); print('a') if seen else sys.exit(1)"
    assert one(code, retries=1).answer.ids == ("a",)


def test_only_the_end_of_what_is_said_is_kept(monkeypatch):
    monkeypatch.setattr(command, "TAIL", 6)
    assert one("import sys; sys.exit('x' * 100_000 + 'abc')").failed == "exit code 1: xxabc"


def test_a_flood_is_stopped(monkeypatch):
    monkeypatch.setattr(command, "LARGEST", 1 << 20)
    assert one("while True: print('x' * 1000)").failed == "an answer of over 1 MB"


def test_a_late_program_is_killed_with_all_it_started(tmp_path):
    mark = tmp_path / "pid"
    code = (
        "import subprocess, sys, time; "
        f"p = subprocess.Popen(['sleep', '60']); open({str(mark)!r}, 'w').write(str(p.pid)); time.sleep(60)"
    )
    assert one(code, timeout=1.5).failed == "no answer within 1.5 s"
    pid = int(mark.read_text())
    for _ in range(500):
        if not alive(pid):
            return
        time.sleep(0.01)
    pytest.fail("the program's own child is still there")


def alive(pid):
    """Whether a process runs; one that nobody has reaped yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "expected a program"),
        ("'unclosed {query}", "No closing quotation"),
        ("no-such-program-here {query}", "no program 'no-such-program-here'"),
        ("{query}", "expected a program"),
        ("echo {k}", "{query} stands nowhere"),
        ("echo {query} {top}", "--cmd holds {top}"),
    ],
)
def test_lines_that_cannot_be_run(line, words):
    with pytest.raises(UsageError) as caught:
        CommandPipeline(line).prepare([Question(id="q1", text="why?")], 3)
    assert words in str(caught.value)
