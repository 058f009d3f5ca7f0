"""Tables of the systems' databases as CSV: objects and lists stand in cells as JSON, numbers and truth values as words."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from goldkit.logs.catalogue import LOG_READERS, reader_for
from goldkit.logs.interactions import Interaction
from goldkit.logs.log_file import LogFile

EXAMPLES = Path(__file__).parent / "examples"
TABLES = {
    "anythingllm": ("anythingllm_workspace_chats_table.jsonl",),
    "archi": ("archi_conversations.jsonl", "archi_feedback.jsonl"),
    "dify": ("dify_messages.json",),
    "librechat": ("librechat_conversation.json",),
    "open-webui": ("openwebui_chats.json", "openwebui_feedback.json"),
    "ragflow": ("ragflow_sessions.json",),
}
INSIDE = {"dify": "data", "ragflow": "data", "librechat": "messages"}


def cell(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, dict | list) else "" if value is None else value


def as_csv(path: Path, inside: str | None, folder: Path) -> Path:
    records = [record for _, record in LogFile(path, 0, "").records()]
    rows = [row for record in records for row in record[inside]] if inside else records
    table = folder / f"{path.stem}.csv"
    with table.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(dict.fromkeys(key for row in rows for key in row)))
        writer.writeheader()
        writer.writerows({key: cell(value) for key, value in row.items()} for row in rows)
    return table


def read_all(reader: str, paths: list[Path]) -> list[Interaction]:
    files = [LogFile(path, index, "batch") for index, path in enumerate(paths)]
    assert {reader_for(path, None, {}).name for path in paths} == {reader}
    return list(LOG_READERS[reader].read(files, {}))


def told(one: Interaction) -> tuple[Any, ...]:
    shown = [(passage.chunk, passage.rank, passage.text, passage.document, passage.cited) for passage in one.shown]
    up = one.rating and one.rating.up
    return one.record, one.query, one.time, one.session, one.user, one.answer, one.rewritten, up, shown


@pytest.mark.parametrize("reader", list(TABLES))
def test_a_table_tells_what_the_json_tells(tmp_path: Path, reader: str) -> None:
    paths = [EXAMPLES / name for name in TABLES[reader]]
    tables = [as_csv(path, INSIDE.get(reader), tmp_path) for path in paths]
    wanted = [told(one) for one in read_all(reader, paths)]
    assert [told(one) for one in read_all(reader, tables)] == wanted
    assert len(wanted) >= 2
