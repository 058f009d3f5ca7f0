"""Whatever a model says about whatever chunk, the filters give a verdict that can be written."""

from __future__ import annotations

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from goldkit.files import canonical
from goldkit.generation.draft import Draft
from goldkit.generation.filters.catalogue import FILTERS
from goldkit.generation.filters.context import Context, examples_of
from goldkit.generation.filters.judge import Judge
from goldkit.generation.filters.screen import screen
from goldkit.generation.filters.trip import RoundTrip
from goldkit.generation.nearby import Nearby
from goldkit.generation.questions import proposals_of, question_of
from goldkit.llm.find_prompt import find_prompt
from goldkit.llm.reply import Reply
from goldkit.llm.request import Request
from goldkit.records import Chunk

PROMPT = find_prompt("direct.v1")
WORDS = st.lists(
    st.sampled_from(
        [
            "the",
            "backup",
            "02:15",
            "值班",
            "人员",
            "สำรอง",
            "ข้อมูล",
            "резервная",
            "копия",
            "نسخة",
            "\u202e",
            "\x00",
            "…",
            "\n\n# ",
            "- ",
            "?",
            "e\u0301",
        ]
    ),
    max_size=12,
).map(" ".join)
TEXT = WORDS | st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
REPLY = st.fixed_dictionaries({"question": TEXT, "quote": TEXT, "answer": TEXT})


def ask(request):
    passage = request.messages[-1]["content"]
    return Reply(outcome="ok", value={"answers": "fully", "quote": passage[-40:-12]})


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(REPLY, st.lists(TEXT, min_size=1, max_size=4))
@example({"question": "?" * 1000, "quote": "", "answer": ""}, ["", ""])
@example({"question": "值" * 200, "quote": "值班人员", "answer": "值"}, ["值班人员每周清洗一次。" * 3] * 4)
def test_any_reply_about_any_chunk(value, texts):
    chunks = [Chunk(id=f"c{at}", text=text) for at, text in enumerate(texts)]
    nearby = Nearby(lambda: iter(chunks))
    context = Context(
        examples=examples_of([PROMPT]),
        nearby=nearby,
        judge=Judge(prompt=find_prompt("answers"), model="m", ask=ask),
        judged=2,
        round_trip=RoundTrip(name="bm25", find=nearby.best, k=2),
    )
    draft = Draft(
        chunks=(chunks[0],),
        style="direct",
        prompt=PROMPT,
        request=Request(model="m", messages=[], schema={}),
        reply=Reply(outcome="ok", value=value),
    )
    for names in (FILTERS, ["others"], ["unanswered"]):
        found = screen(draft, context, names)
        assert canonical.encode([question_of(draft, found, 7), *proposals_of(draft, found, "2026-12-01T10:00:00Z")])
        assert canonical.encode([found.reason, found.detail, found.figures])
        assert all(other.quote in other.chunk.text and other.chunk.id != "c0" for other in found.others)
        assert len({other.chunk.id for other in found.others}) == len(found.others)
