"""The shape that each format documents, as its smallest example: in with its loss report, out with its own, and in again."""

import json

import pytest

from goldkit.cli.exits import run
from goldkit.formats.catalogue import readable, writable

ASKED, TEXT = "how long can I return it?", "Refund window is 30 days."
OTHER = "Shoes may be tried on at home."
IDS_ALONE = {"trec", "ranx", "mapping"}
"""Formats without the texts of the questions."""
PERSONA = {"persona_name": "Shopper", "query_style": "WEB_SEARCH_LIKE", "query_length": "SHORT"}
HASH = "0123456789abcdef" * 2
GOLDEN = {"input": ASKED, "actual_output": None, "expected_output": "30 days", "context": [TEXT], "source_file": "a.md"}
MADE_BY = {"model_name": "gpt-4o", "type": "ai"}
GOLDEN_OF_API = {
    "input": ASKED,
    "actualOutput": None,
    "expectedOutput": "30 days",
    "context": [TEXT],
    "sourceFile": "a.md",
}
PAIRS = {"queries": {"q1": ASKED}, "corpus": {"c1": TEXT}, "relevant_docs": {"q1": ["c1"]}, "mode": "text"}
LABELLED = {"query": ASKED, "query_by": MADE_BY, "reference_contexts": [TEXT], "reference_answer": "30 days"}
LABELLED |= {"reference_answer_by": {"model_name": "", "type": "human"}}
RUN = {"id": "e1", "inputs": {"question": ASKED}, "outputs": {"relevant": ["c1"]}, "metadata": {}, "dataset_id": "d1"}
RUN |= {"source_run_id": "r1", "created_at": "2026-01-01T00:00:00Z", "modified_at": None}
PREDICTED = {
    "model": "m",
    "query": ASKED,
    "passage": TEXT,
    "prediction": "##final score: 3",
    "judgment": 3,
    "result_status": 1,
}
RATINGS = [{"docId": "c1", "rating": "1.0"}]
JUDGED = {"query_id": "q1", "query": ASKED, "chunk_id": f"c1:{HASH}", "relevance": 2, "labeled_by": "human:a"}
JUDGED |= {
    "doc_uri": "a.md",
    "chunk_text": TEXT,
    "text_sha": f"t1:{HASH}",
    "corpus_fingerprint": "f1",
    "stratum": "billing",
}
ITEM = {
    "id": "d1",
    "status": "ACTIVE",
    "input": {"query": ASKED},
    "expectedOutput": {"relevant": ["c1"]},
    "metadata": {},
}
ITEM |= {"sourceTraceId": "t1", "sourceObservationId": "o1", "datasetName": "golden"}


def lines(*values):
    """Values as JSON lines."""
    return "".join(json.dumps(value) + "\n" for value in values)


def beir(score):
    """A BEIR folder whose ids hold spaces."""
    return {
        "in/corpus.jsonl": lines({"_id": "c 1", "title": "Refunds", "text": TEXT}),
        "in/queries.jsonl": lines({"_id": "q 1", "text": ASKED}),
        "in/qrels/test.tsv": f"query-id\tcorpus-id\tscore\nq 1\tc 1\t{score}\n",
    }


def autorag(retrieval_gt):
    """An AutoRAG folder, as rows of its two files."""
    qa = {"qid": "q1", "query": ASKED, "retrieval_gt": retrieval_gt, "generation_gt": ["30 days"]}
    chunk = {
        "metadata": {"last_modified_datetime": "2026-01-01T00:00:00", "page": 1},
        "path": "a.md",
        "start_end_idx": [0, 25],
    }
    ids = ("c1", "c1copy", "c9")
    return {"in/qa.parquet": [qa], "in/corpus.parquet": [{"doc_id": name, "contents": TEXT, **chunk} for name in ids]}


BOOK = f"query,docid,Alice,Anonymous\n{ASKED},c1,3,2\n"
IMPORTED = {"name": "g", "type": "IMPORT_JUDGMENT", "judgmentRatings": [{"query": ASKED, "ratings": RATINGS}]}
ASKED_ALONE = {"name": "g", "querySetQueries": [{"queryText": ASKED}]}
SPAN = {"query": ASKED, "document": "a.md", "start": 0, "end": 25}

EXAMPLES = {
    "beir, scores 1": (beir("1"), 1, {}),
    "beir, scores 1.0": (beir("1.0"), 1, {}),
    "trec": ("q1 0 c1 2\n", 1, {}),
    "ranx": (json.dumps({"q1": {"c1": 2}}), 1, {}),
    "mapping": (json.dumps({ASKED: ["c1"]}), 1, {}),
    "mapping, Python": (f"gold = {{{ASKED!r}: {{'c1'}}}}\n", 1, {}),
    "csv": (f"query,chunk,grade\n{ASKED},c1,3\n", 1, {}),
    "autorag, AND of ORs": (autorag([["c1", "c1copy"], ["c9"]]), 3, {}),
    "autorag, a plain list": (autorag(["c1", "c9"]), 2, {}),
    "autorag, one id": (autorag("c1"), 1, {}),
    "ragas": (
        lines({"user_input": ASKED, "reference_contexts": [TEXT, "gone"], "reference": "30 days", **PERSONA}),
        1,
        {"unmatched": ["gone"]},
    ),
    "llamaindex": (json.dumps(PAIRS), 1, {}),
    "llamaindex-rag": (json.dumps({"examples": [LABELLED]}), 1, {}),
    "deepeval, JSON": (json.dumps([GOLDEN]), 1, {}),
    "deepeval, JSON lines": (lines(GOLDEN | {"actual_output": "soon"}), 1, {"fields": {"actual_output": 1}}),
    "deepeval, CSV": (f"input,expected_output,context,source_file\n{ASKED},30 days,{TEXT}|{OTHER},a.md\n", 2, {}),
    "deepeval, API": (json.dumps([GOLDEN_OF_API]), 1, {}),
    "langsmith": (lines(RUN), 1, {"fields": {"id": 1, "dataset_id": 1, "source_run_id": 1, "created_at": 1}}),
    "langfuse": (lines(ITEM), 1, {"fields": {"sourceTraceId": 1, "sourceObservationId": 1, "datasetName": 1}}),
    "quepid, ratings": (
        f'query,docid,rating\n"{ASKED}",c1,3\nstar,,\n" =sum",c2,0\n',
        2,
        {"left_out": {"queries without a rating": 1}},
    ),
    "quepid, a book": (BOOK, 2, {}),
    "opensearch": (json.dumps(IMPORTED), 1, {"fields": {"name": 1, "type": 1}}),
    "opensearch-queries": (json.dumps(ASKED_ALONE), 0, {"fields": {"name": 1}}),
    "umbrela": (lines(PREDICTED), 1, {"fields": {"prediction": 1}}),
    "retrieval-eval": (lines(JUDGED), 1, {"fields": {"text_sha": 1, "corpus_fingerprint": 1}}),
    "spans": (lines(SPAN), 1, {}),
}
"""Example → (the file, or the files of the folder, by name; how many judgments it holds; what the import reports as lost)."""


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    """What a command answers as JSON, in a folder with a corpus and the texts of the queries."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", "2026-12-01T10:00:00Z")
    monkeypatch.delenv("GOLDKIT_DIR", raising=False)
    span = {"doc_id": "a.md", "start": 0, "end": len(TEXT)}
    corpus = [{"id": "c1", "text": TEXT, **span}, {"id": "c2", "text": OTHER}]
    (tmp_path / "corpus.jsonl").write_text(lines(*corpus))
    (tmp_path / "texts.jsonl").write_text(lines({"_id": "q1", "text": ASKED}))

    def answer(*arguments):
        code = run([*arguments, "--json"])
        said = capsys.readouterr()
        assert code == 0, said.err
        return json.loads(said.out)

    return answer


def laid(folder, example):
    """Write an example to `in`; a list of rows becomes Parquet."""
    for name, content in (example if isinstance(example, dict) else {"in": example}).items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            place.write_text(content)
        else:
            pyarrow = pytest.importorskip("pyarrow")
            pytest.importorskip("pyarrow.parquet").write_table(pyarrow.Table.from_pylist(content), place)


def test_every_format_has_an_example():
    assert {name.partition(",")[0] for name in EXAMPLES} == readable().keys()


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_goes_in_and_out_and_in_again(name, command, tmp_path):
    example, judgments, lost = EXAMPLES[name]
    laid(tmp_path, example)
    form, _, shape = name.partition(", ")
    corpus = ["--corpus", "corpus.jsonl"] if form not in {"beir", "autorag", "retrieval-eval"} else []
    queries = ["--queries", "texts.jsonl"] if form in {"trec", "ranx"} else []
    read = ["import", form, "in", *corpus, *queries, "--scale", "keep"]
    for new, known in ((judgments, 0), (0, judgments)):
        report = command(*read)
        assert (report["new_judgments"], report["known_judgments"], report["lacking"]) == (new, known, [])
        assert {what: told for what, told in report["losses"].items() if told} == lost
    if form in writable():
        out_and_in_again(form, shape, command, tmp_path, [*corpus, "--scale", "keep"])


def out_and_in_again(form, shape, command, folder, options):
    place = {"csv": "out.csv", "CSV": "out.csv", "JSON lines": "out.jsonl"}.get(shape or form, "out")
    report = command("export", form, place, "--scale", "as-is", "--labels", "proposed")
    assert report["losses"]["fields"].keys() >= {"origin of queries", "provenance of queries"}
    assert ("text of queries" in report["losses"]["fields"]) == (form in IDS_ALONE)
    if form in IDS_ALONE:
        asked = [json.loads(line) for line in (folder / "golden" / "queries.jsonl").read_text().splitlines()]
        (folder / "asked.jsonl").write_text(lines(*({"_id": one["id"], "text": one["text"]} for one in asked)))
        options = [*options, "--queries", "asked.jsonl"]
    if shape == "a book":
        options = [
            *options,
            "--golden",
            "alone",
        ]  # what several raters said is one grade, of nobody, when it comes back
    again = command("import", form, place, *options)
    assert again["lacking"] == [] and again["losses"]["unmatched"] == []
    if shape != "a book":
        assert (again["new_queries"], again["new_judgments"]) == (0, 0)
