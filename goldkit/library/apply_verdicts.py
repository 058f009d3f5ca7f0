"""`goldkit.apply_verdicts`: verdicts that were recorded elsewhere, as `goldkit review --apply` takes them."""

from __future__ import annotations

from goldkit.formats.corpus import read_corpus
from goldkit.library.given import Golden, Place, Time, opened, time_text
from goldkit.results.review import Applied
from goldkit.review.apply import apply_verdicts as apply


def apply_verdicts(
    path: Place, golden: Golden = "golden", *, at: Time, judge: str, corpus: Place | None = None
) -> Applied:
    """Add the verdicts of a file to a golden directory: all of them, or none where one is wrong; twice changes nothing.

    path: JSON lines, each of the shape of a judgment, or of a pair of chunks where it has `a` and `b`; `query` may be an id or an
    alias, or `text` stands for it. at, judge: the time and the name where a line has none. corpus: where texts that are not stored
    yet may be found.

    Raises UsageError where there is no such file or directory, DataError with every bad line, IncompleteError when the disk is
    full.
    """
    chunks = () if corpus is None else read_corpus(corpus)
    return apply(opened(golden), path, judge, time_text(at), chunks)
