"""Verdicts: what a key becomes in judgments.jsonl, and which of a judge's verdicts stand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from goldkit.errors import UsageError
from goldkit.records import Judgment, Scale
from goldkit.store.moments import moment
from goldkit.store.newest import newest_per

Pair = tuple[str, str]
"""(query id, chunk id)."""
CANNOT_JUDGE, LATER, UNDO = "cannot-judge", "later", "undo"
REASONS = {"c": CANNOT_JUDGE, "s": LATER}
"""Keys that say something else than a grade, and the reason they leave."""
NAME = "request"
"""The field of a judgment's `metadata` that names the request it was written for, so that one sent again is written once."""
Role = Literal["judge", "adjudicate", "audit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a judge had on the screen: the pair, and the sha256 of the text that was read (None where no text is stored)."""

    query: str
    chunk: str
    text_sha256: str | None = None

    @property
    def pair(self) -> Pair:
        """(query id, chunk id)."""
        return (self.query, self.chunk)


@dataclass(frozen=True, slots=True, kw_only=True)
class Remarks:
    """What may go with a verdict. quote: the words of the chunk that answer the question. name: of the request to record it."""

    note: str | None = None
    quote: str | None = None
    name: str | None = None


def grade_keys(scale: Scale) -> dict[str, int]:
    """Key → grade, one digit each. Raises UsageError for a scale beyond 9: its grades have no single keys."""
    if scale.max > 9:
        raise UsageError(
            f"grades 0 to {scale.max} have no single keys; record them in a file: goldkit review --apply FILE"
        )
    return {str(grade): grade for grade in range(scale.max + 1)}


def verdict_of_key(
    key: str, scale: Scale, shown: Shown, by: str, at: str, remarks: Remarks | None = None
) -> Judgment | None:
    """The judgment that a key means on a scale; None for a key that means none."""
    grades = grade_keys(scale)
    if key in grades:
        return verdict(shown, by, at, grade=grades[key], remarks=remarks)
    if key in REASONS:
        return verdict(shown, by, at, reason=REASONS[key], remarks=remarks)
    return None


def verdict(
    shown: Shown,
    by: str,
    at: str,
    *,
    grade: int | None = None,
    reason: str | None = None,
    remarks: Remarks | None = None,
    role: Role = "judge",
) -> Judgment:
    """A person's decided judgment: a grade, or none and the reason why. at: see `store.later.stamp`."""
    remarks = remarks or Remarks()
    return Judgment(
        query=shown.query,
        chunk=shown.chunk,
        grade=grade,
        status="decided",
        source="human",
        by=by,
        at=at,
        text_sha256=shown.text_sha256,
        role=role,
        reason=reason,
        quote=remarks.quote,
        note=remarks.note,
        metadata={NAME: remarks.name} if remarks.name else {},
    )


def name_of(line: Judgment) -> str | None:
    """The name of the request that a line was written for; None where it came without one."""
    name = line.metadata.get(NAME)
    return name if isinstance(name, str) else None


def standing(judgments: Iterable[Judgment], judge: str, role: Role = "judge") -> dict[Pair, Judgment]:
    """What a judge's verdicts come to: each pair's newest line, undone ones left out; the pair judged last comes last."""
    own = [line for line in judgments if line.by == judge and line.role == role and line.status == "decided"]
    place = {id(line): number for number, line in enumerate(own)}
    newest = newest_per(own, lambda line: (line.query, line.chunk))
    stands = (line for line in newest if line.grade is not None or line.reason in REASONS.values())
    return {
        (line.query, line.chunk): line for line in sorted(stands, key=lambda line: (moment(line.at), place[id(line)]))
    }
