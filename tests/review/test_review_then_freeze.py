"""What a person said of questions in a review, sealed in a frozen set: no answer, by whose word, and written by hand."""

from __future__ import annotations

from goldkit.holdout.freeze import freeze, rehearse
from goldkit.holdout.readiness import readiness
from goldkit.records import Query
from goldkit.sets.frozen import read_frozen
from goldkit.sets.golden import read_golden

AT = "2026-12-03T10:00:00Z"
BY_MODEL = {"origin": "synthetic", "answerable": "no"}


def reviewed(opened, golden):
    """A review: 'hot' and a new question are answered, 'rest' and 'sure' have no answer, 'mix' had none for a moment."""
    more = (
        Query(id="alone", text="which cat sweeps at night?", **BY_MODEL),
        Query(id="sure", text="who rings?", **BY_MODEL),
    )
    golden.rewrite_queries(lambda found: [*found.values(), *more])
    page = opened()
    page.judge(3, "r1", page.ask("pair", query="hot", chunk="kiln#1"))
    written = page.tell("question", text="What is the handle for?", name="r2")["query"]
    page.judge(2, "r3", found(page, written))
    for name, query in (("r4", "rest"), ("r5", "sure"), ("r6", "mix")):
        page.tell("change", query=query, values={"answerable": "no"}, name=name)
    assert "answerable" in page.tell("undo", name="u1")["undone"]
    page.judge(3, "r7", page.ask("pair", query="mix", chunk="glaze"))
    return written


def found(page, query):
    """The first chunk that a search finds for a question."""
    hit = page.ask("search", text="turn the handle", query=query)["hits"][0]
    return page.ask("pair", query=query, chunk=hit["id"])


def test_what_a_person_said_is_counted_in_the_set_that_is_frozen(opened, golden):
    written = reviewed(opened, golden)
    before = read_golden(golden)
    plan = rehearse(golden, "core", 1.0, 1, k=5)
    lacks = " ".join(lack.what for lack in readiness(before, plan, 5, 0.05).lacks)
    assert "1 query unanswerable by a model's word alone" in lacks
    plan, frozen = freeze(golden, "core", 1.0, 1, k=5, at=AT)
    scored, manifest = read_frozen(frozen.path)
    queries = {query.id: query for query in scored.queries}
    assert plan.queries == tuple(sorted(("hot", "mix", written)))
    assert plan.unanswerable == ("alone", "rest", "sure")
    assert {name for name, query in queries.items() if query.unanswerable} == {"alone", "rest", "sure"}
    assert {name for name, query in queries.items() if query.by_hand} == {"rest", "sure"}
    assert {name for name, query in queries.items() if query.unconfirmed} == {"alone"}
    assert queries[written].origin == "manual" and list(queries[written].labels) == ["oven.md"]
    assert (manifest.counts["queries"], manifest.counts["unanswerable"]) == (6, 3)
    assert manifest.counts["origins"] == {"log": 2, "manual": 1, "synthetic": 3}
    assert (manifest.counts["labels"], manifest.counts["decided"]) == (3, 3)
    assert read_golden(golden).dev() == []
