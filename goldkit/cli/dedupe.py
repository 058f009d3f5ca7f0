"""`goldkit dedupe`: the near-duplicates of a corpus, and the corpus without them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from goldkit.cli import clock, options
from goldkit.cli.output import out, out_json, say
from goldkit.cli.search_options import (
    Corpus,
    EngineName,
    IndexFile,
    ScratchFolder,
    Workers,
    corpus_of,
    engine_of,
)
from goldkit.errors import UsageError

if TYPE_CHECKING:
    from goldkit.results.dedupe import Deduped

Keep = Annotated[
    Path | None,
    typer.Option(
        "--keep", metavar="FILE", help="Write the corpus without its copies to FILE: JSON lines with id, text, sha256."
    ),
]
Pairs = Annotated[
    Path | None,
    typer.Option("--pairs", metavar="FILE", help="Write every pair with its verdict to FILE, one a line."),
]
Jaccard = Annotated[
    float,
    typer.Option("--jaccard", metavar="J", min=0.01, max=1.0, help="Least similarity of the shingles of a pair."),
]
Containment = Annotated[
    float,
    typer.Option(
        "--containment",
        metavar="C",
        min=0.01,
        max=1.0,
        help="Least part of a text that another must hold to make a pair, whatever else that says.",
    ),
]


def dedupe(
    corpus: Corpus,
    keep: Keep = None,
    pairs: Pairs = None,
    jaccard: Jaccard = 0.8,
    containment: Containment = 0.9,
    index: IndexFile = None,
    workers: Workers = 1,
    engine: EngineName = "local",
    scratch: ScratchFolder = None,
    as_json: options.Json = False,
) -> None:
    """Find all near-duplicates of a corpus, which say the same and which only look alike.

    Every pair is verified exactly. Where a number, version, date, name, sign or negation differs, the pair differs, however
    similar it is. With --keep, a chunk is left out only if one that stays says the same.
    """
    from goldkit.duplicates.dedupe import DEFAULTS
    from goldkit.duplicates.dedupe import dedupe as find
    from goldkit.files import atomic, canonical
    from goldkit.reports.dedupe_text import dedupe_text

    for option, path in (("--keep", keep), ("--pairs", pairs), ("--index", index)):
        _refuse_place(option, path, Path(corpus))
    _refuse_one_place({"--keep": keep, "--pairs": pairs, "--index": index})
    chosen = engine_of(index, workers, engine, scratch)
    chunks, parameters = corpus_of(corpus, chosen), replace(DEFAULTS, jaccard=jaccard, containment=containment)
    if keep is not None and isinstance(chunks, str):
        raise UsageError(
            f"--keep goes with --engine local. With {engine} ask for --json and leave out the chunks in its `dropped`,"
            " each of which has its `id` and in `kept` the chunk that says the same"
        )
    found = find(chunks, clock.now(), parameters, chosen)
    if pairs is not None:
        atomic.replace_by(pairs, map(canonical.line, found.found.pairs))
    if keep is not None and not isinstance(chunks, str):
        atomic.replace_by(keep, map(canonical.line, _kept(found, chunks)))
    if as_json:
        out_json(found.to_dict())
    else:
        out(dedupe_text(found))
    for path in (keep, pairs):
        if path is not None:
            say(f"written: {path}")


def _kept(found: Deduped, chunks: Iterable[Any]) -> Iterator[Any]:
    """The chunks that stay, in the order of the corpus."""
    gone = {dropped.id for dropped in found.dropped}
    return (chunk for chunk in chunks if chunk.id not in gone)


def _refuse_one_place(places: dict[str, Path | None]) -> None:
    """Two options never name one file."""
    known: dict[Path, str] = {}
    for option, path in places.items():
        other = None if path is None else known.setdefault(path.resolve(), option)
        if other not in (None, option):
            raise UsageError(f"{other} and {option}: both name {path}; give each a file of its own")


def _refuse_place(option: str, path: Path | None, corpus: Path) -> None:
    """The corpus itself is never written over, a folder that is read gets no file more, and there must be a place for the file.

    All this is known before the search, which can take long.
    """
    if path is None:
        return
    within = corpus.resolve() in path.resolve().parents
    if within or path.resolve() == corpus.resolve():
        raise UsageError(f"{option} {path}: that is {'in ' if within else ''}the corpus; name another file")
    if path.is_dir() or not path.parent.is_dir():
        what = "a folder" if path.is_dir() else "in a folder that is not there"
        raise UsageError(f"{option} {path}: that is {what}; name a file to write")
