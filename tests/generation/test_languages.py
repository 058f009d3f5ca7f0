"""The language of a question follows its chunk: what the model is told, and what is done when it does not listen."""

import json

import pytest

from goldkit.generation.generate import generate
from goldkit.generation.plan import plan_generation
from goldkit.records import Chunk
from goldkit.text.language import name_of_language

AT = "2026-12-01T10:00:00Z"
CHUNKS = {
    "Polish": (
        "Pompy Brindle smaruje się co 400 godzin, ale nie wolno używać smaru grafitowego, który niszczy uszczelki (błąd E-21).",
        "nie wolno używać smaru grafitowego",
        "Jaki smar szkodzi urządzeniom z błędem E-21?",
        "smar grafitowy szkodliwy E-21",
    ),
    "Japanese": (
        "テープドライブは毎週月曜日に当番の職員が掃除します。E-21が表示されたら、清掃用カートリッジを入れてください。",
        "清掃用カートリッジを入れてください",
        "E-21が出たときは何をすればよいですか？",
        "E-21 対処 カートリッジ",
    ),
    "Arabic": (
        "تفتح المكتبة أبوابها كل يوم من الساعة التاسعة صباحا، ويغلق المخزن عند ظهور الرمز E-21 حتى يصل المشرف.",
        "يغلق المخزن عند ظهور الرمز E-21",
        "ماذا يحدث للمستودع عند ظهور E-21؟",
        "المستودع الرمز E-21",
    ),
}
ENGLISH = "What should be done about the machine when E-21 is shown to the operator?"


def model(fake, quote, question, context):
    value = {"quote": quote, "question": question, "context": context, "answer": "E-21"}
    fields = {"followup": ("quote", "context", "question", "answer")}
    return fake(
        lambda passage, style: json.dumps(
            {name: value[name] for name in fields.get(style, ("quote", "question", "answer"))}
        )
    )


@pytest.mark.parametrize("style", ["direct", "vague", "exact"])
@pytest.mark.parametrize("name", CHUNKS)
def test_a_question_in_the_chunks_language_is_accepted(fake, style, name):
    text, quote, question, _ = CHUNKS[name]
    result = generate(
        plan_generation([Chunk(id=name, text=text)], [style], seed=1), 1, model(fake, quote, question, ""), at=AT
    )
    assert [query.text for query in result.queries] == [question], result.rejected
    assert [judgment.quote for judgment in result.judgments] == [quote]


@pytest.mark.parametrize("name", CHUNKS)
def test_keywords_in_the_chunks_language_are_accepted(fake, name):
    text, quote, _, search = CHUNKS[name]
    result = generate(
        plan_generation([Chunk(id=name, text=text)], ["keyword"], seed=1), 1, model(fake, quote, search, ""), at=AT
    )
    assert [query.text for query in result.queries] == [search], result.rejected


@pytest.mark.parametrize("style", ["direct", "vague", "exact", "typo", "followup"])
@pytest.mark.parametrize("name", CHUNKS)
def test_an_english_question_about_it_is_rejected(fake, style, name):
    text, quote, question, _ = CHUNKS[name]
    chunk = Chunk(id=name, text=text)
    result = generate(plan_generation([chunk], [style], seed=1), 1, model(fake, quote, ENGLISH, question), at=AT)
    assert set(result.rejected) == {"another language"}


@pytest.mark.parametrize("name", CHUNKS)
def test_an_english_turn_before_is_rejected(fake, name):
    text, quote, question, _ = CHUNKS[name]
    asked = model(fake, quote, question, "When is the machine cleaned by the staff of the hall?")
    result = generate(plan_generation([Chunk(id=name, text=text)], ["followup"], seed=1), 1, asked, at=AT)
    assert set(result.rejected) == {"no turn before that makes it whole"}


@pytest.mark.parametrize(("name", "told"), [("Polish", "Polish"), ("Japanese", "Japanese"), ("Arabic", "")])
def test_prompts_name_the_language_where_it_is_clear(fake, name, told):
    text, quote, _, search = CHUNKS[name]
    asked = model(fake, quote, search, "")
    generate(plan_generation([Chunk(id=name, text=text)], ["keyword"], seed=1), 1, asked, at=AT)
    last = asked.asked[0].messages[-1]["content"]
    assert last.endswith(f"Write in {told}." if told else "Write in the language of the passage.")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Die Pumpen werden alle 400 Stunden geschmiert und das ist nicht zu ändern.", "German"),
        ("磁带驱动器每周清洗一次。", "Chinese"),
        ("ドライブは毎週掃除します", "Japanese"),
        ("드라이브는 매주 청소합니다", "Korean"),
        ("Насосы смазываются каждые 400 часов.", ""),
        ("XFR-1042 ok", ""),
        ("", ""),
        ("Настройка mover через config", ""),
        ("รหัสนี้หมายถึงอะไร", "Thai"),
    ],
)
def test_the_name_of_a_language(text, name):
    assert name_of_language(text) == name
