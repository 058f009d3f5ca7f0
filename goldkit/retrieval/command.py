"""A pipeline that is a program, started once for each question.

The protocol: placeholders stand in its arguments (no shell reads them), stdin is empty, and stdout holds the ids, one a line, best
first, each with a tab and its score or without; or one JSON list, as a Python pipeline returns. Exit code 0, or it has failed.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import signal
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from goldkit.errors import UsageError
from goldkit.files.not_finite import not_finite
from goldkit.records import JSON
from goldkit.retrieval.failure import Failure
from goldkit.retrieval.placeholders import check_placeholders, fill_text, names_in, values_of
from goldkit.sets.questions import Question

LARGEST = 16 << 20
"""Bytes of stdout that are read."""
TAIL = 2000
"""Bytes of stderr that are kept."""


class CommandPipeline:
    """Each question in a process of its own, in a session of its own, so that a late one ends with all it has started."""

    leaves = False

    def __init__(self, line: str) -> None:
        """line: split into words as a shell does. Raises UsageError where that fails or the program is not there."""
        self.name = line
        self.settings: JSON = {}
        try:
            self._words = shlex.split(line)
        except ValueError as error:
            raise UsageError(f"--cmd {line}: {error}") from None
        if not self._words or names_in(self._words[0]):
            raise UsageError("--cmd: expected a program and its arguments, as in --cmd 'search --top {k} -- {query}'")
        if shutil.which(self._words[0]) is None:
            raise UsageError(f"--cmd {line}: no program {self._words[0]!r}")

    def prepare(self, questions: Sequence[Question], k: int) -> list[str]:
        """Raises UsageError when the arguments cannot ask these questions."""
        return check_placeholders({"--cmd": " ".join(self._words)}, questions)

    async def ask(self, question: Question, k: int) -> Any:
        """The ids that the program prints. Raises Failure; a program that is cancelled is killed with all it has started."""
        values = values_of(question, k)
        output = await _output([fill_text(word, values) for word in self._words])
        if output.over:
            raise Failure(f"an answer of over {LARGEST >> 20} MB")
        if output.code != 0:
            kind = f"exit code {output.code}" if output.code > 0 else f"ended by signal {-output.code}"
            said = output.said.decode("utf-8", "backslashreplace").strip()
            raise Failure(kind, said.rpartition("\n")[2], again=True)
        return _results(bytes(output.printed))

    async def close(self) -> None:
        """Nothing is held between questions."""


class _Output(asyncio.SubprocessProtocol):
    """What a process prints on stdout, to its largest size, and the end of what it says on stderr."""

    def __init__(self) -> None:
        self.printed = bytearray()
        self.said = b""
        self.over = False
        self.code = 0
        self.exited, self.complete = asyncio.Event(), asyncio.Event()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """More of stdout (1) or stderr (2)."""
        if fd == 2:
            self.said = (self.said + data)[-TAIL:]
        elif not self.over:
            self.printed += data
            self.over = len(self.printed) > LARGEST
            if self.over:
                self.complete.set()

    def process_exited(self) -> None:
        """The process has ended; a stream may be held open by another that it started."""
        self.exited.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """The process has ended and both of its streams are closed."""
        self.complete.set()


async def _output(words: Sequence[str]) -> _Output:
    """Run a program to its end. Whatever keeps it from ending by itself, it is killed with all it has started."""
    loop = asyncio.get_running_loop()
    try:
        transport, output = await loop.subprocess_exec(
            _Output, *words, stdin=DEVNULL, stdout=PIPE, stderr=PIPE, start_new_session=True
        )
    except (OSError, ValueError) as error:  # too long a query, a NUL in it, or no right to start the program
        raise Failure("not to be started", str(error)) from None
    ended = False
    try:
        await output.complete.wait()
        ended = not output.over
    finally:
        if not ended:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(transport.get_pid(), signal.SIGKILL)
            await output.exited.wait()
        transport.close()
    output.code = transport.get_returncode() or 0
    return output


def _results(printed: bytes) -> Any:
    """What was printed as answer_of takes it."""
    try:
        text = printed.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Failure("no ranking", f"stdout is not UTF-8 ({error.reason} at byte {error.start})") from None
    if text.lstrip().startswith("["):
        with suppress(ValueError, RecursionError):  # an id may begin so, too
            return msgspec.json.decode(text)
        if found := not_finite(text):
            raise Failure("no ranking", f"{found}, which JSON does not have; a score is a finite number")
    return [_result(line.removesuffix("\r")) for line in text.split("\n") if line.strip()]


def _result(line: str) -> str | tuple[str, float]:
    name, tab, score = line.partition("\t")
    if not tab:
        return line
    try:
        return name, float(score)
    except ValueError:
        raise Failure("no ranking", f"{score!r} as a score, after a tab") from None
