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
from goldkit.cli.output import out
from goldkit.errors import UsageError
from goldkit.files.resources import folder

NAME = "goldkit-demo"
LEFT_OUT = ("__pycache__", "*.pyc")
STORY: tuple[tuple[str, str], ...] = (
    (
        "Two systems log what people asked and what they were shown. Mining turns that into questions and proposals.",
        "goldkit mine logs/search_ubi.ndjson logs/assistant_spans.jsonl logs/assistant_annotations.jsonl --corpus corpus.jsonl",
    ),
    (
        "A third has a format of its own: name its fields.",
        "goldkit mine logs/helpdesk.jsonl --map query=question --map chunks=passages --map cited=cited --map feedback=thumb"
        " --map conversation=conv --map user=user --map time=ts --corpus corpus.jsonl",
    ),
    (
        "A person confirms what the logs propose. Here a recorded review is applied; `goldkit review` asks you instead.",
        "goldkit review --apply review.jsonl --corpus corpus.jsonl",
    ),
    (
        "A model writes questions from sampled chunks, too. Its replies were recorded: nothing is called.",
        "goldkit generate --corpus corpus.jsonl -n 24 --seed 7 --replay journal",
    ),
    (
        "The model is tiny and most of what it writes is poor; a person read all of it and kept 7 of 24.",
        "goldkit review --apply review-synthetic.jsonl --corpus corpus.jsonl",
    ),
    (
        "hybrid-current no longer returns last year's pages. By the labels as they are that looks like a loss.",
        "goldkit score dev runs/hybrid.jsonl runs/hybrid-current.jsonl --k 5",
    ),
    (
        "Widening finds the copies of what was judged, and never takes a changed number, date or negation for a copy.",
        "goldkit widen --corpus corpus.jsonl",
    ),
    (
        "The same two runs again: most of the loss was a copy that nobody had judged.",
        "goldkit score dev runs/hybrid.jsonl runs/hybrid-current.jsonl --k 5",
    ),
    (
        "And a reranker: it finds no more, puts the answer higher, helps vague questions and quietly hurts exact ones.",
        "goldkit score dev runs/hybrid.jsonl runs/hybrid-rerank.jsonl --k 5",
    ),
    (
        "A part of the set is sealed before anyone tunes on it; questions that depend on each other stay on one side.",
        "goldkit freeze core --holdout 0.6 --k 5 --seed 1",
    ),
    (
        "The question that all of this is for: did the change help, or did it only move the failures?",
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
    _tell(f"The samples are in {target}. Every line after $ works there as it stands.{_activate()}")
    for words, line in STORY:
        _tell(f"\n# {words}\n$ {line}")
        code = _run(line, target)
        if code:
            _tell(f"\nThe step above ended with exit code {code}; the demo stops here.")
            return code if code > 0 else BUG
    _tell(
        f"\nGo on by yourself: cd {shlex.quote(str(target))} && goldkit review    (or mine your own logs: goldkit mine --help)"
    )
    return 0


def _tell(text: str) -> None:
    """Narration goes where the results go, and at once, so that a file of the output reads as the screen does."""
    out(text)
    sys.stdout.flush()


def _activate() -> str:
    """How to put goldkit on the shell's path, where it is not and a virtual environment can."""
    script = Path(sys.executable).with_name("activate")
    if shutil.which("goldkit") or not script.exists():
        return ""
    return f"\nFirst put goldkit on this shell's path: . {shlex.quote(str(script))}"


def _free(first: Path) -> Path:
    """The first of name, name-2, name-3, … that does not exist."""
    return next(
        path for n in count(1) if not (path := first if n == 1 else first.with_name(f"{first.name}-{n}")).exists()
    )


def _run(line: str, target: Path) -> int:
    """Run one command of the story in the folder, as its own process, on this terminal."""
    command = [sys.executable, "-m", *shlex.split(line)]
    return subprocess.run(command, cwd=target, check=False, stderr=subprocess.STDOUT).returncode  # noqa: S603  # our own lines
