"""The index on disk: never trusted where it is not what was written, never a reason for another result."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from goldkit.duplicates.corpus_sketches import Reading
from goldkit.duplicates.engine import Engine
from goldkit.duplicates.sketch_file import SketchFile
from goldkit.duplicates.sketches import sketched
from goldkit.duplicates.widen import all_pairs, widen
from goldkit.errors import DataError, IncompleteError, UsageError
from goldkit.records import Chunk
from goldkit.results.widen import WidenParameters

AT = "2026-12-01T10:00:00Z"
PARAMETERS = WidenParameters()
WORDS = [f"word{number}" for number in range(400)]


def chunks(size: int, seed: int = 1) -> list[Chunk]:
    """A third of them near-copies, some of one document, some without a word."""
    draw = random.Random(seed)
    made = [" ".join(draw.choices(WORDS, k=draw.randint(20, 40))) for _ in range(size)]
    for at in range(size // 3, 2 * size // 3):
        words = made[at - size // 3].split()
        words[draw.randrange(len(words))] = draw.choice(WORDS)
        made[at] = " ".join(words)
    made[-1], made[-2] = "", made[0]
    return [Chunk(id=f"c{at:04}", text=text, doc_id=f"d{at % 40}") for at, text in enumerate(made)]


@pytest.fixture(scope="module")
def corpus() -> list[Chunk]:
    return chunks(150)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldkit.duplicates.corpus_sketches.BLOCK", 4000)


def test_an_index_changes_nothing_whether_new_grown_or_of_a_larger_corpus(tmp_path, corpus) -> None:
    said: list[str] = []
    engine = Engine(index=tmp_path / "index", say=said.append)
    wanted = all_pairs(corpus, AT)
    assert wanted.pairs
    assert all_pairs(corpus[50:], AT, engine=engine) == all_pairs(corpus[50:], AT)
    assert all_pairs(corpus, AT, engine=engine) == wanted
    assert all_pairs(corpus[::-1], AT, engine=engine) == wanted
    assert all_pairs(corpus[:70], AT, engine=engine) == all_pairs(corpus[:70], AT)
    assert widen(corpus[:9], corpus, AT, engine=engine) == widen(corpus[:9], corpus, AT)
    assert [line.partition(": ")[2] for line in said if " texts " in line] == [
        "0 texts known before, 100 new",
        "100 texts known before, 48 new",
        *["148 texts known before, 0 new"] * 3,
    ]


def test_other_thresholds_use_the_same_index(tmp_path, corpus) -> None:
    engine, loose = Engine(index=tmp_path / "index"), replace(PARAMETERS, jaccard=0.5, stop_documents=3)
    all_pairs(corpus, AT, engine=engine)
    assert all_pairs(corpus, AT, loose, engine) == all_pairs(corpus, AT, loose)


def test_what_was_put_in_comes_out(tmp_path, corpus) -> None:
    texts = list(dict.fromkeys(chunk.text for chunk in corpus))
    file = SketchFile(tmp_path / "index", PARAMETERS)
    file.add(sketched(texts[:60], PARAMETERS))
    file.add(sketched(texts[60:], PARAMETERS))
    file.close()
    again = SketchFile(tmp_path / "index", PARAMETERS)
    made = sketched(texts, PARAMETERS)
    assert again.known == len(texts) and again.cut == 0
    assert [again.rows[digest.tobytes()] for digest in made.digests] == list(range(len(texts)))
    assert [again.shingled(row).hashes.tolist() for row in range(len(texts))] == [
        made.shingles(row).tolist() for row in range(len(texts))
    ]
    first, second = (block for _, block in again.blocks())
    assert np.array_equal(np.concatenate([first.signatures, second.signatures]), made.signatures)


@pytest.mark.parametrize("kept", [0, 1, 60, 110, 200, 3000, -4000, -100, -1])
def test_a_cut_off_end_is_taken_away_said_and_made_again(tmp_path, corpus, kept) -> None:
    path, said = tmp_path / "index", []
    whole = all_pairs(corpus, AT, engine=Engine(index=path))
    data = path.read_bytes()
    path.write_bytes(data[:kept] if kept else b"")
    assert all_pairs(corpus, AT, engine=Engine(index=path, say=said.append)) == whole
    assert path.read_bytes() == data
    assert kept == 0 or "were cut off and are made again" in said[0]


def test_damage_is_found_wherever_it_is(tmp_path, corpus) -> None:
    path = tmp_path / "index"
    whole = all_pairs(corpus, AT, engine=Engine(index=path))
    data = path.read_bytes()
    draw = random.Random(7)
    for at in [10, 125, 140, *(draw.randrange(len(data)) for _ in range(40))]:
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :])
        try:
            found = all_pairs(corpus, AT, engine=Engine(index=path))
        except (DataError, UsageError) as error:
            assert str(path) in str(error) and "Delete it" in str(error)
        else:  # The length of a block was hit, so that it seemed to be cut off.
            assert found == whole


@pytest.mark.parametrize("content", [b"{}\n", b"SQLite format 3\0", b'{"id":"c1","text":"a chunk"}\n', b"x" * 70_000])
def test_another_file_is_no_index_and_is_left_as_it_is(tmp_path, corpus, content) -> None:
    path = tmp_path / "index"
    path.write_bytes(content)
    with pytest.raises(DataError, match="expected an index of goldkit"):
        all_pairs(corpus, AT, engine=Engine(index=path))
    assert path.read_bytes() == content


def test_an_index_made_in_another_way_is_refused(tmp_path, corpus) -> None:
    all_pairs(corpus, AT, engine=Engine(index=tmp_path / "index"))
    with pytest.raises(UsageError, match="other settings"):
        all_pairs(corpus, AT, replace(PARAMETERS, words=2), Engine(index=tmp_path / "index"))


def test_only_one_at_a_time_works_on_an_index(tmp_path, corpus) -> None:
    path = tmp_path / "index"
    holder = SketchFile(path, PARAMETERS)
    with pytest.raises(IncompleteError, match="another goldkit"):
        all_pairs(corpus, AT, engine=Engine(index=path))
    holder.close()
    assert all_pairs(corpus, AT, engine=Engine(index=path)).pairs


def test_an_index_that_cannot_be_opened_is_wrong_usage(tmp_path, corpus) -> None:
    with pytest.raises(UsageError, match="--index"):
        all_pairs(corpus, AT, engine=Engine(index=tmp_path / "no" / "folder"))


def test_what_a_broken_off_reading_sketched_is_there_the_next_time(tmp_path, corpus) -> None:
    def broken():
        yield from corpus[:120]
        raise KeyboardInterrupt

    file = SketchFile(tmp_path / "index", PARAMETERS)
    with pytest.raises(KeyboardInterrupt):
        Reading(file, PARAMETERS).read(broken())
    file.close()
    assert 60 < SketchFile(tmp_path / "index", PARAMETERS).known < 120
    assert all_pairs(corpus, AT, engine=Engine(index=tmp_path / "index")) == all_pairs(corpus, AT)


def test_a_sum_that_ends_in_zeros_is_known_again(tmp_path) -> None:
    made = sketched(["one two three four", "five six seven eight"], PARAMETERS)
    digests = np.zeros((2, 32), np.uint8)
    digests[1, 5] = 7
    file = SketchFile(tmp_path / "index", PARAMETERS)
    file.add(replace(made, digests=digests))
    file.close()
    again = SketchFile(tmp_path / "index", PARAMETERS)
    assert again.rows == {bytes(32): 0, digests[1].tobytes(): 1}
    assert again.digest(1) == digests[1].tobytes()
