"""The parts of the README that commands print. `python tests/readme.py` writes them anew; test_readme.py compares.

A part stands between `<!-- goldkit score --help -->` (or any other command line) and `<!-- end -->`, in a code block.
Help is printed by this process's goldkit; any other command runs in a folder that `goldkit demo` made. With `demo: ` before
it stands what the demo itself printed for that line, halfway through its story. Of a long report only those paragraphs are
shown that begin with the words after ` # `, divided by `; `.

Between `<!-- api -->` and `<!-- end -->` stands what `import goldkit` offers, from the docstrings.
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
PART = re.compile(r"<!-- ((?:demo: )?goldkit[^\n]*?) -->\n```text\n.*?```\n<!-- end -->", re.DOTALL)
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


def told(line: str, story: str) -> str:
    """What the demo printed for one of its lines."""
    _, found, after = story.partition(f"\n$ {line}\n")
    assert found, f"the demo runs no `{line}`"
    return re.split(r"\n\n(?:# |Go on )", after)[0] + "\n"


def excerpt(text: str, starts: str) -> str:
    """The paragraphs that begin with one of some words, divided by `; `; all of the text where there are none."""
    if not starts:
        return text
    wanted = starts.split("; ")
    kept = [one for one in text.strip("\n").split("\n\n") if one.lstrip().startswith(tuple(wanted))]
    assert len(kept) == len(wanted), f"{len(kept)} paragraphs begin with {wanted}"
    return "\n\n".join(kept) + "\n"


def filled(text: str, folder: Path, story: str) -> str:
    """The README with every printed part made anew. story: what the demo printed that left the folder."""

    def part(match: re.Match[str]) -> str:
        line, _, starts = match[1].partition(" # ")
        by_demo = line.removeprefix("demo: ")
        whole = printed(line, folder) if by_demo == line else told(by_demo, story)
        return f"<!-- {match[1]} -->\n```text\n{excerpt(whole, starts)}```\n<!-- end -->"

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
        command = [sys.executable, "-m", "goldkit", "demo", "story"]
        done = subprocess.run(
            command, cwd=scratch, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        text = filled(README.read_text(encoding="utf-8"), Path(scratch) / "story", done.stdout)
        README.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
