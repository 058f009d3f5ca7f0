"""The lines that carry a golden directory's labels over to another corpus."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from goldkit.rebase.claims import Pair, Stated, Texts, Voice, carried_line, latest, stands, stated, voice
from goldkit.rebase.decide import Step, decide
from goldkit.rebase.drafts import Draft
from goldkit.rebase.facts import Held, passed_on
from goldkit.rebase.locate import Located, Locator
from goldkit.rebase.stale import is_another
from goldkit.records import JSON, Chunk, Judgment
from goldkit.sets.golden import GoldenSet
from goldkit.store.texts import text_sha256

BY = "goldkit rebase"
"""Who proposes what a person must look at."""
STEPS = 10
"""The priority of a proposal on which all of a question's recall hangs: above what mining gives for signs in the logs."""
LEAST = 0.1
"""The priority of a proposal on which no figure hangs."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one label. steps: where it goes."""

    stated: Stated
    found: Located
    steps: tuple[Step, ...]

    @property
    def name(self) -> str:
        """`kept`, `carried`, `review`, `left` or `lost`."""
        if any(step.safe for step in self.steps):
            return "kept" if self.found.same else "carried"
        if self.steps:
            return "review"
        return "lost" if self.stated.claim.relevant and self.stated.claim.settled else "left"

    @property
    def answers(self) -> bool:
        """Whether it is decided that the text answers, so that it holds facts."""
        return self.stated.decided and self.stated.claim.relevant


@dataclass(frozen=True, slots=True)
class Plan:
    """What rebasing would append. facts: query id → its facts by name with their shares; reached: those that a chunk reaches.

    merged: the drafts in which several labels met. without_text: lines whose text is not stored.
    """

    outcomes: tuple[Outcome, ...]
    lines: tuple[Judgment, ...]
    withdrawn: tuple[Judgment, ...]
    proposals: tuple[Judgment, ...]
    merged: tuple[Draft, ...]
    facts: Mapping[str, Mapping[str, float]]
    reached: Mapping[str, frozenset[str]]
    located: Mapping[tuple[str, str], Located]
    without_text: int


def plan_golden(golden: GoldenSet, judgments: Sequence[Judgment], corpus: Mapping[str, Chunk], at: str) -> Plan:
    """Lay all judged texts over the corpus and decide about each label. at: the time that goes into the lines."""
    texts = Texts(golden.chunks)
    said, lacking = stated(judgments, texts, golden.settings.scale)
    said = [one for one in said if one.query in golden.queries]
    passages = {one.key[1:]: one.claim.chunk for one in said}
    locator = Locator(corpus)
    located = dict(zip(passages, locator.locate(list(passages.values())), strict=True))
    outcomes = [Outcome(one, located[one.key[1:]], decide(one.claim, located[one.key[1:]], locator)) for one in said]
    writer = _Writer(golden, judgments, texts, corpus, at)
    for outcome in outcomes:
        writer.carry(outcome)
    lines, proposals = writer.lines(), writer.proposals(outcomes)
    return Plan(
        outcomes=tuple(outcomes),
        lines=lines,
        withdrawn=writer.withdrawn([*lines, *proposals]),
        proposals=proposals,
        merged=writer.merged(),
        facts=writer.held.facts(),
        reached={query: frozenset(names) for query, names in writer.reached.items()},
        located=located,
        without_text=lacking,
    )


class _Writer:
    """Collects drafts. held: what texts hold of facts. reached: query id → the facts that a chunk of the corpus reaches."""

    def __init__(
        self, golden: GoldenSet, judgments: Sequence[Judgment], texts: Texts, corpus: Mapping[str, Chunk], at: str
    ) -> None:
        self._latest = latest(judgments)
        self._texts, self._corpus, self._at = texts, corpus, at
        self._scale = golden.settings.scale
        self.held = Held(golden, judgments, {key for line in self._latest.values() if (key := self._key(line))})
        self.reached: dict[str, set[str]] = defaultdict(set)
        self._drafts: dict[Voice, Draft] = defaultdict(Draft)

    def _key(self, line: Judgment) -> tuple[str, str, str] | None:
        text = self._texts.of(line.chunk, line.text_sha256) if stands(line) else None
        return None if text is None else (line.query, line.chunk, text.sha256)

    def carry(self, outcome: Outcome) -> None:
        """Take up the safe steps of a label."""
        key = outcome.stated.key
        held = self.held.held(key, outcome.stated.facts) if outcome.answers else []
        for step in outcome.steps:
            if step.safe:
                self.reached[key[0]].update(one.fact for one in held)
                facts = passed_on(held, key, step.start, step.end)
                for line in outcome.stated.lines:
                    moved = replace(carried_line(line), chunk=step.chunk)
                    self._drafts[voice(moved)].add(moved, step, facts, key[1])

    def lines(self) -> tuple[Judgment, ...]:
        """The lines of all drafts, sorted, but for those that would say again what stands."""
        found = []
        for name, draft in sorted(self._drafts.items()):
            now = text_sha256(self._corpus[name[1]])
            relevant = self._scale.is_relevant(draft.best.grade)
            there = self._latest.get(name)
            about_this = there if there is not None and there.text_sha256 == now else None
            alone = draft.origins == {name[1]} and draft.how == {"unchanged"}
            if about_this is not None and alone and (stands(about_this) or about_this.source != "rebase"):
                continue
            if about_this is not None and about_this.source != "rebase" and not (relevant and stands(about_this)):
                continue  # the judge's own word about this very text
            found.append(draft.line(self._at, now, relevant))
        return tuple(found)

    def withdrawn(self, planned: Sequence[Judgment]) -> tuple[Judgment, ...]:
        """Lines about a text that its id no longer has, taken back where no new line of that voice stands in their place; and
        what was carried to an earlier corpus: it is carried anew from what the judges read.

        A proposal that somebody decided stays, since it tells which fact the chunk belongs to.
        """
        renewed = {voice(line) for line in planned}
        decided = {name[:2] for name, line in self._latest.items() if line.status == "decided" and stands(line)}
        found = []
        for name, line in self._latest.items():
            if name in renewed or not stands(line):
                continue
            earlier = line.source == "rebase" and line.chunk not in self._corpus
            if is_another(line.chunk, line.text_sha256, self._texts, self._corpus):
                found.append(self._taken_back(line, "the id has another text now"))
            elif earlier and not (line.by == BY and name[:2] in decided):
                found.append(self._taken_back(line, "the corpus has the chunk no more"))
        return tuple(found)

    def _taken_back(self, line: Judgment, why: str) -> Judgment:
        """It remembers of which facts its text was, for the day when a corpus has the text again."""
        key = self._key(line)
        rebase: JSON = {"why": [why]}
        if key and line.status == "decided" and line.source != "rebase" and self._scale.is_relevant(line.grade):
            rebase["facts"] = [one.to_json() for one in passed_on(self.held.held(key), key)]
        back = replace(
            carried_line(line), grade=None, reason="rebased", at=self._at, quote=None, note=None, priority=None
        )
        return replace(back, evidence={}, metadata={**back.metadata, "rebase": rebase})

    def proposals(self, outcomes: Sequence[Outcome]) -> tuple[Judgment, ...]:
        """What a person must look at, each pair once, by what hangs on it. Nothing that is decided about the text of today."""
        found: dict[Pair, Judgment] = {}
        decided = {
            (line.query, line.chunk, line.text_sha256) for line in self._latest.values() if line.status == "decided"
        }
        carried = {name[:2] for name in self._drafts}
        for outcome in outcomes:
            query = outcome.stated.query
            for step in outcome.steps:
                now = text_sha256(self._corpus[step.chunk])
                if step.safe or (query, step.chunk) in carried or (query, step.chunk, now) in decided:
                    continue
                stake = max(LEAST, round(STEPS * self.held.stake(outcome.stated.key, self.reached[query]), 2))
                before = found.get((query, step.chunk))
                if before is None or (before.priority or 0.0) < stake:
                    found[query, step.chunk] = self._proposal(outcome, step, now, stake)
        return tuple(line for _, line in sorted(found.items()))

    def _proposal(self, outcome: Outcome, step: Step, now: str, stake: float) -> Judgment:
        key = outcome.stated.key
        rebase: JSON = {"from": [key[1]], "how": [step.how], "why": [step.why]}
        if outcome.answers:
            rebase["facts"] = [one.to_json() for one in passed_on(self.held.held(key, outcome.stated.facts), key)]
        return Judgment(
            query=key[0],
            chunk=step.chunk,
            grade=max((line.grade for line in outcome.stated.lines if line.grade is not None), default=None),
            status="proposed",
            source="rebase",
            by=BY,
            at=self._at,
            text_sha256=now,
            priority=stake,
            metadata={"rebase": rebase},
        )

    def merged(self) -> tuple[Draft, ...]:
        """The drafts in which several labels met."""
        return tuple(draft for _, draft in sorted(self._drafts.items()) if len(draft.origins) > 1)
