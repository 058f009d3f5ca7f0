"""The real command under a shell on a real pseudo-terminal: Ctrl-Z and fg, a window that is resized, Ctrl-C."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import shutil
import signal
import struct
import sys
import termios
import time

import pytest

from goldkit.text.width import width

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
PATIENCE = 30.0
PROMPT = "$> "


class Shell:
    """An interactive shell on a terminal of its own, which starts goldkit as its job."""

    def __init__(self, golden):
        shell = shutil.which("dash") or shutil.which("bash")
        options = ["-i"] if shell.endswith("dash") else ["--norc", "--noprofile", "--noediting", "-i"]
        own = {"TERM": "xterm", "NO_COLOR": "1", "GOLDKIT_JUDGE": "ana", "PS1": PROMPT}
        kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "ENV")}
        self.pid, self.handle = pty.fork()
        if self.pid == 0:
            os.execve(shell, [shell, *options], kept | own)
        self.resize(24, 80)
        self.output = ""
        self.read_until(PROMPT)
        self.modes = termios.tcgetattr(self.handle)
        self.type(f"{sys.executable} -m goldkit review --terminal --golden {golden.path}\n")
        self.read_until("any key goes on")

    def resize(self, rows, columns):
        fcntl.ioctl(self.handle, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys):
        """Send keys; what was on the screen before no longer counts."""
        self.output = ""
        os.write(self.handle, keys.encode())

    def screen(self):
        return self.output.rpartition(CLEAR)[2].replace("\r\n", "\n").rstrip("\n")

    def read_until(self, text):
        """The screen once `text` stands on it."""
        end = time.monotonic() + PATIENCE
        while text not in self.screen():
            ready, _, _ = select.select([self.handle], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"{text!r} never came; the screen:\n{self.screen()}"
            self.output += os.read(self.handle, 65536).decode()
        return self.screen()

    def end(self):
        os.kill(self.pid, signal.SIGHUP)
        os.close(self.handle)
        os.waitpid(self.pid, 0)


@pytest.fixture
def shell(golden):
    made = Shell(golden)
    yield made
    made.end()


def verdicts(golden):
    return [(line.chunk, line.grade) for line in golden.judgments() if line.by == "ana"]


def fits(screen, rows, columns):
    lines = screen.split("\n")
    return len(lines) < rows and all(width(line) <= columns for line in lines)


def test_ctrl_z_gives_the_terminal_back_and_fg_paints_the_pair_anew(shell, golden):
    shell.type(" ")
    shell.read_until("q quit")
    shell.type("n")
    shell.read_until("note (an empty line for none): ")
    shell.type("seen\n")
    before = shell.read_until("q quit")
    assert "note: seen" in before
    shell.type("\x1a")
    shell.read_until(PROMPT)
    assert termios.tcgetattr(shell.handle) == shell.modes, "what is typed to the shell shows again"
    assert verdicts(golden) == []
    shell.type("fg\n")
    assert shell.read_until("q quit") == before, "the same pair, with the note"
    shell.type("3")
    shell.read_until("recorded: 3 for kiln#1")
    assert verdicts(golden) == [("kiln#1", 3)] and golden.judgments()[-1].note == "seen"
    shell.type("q")
    shell.read_until(PROMPT)
    assert termios.tcgetattr(shell.handle) == shell.modes


def test_ctrl_z_while_a_note_is_written_keeps_what_was_typed(shell, golden):
    shell.type(" ")
    shell.read_until("q quit")
    shell.type("n")
    shell.read_until("note (an empty line for none): ")
    shell.type("half a no")
    shell.read_until("half a no")
    shell.type("\x1a")
    shell.read_until(PROMPT)
    shell.type("fg\n")
    shell.read_until("note (an empty line for none): half a no")
    shell.type("te\n")
    shell.read_until("note: half a note")
    shell.type("2")
    shell.read_until("recorded: 2 for kiln#1")
    assert golden.judgments()[-1].note == "half a note"


def test_a_resized_window_is_painted_anew_in_its_size_and_nothing_is_lost(shell, golden):
    shell.type(" ")
    shell.read_until("q quit")
    shell.type("3")
    shell.read_until("recorded: 3 for kiln#1")
    wide = shell.read_until("q quit")
    assert fits(wide, 24, 80)
    for rows, columns in ((20, 60), (40, 120), (24, 80)):
        shell.output = ""
        shell.resize(rows, columns)
        screen = shell.read_until("quit")
        assert fits(screen, rows, columns), screen
        assert "oven.md" in screen and "recorded: 3 for kiln#1" in " ".join(screen.split())
    assert screen == wide
    shell.type("h")
    shell.read_until("any key goes on")
    shell.output = ""
    shell.resize(24, 60)
    assert fits(shell.read_until("any key goes on"), 24, 60), "a resize is not the key that leaves the help"
    shell.type("h")
    shell.read_until("oven.md")
    shell.type("1")
    shell.read_until("recorded: 1 for oven.md")
    assert verdicts(golden) == [("kiln#1", 3), ("oven.md", 1)]


def test_ctrl_c_gives_the_shell_its_terminal_as_it_was(shell, golden):
    shell.type(" ")
    shell.read_until("q quit")
    shell.type("3")
    shell.read_until("recorded: 3 for kiln#1")
    assert termios.tcgetattr(shell.handle) != shell.modes
    shell.type("\x03")
    shell.read_until("interrupted")
    shell.read_until(PROMPT)
    assert termios.tcgetattr(shell.handle) == shell.modes
    assert verdicts(golden) == [("kiln#1", 3)]
