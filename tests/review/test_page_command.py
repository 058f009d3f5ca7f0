"""`goldkit review` as a command: it says where the page is, serves it until it is ended, and tells what was done."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest

COMMAND = [sys.executable, "-m", "goldkit", "review"]


def begun(golden, *arguments, **environment):
    keep = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")}
    return subprocess.Popen(
        [*COMMAND, "--golden", str(golden.path), "--judge", "ana", *arguments],
        env=keep | environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def told(process):
    """The link, and the line after it."""
    first = process.stderr.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+/\?token=\S{20,}", first)
    assert found, first
    return found[0], process.stderr.readline()


@pytest.mark.parametrize(
    ("arguments", "environment", "said"),
    [
        ([], {}, "--terminal"),
        (["--no-open"], {}, "open this link"),
        ([], {"SSH_CONNECTION": "1 2 3 4"}, "ssh -L"),
    ],
)
def test_it_says_where_the_page_is_and_ends_by_ctrl_c(golden, arguments, environment, said):
    process = begun(golden, *arguments, "--port", "0", "--json", **environment)
    link, line = told(process)
    assert said in line
    assert urllib.request.urlopen(link).status == 200
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    assert json.loads(out)["progress"]["left"] == 7


def test_a_port_that_is_taken_is_refused_when_asked_for_and_passed_over_else(golden):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        process = begun(golden, "--port", str(taken.getsockname()[1]))
        _, err = process.communicate(timeout=30)
        assert process.returncode == 2 and "--port names another" in err


def test_help_loads_no_server():
    code = (
        "import sys; from goldkit.cli.exits import run; run(['review', '--help'])\n"
        "print(sorted({'starlette', 'uvicorn', 'jinja2', 'bm25s', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "[]", done.stdout + done.stderr
