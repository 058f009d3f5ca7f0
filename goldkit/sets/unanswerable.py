"""Who says that a question has no answer in the corpus: a person, or a model alone."""

from __future__ import annotations

from collections.abc import Mapping

from goldkit.records import JSON, Label, Origin, Query

LOG = "review"
"""The field of a query's `provenance` that holds what reviewers changed about it (see goldkit.review.question_changes)."""


def review_log(query: Query) -> list[JSON]:
    """The changes that reviewers made, as they are kept; what is no change is left out."""
    found = query.provenance.get(LOG)
    entries = found if isinstance(found, list) else []
    return [one for one in entries if isinstance(one, dict) and isinstance(one.get("set"), dict)]


def unanswerable_by_hand(query: Query) -> bool:
    """Whether a reviewer said that nothing in the corpus answers a question, and has not taken it back."""
    return query.answerable == "no" and any(
        one.get("undone") is None and one["set"].get("answerable") == "no" for one in review_log(query)
    )


def by_model_alone(origin: Origin, labels: Mapping[str, Label], by_hand: bool) -> bool:
    """Whether that a question has no answer is a model's word alone: it is generated, no person said so (by_hand), and nobody
    decided any chunk for it."""
    return origin == "synthetic" and not by_hand and not any(label.status == "decided" for label in labels.values())
