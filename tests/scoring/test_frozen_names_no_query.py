"""What scoring says of a frozen set, errors and notes included, names none of its queries."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from uncounted import score

from goldkit.errors import DataError
from goldkit.scoring.options import ScoreOptions
from goldkit.sets.runs import open_run


def test_a_frozen_set_names_none_of_its_queries(make: SimpleNamespace) -> None:
    frozen = make.scoreset(*(make.query(f"secret-{i}", {"a": 1}) for i in range(4)), frozen=True, digest="d")
    ranking = {f"secret-{i}": ["a"] for i in range(3)}
    for options in (ScoreOptions(missing="error"), ScoreOptions(repeats="error")):
        with pytest.raises(DataError) as caught:
            score(frozen, [make.run("r", {**ranking, "secret-0": ["a", "a"], "secret-3": []})], options=options)
        assert "secret" not in str(caught.value)
    result = score(frozen, [make.run("r", ranking)])
    assert "secret" not in str(result.to_dict()) + "".join(result.notes)
    padded = make.run("r", {f"secret-0{i}": ["a"] for i in range(4)})
    with pytest.raises(DataError, match="padding") as caught:
        score(frozen, [padded])
    assert "'secret-1'" not in str(caught.value)


def test_why_a_retrieval_failed_is_not_told_of_a_frozen_set_as_it_may_quote_the_query(make: SimpleNamespace) -> None:
    frozen = make.scoreset(make.query("q1", {"a": 1}), make.query("q2", {"b": 1}), frozen=True)
    failing = make.run("r", {"q1": ["a"]}, failed={"q2": "400 Bad Request: how tall is q2"})
    with pytest.raises(DataError, match=r"1 of 2 retrievals failed;"):
        score(frozen, [failing])


def test_a_bad_run_file_names_its_line_and_no_query_of_a_frozen_set(make: SimpleNamespace, tmp_path: Path) -> None:
    queries = [make.query(name, {"a": 1}) for name in ("secret-1", "secret-11")]
    frozen, dev = make.scoreset(*queries, frozen=True, digest="d"), make.scoreset(*queries)
    rows = [{"query": "secret-1", "chunks": ["a"]}, {"query": "other", "chunks": []}]
    rows = [*rows, {"query": "secret-11", "chunks": ["a"]}, *rows]
    (tmp_path / "r.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "r.json").write_text('{"secret-1":["a"],"secret-11":5}')
    for name, place in (("r.jsonl", r"r\.jsonl:4: found the query '…' a second"), ("r.json", "for the query '…'")):
        with pytest.raises(DataError, match=place) as caught:
            score(frozen, [open_run(tmp_path / name)])
        assert "secret" not in str(caught.value)
        with pytest.raises(DataError, match="'secret-1"):
            score(dev, [open_run(tmp_path / name)])
    with pytest.raises(DataError, match="in query '…'"):
        score(frozen, [make.run("r", {"secret-1": ["a", "b"]}, scores={"secret-1": (1.0,)})])


def test_an_answer_in_place_of_ids_is_not_quoted_of_a_frozen_set(make: SimpleNamespace, tmp_path: Path) -> None:
    answer = "You asked how tall the secret tower is; it has been a hundred metres tall since it was built, they say."
    (tmp_path / "r.json").write_text(json.dumps({"q": [answer]}))
    (tmp_path / "c.jsonl").write_text('{"id":"a","text":"x"}\n')
    by_text = ScoreOptions(match_text=True, corpus=str(tmp_path / "c.jsonl"))
    for frozen in (True, False):
        wanted = make.scoreset(make.query("q", {"a": 1}), frozen=frozen, digest="d")
        for options in (ScoreOptions(), by_text):
            with pytest.raises(DataError, match="before the LLM") as caught:
                score(wanted, [open_run(tmp_path / "r.json")], options=options)
            assert ("You asked" in str(caught.value)) is not frozen
