"""The public sample of OpenSearch UBI over ESCI: its counts, recounted here without goldkit, and its human judgments."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from goldkit.mining.known import Known
from goldkit.mining.mine import mine
from goldkit.mining.options import MineOptions
from goldkit.results.mine import MineResult

TAKEN = {"click", "add_to_cart", "item_click", "purchase"}


@pytest.fixture(scope="module")
def records(real_data: Path) -> list[dict[str, Any]]:
    lines = (real_data / "ubi-esci" / "ubi_queries_events.ndjson").read_text(encoding="utf-8").splitlines()
    return [record for record in map(json.loads, lines) if "index" not in record]


@pytest.fixture(scope="module")
def mined(real_data: Path) -> MineResult:
    log = real_data / "ubi-esci" / "ubi_queries_events.ndjson"
    return mine([log], Known(), MineOptions(redactor=None), at="2026-12-01T10:00:00Z", salt=lambda: "salt")


def counted_by_hand(records: list[dict[str, Any]]) -> Counter[tuple[str, str]]:
    """(question, product) → searches in which the product was taken up."""
    texts: dict[str, set[str]] = defaultdict(set)
    for record in records:
        if "action_name" not in record and (record.get("user_query") or "").strip():
            texts[record["query_id"]].add(record["user_query"].strip())
    taken = set()
    for record in records:
        if record.get("action_name") in TAKEN and record.get("query_id"):
            text = (record.get("user_query") or "").strip()
            known = texts[record["query_id"]]
            text = text or (next(iter(known)) if len(known) == 1 else "")
            product = ((record.get("event_attributes") or {}).get("object") or {}).get("object_id")
            if text and product:
                taken.add((record["query_id"], text, product))
    return Counter((text, product) for _, text, product in taken)


def test_every_click_is_counted_once_a_search_and_no_other(records, mined):
    texts = {query.id: {query.text, *query.variants} for query in mined.queries}
    found: Counter[frozenset[str]] = Counter()
    expected: Counter[frozenset[str]] = Counter()
    wording = {text: frozenset(known) for known in texts.values() for text in known}
    for line in mined.proposals:
        if line.evidence.get("clicked"):
            found[frozenset({*texts[line.query], line.chunk})] += int(line.evidence["clicked"])
    for (text, product), count in counted_by_hand(records).items():
        expected[wording[text] | {product}] += count
    assert found == expected
    assert sum(found.values()) == 183


def test_the_questions_the_pairs_and_what_cannot_be_told(mined):
    assert (mined.interactions, mined.repeated, mined.supported) == (289, 0, 138)
    (file,) = mined.files
    assert (file.records, file.used) == (3921, 2951)
    bases = {one.application: one.base for one in file.positions}
    assert bases == {"esci_ubi_sample": 0, "Chorus": 1, "ubi-demo": 1}
    bias = mined.position_bias
    assert bias is not None and not bias.identifiable and bias.several < bias.needed
    assert sum(one.clicked for one in bias.ranks) <= 183
    assert all(one.rank >= 1 for one in bias.ranks)


def test_people_judged_none_of_the_clicked_pairs_so_no_precision_is_claimed(real_data, mined):
    told = json.loads((real_data / "ubi-esci" / "esci_us_judgments.json").read_text())["judgmentRatings"]
    ratings = {(one["query"], row["docId"]): float(row["rating"]) for one in told for row in one["ratings"]}
    assert len(ratings) == 6678
    texts = {query.id: query.text for query in mined.queries}
    judged = [line for line in mined.proposals if (texts[line.query], line.chunk) in ratings]
    assert judged and not any(line.evidence.get("clicked") for line in judged)
    assert all(line.grade is None for line in mined.proposals)
