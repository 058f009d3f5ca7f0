"""Marking what an answer cites among what was shown, where passages have no ids: by position, or by the file they are from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from goldkit.logs.interactions import Shown
from goldkit.logs.tally import Tally

OUTSIDE = "answer that cites a position outside the retrieved list"


def cite_positions(shown: Sequence[Shown], positions: Iterable[int], tally: Tally, line: int) -> tuple[Shown, ...]:
    """What was shown, with those at some 1-based positions of it marked as cited. Other positions are noted."""
    cited = set(positions)
    if any(not 1 <= position <= len(shown) for position in cited):
        tally.note(OUTSIDE, line)
    return tuple(replace(one, cited=True) if at in cited else one for at, one in enumerate(shown, 1))


def cite_documents(
    shown: Sequence[Shown],
    documents: Iterable[str | None],
    tally: Tally,
    line: int,
    files: Sequence[str | None] | None = None,
) -> tuple[Shown, ...]:
    """What was shown, with the passage of each cited file marked. Which of several passages is meant, no one can tell: noted.

    files: what the answer calls the file of each passage shown, where that is another name than its document.
    """
    names = [one.document for one in shown] if files is None else files
    cited = []
    for document in dict.fromkeys(documents):
        of_file = [at for at, name in enumerate(names) if name == document]
        if not of_file:
            tally.note("answer that cites a file of which no passage was shown", line)
        elif len(of_file) > 1:
            tally.note("answer that cites a file of which several passages were shown: ambiguous", line)
        else:
            cited += of_file
    return tuple(replace(one, cited=True) if at in cited else one for at, one in enumerate(shown))
