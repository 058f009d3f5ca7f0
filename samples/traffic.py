"""Who asked what, when, and what the old retriever showed: the events that `logs.py` writes in three formats.

The old retriever is `record.dense_retriever` with some noise: an index of its time, rebuilt now and then, in
which a few chunks lived that are gone today. Users click, cite and vote for what helps them, mostly.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SEED = 20261201
SHOWN = 8
START = dt.datetime(2026, 10, 5, 7, 0, tzinfo=dt.UTC)
DAYS = 54
REINDEXED = dt.datetime(2026, 11, 9, tzinfo=dt.UTC)
"""Until this day the old retriever knew sections that stand in both editions only as they were last year."""
VANISHED = ["ops/2024/transfers.md#3", "ops/2024/tape.md#2", "ops/cron.md#1", "howto/afs.md#4"]
"""Chunks of pages that were removed before the handbook of today."""
SHARES = {"ubi": 0.38, "assistant": 0.32, "helpdesk": 0.30}
REPEATS = {"exact": (1, 2), "vague": (1, 2), "ordinary": (1, 3), "unanswerable": (1, 2), "junk": (1, 3)}


@dataclass
class Event:
    """One question as it was asked once."""

    text: str
    kind: str
    user: str
    conversation: str
    at: dt.datetime
    shown: list[tuple[str, float]]
    helps: dict[str, int]
    used: list[str] = field(default_factory=list)
    """The shown chunks that the user clicked or that the answer cites, in rank order."""


def disturb(text: str, random_: random.Random) -> str:
    """Write a question as people type it: other case, other punctuation, a slip of the finger."""
    way = random_.random()
    if way < 0.55:
        return text
    if way < 0.68:
        return text.lower() if text[:1].isupper() else text[:1].upper() + text[1:]
    if way < 0.80:
        return text[:-1] if text.endswith("?") else text + "?"
    if way < 0.88:
        return "  " + text.replace(" ", "  ", 1)
    if way < 0.92:
        return text + " ??"
    words = text.split(" ")
    long = [i for i, word in enumerate(words) if len(word) > 4 and word.isalpha()]
    if long:
        i = random_.choice(long)
        words[i] = words[i][:2] + words[i][3] + words[i][2] + words[i][4:]
    return " ".join(words)


def shown_by(
    retrieve: Callable[[str], list[tuple[str, float]]], text: str, hidden: Collection[str], random_: random.Random
) -> list[tuple[str, float]]:
    """Return what the old retriever showed: the dense scores with noise, and now and then a chunk of yesterday."""
    noisy = [(chunk, score + random_.gauss(0, 0.02)) for chunk, score in retrieve(text)[:60] if chunk not in hidden]
    noisy.sort(key=lambda pair: (-pair[1], pair[0]))
    shown = [(chunk, round(score, 4)) for chunk, score in noisy[:SHOWN]]
    if random_.random() < 0.06:
        slot = random_.randrange(2, SHOWN)
        shown[slot] = (random_.choice(VANISHED), shown[slot][1])
    return shown


def used_of(event: Event, random_: random.Random) -> list[str]:
    """Choose what a user takes from a list: mostly what answers, sometimes what only stands high."""
    used = []
    for rank, (chunk, _) in enumerate(event.shown, start=1):
        chance = {3: 0.85, 2: 0.6, 1: 0.2}.get(event.helps.get(chunk, 0), 0.12 / rank)
        if event.kind != "junk" and random_.random() < chance:
            used.append(chunk)
    return used[:3]


def moment(random_: random.Random) -> dt.datetime:
    """Choose a time: shifts run around the clock, most questions come on working days by day."""
    while True:
        at = START + dt.timedelta(days=random_.randrange(DAYS), seconds=random_.randrange(14 * 3600))
        if at.weekday() < 5 or random_.random() < 0.3:
            return at + dt.timedelta(milliseconds=random_.randrange(1000))


class Traffic:
    """All events of one seed, by log. newer: the sections of today's edition that last year's has too."""

    def __init__(
        self,
        questions: list[dict[str, Any]],
        newer: Collection[str],
        retrieve: Callable[[str], list[tuple[str, float]]],
    ) -> None:
        self.newer = newer
        self.random = random.Random(SEED)
        self.retrieve = retrieve
        self.users = [f"u{number:02d}" for number in range(1, 32)]
        self.by_text = {question["text"]: question for question in questions}
        self.events: dict[str, list[Event]] = {name: [] for name in SHARES}
        for question in questions:
            if question["kind"] == "followup":
                self._follow_up(question)
            else:
                self._repeat(question)
        for events in self.events.values():
            events.sort(key=lambda event: event.at)

    def _event(self, question: dict[str, Any], text: str, user: str, conversation: str, at: dt.datetime) -> Event:
        hidden = self.newer if at < REINDEXED else ()
        shown = shown_by(self.retrieve, text, hidden, self.random)
        event = Event(text, question["kind"], user, conversation, at, shown, question["relevant"])
        event.used = used_of(event, self.random)
        return event

    def _name(self) -> str:
        return f"{self.random.getrandbits(40):010x}"

    def _repeat(self, question: dict[str, Any]) -> None:
        """Ask one question as often as its kind is asked, in whichever log."""
        low, high = REPEATS[question["kind"]]
        for turn in range(self.random.randint(low, high)):
            log = self.random.choices(list(SHARES), list(SHARES.values()))[0]
            text = question["text"] if turn == 0 else disturb(question["text"], self.random)
            self.events[log].append(
                self._event(question, text, self.random.choice(self.users), self._name(), moment(self.random))
            )

    def _follow_up(self, question: dict[str, Any]) -> None:
        """Ask the question before, then the follow-up a minute later in the same conversation."""
        log = self.random.choice(["assistant", "helpdesk"])
        first = self.by_text.get(question["context"])
        opener = first or {"text": question["context"], "kind": "ordinary", "relevant": question["relevant"]}
        user, conversation, at = self.random.choice(self.users), self._name(), moment(self.random)
        self.events[log].append(self._event(opener, opener["text"], user, conversation, at))
        later = at + dt.timedelta(seconds=self.random.randrange(25, 90))
        self.events[log].append(self._event(question, question["text"], user, conversation, later))

    def best_ranks(self) -> Iterator[tuple[str, str, int]]:
        """Yield (question text as typed, chunk, rank) of everything shown."""
        for events in self.events.values():
            for event in events:
                for rank, (chunk, _) in enumerate(event.shown, start=1):
                    yield event.text, chunk, rank
