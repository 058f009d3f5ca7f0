import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.errors import DataError, UsageError
from goldkit.formats.options import ReadOptions, WriteOptions
from goldkit.formats.ragas import read_ragas, write_ragas
from goldkit.records import Chunk, Query
from goldkit.results.exported import ExportedQuery, ExportSet
from goldkit.sets.importing import ImportRequest, import_labels
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"
REFUND = "The refund window is 30 days after the day on which the parcel arrived at the address of the buyer."
SHIPPING = "Parcels are sent within two working days, but not before a weekend, and never without insurance."
SAMPLE = {
    "user_input": "how long can I return it?",
    "reference_contexts": [REFUND],
    "reference": "30 days",
    "persona_name": "Shopper",
    "query_style": "WEB_SEARCH_LIKE",
    "synthesizer_name": "single_hop_specific_query_synthesizer",
}


@pytest.fixture
def place(tmp_path):
    chunks = {
        "c1": REFUND,
        "c2": SHIPPING,
        "c3": f"Before. {SHIPPING} After it all there is more to say about what the parcels cost and who pays for them.",
        "c4": REFUND,
    }
    rows = (json.dumps({"id": name, "text": text}) + "\n" for name, text in chunks.items())
    (tmp_path / "corpus.jsonl").write_text("".join(rows))
    return tmp_path


def imported(place, rows, **options):
    (place / "set.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    golden = GoldenDirectory(place / "golden")
    options = {"corpus": place / "corpus.jsonl", **options}
    return golden, import_labels(golden, ImportRequest(format="ragas", path=place / "set.jsonl", at=AT, **options))


def test_contexts_are_given_to_the_chunks_that_have_them(place):
    hops = [f"<1-hop>\n\n{REFUND}", "<2-hop>\n\n" + SHIPPING[8:-1]]
    rows = [SAMPLE, {"user_input": "and how fast?", "reference_contexts": [*hops, "Nobody wrote this anywhere, ever."]}]
    golden, report = imported(place, rows)
    assert (report.status, report.new_queries, report.new_judgments) == ("proposed", 2, 2)
    assert report.losses.unmatched == (SHIPPING[8:-1], "Nobody wrote this anywhere, ever.")
    assert report.notes == (
        "2 texts found in the corpus: 2 copies",
        "2 texts of several chunks word for word, given to the first: `widen` finds the others",
    )
    (line, _) = golden.judgments()
    assert (line.chunk, line.grade, line.status) == ("c1", 3, "proposed")
    assert line.text_sha256 == golden.chunks()[0].sha256
    first = next(query for query in golden.queries() if query.answer)
    assert (first.text, first.answer) == (SAMPLE["user_input"], "30 days")
    assert first.metadata == {name: SAMPLE[name] for name in ("persona_name", "query_style", "synthesizer_name")}


def test_a_part_of_one_chunk_is_its_quote_and_trust_is_asked_for(place):
    part = "After it all there is more to say about what the parcels cost and who pays"
    golden, report = imported(place, [{"user_input": "what follows?", "reference_contexts": [part]}], trusted=True)
    (line,) = golden.judgments()
    assert (line.chunk, line.quote, line.status) == ("c3", part, "decided")
    assert report.notes == ("1 text found in the corpus: 1 contained",)
    assert imported(place, [SAMPLE], corpus=None)[1].losses.unmatched == (REFUND,)


def test_texts_without_a_corpus_are_asked_for(place):
    with pytest.raises(UsageError, match="--corpus C"):
        imported(place, [SAMPLE], corpus=None)
    assert not (place / "golden").exists()


def test_importing_twice_adds_nothing(place):
    imported(place, [SAMPLE])
    report = imported(place, [SAMPLE])[1]
    assert (report.new_queries, report.new_judgments, report.known_judgments) == (0, 0, 1)


def test_every_bad_sample(tmp_path):
    rows = [
        json.dumps(SAMPLE),
        '{"user_input": [{"content": "hi", "type": "human"}]}',
        '{"question": "why?"}',
        '{"user_input": "why?", "reference_contexts": "text"}',
        "{",
        '{"user_input": " "}',
        "[1]",
    ]
    (tmp_path / "set.jsonl").write_text("\n".join(rows))
    with pytest.raises(DataError) as caught:
        read_ragas(tmp_path / "set.jsonl", ReadOptions())
    assert [problem.line for problem in caught.value.problems] == [2, 3, 4, 5, 6, 7]
    assert "a conversation as user_input" in str(caught.value)


def test_what_an_application_said_is_not_taken_over_and_said(tmp_path):
    row = SAMPLE | {"response": "30", "retrieved_contexts": ["x"], "reference_context_ids": ["c1", 7]}
    (tmp_path / "set.json").write_text(json.dumps([row, row], indent=1))
    found = read_ragas(tmp_path / "set.json", ReadOptions())
    assert [label.chunk for label in found.queries[0].labels] == ["c1", "7"]
    assert found.losses.fields == {"response": 2, "retrieved_contexts": 2}
    assert found.losses.repeated == 2


def test_a_question_met_again_adds_to_the_first_and_what_it_says_otherwise_is_counted(tmp_path):
    rows = [
        {"user_input": "why?", "reference_context_ids": ["c1"], "query_style": "A"},
        {"user_input": "why?", "reference_context_ids": ["c2", "c1"], "query_style": "B", "reference": "x", "more": 1},
        {"user_input": "why?", "reference": "y"},
    ]
    (tmp_path / "set.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = read_ragas(tmp_path / "set.jsonl", ReadOptions())
    (item,) = found.queries
    assert [label.chunk for label in item.labels] == ["c1", "c2"] and found.losses.repeated == 1
    assert (item.query.answer, item.query.metadata) == ("x", {"query_style": "A", "more": 1})
    assert found.losses.fields == {"answer of questions met again": 1, "query_style of questions met again": 1}


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)


@settings(deadline=None, max_examples=40)
@given(
    names=st.lists(TEXTS, min_size=1, max_size=3, unique=True),
    chunks=st.lists(TEXTS, min_size=1, unique=True),
    data=st.data(),
)
def test_what_is_written_comes_back_and_has_the_fields_of_a_sample(names, chunks, data, tmp_path_factory):
    texts = {name: Chunk(id=name, text=f"text of {name}") for name in chunks}
    queries = []
    for name in names:
        answer = data.draw(st.none() | TEXTS)
        query = Query(id=name, text=f"why {name}?", origin="import", answer=answer, metadata={"style": "web"})
        relevant = tuple(data.draw(st.lists(st.sampled_from(chunks), min_size=1, unique=True)))
        queries.append(ExportedQuery(query=query, grades=dict.fromkeys(relevant, 1), relevant=relevant))
    path = tmp_path_factory.mktemp("ragas") / "set.jsonl"
    write_ragas(ExportSet(name="s", queries=tuple(queries), texts=texts), path, WriteOptions())
    found = read_ragas(path, ReadOptions()).queries
    assert [(item.query, tuple(label.chunk for label in item.labels)) for item in found] == [
        (one.query, one.relevant) for one in queries
    ]
    for row in map(json.loads, path.read_text().split("\n")[:-1]):
        assert isinstance(row["user_input"], str) and isinstance(row.get("reference", ""), str)
        assert row["reference_contexts"] == [f"text of {name}" for name in row["reference_context_ids"]]
