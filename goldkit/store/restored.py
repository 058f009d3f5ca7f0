"""Commands of git that a message names, as they can be run from any folder."""

from __future__ import annotations

import shlex
from pathlib import Path


def restore(golden: Path, name: str) -> str:
    """How a file or folder of a golden directory that never changes is restored to what was committed last."""
    return f"Restore it from git: `git -C {shlex.quote(str(golden))} checkout HEAD -- {shlex.quote(name)}`."


def compare(golden: Path, name: str) -> str:
    """How to see what a file that grows was when it was committed last: to restore it whole would lose what came since."""
    where, file = shlex.quote(str(golden)), shlex.quote(name)
    return f"Mend it by hand: `git -C {where} diff HEAD -- {file}` shows what it was when it was committed last."
