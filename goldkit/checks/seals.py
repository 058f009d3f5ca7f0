"""Whether every frozen set is byte for byte what was sealed, and stands where the split says.

What cannot be noticed here: a set that was sealed anew with a fitting manifest, lines cut from the end of the ledger, and a whole
directory replaced by an older one. The history in git shows each of these.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from goldkit.checks.subject import Subject, free_name
from goldkit.errors import DataError
from goldkit.phrases import counted
from goldkit.records import Manifest
from goldkit.results.check import Finding
from goldkit.sets.embargo import EMBARGOED
from goldkit.sets.frozen import ELSEWHERE, FrozenSet, open_frozen
from goldkit.store.golden import GoldenDirectory
from goldkit.store.restored import compare, restore

SEAL = "broken-seal"


def broken_seals(directory: GoldenDirectory) -> Iterator[Finding]:
    """A frozen file that changed, is missing or does not belong there; a set under another name than it was sealed with."""
    for name in directory.frozen_names():
        folder = directory.path / "frozen" / name
        try:
            sealed = open_frozen(folder).manifest.name
        except DataError as error:
            for problem in error.problems:
                cure = problem.cure if problem.cure == ELSEWHERE else restore(directory.path, f"frozen/{name}")
                yield Finding(SEAL, "error", problem.path, problem.what, cure)
        except OSError as error:
            yield Finding(SEAL, "error", str(error.filename or folder), f"{error.strerror}", "Check its permissions.")
        else:
            if sealed != name:
                back = shlex.join(["mv", str(folder), str(folder.with_name(sealed))])
                cure = f"Rename the folder back: `{back}`."
                yield Finding(SEAL, "error", str(folder), f"a set that was sealed under the name {sealed!r}", cure)


def half_written(subject: Subject) -> Iterator[Finding]:
    """A frozen set that was being written when its command was killed."""
    folder = subject.directory.path / "frozen"
    for path in sorted(folder.glob(".*.tmp")):
        cure = f"It means nothing: `{shlex.join(['rm', '-r', str(path)])}`, or the next `goldkit freeze` removes it."
        yield Finding("half-written", "warning", str(path), "what a freeze left that was killed before it sealed", cure)


def burned(subject: Subject) -> Iterator[Finding]:
    """Queries of a frozen set that somebody was shown: whoever saw them may have tuned on them."""
    for name, frozen in subject.current().items():
        shown = sum(query.id in subject.golden.burned for query in frozen.queries)
        if shown:
            found = f"{shown} of {counted(len(frozen.queries), 'query')} in {name!r} were shown, so it predicts less"
            new = free_name(subject, name)
            rest = "--from " + name if shown < len(frozen.queries) else f"--holdout 0.5 --k {frozen.manifest.k}"
            cure = f"`goldkit freeze {new} {rest}` seals a set without them, to decide by; {name} stays as it is."
            yield Finding("burned", "warning", subject.at("split.jsonl"), found, cure)


def frozen_in_dev(subject: Subject) -> Iterator[Finding]:
    """Sealed queries that no split line took out of `dev`: only the sealed set itself holds them out."""
    written = {line.query for _, line in subject.split if line.side not in (None, EMBARGOED)}
    for name, frozen in subject.frozen.items():
        cure = f"`goldkit freeze {name}` finishes what was interrupted; it draws nothing anew."
        for query in frozen.queries:
            if query.id not in written:
                yield Finding(
                    "frozen-in-dev",
                    "error",
                    subject.at("split.jsonl"),
                    f"no line for query {query.id!r}, which is sealed in {name!r} and held out by that alone",
                    cure,
                    query.id,
                    cure,
                )


def two_sides(subject: Subject) -> Iterator[Finding]:
    """A query sealed in one set that the split gives to another: of two, at least one is not held out from the other."""
    for folder, frozen in subject.frozen.items():
        name, own = frozen.manifest.name, _line_of(subject, frozen)
        for query in frozen.queries:
            side = subject.golden.sides.get(query.id, name)
            if side not in own:
                what = f"query {query.id!r} is sealed in {name!r}, but split.jsonl gave it to {side!r} first"
                gone = shlex.join(["rm", "-r", subject.at(f"frozen/{folder}")])
                cure = (
                    f"Where two branches froze at once, keep one set: `{gone}`, take the lines with "
                    f'"side":"{name}" out of split.jsonl, and freeze it anew under another name.'
                )
                yield Finding("two-sides", "error", subject.at(f"frozen/{folder}"), what, cure, query.id, cure)


def _line_of(subject: Subject, frozen: FrozenSet) -> set[str]:
    """The names of a set and of the sets that it is a version of: its questions were held out under the first of them."""
    by_digest = {one.manifest.digest: one.manifest for one in subject.frozen.values()}
    manifest: Manifest | None = frozen.manifest
    names: set[str] = set()
    while manifest is not None and manifest.name not in names:
        names.add(manifest.name)
        manifest = by_digest.get(manifest.parent or "")
    return names


def side_without_set(subject: Subject) -> Iterator[Finding]:
    """A split line for a frozen set that is not there, or does not hold the query: it is in no set at all."""
    names = {*subject.directory.frozen_names(), EMBARGOED}
    sealed = {name: {query.id for query in frozen.queries} for name, frozen in subject.frozen.items()}
    everywhere = set().union(*sealed.values())
    for line, entry in subject.split:
        if entry.side is None:
            continue
        if entry.side not in names:
            what = f"query {entry.query!r} went to {entry.side!r}, and there is no such frozen set"
            cure = restore(subject.directory.path, f"frozen/{entry.side}")
        elif entry.side in sealed and entry.query not in everywhere:
            what = f"query {entry.query!r} went to {entry.side!r}, which does not hold it"
            cure = (
                f"Where two branches froze a set of this name and one was kept, take out of split.jsonl the lines with "
                f'"side":"{entry.side}" of queries that are not in {subject.at(f"frozen/{entry.side}/queries.jsonl")}; '
                "the next freeze may hold them out."
            )
        else:
            continue
        yield Finding("side-without-set", "error", subject.at("split.jsonl", line), what, cure, entry.query, cure)


def ledger_gaps(subject: Subject) -> Iterator[Finding]:
    """A look whose line is gone from the ledger although a later one is there."""
    kept = {look.set: set[int]() for _, look in subject.ledger}
    for _, look in subject.ledger:
        kept[look.set].add(look.look)
    for name, frozen in subject.frozen.items():
        numbers = kept.get(frozen.manifest.digest, set())
        gone = sorted(set(range(1, max(numbers, default=0))) - numbers)
        if gone:
            what = f"no line for {counted(len(gone), 'look')} at {name!r} ({', '.join(map(str, gone))}), and later ones are there"
            cure = (
                f"{compare(subject.directory.path, 'ledger.jsonl')} A ledger kept elsewhere (--ledger) holds its own."
            )
            yield Finding("ledger-gap", "warning", subject.at("ledger.jsonl"), what, cure)
