"""Scoring a set of any kind without a look, for tests of what is told and not of what is counted."""

from goldkit.scoring.request import take
from goldkit.scoring.score import score_request


def score(*given, spent=False, **named):
    """Arguments as goldkit.scoring.request.take; spent: as score_request."""
    return score_request(take(*given, **named), spent)
