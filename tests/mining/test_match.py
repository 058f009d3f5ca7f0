"""Passages without an id of the corpus get one by their text, or are reported; never guessed."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.files.canonical import sha256_text
from goldkit.logs.interactions import Interaction, Place, Shown
from goldkit.mining.find_text import TextFinder
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
ECOLE = (
    "Les élèves de l'école reçoivent un compte à la rentrée ; il s'éteint après l'été suivant, avec tous ses fichiers."
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


def shown_as(mill, chunks, *passages, **more):
    """Mine one question for which passages without an id were shown; the answer cites the first."""
    rows = [
        {"id": "" if isinstance(text, str) else text[0], "text": text if isinstance(text, str) else text[1]}
        for text in passages
    ]
    for row in rows:
        if not row["id"]:
            del row["id"]
    return mill.rows({"q": "why?", "docs": rows, "cited": [rows[0].get("id", "")]}, corpus=chunks, **more)


def found(text: str, chunks: dict[str, Chunk]) -> tuple[str | None, tuple[str, ...]]:
    one = TextFinder(chunks).find(text)
    return one.kind, one.chunks


CHUNKS = corpus(ops__1=POLL, ops__2=CACHE, school__1=ECOLE)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (POLL, ("exact", "ops.md#1")),
        (POLL.replace(" ", "\r\n ", 3) + "\n", ("normalised", "ops.md#1")),
        (POLL.replace("30 s", "30\u00a0s"), ("normalised", "ops.md#1")),
        (unicodedata.normalize("NFD", ECOLE), ("normalised", "school.md#1")),
        (
            "Cached pages A page is kept in the cache until one of its blocks changes. Call cache.drop(page) to throw a page "
            "out at once; see the manual for the other ways to do that.",
            ("normalised", "ops.md#2"),
        ),
        (CACHE.replace("**", "<b>", 1).replace("**", "</b>"), ("normalised", "ops.md#2")),
        (POLL[:90] + "…", ("cut", "ops.md#1")),
        (POLL[:93] + "...continued on in source document...", ("cut", "ops.md#1")),
        (POLL + "...continued on in source document...", ("normalised", "ops.md#1")),
        (f"<document_metadata>\nsourceDocument: ops.md\n</document_metadata>\n\n{POLL[:150]}...", ("cut", "ops.md#1")),
        (POLL[60:170], ("contained", "ops.md#1")),
        (POLL.replace("automatically", "automaticaly"), ("near-duplicate", "ops.md#1")),
    ],
)
def test_a_text_is_found_in_whatever_form_the_log_has_it(text, expected):
    kind, chunks = found(text, CHUNKS)
    assert (kind, chunks) == (expected[0], (expected[1],))


@pytest.mark.parametrize(
    "text",
    [
        POLL.replace("30 s", "60 s"),
        POLL.replace("nobody has", "everybody has"),
        POLL.replace("is taken out", "is not taken out"),
        POLL.replace("30 s", "30 ms"),
        POLL.replace("30 s", "60 s")[:120] + "…",
        "A text about something else that no chunk of the corpus has anything to do with at all, whatever one does.",
        POLL[:25],
        "",
        " … ",
        "---",
    ],
)
def test_a_text_that_says_something_else_is_no_match(text):
    assert found(text, CHUNKS) == (None, ())


def test_what_folding_hides_is_seen():
    chunks = corpus(
        unit__1="The amplifier takes 10 mW at most from the socket, and the fuse blows when it takes any more than that."
    )
    text = chunks["unit.md#1"].text
    assert found(text.replace("mW", "MW"), chunks) == (None, ())
    assert found(text.upper(), chunks)[1] in [(), ("unit.md#1",)]


def test_of_two_forms_of_one_text_the_nearer_is_taken():
    chunks = corpus(
        a__1="Keep the *amplifier* at 10 mW.", b__1="Keep the amplifier at 10 mW.", c__1="Keep the amplifier at 10 MW."
    )
    assert found("Keep the  amplifier at 10 mW.", chunks) == ("normalised", ("b.md#1",))
    assert found("Keep the  amplifier at 10 MW.", chunks) == ("normalised", ("c.md#1",))


def test_a_passage_below_its_title_is_found():
    chunk = Chunk(id="c", text="Run it twice.", title="Running")
    assert found("Running\nRun it twice.", {"c": chunk}) == ("normalised", ("c",))


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


WORDS = st.text(alphabet="ab\u00e9\u0301 \n*`1…", max_size=12)


@settings(max_examples=200)
@given(texts=st.lists(WORDS, min_size=1, max_size=6), data=st.data())
def test_an_exact_text_always_finds_a_chunk_with_this_text_or_is_ambiguous(texts, data):
    chunks = {str(at): Chunk(id=str(at), text=text) for at, text in enumerate(texts)}
    text = data.draw(st.sampled_from(texts))
    kind, names = found(text, chunks)
    assert kind == "exact"
    assert names == tuple(name for name, chunk in chunks.items() if chunk.text == text)
