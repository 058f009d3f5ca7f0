"""Lists of where things stand: tables of contents and indexes, by the page numbers that their lines end with."""

from __future__ import annotations

import re
from collections.abc import Sequence

from goldkit.generation.statement import enough
from goldkit.text.sentences import HEADING

LEAST_LINES = 4
SHARE = 0.7
"""Of the lines, that have to be entries."""
LEADER = re.compile(r"(?:\.{3,}|(?:\.\s){3,}|…|_{3,})\s*(\d{1,4})\s*$")
"""Dots and a page: 2.1 Draining the buffer ........ 14."""
ENTRY = re.compile(
    r"^\W*(\w)[^:=|\t]{1,80}?,\s*\d{1,4}(?:\s*[-–]\s*\d{1,4})?((?:,\s*\d{1,4}(?:\s*[-–]\s*\d{1,4})?)*)\.?\s*$"
)
"""A term and its pages: buffer, 14, 22–25. The letter it begins with, and the pages after the first."""
TREE = re.compile(r"^\s*(?:\.\. (?:toctree|contents)::|\[\[?_?TOC_?\]\]?|\{:?toc\})", re.IGNORECASE)
"""A directive that lists pages or headings."""
TREE_STARTS = (".", "[", "{")
OPTION = re.compile(r"^\s*:\w+:.*$")
NAME = re.compile(r"^\s*[\w./-]+\s*$|^\s*[\w ]+<[\w./-]+>\s*$")


def is_contents(lines: Sequence[str]) -> bool:
    """Whether lines are a table of contents: page numbers behind dots, that never fall; or a directive and names, no prose."""
    pages = [int(found[1]) for line in lines if (found := _ends_in_a_page(line) and LEADER.search(line))]
    if len(pages) >= max(LEAST_LINES, SHARE * len(lines)) and pages == sorted(pages) and pages[0] < pages[-1]:
        return True
    trees = [at for at, line in enumerate(lines) if line.lstrip()[:1] in TREE_STARTS and TREE.match(line)]
    if not trees or enough(" ".join(line for line in lines[: trees[0]] if not HEADING.match(line))):
        return False
    return all(OPTION.match(line) or NAME.match(line) for line in lines[trees[0] + 1 :])


def is_index(lines: Sequence[str]) -> bool:
    """Whether lines are an index: terms in the order of the alphabet, each with its pages, some with several."""
    entries = [found for line in lines if (found := _ends_in_a_page(line) and ENTRY.match(line))]
    if len(entries) < max(LEAST_LINES, SHARE * len(lines)):
        return False
    letters = [entry[1].casefold() for entry in entries]
    return letters == sorted(letters) and any(entry[2] for entry in entries)


def _ends_in_a_page(line: str) -> bool:
    return line.rstrip(" .")[-1:].isdigit()
