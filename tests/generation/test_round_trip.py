"""A round trip keeps what a retriever finds, marks it, and scoring says so."""

from __future__ import annotations

import json
import sys

import pytest
import typer
from typer.testing import CliRunner

from goldkit.cli.generate import generate as command
from goldkit.cli.generate_filters import _trip
from goldkit.cli.round_trip import finder
from goldkit.errors import IncompleteError, UsageError
from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.screen import screen
from goldkit.generation.filters.trip import RoundTrip
from goldkit.generation.nearby import Nearby
from goldkit.generation.questions import question_of
from goldkit.llm.find_prompt import find_prompt
from goldkit.llm.reply import Reply
from goldkit.llm.request import Request
from goldkit.records import Chunk
from goldkit.store.golden import GoldenDirectory

OWN = Chunk(id="own", text="The ticket backup runs at night.")
CORPUS = [OWN, Chunk(id="copy", text="Tickets are saved nightly."), Chunk(id="tea", text="Tea is served at noon.")]


def draft(question):
    return Draft(
        chunks=(OWN,),
        style="direct",
        prompt=find_prompt("direct.v1"),
        request=Request(model="m", messages=[], schema={}),
        reply=Reply(outcome="ok", value={"question": question, "quote": "backup runs at night", "answer": ""}),
    )


def context(k=1, copies=()):
    nearby = Nearby(lambda: iter(CORPUS), copies)
    return Context(nearby=nearby, round_trip=RoundTrip(name="bm25", find=nearby.best, k=k))


def test_a_question_is_kept_and_marked_where_its_chunk_is_found_and_lost_where_not():
    kept = screen(draft("when does the backup run"), context(), ["quote"])
    assert (kept.reason, kept.filtered_by, kept.figures) == ("", "bm25@1", {"round trip": 1})
    made = question_of(draft("when does the backup run"), kept, 7).generator
    assert made["filtered_by"] == "bm25@1" and made["filters"] == {"round trip": 1}
    lost = screen(draft("who serves tea at noon"), context(), ["quote"])
    assert (lost.reason, lost.detail) == ("not found by the round trip's retriever", "not among the first 1 of bm25")
    assert screen(draft("is tea served at night or noon"), context(2), ["quote"]).figures == {"round trip": 2}


def test_a_known_copy_is_as_good_as_the_chunk():
    question = draft("are tickets saved nightly")
    assert screen(question, context(), ["quote"]).reason
    assert screen(question, context(copies=[("copy", "own")]), ["quote"]).reason == ""


def test_without_one_nothing_is_looked_for_or_marked():
    kept = screen(draft("who serves tea at noon"), Context(), ["quote"])
    assert kept.filtered_by == "" and "filtered_by" not in question_of(draft("tea?"), kept, 7).generator
    assert screen(draft("who serves tea at noon"), context(), ["leans"]).reason == ""  # its chunk need not answer it


@pytest.mark.parametrize("given", ["bm25@0", "bm25@x", "@5", "bm25@", "bm25@5@6", "bm52", "dense@3"])
def test_a_retriever_that_is_none_is_told(given):
    with pytest.raises(UsageError, match="expected bm25 or package"):
        _trip(given, Nearby(lambda: []))


def test_the_retriever_may_be_ones_own_function(tmp_path, monkeypatch):
    (tmp_path / "my_retriever_of_trips.py").write_text(
        "def find(query, k):\n    if 'boom' in query:\n        raise ValueError('index is gone')\n    return [('own', 1.0)]\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    trip = _trip("my_retriever_of_trips:find@3", Nearby(lambda: []))
    assert trip.label == "my_retriever_of_trips:find@3" and trip.find("x", 3) == ("own",)
    with pytest.raises(IncompleteError, match=r"ValueError: index is gone; what was paid for is in the journal"):
        finder("my_retriever_of_trips:find")("boom", 1)
    with pytest.raises(UsageError, match="no module"):
        finder("no_such_module_here:find")


def test_through_the_command(tmp_path, llm_server, monkeypatch):
    monkeypatch.setenv("GOLDKIT_DIR", str(tmp_path / "golden"))
    rows = [{"id": f"d#{at}", "text": f"The valve {at} is opened at {at} o'clock each day."} for at in range(24)]
    (tmp_path / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    def answer(body):
        passage = body["messages"][-1]["content"].splitlines()[1]
        number = passage.split()[2]
        asked = f"When is valve {number} opened?" if int(number) % 2 else f"How many hands does it take, {number}0?"
        return llm_server.completion({"quote": passage.rstrip("."), "question": asked, "answer": number})

    llm_server.default = answer
    app = typer.Typer()
    app.command()(command)
    where = [
        "--corpus",
        str(tmp_path / "corpus.jsonl"),
        "--base-url",
        llm_server.url,
        "--model",
        "m",
        "--style",
        "direct",
    ]
    done = CliRunner().invoke(app, [*where, "-n", "4", "--round-trip", "bm25@3"], catch_exceptions=False)
    assert done.exit_code == 0 and "not found by the round trip's retriever" in done.stdout
    queries = GoldenDirectory(tmp_path / "golden").queries()
    assert {query.generator["filtered_by"] for query in queries} == {"bm25@3"}
    assert all("valve" in query.text for query in queries)
