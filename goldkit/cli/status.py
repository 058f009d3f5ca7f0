"""`goldkit status`: what is in the set, what to do next, how small a difference it can see."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goldkit.cli import exits, options, output
from goldkit.errors import UsageError

Synthetic = Annotated[
    bool,
    typer.Option(
        "--synthetic",
        help="How far the generated questions of dev are from those of the log: length, shared words, identifiers, …",
    ),
]


def status(
    synthetic: Synthetic = False,
    corpus: options.OptionalCorpus = None,
    history: Annotated[
        bool,
        typer.Option("--history", help="Every scored run over time: set, name, commit, figures, verdict; a line each."),
    ] = False,
    golden: options.Golden = options.GOLDEN,
    as_json: options.Json = False,
) -> int:
    """Say what is in the set, what to do next and how small a difference it can see. Exit code 3 where a seal is broken."""
    if history:
        _history(golden, as_json)
        return exits.OK
    if synthetic:
        _synthetic(golden, corpus, as_json)
        return exits.OK
    if corpus is not None:
        raise UsageError("--corpus goes with --synthetic: it is what word search looks through")
    from goldkit.reports.status_text import status_text
    from goldkit.sets.overview import overview
    from goldkit.store.golden import GoldenDirectory

    directory = GoldenDirectory.open(golden)
    found = overview(directory)
    output.say_all(dict.fromkeys(directory.notices))
    if as_json:
        output.out_json(found.to_dict())
    else:
        output.out(status_text(found, options.same(golden)))
    return exits.DATA if any(line.broken for line in found.frozen) else exits.OK


def _history(golden: Path, as_json: bool) -> None:
    from goldkit.reports.history_text import history_text
    from goldkit.results.history import history_dict
    from goldkit.sets.history import history
    from goldkit.store.golden import GoldenDirectory

    directory = GoldenDirectory.open(golden)
    found = history(directory)
    output.say_all(dict.fromkeys(directory.notices))
    if as_json:
        output.out_json(history_dict(found))
    else:
        output.out(history_text(found))


def _synthetic(golden: Path, corpus: Path | None, as_json: bool) -> None:
    from goldkit.formats.corpus import read_corpus
    from goldkit.reports.distance_text import distance_text
    from goldkit.sets.synthetic import synthetic_distance
    from goldkit.store.golden import GoldenDirectory

    directory = GoldenDirectory.open(golden)
    found = synthetic_distance(directory, None if corpus is None else read_corpus(corpus))
    output.say_all(dict.fromkeys(directory.notices))
    if as_json:
        output.out_json(found.to_dict())
    else:
        output.out(distance_text(found))
