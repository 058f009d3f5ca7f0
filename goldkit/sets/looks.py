"""The ledger: every look at a frozen set, so that p-values and budgets can take them into account.

A look is one scoring call that shows at least one run which this set's digest has not shown before. Looks at the sets that it is a
version of, or that are versions of it, count as well where they share questions (see sets.family): freezing anew starts no new
budget.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from goldkit.files import canonical
from goldkit.files.append import append_lines, locked
from goldkit.records import JSON, Look
from goldkit.sets.family import relatives, sharing
from goldkit.sets.ladder_ledger import RELEASED, released_runs
from goldkit.sets.ledger import ledger_file, ledger_folder, ledger_lines
from goldkit.sets.scoreset import ScoreSet
from goldkit.store.golden import GoldenDirectory
from goldkit.store.moments import moment


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
    """What the ledger says about one frozen set.

    own: looks at it so far; budget: looks allowed. runs: digests of the runs that were shown before.
    elsewhere: (set, looks) of the sets that it shares questions with by descent, in words such as "its parent core".
    known: digests of runs that this very set has shown. new: names of the runs that the call just recorded showed for the first
    time; empty when it was no look. notices: what was skipped in reading the ledger.
    """

    own: int
    budget: int
    runs: frozenset[str]
    known: frozenset[str] = frozenset()
    elsewhere: tuple[tuple[str, int], ...] = ()
    new: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def used(self) -> int:
        """Looks that its questions have had, at it and at its relatives."""
        return self.own + sum(count for _, count in self.elsewhere)

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
    written under one lock, so that two calls at once never share it. A run that was scored before and that the Ladder releases
    now is written again, as no look. Raises DataError when a ledger holds a line that is none, UsageError when it is a folder,
    and IncompleteError when the disk is full.
    """
    golden = GoldenDirectory(ledger_folder(scored))
    path, lock = ledger_file(golden, ledger)
    with locked(lock):
        lines = ledger_lines(golden, path)
        before = looks_at(scored, lines, golden.path)
        new = [run for run in shown if run.digest not in before.known]
        released = {str(run.get("digest")) for run in released_runs(lines, scored)}
        told = [run for run in shown if run in new or (run.ladder == RELEASED and run.digest not in released)]
        after = replace(
            before,
            own=before.own + bool(new),
            runs=before.runs | {run.digest for run in new},
            known=before.known | {run.digest for run in new},
            new=tuple(run.name for run in new),
            notices=tuple(golden.notices),
        )
        if told:
            look = Look(
                at=at,
                set=scored.digest or "",
                look=after.own,
                runs=tuple(run.line(spent=after.spent) for run in told),
                k=k,
                measures=tuple(measures),
                commit=commit,
                ancestors=scored.ancestors,
            )
            append_lines(path, [canonical.line(look)])
    return after


def looks_at(scored: ScoreSet, lines: Sequence[Look], home: Path) -> Looks:
    """What ledgers say about a frozen set. home: the golden directory, whose sets give their names."""
    digest = scored.digest or ""
    own, known = count_looks(lines, digest)
    related = relatives(lines, digest, scored.ancestors)
    names = sharing(home, related, {query.id for query in scored.queries})
    counted = {name: count_looks(lines, name) for name in related if name in names}
    return Looks(
        own=own,
        budget=scored.look_budget,
        runs=known.union(*(runs for _, runs in counted.values())),
        known=known,
        elsewhere=tuple((_kin(scored, name, names[name]), count) for name, (count, _) in counted.items()),
    )


def _kin(scored: ScoreSet, digest: str, name: str) -> str:
    """What another set is to this one, in words."""
    return f"its parent {name}" if (digest,) == scored.ancestors[:1] else name


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
