"""What mining remembers of a log takes bounded memory, and gives what unbounded memory would."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.logs.interactions import Interaction, Place
from goldkit.mining import followups
from goldkit.mining.distinct import MOST, Distinct
from goldkit.mining.evidence_table import EvidenceTable
from goldkit.mining.followups import Turns
from goldkit.mining.logged import LoggedTexts

PAIR = st.tuples(st.sampled_from(["b1", "b2"]), st.sampled_from("xyz"))
STEPS = st.lists(
    st.tuples(PAIR, st.none() | st.integers(1, 9)) | st.tuples(PAIR, st.sampled_from(["clicked", "cited"])), max_size=30
)


def distinct(texts: Any) -> Distinct:
    found = Distinct()
    for text in texts:
        found.add(text)
    return found


@given(st.lists(st.text(max_size=3)), st.lists(st.text(max_size=3)))
def test_few_sessions_are_counted_exactly(some: list[str], others: list[str]) -> None:
    one = distinct(some)
    one.update(distinct(others))
    assert len(one) == len({*some, *others})
    assert list(one) == list(distinct(sorted({*some, *others})))


def test_many_sessions_are_estimated_from_a_sample_that_does_not_depend_on_the_order() -> None:
    names = [f"s{number}" for number in range(20_000)]
    forwards, backwards = distinct(names), distinct([*reversed(names), *names])
    assert list(forwards) == list(backwards)
    assert len(list(forwards)) == MOST
    assert len(forwards) == len(backwards) != 20_000
    assert abs(len(forwards) - 20_000) < 0.12 * 20_000
    halves = distinct(names[:10_000])
    halves.update(distinct(names[10_000:]))
    assert len(halves) == len(forwards)


@given(STEPS)
def test_evidence_counts_as_plain_dictionaries_do(steps: list[tuple[tuple[str, str], Any]]) -> None:
    table, plain = EvidenceTable(), {}
    for (batch, chunk), step in steps:
        counts = plain.setdefault((batch, chunk), {})
        if isinstance(step, str):
            table.count(batch, chunk, step)
            counts[step] = counts.get(step, 0) + 1
        else:
            table.show(batch, chunk, step)
            counts["shown"] = counts.get("shown", 0) + 1
            if step is not None:
                counts["best_rank"] = min(step, counts.get("best_rank", step))
    assert dict(table) == plain
    copy = EvidenceTable()
    copy.update(table)
    assert dict(copy) == plain
    for pair in list(copy):
        copy.pop(pair)["clicked"] = 7
    assert (len(copy), dict(table)) == (0, plain)


@given(st.lists(st.tuples(st.sampled_from("abcé\ud800"), st.text(st.characters(), max_size=40))), st.integers(1, 200))
def test_texts_of_the_log_are_kept_as_first_met(shown: list[tuple[str, str]], memory: int) -> None:
    texts, plain = LoggedTexts(memory), {}
    for chunk, text in shown:
        texts.add(chunk, text)
        plain.setdefault(chunk, text)
    assert {chunk: texts.get(chunk) for chunk in texts} == plain
    assert list(texts) == list(plain)
    assert (len(texts), "a" in texts, texts.get("none")) == (len(plain), "a" in plain, None)


def test_the_conversation_that_was_silent_longest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(followups, "CONVERSATIONS", 2)
    turns = Turns()

    def asked(conversation: str, query: str) -> str | None:
        return turns.turn(Interaction(record="r", query=query, place=Place(0, 1), conversation=conversation)).context

    for conversation in "abac":
        asked(conversation, f"why {conversation}?")
    assert asked("b", "and for us?") is None
    assert asked("c", "and for us?") == "why c?"
