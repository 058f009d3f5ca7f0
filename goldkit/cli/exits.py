"""Running the command line: every error becomes its exit code and its message here, and nowhere else.

0 fine · 1 a gate failed · 2 wrong usage · 3 bad input data, or findings of `check` · 4 an endpoint failed or work is incomplete ·
5 a gate is inconclusive · 70 a bug in goldkit · 130 interrupted. A closed pipe is silent.
"""

from __future__ import annotations

import os
import shlex
import sys
import time
import traceback
from collections.abc import Sequence

from goldkit.cli.loudness import LOUDNESS, verbose
from goldkit.cli.output import say
from goldkit.cli.streams import prepare
from goldkit.cli.tame import tame
from goldkit.cli.uncollected import uncollected
from goldkit.errors import DataError, EndpointError, GoldkitError, IncompleteError, UsageError
from goldkit.files.room import lacks_room, said_by_system

OK, GATE_FAILED, USAGE, DATA, INCOMPLETE, GATE_OPEN, BUG, INTERRUPTED = 0, 1, 2, 3, 4, 5, 70, 130
STOPPED = "interrupted; what was acknowledged before is on disk"
CODES: dict[type[GoldkitError], int] = {
    UsageError: USAGE,
    DataError: DATA,
    EndpointError: INCOMPLETE,
    IncompleteError: INCOMPLETE,
}


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; messages have gone to stderr by then."""
    with uncollected():
        from typer.exceptions import Abort, TyperException

        from goldkit.cli.app import app_for

    prepare()
    LOUDNESS.set("plain")
    started = time.monotonic()
    try:
        _refuse_bytes([*arguments, os.environ.get("GOLDKIT_DIR", "")])
        with uncollected():
            app = app_for(arguments)
        code = app(args=list(arguments), prog_name="goldkit", standalone_mode=False)
        sys.stdout.flush()
        if verbose():
            say(f"{shlex.join(['goldkit', *arguments])}: {time.monotonic() - started:.2f} s")
        if code == INTERRUPTED:  # typer's answer to Ctrl-C, without a word
            return _fail(STOPPED, INTERRUPTED)
        return code if isinstance(code, int) else OK
    except TyperException as error:
        return _fail(f"{error.format_message()}\n{_where_to_look(error)}", USAGE)
    except GoldkitError as error:
        if verbose():
            traceback.print_exc()
        return _fail(str(error), CODES[type(error)])
    except (KeyboardInterrupt, Abort):
        return _fail(STOPPED, INTERRUPTED)
    except SystemExit:  # typer's answer to a closed pipe
        return _silent()
    except BrokenPipeError:
        return _silent()
    except OSError as error:
        return _system(error)
    except Exception:  # noqa: BLE001  # whatever else arrives here is our own fault, and must say so
        traceback.print_exc()
        return _fail("this is a bug in goldkit; please report it with the lines above", BUG)


def _refuse_bytes(words: Sequence[str]) -> None:
    """Raise UsageError for a word that is no text: names go into files, and those are UTF-8."""
    for word in words:
        try:
            word.encode("utf-8")
        except UnicodeEncodeError:
            raise UsageError(f"{word!a} is not UTF-8: rename the file or the folder") from None


def _system(error: OSError) -> int:
    """What the operating system refused, in one line. The files that were being written stand as they were."""
    return _fail(said_by_system(error), INCOMPLETE if lacks_room(error) else DATA)


def _where_to_look(error: object) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "goldkit"
    return f"`{command} --help` shows what it takes"


def _fail(message: str, code: int) -> int:
    try:
        print(tame(f"error: {message}"), file=sys.stderr, flush=True)
    except BrokenPipeError:
        _silent()
    return code


def _silent() -> int:
    """Whoever read our output has gone. What Python still flushes at its end goes nowhere, without a word."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return OK
