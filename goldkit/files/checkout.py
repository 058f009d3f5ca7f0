"""Which commit of the caller's code something was made with."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path


def commit_of(folder: Path) -> str | None:
    """The commit of the git checkout that a folder lies in, with "+dirty" when tracked files differ from it.

    None where there is no checkout, no commit yet, or no git. Files that git does not track make no difference.
    """
    commit = _git(folder, "rev-parse", "--verify", "HEAD")
    if not commit:
        return None
    changed = _git(folder, "status", "--porcelain", "--untracked-files=no")
    return commit + ("+dirty" if changed else "")


def _git(folder: Path, *arguments: str) -> str | None:
    git = shutil.which("git")
    if git is None:
        return None
    done = subprocess.run([git, *arguments], cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603  # our own words
    return done.stdout.strip() if done.returncode == 0 else None
