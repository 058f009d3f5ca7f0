"""The ledger: every look at a frozen set, so that p-values and budgets can take them into account.

A look is one scoring call that shows at least one run which this set's digest has not shown before. The ledger of a set in
`golden/frozen/<name>` is `golden/ledger.jsonl`; a frozen directory that lies elsewhere has `ledger.jsonl` beside it. A copy of a
set therefore counts its own looks: git and the digest tell who looked where, this file does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from goldkit.errors import UsageError
from goldkit.files import canonical
from goldkit.files.append import append_lines, locked
from goldkit.records import JSON, Look
from goldkit.sets.scoreset import ScoreSet
from goldkit.store.golden import GoldenDirectory
from goldkit.store.moments import moment

LEDGER = "ledger.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRun:
    """A run that a scoring call shows. digest: see run_digest. models, commit: what its header says made it.

    figures: measure → mean, those that were shown. verdict: on the primary measure, or of its gates; "" for a baseline.
    ladder: "released" where the Ladder showed its figure, "kept" where it did not.
    """

    name: str
    digest: str
    models: tuple[str, ...] = ()
    commit: str | None = None
    figures: Mapping[str, float] = field(default_factory=dict)
    verdict: str = ""
    ladder: str = ""

    def line(self, spent: bool = False) -> JSON:
        """As a ledger keeps it. spent: no verdict holds any more."""
        told: JSON = {"name": self.name, "digest": self.digest, "models": list(self.models)}
        more = {
            "commit": self.commit,
            "figures": dict(self.figures),
            "verdict": "none" if spent and self.verdict else self.verdict,
        }
        more["ladder"] = self.ladder
        return told | {key: value for key, value in more.items() if value}


@dataclass(frozen=True, slots=True, kw_only=True)
class Looks:
    """What the ledger says about one frozen set. used: looks so far; budget: looks allowed. runs: digests shown before.

    new: names of the runs that the call just recorded showed for the first time; empty when it was no look.
    notices: what was skipped in reading the ledger.
    """

    used: int
    budget: int
    runs: frozenset[str]
    new: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def spent(self) -> bool:
        """Whether more looks were taken than the budget allows, so that no verdict holds any more."""
        return self.used > self.budget


def run_digest(rankings: Mapping[str, Sequence[str]], queries: Iterable[str], depth: int | None = None) -> str:
    """The identity of what a run shows: sha256, in hex, of canonical {query: chunk ids to the deepest k scored}.

    queries: the set's; others in the run make no difference. depth: None where a measure reads whole rankings.
    """
    shown = {query: list(rankings[query][:depth]) for query in queries if query in rankings}
    return canonical.sha256_bytes(canonical.encode(shown))


def ledger_folder(scored: ScoreSet) -> Path:
    """The folder whose ledger.jsonl counts the looks at a frozen set. Raises UsageError for a set that is not frozen."""
    if scored.path is None or scored.digest is None:
        raise UsageError(f"{scored.name}: not a frozen set, so nobody counts looks at it")
    folder = Path(scored.path).resolve()
    golden = folder.parent.parent
    return golden if folder.parent.name == "frozen" and GoldenDirectory(golden).exists() else folder.parent


def record_look(
    scored: ScoreSet,
    shown: Sequence[ShownRun],
    *,
    k: int,
    measures: Sequence[str],
    at: str,
    commit: str | None = None,
    ledger: Path | None = None,
) -> Looks:
    """Count a scoring call before its figures are shown; what was shown before is no new look, and adds no line.

    ledger: a file that outlives this checkout, written in place of the set's own; both are counted. The number is found and
    written under one lock, so that two calls at once never share it. Raises DataError when a ledger holds a line that is none,
    UsageError when it is a folder, and IncompleteError when the disk is full.
    """
    golden = GoldenDirectory(ledger_folder(scored))
    path, lock = _ledger(golden, ledger)
    with locked(lock):
        own = golden.path / LEDGER
        kept = [] if path == own else [line for _, line in golden.numbered(str(path), Look)]
        used, runs = count_looks([*golden.ledger(), *kept], scored.digest or "")
        before = Looks(used=used, budget=scored.look_budget, runs=runs)
        new = [run for run in shown if run.digest not in before.runs]
        notices = tuple(golden.notices)
        if not new:
            return replace(before, notices=notices)
        look = Look(
            at=at,
            set=scored.digest or "",
            look=before.used + 1,
            runs=tuple(run.line(spent=before.used + 1 > before.budget) for run in new),
            k=k,
            measures=tuple(measures),
            commit=commit,
        )
        append_lines(path, [canonical.line(look)])
    runs = before.runs | {run.digest for run in new}
    return Looks(used=look.look, budget=before.budget, runs=runs, new=tuple(run.name for run in new), notices=notices)


def _ledger(golden: GoldenDirectory, given: Path | None) -> tuple[Path, Path]:
    """The file to write to, and its lock. Raises UsageError for a folder."""
    own = golden.path / LEDGER
    if given is None or given.resolve() == own.resolve():
        return own, golden.lock
    if given.is_dir():
        raise UsageError(f"{given}: a folder; --ledger names a file")
    given.parent.mkdir(parents=True, exist_ok=True)
    path = given.resolve()
    return path, path.with_name(f".{path.name}.lock")


def count_looks(lines: Iterable[Look], digest: str) -> tuple[int, frozenset[str]]:
    """(looks taken, run digests shown) of one set digest.

    Two branches that were merged may have given one number twice: lines that showed something new are counted. A ledger that lost
    lines still has its highest number: the larger of the two stands.
    """
    seen: set[str] = set()
    counted = highest = 0
    for line in sorted((line for line in lines if line.set == digest), key=lambda line: (moment(line.at), line.look)):
        digests = {str(run.get("digest")) for run in line.runs}
        counted += not digests <= seen
        seen |= digests
        highest = max(highest, line.look)
    return max(counted, highest), frozenset(seen)


def top_of_ladder(scored: ScoreSet) -> tuple[str, str] | None:
    """(name, digest) of the run whose figure the Ladder released last on this set; None before the first."""
    lines = [line for line in GoldenDirectory(ledger_folder(scored)).ledger() if line.set == scored.digest]
    lines.sort(key=lambda line: (moment(line.at), line.look))
    released = [run for line in lines for run in line.runs if run.get("ladder") == "released"]
    return (str(released[-1].get("name")), str(released[-1].get("digest"))) if released else None
