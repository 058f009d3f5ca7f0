"""`goldkit demo`: the whole story on the samples, each step the very command that a user would type."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Annotated

import typer

from goldkit.cli.exits import BUG
from goldkit.cli.output import say
from goldkit.errors import UsageError
from goldkit.files.resources import folder

NAME = "goldkit-demo"
LEFT_OUT = ("__pycache__", "*.pyc")
STORY: tuple[tuple[str, str], ...] = (
    (
        "Three systems log what people asked and what they were shown. Mining turns that into questions and proposals.",
        "goldkit mine logs/search_ubi.ndjson logs/assistant_spans.jsonl logs/assistant_annotations.jsonl --corpus corpus.jsonl",
    ),
    (
        "The third system has a format of its own: name its fields.",
        "goldkit mine logs/helpdesk.jsonl --map query=question --map chunks=passages --map feedback=thumb --corpus corpus.jsonl",
    ),
    (
        "A person confirms what the logs propose. Here a recorded review is applied; `goldkit review` asks you instead.",
        "goldkit review --apply review.jsonl",
    ),
    (
        "Where the logs are silent, a model writes questions from sampled chunks. Its replies were recorded; nothing is called.",
        "goldkit generate --corpus corpus.jsonl -n 24 --seed 7 --replay journal",
    ),
    (
        "The model is tiny and half of what it writes is poor: a person has confirmed the good ones.",
        "goldkit review --apply review-synthetic.jsonl",
    ),
    (
        "A first look, before copies are known: a run that finds the other edition of a labelled page is punished for it.",
        "goldkit score dev runs/dense.jsonl runs/hybrid.jsonl runs/hybrid-rerank.jsonl --k 5",
    ),
    (
        "Widening finds the copies, verifies each one, and never takes a changed number, date or negation for a copy.",
        "goldkit widen --corpus corpus.jsonl",
    ),
    (
        "Half of the set is sealed before anyone tunes on it; questions that depend on each other stay on one side.",
        "goldkit freeze core --holdout 0.5 --k 5 --seed 1",
    ),
    (
        "Now the question that all of this is for: did the change help, or did it only move the failures?",
        "goldkit score core runs/dense.jsonl runs/hybrid.jsonl runs/hybrid-rerank.jsonl",
    ),
    ("What is in the set, and what next?", "goldkit status"),
    ("Is the set sound, and are its seals unbroken?", "goldkit check"),
)


def demo(
    directory: Annotated[
        Path | None,
        typer.Argument(
            metavar="[DIR]", help=f"Where to put the samples; ./{NAME}, -2, -3, … if left out.", show_default=False
        ),
    ] = None,
) -> int:
    """Run the whole story on the samples: offline, with no key, in under a minute."""
    target = directory or _free(Path(NAME))
    if target.exists():
        raise UsageError(f"{target} exists already; name another folder")
    shutil.copytree(folder("samples"), target, ignore=shutil.ignore_patterns(*LEFT_OUT))
    say(f"The samples are in {target}. Every line after $ works there as it stands.")
    for words, line in STORY:
        say(f"\n# {words}\n$ {line}")
        code = _run(line, target)
        if code:
            say(f"\nThe step above ended with exit code {code}; the demo stops here.")
            return code if code > 0 else BUG
    say(
        f"\nGo on by yourself: cd {shlex.quote(str(target))} && goldkit review    (or mine your own logs: goldkit mine --help)"
    )
    return 0


def _free(first: Path) -> Path:
    """The first of name, name-2, name-3, … that does not exist."""
    return next(
        path for n in count(1) if not (path := first if n == 1 else first.with_name(f"{first.name}-{n}")).exists()
    )


def _run(line: str, target: Path) -> int:
    """Run one command of the story in the folder, as its own process, on this terminal."""
    arguments = shlex.split(line)
    sys.stdout.flush()
    return subprocess.run([sys.executable, "-m", *arguments], cwd=target, check=False).returncode  # noqa: S603  # our own lines
