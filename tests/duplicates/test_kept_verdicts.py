"""Verdicts in the index: what is kept is what would be said anew, whatever changes around the two texts."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from goldkit.duplicates import kept_verdicts
from goldkit.duplicates import verdicts as judging
from goldkit.duplicates.engine import Engine
from goldkit.duplicates.widen import all_pairs, widen
from goldkit.records import Chunk
from goldkit.results.widen import WidenParameters

AT = "2026-12-01T10:00:00Z"
PARAMETERS = WidenParameters(stop_documents=3)
WORDS = [f"word{number}" for number in range(400)]
FOOT = "Contact the operators of the service by mail at any time of the day for further questions."


def body(seed: int, size: int = 40) -> str:
    return " ".join(random.Random(seed).choices(WORDS, k=size))


def chunks(*texts: str) -> list[Chunk]:
    return [Chunk(id=f"c{at:02}", text=text) for at, text in enumerate(texts)]


def edited(texts: int = 12) -> list[Chunk]:
    """Pairs of texts in which one word differs."""
    return chunks(*[f"{body(at)} {end} {body(at + 100)}" for at in range(texts) for end in ("early", "late")])


@pytest.fixture
def no_guard(monkeypatch):
    def forbid() -> None:
        def called(*_: object) -> None:
            raise AssertionError("a pair was read again")

        monkeypatch.setattr(judging, "guard", called)

    return forbid


def engine(path: Path, said: list[str] | None = None) -> Engine:
    return Engine(index=path / "index", say=(said if said is not None else []).append)


def test_a_pair_is_read_once_for_all_searches(tmp_path, no_guard) -> None:
    said: list[str] = []
    wanted = all_pairs(edited(), AT, PARAMETERS, engine(tmp_path, said))
    assert len(wanted.pairs) == 12 and all(pair.differs for pair in wanted.pairs)
    no_guard()
    assert all_pairs(edited(), AT, PARAMETERS, engine(tmp_path, said)) == wanted
    assert len(widen(edited()[:4], edited(), AT, PARAMETERS, engine(tmp_path, said)).pairs) == 2
    assert all_pairs(edited(), AT, replace(PARAMETERS, jaccard=0.7), engine(tmp_path, said)).pairs
    assert [line.partition(": ")[2] for line in said if "judged" in line] == [
        "0 pairs judged before, 12 now",
        "12 pairs judged before, 0 now",
        "2 pairs judged before, 0 now",
        "12 pairs judged before, 0 now",
    ]


def test_only_the_pairs_of_new_texts_are_read(tmp_path) -> None:
    said: list[str] = []
    all_pairs(edited(11), AT, PARAMETERS, engine(tmp_path))
    assert all_pairs(edited(), AT, PARAMETERS, engine(tmp_path, said)) == all_pairs(edited(), AT, PARAMETERS)
    assert said[-1].endswith("11 pairs judged before, 1 now")


def test_texts_that_change_places_get_the_verdict_of_their_order(tmp_path) -> None:
    turned = [replace(chunk, id=f"c{99 - at:02}") for at, chunk in enumerate(edited())]
    all_pairs(edited(), AT, PARAMETERS, engine(tmp_path))
    assert all_pairs(turned, AT, PARAMETERS, engine(tmp_path)) == all_pairs(turned, AT, PARAMETERS)


def test_boilerplate_of_one_corpus_is_none_of_another(tmp_path) -> None:
    pair = chunks(body(1), f"{body(1)} {FOOT}")
    many = [*pair, *(Chunk(id=f"d{at}", text=f"{body(at)} {FOOT}") for at in range(20, 26))]
    for corpus, verdict in ((pair, "differs"), (many, "same"), (pair, "differs"), (many, "same")):
        found = all_pairs(corpus, AT, PARAMETERS, engine(tmp_path))
        assert found == all_pairs(corpus, AT, PARAMETERS)
        assert [one.verdict for one in found.pairs] == [verdict]


def test_a_limit_of_words_that_changes_changes_the_verdict(tmp_path) -> None:
    pair = chunks(f"{body(1)} The end", f"{body(1)} the end")
    for least in (3, 90, 3):
        parameters = replace(PARAMETERS, least_words=least)
        found = all_pairs(pair, AT, parameters, engine(tmp_path))
        assert found == all_pairs(pair, AT, parameters) and found.pairs


def test_other_code_reads_all_pairs_again(tmp_path, monkeypatch) -> None:
    said: list[str] = []
    all_pairs(edited(), AT, PARAMETERS, engine(tmp_path))
    monkeypatch.setattr(kept_verdicts, "code", lambda: "changed")
    all_pairs(edited(), AT, PARAMETERS, engine(tmp_path, said))
    assert said[-1].endswith("0 pairs judged before, 12 now")


def test_every_rule_is_part_of_the_code(monkeypatch) -> None:
    kept_verdicts.code.cache_clear()
    before, read = kept_verdicts.code(), Path.read_bytes
    for source in ("rules/figures.py", "guard.py", "vocabulary.py", "normalise.py"):
        kept_verdicts.code.cache_clear()
        with monkeypatch.context() as changing:
            changing.setattr(Path, "read_bytes", lambda file, end=source: read(file) + b"#" * str(file).endswith(end))
            assert kept_verdicts.code() != before
    kept_verdicts.code.cache_clear()
    assert kept_verdicts.code() == before


def test_a_pair_with_half_a_character_is_read_each_time(tmp_path) -> None:
    pair = chunks(f"{body(1)} \ud83d early {body(2)}", f"{body(1)} \ud83d late \ud83d {body(2)}")
    for _ in range(2):
        said: list[str] = []
        assert all_pairs(pair, AT, PARAMETERS, engine(tmp_path, said)) == all_pairs(pair, AT, PARAMETERS)
        assert said[-1].endswith("0 pairs judged before, 1 now")


def test_what_was_read_before_it_was_broken_off_is_kept(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("goldkit.duplicates.judging.AT_ONCE", 3)
    said, read, guard = [], [], judging.guard

    def broken(*texts):
        read.append(texts)
        if len(read) == 8:
            raise KeyboardInterrupt
        return guard(*texts)

    with monkeypatch.context() as breaking:
        breaking.setattr(judging, "guard", broken)
        with pytest.raises(KeyboardInterrupt):
            all_pairs(edited(), AT, PARAMETERS, engine(tmp_path))
    found = all_pairs(edited(), AT, PARAMETERS, engine(tmp_path, said))
    assert found == all_pairs(edited(), AT, PARAMETERS)
    assert said[-1].endswith("6 pairs judged before, 6 now")


@pytest.mark.parametrize("workers", [1, 2])
def test_any_number_of_workers_keeps_the_same(tmp_path, workers) -> None:
    all_pairs(edited(), AT, PARAMETERS, replace(engine(tmp_path), workers=workers))
    one = tmp_path / "one"
    one.mkdir()
    all_pairs(edited(), AT, PARAMETERS, engine(one))
    assert (one / "index").read_bytes() == (tmp_path / "index").read_bytes()
