"""Where a person sits: single keys from a terminal without Enter, or lines where input is a file or a pipe."""

from __future__ import annotations

import os
import select
import signal
import sys
import termios
import tty
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from goldkit.cli.line_editor import edited_line
from goldkit.review.console import REDRAW, Console
from goldkit.review.screen import Line, Size

END = "\x04"
ESCAPE = b"\x1b"
PAUSE = 0.05
"""Seconds in which the rest of an escape sequence arrives, if the escape was not a key of its own."""
BLOCK = 1 << 16
"""As much as a pipe holds."""
STYLES = {"bold": "\x1b[1m", "dim": "\x1b[2m"}
NAMED = {
    b"C": "right",
    b"D": "left",
    b"H": "home",
    b"F": "end",
    b"1~": "home",
    b"7~": "home",
    b"4~": "end",
    b"8~": "end",
    b"3~": "delete",
}
"""The end of an escape sequence and the key that sends it."""
CLEAR, PLAIN = "\x1b[H\x1b[2J\x1b[3J", "\x1b[0m"


@contextmanager
def open_console() -> Iterator[Console]:
    """The console for stdin and stderr. A terminal's modes are as before afterwards, whatever happened."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        yield LineConsole()
        return
    console = KeyConsole(sys.stdin.fileno())
    acts = {signal.SIGTSTP: console.suspend, signal.SIGCONT: console.resume, signal.SIGWINCH: console.wake}
    before = {number: signal.signal(number, lambda *_, act=act: act()) for number, act in acts.items()}
    try:
        console.take_keys()
        yield console
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        console.give_back()


class KeyConsole:
    """A terminal: keys as they are pressed, each screen painted in place of the last. Ctrl-C interrupts as everywhere."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._before = termios.tcgetattr(handle)
        self._painted = os.environ.get("TERM", "dumb") != "dumb"
        self._styled = self._painted and not os.environ.get("NO_COLOR")
        self._shown: Sequence[Line] = ()
        self._woken, self._waker = os.pipe()
        os.set_blocking(self._waker, False)

    def take_keys(self) -> None:
        """Single keys, without echo."""
        tty.setcbreak(self._handle, termios.TCSADRAIN)

    def give_back(self) -> None:
        """The terminal as it was."""
        termios.tcsetattr(self._handle, termios.TCSADRAIN, self._before)

    def suspend(self) -> None:
        """Ctrl-Z: the shell gets its terminal back as it was, until it brings this process to the foreground again."""
        self.give_back()
        handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, handler)
        self.resume()

    def resume(self) -> None:
        """Go on after a stop: whatever had the terminal meanwhile left its own modes and its own words there."""
        self.take_keys()
        self.wake()

    def wake(self) -> None:
        """Whatever waits for a key gets REDRAW: the read alone would go on waiting after a signal."""
        with suppress(BlockingIOError):  # full of such calls
            os.write(self._waker, b"\0")

    def key(self) -> str | None:
        """The next key; "" for one that is no character; None at the end of input or Ctrl-D."""
        key = self._stroke()
        return None if key in ("", END) else key if len(key) == 1 else ""

    def line(self, prompt: str, start: str = "") -> str | None:
        """A line that is edited right here: see goldkit.cli.line_editor."""
        return edited_line(self._stroke_of_line, self._put, lambda: self.size().columns, prompt, start)

    def _stroke(self) -> str:
        """The next character, or the name of another key; "" at the end of input."""
        ready, _, _ = select.select([self._handle, self._woken], [], [])
        if self._woken in ready:
            os.read(self._woken, BLOCK)
            return REDRAW
        first = os.read(self._handle, 1)
        if first == ESCAPE:
            return self._named()
        more = _continuation(first)
        data = first + b"".join(os.read(self._handle, 1) for _ in range(more))
        return data.decode("utf-8", "replace")[:1]

    def _stroke_of_line(self) -> str:
        """The same while a line is edited, which paints only its own row anew."""
        key = self._stroke()
        if key == REDRAW:
            self.show(self._shown)
        return key

    def _put(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()

    def show(self, lines: Sequence[Line]) -> None:
        """Paint lines in place of the ones before."""
        self._shown = lines
        text = "\n".join(self._style(line) for line in lines)
        sys.stderr.write(f"{CLEAR if self._painted else ''}{text}\n")
        sys.stderr.flush()

    def size(self) -> Size:
        """The terminal's size now, wherever stdout goes; 80 by 24 where it tells none."""
        columns, rows = os.get_terminal_size(self._handle)
        return Size(columns or 80, rows or 24)

    def _style(self, line: Line) -> str:
        if not self._styled or not line.style or not line.text:
            return line.text
        return f"{STYLES[line.style]}{line.text}{PLAIN}"

    def _named(self) -> str:
        """The name of an arrow or function key, all of whose sequence is read: Delete holds a 3 that no one meant as a grade."""
        kind = self._at_once()
        if not kind:
            return "escape"
        sequence = b""
        if kind == b"O":
            sequence = self._at_once()
        elif kind == b"[":
            while (part := self._at_once()) and not 0x40 <= part[0] <= 0x7E:
                sequence += part
            sequence += part
        return NAMED.get(sequence, "unknown")

    def _at_once(self) -> bytes:
        ready, _, _ = select.select([self._handle], [], [], PAUSE)
        return os.read(self._handle, 1) if ready else b""


class LineConsole:
    """A file or a pipe: each line is a key, and what is shown follows one below the other, unfolded."""

    def key(self) -> str | None:
        """The next line; None at the end of input."""
        data = sys.stdin.buffer.readline()
        return data.decode("utf-8", "replace").strip() if data else None

    def line(self, prompt: str, start: str = "") -> str | None:
        """The next line, after the prompt; what there is to edit is only told."""
        sys.stderr.write(f"{prompt}{f'(now: {start})' if start else ''}\n")
        return self.key()

    def show(self, lines: Sequence[Line]) -> None:
        """Write lines below the ones before."""
        sys.stderr.write("".join(f"{line.text}\n" for line in lines) + "\n")
        sys.stderr.flush()

    def size(self) -> Size | None:
        """No terminal, no size."""
        return None


def _continuation(first: bytes) -> int:
    """How many bytes of UTF-8 follow the first one."""
    lead = first[0] if first else 0
    return 3 if lead >= 0xF0 else 2 if lead >= 0xE0 else 1 if lead >= 0xC0 else 0
