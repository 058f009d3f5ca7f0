"""`goldkit mine`: questions and proposals from the logs of retrieval systems."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldkit.cli import clock, options, redaction, sql_source
from goldkit.cli.interrupts import held
from goldkit.cli.output import out, out_json, say, say_all
from goldkit.cli.reading import Reading
from goldkit.errors import UsageError
from goldkit.logs.catalogue import LOG_READERS
from goldkit.logs.mapped import FIELDS

if TYPE_CHECKING:
    from goldkit.records import Chunk

FORMATS = ", ".join(LOG_READERS)
Logs = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="LOG…",
        readable=False,
        help="Log files, or folders of them: JSON lines, JSON, CSV, TSV, Parquet; .gz and .zst too.",
    ),
]
Format = Annotated[
    str | None, typer.Option("--format", metavar="NAME", help=f"Told from the records if left out: {FORMATS}.")
]
Mapped = Annotated[
    list[str] | None,
    typer.Option(
        "--map",
        metavar="FIELD=PATH",
        help="Where a field stands in records of any shape: query=request.text chunks=hits.doc.id; a list on the way is "
        f"gone through. Fields: {', '.join(FIELDS)}.",
    ),
]
ExactPatterns = Annotated[
    Path | None,
    typer.Option(
        "--exact-patterns",
        metavar="FILE",
        readable=False,
        help="A regular expression a line; a question in which one is found gets the tag `exact`.",
    ),
]


class By(StrEnum):
    """Ways of choosing questions."""

    FREQUENCY = "frequency"
    STRATIFIED = "stratified"
    UNCERTAIN = "uncertain"


Select = Annotated[
    int | None,
    typer.Option(
        "--select",
        metavar="N",
        min=1,
        help="Choose N of the questions of logs, mined now or before; the others are set aside as not selected, until a "
        "larger N brings them back.",
    ),
]
SelectBy = Annotated[
    By,
    typer.Option(
        "--by",
        help="How: the often asked likelier; some of each kind, time and topic; or first where the evidence conflicts "
        "or is weak.",
    ),
]
Tagged = Annotated[
    list[str] | None,
    typer.Option("--tag", metavar="NAME=REGEX", help="Tag the questions in which it is found; may be repeated."),
]


PositionBias = Annotated[
    bool,
    typer.Option(
        "--position-bias/--no-position-bias",
        help="Set clicks against the rank they were made at, as far as the log tells; it orders the review queue only.",
    ),
]


def mine(
    logs: Logs = None,
    corpus: options.OptionalCorpus = None,
    format_name: Format = None,
    map_: Mapped = None,
    sql: sql_source.Sql = None,
    query: sql_source.Query = None,
    redact: redaction.Redact = True,
    redact_rules: redaction.RulesFile = None,
    redact_names: redaction.NamesModel = None,
    replaced: redaction.ReplacedFile = None,
    position_bias: PositionBias = True,
    exact_patterns: ExactPatterns = None,
    tag: Tagged = None,
    select: Select = None,
    by: SelectBy = By.FREQUENCY,
    seed: options.Seed = 0,
    golden: options.Golden = options.GOLDEN,
    dry_run: options.DryRun = False,
    as_json: options.Json = False,
) -> None:
    """Turn logs into questions and proposals with their evidence; a person confirms them in `goldkit review`.

    Queries and clicks, or spans and annotations, in files of their own belong on one command line. A file that was mined
    before adds nothing.
    """
    from goldkit.mining.known import known_in
    from goldkit.mining.mine import mine as mine_logs
    from goldkit.mining.rules import TagRules, read_exact_patterns, tag_patterns, with_tags
    from goldkit.mining.save import save_mined
    from goldkit.mining.select import select as select_questions
    from goldkit.reports.mine_text import mine_text
    from goldkit.store.golden import GoldenDirectory

    redaction.check_outside(golden, replaced)
    rules = TagRules(read_exact_patterns(exact_patterns) if exact_patterns else (), tag_patterns(tag or []))
    directory = GoldenDirectory(golden)
    chunks, known = _chunks(corpus), known_in(directory)
    reading = Reading()
    with sql_source.with_rows(logs, sql, query) as paths:
        result = mine_logs(
            paths,
            known,
            at=clock.now(),
            salt=(lambda: "") if dry_run else directory.salt_to_be,
            reader=format_name,
            mapping=_mapping(map_ or []),
            corpus=chunks,
            redactor=redaction.redactor(golden, redact, redact_rules, redact_names),
            unbias=position_bias,
            progress=reading.show,
        )
    reading.clear()
    result = with_tags(result, rules)
    if select is not None:
        result = select_questions(result, known, select, by.value, seed)
    if replaced is not None:
        redaction.write_replaced(replaced, result.replacements)
    if not dry_run:
        with held():
            save_mined(directory, result)
    say_all(directory.notices)
    if as_json:
        out_json(result.to_dict())
    else:
        out(mine_text(result))
    if dry_run:
        say("dry run: nothing was changed")
    elif result.proposals:
        say(f"next: goldkit review{options.same(golden)}")


def _chunks(corpus: Path | None) -> dict[str, Chunk] | None:
    from goldkit.formats.corpus import read_corpus

    return None if corpus is None else {chunk.id: chunk for chunk in read_corpus(corpus)}


def _mapping(pairs: Sequence[str]) -> dict[str, str]:
    mapping = {}
    for pair in pairs:
        name, sign, path = pair.partition("=")
        if not (name and sign and path):
            raise UsageError(f"--map {pair}: expected FIELD=PATH, such as --map query=request.text")
        mapping[name] = path
    return mapping
