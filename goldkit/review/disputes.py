"""The pairs that judges dispute, for a person to settle."""

from __future__ import annotations

from goldkit.records import Label, Query
from goldkit.review.loaded import Loaded


def disputes(loaded: Loaded) -> list[tuple[Query, Label]]:
    """The disputed labels of all questions of `dev`, each with its question."""
    return [
        (query, label) for query in loaded.set.dev() for label in loaded.labels(query.id).values() if label.disputed
    ]
