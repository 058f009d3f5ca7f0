"""Under which name a person's verdicts are kept."""

from __future__ import annotations

import getpass
import subprocess

from goldkit.review.judge import name_of_judge


def judge_name(given: str | None) -> str:
    """The name given (--judge or GOLDKIT_JUDGE), else git's user name, else the login name.

    Raises UsageError for what is no name of a person (see goldkit.review.judge).
    """
    return name_of_judge(given if given is not None else _git_user() or _login(), "--judge NAME gives another")


def _git_user() -> str:
    try:
        asked = subprocess.run(["git", "config", "user.name"], capture_output=True, check=False)  # noqa: S607  # the user's git
    except OSError:
        return ""
    return asked.stdout.decode("utf-8", "replace").strip()


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a user id that has no name; which of the two depends on Python's version
        return ""
