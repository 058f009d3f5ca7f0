"""A text finds the chunks of a corpus that have it, in whatever form it is written; never one that says something else."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.duplicates.find_text import TextFinder
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
    """`a__b` → a chunk with the id a.md#b."""
    names = {name: name.replace("__", ".md#") for name in texts}
    return {names[name]: Chunk(id=names[name], text=text) for name, text in texts.items()}


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


WORDS = st.text(alphabet="ab\u00e9\u0301 \n*`1…", max_size=12)


@settings(max_examples=200)
@given(texts=st.lists(WORDS, min_size=1, max_size=6), data=st.data())
def test_an_exact_text_always_finds_a_chunk_with_this_text_or_is_ambiguous(texts, data):
    chunks = {str(at): Chunk(id=str(at), text=text) for at, text in enumerate(texts)}
    text = data.draw(st.sampled_from(texts))
    kind, names = found(text, chunks)
    assert kind == "exact"
    assert names == tuple(name for name, chunk in chunks.items() if chunk.text == text)
