"""`goldkit widen`: near-duplicates of decided chunks, so that a copy of an answer is no miss."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goldkit.cli import clock, options
from goldkit.cli.output import out, out_json, say, say_all
from goldkit.cli.search_options import (
    EngineName,
    IndexFile,
    OptionalCorpus,
    ScratchFolder,
    Workers,
    corpus_of,
    engine_of,
)
from goldkit.errors import UsageError


def widen(
    index: Annotated[
        str | None,
        typer.Argument(
            metavar="INDEX",
            help="With --undo: which widening, by how its index begins; all for every one.",
            show_default=False,
        ),
    ] = None,
    corpus: OptionalCorpus = None,
    undo: Annotated[
        bool, typer.Option("--undo", help="Take the newest widening back (or INDEX, or all); what people said stays.")
    ] = False,
    golden: options.Golden = options.GOLDEN,
    index_file: IndexFile = None,
    workers: Workers = 1,
    engine: EngineName = "local",
    scratch: ScratchFolder = None,
    dry_run: options.DryRun = False,
    as_json: options.Json = False,
) -> None:
    """Find the copies of decided chunks in the corpus, so that a retriever is not punished for returning one.

    Every near-duplicate is verified exactly. Where only form differs it is the same, and a copy has its original's labels.
    Where a number, version, date, name, sign or negation differs, the pair is kept with that difference; nothing follows.

    With --undo, goldkit's own pairs are taken back and the labels that followed from them vanish; widening again brings them back.
    """
    if undo:
        if index_file is not None:
            raise UsageError("--undo needs no --index FILE; which widening is said without a dash: --undo INDEX")
        _undo(golden, index, corpus, dry_run, as_json)
        return
    if index is not None:
        raise UsageError(f"{index!r} goes with --undo; the chunks to search are named by --corpus")
    if corpus is None:
        raise UsageError("--corpus C is missing: the chunks among which copies are looked for")
    from goldkit.reports.widen_text import widen_text
    from goldkit.sets.widening import enrol
    from goldkit.store.golden import GoldenDirectory

    directory, chosen = GoldenDirectory.open(golden), engine_of(index_file, workers, engine, scratch)
    widened = enrol(directory, corpus_of(corpus, chosen), clock.now(), write=not dry_run, engine=chosen)
    say_all(directory.notices)
    if as_json:
        out_json(widened.to_dict())
    else:
        out(widen_text(widened))
    if dry_run:
        say("dry run: nothing was changed")


def _undo(golden: Path, which: str | None, corpus: str | None, dry_run: bool, as_json: bool) -> None:
    from goldkit.reports.undo_text import undo_text
    from goldkit.sets.undo_widening import undo
    from goldkit.store.golden import GoldenDirectory

    if corpus is not None:
        raise UsageError("--undo reads no corpus, so it goes without --corpus")
    directory = GoldenDirectory.open(golden)
    undone = undo(directory, clock.now(), which, write=not dry_run)
    say_all(dict.fromkeys(directory.notices))
    if as_json:
        out_json(undone.to_dict())
    else:
        out(undo_text(undone))
    if dry_run:
        say("dry run: nothing was changed")
