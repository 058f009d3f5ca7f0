"""A run is gone through query by query: what is held of it does not grow with it."""

import json
import tracemalloc

import pytest

from goldkit.library.score import score
from goldkit.scoring.options import ScoreOptions
from goldkit.sets.runs import open_run

QUERIES, RESULTS = 300, 200
NAMES = [f"chunk-{place:06}" for place in range(QUERIES * RESULTS)]


def rankings():
    for query in range(QUERIES):
        yield f"q{query}", NAMES[query * RESULTS : (query + 1) * RESULTS]


def trec():
    for query, chunks in rankings():
        yield from (f"{query} Q0 {chunk} {rank} {-rank} t\n" for rank, chunk in enumerate(chunks, 1))


def table():
    yield "query,chunk,rank\n"
    for query, chunks in rankings():
        yield from (f"{query},{chunk},{rank}\n" for rank, chunk in enumerate(chunks, 1))


def json_lines():
    yield from (json.dumps({"query": query, "chunks": chunks}) + "\n" for query, chunks in rankings())


def llamaindex():
    for query, chunks in rankings():
        nodes = [{"node": {"id_": chunk, "text": "t"}, "score": -rank} for rank, chunk in enumerate(chunks)]
        yield json.dumps({"query": query, "source_nodes": nodes}) + "\n"


def langchain():
    for query, chunks in rankings():
        yield json.dumps({"query": query, "documents": [{"id": chunk, "page_content": "t"} for chunk in chunks]}) + "\n"


def peak(work):
    """The bytes that Python held at most while it worked."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("form", [trec, table, json_lines, llamaindex, langchain], ids=lambda form: form.__name__)
def test_scoring_holds_a_small_part_of_a_run_whatever_its_form(tmp_path, form):
    (tmp_path / "run").write_text("".join(form()))
    gold = {query: [chunks[0]] for query, chunks in rankings()}
    options = ScoreOptions(means_only=True, average=True)
    run = open_run(tmp_path / "run")
    score(gold, [run], options=options)  # modules are loaded once, and are no part of a run
    whole = peak(lambda: list(run.results()))
    scored = peak(lambda: score(gold, [run], options=options))
    assert scored < whole / 3, (scored, whole)
