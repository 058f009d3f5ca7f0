"""A file that no reader recognises: what its own field names suggest is offered, as a command that then works."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from goldkit.errors import DataError
from goldkit.logs.catalogue import reader_for
from goldkit.logs.likely_map import NAMES, likely_map
from goldkit.logs.mapped import FIELDS


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (["query", "chunks", "clicked"], {"query": "query", "chunks": "chunks", "clicked": "clicked"}),
        (["Question", "Results", "TS"], {"query": "Question", "chunks": "Results", "time": "TS"}),
        (["prompt", "query"], {"query": "query"}),
        (["chunks", "time"], {}),
        (["query", "results", "rank", "id"], {"query": "query", "chunks": "results", "id": "id"}),
        (["query", "chunk_id", "position"], {"query": "query", "chunks": "chunk_id"}),
        (
            ["query", "doc_id", "position", "request_id", "content"],
            {"query": "query", "chunks": "doc_id", "id": "request_id", "rank": "position", "text": "content"},
        ),
        ([], {}),
    ],
)
def test_the_names_suggest_the_fields(keys: list[str], expected: dict[str, str]) -> None:
    assert likely_map(keys) == expected


def test_only_fields_of_a_mapping_are_suggested() -> None:
    assert set(NAMES) <= set(FIELDS)


def test_the_offer_is_a_command_that_works(tmp_path: Path) -> None:
    log = tmp_path / "own.jsonl"
    log.write_text(
        json.dumps({"user query": "?", "Question": "why?", "hits": ["a"], "vote": 1}) + "\n", encoding="utf-8"
    )
    with pytest.raises(DataError) as refused:
        reader_for(log, None, {})
    _, _, offered = str(refused.value).partition("perhaps:")
    words = [word for word in shlex.split(offered) if word != "--map"]
    assert words == ["query=Question", "chunks=hits", "feedback=vote"]
    assert reader_for(log, None, dict(word.split("=") for word in words)).name == "jsonl"


@pytest.mark.parametrize(
    ("record", "end"), [({"q": "why?"}, "--map query=q --map chunks=…"), ({"x": 1}, "--map feedback=…")]
)
def test_what_is_not_there_is_left_to_fill_in(tmp_path: Path, record: dict[str, object], end: str) -> None:
    log = tmp_path / "own.jsonl"
    log.write_text(json.dumps(record) + "\n", encoding="utf-8")
    with pytest.raises(DataError) as refused:
        reader_for(log, None, {})
    assert str(refused.value).rstrip().endswith(end)
