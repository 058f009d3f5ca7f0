"""A person overrules a pair of near-duplicates on the page: what is shown, written once, and taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goldkit.records import Judgment
from goldkit.store.pairs import fold_pairs

PAIR = {"query": "hot", "chunk": "kiln#2", "other": "kiln#1"}


@pytest.fixture
def differing(golden):
    """kiln#1 answers "hot" for ben; kiln#2 is proposed, and differs from it in a number by goldkit's verdict."""
    decided = {"status": "decided", "source": "human", "by": "ben", "at": "2026-12-01T11:00:00Z"}
    golden.append("judgments.jsonl", [Judgment(query="hot", chunk="kiln#1", grade=3, **decided)])
    golden.append("judgments.jsonl", [replace(golden.judgments()[0], chunk="kiln#2", batch="b2")])
    return golden


def verdicts(golden):
    return [(pair.verdict, pair.by) for pair in fold_pairs(golden.copies()).standing]


def test_a_pair_is_shown_with_both_texts_and_what_differs(opened, differing):
    page = opened()
    assert page.ask("next")["item"]["pairs"] == ["kiln#1"]
    (pair,) = page.ask("compare", query="hot", chunk="kiln#2")["pairs"]
    assert pair["other"]["id"] == "kiln#1" and pair["readings"] == [["“950”", "“900”"]] and pair["rest"] == ""
    assert pair["about"] == "goldkit widen says: differs (number); Jaccard 0.900"
    assert "900" in str(pair["text"]["parts"])


def test_what_a_person_says_of_a_pair_is_on_disk_once_and_undo_takes_it_back(opened, differing):
    page = opened()
    answer = page.tell("overrule", **PAIR, verdict="same", name="r1")
    assert (answer["recorded"], answer["repeated"]) == ("kiln#2 says the same as kiln#1", False)
    assert answer["item"]["chunk"]["id"] != "kiln#2", "a copy of a decided chunk is not asked about"
    assert verdicts(differing) == [("same", "ana")]
    before = (differing.path / "copies.jsonl").read_bytes()
    assert page.tell("overrule", **PAIR, verdict="same", name="r1")["repeated"]
    assert (differing.path / "copies.jsonl").read_bytes() == before
    assert page.tell("undo", name="u1")["undone"] == "kiln#2 says the same as kiln#1"
    assert verdicts(differing) == [("differs", "goldkit widen")]
    assert page.ask("next")["item"]["chunk"]["id"] == "kiln#2"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"verdict": "maybe"}, "same or differs"),
        ({"other": "glaze"}, "'glaze' is no near-duplicate of 'kiln#2'"),
        ({"query": "none"}, "not open to review"),
    ],
)
def test_what_is_no_verdict_on_a_pair_is_refused(opened, differing, change, message):
    said = PAIR | {"verdict": "differs", "name": "r1"} | change
    assert message in opened().tell("overrule", 400, **said)["error"]
    assert verdicts(differing) == [("differs", "goldkit widen")]


def test_without_a_near_duplicate_there_is_nothing_to_compare(opened, golden):
    page = opened()
    item = page.ask("next")["item"]
    assert item["pairs"] == []
    assert page.ask("compare", query=item["query"]["id"], chunk=item["chunk"]["id"]) == {"pairs": []}
