"""Passages without an id of the corpus get one by their text, or are reported; never guessed."""

from __future__ import annotations

import pytest

from goldkit.files.canonical import sha256_text
from goldkit.logs.interactions import Interaction, Place, Shown
from goldkit.mining.match import Matcher
from goldkit.records import Chunk

POLL = (
    "The poller asks every worker for its state once in 30 s, and a worker that stays silent for three rounds is taken out "
    "of the pool. Its jobs automatically go back to the queue with their old priority, so nobody has to submit them again by hand."
)
CACHE = (
    "### Cached pages\n\nA page is kept in the **cache** until one of its blocks changes. Call `cache.drop(page)` to throw a page "
    "out at once; see [the manual](https://example.org/manual) for the *other* ways to do that.\n"
)


def corpus(**texts: str) -> dict[str, Chunk]:
    """`a__b` → a chunk with the id b of the document a."""
    chunks = {}
    for name, text in texts.items():
        document, _, number = name.rpartition("__")
        found = f"{document}.md#{number}" if document else number
        chunks[found] = Chunk(
            id=found, text=text, sha256=sha256_text(text), doc_id=f"docs/{document}.md" if document else None
        )
    return chunks


CHUNKS = corpus(ops__1=POLL, ops__2=CACHE)


def test_copies_are_ambiguous_unless_the_log_names_one_document():
    chunks = corpus(old__1=POLL, new__1=POLL, new__2=CACHE)
    matcher = Matcher(chunks)
    passages = (
        Shown(None, 1, POLL),
        Shown(None, 2, POLL, document="https://example.org/docs/new.md"),
        Shown(None, 3, POLL, document="x.md"),
    )
    one = Interaction(record="r", query="why?", place=Place(0, 7), shown=passages)
    resolved = matcher.resolve(one, [_File("log.jsonl")])
    assert [shown.chunk for shown in resolved.shown] == [None, "new.md#1", None]
    first, _ = matcher.result.ambiguous
    assert (first.candidates, first.file, first.line, first.shown) == (("old.md#1", "new.md#1"), "log.jsonl", 7, 1)
    assert matcher.result.counts == {"exact": 1}
    assert not matcher.result.unmatched


class _File:
    def __init__(self, path: str) -> None:
        self.path = path


def test_evidence_goes_to_the_chunk_that_has_the_text_and_says_how_it_was_found(mill):
    result = mill.rows(
        {"q": "why?", "docs": [{"id": "v-1", "text": POLL + "\n"}, {"text": CACHE}], "cited": ["v-1"], "thumb": 1},
        corpus=CHUNKS,
    )
    (line,) = result.proposals
    assert (line.chunk, line.evidence) == ("ops.md#1", {"shown": 1, "best_rank": 1, "cited": 1, "answer_thumbs_up": 1})
    assert line.metadata["matched"] == "normalised"
    assert line.text_sha256 == sha256_text(POLL)
    assert result.match.counts == {"exact": 1, "normalised": 1}
    assert not result.vanished


def test_a_thumb_for_an_answer_whose_citation_met_no_chunk_goes_to_no_other(mill):
    result = mill.rows(
        {"q": "why?", "docs": [{"id": "x", "text": "Elsewhere."}, {"text": POLL}], "cited": ["x"], "thumb": 1},
        corpus=CHUNKS,
    )
    assert [line.evidence for line in result.proposals] == [{"shown": 1, "best_rank": 2}]
    (missed,) = result.match.unmatched
    assert (missed.chunk, missed.text, missed.shown, missed.evidence, missed.line) == ("x", "Elsewhere.", 1, True, 1)
    assert result.supported == 0


def test_two_passages_of_one_chunk_count_once_at_the_best_rank(mill):
    result = mill.rows(
        {"q": "why?", "docs": [{"text": POLL[:100] + "…"}, {"text": POLL}, {"id": "ops.md#1"}]}, corpus=CHUNKS
    )
    assert [(line.chunk, line.evidence) for line in result.proposals] == [("ops.md#1", {"shown": 1, "best_rank": 1})]


def test_an_id_whose_text_is_another_now_gets_no_evidence(mill):
    result = mill.rows(
        {
            "q": "why?",
            "docs": [{"id": "ops.md#1", "text": CACHE}, {"id": "ops.md#2", "text": POLL.replace("30", "60")}],
        },
        corpus=CHUNKS,
    )
    assert [(line.chunk, line.metadata["matched"]) for line in result.proposals] == [("ops.md#2", "exact")]
    assert result.match.rewritten == ("ops.md#1", "ops.md#2")
    (missed,) = result.match.unmatched
    assert "ops.md#1" in missed.why and "30" in missed.why


@pytest.mark.parametrize(
    "text",
    [
        POLL,
        POLL[:60] + "…",
        "every worker … three rounds … old priority",
        POLL.replace("automatically", "automaticaly"),
    ],
)
def test_an_id_with_a_snippet_of_its_text_stays(mill, text):
    result = mill.rows({"q": "why?", "docs": [{"id": "ops.md#1", "text": text}]}, corpus=CHUNKS)
    assert [(line.chunk, "matched" in line.metadata) for line in result.proposals] == [("ops.md#1", False)]
    assert (result.match.counts, result.match.rewritten) == ({"id": 1}, ())


def test_a_foreign_id_without_a_text_is_vanished_as_ever(mill):
    result = mill.rows({"q": "why?", "docs": ["gone", {"id": "ops.md#1"}]}, corpus=CHUNKS)
    assert [one.chunk for one in result.vanished] == ["gone"]
    assert not result.match.unmatched


def test_without_a_corpus_passages_without_an_id_are_counted(mill):
    result = mill.rows({"q": "why?", "docs": [{"text": POLL}, {"id": "a", "text": "A"}]})
    assert (result.match.nameless, [line.chunk for line in result.proposals]) == (1, ["a"])


def test_a_click_follows_the_passage_under_its_id():
    from goldkit.logs.interactions import Click

    one = Interaction(
        record="r",
        query="why?",
        place=Place(0, 1),
        shown=(Shown("v-1", 1, POLL), Shown("v-2", 2, "Elsewhere.")),
        clicked=(Click("v-1"), Click("v-2")),
    )
    resolved = Matcher(CHUNKS).resolve(one, [_File("log")])
    assert resolved.clicked == (Click("ops.md#1"),)
