"""What generating drafted and turned down: a line of golden/rejected.jsonl each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejected:
    """A drafted question, or a reply without one, that did not become a question of the set, and why.

    key: of its reply in the journal, "sha256:" and the digest; "" where the journal has none, for a call that failed.
    reason: as it is counted. detail: what exactly, for people. chunks: what was asked about. style: the prompt's name.
    """

    key: str
    reason: str
    style: str
    chunks: tuple[str, ...]
    at: str
    model: str = ""
    question: str = ""
    detail: str = ""
