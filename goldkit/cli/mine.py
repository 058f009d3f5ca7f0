"""`goldkit mine`: questions and proposals from the logs of retrieval systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goldkit.cli import clock, options, redaction, sql_source
from goldkit.cli.mine_options import (
    By,
    Depth,
    ExactPatterns,
    Format,
    Logs,
    Mapped,
    PositionBias,
    Select,
    SelectBy,
    Tagged,
    mapping_of,
)
from goldkit.cli.output import out, out_json, say, say_all
from goldkit.cli.reading import Reading

if TYPE_CHECKING:
    from goldkit.results.mine import MineResult
    from goldkit.store.golden import GoldenDirectory


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
    depth: Depth = 3,
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
    from goldkit.library.mine import mine as mine_logs
    from goldkit.store.golden import GoldenDirectory

    directory, reading = GoldenDirectory(golden), Reading()
    result = mine_logs(
        logs or (),
        directory,
        at=clock.now(),
        corpus=corpus,
        format=format_name,
        map=mapping_of(map_ or []),
        sql=sql,
        query=query,
        redact=redact,
        redact_rules=redact_rules,
        redact_names=redact_names,
        replaced=replaced,
        position_bias=position_bias,
        depth=depth,
        exact_patterns=exact_patterns,
        tag=tag or (),
        select=select,
        by=by.value,
        seed=seed,
        dry_run=dry_run,
        progress=reading.show,
    )
    reading.clear()
    _show(result, directory, dry_run, as_json)


def _show(result: MineResult, directory: GoldenDirectory, dry_run: bool, as_json: bool) -> None:
    from goldkit.reports.mine_text import mine_text

    say_all(directory.notices)
    if as_json:
        out_json(result.to_dict())
    else:
        out(mine_text(result))
    if dry_run:
        say("dry run: nothing was changed")
    elif result.proposals:
        say(f"next: goldkit review{options.same(directory.path)}")
