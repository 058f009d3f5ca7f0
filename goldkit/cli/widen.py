"""`goldkit widen`: near-duplicates of decided chunks, so that a copy of an answer is no miss."""

from __future__ import annotations

from goldkit.cli import clock, options
from goldkit.cli.output import out, out_json, say, say_all


def widen(
    corpus: options.Corpus,
    golden: options.Golden = options.GOLDEN,
    dry_run: options.DryRun = False,
    as_json: options.Json = False,
) -> None:
    """Find the copies of decided chunks in the corpus, so that a retriever is not punished for returning one.

    Every near-duplicate is verified exactly. Where only form differs it is the same, and a copy has its original's labels.
    Where a number, version, date, name, sign or negation differs, the pair is kept with that difference; nothing follows.
    """
    from goldkit.duplicates.enrol import enrol
    from goldkit.formats.corpus import read_corpus
    from goldkit.reports.widen_text import widen_text
    from goldkit.store.golden import GoldenDirectory

    directory = GoldenDirectory.open(golden)
    widened = enrol(directory, read_corpus(corpus), clock.now(), write=not dry_run)
    say_all(directory.notices)
    if as_json:
        out_json(widened.to_dict())
    else:
        out(widen_text(widened))
    if dry_run:
        say("dry run: nothing was changed")
