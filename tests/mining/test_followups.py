"""Follow-ups: recognised, kept apart by the turn before, or replaced by what the log rewrote them to."""

from __future__ import annotations

import pytest

from goldkit.logs.interactions import Interaction, Place
from goldkit.mining import followups
from goldkit.mining.followups import Turn, Turns
from goldkit.mining.mine import mine
from goldkit.mining.options import MineOptions
from goldkit.text.leaning import leans

MAP = {"query": "q", "chunks": "docs", "id": "id", "conversation": "c"}


@pytest.mark.parametrize(
    "text",
    [
        "and for the other site?",
        "What about T2?",
        "why?",
        "How come?!",
        "does it retry",
        "how does it work?",
        "what is that",
        "who signs that?",
        "is that counted against them",
        "can I make it longer",
        "what if it still fails",
        "same for KLN-3102?",
        "und am anderen Standort?",
        "et pour l'autre site ?",
        "¿y para el otro sitio?"[1:],
        "а на другом сайте?",
        "では、もう一つのサイトは？",
        "なぜ？",
        "那另一个站点呢？",
        "which one?",
    ],
)
def test_what_needs_the_turn_before(text):
    assert leans(text)


@pytest.mark.parametrize(
    "text",
    [
        "android builds",
        "orphaned files",
        "is it safe to restart a mover",
        "is it bad when the colour is missing",
        "it gets too hot in the room",
        "what does this mean: XFR-1042",
        "why do transfers stall",
        "why is the tape slow",
        "how long does it take to stage 10 TB",
        "y axis label",
        "etcd is down",
        "undo a deletion",
        "and " * 13,
        "",
        "?",
        "なぜ転送が止まるのですか",
        "who is behind T1_AX_Harbour?",
    ],
)
def test_what_stands_alone(text):
    assert not leans(text)


def asked(query: str, conversation: str = "c", **more) -> Interaction:
    return Interaction(record="1", query=query, place=Place(0, 1), conversation=conversation, **more)


def test_a_rewritten_follow_up_is_the_question_and_what_was_typed_is_kept_beside_it(mill, monkeypatch):
    rewriting = {"and for the other site?": "what is the quota at South?", "What is the quota at North?": "quota North"}
    monkeypatch.setattr("goldkit.logs.mapped.Interaction", _rewriting(rewriting))
    rows = [
        {"q": "What is the quota at North?", "docs": ["a"], "c": "x", "id": 1},
        {"q": "and for the other site?", "docs": ["b"], "c": "x", "id": 2},
        {"q": "what is the quota at South", "docs": ["b"], "c": "y", "id": 3},
    ]
    result = mill.mine(mill.write("log.jsonl", *rows), mapping=MAP)
    found = {query.text: query for query in mill.golden.queries()}
    assert set(found) == {"What is the quota at North?", "what is the quota at South"}, (
        "who asks plainly keeps the words"
    )
    south = found["what is the quota at South"]
    assert (south.weight, south.context, south.variants) == (2.0, None, ("what is the quota at South?",))
    assert south.metadata["asked_as"] == ["and for the other site?"] and "followup" not in south.metadata
    assert (result.followups, result.rewritten) == (0, 1)
    before = mill.digest()
    mill.mine(mill.write("log.jsonl", *rows), mapping=MAP)
    assert mill.digest() == before


def _rewriting(texts):
    return lambda **fields: Interaction(**(fields | {"rewritten": texts.get(fields["query"])}))


@pytest.mark.parametrize(
    "rewritten", [None, "", " ", "And for the other site", "and there?", "A passage made up for searching. " * 20]
)
def test_a_rewriting_that_does_not_stand_alone_is_no_question(rewritten):
    turns = Turns()
    turns.turn(asked("What is the quota at North?"))
    found = turns.turn(asked("and for the other site?", rewritten=rewritten))
    assert found == Turn("and for the other site?", "What is the quota at North?")


def test_follow_ups_without_their_turn_are_counted_and_marked(mill):
    result = mine(
        [mill.write("log.jsonl", {"q": "why is that?", "docs": ["a"]}, {"q": "why is the tape slow", "docs": ["a"]})],
        _nothing(),
        MineOptions(mapping=MAP),
        at="2026-12-01T10:00:00Z",
        salt=lambda: "s",
    )
    marked = {query.text: query.metadata.get("followup") for query in result.queries}
    assert marked == {"why is that?": True, "why is the tape slow": None}
    assert result.followups == 1 and result.to_dict()["followups"] == 1


def _nothing():
    from goldkit.mining.known import Known

    return Known()


def test_the_same_follow_up_after_two_questions_is_two_and_counts_each(mill):
    for place, site in enumerate(["North", "South", "South"]):
        rows = [{"q": f"What is the quota at {site}?", "c": place}, {"q": "and for tapes?", "c": place, "docs": ["a"]}]
        mill.mine(mill.write(f"{place}.jsonl", *rows), mapping=MAP)
    found = {query.context: query.weight for query in mill.golden.queries() if query.context}
    assert found == {"What is the quota at North?": 1.0, "What is the quota at South?": 2.0}


def test_only_so_many_conversations_are_remembered(monkeypatch):
    monkeypatch.setattr(followups, "CONVERSATIONS", 2)
    turns = Turns()
    for name in "abc":
        turns.turn(asked(f"what is {name}", name))
    turns.turn(asked("and then?", "b"))
    assert turns.turn(asked("and then?", "a")).context is None, "the one that was silent longest is forgotten"
    assert turns.turn(asked("why?", "b")).context == "and then?"
    assert len(turns._last) == 2


@pytest.mark.parametrize("conversation", ["c", None])
def test_in_a_conversation_that_branches_the_turn_before_is_that_of_its_branch(conversation: str | None) -> None:
    turns = Turns()
    place = Place(0, 1)
    turns.turn(Interaction(record="1", query="why do jobs idle?", place=place, conversation=conversation))
    turns.turn(Interaction(record="2", query="where are the logs?", place=place, conversation=conversation))
    edited = Interaction(
        record="3", query="and at X?", place=place, conversation=conversation, previous="why do jobs idle?"
    )
    assert turns.turn(edited).context == "why do jobs idle?"
