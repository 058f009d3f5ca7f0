"""Why a question has no ranking."""

from __future__ import annotations

from goldkit.phrases import excerpt

LONGEST = 300
"""Characters of a reason that are kept."""


class Failure(Exception):
    """One attempt came to nothing.

    kind: what happened, in words that hold nothing of the question or its results, so that they may be shown for a frozen set.
    detail: the pipeline's own words, or what was found. reason: both, in one line. again: whether another attempt may end
    otherwise. wait: seconds that the pipeline asks to be left alone, None where it names none.
    """

    def __init__(self, kind: str, detail: str = "", *, again: bool = False, wait: float | None = None) -> None:
        self.kind = kind
        whole = f"{kind}: {detail}" if detail.strip() else kind
        self.reason = excerpt(whole.encode("utf-8", "backslashreplace").decode(), LONGEST)
        self.again = again
        self.wait = wait
        super().__init__(self.reason)
