import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.errors import DataError, UsageError
from goldkit.formats.csv_table import write_csv
from goldkit.formats.formula_guard import guarded, unguarded
from goldkit.formats.mapping import read_csv, read_mapping
from goldkit.formats.mapping_write import write_mapping
from goldkit.formats.options import ReadOptions, WriteOptions
from goldkit.records import Query
from goldkit.results.exported import ExportedQuery, ExportSet

CELLS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=8
) | st.sampled_from(["=1+1", " -5", "  @x", "+", "\tx", "a,b", 'a"b', "a\r\nb", "c;d"])
NAMES = CELLS.filter(str.strip)
TAGS = st.lists(st.sampled_from(["exact", "vague", "-x"]), unique=True).map(lambda tags: tuple(sorted(tags)))


@st.composite
def sets(draw):
    queries = []
    for name in draw(st.lists(NAMES, min_size=1, max_size=4, unique=True)):
        query = Query(
            id=name,
            text=draw(NAMES) + ", why so?",
            origin="import",
            context=draw(st.none() | NAMES),
            answer=draw(st.none() | NAMES),
            tags=draw(TAGS),
        )
        grades = draw(st.dictionaries(NAMES, st.integers(0, 3), min_size=1, max_size=3))
        queries.append(ExportedQuery(query=query, grades=grades, relevant=tuple(grades)))
    return ExportSet(name="s", queries=tuple(queries))


@given(cell=st.text(max_size=6) | st.sampled_from(["=1", " =1", "  @", "\t", "", " "]))
def test_no_guarded_cell_is_a_formula_and_each_comes_back(cell):
    assert unguarded(guarded(cell)) == cell
    assert not guarded(cell).startswith(("-", "=", "+", "@", "\t", "\r"))


@settings(deadline=None, max_examples=60)
@given(exported=sets(), suffix=st.sampled_from(["csv", "tsv"]))
def test_a_table_read_back_says_the_same(exported, suffix, tmp_path_factory):
    path = tmp_path_factory.mktemp("csv") / f"t.{suffix}"
    write_csv(exported, path, WriteOptions())
    found = read_csv(path, ReadOptions())
    assert [(item.query, {label.chunk: label.grade for label in item.labels}) for item in found.queries] == [
        (one.query, one.grades) for one in exported.queries
    ]


@settings(deadline=None, max_examples=40)
@given(exported=sets())
def test_a_mapping_read_back_says_what_is_relevant(exported, tmp_path_factory):
    folder = tmp_path_factory.mktemp("json")
    write_mapping(exported, folder / "m.json", WriteOptions())
    lines = (json.dumps({"_id": one.query.id, "text": one.query.text}) + "\n" for one in exported.queries)
    (folder / "q.jsonl").write_text("".join(lines))
    found = read_mapping(folder / "m.json", ReadOptions(queries=folder / "q.jsonl"))
    assert {item.query.id: tuple(label.chunk for label in item.labels) for item in found.queries} == {
        one.query.id: one.relevant for one in exported.queries
    }


def test_pandas_reads_the_table(tmp_path):
    import pandas

    query = Query(id="007", text="=why, or -5?", origin="import", tags=("a", "b|c"))
    exported = ExportSet(name="s", queries=(ExportedQuery(query=query, grades={"c 1": 2}, relevant=("c 1",)),))
    written = write_csv(exported, tmp_path / "t.csv", WriteOptions())
    frame = pandas.read_csv(tmp_path / "t.csv", dtype={"id": str}, keep_default_na=False)
    assert frame.to_dict("records") == [
        {"id": "007", "query": " =why, or -5?", "chunk": "c 1", "grade": 2, "context": "", "answer": "", "tags": "a"}
    ]
    assert written.losses.fields == {"tags of queries": 1}
    assert written.notes == ("1 cell with a space before - = + or @, or a spreadsheet would take it for a formula",)


def test_columns_called_otherwise(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("Frage;Dok;Note;Query\n -5 Grad?;c1;3;x\nwarum?;c2;0;\n", encoding="utf-8")
    options = ReadOptions(columns={"query": "Frage", "chunk": "dok", "grade": "Note"})
    found = read_csv(path, options)
    assert [(item.query.text, item.labels[0].chunk, item.labels[0].grade) for item in found.queries] == [
        ("-5 Grad?", "c1", 3),
        ("warum?", "c2", 0),
    ]
    assert found.queries[0].query.metadata == {"query (theirs)": "x"}
    assert found.notes == ("a space before - = + or @ taken away in 1 cell: it keeps spreadsheets from calculating",)
    with pytest.raises(DataError, match=r"t.csv:1: found the columns frage, dok, note, query; expected one called doc"):
        read_csv(path, ReadOptions(columns={"chunk": "doc"}))
    with pytest.raises(UsageError, match="--column frage=…: no such column of goldkit's; there are"):
        read_csv(path, ReadOptions(columns={"frage": "Frage"}))


def test_blank_ids_are_refused(tmp_path):
    query = Query(id="q", text="why?", origin="import")
    exported = ExportSet(name="s", queries=(ExportedQuery(query=query, grades={" ": 2}, relevant=()),))
    with pytest.raises(DataError, match="the id ' '; expected ids that are not blank"):
        write_csv(exported, tmp_path / "t.csv", WriteOptions())


def test_an_id_that_reads_like_the_grade_beside_it(tmp_path):
    (tmp_path / "t.csv").write_text("query,chunk,grade\nwhy so?,3,3\n")  # CPython has one object for each short string
    (found,) = read_csv(tmp_path / "t.csv", ReadOptions()).queries
    assert [(label.chunk, label.grade) for label in found.labels] == [("3", 3)]
