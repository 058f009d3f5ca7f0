"""Writing a frozen set, so that a crash at any point leaves either nothing or a set that the same command finishes.

The files are written to `frozen/.<name>.tmp`, brought to disk and renamed into place; only then do the queries leave `dev`,
by lines appended to split.jsonl. Killed before the rename, there is no set and `dev` is whole. Killed after it, the set is there
and alone holds its queries out (sets.embargo.sides_in): `check` says so, and freezing under the same name again appends the lines.
Never is a query in neither.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from goldkit.errors import UsageError
from goldkit.files import canonical
from goldkit.files.append import append_lines, locked
from goldkit.files.atomic import sync_folder
from goldkit.holdout.choice import Choice
from goldkit.holdout.name import check_name
from goldkit.holdout.plan import is_candidate, plan_freeze
from goldkit.holdout.pools import pools
from goldkit.holdout.seal import seal
from goldkit.holdout.version import plan_version
from goldkit.phrases import counted
from goldkit.records import Manifest, SplitLine
from goldkit.results.holdout import FreezePlan, Frozen
from goldkit.sets.embargo import EMBARGOED
from goldkit.sets.frozen import FrozenSet, open_frozen
from goldkit.sets.golden import GoldenSet, read_golden
from goldkit.store.golden import GoldenDirectory

NOTHING_ELSE = Choice()


def rehearse(
    golden: GoldenDirectory,
    name: str,
    holdout: float | None,
    seed: int,
    *,
    k: int | None,
    choice: Choice = NOTHING_ELSE,
) -> FreezePlan:
    """What freeze would do, with nothing changed. Raises UsageError where freeze would."""
    check_name(name)
    parent = _parent(golden, choice, holdout)
    _checked_k(golden, k, parent)
    refuse_taken(golden, name)
    return _plan(read_golden(golden), name, holdout, seed, choice, parent)


def freeze(
    golden: GoldenDirectory,
    name: str,
    holdout: float | None,
    seed: int,
    *,
    k: int | None,
    at: str,
    choice: Choice = NOTHING_ELSE,
) -> tuple[FreezePlan | None, Frozen]:
    """Hold out and seal a part of `dev`, under the directory's lock from the first read to the last write.

    holdout: the fraction of `dev`, which only a new version of a frozen set may leave out. k: results passed on downstream; None
    for the parent's or the settings' own, which it becomes where they have none. at: the time, ISO 8601.
    Returns no plan when a freeze of this name was interrupted: then only its rest is done, as it was asked for.
    Raises UsageError when the name is taken or no name, the fraction or k is out of range, or nothing can be held out.
    """
    check_name(name)
    with locked(golden.lock):
        clear_unfinished(golden.path / "frozen")
        interrupted = _interrupted(golden, name)
        if interrupted is not None:
            return None, _finish(golden, interrupted)
        refuse_taken(golden, name)
        parent = _parent(golden, choice, holdout)
        known = _checked_k(golden, k, parent)
        folded = read_golden(golden)
        chosen = _plan(folded, name, holdout, seed, choice, parent)
        pooled = pools(golden.batches(), golden.judgments(), chosen.blocks)
        sealed = seal(folded, chosen, known, at, pooled, parent.manifest if parent else None)
        if golden.settings.k is None:
            golden.write_settings_while_locked(replace(golden.settings, k=sealed.manifest.k))
        write_files(golden.path / "frozen", name, sealed.files)
        new = [query for query in (*chosen.queries, *chosen.unanswerable) if not _is_out(folded, query)]
        _take_out(golden, sealed.manifest, new, chosen.left)
        return chosen, _frozen(golden, sealed.manifest, finished=False)


def _plan(
    golden: GoldenSet, name: str, holdout: float | None, seed: int, choice: Choice, parent: FrozenSet | None
) -> FreezePlan:
    if parent is not None:
        return plan_version(golden, name, holdout, seed, choice, (query.id for query in parent.queries))
    return plan_freeze(golden, name, holdout or 0.0, seed, choice.log_only, choice.allow_burned)


def _parent(golden: GoldenDirectory, choice: Choice, holdout: float | None) -> FrozenSet | None:
    """The set that a version is made of. Raises UsageError where there is none of that name, or neither it nor a fraction is
    named, and DataError for a broken seal."""
    if choice.parent is None and holdout is None:
        raise UsageError("--holdout F: which fraction of dev's labelled queries to hold out, such as 0.5")
    if choice.parent is None:
        return None
    if choice.parent not in golden.frozen_names():
        there = ", ".join(golden.frozen_names()) or "none"
        raise UsageError(f"--from (parent) {choice.parent}: no such frozen set; there are: {there}")
    return open_frozen(golden.path / "frozen" / choice.parent)


def _is_out(golden: GoldenSet, query: str) -> bool:
    return golden.sides.get(query, EMBARGOED) != EMBARGOED


def queries_left_in_dev(golden: GoldenDirectory, name: str) -> list[str]:
    """Sealed queries that split.jsonl gives no side, as an interrupted freeze leaves them. Raises DataError for a broken seal."""
    sides = {line.query for line in golden.split() if line.side not in (None, EMBARGOED)}
    return sorted(query.id for query in open_frozen(golden.path / "frozen" / name).queries if query.id not in sides)


def _checked_k(golden: GoldenDirectory, k: int | None, parent: FrozenSet | None) -> int:
    known = k if k is not None else parent.manifest.k if parent else golden.settings.k
    if known is None:
        raise UsageError("--k: how many chunks your system passes on is not known yet; a frozen set needs it")
    if known < 1:
        raise UsageError(f"--k {known}: at least 1 is expected")
    return known


def refuse_taken(golden: GoldenDirectory, name: str) -> None:
    """Raise UsageError where a set of this name is there, or was."""
    if (golden.path / "frozen" / name).exists():
        raise UsageError(f"{name!r} is frozen already and never changes; choose another name, such as {name}-2")
    gone = sum(line.side == name for line in golden.split())
    if gone:
        raise UsageError(
            f"{name!r}: split.jsonl gave this side {counted(gone, 'query')}, but frozen/{name} is gone; "
            "restore it from git or choose another name"
        )


def _interrupted(golden: GoldenDirectory, name: str) -> Manifest | None:
    """The manifest of a set that was sealed but whose queries did not all leave `dev`."""
    folder = golden.path / "frozen" / name
    if not folder.is_dir() or not queries_left_in_dev(golden, name):
        return None
    return open_frozen(folder).manifest


def _finish(golden: GoldenDirectory, manifest: Manifest) -> Frozen:
    sealed = queries_left_in_dev(golden, manifest.name)
    folded = read_golden(golden)
    candidates = {query.id for query in folded.dev() if is_candidate(folded, query)}
    _take_out(golden, manifest, sealed, candidates - manifest.embargoed.keys() - set(sealed))
    return _frozen(golden, manifest, finished=True)


def _take_out(golden: GoldenDirectory, manifest: Manifest, queries: Sequence[str], left: Collection[str]) -> None:
    """Append the side of each query in one write; who has a side already keeps it.

    The sealed ones come last: should even this write be cut, one of them is missing, and so the rest is known to be.
    """
    given = {line.query for line in golden.split() if line.side is not None}
    lines = [
        SplitLine(query=query, side=EMBARGOED, at=manifest.at, why=why)
        for query, why in sorted(manifest.embargoed.items())
        if query not in given
    ]
    why = f"freeze {manifest.name}"
    lines += [SplitLine(query=query, left=manifest.name, at=manifest.at, why=why) for query in sorted(left)]
    lines += [SplitLine(query=query, side=manifest.name, at=manifest.at, why=why) for query in sorted(queries)]
    append_lines(golden.path / "split.jsonl", [canonical.line(line) for line in lines])


def write_files(folder: Path, name: str, files: Mapping[str, bytes]) -> None:
    """Write the files beside their place, read-only, and rename the whole directory into it."""
    folder.mkdir(exist_ok=True)
    temporary = folder / f".{name}.tmp"
    temporary.mkdir()
    for file, data in files.items():
        with (temporary / file).open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fchmod(stream.fileno(), 0o444)
            os.fsync(stream.fileno())
    sync_folder(temporary)
    temporary.rename(folder / name)
    sync_folder(folder)
    sync_folder(folder.parent)


def clear_unfinished(folder: Path) -> None:
    """Remove what a killed freeze had begun to write; the lock is ours, so nobody is writing there now."""
    if folder.is_dir():
        for leftover in folder.glob(".*.tmp"):
            shutil.rmtree(leftover)


def _frozen(golden: GoldenDirectory, manifest: Manifest, finished: bool) -> Frozen:
    return Frozen(
        name=manifest.name,
        path=str(golden.path / "frozen" / manifest.name),
        digest=manifest.digest,
        k=manifest.k,
        counts=manifest.counts,
        embargoed=len(manifest.embargoed),
        finished=finished,
    )
