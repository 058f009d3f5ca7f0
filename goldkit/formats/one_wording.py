"""What is lost where a form knows a question by its words alone."""

from __future__ import annotations

from collections import Counter

from goldkit.results.exported import ExportSet
from goldkit.results.losses import Losses

ALIKE = "questions that another has the words of (a follow-up's context, an id): one question there"
TWO_GRADES = "grades that such questions give one chunk beside another grade"


def merged_by_wording(exported: ExportSet) -> Losses:
    """The questions that become one there, and their chunks that then have several grades."""
    wordings = Counter(one.query.text for one in exported.queries)
    said = {(one.query.text, chunk, grade) for one in exported.queries for chunk, grade in one.grades.items()}
    counts = {ALIKE: wordings.total() - len(wordings), TWO_GRADES: len(said) - len({pair[:2] for pair in said})}
    return Losses(left_out={what: count for what, count in counts.items() if count})
