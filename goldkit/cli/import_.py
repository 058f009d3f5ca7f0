"""`goldkit import`: labelled questions that another tool made."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from goldkit.cli import clock, options
from goldkit.cli.output import out, out_json, say, say_all
from goldkit.errors import UsageError
from goldkit.formats.catalogue import listed, readable
from goldkit.formats.options import Duplicates

FORMAT_HELP = listed(readable())
ScaleChoice = Literal["auto", "as-is", "from-1", "keep"]

Queries = Annotated[
    Path | None,
    typer.Option(
        "--queries", metavar="FILE", readable=False, help="Texts by query id: JSONL, or id, tab and text a line."
    ),
]
Rule = Annotated[
    Duplicates,
    typer.Option(
        "--duplicates", help="Which grade stands where the file has several for one pair; else it is refused."
    ),
]
Unescape = Annotated[
    bool, typer.Option("--unescape", help="Read %20 and the like in ids as `export trec --escape` writes them.")
]
Column = Annotated[
    list[str] | None,
    typer.Option("--column", metavar="OURS=THEIRS", help="What a table calls a column: query=Frage; may be repeated."),
]
Scale = Annotated[
    ScaleChoice,
    typer.Option(
        "--scale",
        help="How grades are read: as-is: on the set's scale, as TREC DL's and UMBRELA's are; from-1: 1 and more is relevant; "
        "keep: an empty set takes the file's scale over. auto asks where it would be a guess.",
    ),
]
Split = Annotated[str | None, typer.Option("--split", metavar="NAME", help="Which qrels/<split>.tsv of a BEIR folder.")]
Grades = Annotated[
    str | None,
    typer.Option(
        "--grades", metavar="MAP", help="What the file's grades mean on the set's scale: 4=3,3=3,2=2,1=1,0=0."
    ),
]


def import_(
    format_name: Annotated[str, typer.Argument(metavar="FORMAT", help=FORMAT_HELP)],
    path: Annotated[
        Path, typer.Argument(metavar="FILE", readable=False, help="The file, or the folder of a BEIR set.")
    ],
    corpus: options.OptionalCorpus = None,
    queries: Queries = None,
    split: Split = None,
    grades: Grades = None,
    scale: Scale = "auto",
    duplicates: Rule = "error",
    unescape: Unescape = False,
    column: Column = None,
    untrusted: Annotated[
        bool, typer.Option("--untrusted", help="Take the labels as proposals, for a person to confirm.")
    ] = False,
    trusted: Annotated[
        bool, typer.Option("--trusted", help="Take them as decided where a person checked what a generator made.")
    ] = False,
    by: Annotated[
        str, typer.Option("--by", metavar="NAME", help="Whose judgments these are, where the file does not say.")
    ] = "goldkit import",
    golden: options.Golden = options.GOLDEN,
    as_json: options.Json = False,
) -> None:
    """Take over labelled questions from another tool, and say what was mapped and what was lost.

    Ids stay as they are. A question that is there already is recognised by its wording; importing again adds nothing.
    """
    from goldkit.library.import_ import import_ as import_labels
    from goldkit.reports.import_text import import_notes, import_text
    from goldkit.sets.foreign_grades import parse_grades
    from goldkit.store.golden import GoldenDirectory

    directory = GoldenDirectory(golden)
    report = import_labels(
        format_name,
        path,
        directory,
        at=clock.now(),
        corpus=corpus,
        queries=queries,
        split=split,
        grades=None if grades is None else parse_grades(grades),
        scale=scale,
        duplicates=duplicates,
        unescape=unescape,
        columns=_columns(column),
        untrusted=untrusted,
        trusted=trusted,
        by=by,
    )
    say_all(directory.notices)
    if as_json:
        out_json(report.to_dict())
    else:
        out(import_text(report))
        say_all(import_notes(report))
        if "proposed" in report.status:
            say(f"next: `goldkit review{options.same(golden)}` confirms them")


def _columns(pairs: list[str] | None) -> dict[str, str]:
    """What goldkit calls a column → what the table calls it. Raises UsageError for what is no such pair, or one given twice."""
    columns: dict[str, str] = {}
    for pair in pairs or ():
        ours, equals, theirs = pair.partition("=")
        if not (ours and equals and theirs) or ours in columns:
            raise UsageError(f"--column {pair}: write each of goldkit's columns once, such as query=Frage")
        columns[ours] = theirs
    return columns
