"""What is private, as the calls say that replace it and that look for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from goldkit.errors import UsageError

if TYPE_CHECKING:
    from goldkit.results.mine import Replacement
    from goldkit.text.redact import Redactor, Rules

FILE = "redact.txt"
"""The rules of a golden directory, used where no others are named."""


def rules(golden: Path, given: Path | None) -> Rules:
    """The rules of a file, of the golden directory, or the built-in ones. Raises UsageError for a file that is not there."""
    from goldkit.text.redact import Rules
    from goldkit.text.redact_rules import read_rules

    if given is not None and not given.exists():
        raise UsageError(f"{given}: no such file")
    own = golden / FILE
    path = given if given is not None else own if own.exists() else None
    return Rules() if path is None else read_rules(path)


def redactor(golden: Path, redact: bool, given: Path | None, model: str | None) -> Redactor | None:
    """What the options ask for; None for nothing. Raises UsageError where they exclude each other, and as rules and names_by."""
    from goldkit.text.person_names import names_by
    from goldkit.text.redact import Redactor

    if not redact:
        if given is not None or model is not None:
            raise UsageError("--no-redact (redact=False) replaces nothing: leave out --redact-rules and --redact-names")
        return None
    return Redactor(rules(golden, given), None if model is None else names_by(model))


def check_outside(golden: Path, path: Path | None) -> None:
    """Raise UsageError for a list of private texts that would be written into the golden directory, and so into git."""
    if path is not None and path.resolve().is_relative_to(golden.resolve()):
        raise UsageError(f"--replaced {path}: what was replaced must not be written into the golden directory")


def write_replaced(path: Path, replacements: Sequence[Replacement]) -> None:
    """Write what was replaced as JSON lines, readable by its owner alone."""
    from dataclasses import asdict

    from goldkit.files import atomic, canonical

    atomic.replace(path, b"".join(canonical.line(asdict(one)) for one in replacements))
    path.chmod(0o600)
