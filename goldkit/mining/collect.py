"""Interactions merged into questions, with the evidence each batch holds about each chunk."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field

from goldkit.files.names import name_of
from goldkit.logs.interactions import Interaction, Place
from goldkit.logs.log_file import LogFile
from goldkit.mining.asks import Asks
from goldkit.mining.clicks_by_rank import ClicksByRank
from goldkit.mining.distinct import Distinct
from goldkit.mining.evidence_table import EvidenceTable
from goldkit.mining.followups import Turn, Turns
from goldkit.mining.logged import LoggedTexts
from goldkit.mining.negatives import Attempt, Reformulations, skipped
from goldkit.mining.seen import Seen
from goldkit.mining.waiting import WaitingQuestions
from goldkit.results.match import less_sure
from goldkit.store.moments import time_of
from goldkit.text.normalise import query_id, question_key

TAKEN = {"click": "clicked", "copy": "copied"}
"""The kind of a click → the evidence it is."""

LATELY = 20_000
"""Questions whose id is remembered: finding it anew takes a normalisation and a hash."""


@dataclass(slots=True)
class Asked:
    """One question, however often it was asked. file, line, record: where it was met first.

    text: as it was met first. texts: as asked, where counted → how often. batches: batch → how often. first, last: when.
    evidence: (batch, chunk) → evidence. supporters: (batch, chunk) → the sessions that took it up or whose answer cites or quotes
    it. matched: chunk found by its text → the least sure way in which it was. merged: texts of other wordings merged into this one.
    ranks: what was shown and clicked where, of logs that tell of clicks. asked_as: follow-ups that the log rewrote to this text.
    asks: by whom and how fast.
    """

    text: str
    context: str | None
    reader: str
    file: str
    line: int
    record: str
    texts: Counter[str] = field(default_factory=Counter)
    batches: Counter[str] = field(default_factory=Counter)
    first: str | None = None
    last: str | None = None
    sessions: Distinct = field(default_factory=Distinct)
    conversations: Distinct = field(default_factory=Distinct)
    evidence: EvidenceTable = field(default_factory=EvidenceTable)
    supporters: dict[tuple[str, str], Distinct] = field(default_factory=dict)
    matched: dict[str, str] = field(default_factory=dict)
    merged: set[str] = field(default_factory=set)
    ranks: ClicksByRank | None = None
    asked_as: set[str] = field(default_factory=set)
    asks: Asks = field(default_factory=Asks)

    @property
    def main_text(self) -> str:
        """The most frequent spelling, the first in order among equals; as it was met first where nothing was counted."""
        return min(self.texts, key=lambda text: (-self.texts[text], text), default=self.text)

    @property
    def most(self) -> int:
        """How often the most frequent spelling was asked."""
        return max(self.texts.values(), default=0)

    def count(self, batch: str, chunk: str, kind: str, more: float = 1) -> None:
        """So much more of a kind of evidence about a chunk."""
        self.evidence.count(batch, chunk, kind, more)

    def support(self, batch: str, chunk: str, kind: str, session: str | None) -> None:
        """One more of a kind of evidence for a chunk, from a session where the log tells which."""
        self.count(batch, chunk, kind)
        if session is None:
            return
        sessions = self.supporters.get((batch, chunk))
        if sessions is None:
            sessions = self.supporters[batch, sys.intern(chunk)] = Distinct()
        sessions.add(session)

    def when(self, time: str) -> None:
        """It was asked at a time."""
        self.first = time if self.first is None else min(self.first, time)
        self.last = time if self.last is None else max(self.last, time)


class Collector:
    """Takes interactions one after another; each part of a record is counted once.

    ids: question key → the id of the query that is there already. questions: query id → question. fresh: batch → interactions
    counted. repeated: interactions of new files that were counted before. texts: chunk → its text, where a log has it.
    alone: whether all that is counted is of one session, or of none. clicks: whether any question has ranks.
    """

    def __init__(self, seen: Seen, known_batches: frozenset[str], ids: Mapping[str, str]) -> None:
        self.questions: MutableMapping[str, Asked] = WaitingQuestions()
        self.clicks = False
        self.texts = LoggedTexts()
        self.alone = True
        self._session: str | None = None
        self.fresh: Counter[str] = Counter()
        self.repeated = 0
        self._seen, self._known, self._ids = seen, known_batches, ids
        self._names: dict[tuple[str, str | None], str] = {}
        self._turns = Turns()
        self._reformulations = Reformulations()

    def add(self, one: Interaction, reader: str, files: Sequence[LogFile], clicks: bool = False) -> None:
        """Count an interaction; its parts that stand in another file count for that file's batch.

        clicks: whether the log tells of clicks, so that a result without one was not clicked.
        """
        turn = self._turns.turn(one)
        name = self._name(turn.text, turn.context)
        file = files[one.place.file]
        asked = self.questions.get(name)
        if asked is None:
            asked = Asked(turn.text, turn.context, reader, name_of(file.path), one.place.line, one.record)
        home = file.batch
        counted = {home: self._new(home, reader, one.record, one.query, "asked")}
        if counted[home]:
            self.fresh[home] += 1
            self._ask(asked, one, turn, home)
        elif home not in self._known:
            self.repeated += 1
        show, keep = asked.evidence.show, self.texts.add
        for shown in one.shown:
            chunk = shown.chunk
            if chunk is None:
                continue
            batch = home if shown.place is None else files[shown.place.file].batch
            if batch not in counted:
                counted[batch] = self._new(batch, reader, one.record, one.query, "shown")
            if counted[batch]:
                show(batch, chunk, shown.rank)
            if shown.matched is not None:
                asked.matched[chunk] = less_sure(shown.matched, asked.matched.get(chunk))
            elif shown.text is not None:
                keep(chunk, shown.text)
        clicked = self._react(asked, one, reader, files)
        if clicks and counted[home]:
            asked.ranks = asked.ranks or ClicksByRank()
            asked.ranks.add(one, clicked)
            self.clicks = True
        self.questions[name] = asked
        self._look_back(name, one, reader, home)

    def _name(self, text: str, context: str | None) -> str:
        """The id of a question: the one it has already, or one made from it. Those of late are remembered."""
        name = self._names.get((text, context))
        if name is None:
            name = self._ids.get(question_key(text, context)) or query_id(text, context)
            if len(self._names) >= LATELY:
                self._names.clear()
            self._names[text, context] = name
        return name

    def _ask(self, asked: Asked, one: Interaction, turn: Turn, batch: str) -> None:
        session, supporter = one.session or one.user, _session(one)
        self.alone = self.alone and session in (None, self._session or session)
        self._session = self._session or session
        asked.asks.add(batch, session, one.time)
        asked.texts[turn.text] += 1
        if turn.asked_as:
            asked.asked_as.add(turn.asked_as)
        asked.batches[batch] += 1
        if one.time:
            asked.when(one.time)
        if session:
            asked.sessions.add(session)
        if one.conversation:
            asked.conversations.add(one.conversation)
        for chunk in one.cited:
            asked.support(batch, chunk, "cited", supporter)
        for chunk in one.quoted:
            asked.support(batch, chunk, "quoted", supporter)

    def _react(self, asked: Asked, one: Interaction, reader: str, files: Sequence[LogFile]) -> list[tuple[str, str]]:
        """What the user did; returns the (chunk, batch) of the clicks that are counted.

        A verdict on the answer goes to the chunks it cites, to all that were shown where it cites none.
        """
        home = files[one.place.file].batch
        clicked = []
        for click in one.clicked:
            batch = _batch(click.place, home, files)
            kind = TAKEN[click.kind]
            if self._new(batch, reader, one.record, one.query, kind, click.chunk):
                asked.support(batch, click.chunk, kind, _session(one))
                clicked += [(click.chunk, batch)] if click.kind == "click" else []
                if click.dwell is not None:
                    asked.count(batch, click.chunk, "dwell_clicks")
                    asked.count(batch, click.chunk, "dwell_seconds", round(click.dwell))
        lowest, above = skipped(one) or (None, ())
        for chunk in above:
            batch = _batch(lowest.place if lowest else None, home, files)
            if self._new(batch, reader, one.record, one.query, "skipped", chunk):
                asked.count(batch, chunk, "skipped")
        if one.rating is not None:
            batch = _batch(one.rating.place, home, files)
            if self._new(batch, reader, one.record, one.query, "rated"):
                for chunk in one.used:
                    asked.count(batch, chunk, "answer_thumbs_up" if one.rating.up else "answer_thumbs_down")
        return clicked

    def _look_back(self, name: str, one: Interaction, reader: str, home: str) -> None:
        """Where this question puts an earlier one anew, or a later one met before puts this one anew: count it, once."""
        session, time = _session(one), time_of(one.time or "")
        if session is None or time is None:
            return
        attempt = Attempt(time, one.query, reader, one.record, name, home, one.used)
        old = self._reformulations.given_up(session, attempt)
        if old is not None and self._new(old.batch, old.reader, old.record, old.text, "reformulated"):
            asked = self.questions[old.query]
            for chunk in old.chunks:
                asked.count(old.batch, chunk, "reformulated")
            self.questions[old.query] = asked

    def _new(self, batch: str, *parts: str) -> bool:
        return batch not in self._known and self._seen.new(batch, *parts)


def _batch(place: Place | None, home: str, files: Sequence[LogFile]) -> str:
    return home if place is None else files[place.file].batch


def _session(one: Interaction) -> str | None:
    """Who asked, as narrowly as the log tells."""
    return one.session or one.conversation or one.user
