"""Daft finds what one machine finds, to the byte; each search runs in a process of its own, as a command does."""

import gzip
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from goldkit.formats.corpus import read_corpus
from goldkit.records import Judgment, Query
from goldkit.store.golden import GoldenDirectory

pytest.importorskip("daft", reason="the extra cluster is not installed")

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "samples"


def goldkit(*arguments, cwd=None, expect=0):
    env = {**os.environ, "GOLDKIT_NOW": "2026-12-01T00:00:00Z", "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(
        [sys.executable, "-m", "goldkit", *map(str, arguments)], capture_output=True, text=True, cwd=cwd, env=env
    )
    assert ran.returncode == expect, ran.stderr
    return ran.stdout if expect == 0 else ran.stderr


SEARCH = """
import sys
from dataclasses import replace
from goldkit.duplicates.dedupe import DEFAULTS, dedupe
from goldkit.duplicates.engine import Engine
from goldkit.files.canonical import encode
from goldkit.formats.corpus import read_corpus

name, workers, corpus = sys.argv[1:]
chunks = read_corpus(corpus) if name == "local" else corpus
found = dedupe(chunks, "2026-12-01T00:00:00Z", replace(DEFAULTS, bucket=8), Engine(name=name, workers=int(workers)))
sys.stdout.write(encode(found.to_dict()).decode())
"""


def searched(name, workers, corpus):
    """The result of `dedupe` with buckets of 8, so that some are cut."""
    return printed(SEARCH, name, workers, corpus)


LABELLED = """
import sys
from dataclasses import asdict, replace
from goldkit.duplicates.engine import Engine
from goldkit.duplicates.widen import DEFAULTS, widen
from goldkit.files.canonical import encode
from goldkit.formats.corpus import read_corpus
from goldkit.records import Chunk

name, corpus = sys.argv[1:]
chunks = list(read_corpus(corpus.partition(",")[0]))
changed = "other words, but enough of them to be a text of its own that is no copy of any text in all of this corpus"
labelled = [*chunks[::9], Chunk(id="new", text=chunks[5].text + " more"), Chunk(id=chunks[3].id, text=changed)]
engine, corpus = Engine(name=name, workers=2), chunks if name == "local" else corpus.partition(",")[2]
sys.stdout.write(encode(asdict(widen(labelled, corpus, "t", replace(DEFAULTS, bucket=8), engine))).decode())
"""


def printed(script, *arguments):
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run([sys.executable, "-c", script, *map(str, arguments)], capture_output=True, text=True, env=env)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def hard_chunks():
    """Chunks in which everything happens: equal texts, edited ones, contained ones, boilerplate, buckets that are cut."""
    draw = random.Random("cluster")
    words = [f"word{number}" for number in range(3000)]
    texts = [" ".join(draw.choices(words, k=draw.randint(20, 60))) for _ in range(160)]
    header = "this page is part of the handbook and was made by the one who keeps it for all of us to read"
    made = [f"{header} {text}" if at < 130 else text for at, text in enumerate(texts)]
    made += [text.replace(text.split()[4], "other", 1) for text in texts[130:150]]
    made += [" ".join([*texts[at].split(), *draw.choices(words, k=40)]) for at in range(150, 160)]
    made += [
        texts[140],
        texts[140],
        texts[141],
        "",
        "",
        "short one",
        "short one",
        "三十秒" * 20,
        "三十秒" * 20 + "六十秒",
    ]
    alike = " ".join(draw.choices(words, k=50))
    made += [f"{alike} {number}" for number in range(40)]
    rows = [{"id": f"c/{draw.randrange(10**9)}-{at}", "text": text} for at, text in enumerate(made)]
    for at in range(0, 60, 2):
        rows[at]["doc_id"] = rows[at + 1]["doc_id"] = f"doc {at}"
    return rows


def as_jsonl(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """One file, and the same in two other orders: in shards of JSON lines, one of them compressed, and in shards of Parquet."""
    import pyarrow
    import pyarrow.parquet

    folder = tmp_path_factory.mktemp("corpus")
    rows = hard_chunks()
    (folder / "all.jsonl").write_text(as_jsonl(rows))
    random.Random(1).shuffle(rows)
    for shard in range(4):
        (folder / f"shard-{shard}.jsonl").write_text(as_jsonl(rows[shard::5]))
    (folder / "shard-4.jsonl.gz").write_bytes(gzip.compress(as_jsonl(rows[4::5]).encode()))
    random.Random(2).shuffle(rows)
    columns = {name: [row.get(name) for row in rows] for name in ("id", "doc_id", "text")}
    for shard in range(2):
        table = pyarrow.table({name: column[shard::2] for name, column in columns.items()})
        pyarrow.parquet.write_table(table, folder / f"shard-{shard}.parquet", row_group_size=100)
    return folder


@pytest.fixture(scope="module")
def expected(corpus):
    found = searched("local", 1, corpus / "all.jsonl")
    known = json.loads(found)
    assert known["stop_shingles"] and {bucket["route"] for bucket in known["capped"]} == {"bands", "containment"}
    assert known["pairs"] > 100 and known["below"]
    return found


@pytest.mark.parametrize(
    ("names", "workers"), [("all.jsonl", 1), ("shard-*.jsonl,shard-4.jsonl.gz", 2), ("shard-*.parquet", 4)]
)
def test_any_files_order_and_number_of_workers_give_the_bytes_of_the_local_engine(corpus, expected, names, workers):
    where = ",".join(str(corpus / name) for name in names.split(","))
    assert searched("daft", workers, where) == expected


def test_labelled_chunks_have_the_copies_of_the_local_engine(corpus):
    names = f"{corpus / 'all.jsonl'},{corpus / 'shard-*.parquet'}"
    known = printed(LABELLED, "local", names)
    found = json.loads(known)
    assert found["pairs"] and found["changed"] and found["stop_shingles"]
    assert {bucket["route"] for bucket in found["capped"]} == {"bands", "containment"}
    assert printed(LABELLED, "daft", names) == known


@pytest.mark.parametrize("stored", [True, False])
def test_widen_writes_what_the_local_engine_writes(tmp_path, stored):
    """stored: whether the judged text is kept in the golden directory; else it is the corpus's."""
    chunks = list(read_corpus(SAMPLES / "corpus.jsonl"))
    for name in ("local", "daft"):
        golden = GoldenDirectory(tmp_path / name)
        golden.create()
        golden.add_chunks(chunks[::5] if stored else [])
        golden.rewrite_queries(lambda _: [Query(id="q1", text="how long?")])
        golden.append("judgments.jsonl", [judgment(chunk.id) for chunk in chunks[::5]])
    asked = ("widen", "--corpus", SAMPLES / "corpus.jsonl", "--json")
    for _ in ("first", "again"):
        known = goldkit(*asked, "--golden", tmp_path / "local")
        assert goldkit(*asked, "--golden", tmp_path / "daft", "--engine", "daft") == known
        assert files(tmp_path / "daft") == files(tmp_path / "local")
    assert json.loads(known)["known"]


def test_a_corpus_without_copies_is_noted_alike(tmp_path):
    rows = hard_chunks()[:3]
    (tmp_path / "corpus.jsonl").write_text(as_jsonl(rows))
    for name in ("local", "daft"):
        golden = GoldenDirectory(tmp_path / name)
        golden.create()
        golden.rewrite_queries(lambda _: [Query(id="q1", text="how long?")])
        golden.append("judgments.jsonl", [judgment(rows[0]["id"])])
        goldkit("widen", "--corpus", tmp_path / "corpus.jsonl", "--golden", tmp_path / name, "--engine", name)
    assert "widened" in (tmp_path / "local" / "goldkit.json").read_text()
    assert files(tmp_path / "daft") == files(tmp_path / "local")


def judgment(chunk):
    return Judgment(
        query="q1", chunk=chunk, grade=3, status="decided", source="human", by="ana", at="2026-11-01T10:00:00Z"
    )


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and path.name != ".salt"}


def test_the_command_gives_the_bytes_of_the_local_engine_and_leaves_nothing_in_the_scratch_folder(tmp_path):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    asked = ("dedupe", "--corpus", SAMPLES / "corpus.jsonl", "--json", "--pairs")
    known = goldkit(*asked, tmp_path / "local.pairs")
    assert goldkit(*asked, tmp_path / "daft.pairs", "--engine", "daft", "--scratch", scratch) == known
    assert (tmp_path / "daft.pairs").read_bytes() == (tmp_path / "local.pairs").read_bytes()
    assert not any(scratch.iterdir())


def test_a_bad_corpus_is_an_error_that_names_what_is_wrong(tmp_path):
    one = {"id": "a", "text": "x"}
    (tmp_path / "a.jsonl").write_text(as_jsonl([one, {"id": "b"}, {"id": "c", "text": "y"}]) + "{broken\n")
    (tmp_path / "b.jsonl").write_text(as_jsonl([one]))
    said = goldkit("dedupe", "--engine", "daft", "--corpus", tmp_path / "*.jsonl", expect=3)
    assert "no text (keys: id)" in said and "broken" in said and "the id 'a' a second time" in said
    assert "Traceback" not in said


def test_what_does_not_go_together_is_refused(tmp_path):
    corpus = SAMPLES / "corpus.jsonl"
    asked = ("dedupe", "--corpus", corpus, "--engine", "daft")
    refused = goldkit(*asked, "--index", tmp_path / "i", expect=2)
    assert "--index goes with --engine local" in refused and "Leave it out" in refused
    refused = goldkit(*asked, "--keep", tmp_path / "k", expect=2)
    assert "--keep goes with --engine local" in refused and "leave out the chunks in its `dropped`" in refused
    assert "local, daft, ray" in goldkit("dedupe", "--corpus", corpus, "--engine", "spark", expect=2)
    assert "Daft reads Parquet" in goldkit("dedupe", "--corpus", tmp_path, "--engine", "daft", expect=2)
    assert "nothing.jsonl" in goldkit("dedupe", "--corpus", tmp_path / "nothing.jsonl", "--engine", "daft", expect=2)


def test_without_the_extra_the_pip_line_is_said(tmp_path):
    without = "import sys; sys.modules['daft'] = None; from goldkit.__main__ import main; main()"
    asked = ["dedupe", "--corpus", str(SAMPLES / "corpus.jsonl"), "--engine", "daft"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
    ran = subprocess.run([sys.executable, "-c", without, *asked], capture_output=True, text=True, env=env)
    assert ran.returncode == 2
    assert "pip install 'goldkit[cluster]'" in ran.stderr and "Traceback" not in ran.stderr
    assert not any(tmp_path.iterdir())
