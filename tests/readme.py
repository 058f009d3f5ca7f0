"""The parts of the README that commands print. `python tests/readme.py` writes them anew; test_readme.py compares.

A part stands between `<!-- goldkit score --help -->` (or any other command line) and `<!-- end -->`, in a code block.
Help is printed by this process's goldkit; any other command runs in a folder that `goldkit demo` made.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"
PART = re.compile(r"<!-- (goldkit[^\n]*?) -->\n```text\n.*?```\n<!-- end -->", re.DOTALL)
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

    return PART.sub(part, text)


def main() -> None:
    """Write the README's printed parts anew."""
    with tempfile.TemporaryDirectory() as scratch:
        story = Path(scratch) / "story"
        subprocess.run([sys.executable, "-m", "goldkit", "demo", str(story)], check=True, capture_output=True)
        README.write_text(filled(README.read_text(encoding="utf-8"), story), encoding="utf-8")


if __name__ == "__main__":
    main()
