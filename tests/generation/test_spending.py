"""What a run is said to have taken, by style, and what came in when it was over already."""

from goldkit.generation.draft import Draft
from goldkit.generation.examine import Outcome
from goldkit.generation.filters.screen import Screened
from goldkit.generation.plan import plan_generation
from goldkit.generation.requests import request
from goldkit.generation.slot import Slot
from goldkit.llm.reply import Reply, Usage
from goldkit.llm.spending import Spending, late
from goldkit.records import Chunk

USAGE = Usage(100, 20)


def outcome(reply, *judged):
    slot = Slot((Chunk(id="c", text="A valve."),), plan_generation([], ["direct"]).prompts[0], 0)
    draft = Draft(chunks=slot.chunks, style="direct", prompt=slot.prompt, request=request(slot, 0, "m"), reply=reply)
    return Outcome(slot, draft, Screened(replies=judged) if judged else None)


def test_failed_tries_are_counted_and_a_request_that_was_stopped_is_no_reply():
    spending = Spending()
    for reply in (
        Reply(outcome="ok", usage=USAGE, failed=2),
        Reply(outcome="http_500", failed=4),
        Reply(outcome="stopped", failed=1),
        Reply(outcome="stopped"),
    ):
        spending.add("direct", reply)
    (usage,) = spending.usages
    assert (usage.failed, usage.calls, usage.paid_prompt_tokens) == (7, 2, 100)


def test_replies_that_came_too_late_are_those_that_were_paid_for():
    outcomes = [
        outcome(Reply(outcome="ok", usage=USAGE), Reply(outcome="ok", usage=USAGE)),
        outcome(Reply(outcome="ok", usage=USAGE, replayed=True)),
        outcome(Reply(outcome="timeout", failed=4)),
        outcome(Reply(outcome="stopped")),
    ]
    found = late(reply for one in outcomes for reply in one.replies)
    assert (found.calls, found.replayed, found.failed, found.paid_prompt_tokens) == (2, 0, 4, 200)
    assert late([]).calls == 0
