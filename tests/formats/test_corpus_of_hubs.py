"""Corpora as dataset hubs lay them out: Parquet, in a folder of its own, in one piece or several."""

import pytest

from goldkit.errors import DataError
from goldkit.formats.corpus import read_corpus

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


def piece(path, *names):
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [{"_id": name, "title": "t", "text": f"text {name}"} for name in names]
    parquet.write_table(pyarrow.Table.from_pylist(rows), path)


@pytest.mark.parametrize(
    "names",
    [
        ("corpus/corpus-00000-of-00002.parquet", "corpus/corpus-00001-of-00002.parquet"),
        ("corpus/corpus/0000.parquet", "corpus/corpus/0001.parquet"),
        ("corpus-00000-of-00002.parquet", "corpus-00001-of-00002.parquet"),
    ],
)
def test_the_corpus_of_a_hubs_folder(tmp_path, names):
    piece(tmp_path / names[0], "a", "b")
    piece(tmp_path / names[1], "c")
    piece(tmp_path / "queries" / "queries-00000-of-00001.parquet", "q1")
    (tmp_path / "README.md").write_text("Every folder of a hub has one.")
    assert [chunk.id for chunk in read_corpus(tmp_path)] == ["a", "b", "c"]
    if names[0].startswith("corpus/"):
        assert [chunk.id for chunk in read_corpus(tmp_path / "corpus")] == ["a", "b", "c"]


def test_ids_are_unique_over_the_pieces_and_problems_name_theirs(tmp_path):
    piece(tmp_path / "corpus" / "0000.parquet", "a", "b")
    piece(tmp_path / "corpus" / "0001.parquet", "c", "b")
    piece(tmp_path / "corpus" / "0002.parquet", "", "c")
    found = []
    with pytest.raises(DataError) as caught:
        found.extend(chunk.id for chunk in read_corpus(tmp_path))
    assert found == ["a", "b", "c"]
    told = [(problem.path.rpartition("/")[2], problem.found) for problem in caught.value.problems]
    assert told == [
        ("0001.parquet", "in row 2 the id 'b' a second time, first on row 2 of 0000.parquet"),
        ("0002.parquet", "in row 1 an empty id"),
        ("0002.parquet", "in row 2 the id 'c' a second time, first on row 1 of 0001.parquet"),
    ]


def test_a_broken_piece_is_named_beside_what_is_wrong_in_others(tmp_path):
    piece(tmp_path / "corpus" / "0000.parquet", "a", "")
    (tmp_path / "corpus" / "0001.parquet").write_bytes(b"PAR1 and no more")
    with pytest.raises(DataError) as caught:
        list(read_corpus(tmp_path))
    assert [problem.path.rpartition("/")[2] for problem in caught.value.problems] == ["0000.parquet", "0001.parquet"]
