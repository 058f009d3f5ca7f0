"""The real command on a real pseudo-terminal: keys, quitting, resuming, being killed."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time

import pytest

from goldkit.text.width import width

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
PATIENCE = 30.0
COMMAND = [sys.executable, "-m", "goldkit", "review"]


class Terminal:
    """A process in a pseudo-terminal of 80 by 24, and all that it wrote."""

    def __init__(self, golden, *arguments, **environment):
        self.pid, self.handle = pty.fork()
        if self.pid == 0:
            os.environ.update({"TERM": "xterm", "NO_COLOR": "1", "GOLDKIT_JUDGE": "ana"} | environment)
            os.environ.pop("COLUMNS", None), os.environ.pop("LINES", None)
            os.execv(sys.executable, [*COMMAND, "--terminal", "--golden", str(golden.path), *arguments])
        fcntl.ioctl(self.handle, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.output = ""

    def read_until(self, text):
        """The screen once `text` stands on it."""
        end = time.monotonic() + PATIENCE
        while text not in self.screen():
            ready, _, _ = select.select([self.handle], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"{text!r} never came; the screen:\n{self.screen()}"
            data = b""
            with contextlib.suppress(OSError):  # the process has ended
                data = os.read(self.handle, 65536)
            assert data, f"ended before {text!r} came; the screen:\n{self.screen()}"
            self.output += data.decode()
        return self.screen()

    def screen(self):
        return self.output.rpartition(CLEAR)[2].replace("\r\n", "\n")

    def press(self, keys):
        """Send keys; what was on the screen before no longer counts."""
        self.output = ""
        os.write(self.handle, keys.encode())

    def end(self):
        """The exit code, and whatever was written last."""
        with contextlib.suppress(OSError):
            while data := os.read(self.handle, 65536):
                self.output += data.decode()
        _, status = os.waitpid(self.pid, 0)
        os.close(self.handle)
        return os.waitstatus_to_exitcode(status)


def begin(golden, *arguments, **environment):
    terminal = Terminal(golden, *arguments, **environment)
    terminal.read_until("any key goes on")
    terminal.press(" ")
    terminal.read_until("q quit")
    return terminal


def verdicts(golden):
    return [(line.chunk, line.grade) for line in golden.judgments() if line.by == "ana"]


def test_three_verdicts_quit_and_resume(golden):
    terminal = begin(golden)
    terminal.press("3")
    screen = terminal.read_until("recorded: 3 for kiln#1; u takes it back")
    assert len(screen.split("\n")) <= 24
    assert all(width(line) <= 80 for line in screen.split("\n"))
    assert "── oven.md" in screen and "lines 1–" in screen
    assert verdicts(golden) == [("kiln#1", 3)]
    terminal.press("0")
    terminal.read_until("recorded: 0 for oven.md")
    terminal.press("2")
    terminal.read_until("recorded: 2 for glaze")
    before = terminal.read_until("q quit")
    terminal.press("q")
    assert terminal.end() == 0
    assert "3 verdicts by ana" in terminal.output
    assert verdicts(golden) == [("kiln#1", 3), ("oven.md", 0), ("glaze", 2)]

    again = Terminal(golden)
    again.read_until("any key goes on")
    again.press(" ")
    after = again.read_until("q quit")
    assert after.split("\n")[2:] == before.split("\n")[2:]
    again.press("\x04")
    assert again.end() == 0


def test_a_kill_keeps_each_acknowledged_verdict_once(golden):
    terminal = begin(golden)
    for count, (key, seen) in enumerate([("3", "recorded: 3 for kiln#1"), ("1", "recorded: 1 for oven.md")], 1):
        terminal.press(key)
        terminal.read_until(seen)
        assert len(verdicts(golden)) == count
    os.kill(terminal.pid, signal.SIGKILL)
    assert terminal.end() == -signal.SIGKILL
    assert verdicts(golden) == [("kiln#1", 3), ("oven.md", 1)]
    again = begin(golden)
    again.press("u")
    again.read_until("taken back: 1 for oven.md")
    again.press("q")
    again.end()
    assert verdicts(golden) == [("kiln#1", 3), ("oven.md", 1), ("oven.md", None)]


def test_a_kill_at_any_moment_leaves_whole_lines_and_no_verdict_twice(golden):
    terminal = begin(golden)
    os.write(terminal.handle, b"3210")
    time.sleep(0.02)
    os.kill(terminal.pid, signal.SIGKILL)
    terminal.end()
    for line in (golden.path / "judgments.jsonl").read_bytes().splitlines():
        json.loads(line)
    given = verdicts(golden)
    assert given == [("kiln#1", 3), ("oven.md", 2), ("glaze", 1), ("kiln#2", 0)][: len(given)]


def test_interrupting_exits_130_and_gives_the_terminal_back(golden):
    terminal = begin(golden)
    before = termios.tcgetattr(terminal.handle)[3]
    assert not before & termios.ECHO
    terminal.press("3")
    terminal.read_until("recorded")
    terminal.press("\x03")
    terminal.read_until("interrupted")
    assert termios.tcgetattr(terminal.handle)[3] & termios.ECHO
    assert terminal.end() == 130
    assert verdicts(golden) == [("kiln#1", 3)]


def test_arrows_and_delete_are_no_grades(golden):
    terminal = begin(golden)
    terminal.press("\x1b[3~\x1b[A\x1bOB\x1b[1;5C")
    terminal.press("z")
    terminal.read_until("'z' is no key here")
    assert verdicts(golden) == []
    terminal.press("q")
    terminal.end()


def test_a_note_in_any_script_is_edited_as_lines_are(golden):
    terminal = begin(golden)
    terminal.press("n")
    terminal.read_until("note (an empty line for none): ")
    terminal.press("温度x\x7f!\n")
    terminal.read_until("note: 温度!")
    terminal.press("3")
    terminal.read_until("recorded: 3 for kiln#1")
    terminal.press("q")
    assert terminal.end() == 0
    assert golden.judgments()[-1].note == "温度!"


def test_a_terminal_that_can_do_nothing_gets_plain_lines(golden):
    terminal = Terminal(golden, TERM="dumb")
    terminal.read_until("any key goes on")
    terminal.press(" ")
    assert "\x1b" not in terminal.read_until("q quit")
    terminal.press("q")
    assert terminal.end() == 0


def piped(golden, *arguments, keys=""):
    environment = os.environ | {"GOLDKIT_NOW": "2026-12-02T00:00:00Z"}
    front = [] if "--apply" in arguments else ["--terminal"]
    command = [*COMMAND, *front, "--golden", str(golden.path), "--judge", "ana", *arguments]
    return subprocess.run(command, input=keys.encode(), capture_output=True, env=environment, timeout=60)


def test_lines_from_a_pipe_are_keys_and_json_is_alone_on_stdout(golden):
    done = piped(golden, "--json", keys="3\nn\nsees the figure\n2\nz\n")
    assert done.returncode == 0
    told = json.loads(done.stdout)
    assert (told["grades"], told["progress"]["done"], told["judge"]) == ({"2": 1, "3": 1}, 2, "ana")
    assert golden.judgments()[-1].note == "sees the figure"
    assert "'z' is no key here" in done.stderr.decode()


def test_no_input_at_all_is_quitting(golden):
    done = piped(golden)
    assert (done.returncode, done.stdout) == (0, b"")
    assert "0 verdicts by ana; 7 left" in done.stderr.decode()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--apply", "missing.jsonl"], 2, "missing.jsonl"),
        (["--apply", "x", "--again"], 2, "--apply asks nobody"),
        (["--no-open"], 2, "about the page"),
        (["--judge", "goldkit me"], 2, "the tool's own"),
        (["--judge", " "], 2, "one printable line"),
        (["--golden", "nowhere"], 2, "no golden directory"),
        (["--corpus", "nowhere"], 2, "nowhere"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(golden, arguments, code, said):
    done = piped(golden, *arguments)
    assert done.returncode == code, done.stderr.decode()
    assert said in done.stderr.decode()


def test_applying_a_file_says_what_it_brought(golden, tmp_path):
    file = tmp_path / "verdicts.jsonl"
    file.write_text('{"query":"hot","chunk":"kiln#1","grade":3}\n')
    assert json.loads(piped(golden, "--apply", str(file), "--json").stdout)["applied"] == 1
    done = piped(golden, "--apply", str(file))
    assert "0 verdicts added, 1 known before" in done.stderr.decode()
    assert verdicts(golden) == [("kiln#1", 3)]


def test_a_question_is_edited_where_it_stands_without_a_key_that_needs_a_modifier(golden):
    terminal = begin(golden)
    terminal.press("t")
    terminal.read_until("how hot does the kiln get?")
    terminal.press("\x7f" * 4 + "窯 温 get" + "\x1b[D" * 4 + "\x7f" + "?" + "\x1b[F" + "?\n")
    screen = terminal.read_until("the wording was changed; u takes it back")
    assert "how hot does the kiln 窯 ? get?" in screen
    assert "\x1b" not in screen
    terminal.press("u")
    terminal.read_until("taken back: the change of text, variants of hot")
    terminal.press("q")
    assert terminal.end() == 0
    assert next(query for query in golden.queries() if query.id == "hot").text == "how hot does the kiln get?"


@pytest.mark.parametrize("environment", [{}, {"TERM": "dumb"}, {"LANG": "C", "LC_ALL": "C"}])
def test_search_passage_and_a_new_question_on_a_real_terminal(golden, environment):
    terminal = begin(golden, **environment)
    terminal.press("f")
    terminal.read_until("words of the passage")
    terminal.press("\x15窯\n")
    terminal.read_until("1  窯/手順")
    terminal.press("1")
    terminal.read_until("── 窯/手順")
    terminal.press("w")
    terminal.read_until("passage: ")
    terminal.press("1\n")
    terminal.read_until("passage: “窯は朝六時に点火します。”")
    terminal.press("3")
    screen = terminal.read_until("recorded: 3 for 窯/手順")
    assert all(width(line) <= 80 for line in screen.split("\n")) and len(screen.split("\n")) <= 24
    terminal.press("a")
    terminal.read_until("new question")
    terminal.press("why is the fire 赤い?\n")
    terminal.read_until("or the id of a chunk")
    terminal.press("\x1b")
    terminal.read_until("the question is kept; u takes it back")
    terminal.press("b3")
    terminal.read_until("set aside: private; u takes it back")
    os.kill(terminal.pid, signal.SIGKILL)
    terminal.end()
    line = golden.judgments()[-1]
    assert (line.query, line.chunk, line.grade, line.quote) == ("hot", "窯/手順", 3, "窯は朝六時に点火します。")
    kept = {query.text: query.aside for query in golden.queries()}
    assert kept["how hot does the kiln get?"] == "private" and kept["why is the fire 赤い?"] is None
    again = begin(golden)
    for taken in ("aside of hot", "aside of q-", "3 for 窯/手順"):
        again.press("u")
        again.read_until(f"taken back: {'' if taken[0].isdigit() else 'the change of '}{taken}")
    again.press("q")
    assert again.end() == 0
