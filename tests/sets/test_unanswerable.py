"""That nothing answers a question is a model's word alone until a person says so."""

from dataclasses import replace

import pytest

from goldkit.records import Query
from goldkit.sets.golden import dev_set, read_golden
from goldkit.sets.unanswerable import unanswerable_by_hand
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"
SAID = {"name": "r", "by": "ana", "at": AT, "was": {"answerable": "no"}, "set": {"answerable": "no"}}
LOGS = {
    "a model": ({}, False),
    "a person": ({"review": [SAID]}, True),
    "a person who took it back": ({"review": [SAID | {"undone": AT}]}, False),
    "a person who changed the tags": ({"review": [SAID | {"set": {"tags": ["x"]}}]}, False),
    "no change at all": ({"review": ["x", {"set": 7}]}, False),
}


def unanswerable(provenance):
    return Query(id="q", text="Who?", origin="synthetic", answerable="no", provenance=provenance)


@pytest.mark.parametrize("who", LOGS)
def test_who_said_that_nothing_answers(tmp_path, who):
    provenance, by_hand = LOGS[who]
    golden = GoldenDirectory(tmp_path / "golden")
    golden.create()
    query = unanswerable(provenance)
    golden.rewrite_queries(lambda _: [query])
    assert unanswerable_by_hand(query) == by_hand
    (scored,) = dev_set(read_golden(golden)).queries
    assert scored.unconfirmed != by_hand
    assert not unanswerable_by_hand(replace(query, answerable="yes"))
