"""The parts of the README that commands print. `python tests/readme.py` writes them anew; test_readme.py compares.

A part stands between `<!-- goldkit score --help -->` (or any other command line) and `<!-- end -->`, in a code block.
Help is printed by this process's goldkit; any other command runs in a folder that `goldkit demo` made. Between `<!-- api -->` and
`<!-- end -->` stands what `import goldkit` offers, from the docstrings.
"""

from __future__ import annotations

import inspect
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import goldkit

README = Path(__file__).parent.parent / "README.md"
PART = re.compile(r"<!-- (goldkit[^\n]*?) -->\n```text\n.*?```\n<!-- end -->", re.DOTALL)
API = re.compile(r"<!-- api -->\n.*?<!-- end -->", re.DOTALL)
ENVIRONMENT = {"COLUMNS": "100", "TERMINAL_WIDTH": "100", "NO_COLOR": "1", "GOLDKIT_NOW": "2026-12-01T10:00:00Z"}


def printed(line: str, folder: Path) -> str:
    """What a command line of the README prints in a folder, stdout and stderr together."""
    environment = os.environ | ENVIRONMENT
    command = [sys.executable, "-m", *shlex.split(line)]
    done = subprocess.run(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    # A digest covers the moment of freezing and the versions at hand, so it is another one on every machine.
    lines = [re.sub(r"\bdigest [0-9a-f]{12,}", "digest …", line.rstrip()) for line in done.stdout.splitlines()]
    return "\n".join(lines).strip("\n") + "\n"


def filled(text: str, folder: Path) -> str:
    """The README with every printed part made anew."""

    def part(match: re.Match[str]) -> str:
        return f"<!-- {match[1]} -->\n```text\n{printed(match[1], folder)}```\n<!-- end -->"

    return API.sub(lambda _: f"<!-- api -->\n{api()}<!-- end -->", PART.sub(part, text))


def api() -> str:
    """What the library offers: a line a name, functions with their arguments, then classes, each with its first sentence."""
    offered = [(name, getattr(goldkit, name)) for name in goldkit.__all__]
    functions = [f"- {_call(name, value)}: {_first(value)}" for name, value in offered if not inspect.isclass(value)]
    classes = [f"- `{name}`: {_first(value)}" for name, value in offered if inspect.isclass(value)]
    return "\n".join(["Functions:", "", *functions, "", "Records, results and errors:", "", *classes]) + "\n"


def _call(name: str, function: Callable[..., object]) -> str:
    given = inspect.signature(function).parameters.values()
    named = [one.name if one.default is one.empty else f"{one.name}=…" for one in given]
    return f"`{name}({', '.join(named)})`"


def _first(value: object) -> str:
    paragraph = " ".join((inspect.getdoc(value) or "").partition("\n\n")[0].split())
    return re.split(r"(?<=[a-z`)])\. (?=[A-Z`a-z])", paragraph)[0].rstrip(".:") + "."


def main() -> None:
    """Write the README's printed parts anew."""
    with tempfile.TemporaryDirectory() as scratch:
        story = Path(scratch) / "story"
        subprocess.run([sys.executable, "-m", "goldkit", "demo", str(story)], check=True, capture_output=True)
        README.write_text(filled(README.read_text(encoding="utf-8"), story), encoding="utf-8")


if __name__ == "__main__":
    main()
