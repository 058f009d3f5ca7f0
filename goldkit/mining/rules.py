"""A team's own rules of tagging: patterns that make a question exact, one a line in a file, and tags of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from goldkit.errors import DataError, Problem, UsageError
from goldkit.files.records_on_disk import RecordsOnDisk
from goldkit.files.utf8 import read_text
from goldkit.mining.tags import EXACT, VAGUE
from goldkit.results.mine import MineResult
from goldkit.text.safe_pattern import found_in, safe_pattern

CURE = "Repeat single signs or sets, such as [A-Z]+-[0-9]+, not groups."


@dataclass(frozen=True, slots=True)
class TagRules:
    """exact: a question in which one of these is found is `exact`. own: tag → the pattern that gives it."""

    exact: tuple[re.Pattern[str], ...] = ()
    own: Mapping[str, re.Pattern[str]] = field(default_factory=dict)

    def tags(self, text: str, tags: tuple[str, ...]) -> tuple[str, ...]:
        """The tags of a text with the team's own; what one of the team's patterns makes exact is not vague."""
        own = [tag for tag, pattern in self.own.items() if found_in(pattern, text)]
        if any(found_in(pattern, text) for pattern in self.exact):
            own, tags = [EXACT, *own], tuple(tag for tag in tags if tag != VAGUE)
        return tuple(dict.fromkeys([*tags, *own]))


def with_tags(result: MineResult, rules: TagRules) -> MineResult:
    """A mining result with the team's tags on every question that is not set aside as none."""
    if not rules.exact and not rules.own:
        return result
    queries = (
        query if query.aside else replace(query, tags=rules.tags(query.text, query.tags)) for query in result.queries
    )
    return replace(result, queries=RecordsOnDisk(queries))


def read_exact_patterns(path: Path) -> tuple[re.Pattern[str], ...]:
    """The patterns of a file, one a line; blank lines and lines that begin with `# ` are passed over.

    Raises DataError with every line that is no regular expression, or one that may run away, and as read_text.
    """
    patterns, problems = [], []
    for number, line in enumerate(read_text(path).split("\n"), 1):
        text = line.removesuffix("\r")
        if not text.strip() or text == "#" or text.startswith("# "):
            continue
        try:
            patterns.append(safe_pattern(text))
        except ValueError as error:
            problems.append(Problem(str(path), number, str(error), "a regular expression that takes linear time", CURE))
    if problems:
        raise DataError(problems)
    return tuple(patterns)


def tag_patterns(pairs: Iterable[str]) -> dict[str, re.Pattern[str]]:
    """NAME=REGEX pairs by name. Raises UsageError for what is none."""
    patterns: dict[str, re.Pattern[str]] = {}
    for pair in pairs:
        name, sign, text = pair.partition("=")
        if not (name.strip() and sign and text):
            raise UsageError(f"--tag {pair}: expected NAME=REGEX, such as --tag 'tape=(?i)tape|silo'")
        if name in patterns:
            raise UsageError(f"--tag {name}=…: given twice; join the patterns with |")
        try:
            patterns[name] = safe_pattern(text)
        except ValueError as error:
            raise UsageError(f"--tag {name}: {error}; {CURE}") from error
    return patterns
