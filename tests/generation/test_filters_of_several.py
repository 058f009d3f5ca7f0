"""Filters over a question about several chunks, and over what the model saw of a long one."""

from __future__ import annotations

import pytest

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.others import answered_elsewhere
from goldkit.generation.filters.screen import screen
from goldkit.generation.filters.trip import RoundTrip
from goldkit.generation.nearby import Nearby
from goldkit.generation.questions import proposals_of
from goldkit.generation.variables import LONGEST
from goldkit.llm.find_prompt import find_prompt
from goldkit.llm.reply import Reply
from goldkit.llm.request import Request
from goldkit.records import Chunk

ONE = Chunk(id="one", text="The ticket backup runs at 02:15 each night. It is kept for 30 days.")
TWO = Chunk(id="two", text="Restoring a ticket takes Ana 4 hours. She needs the key of the vault for it.")
QUOTES = ["kept for 30 days", "takes Ana 4 hours"]
QUESTION = "How long is the backup kept, and how long does a restore take?"


def draft(question=QUESTION, quotes=QUOTES, answer="30 days, 4 hours", chunks=(ONE, TWO)):
    return Draft(
        chunks=chunks,
        style="multi",
        prompt=find_prompt("direct.v1"),
        request=Request(model="m", messages=[], schema={}),
        reply=Reply(outcome="ok", value={"question": question, "quotes": list(quotes), "answer": answer}),
    )


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, ""),
        ({"quotes": QUOTES[:1]}, "quote not in the chunk"),
        ({"quotes": QUOTES[::-1]}, "quote not in the chunk"),
        ({"answer": "30 days, 5 hours"}, "answer with an invented figure"),
        ({"question": "Restoring a ticket takes Ana 4 what?"}, "copies the chunk"),
        ({"question": "Who needs the key of the vault for what?"}, "copies the chunk"),
        ({"quotes": [QUOTES[0], "ana.m@example.org takes hours"]}, "private data"),
    ],
)
def test_each_chunk_must_hold_its_own_and_none_is_copied(changes, reason):
    found = screen(draft(**changes), Context())
    assert found.reason == reason, found.detail


def test_each_chunk_must_be_found_by_a_round_trip():
    for found, reason in [(["two", "x", "one"], ""), (["two", "x"], "not found by the round trip's retriever")]:
        trip = RoundTrip(name="r", find=lambda question, k, ids=found: ids, k=3)
        screened = screen(draft(), Context(round_trip=trip), ["quote"])
        assert screened.reason == reason
        assert screened.figures == ({} if reason else {"round trip": 3})


def test_another_chunk_that_says_what_either_says_is_proposed_beside_both():
    other = Chunk(id="three", text="Old page. Restoring a ticket takes Ana 4 hours.")
    context = Context(nearby=Nearby(lambda: iter([ONE, TWO, other])))
    screened = screen(draft(), context, ["quote", "others"])
    lines = proposals_of(draft(), screened, "2026-12-01T10:00:00Z")
    assert [(line.chunk, line.quote) for line in lines] == [
        ("one", "kept for 30 days"),
        ("two", "takes Ana 4 hours"),
        ("three", "takes Ana 4 hours"),
    ]
    assert answered_elsewhere(draft(), Context(nearby=Nearby(lambda: iter([ONE, TWO])))).others == ()


def test_only_what_the_model_saw_of_a_chunk_can_hold_its_words():
    long = Chunk(id="long", text=ONE.text + " filler" * LONGEST + " Nobody sees 99 of this.")
    seen = draft(question="For how long is a backup held?", quotes=QUOTES[:1], answer="30 days", chunks=(long,))
    assert screen(seen, Context()).reason == ""
    unseen = draft(question="Who sees it of backups?", quotes=["Nobody sees 99 of this"], answer="", chunks=(long,))
    assert screen(unseen, Context()).reason == "quote not in the chunk"
    invented = draft(question="For how long is a backup held?", quotes=QUOTES[:1], answer="99", chunks=(long,))
    assert screen(invented, Context()).reason == "answer with an invented figure"
