import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.errors import DataError
from goldkit.formats.options import ReadOptions, WriteOptions
from goldkit.formats.quepid import read_quepid, write_quepid
from goldkit.records import Query
from goldkit.results.exported import ExportedQuery, ExportSet

PLAIN = ReadOptions()
CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=6).filter(
    str.strip
)
CELLS |= st.sampled_from(["=1+1", " -5", "@x", "a,b", 'a"b'])


def labels(found):
    return {item.query.text: [(label.chunk, label.grade, label.by) for label in item.labels] for item in found.queries}


def test_ratings_of_a_case(tmp_path):
    (tmp_path / "c.csv").write_text(
        'query,docid,rating\n"returns, policy",c1,3\n"returns, policy",c 2,0\nstar,,\n -5 C,=c,1\n'
    )
    found = read_quepid(tmp_path / "c.csv", PLAIN)
    assert labels(found) == {
        "returns, policy": [("c1", 3, None), ("c 2", 0, None)],
        "star": [],
        "-5 C": [("=c", 1, None)],
    }
    assert found.losses.left_out == {"queries without a rating": 1}


def test_a_book_has_a_judge_in_each_column(tmp_path):
    (tmp_path / "b.csv").write_text("query,docid,Alice,Anonymous\nwhy?,c1,3,1\nwhy?,c2,,2\nwhy?,c3,,\nhow?,c1,2|2,\n")
    found = read_quepid(tmp_path / "b.csv", PLAIN)
    assert labels(found) == {
        "why?": [("c1", 3, "Alice"), ("c1", 1, "Anonymous"), ("c2", 2, "Anonymous")],
        "how?": [("c1", 2, "Alice")],
    }
    assert found.losses.left_out == {"documents without a rating": 1} and found.losses.repeated == 1


@pytest.mark.parametrize("rule, grade", [("first", 3), ("last", 1), ("highest", 3), ("lowest", 1)])
def test_one_rater_with_two_ratings(tmp_path, rule, grade):
    (tmp_path / "b.csv").write_text("query,docid,Alice\nwhy?,c1,3\nhow?,c1,1|2\nwhy?,c1,1\n")
    with pytest.raises(DataError) as caught:
        read_quepid(tmp_path / "b.csv", PLAIN)
    assert [problem.line for problem in caught.value.problems] == [3, 4]
    assert "('why?', 'c1') with grade 1 by Alice here and 3 before, first on line 2" in str(caught.value)
    found = read_quepid(tmp_path / "b.csv", ReadOptions(duplicates=rule))
    assert labels(found)["why?"] == [("c1", grade, "Alice")] and found.losses.conflicting == 2


def test_every_bad_row(tmp_path):
    (tmp_path / "c.csv").write_text("query,docid,rating\n,c1,1\nwhy?,,2\nwhy?,c1,good\nwhy?,c1\n")
    with pytest.raises(DataError) as caught:
        read_quepid(tmp_path / "c.csv", PLAIN)
    assert sorted(problem.line for problem in caught.value.problems) == [2, 3, 4, 5]
    (tmp_path / "c.csv").write_text("question,docid,rating\nwhy?,c1,1\n")
    with pytest.raises(
        DataError, match=r"c.csv:1: found the columns question, docid, rating; expected one called query"
    ):
        read_quepid(tmp_path / "c.csv", PLAIN)


@settings(deadline=None, max_examples=50)
@given(
    grades=st.dictionaries(
        CELLS, st.dictionaries(CELLS, st.integers(0, 3), min_size=1, max_size=3), min_size=1, max_size=3
    )
)
def test_ratings_come_back_and_no_cell_is_a_formula(grades, tmp_path_factory):
    path = tmp_path_factory.mktemp("quepid") / "c.csv"
    queries = (
        ExportedQuery(query=Query(id=f"q {text}", text=text), grades=own, relevant=()) for text, own in grades.items()
    )
    write_quepid(ExportSet(name="s", queries=tuple(queries)), path, WriteOptions())
    found = labels(read_quepid(path, PLAIN))
    assert {text: {chunk: grade for chunk, grade, _ in own} for text, own in found.items()} == grades
    assert not path.read_text("utf-8").startswith(("=", "+", "-", "@"))


def test_pandas_reads_the_columns(tmp_path):
    import pandas

    one = ExportedQuery(query=Query(id="q", text="@home"), grades={"7": 2}, relevant=("7",))
    written = write_quepid(ExportSet(name="s", queries=(one,)), tmp_path / "c.csv", WriteOptions())
    frame = pandas.read_csv(tmp_path / "c.csv", dtype={"docid": str})
    assert frame.to_dict("records") == [{"query": " @home", "docid": "7", "rating": 2}]
    assert written.notes[0].startswith("1 cell with a space before")
