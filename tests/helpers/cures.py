"""What the cases of cures share: questions, edits made by hand, and what a case is."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from goldkit.cli.exits import run
from goldkit.sets.embargo import sides_of
from goldkit.store.golden import GoldenDirectory

AT, LATER = "2026-12-01T10:00:00Z", "2026-12-02T10:00:00Z"
Act = Callable[[GoldenDirectory], None]
"""What is done to a golden directory."""


@dataclass(frozen=True)
class Case:
    """A fault, the finding that it makes, and what a person does beside the commands of the cure. options: of `check`.

    says: words of the cure that by_hand follows. left: findings that stay all the same.
    """

    finding: str
    fault: Act
    by_hand: Act = lambda golden: None
    options: tuple[str, ...] = ()
    left: int = 0
    says: str = ""


def question(n: int) -> str:
    """No two are alike."""
    return "".join(chr(0x4E00 + n * 10 + i) for i in range(10)) + "?"


def passage(n: int) -> str:
    return f"The valve {question(n)} is opened by the team that has watch number {n} in the lower hall, at {n} o'clock."


def git(*arguments: str) -> None:
    subprocess.run(
        ["git", "-c", "user.name=ana", "-c", "user.email=ana@x.example", *arguments], check=True, capture_output=True
    )


def held_out(golden: GoldenDirectory) -> list[str]:
    return sorted(sides_of(golden.split()))


def in_dev(golden: GoldenDirectory) -> list[str]:
    return sorted({query.id for query in golden.queries()} - set(held_out(golden)))


def lines(golden: GoldenDirectory, name: str) -> list[str]:
    return (golden.path / name).read_text().splitlines(keepends=True)


def write(golden: GoldenDirectory, name: str, found: list[str]) -> None:
    path = golden.path / name
    path.chmod(0o644)
    path.write_text("".join(found))


def without(name: str, mark: str) -> Act:
    """Takes the lines with a mark out of a file."""
    return lambda golden: write(golden, name, [line for line in lines(golden, name) if mark not in line])


def changed(name: str, old: str, new: str) -> Act:
    return lambda golden: write(golden, name, [line.replace(old, new) for line in lines(golden, name)])


def checked_out(name: str) -> Act:
    """Mends a file by hand, as the difference shows."""
    return lambda golden: git("checkout", "HEAD", "--", f"set/{name}")


def verdict(golden: GoldenDirectory, **fields: object) -> dict[str, object]:
    """A line about the first question of `dev` and its chunk, but for the fields that are given."""
    query = in_dev(golden)[0]
    return {"query": query, "chunk": f"c{query[1:]}", **fields}


def applied(*rows: dict[str, object], **fields: object) -> Act:
    """Writes the FILE that `goldkit review --apply` is told to take, with the values that stand for `…`."""

    def write_file(golden: GoldenDirectory) -> None:
        found = [row if "a" in row else verdict(golden, **row) for row in rows or [fields]]
        Path("FILE").write_text("".join(json.dumps(row) + "\n" for row in found))

    return write_file


def judged(*rows: dict[str, object], **fields: object) -> Act:
    """Appends judgments of people, by ana where nobody else is named."""
    person: dict[str, object] = {"by": "ana", "status": "decided", "source": "human", "at": "2026-12-01T11:00:00Z"}
    return lambda golden: golden.append(
        "judgments.jsonl", [person | verdict(golden, **row) for row in rows or [fields]]
    )


def together(*acts: Act) -> Act:
    def do(golden: GoldenDirectory) -> None:
        for act in acts:
            act(golden)

    return do


def ran(command: str) -> Act:
    """Runs a command of goldkit."""

    def do(golden: GoldenDirectory) -> None:
        assert run([*shlex.split(command), "--golden", "set"]) == 0, command

    return do
