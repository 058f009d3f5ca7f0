"""Runs as people have them, through `goldkit score`: what stands in the table, what is said, and what is refused with the cure."""

import gzip
import json
import subprocess
import sys

import pytest

GOLD = {f"q{i}": [f"d{i}", f"e{i}"] for i in range(1, 7)}
RANKED = {query: [(own[0], 3.0), ("x", 2.0), (own[1], 1.0)] for query, own in GOLD.items()}
ANSWER = (
    "The buffer was full because the tape drive had been stopped at noon for repairs, as the note of that day says."
)


def rows(ranked):
    return [(query, *result, rank) for query, own in ranked.items() for rank, result in enumerate(own, 1)]


def trec(ranked):
    return "".join(f"{query} Q0 {chunk} {rank} {score} t\n" for query, chunk, score, rank in rows(ranked))


def table(ranked):
    return "query,chunk,rank,score\n" + "".join(f"{q},{c},{rank},{score}\n" for q, c, score, rank in rows(ranked))


def json_lines(ranked):
    lines = ({"query": q, "chunks": [c for c, _ in own], "scores": [s for _, s in own]} for q, own in ranked.items())
    return "".join(json.dumps(line) + "\n" for line in lines)


def ranx(ranked):
    return json.dumps({query: dict(own) for query, own in ranked.items()})


def llamaindex(ranked):
    nodes = {q: [{"node": {"id_": c, "text": c}, "score": s} for c, s in own] for q, own in ranked.items()}
    return json.dumps({query: {"response": "An answer.", "source_nodes": own} for query, own in nodes.items()})


def langchain(ranked):
    return "".join(
        json.dumps({"query": q, "documents": [{"id": c, "page_content": c, "type": "Document"} for c, _ in own]}) + "\n"
        for q, own in ranked.items()
    )


FORMS = {f.__name__: f for f in (trec, table, json_lines, ranx, llamaindex, langchain)}


@pytest.fixture
def scored(tmp_path):
    """A function: the run's file (its name, and text or bytes) and more arguments → what `goldkit score` came to."""
    (tmp_path / "gold.json").write_text(json.dumps(GOLD))

    def run(content, *more, name="run"):
        (tmp_path / name).write_bytes(content.encode() if isinstance(content, str) else content)
        command = [sys.executable, "-m", "goldkit", "score", "gold.json", name, "--means-only", *more]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)

    return run


def means(done):
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["runs"][0]["means"]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_read_also_with_a_mark_foreign_line_ends_or_compressed(scored, form):
    text = FORMS[form](RANKED)
    crlf = text.replace("\n", "\r\n").encode()
    for content in (text, b"\xef\xbb\xbf" + crlf, gzip.compress(text.encode())):
        assert means(scored(content, "--json", "-m", "recall@2", "-m", "recall@3")) == {
            "recall@2": 0.5,
            "recall@3": 1.0,
        }


@pytest.mark.parametrize("form", FORMS)
def test_in_every_form_queries_too_many_or_too_few_are_counted_and_a_half_file_is_refused(scored, form):
    less = {query: own for query, own in RANKED.items() if query != "q2"} | {"other": [("x", 1.0)]}
    done = scored(FORMS[form](less), "--json", "-m", "recall@3")
    assert means(done) == {"recall@3": 5 / 6}
    assert "run: missing 1 of 6 (scored 0)" in done.stderr and "ignored, not in the set: 1 query: other" in done.stderr
    few = scored(FORMS[form](dict(list(RANKED.items())[:2])))
    assert few.returncode == 3 and "run: found 4 of 6 queries missing" in few.stderr
    empty = scored("\n")
    assert empty.returncode == 3 and "run: found an empty file" in empty.stderr
    cut = gzip.compress(FORMS[form](RANKED).encode())
    cut = scored(cut[: len(cut) // 2])
    assert cut.returncode == 3 and "run: found broken gzip data" in cut.stderr and cut.stdout == ""


@pytest.mark.parametrize("form", ["trec", "table", "json_lines", "llamaindex", "langchain"])
def test_an_id_twice_in_one_list_keeps_its_slot_and_earns_nothing(scored, form):
    again = RANKED | {"q1": [("d1", 3.0), ("d1", 2.0), ("e1", 1.0)]}
    done = scored(FORMS[form](again), "--json", "-m", "recall@2", "-m", "precision@3")
    assert means(done) == {"recall@2": 0.5, "precision@3": pytest.approx(2 / 3)}
    assert "run: ids repeated within a list: 1; a repeat keeps its slot and earns nothing" in done.stderr


@pytest.mark.parametrize("form", ["json_lines", "langchain"])
def test_a_torn_last_line_is_refused_with_its_number(scored, form):
    done = scored(FORMS[form](RANKED)[:-12])
    assert done.returncode == 3 and "run:6: found" in done.stderr


def test_parquet_is_read_and_a_torn_one_is_refused(scored, tmp_path):
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    queries, chunks, scores, _ = map(list, zip(*rows(RANKED), strict=True))
    parquet.write_table(pyarrow.table({"q_id": queries, "doc_id": chunks, "score": scores}), tmp_path / "whole")
    whole = (tmp_path / "whole").read_bytes()
    assert means(scored(whole, "--json", "-m", "recall@2")) == {"recall@2": 0.5}
    torn = scored(whole[:-30])
    assert torn.returncode == 3 and "run: found broken Parquet" in torn.stderr


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (trec(RANKED).replace("q1 Q0 x 2", "q1 Q0 x two"), "run:2: found 'two' as a rank; expected a whole number"),
        (trec(RANKED).replace("2 2.0", "2 high", 1), "run:2: found 'high' as a score; expected a finite number"),
        (table(RANKED).replace(",2.0", ",high", 1), "run:3: found 'high' as a score; expected a finite number"),
        (table(RANKED).replace("q1,x,2", "q1,x,1.5"), "run:3: found 1.5 as a rank; expected a whole number"),
        ('{"query":"q1","chunks":[null]}\n', "run:1: found null as an id; expected an id: a text or a whole number"),
    ],
)
def test_of_a_bad_field_it_is_said_what_that_field_should_be(scored, content, found):
    done = scored(content)
    assert done.returncode == 3 and found in done.stderr


def test_ranks_that_give_no_order_and_have_no_scores_beside_them_are_refused_with_both_lines(scored):
    again = "query,chunk,rank\n" + "".join(f"{query},{own[0]},1\n{query},x,1\n" for query, own in GOLD.items())
    done = scored(again)
    assert done.returncode == 3
    assert (
        "run:3: found the rank 1 a second time for the query 'q1', first on line 2; expected each rank" in done.stderr
    )
    assert "run:13: found the rank 1 a second time for the query 'q6'" in done.stderr
    beside = "query,chunk,rank,score\n" + "".join(f"{q},{own[0]},1,1\n{q},x,1,2\n" for q, own in GOLD.items())
    done = scored(beside, "--json", "-m", "MRR")
    assert means(done) == {"MRR": 0.5} and "ordered by score, then by id falling: run" in done.stderr


@pytest.mark.parametrize("header", ["question_id,document_id,rank", "q1,d1,1", "query,document", "chunk;score"])
def test_a_table_without_the_columns_is_told_their_names(scored, header):
    done = scored(f"{header}\nq1,d1,1\n")
    assert done.returncode == 3
    assert "run:1: found no header that names a column for queries and one for chunks" in done.stderr
    assert "(query_id, query-id," in done.stderr and "(chunk_id, chunk, doc_id," in done.stderr


@pytest.mark.parametrize(
    "content",
    [
        json.dumps({"query": "q1", "chunks": ANSWER}) + "\n{}",
        json.dumps({"query": "q1", "answer": ANSWER}) + "\n{}",
        json.dumps({"user_input": "why?", "response": ANSWER, "retrieved_contexts": [ANSWER]}) + "\n{}",
        json.dumps({"question": "why?", "answer": ANSWER, "sources": ["d1"]}) + "\n{}",
        json.dumps({"q1": ANSWER}),
        json.dumps({"q1": [ANSWER]}),
        json.dumps({"q1": [{"text": ANSWER}]}),
        f'query,answer\nq1,"{ANSWER}"\n',
        f'query,chunk\nq1,"{ANSWER}"\n',
    ],
)  # fmt: skip
def test_answers_in_place_of_ids_are_refused_with_the_reason(scored, content):
    done = scored(content)
    assert done.returncode == 3 and done.stdout == ""
    assert "retrieval is graded on chunk ids, before the LLM" in done.stderr


def test_a_run_of_documents_against_labels_of_chunks_is_told_the_option_and_scored_with_it(scored, tmp_path):
    gold = {query: [f"ops/{chunk}.md#1" for chunk in own] for query, own in GOLD.items()}
    (tmp_path / "gold.json").write_text(json.dumps(gold))
    files = json.dumps({query: [f"ops/{own[0]}.md", "ops/x.md"] for query, own in GOLD.items()})
    done = scored(files)
    assert (done.returncode, done.stdout) == (3, "")
    assert "It names documents, such as 'ops/d1.md': score it with --level document." in done.stderr
    assert means(scored(files, "--json", "-m", "recall@2", "--level", "document")) == {"recall@2": 0.5}
    strange = json.dumps({query: ["ops/x.md"] for query in GOLD})
    assert "no chunk it found has a label" in scored(strange).stdout


def test_beside_an_id_the_columns_query_and_chunk_are_texts(scored, tmp_path):
    asked = [(query, f"what is {query}?", own[0], f"The text of {own[0]}.") for query, own in GOLD.items()]
    beside = "query,query_id,chunk,chunk_id\n" + "".join(f"{text},{q},{passage},{c}\n" for q, text, c, passage in asked)
    assert means(scored(beside, "--json", "-m", "recall@2")) == {"recall@2": 0.5}
    lines = ({"query_id": q, "query": text, "chunks": [c]} for q, text, c, _ in asked)
    assert means(scored("".join(json.dumps(line) + "\n" for line in lines), "--json", "-m", "hit@1")) == {"hit@1": 1.0}
    nested = scored(json.dumps({"queries": {"q1": ["d1"]}}))
    assert nested.returncode == 3
    assert (
        "for the query 'queries' an object that holds a list as results; expected a list of chunk ids" in nested.stderr
    )
