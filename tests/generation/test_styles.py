"""Each of goldkit's styles, from the prompt to the records, with a model that answers as it should and one that does not."""

import json
from dataclasses import replace

import pytest

from goldkit.generation.filters.prepare import judge_of, prepare
from goldkit.generation.generate import generate
from goldkit.generation.nearby import Nearby
from goldkit.generation.plan import estimate, plan_generation
from goldkit.generation.related import Related
from goldkit.llm.find_prompt import available
from goldkit.llm.tokens import prompt_tokens
from goldkit.records import Chunk
from goldkit.sets.enroll import enroll
from goldkit.sets.golden import read_golden
from goldkit.store.golden import GoldenDirectory
from goldkit.text.normalise import query_id
from goldkit.text.wording import near_identical

AT = "2026-12-01T10:00:00Z"
CODES = [
    Chunk(
        id=f"codes#{at}",
        doc_id=f"d{at}",
        text=f"The mover stops with XFR-10{at:02d} when buffer {name} is full. Wait for it.",
    )
    for at, name in enumerate(["alder", "birch", "cedar", "dogwood"])
]
PLAIN = Chunk(id="plain", text="The canteen opens at noon and closes when the soup is gone.")


def reply(**fields):
    return json.dumps(fields)


def run(fake, style, answer, chunks, n=1, **more):
    model = fake(lambda passage, _: answer(passage))
    return generate(plan_generation(chunks, [style], seed=1), n, model, at=AT, **more), model


def test_all_styles_are_found_and_fit_what_generating_knows():
    plan = plan_generation([], ["all"])
    names = [prompt.name for prompt in plan.prompts]
    assert names == ["direct", "exact", "followup", "keyword", "multi", "typo", "unanswerable", "vague"]
    assert set(available()) - set(names) == {"answers", "judge"}
    assert [prompt.name for prompt in plan_generation([]).prompts] == ["direct", "vague"]


def test_exact_asks_only_chunks_with_an_identifier_and_by_that_identifier(fake):
    def answer(passage):
        code = next(word for word in passage.split() if word.startswith("XFR"))
        return reply(quote="Wait for it.", question=f"what to do about {code} on the mover", answer="Wait.")

    result, model = run(fake, "exact", answer, [*CODES, PLAIN], n=4)
    assert result.short == 0
    assert {asked.about for asked in model.asked} == {chunk.id for chunk in CODES}
    assert all("<identifiers>XFR-10" in asked.messages[-1]["content"] for asked in model.asked)
    assert {query.tags for query in result.queries} == {("exact",)}


@pytest.mark.parametrize(
    "question", ["what does the mover do when a buffer is full", "why does XFR-2000 stop the mover"]
)
def test_exact_without_an_identifier_of_the_chunk_is_rejected(fake, question):
    result, _ = run(fake, "exact", lambda passage: reply(quote="Wait for it.", question=question, answer=""), CODES)
    assert set(result.rejected) == {"no identifier of the chunk"}


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        ("canteen soup closing", True),
        ("canteen hours", True),
        ("When does the canteen close?", False),
        ("how the canteen closes", False),
        ("the soup of the canteen is gone when it closes", False),
    ],
)
def test_keyword_is_a_few_words_and_no_sentence(fake, query, fits):
    answer = reply(quote="closes when the soup is gone", question=query, answer="")
    result, _ = run(fake, "keyword", lambda passage: answer, [PLAIN])
    assert (result.short == 0) is fits
    assert fits or set(result.rejected) == {"a sentence, not keywords"}


def test_typo_has_slips_its_answer_and_its_clean_wording(fake):
    clean = "when does the canteen close in the afternoon"
    answer = reply(quote="closes when the soup is gone", question=clean, answer="When the soup is gone.")
    result, _ = run(fake, "typo", lambda passage: answer, [PLAIN])
    (query,), (judgment,) = result.queries, result.judgments
    assert query.text != clean and not near_identical(query.text, clean)
    assert query.id == query_id(query.text) == judgment.query
    assert (query.generator["clean"], query.generator["rewrite"]) == (clean, "typo")
    assert (query.answer, judgment.quote) == ("When the soup is gone.", "closes when the soup is gone")


def test_a_question_that_no_slip_fits_is_rejected(fake):
    chunk = Chunk(id="ja", text="磁带驱动器每周清洗一次，由值班人员负责。")
    answer = reply(quote="由值班人员负责", question="谁来清洗驱动器", answer="")
    result, _ = run(fake, "typo", lambda passage: answer, [chunk])
    assert set(result.rejected) == {"cannot be rewritten"}


PUMPS = [
    Chunk(id="grease", doc_id="a", text="The Brindle pumps are greased every 400 hours, with lithium grease only."),
    Chunk(
        id="seals", doc_id="b", text="The Brindle pumps stop at 1,200 hours, until a fitter has changed their seals."
    ),
    Chunk(id="soup", doc_id="c", text="The canteen serves soup at noon, and bread for those who come late."),
    Chunk(id="bikes", doc_id="d", text="Bicycles are left behind the workshop, never in front of a fire door."),
]


def both(passage):
    return reply(
        quotes=["greased every 400 hours", "stop at 1,200 hours"]
        if passage.index("greased") < passage.index("fitter")
        else ["stop at 1,200 hours", "greased every 400 hours"],
        question="How often is a Brindle greased before its seals are due?",
        answer="Three times.",
    )


def test_multi_asks_about_related_chunks_and_proposes_each_with_its_own_quote(fake):
    result, model = run(fake, "multi", both, PUMPS)
    (query,) = result.queries
    assert sorted(query.generator["chunks"]) == ["grease", "seals"]
    assert len(query.generator["text_sha256"]) == 2
    assert {(line.chunk, line.quote) for line in result.judgments} == {
        ("grease", "greased every 400 hours"),
        ("seals", "stop at 1,200 hours"),
    }
    assert {asked.about for asked in model.asked} <= {"grease, seals", "seals, grease"}
    assert model.asked[0].messages[-1]["content"].count("</passage>") == 2


@pytest.mark.parametrize(("style", "chunks"), [("multi", PUMPS), ("exact", [PLAIN, *CODES])])
def test_a_dry_run_counts_what_a_style_sends(fake, style, chunks):
    (guess,) = estimate(plan_generation(chunks, [style], seed=1), 1).styles
    _, model = run(fake, style, lambda _: "{}", chunks)
    assert guess.least_prompt_tokens == round(prompt_tokens(model.asked[0])) > 100


def test_a_dry_run_of_a_style_that_nothing_fits_counts_the_chunk_alone():
    (guess,) = estimate(plan_generation([PLAIN], ["multi"], seed=1), 1).styles
    assert guess.least_prompt_tokens > 100


def test_multi_is_two_facts_once_confirmed(fake, tmp_path):
    result, _ = run(fake, "multi", both, PUMPS)
    golden = GoldenDirectory(tmp_path / "golden")
    golden.create()
    decided = [replace(line, status="decided", source="human", by="ana") for line in result.judgments]
    enroll(golden, list(result.queries), [*result.judgments, *decided], result.chunks)
    facts = read_golden(golden).facts(next(iter(result.queries)).id)
    assert [fact.any for fact in facts] == [("grease",), ("seals",)]


@pytest.mark.parametrize(
    ("verdict", "reason"), [("no", None), ("fully", "a chunk answers it"), ("?", "a chunk answers it")]
)
def test_unanswerable_is_kept_only_when_the_model_finds_no_answer(fake, verdict, reason):
    def answer(passage, style):
        if style == "answers":
            return reply(quote="" if verdict == "no" else "The canteen", answers=verdict)
        return reply(missing="prices", question="What does soup at the canteen cost?")

    model = fake(answer)
    plan = plan_generation([PLAIN], ["unanswerable"], seed=1)
    context = prepare(plan, Nearby(lambda: [PLAIN, *CODES, *PUMPS]), judge_of(model, 1))
    result = generate(plan, 1, model, at=AT, context=context)
    if reason:
        assert set(result.rejected) == {reason}
        return
    (query,) = result.queries
    assert (query.answerable, query.answer, query.generator["chunks"]) == ("no", None, ["plain"])
    said = [(line.chunk, line.grade, line.status) for line in result.judgments]
    assert (said, [chunk.id for chunk in result.chunks]) == ([("plain", 0, "proposed")], ["plain"])
    assert query.generator["filters"]["judged"] >= 2


def test_unanswerable_without_a_look_at_the_corpus_is_not_kept(fake):
    result, _ = run(
        fake, "unanswerable", lambda passage: reply(missing="x", question="What does soup cost there?"), [PLAIN]
    )
    assert set(result.rejected) == {"a chunk answers it"}


def test_multi_without_a_quote_for_each_chunk_is_rejected(fake):
    one = reply(quotes=["greased every 400 hours"], question="How often is a Brindle greased before seals?", answer="")
    result, _ = run(fake, "multi", lambda passage: one, PUMPS)
    assert set(result.rejected) == {"quote not in the chunk"}


def test_multi_whose_quote_stands_in_both_chunks_takes_one_only(fake):
    chunks = [
        Chunk(id="a", text="The Brindle pumps hum. Grease is kept in locker nine beside the lathe."),
        Chunk(
            id="b", text="The Brindle valves leak. Grease is kept in locker nine; ask the fitter for a key of the hall."
        ),
    ]
    same = reply(quotes=["kept in locker nine"] * 2, question="Where is grease for a Brindle found?", answer="")
    result, model = run(fake, "multi", lambda passage: same, chunks)
    assert model.asked and set(result.rejected) == {"one chunk is enough"}


def test_related_chunks_share_what_few_have_and_are_no_copies():
    copy = Chunk(id="copy", text="The Brindle pumps are greased every 500 hours, with lithium grease only.")
    related = Related([*PUMPS, copy])
    assert [chunk.id for chunk in related.group(PUMPS[0], 2, 3)] == ["grease", "seals"]
    assert related.group(PUMPS[1], 2, 2) == ()  # the same two as before
    assert related.group(PUMPS[2], 2, 3) == ()
    assert related.group(Chunk(id="strange", text="The Brindle pumps"), 2, 3) == ()


def test_related_chunks_in_scripts_without_spaces():
    chunks = [
        Chunk(id="a", text="磁带驱动器每周清洗一次，由值班人员负责。"),
        Chunk(id="b", text="更换磁带驱动器需要管理员批准，并记录序列号。"),
        Chunk(id="c", text="食堂中午开门，汤卖完为止。"),
    ]
    assert [chunk.id for chunk in Related(chunks).group(chunks[0], 2, 3)] == ["a", "b"]


def test_a_follow_up_keeps_the_turn_before_and_its_id_is_made_of_both(fake):
    answer = reply(
        quote="closes when the soup is gone",
        context="When does the canteen open?",
        question="and when does it close?",
        answer="When the soup is gone.",
    )
    result, _ = run(fake, "followup", lambda passage: answer, [PLAIN])
    (query,) = result.queries
    assert (query.text, query.context) == ("and when does it close?", "When does the canteen open?")
    assert query.id == query_id(query.text, query.context) != query_id(query.text)
    assert next(iter(result.judgments)).query == query.id


@pytest.mark.parametrize(
    ("context", "question"),
    [
        ("", "and when does it close?"),
        ("and for the other one?", "when does it close?"),
        ("When does the canteen close?", "When does the canteen close"),
        ("What does the passage say about the canteen?", "and when does it close?"),
        ("When does the canteen open?", "and what does the passage say about soup?"),
    ],
)
def test_a_follow_up_without_a_turn_that_makes_it_whole_is_rejected(fake, context, question):
    answer = reply(quote="closes when the soup is gone", context=context, question=question, answer="")
    result, _ = run(fake, "followup", lambda passage: answer, [PLAIN])
    assert set(result.rejected) == {"no turn before that makes it whole"}


def test_the_same_follow_up_after_another_turn_is_another_question(fake):
    def answer(passage):
        code = next(word for word in passage.split() if word.startswith("XFR"))
        return reply(
            quote="Wait for it.", context=f"What stops a mover with {code}?", question="and what then?", answer=""
        )

    result, _ = run(fake, "followup", answer, CODES, n=4)
    assert result.short == 0 and len({query.id for query in result.queries}) == 4
