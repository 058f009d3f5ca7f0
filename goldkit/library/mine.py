"""`goldkit.mine`: questions and proposals from the logs of retrieval systems."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from goldkit.errors import UsageError
from goldkit.files.interrupts import held
from goldkit.formats.corpus import read_corpus
from goldkit.library import private
from goldkit.library.given import (
    Golden,
    Place,
    Time,
    at_least,
    directory_of,
    one_of,
    path_of,
    paths_of,
    texts_of,
    time_text,
)
from goldkit.mining.known import known_in
from goldkit.mining.mine import mine as mine_logs
from goldkit.mining.options import FEW, MineOptions
from goldkit.mining.rules import TagRules, read_exact_patterns, tag_patterns, with_tags
from goldkit.mining.save import save_mined
from goldkit.mining.select import select as choose
from goldkit.results.mine import MineResult
from goldkit.results.selection import By


def mine(
    logs: Place | Iterable[Place] = (),
    golden: Golden = "golden",
    *,
    at: Time,
    corpus: Place | None = None,
    format: str | None = None,
    map: Mapping[str, str] | None = None,
    sql: str | None = None,
    query: str | None = None,
    redact: bool = True,
    redact_rules: Place | None = None,
    redact_names: str | None = None,
    replaced: Place | None = None,
    position_bias: bool = True,
    depth: int = FEW,
    exact_patterns: Place | None = None,
    tag: str | Iterable[str] = (),
    select: int | None = None,
    by: By = "frequency",
    seed: int = 0,
    dry_run: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> MineResult:
    """Mine logs into a golden directory, which is made where there is none; a person confirms the proposals in a review.

    logs: files, or folders of them; a file that was mined before adds nothing. The rest is as `goldkit mine --help` has it:
    corpus: the chunks, to match passages without ids. format: a log reader's name, told from the records if left out. map:
    field → where it stands in records of any shape. sql, query: rows of a database beside the logs. redact: put markers in
    place of what is private; redact_rules, redact_names, replaced: by which rules, of which names, and where to list what was
    replaced. position_bias: set clicks against the rank they were made at. depth: propose so many of the chunks that were only
    shown, at least 1. exact_patterns: a file of regular expressions, one a line; tag: NAME=REGEX texts. select: choose so many
    questions, at least 1; by: frequency, stratified or uncertain; seed: of what is drawn by chance. at: the time of the
    proposals. dry_run: change nothing. progress: told bytes read, of how many.

    Raises UsageError for logs that are not there and choices that do not fit, DataError for files that are no logs.
    """
    directory, time = directory_of(golden), time_text(at)
    one_of("by", by, By)
    private.check_outside(directory.path, path_of(replaced))
    exact = () if exact_patterns is None else read_exact_patterns(Path(exact_patterns))
    rules = TagRules(exact, tag_patterns(texts_of(tag)))
    chosen = MineOptions(
        reader=format,
        mapping=map or {},
        corpus=None if corpus is None else {chunk.id: chunk for chunk in read_corpus(corpus)},
        redactor=private.redactor(directory.path, redact, path_of(redact_rules), redact_names),
        unbias=position_bias,
        progress=progress,
        depth=at_least("depth", depth),
    )
    known, salt = known_in(directory), (lambda: "") if dry_run else directory.salt_to_be
    with _with_rows(paths_of(logs), sql, query) as paths:
        result = with_tags(mine_logs(paths, known, chosen, at=time, salt=salt), rules)
    if select is not None:
        result = choose(result, known, select, by, seed)
    if replaced is not None:
        private.write_replaced(Path(replaced), result.replacements)
    if not dry_run:
        with held():
            save_mined(directory, result)
    return result


@contextmanager
def _with_rows(logs: Sequence[Path], sql: str | None, query: str | None) -> Iterator[list[Path]]:
    """The log files, and the rows of the query as one more while the block runs.

    Raises UsageError for one of the two without the other and for no log at all; else as write_rows.
    """
    if (sql is None) != (query is None):
        raise UsageError("--sql URL and --query SELECT go together")
    if not logs and sql is None:
        raise UsageError("name a log file or folder, or --sql URL --query SELECT")
    if sql is None or query is None:
        yield list(logs)
        return
    from goldkit.logs.sql_rows import write_rows

    with tempfile.TemporaryDirectory(prefix="goldkit-") as folder:
        yield [*logs, write_rows(sql, query, Path(folder))]
