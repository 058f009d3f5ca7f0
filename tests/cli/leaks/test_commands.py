"""No command shows a word of what is held out unless it is burned: no question, id or labelled chunk, in what it says or writes."""

from __future__ import annotations

import shlex
from collections.abc import Callable

import pytest
from unmistakable import COUNT, held_out, secrets

from goldkit.cli.exits import run
from goldkit.store.golden import GoldenDirectory

Looking = Callable[[str], str]
COMMANDS = """
status
status --json
status --history
status --synthetic
status --synthetic --corpus corpus.jsonl
check
check --all
check --json
check --all --corpus corpus.jsonl
check --all --corpus edited.jsonl
check --all --corpus lacking.jsonl
score core a.jsonl
score core a.jsonl b.jsonl
score core a.jsonl b.jsonl --json
score core a.jsonl b.jsonl --markdown
score core a.jsonl b.jsonl --html page.html --csv csv
score core a.jsonl b.jsonl --by tags --by origin
score core a.jsonl b.jsonl --weighted --labels decided --count chunks
score core a.jsonl b.jsonl --per-query
score core a.jsonl b.jsonl --explain qu00z
score core a.jsonl b.jsonl --gate recall@5>=0.9
score core a.jsonl b.jsonl --ladder
score core a.jsonl b.jsonl --tune
score core a.jsonl b.jsonl -m nDCG@200tok --corpus corpus.jsonl
score core a.jsonl few.jsonl
score core few.jsonl --missing error
score core repeats.jsonl --repeats error
score core twice.jsonl
score core failed.jsonl
score core failed.jsonl --failed zero
score core scores.jsonl
score core rising.jsonl
score core renamed.jsonl
score core upper.jsonl
score core answers.jsonl
score core answers.jsonl --match-text --corpus corpus.jsonl
score core torn.jsonl
score core bad.trec
score core a.jsonl --corpus a=moved.jsonl
score core a.jsonl b.jsonl --corpus a=edited.jsonl --corpus b=moved.jsonl
score core a.jsonl --ledger looks.jsonl
score golden/frozen/core a.jsonl
score dev a.jsonl b.jsonl
score dev a.jsonl b.jsonl --per-query
score dev a.jsonl b.jsonl --tune
score dev a.jsonl --explain none
diff made-a.jsonl made-b.jsonl
diff made-a.jsonl made-b.jsonl --json
diff core core
pool a.jsonl b.jsonl --set core --corpus corpus.jsonl
pool a.jsonl b.jsonl --set core --corpus corpus.jsonl --json
pool a.jsonl b.jsonl --corpus corpus.jsonl
pool answers.jsonl --set core --corpus corpus.jsonl --match-text
freeze core-2 --from core
freeze core-2 --from core --holdout 0.5 --json
freeze other --holdout 0.5 --seed 3
freeze other --holdout 0.5 --seed 3 --dry-run --json --corpus corpus.jsonl
freeze core --holdout 0.5
rebase --corpus moved.jsonl
rebase --corpus edited.jsonl --json
rebase --corpus lacking.jsonl --dry-run
rebase --corpus moved.jsonl --set core --as core-2
rebase --corpus edited.jsonl --set core --as core-2 --json
rebase --corpus lacking.jsonl --set core --as core-2
export mapping dev.json
export beir beir
export trec trec
export mapping out.json --set core
retrieve echo:search --set core -o asked-dev.jsonl --set dev
retrieve echo:fail --set dev -o asked-dev.jsonl --retries 0
widen --corpus copies.jsonl
widen --corpus copies.jsonl --json
widen --corpus copies.jsonl ; widen --undo
widen --corpus copies.jsonl ; widen --undo --json
retrieve echo:search --set core -o asked.jsonl ; score core asked.jsonl a.jsonl
retrieve echo:fail --set core -o asked.jsonl --retries 0
import mapping known.json
mine log.jsonl
mine log.jsonl --select 10 --json
mine log.jsonl --dry-run --corpus corpus.jsonl
import mapping a.json --by bob
review --apply verdicts.jsonl
review --apply verdicts.jsonl --json
review --apply bad-verdicts.jsonl
review --apply pairs.jsonl
review --terminal
review --terminal --again
review --terminal --audit
generate --drop m
generate --rejected
judge a.jsonl --model m --dry-run --corpus corpus.jsonl
""".strip().splitlines()


@pytest.mark.parametrize("line", COMMANDS)
def test_no_command_shows_what_is_held_out(line: str, look: Looking) -> None:
    look(line)


def test_the_search_finds_what_dev_shows(golden: GoldenDirectory, capsys: pytest.CaptureFixture[str]) -> None:
    """The same pattern over the questions of dev: were nothing ever shown, seeing no leak would tell nothing."""
    held = held_out(golden)
    dev = secrets([n for n in range(COUNT) if n not in held])
    for line in (
        "score dev a.jsonl b.jsonl --per-query --k 1",
        "rebase --corpus edited.jsonl --dry-run",
        "widen --corpus copies.jsonl",
    ):
        assert run(shlex.split(line)) == 0
        assert dev.search(capsys.readouterr().out), line


def test_means_alone_burn_nothing(golden: GoldenDirectory) -> None:
    for line in (
        "score core a.jsonl b.jsonl",
        "score core a.jsonl --means-only",
        "pool a.jsonl --set core --corpus corpus.jsonl",
    ):
        assert run(shlex.split(line)) == 0
    assert not any(entry.burned for entry in golden.split())
