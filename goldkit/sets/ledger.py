"""Where the ledger of a frozen set lies.

That of a set in `golden/frozen/<name>` is `golden/ledger.jsonl`; a frozen directory that lies elsewhere has `ledger.jsonl` beside
it. A copy of a set therefore counts its own looks: git and the digest tell who looked where, this file does not.
"""

from __future__ import annotations

from pathlib import Path

from goldkit.errors import UsageError
from goldkit.records import Look
from goldkit.sets.scoreset import ScoreSet
from goldkit.store.golden import GoldenDirectory

LEDGER = "ledger.jsonl"


def ledger_folder(scored: ScoreSet) -> Path:
    """The folder whose ledger.jsonl counts the looks at a frozen set. Raises UsageError for a set that is not frozen."""
    if scored.path is None or scored.digest is None:
        raise UsageError(f"{scored.name}: not a frozen set, so nobody counts looks at it")
    folder = Path(scored.path).resolve()
    golden = folder.parent.parent
    return golden if folder.parent.name == "frozen" and GoldenDirectory(golden).exists() else folder.parent


def ledger_file(golden: GoldenDirectory, given: Path | None) -> tuple[Path, Path]:
    """The file that looks are written to, and its lock. given: one in place of the golden directory's.

    Raises UsageError for a folder.
    """
    own = golden.path / LEDGER
    if given is None or given.resolve() == own.resolve():
        return own, golden.lock
    if given.is_dir():
        raise UsageError(f"{given}: a folder; --ledger names a file")
    given.parent.mkdir(parents=True, exist_ok=True)
    path = given.resolve()
    return path, path.with_name(f".{path.name}.lock")


def ledger_lines(golden: GoldenDirectory, path: Path) -> list[Look]:
    """The looks of a golden directory, and of the ledger at a path where it is another one."""
    kept = [] if path == golden.path / LEDGER else golden.numbered(str(path), Look)
    return [*golden.ledger(), *(line for _, line in kept)]
