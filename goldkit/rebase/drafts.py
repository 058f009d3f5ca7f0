"""Lines in the making: several labels may go to one chunk by one judge's word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from goldkit.rebase.decide import Step
from goldkit.records import JSON, Judgment
from goldkit.store.carried import Carried
from goldkit.store.newest import newest


@dataclass(slots=True)
class Draft:
    """What one voice says of one chunk of the new corpus. said: (its line, whether it read this very text) for each label."""

    said: list[tuple[Judgment, bool, str | None]] = field(default_factory=list)
    facts: list[Carried] = field(default_factory=list)
    origins: set[str] = field(default_factory=set)
    how: set[str] = field(default_factory=set)
    why: set[str] = field(default_factory=set)

    def add(self, line: Judgment, step: Step, facts: Sequence[Carried], origin: str) -> None:
        """Take up one label. line: already about the chunk of the step. facts: what the chunk holds by it."""
        self.said.append((line, step.how in ("unchanged", "moved"), step.quote))
        self.facts.extend(facts)
        self.origins.add(origin)
        self.how.add(step.how)
        if step.why:
            self.why.add(step.why)

    @property
    def grades(self) -> set[int]:
        """The grades that met."""
        return {line.grade for line, _, _ in self.said if line.grade is not None}

    @property
    def best(self) -> Judgment:
        """The line that counts: the newest about this very text, else the highest grade."""
        read = [line for line, exact, _ in self.said if exact]
        if read:
            return newest(read)
        return max(
            (line for line, _, _ in self.said), key=lambda line: (line.grade or 0, line.at, line.text_sha256 or "")
        )

    def line(self, at: str, sha256: str, relevant: bool) -> Judgment:
        """The judgment. at: the time. sha256: of the chunk's text. relevant: whether it answers, and so belongs to facts."""
        best = self.best
        rebase: JSON = {"from": sorted(self.origins), "how": sorted(self.how)}
        facts = {name: one for one in self.facts for name in [(one.fact, one.start, one.end, one.chunk)]}
        if facts and relevant:
            rebase["facts"] = [facts[name].to_json() for name in sorted(facts, key=str)]
        if self.why:
            rebase["why"] = sorted(self.why)
        quote = next((quote for line, _, quote in self.said if line is best), None)
        return replace(
            best,
            at=at,
            text_sha256=sha256,
            quote=quote if relevant else None,
            priority=best.priority if best.status == "proposed" else None,
            metadata={**best.metadata, "rebase": rebase},
        )
