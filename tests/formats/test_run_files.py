import gzip
import json
import math
import os

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.errors import DataError, UsageError
from goldkit.formats.run_jsonl import run_lines, write_run
from goldkit.records import Run
from goldkit.sets.runs import read_run

NAME = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
SCORE = st.floats(allow_nan=False, allow_infinity=False)
TREC_NAME = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\t\n\r\v\f "), min_size=1, max_size=8)


def refused(path) -> str:
    with pytest.raises(DataError) as caught:
        read_run(path)
    return str(caught.value)


@st.composite
def runs(draw):
    rankings = draw(st.dictionaries(NAME, st.lists(NAME, max_size=4).map(tuple), max_size=4))
    scored = draw(st.sets(st.sampled_from(sorted(rankings)))) if rankings else set()
    scores = {
        name: tuple(draw(st.lists(SCORE, min_size=n, max_size=n))) for name in scored for n in [len(rankings[name])]
    }
    failed = draw(st.dictionaries(NAME.filter(lambda name: name not in rankings), NAME, max_size=2))
    header = draw(st.dictionaries(NAME.filter(lambda key: key != "ranked"), NAME, max_size=2))
    return Run(name="r", rankings=rankings, scores=scores, failed=failed, ranked=draw(st.booleans()), header=header)


@settings(deadline=None)  # disks stall
@given(runs().filter(lambda run: run.rankings or run.failed))
def test_a_run_written_is_read_again(tmp_path_factory, run):
    path = tmp_path_factory.mktemp("run") / "r.jsonl"
    write_run(path, run)
    assert read_run(path) == run


@settings(deadline=None)  # disks stall
@given(
    st.dictionaries(
        TREC_NAME.filter(lambda name: name[0] not in "{[\ufeff"),
        st.dictionaries(TREC_NAME, st.floats(allow_nan=False), min_size=1, max_size=5),
        min_size=1,
        max_size=4,
    )
)
def test_trec_round_trip_whatever_the_order_of_lines(tmp_path_factory, results):
    path = tmp_path_factory.mktemp("run") / "r.trec"
    lines, expected = [], {}
    for query, scores in results.items():
        ranking = sorted(scores, key=lambda chunk: -scores[chunk])
        expected[query] = tuple(ranking)
        lines += [f"{query} Q0 {chunk} {rank} {scores[chunk]!r} t\n" for rank, chunk in enumerate(ranking)]
    path.write_bytes("".join(sorted(lines)).encode())
    run = read_run(path)
    assert (run.rankings, run.ranked) == (expected, True)
    assert run.scores == {query: tuple(results[query][chunk] for chunk in expected[query]) for query in expected}


@settings(deadline=None)  # disks stall
@given(
    st.dictionaries(
        NAME, st.lists(NAME, max_size=4) | st.dictionaries(NAME, SCORE, min_size=1, max_size=4), min_size=1, max_size=4
    ),
    st.sampled_from([None, 1]),
)
def test_json_round_trip(tmp_path_factory, results, indent):
    path = tmp_path_factory.mktemp("run") / "r.json"
    path.write_text(json.dumps(results, indent=indent))
    run = read_run(path)
    assert run.rankings == {query: tuple(found) for query, found in results.items()}
    assert run.scores == {query: tuple(x.values()) for query, x in results.items() if isinstance(x, dict)}
    assert run.ranked == all(isinstance(found, list) for found in results.values())


def test_the_shape_of_the_page(tmp_path):
    path = tmp_path / "hybrid.jsonl"
    path.write_text(
        '{"run":{"name":"x","models":["m"],"k":5}}\n{"query":"q1","chunks":["c9","c1","c9"],"scores":[2,1.5,1]}\n'
        '{"query":2,"failed":"timeout"}\n{"query":"q3","chunks":[]}\n'
    )
    assert read_run(path) == Run(
        name="hybrid",
        rankings={"q1": ("c9", "c1", "c9"), "q3": ()},
        scores={"q1": (2.0, 1.5, 1.0)},
        failed={"2": "timeout"},
        header={"name": "x", "models": ["m"], "k": 5},
    )


def test_lines_are_sorted_and_canonical():
    run = Run(name="r", rankings={"b": ("x",), "a": ()}, scores={"b": (1.0,)}, failed={"c": "no"}, ranked=False)
    assert b"".join(run_lines(run)) == (
        b'{"run":{"ranked":false}}\n{"chunks":[],"query":"a"}\n{"chunks":["x"],"query":"b","scores":[1.0]}\n'
        b'{"failed":"no","query":"c"}\n'
    )


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_compressed_and_truncated(tmp_path, pack):
    path = tmp_path / "r.trec.x"
    packed = pack(b"".join(b"q Q0 %s %d 1 t\n" % (os.urandom(8).hex().encode(), n) for n in range(999)))
    path.write_bytes(packed)
    assert len(read_run(path).rankings["q"]) == 999
    path.write_bytes(packed[:-9])
    assert "whole" in refused(path)


def test_jsonl_tells_every_bad_line(tmp_path):
    path = tmp_path / "r.jsonl"
    lines = ['{"query":"q1","chunks":["a"]}', '{"query":"q1","chunks":["a"]}', '{"chunks":["a"]}', '{"query":"q2"}']
    lines += ['{"query":"q3","chunks":["a"],"failed":"x"}', '{"query":"q4","chunks":[1.5]}', "[1]", "{", '{"run":{}}']
    lines += ['{"query":"q5","chunks":["a","b"],"scores":[1]}', '{"query":"q6","chunks":["a"],"scores":["x"]}']
    lines += [
        '{"query":"q7","chunks":["a"],"scores":[NaN]}',
        '{"query":"q8","chunks":"a"}',
        '{"query":null,"chunks":[]}',
    ]
    path.write_text("\n".join(lines))
    with pytest.raises(DataError) as caught:
        read_run(path)
    assert [problem.line for problem in caught.value.problems] == list(range(2, len(lines) + 1))
    assert "the query 'q1' a second time, first on line 1" in str(caught.value)


def test_json_of_ids_and_of_scores(tmp_path):
    path = tmp_path / "r.json"
    for indent in (None, 2):
        path.write_text(json.dumps({"q 1": ["a/b#1", 7, "a/b#1", "é", "👩‍🚀"], "2": []}, indent=indent))
        run = read_run(path)
        assert run.rankings == {"q 1": ("a/b#1", "7", "a/b#1", "é", "👩‍🚀"), "2": ()}
        assert (run.ranked, run.scores) == (True, {})
        path.write_text(json.dumps({"q1": {"a": 1, "b": 2.5}}, indent=indent))
        run = read_run(path)
        assert (run.rankings, run.scores, run.ranked) == ({"q1": ("a", "b")}, {"q1": (1.0, 2.5)}, False)


def test_records_give_their_ids_or_are_refused(tmp_path):
    path = tmp_path / "r.json"
    path.write_text(json.dumps({"q1": [{"id": "a", "score": 2}, {"metadata": {"chunk_id": 5}, "score": 1}]}))
    assert read_run(path) == Run(name="r", rankings={"q1": ("a", "5")}, scores={"q1": (2.0, 1.0)})
    path.write_text(json.dumps({"q1": [{"page_content": "text"}], "q2": "an answer", "q3": [1.5], "q4": {"a": "x"}}))
    message = refused(path)
    assert "for the query 'q1' a result without an id (keys: page_content)" in message
    assert message.count("for the query") == 4


def test_one_line_with_queries_named_like_fields(tmp_path):
    path = tmp_path / "r.json"
    path.write_text('{"query":["a"],"chunks":["b"]}')
    assert read_run(path).rankings == {"query": ("a",), "chunks": ("b",)}


def test_a_query_twice_in_a_mapping(tmp_path):
    path = tmp_path / "r.json"
    path.write_text('{\n"q1": ["a"],\n"q1": ["b"]\n}')
    assert "r.json:3: found the key 'q1' a second time, first on line 2" in refused(path)


@pytest.mark.parametrize(("written", "line"), [("NaN", 1), ("-Infinity", 2)])
def test_a_score_that_json_does_not_have_is_named_with_its_field(tmp_path, written, line):
    good, bad = (f'{{"query":"q{score}","chunks":["a"],"scores":[{score}]}}\n' for score in ("1", written))
    path = tmp_path / "r.jsonl"
    path.write_text(bad + good if line == 1 else good + bad)
    said = f"r.jsonl:{line}: found {written} in 'scores', which JSON does not have; expected a finite number for every score"
    assert said in refused(path)
    assert "malformed" not in refused(path)


@pytest.mark.parametrize("text", ["query,chunk,score\nq1,a,nan\n", "q1 Q0 a 1 nan t\n"])
def test_a_score_that_is_no_number_is_not_said_to_be_a_lacking_column(tmp_path, text):
    path = tmp_path / "r"
    path.write_text(text)
    assert "found NaN as a score; expected a finite number for every score" in refused(path)


def test_a_score_that_is_no_number_has_its_line(tmp_path):
    path = tmp_path / "r.json"
    path.write_text('{\n"é": {"a": 1},\n"q2": {"a": NaN}\n}')
    assert "r.json:3: found NaN in 'a', which JSON does not have; expected finite numbers" in refused(path)


@pytest.mark.parametrize("text", ["q1 Q0 a 1 1 t\n", '{"q1": ["a"]}', '{"query": "q1", "chunks": ["a"]}\n'])
def test_utf_16_is_named(tmp_path, text):
    path = tmp_path / "r"
    path.write_bytes(text.encode("utf-16"))
    assert "r:1: found UTF-16; expected UTF-8. Save the file as UTF-8." in refused(path)


@pytest.mark.parametrize(
    "lines, order, ranked",
    [
        (["q Q0 b 2 1 t", "q Q0 a 1 1 t"], ("a", "b"), True),
        (["q Q0 b 5 1 t", "q Q0 a 0 inf t"], ("a", "b"), True),
        (["q\tQ0\tb c\t1\t2\tt"], ("b c",), True),
        (["q Q0 b\u00a0c 1.0 -inf t"], ("b\u00a0c",), True),
        (["q Q0 a 1 1 t", "q Q0 b 1 2 t"], ("a", "b"), False),
        (["q Q0 a 1 1 t", "q Q0 b 2 2 t"], ("a", "b"), False),
        (["q Q0 a 1 2 t", "q Q0 a 2 1 t"], ("a", "a"), True),
    ],
)
def test_trec_order(tmp_path, lines, order, ranked):
    path = tmp_path / "r"
    path.write_text("\r\n".join(lines) + "\n\n")
    run = read_run(path)
    assert (run.rankings, run.ranked) == ({"q": order}, ranked)


def test_trec_tells_every_bad_line(tmp_path):
    path = tmp_path / "r.trec"
    lines = [b"q Q0 a 1 1 t", b"q Q0 a 2 NaN t", b"q Q0 a 3 x t", b"q Q0 my doc 4 1 t", b"q 0 a 1", b"q Q0 a first 1 t"]
    lines += [b"q Q0 caf\xe9 5 1 t", b"q\tQ0\tmy doc\t1\t0.5", b"q Q0 a 1.5 1 t", b"\xff Q0 a 1 1 t"]
    lines += [b"q\tQ0\t\t1\t1\tt", b"q Q0 a 1_0 1 t", b"q Q0 a 1 1_0 t"]
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(DataError) as caught:
        read_run(path)
    assert [problem.line for problem in caught.value.problems] == list(range(2, len(lines) + 1))
    assert "r.trec:2: found NaN as a score" in str(caught.value)
    assert "need tabs" in str(caught.value)


def test_qrels_and_texts_are_no_runs(tmp_path):
    path = tmp_path / "r"
    path.write_text("q1 0 c1 1\n")
    assert "looks like qrels" in refused(path)
    passage = "The transfer stalls when the tape buffer is full, and it resumes once space is free again. "
    path.write_text(json.dumps({"q1": [passage + str(n) for n in range(3)]}))
    assert "texts in place of chunk ids" in refused(path)


@pytest.mark.parametrize(
    "content",
    [b"", b"\n\n", b"{}", b"[]", b'{"run":{"name":"x"}}\n', b"\x00\xff\xfe", b"5", b"a b c", gzip.compress(b"")],
)
def test_what_holds_no_run(tmp_path, content):
    path = tmp_path / "r"
    path.write_bytes(content)
    assert str(path) in refused(path)


def test_missing_and_directory(tmp_path):
    with pytest.raises(UsageError, match="no such file"):
        read_run(tmp_path / "nope.jsonl")
    assert "a directory" in refused(tmp_path)


def test_infinite_scores_have_no_jsonl(tmp_path):
    with pytest.raises(ValueError, match="no form in JSON"):
        write_run(tmp_path / "r", Run(name="r", rankings={"q": ("a",)}, scores={"q": (math.inf,)}))
    assert not list(tmp_path.iterdir())
