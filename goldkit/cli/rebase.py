"""`goldkit rebase`: the labels carried over to a corpus that was cut anew or edited."""

from __future__ import annotations

from goldkit.cli import clock, options
from goldkit.cli.output import out, out_json, say, say_all


def rebase(
    corpus: options.Corpus,
    golden: options.Golden = options.GOLDEN,
    dry_run: options.DryRun = False,
    as_json: options.Json = False,
) -> None:
    """Carry the labels over to a new corpus: cut anew, moved or edited, under whatever ids.

    Every judged text is looked for in the chunks of the new corpus. A label goes along by itself where a chunk provably holds
    what was judged: the same text, all of it within a larger chunk, the words that answer, or a copy that differs harmlessly.
    What is not certain goes to the review queue, by how much it can change the scores. Lines are appended, none is edited.
    """
    from goldkit.formats.corpus import read_corpus
    from goldkit.rebase.golden import rebase as carry
    from goldkit.reports.rebase_text import rebase_text
    from goldkit.store.golden import GoldenDirectory

    directory = GoldenDirectory.open(golden)
    rebased = carry(directory, read_corpus(corpus), clock.now(), write=not dry_run)
    say_all(directory.notices)
    if as_json:
        out_json(rebased.to_dict())
    else:
        out(rebase_text(rebased))
    if dry_run:
        say("dry run: nothing was changed")
        return
    review = (
        f"`goldkit review --corpus {corpus}{options.same(golden)}` shows what is not certain, then "
        if rebased.proposals
        else ""
    )
    say(f"next: {review}`goldkit widen --corpus {corpus}{options.same(golden)}` finds the copies in the new corpus")
