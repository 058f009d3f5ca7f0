"""`goldkit.freeze`: the leak-free held-out part, sealed."""

from __future__ import annotations

from goldkit.formats.corpus import read_corpus
from goldkit.holdout.choice import Choice
from goldkit.holdout.freeze import freeze as seal
from goldkit.holdout.freeze import rehearse
from goldkit.holdout.readiness import readiness
from goldkit.library.given import Golden, Place, Time, opened, time_text
from goldkit.results.holdout import FreezePlan, FreezeResult, Frozen
from goldkit.sets.golden import read_golden
from goldkit.store.golden import GoldenDirectory

DEFAULT_K = 10
WANTED = 0.05
"""The difference in the primary measure that a set is looked at for, where none is named."""


def freeze(
    name: str,
    holdout: float | None = None,
    golden: Golden = "golden",
    *,
    at: Time,
    parent: str | None = None,
    k: int | None = None,
    seed: int = 0,
    log_only: bool = False,
    allow_burned: bool = False,
    corpus: Place | None = None,
    wanted: float = WANTED,
    dry_run: bool = False,
) -> FreezeResult:
    """Hold out a part of `dev` and seal it as the frozen set `name`. A name that was interrupted is only finished.

    holdout: the fraction of the labelled queries of dev in `golden`, above 0 and up to 1; only a new version of a frozen set
    may leave it out. parent: the name of that set. at: the time in the manifest. k: how many chunks the system passes on, at
    least 1; the settings' or the parent's if left out. seed: of what is drawn by chance. log_only: questions from logs only.
    allow_burned: those too that were shown or tuned on. corpus: today's chunks; wanted: the difference in the primary measure
    to be seen, such as 0.05; both are for what the set lacks before it is sealed. dry_run: change nothing.

    Raises UsageError for a name that is taken or none, for numbers out of range, and where nothing can be held out.
    """
    directory, time = opened(golden), time_text(at)
    choice = Choice(log_only=log_only, allow_burned=allow_burned, parent=parent)
    before = read_golden(GoldenDirectory(directory.path))  # its notices come with the second reading
    chunks = (
        None if corpus is None else list(read_corpus(corpus))
    )  # all of it: nothing is sealed where it cannot be read
    plan: FreezePlan | None
    frozen: Frozen | None = None
    if dry_run:
        plan = rehearse(directory, name, holdout, seed, k=k, choice=choice)
    else:
        plan, frozen = seal(directory, name, holdout, seed, k=k, at=time, choice=choice)
    cut = k or before.settings.k or DEFAULT_K
    ready = None if plan is None else readiness(before, plan, cut, wanted, chunks)
    return FreezeResult(plan=plan, frozen=frozen, readiness=ready)
