"""Every importer, run reader and log reader given files that are broken, odd or of another kind: all of it, or a named error."""

import gzip
import itertools

import pytest

import goldkit
from goldkit.formats.catalogue import readable
from goldkit.logs.catalogue import LOG_READERS

AT = "2026-12-01T10:00:00Z"
GOOD = {
    "lines": '{"query":"wie läuft das?","chunks":["c1","ç2"]}\n{"query":"und wo?","chunks":["c3"]}\n',
    "object": '{"wie läuft das?":["c1","ç2"],"und wo?":["c3"]}',
    "qrels": "q1 0 c1 1\nqü 0 ç2 0\n",
    "table": "query,chunk,grade\nwie läuft?,c1,1\nü und wo?,ç2,0\n",
    "trec": "q1 Q0 c1 1 2.5 tag\nqü Q0 ç2 1 1.5 tag\n",
}
BENT = {
    "cut in a character": lambda data: data[: data.index(b"\xc3") + 1],
    "mixed line ends": lambda data: data.replace(b"\n", b"\r\n", 1),
    "carriage returns": lambda data: data.replace(b"\n", b"\r"),
    "gzip": gzip.compress,
    "half a gzip": lambda data: gzip.compress(data)[:-6],
    "byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "NUL": lambda data: data.replace(b"c1", b"c\x001"),
    "outer spaces": lambda data: data.replace(b"c1", b" c1 "),
    "Latin-1": lambda data: data.decode().encode("latin-1"),
    "UTF-16": lambda data: data.decode().encode("utf-16"),
}
ODD = {
    "empty": b"",
    "blank": b"\n\n \n",
    "zeros": bytes(100),
    "huge float": b'{"query":"q","chunks":["c"],"grade":1e999}\n',
    "huge whole number": b'{"q":{"c":' + b"9" * 5000 + b"}}",
    "huge grade": b"q 0 c 99999999999999999999999999\n",
    "huge rank": b"q Q0 c 99999999999999999999999999999 1.0 t\n",
    "NaN in JSON": b'{"q":{"c":NaN}}',
    "NaN grade": b"query,chunk,grade\nq,c,nan\n",
    "NaN score": b"q Q0 c 1 NaN t\n",
    "deep": b"[" * 100_000,
    "deep objects": b'{"q":' * 100_000,
    "nested lists": b'{"q":[["a"],["b"]]}',
    "nested chunks": b'{"query":"q","chunks":[["a","b"],["c"]]}\n',
    "null": b'{"q":[null]}',
    "a list": b"[1,2,3]",
    "a number": b"3",
    "half a surrogate": b'{"query":"q","chunks":["\\ud800"]}\n',
    "a key twice": b'{"q":["a"],"q":["b"]}',
    "no id": b'{"q":[""]}',
    "no Parquet": b"PAR1" + bytes(50) + b"PAR1",
    "half a zst": b"\x28\xb5\x2f\xfd" + bytes(9),
    "code": b'gold = {"q": __import__("os").getcwd()}',
    "brackets": b"gold = " + b"(" * 5000,
}
FILES = ODD | {f"{name}, {how}": bend(text.encode()) for name, text in GOOD.items() for how, bend in BENT.items()}
TAKEN = {
    how: {"lines", "object", "table"} for how in ("mixed line ends", "gzip", "byte order mark", "outer spaces")
} | {"carriage returns": {"object", "table"}}
"""How a file may be bent and still be read whole → which of GOOD."""


def told(path, call, *given, **options):
    """What a call gives, or the message of its error, which names the file and says nothing of goldkit's own parts."""
    try:
        return call(*given, **options)
    except goldkit.GoldkitError as error:
        assert path.name in str(error), str(error)
        assert "Traceback" not in str(error) and "thrift" not in str(error) and "pyarrow" not in str(error)
        return str(error)


def written(folder, name, data):
    """A file whose name says nothing of its kind."""
    path = folder / ("".join(sign if sign.isalnum() else "-" for sign in name) + ".any")
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("format", readable())
def test_an_importer_takes_all_of_a_file_or_says_what_is_wrong(format, tmp_path):
    for number, (name, data) in enumerate(FILES.items()):
        path, golden = written(tmp_path, name, data), tmp_path / f"golden{number}"
        found = told(path, goldkit.import_, format, path, golden, at=AT, scale="from-1")
        assert isinstance(found, str) != golden.exists(), (name, found)
    (tmp_path / "folder" / "qrels.tsv").mkdir(parents=True)
    assert isinstance(
        told(tmp_path / "folder", goldkit.import_, format, tmp_path / "folder", tmp_path / "g", at=AT), str
    )


def test_a_mapping_is_read_whole_however_its_bytes_are_bent(tmp_path):
    for kind, how in itertools.product(("lines", "object", "table"), BENT):
        path = written(tmp_path, kind + how, BENT[how](GOOD[kind].encode()))
        golden = tmp_path / f"{kind}-{how}"
        found = told(path, goldkit.import_, "mapping", path, golden, at=AT, scale="from-1")
        if kind in TAKEN.get(how, ()):
            assert (found.new_queries, found.new_judgments) == (2, 2 if kind == "table" else 3), (kind, how)
            chunks = {line.chunk for line in goldkit.GoldenDirectory(golden).judgments()}
            assert {name.strip() for name in chunks} == {"c1", "ç2", *({"c3"} if kind != "table" else ())}
            assert (" c1 " in chunks) == (how == "outer spaces"), (kind, how)
        elif (kind, how) == ("table", "NUL"):  # an id is any text; in JSON alone the byte is an error
            assert "c\x001" in {line.chunk for line in goldkit.GoldenDirectory(golden).judgments()}
        else:
            assert isinstance(found, str), (kind, how)


def test_a_run_is_read_whole_however_its_bytes_are_bent(tmp_path):
    for kind, how in itertools.product(("lines", "object", "table", "trec"), BENT):
        path = written(tmp_path, kind + how, BENT[how](GOOD[kind].encode()))
        found = told(path, goldkit.read_run, path)
        if kind in TAKEN.get(how, ()) or (kind == "trec" and how in TAKEN and how != "carriage returns"):
            first, second = found.rankings.values()
            kept = " c1 " if how == "outer spaces" and kind != "trec" else "c1"
            assert [*first, *second] == ([kept, "ç2", "c3"] if kind in ("lines", "object") else [kept, "ç2"]), (
                kind,
                how,
            )
        elif how == "NUL" and kind in ("table", "trec"):
            assert "c\x001" in itertools.chain(*found.rankings.values()), kind
        else:
            assert isinstance(found, str), (kind, how, found)


@pytest.mark.parametrize("name", ODD)
def test_an_odd_file_is_no_run_or_one_without_a_wrong_figure(name, tmp_path):
    path = written(tmp_path, name, ODD[name])
    found = told(path, goldkit.read_run, path)
    if not isinstance(found, str):
        assert name in ("huge rank", "NaN grade") and found.rankings == {"q": ("c",)}


@pytest.mark.parametrize("reader", [None, *LOG_READERS])
def test_a_log_reader_counts_or_says_what_is_wrong(reader, tmp_path):
    mapped = {"query": "query", "chunks": "chunks"} if reader in (None, "jsonl", "csv") else None
    for name, data in FILES.items():
        path = written(tmp_path, name, data)
        found = told(path, goldkit.mine, path, tmp_path / "golden", at=AT, format=reader, map=mapped, dry_run=True)
        if not isinstance(found, str):
            (file,) = found.files
            assert file.used + sum(reason.count for reason in file.unused) >= file.records, name
    with pytest.raises(goldkit.GoldkitError):
        goldkit.mine(tmp_path / "nowhere", tmp_path / "golden", at=AT, format=reader, map=mapped)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("huge float", "a number too large to hold"),
        ("huge whole number", "a number too large to hold"),
        ("half a surrogate", "half of a surrogate pair"),
        ("NaN in JSON", ":1: found NaN in 'c'"),
        ("a key twice", ":1: found the key 'q' a second time"),
        ("deep", "nested too deeply"),
        ("lines, cut in a character", ":1: found bytes that are not UTF-8 (0xc3 at byte 16"),
        ("table, Latin-1", ":2: found bytes that are not UTF-8"),
        ("object, half a gzip", "broken gzip data"),
    ],
)
def test_the_words_name_line_and_fault(name, words, tmp_path):
    path = written(tmp_path, name, FILES[name])
    assert words in told(path, goldkit.import_, "mapping", path, tmp_path / "golden", at=AT)


@pytest.mark.parametrize("name", ["no Parquet", "empty", "lines, gzip", "a number"])
def test_autorag_speaks_of_broken_parquet_in_plain_words(name, tmp_path):
    pytest.importorskip("pyarrow")
    (tmp_path / "qa.parquet").write_bytes(FILES[name])
    with pytest.raises(goldkit.DataError) as caught:
        goldkit.import_("autorag", tmp_path, tmp_path / "golden", at=AT)
    assert str(caught.value) == (
        f"{tmp_path / 'qa.parquet'}: found broken Parquet; expected a whole Parquet file. Copy or export it again."
    )


def test_a_mapping_of_questions_is_not_exported_as_ids(tmp_path):
    path = tmp_path / "gold.json"
    path.write_text('{"How do I reset it?": ["c1"], "where the key is": ["c2"], "q3": ["c3"]}', encoding="utf-8")
    with pytest.raises(goldkit.UsageError, match=r"'How do I reset it\?', and not ids. `goldkit import mapping`"):
        goldkit.export("trec", tmp_path / "out", path, escape=True)
    assert not (tmp_path / "out").exists()
    path.write_text('{"q 1": ["c1"], "q2": ["c2"]}', encoding="utf-8")
    assert goldkit.export("trec", tmp_path / "out", path, escape=True).queries == 2
