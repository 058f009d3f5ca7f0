"""Exit codes and the frame around every command, through real processes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from goldkit.cli.app import COMMANDS
from goldkit.cli.exits import run


def goldkit(*arguments: str, **more) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-m", "goldkit", *arguments], capture_output=True, text=True, **more)


def test_bare_goldkit_prints_the_main_line():
    done = goldkit()
    assert done.returncode == 0
    order = [done.stdout.index(f"goldkit {name}") for name in ("mine", "review", "widen", "freeze", "score")]
    assert order == sorted(order)


def test_an_unknown_command_is_wrong_usage_and_says_where_to_look():
    done = goldkit("scroe")
    assert (done.returncode, done.stdout) == (2, "")
    assert "scroe" in done.stderr and "--help" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("command", [command.name for command in COMMANDS])
def test_an_unknown_option_is_wrong_usage(command):
    done = goldkit(command, "--no-such-option")
    assert done.returncode == 2 and "--no-such-option" in done.stderr


def test_a_bug_is_70_and_says_so(monkeypatch, capsys):
    def broken(_):
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("goldkit.cli.app.app_for", broken)
    assert run([]) == 70
    assert "bug in goldkit" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (KeyboardInterrupt(), 130),
        (OSError(28, "No space left on device", "f"), 4),
        (PermissionError(13, "Permission denied", "f"), 3),
    ],
)
def test_what_the_system_says_has_its_code(monkeypatch, capsys, error, code):
    def broken(_):
        raise error

    monkeypatch.setattr("goldkit.cli.app.app_for", broken)
    assert run([]) == code
    said = capsys.readouterr().err
    assert "Traceback" not in said
    assert (code == 4) == ("f: the disk is full. Make room and try again" in said)


def test_a_closed_pipe_is_silent():
    shell = f"{sys.executable} -m goldkit --help | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True)
    assert (done.stderr, done.stdout.strip()) == ("", "0")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_whatever_the_encoding_text_is_complete_and_json_says_the_same(tmp_path, encoding):
    gold = {"日本 é": ["a"], "😀": ["b"], "−": ["c"]}
    for name in ("gold", "tät"):
        (tmp_path / f"{name}.json").write_text(json.dumps(gold))
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    for arguments in (
        ["--help"],
        ["gold.json", "tät.json", "--k", "1"],
        ["gold.json", "tät.json", "😀=tät.json", "--k", "1", "--json"],
    ):
        command = [sys.executable, "-m", "goldkit", "score", *arguments]
        done = subprocess.run(command, capture_output=True, cwd=tmp_path, env=environment)
        assert (done.returncode, done.stderr) == (0, b"")
    assert [run["name"] for run in json.loads(done.stdout.decode(encoding))["runs"]] == ["tät", "😀"]


@pytest.mark.parametrize(
    "line", [b"import mapping caf\xe9.json", b"score gold.json gold.json x=caf\xe9.json", b"status"]
)
def test_a_name_that_is_not_utf_8_is_wrong_usage(tmp_path, line):
    (tmp_path / "gold.json").write_text('{"how do I drain a link": ["a"]}')
    Path(os.fsdecode(bytes(tmp_path) + b"/caf\xe9.json")).write_text('{"how do I drain a link": ["a"]}')
    environment = {**os.environb, b"GOLDKIT_DIR": b"gold\xe9n"}
    command = [sys.executable.encode(), b"-m", b"goldkit", *line.split()]
    done = subprocess.run(command, capture_output=True, cwd=tmp_path, env=environment)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"is not UTF-8" in done.stderr and b"Traceback" not in done.stderr


def test_a_closed_stdout_is_no_bug():
    done = subprocess.run(["sh", "-c", f"{sys.executable} -m goldkit >&-"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("given", ["yesterday", "2026-13-01", "0001-01-01T00:00:00+14:00", "\udcff"])
def test_a_clock_that_is_none_is_wrong_usage(monkeypatch, given):
    from goldkit.cli.clock import now
    from goldkit.errors import UsageError

    monkeypatch.setenv("GOLDKIT_NOW", given)
    with pytest.raises(UsageError, match="GOLDKIT_NOW"):
        now()


def test_the_given_clock_is_taken_to_utc(monkeypatch):
    from goldkit.cli.clock import now

    monkeypatch.setenv("GOLDKIT_NOW", "2026-12-01T12:00:00+02:00")
    assert now() == "2026-12-01T10:00:00Z"
    monkeypatch.setenv("GOLDKIT_NOW", "0999-01-01T00:00:00.9")
    assert now() == "0999-01-01T00:00:00Z"
