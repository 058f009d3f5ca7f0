"""The `context` column of archi's answers: the retrieved passages one after another, as one text.

Each is "SOURCE k: title (link)\\nSIMILARITY SCORE: x\\n\\ntext" and four newlines; older services write "Source k:" and no score.
Blank lines inside a text were squeezed out when it was written, so that four newlines and the next number begin a new one.
"""

from __future__ import annotations

import re

from goldkit.logs.interactions import Shown

HEAD = re.compile(
    r"(?:\A\s*|\n{4,})"
    r"(?:SOURCE (?P<new>\d+): (?P<title>(?:(?!\n\n).)*?)\nSIMILARITY SCORE: [^\n]*|Source (?P<old>\d+): (?P<line>[^\n]*))"
    r"(?:\n\n|\s*\Z)",
    re.DOTALL,
)
NO_LINK = frozenset({"", "link not available", "Link unavailable", "No URL"})


def passages_of(context: str) -> tuple[Shown, ...]:
    """What was retrieved, in its order, without ids; document: the link, or the name where a file has none."""
    context = context.replace("\r\n", "\n")
    heads: list[re.Match[str]] = []
    for head in HEAD.finditer(context):
        if int(head["new"] or head["old"]) == len(heads) + 1:
            heads.append(head)
    ends = [*(head.start() for head in heads[1:]), len(context)]
    return tuple(
        Shown(
            None,
            rank,
            context[head.end() : end].strip("\n") or None,
            document=_link(head["title"] or head["line"] or ""),
        )
        for rank, (head, end) in enumerate(zip(heads, ends, strict=False), 1)
    )


def _link(heading: str) -> str | None:
    """The link at the end of "title (link)", where both may hold brackets themselves."""
    heading = heading.strip()
    if not heading.endswith(")"):
        return None
    at = heading.rfind(" (http")
    if at < 0:
        at = _opening(heading)
    link = heading[at + 2 : -1].strip() if at >= 0 else ""
    return None if link in NO_LINK else link


def _opening(heading: str) -> int:
    """Where " (" opens what the last bracket closes; -1 where nothing does."""
    depth = 0
    for at in range(len(heading) - 1, -1, -1):
        depth += (heading[at] == ")") - (heading[at] == "(")
        if depth == 0:
            return at - 1
    return -1
