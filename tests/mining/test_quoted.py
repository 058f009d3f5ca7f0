"""Sentences of an answer that stand in what was shown."""

from __future__ import annotations

import pytest

from goldkit.mining.quoted import quotable, quoting
from goldkit.records import Chunk

SILENT = "A worker that stays silent for three rounds is taken out of the pool."
POLL = f"### Polling\n\nThe poller asks once in 30 s. {SILENT} Its jobs go\nback to the **queue**.\n"
OTHER = "Pages are kept until one of their blocks changes."
MAP = {"query": "q", "chunks": "docs", "answer": "a", "id": "id", "session": "s"}


def quoted(mill, answer: str | None, *texts: str, question: str = "why?", **more):
    docs = [{"id": f"c{at}", "text": text} for at, text in enumerate(texts)]
    record = {"q": question, "docs": docs, "a": answer}
    result = mill.mine(mill.write("log.jsonl", record), mapping=MAP, **more)
    return {line.chunk: line.evidence.get("quoted", 0) for line in result.proposals if "quoted" in line.evidence}


@pytest.mark.parametrize(
    "answer",
    [
        SILENT,
        f"Yes. {SILENT} [1]",
        f"* {SILENT.replace('silent', '**silent**')} ##0$$\n* It is gone.",
        f"Here you are:\n\n> {SILENT.lower()}",
        "a worker  that stays silent for three rounds is taken out\nof the `pool`",
        "Its jobs go back to the queue, and more of that.\n\n1. Its jobs go back to the queue! [doc2]",
    ],
)
def test_a_sentence_of_a_passage_is_a_quotation_whatever_its_markup(mill, answer):
    assert quoted(mill, answer, POLL, OTHER) == {"c0": 1}


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "",
        "Out of the pool.",
        SILENT.replace("three", "four"),
        SILENT.replace("is taken", "is not taken"),
        SILENT.replace("A worker", "Coworker"),
        "Something that stands in neither of the two passages that were shown.",
    ],
)
def test_what_no_passage_says_is_none(mill, answer):
    assert quoted(mill, answer, POLL, OTHER) == {}


def test_it_counts_once_an_interaction_however_many_sentences(mill):
    assert quoted(mill, POLL, POLL, OTHER) == {"c0": 1}
    assert [line.evidence for line in mill.golden.judgments()] == [{"shown": 1, "best_rank": 1, "quoted": 1}]


def test_every_passage_that_has_the_sentence_counts_but_boilerplate_does_not(mill):
    assert quoted(mill, SILENT, POLL, f"Elsewhere too: {SILENT}") == {"c0": 1, "c1": 1}
    texts = [f"{SILENT} And number {at}." for at in range(3)]
    assert quoting(quotable(SILENT, ""), texts) == [False] * 3
    assert quoting(quotable(SILENT, ""), [*texts[:2], OTHER, "What else?"]) == [True, True, False, False]
    assert quoting(quotable(SILENT, ""), [texts[0]] * 3) == [True] * 3


def test_the_question_itself_and_a_refusal_are_no_quotations(mill):
    text = "Why does my job stay idle in the queue? I could not find this in the documentation."
    assert quoted(mill, text, text, question="Why does my job stay idle in the queue?") == {}


def test_figures_are_whole():
    sentences = quotable("The queue of one user has a limit of 3.", "")
    assert quoting(sentences, ["The queue of one user has a limit of 3.5 jobs."]) == [False]
    assert quoting(sentences, ["The queue of one user has a limit of 30."]) == [False]
    assert quoting(sentences, ["The queue of one user has a limit of 3 jobs."]) == [True]
    assert quoting(sentences, ["The queue of one user has a limit of 3, no more."]) == [True]


def test_scripts_without_spaces():
    assert quoting(
        quotable("連接超時時間默認為三十秒。", ""),
        ["其連接超時時間默認為三十秒，可以修改。", "連接超時時間默認為六十秒。"],
    ) == [True, False]


def test_a_cut_passage_is_read_in_the_corpus(mill):
    corpus = {"c0": Chunk(id="c0", text=POLL, sha256="x")}
    assert quoted(mill, SILENT, POLL[:30] + "…", corpus=corpus) == {"c0": 1}


def test_a_quotation_speaks_for_a_chunk_and_says_from_how_many_sessions(mill):
    docs = [{"id": "a", "text": POLL}, {"id": "b", "text": OTHER}]
    rows = [{"q": "why?", "docs": docs, "a": SILENT, "id": at, "s": f"s{at % 2}"} for at in range(3)]
    result = mill.mine(mill.write("log.jsonl", *rows), mapping=MAP)
    (line,) = result.proposals
    assert (line.chunk, line.evidence["quoted"], line.evidence["sessions"]) == ("a", 3, 2)
    assert result.supported == 1
