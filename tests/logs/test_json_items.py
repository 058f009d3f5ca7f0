"""A list larger than memory gives the items that decoding it at once gives, wherever the blocks read of it end."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldkit.logs import json_items as module
from goldkit.logs.json_items import json_items
from goldkit.logs.log_file import LogFile

TEXT = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from('"\\[]{},:é\n'), max_size=12)
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
SHAPES = [{}, {"indent": 1}, {"separators": (",", ":")}, {"ensure_ascii": False}]
PAYLOAD = {"text": 'a "quoted" [1] \\ {x}, é', "docs": [{"id": "a"}, {"id": "b"}], "empty": []}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks so small that everything crosses one."""
    monkeypatch.setattr(module, "HEAD", 7)


def items(path: Path) -> list[Any] | None:
    found = json_items(path)
    return None if found is None else list(found)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300, deadline=None)
@given(st.lists(VALUE, min_size=1, max_size=6), st.sampled_from(SHAPES), st.integers(1, 40))
def test_items_are_those_of_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: list[Any], shape: dict[str, Any], head: int
) -> None:
    monkeypatch.setattr(module, "HEAD", head)
    path = tmp_path / "log.json"
    path.write_text(json.dumps(value, **shape) + "\n")
    found = list(module._streamed(path, 0))
    assert found == [(number, item, None) for number, item in enumerate(value, 1)]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("head", ['{"data": [', '{ "next": "a[",\n "n": 1, "data" : [\n', '{"resourceSpans":['])
def test_items_of_a_page_come_each_as_a_page_of_its_own(tmp_path: Path, head: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(module, "HEAD", 60)
    path = tmp_path / "page.json"
    path.write_text(head + ", ".join([json.dumps(PAYLOAD)] * 3) + '], "next_cursor": {"a": ["]"]}}\n')
    key = "data" if "data" in head else "resourceSpans"
    assert items(path) == [(number, {key: [PAYLOAD]}, None) for number in (1, 2, 3)]


@pytest.mark.parametrize("between", ["\n", ""])
def test_pages_one_after_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, between: str) -> None:
    monkeypatch.setattr(module, "HEAD", 60)
    path = tmp_path / "pages.jsonl"
    page = json.dumps({"n": 1, "data": [PAYLOAD, PAYLOAD], "more": {"x": [1]}})
    path.write_text(page + between + page + between)
    assert items(path) == [(number, {"data": [PAYLOAD]}, None) for number in (1, 2, 3, 4)]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[{"a": 1}, {"a": 2}, {"a":', [({"a": 1}, None), ({"a": 2}, None), (None, "a torn last record")]),
        ('[{"a": 1}, {"a": 2},', [({"a": 1}, None), ({"a": 2}, None), (None, "a torn last record")]),
        ('[{"a": 1}, {"a": "cut', [({"a": 1}, None), (None, "a torn last record")]),
        ('[{"a": 1}, {oops}, {"a": 2}]', [({"a": 1}, None), (None, "no JSON"), ({"a": 2}, None)]),
        ('[{"a": 1}] {"b": 2}', [({"a": 1}, None), (None, "text after the end of the list")]),
        ('[12, "x]", null, {"a": NaN}]', [(12, None), ("x]", None), (None, None), ({"a": None}, None)]),
    ],
)
def test_what_is_broken_costs_only_itself(tmp_path: Path, text: str, told: list[tuple[Any, str | None]]) -> None:
    path = tmp_path / "log.json"
    path.write_text(text)
    assert [(value, reason) for _, value, reason in items(path) or []] == told


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}\n{"a": 2}\n',
        '{"cut": \n{"a": 1}\n',
        "no json\n",
        '[1]\n{"a": 1}\n',
        '{"a": "longer than a block"}\n{"b": 1}',
    ],
)
def test_json_lines_are_no_list(tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(text)
    assert items(path) is None


def test_an_object_over_many_lines_and_blocks_is_one_item(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HEAD", 20)
    path = tmp_path / "log.json"
    path.write_text(json.dumps(PAYLOAD, indent=1))
    assert items(path) == [(1, PAYLOAD, None)]


@pytest.mark.usefixtures("small")
def test_a_torn_list_is_used_and_counted_by_a_log_file(tmp_path: Path) -> None:
    path = tmp_path / "log.json.gz"
    path.write_bytes(gzip.compress(b"\xef\xbb\xbf " + json.dumps([PAYLOAD] * 3).encode()[:-20]))
    file = LogFile(path, 0, "b")
    assert list(file.records()) == [(1, PAYLOAD), (2, PAYLOAD)]
    assert [(one.reason, one.count, one.first_line) for one in file.tally.unused] == [("a torn last record", 1, 3)]
