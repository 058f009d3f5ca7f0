"""Files gone through without holding them give what reading them whole gives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.errors import DataError
from goldkit.files import append
from goldkit.files.append import append_lines
from goldkit.files.atomic import replace_by
from goldkit.files.records_on_disk import RecordsOnDisk
from goldkit.records import Chunk
from goldkit.store.golden import GoldenDirectory
from goldkit.store.new_texts import NewTexts, text_key

IDS = st.sampled_from(["a", "a\x00", "b\x1f", "b"])
TEXTS = st.lists(st.builds(Chunk, id=IDS, text=st.just("t"), sha256=st.sampled_from("123")))


def write(golden: GoldenDirectory, *ids: str) -> None:
    golden.create()
    lines = [json.dumps({"id": name, "text": f"why {name}?"}) + "\n" for name in ids]
    (golden.path / "queries.jsonl").write_text("".join(lines))


@pytest.mark.parametrize("ids", ["", "a", "abc", "cab"])
def test_queries_come_sorted_each_time(tmp_path: Path, ids: str) -> None:
    golden = GoldenDirectory(tmp_path / "golden")
    write(golden, *ids)
    in_order = golden.queries_in_order()
    assert list(in_order) == list(in_order) == golden.queries()
    golden.change_queries(lambda present: ((query, query) for query in present))
    assert [json.loads(line)["id"] for line in (golden.path / "queries.jsonl").read_text().splitlines()] == list(ids)


def test_an_id_twice_is_told_at_once(tmp_path: Path) -> None:
    golden = GoldenDirectory(tmp_path / "golden")
    write(golden, "a", "b", "a")
    with pytest.raises(DataError, match="again"):
        golden.queries_in_order()


@given(TEXTS, TEXTS)
def test_new_texts_stand_in_their_places(stored: list[Chunk], arriving: list[Chunk]) -> None:
    together = {text_key(chunk): chunk for chunk in (*reversed(arriving), *reversed(stored))}
    before = {text_key(chunk) for chunk in stored}
    texts = NewTexts(sorted(stored, key=text_key), arriving)
    assert texts.new == len(together) - len(before)
    assert [text_key(chunk) for chunk in texts] == sorted(together)


def test_records_come_back_as_they_were(tmp_path: Path) -> None:
    chunks = [Chunk(id="a", text="\ud800", metadata={"n": (1, 2**70)}), Chunk(id="b", text="")]
    kept = RecordsOnDisk(chunks)
    assert (list(kept), len(kept), kept[-1], list(kept[:1])) == (chunks, 2, chunks[1], chunks[:1])
    kept.add(chunks[0])
    assert list(kept) == [*chunks, chunks[0]]
    with pytest.raises(IndexError):
        kept[3]


def test_lines_that_cannot_be_made_leave_the_files_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(append, "BLOCK", 4)
    path = tmp_path / "file"
    path.write_bytes(b"{}\n")

    def lines():
        yield from [b"[1]\n", b"[2]\n", b"[3]\n"]
        raise RuntimeError("stop")

    for write_them in (append_lines, replace_by):
        with pytest.raises(RuntimeError, match="stop"):
            write_them(path, lines())
        assert [one.name for one in tmp_path.iterdir()] == ["file"]
        assert path.read_bytes() == b"{}\n"
    append_lines(path, iter([b"[1]\n", b"[2]\n"]))
    assert path.read_bytes() == b"{}\n[1]\n[2]\n"
    assert not replace_by(path, [b"x"], lambda: False)
    assert path.read_bytes() == b"{}\n[1]\n[2]\n"
