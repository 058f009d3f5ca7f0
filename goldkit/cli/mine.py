"""`goldkit mine`: questions and proposals from the logs of retrieval systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from goldkit.cli import clock, options, redaction, sql_source
from goldkit.cli.interrupts import held
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
    chunks_of,
    mapping_of,
)
from goldkit.cli.output import out, out_json, say, say_all
from goldkit.cli.reading import Reading

if TYPE_CHECKING:
    from goldkit.mining.known import Known
    from goldkit.mining.options import MineOptions
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
    from goldkit.mining.known import known_in
    from goldkit.mining.options import MineOptions
    from goldkit.mining.rules import TagRules, read_exact_patterns, tag_patterns, with_tags
    from goldkit.store.golden import GoldenDirectory

    redaction.check_outside(golden, replaced)
    rules = TagRules(read_exact_patterns(exact_patterns) if exact_patterns else (), tag_patterns(tag or []))
    directory = GoldenDirectory(golden)
    chosen = MineOptions(
        reader=format_name,
        mapping=mapping_of(map_ or []),
        corpus=chunks_of(corpus),
        redactor=redaction.redactor(golden, redact, redact_rules, redact_names),
        unbias=position_bias,
        depth=depth,
    )
    known = known_in(directory)
    with sql_source.with_rows(logs, sql, query) as paths:
        result = with_tags(_mined(paths, known, chosen, directory, dry_run), rules)
    if select is not None:
        result = _selected(result, known, select, by, seed)
    if replaced is not None:
        redaction.write_replaced(replaced, result.replacements)
    _save_and_show(result, directory, dry_run, as_json)


def _mined(
    paths: Sequence[Path], known: Known, chosen: MineOptions, directory: GoldenDirectory, dry_run: bool
) -> MineResult:
    """What the logs give, with how far they are read shown meanwhile. A dry run makes no salt."""
    from goldkit.mining.mine import mine as mine_logs

    reading = Reading()
    watched = replace(chosen, progress=reading.show)
    result = mine_logs(paths, known, watched, at=clock.now(), salt=(lambda: "") if dry_run else directory.salt_to_be)
    reading.clear()
    return result


def _selected(result: MineResult, known: Known, number: int, by: By, seed: int) -> MineResult:
    from goldkit.mining.select import select

    return select(result, known, number, by.value, seed)


def _save_and_show(result: MineResult, directory: GoldenDirectory, dry_run: bool, as_json: bool) -> None:
    from goldkit.mining.save import save_mined
    from goldkit.reports.mine_text import mine_text

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
        say(f"next: goldkit review{options.same(directory.path)}")
