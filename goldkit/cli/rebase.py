"""`goldkit rebase`: the labels carried over to a corpus that was cut anew or edited."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goldkit.cli import clock, options
from goldkit.cli.output import out, out_json, say, say_all
from goldkit.errors import UsageError
from goldkit.phrases import counted

FrozenName = Annotated[
    str | None,
    typer.Option("--set", metavar="NAME", help="A frozen set to seal anew for the corpus, in place of the labels."),
]
NewName = Annotated[str | None, typer.Option("--as", metavar="NEW", help="What the new frozen set is called.")]


def rebase(
    corpus: options.Corpus,
    frozen: FrozenName = None,
    new_name: NewName = None,
    golden: options.Golden = options.GOLDEN,
    dry_run: options.DryRun = False,
    as_json: options.Json = False,
) -> None:
    """Carry the labels over to a new corpus: cut anew, moved or edited, under whatever ids.

    Every judged text is looked for in the chunks of the new corpus. A label goes along by itself where a chunk provably holds
    what was judged: the same text, all of it within a larger chunk, the words that answer, or a copy that differs harmlessly.
    What is not certain goes to the review queue, by how much it can change the scores. Lines are appended, none is edited.

    A frozen set never changes: `--set core --as core-2` seals its questions anew, with the labels that they have in the new corpus.
    """
    if (frozen is None) != (new_name is None):
        raise UsageError("--set NAME and --as NEW go together: which frozen set, and what its new version is called")
    if frozen is not None and new_name is not None:
        _frozen(corpus, frozen, new_name, golden, dry_run, as_json)
    else:
        _labels(corpus, golden, dry_run, as_json)


def _labels(corpus: Path, golden: Path, dry_run: bool, as_json: bool) -> None:
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
    place = f"--corpus {corpus}{options.same(golden)}"
    sittings = [f"--frozen {name} " for name in rebased.held_out]
    if rebased.proposals > sum(rebased.held_out.values()):
        sittings.insert(0, "")
    reviews = " and ".join(f"`goldkit review {sitting}{place}`" for sitting in sittings)
    review = f"{reviews} {'shows' if len(sittings) == 1 else 'show'} what is not certain, then " if reviews else ""
    say(f"next: {review}`goldkit widen {place}` finds the copies in the new corpus")


def _frozen(corpus: Path, name: str, new_name: str, golden: Path, dry_run: bool, as_json: bool) -> None:
    from goldkit.formats.corpus import read_corpus
    from goldkit.holdout.carry import rebase_set
    from goldkit.reports.rebase_text import carried_set_text
    from goldkit.store.golden import GoldenDirectory

    directory = GoldenDirectory.open(golden)
    carried = rebase_set(directory, name, new_name, read_corpus(corpus), clock.now(), write=not dry_run)
    say_all(directory.notices)
    if as_json:
        out_json(carried.to_dict())
    else:
        out(carried_set_text(carried))
    uncertain = carried.labels.get("review", 0)
    if uncertain:
        place = f"--corpus {corpus}{options.same(golden)}"
        say(
            f"not in {new_name}: {counted(uncertain, 'label')} at which a person must look. `goldkit rebase {place}` puts them up, "
            f"`goldkit review --frozen {name} {place}` judges them blind, and `goldkit freeze NEW --from {new_name}"
            f"{options.same(golden)}` seals a version with what was said"
        )
    if dry_run:
        say("dry run: nothing was changed")
    else:
        say(
            f"next: commit the directory; `goldkit score {new_name} BEFORE AFTER{options.same(golden)}` with runs on the new corpus"
        )
