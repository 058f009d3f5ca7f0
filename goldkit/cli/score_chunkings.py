"""`goldkit score` with a corpus of its own for each run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from goldkit.errors import UsageError

if TYPE_CHECKING:
    from goldkit.formats.run_source import RunSource
    from goldkit.results.score import ScoreResult
    from goldkit.scoring.chunkings import Chunkings
    from goldkit.scoring.options import ScoreOptions
    from goldkit.scoring.request import Request
    from goldkit.sets.scoreset import ScoreSet


@dataclass(frozen=True, slots=True)
class Chosen:
    """The set that was named. spec, golden: what by, see sets.resolve."""

    scoreset: ScoreSet
    spec: str
    golden: Path


def parted(given: Sequence[str], runs: Sequence[str]) -> tuple[str | None, dict[str, str]]:
    """The corpus for all runs, None where there is none, and the corpora of single ones, by run.

    given: each `path` or `run=path`. Raises UsageError for a name that no run has, a corpus named twice, and a run without one
    where others have their own.
    """
    whole: list[str] = []
    own: dict[str, str] = {}
    for one in given:
        name, equals, path = one.partition("=")
        if not equals or Path(one).exists() or "/" in name:
            whole.append(one)
        elif name not in runs:
            raise UsageError(f"--corpus {one}: no run is named {name!r}; there are {', '.join(dict.fromkeys(runs))}")
        elif own.setdefault(name, path) != path:
            raise UsageError(f"--corpus {one}: {name!r} has the corpus {own[name]} already")
    if len(whole) > 1:
        raise UsageError(
            f"--corpus {whole[1]}: name the run that it belongs to, as run=path; {whole[0]} is given for all"
        )
    if own:
        lacking = [run for run in dict.fromkeys(runs) if run not in own]
        if lacking and not whole:
            raise UsageError(f"--corpus: {', '.join(lacking)} has none; name one for each run, or one for all others")
        own |= dict.fromkeys(lacking, whole[0] if whole else "")
    return (whole[0] if whole else None), own


def take_chunkings(
    chosen: Chosen,
    runs: Sequence[RunSource],
    corpora: dict[str, str],
    measures: Sequence[str],
    k: int | None,
    baseline: str | None,
    options: ScoreOptions,
) -> Request:
    """As scoring.request.take, with the labels resolved in each run's own corpus. corpora: run → path.

    Where no measure is asked for, the table has budgets of tokens beside the cut in chunks, and the verdict is on a budget.
    """
    from goldkit.scoring.chunking_notes import primary_of
    from goldkit.scoring.chunkings import BUDGET, resolve
    from goldkit.scoring.request import DEFAULT_K, take
    from goldkit.sets.quotes import judged

    if options.level == "document" or options.match_text:
        raise UsageError(
            "--corpus RUN=C resolves the labels of chunks; it goes without --level document and --match-text"
        )
    scoreset = chosen.scoreset
    declared = scoreset.deciding(measures)
    base = declared.partition("@")[0]
    cut = scoreset.k if k is None else k
    wanted = list(measures) or [f"{base}@{BUDGET}", f"nDCG@{BUDGET}", f"{base}@{cut or DEFAULT_K}"]
    known = judged(scoreset, chosen.spec, chosen.golden)
    resolved, sources, chunkings = resolve(scoreset, runs, corpora, known)
    resolved = replace(resolved, primary=primary_of(declared, wanted))
    return take(resolved, sources, wanted, k, baseline, options, chunkings)


def with_chunk_texts(result: ScoreResult, chunkings: Chunkings) -> ScoreResult:
    """The result with the texts of the chunks of all queries that are laid open, each from its own corpus."""
    wanted = {name for one in result.explain for name in one.chunks()}
    texts = {name: text for name, text in chunkings.texts() if name in wanted} if wanted else {}
    found = [
        replace(one, texts={name: texts[name] for name in one.chunks() if name in texts}) for one in result.explain
    ]
    return replace(result, explain=tuple(found))
