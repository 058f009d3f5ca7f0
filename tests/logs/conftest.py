"""Writing small logs and reading them back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from goldkit.logs.catalogue import reader_for
from goldkit.logs.interactions import Interaction
from goldkit.logs.log_file import LogFile

Written = Callable[..., Path]
Reading = Callable[..., tuple[list[Interaction], list[LogFile]]]


@pytest.fixture
def write(tmp_path: Path) -> Written:
    def write_(name: str, *records: Any) -> Path:
        path = tmp_path / name
        path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
        return path

    return write_


@pytest.fixture
def read() -> Reading:
    def read_(
        *paths: Path, reader: str | None = None, mapping: Mapping[str, str] | None = None
    ) -> tuple[list[Interaction], Sequence[LogFile]]:
        files = [LogFile(path, index, f"batch {index}") for index, path in enumerate(paths)]
        chosen = reader_for(paths[0], reader, mapping or {})
        return list(chosen.read(files, mapping or {})), files

    return read_
