"""A scoring result as JSON for scripts."""

from __future__ import annotations

import json

from goldkit.results.score import ScoreResult


def score_json(result: ScoreResult) -> str:
    """One line of JSON, format 1, keys in their documented order, with a final newline."""
    return json.dumps(result.to_dict(), ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"
