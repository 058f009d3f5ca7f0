"""Under which name a person's verdicts are kept."""

from __future__ import annotations

import getpass
import subprocess
import unicodedata

from goldkit.errors import UsageError

TOOL = "goldkit"


def judge_name(given: str | None) -> str:
    """The name given (--judge or GOLDKIT_JUDGE), else git's user name, else the login name.

    Raises UsageError for a name that is empty, not one printable line, or the tool's own.
    """
    name = unicodedata.normalize("NFC", given if given is not None else _git_user() or _login()).strip()
    if not name or not name.isprintable():
        raise UsageError(f"the judge's name {name!r} must be one printable line; --judge NAME gives one")
    if name.casefold().startswith(TOOL):
        raise UsageError(
            f"the judge {name!r}: names that begin with {TOOL!r} are the tool's own; --judge NAME gives another"
        )
    return name


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
