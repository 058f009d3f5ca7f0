import json
import re

import pytest

from goldkit.generation.draft import Draft
from goldkit.generation.filters.catalogue import FILTERS
from goldkit.generation.filters.context import Context, examples_of
from goldkit.generation.filters.screen import screen
from goldkit.generation.questions import overlap
from goldkit.generation.refers import refers_to_text
from goldkit.llm.find_prompt import find_prompt
from goldkit.llm.reply import Reply
from goldkit.llm.request import Request
from goldkit.records import Chunk
from goldkit.text.redact import Redactor, Rules

TEXT = (
    "The backup of the ticket database runs at 02:15 each night and takes about 40 minutes. If it fails, page somebody."
)
PROMPT = find_prompt("direct.v1")


def draft(question, quote="takes about 40 minutes", text=TEXT, answer="a"):
    return Draft(
        chunks=(Chunk(id="c", text=text),),
        style="direct",
        prompt=PROMPT,
        request=Request(model="m", messages=[], schema={}),
        reply=Reply(outcome="ok", value={"question": question, "quote": quote, "answer": answer}),
    )


CONTEXT = Context(examples=examples_of([PROMPT]))


def reason(question, **changes):
    return screen(draft(question, **changes), CONTEXT).reason or None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How long does the nightly database backup take?", None),
        ("how long is the backup", None),
        ("When does the backup of the ticket database run?", None),
        ("", "empty"),
        ("?!", "empty"),
        ("a b", "empty"),
        ("Why " + "very " * 80 + "long?", "too long"),
        ("How does it work?", "names nothing"),
        ("What is it?", "names nothing"),
        ("when is it", "names nothing"),
        ("Who is paged?", None),
        ("What is wrong?", "names nothing"),
        ("What should happen about it?", "names nothing"),
        ("What is the difference between 9 and 10?", "names nothing"),
        ("Was ist falsch?", "names nothing"),
        ("What happens at 02:15?", None),
        ("What is wrong with the backup?", None),
        ("何分かかりますか？", "another language"),
        ("How can this error be avoided?", "refers to the text"),
        ("What can I do to prevent that?", "names nothing"),
        ("According to the passage, how long does the backup take?", "refers to the text"),
        ("The backup of the ticket database runs at 02:15 each night?", "copies the chunk"),
        ("Wie lange dauert die nächtliche Sicherung und warum ist das nicht der Fall?", "another language"),
        ("バックアップはどのくらいかかりますか？", "another language"),
    ],
)
def test_reasons(question, expected):
    assert reason(question) == expected


def test_an_example_of_the_prompt_is_no_question_about_the_chunk():
    example = next(json.loads(body)["question"] for role, body in PROMPT.sections if role == "assistant")
    assert reason(example) == "repeats an example of the prompt"
    assert (
        reason("Why is graphite grease good for the pumps of Brindle?", text=TEXT + " Graphite greases pumps.") is None
    )


@pytest.mark.parametrize("quote", ["takes about 50 minutes", "", "a", "…", "The backup takes 40 minutes"])
def test_a_quote_that_is_not_in_the_chunk_is_no_evidence(quote):
    assert reason("How long does the backup take?", quote=quote) == "quote not in the chunk"


@pytest.mark.parametrize(
    ("answer", "text", "expected"),
    [
        ("40 minutes", TEXT, None),
        ("At 2:15.", TEXT, None),
        ("About 45 minutes", TEXT, "answer with an invented figure"),
        ("5000 euros", "It costs 5,000 euros and takes about 40 minutes.", None),
        ("no figure at all", TEXT, None),
        ("", TEXT, None),
    ],
)
def test_an_answer_has_its_figures_from_the_chunk(answer, text, expected):
    assert reason("How long does the backup take?", text=text, answer=answer) == expected


def test_most_of_a_short_chunk_is_a_copy_of_it():
    text = "Helmets are compulsory in the grinding hall for visitors"
    assert (
        reason("Are helmets in the hall for grinding visitors compulsory?", quote=text, text=text) == "copies the chunk"
    )
    assert reason("Who must wear a helmet in the grinding hall?", quote=text, text=text) is None


def test_copying_is_seen_in_a_script_without_spaces():
    text = "磁带驱动器每周清洗一次，由值班人员负责。"
    assert reason("磁带驱动器每周清洗一次？", quote="每周清洗一次", text=text) == "copies the chunk"
    assert reason("谁来清洗驱动器？", quote="由值班人员负责", text=text) is None


@pytest.mark.parametrize(
    "question",
    [
        "What does the table above show?",
        "According to the passage, who is responsible?",
        "Based on the given text, what is the limit?",
        "What is described in this section?",
        "What does the author recommend for pumps, as mentioned above?",
        "What is the main idea of the passage?",
        "What does the document say about pumps?",
        "Which value is listed in the table?",
        "How many times does it change?",
        "How does it find the secrets?",
        "What is the difference between the two?",
        "Welche Grenze gilt laut dem Text?",
        "Selon le texte, qui est responsable ?",
        "¿Qué dice el autor según el texto?",
        "Co według tekstu należy zrobić?",
        "この文章によると、何が必要ですか？",
        "根据上文，谁负责？",
    ],
)
def test_questions_that_point_at_a_text(question):
    assert refers_to_text(question)


@pytest.mark.parametrize(
    "question",
    [
        "What happens above 40 degrees?",
        "How long does it take to copy 10 TB from tape?",
        "What does it mean when a transfer is stalled?",
        "When is it safe to restart the pump?",
        "If a tape is full, is it replaced at once?",
        "How do I upload a document?",
        "How many backups failed this week?",
        "Is that a backup or a copy?",
        "Which table holds the user's address?",
        "How do I search the full text of a page?",
        "Where does the context menu come from?",
        "How long may a section of pipe be?",
        "What is below the reactor?",
        "Why is the figure in my report blurred?",
        "How do I pass a list to the function?",
        "Which passage of the building is closed?",
        "What is the text limit of a ticket?",
    ],
)
def test_questions_that_only_use_such_words(question):
    assert refers_to_text(question) is None


def test_overlap_is_the_share_of_the_questions_words_that_the_chunk_has():
    assert overlap("backup night whatever else", TEXT) == 0.5
    assert overlap("?", TEXT) == 0.0


def test_only_the_filters_that_are_named_are_tried():
    copied = draft("The backup of the ticket database runs at 02:15 each night?")
    assert screen(copied, CONTEXT).reason == "copies the chunk"
    assert screen(copied, CONTEXT, ["quote", "refers"]).reason == ""
    assert [one.reason for one in FILTERS.values()] == list(dict.fromkeys(one.reason for one in FILTERS.values()))


def test_what_was_measured_is_kept_for_a_question_that_passes_and_for_one_that_does_not():
    passed = screen(draft("How long does the backup of the ticket database take?"), CONTEXT)
    assert passed.figures == {"copied run": 6, "chunk share": 0.25} and passed.reason == ""
    assert screen(draft("The backup of the ticket database runs?"), CONTEXT).figures["copied run"] == 7


@pytest.mark.parametrize(
    ("question", "changes", "rules"),
    [
        ("Who reads ana.m@example.org about the backup?", {}, "EMAIL"),
        ("Whom do I call about the backup?", {"answer": "Call +49 30 1234 5678."}, "PHONE"),
        ("Which key does the backup use?", {"quote": "token: sk-live-abcdef0123456789xyz"}, "API_KEY"),
    ],
)
def test_private_data_is_rejected_by_the_name_of_its_rule_whatever_the_prompt_checks(question, changes, rules):
    one = draft(question, **changes)
    for names in (list(FILTERS), [], ["quote"]):
        found = screen(one, CONTEXT, names)
        assert (found.reason, found.detail) == ("private data", rules)
    assert screen(one, Context(redactor=None), []).reason == ""


def test_a_team_says_what_is_private():
    rules = Rules(own={"EMPLOYEE": re.compile(r"\bE\d{6}\b")}, keep=(re.compile(r"\w+@example\.org"),))
    context = Context(redactor=Redactor(rules))
    assert screen(draft("What may E123456 do in the backup?"), context, []).detail == "EMPLOYEE"
    assert screen(draft("Who reads desk@example.org about the backup?"), context, []).reason == ""


@pytest.mark.parametrize(
    "question", ["And how long does the backup take?", "What else?", "What about the ticket database backup?"]
)
def test_what_only_a_turn_before_makes_whole_is_no_question_of_its_own(question):
    assert screen(draft(question), CONTEXT, ["leans"]).reason == "leans on a turn before"
    assert screen(draft(question), CONTEXT, ["quote"]).reason == ""


def test_a_question_that_stands_alone_does_not_lean():
    assert screen(draft("Is it safe to stop the backup?"), CONTEXT, ["leans"]).reason == ""
