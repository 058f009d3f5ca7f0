"""How messages say things, the same everywhere: numbers with their nouns, lists and texts cut short, figures with a sign."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

SOME = 5
"""How many names of a list are said before the rest is only counted."""


def counted(number: int, noun: str) -> str:
    """A number with its noun: "1 query", "3,000 new queries". noun: in the singular; its last word takes the plural."""
    return f"{number:,} {plural(noun, number)}"


def plural(noun: str, number: float = 2) -> str:
    """The noun as it goes with a number: "query" with 1, "queries" with any other."""
    if number == 1:
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def some(names: Sequence[str], most: int = SOME) -> str:
    """The first names of a list, and how many more there are: "a, b, c, … and 12 more"."""
    rest = len(names) - most
    return ", ".join(names[:most]) + (f", … and {rest:,} more" if rest > 0 else "")


def excerpt(text: str, most: int = 60) -> str:
    """The start of a text on one line: at most so many characters, the last of them "…" where something was cut off."""
    read = text[: most * 4]
    line = " ".join(read.split())
    return line if len(line) <= most and len(read) == len(text) else f"{line[: most - 1]}…"


def signed(value: float) -> str:
    """A difference with its sign and three decimals, "+0.145" or "−0.020"; what rounds to nothing has none."""
    return f"{value:+.3f}".replace("-", "−") if round(value, 3) else "0.000"


def elsewhere(looks: Iterable[tuple[str, int]]) -> str:
    """Which of some looks were taken at other sets: ", 4 of them at its parent core and 2 at core-3"; "" where none was."""
    said = [f"{count:,} {'of them ' if not place else ''}at {name}" for place, (name, count) in enumerate(looks)]
    return f", {' and '.join(said)}" if said else ""
