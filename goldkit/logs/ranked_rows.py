"""Logs with a row for each retrieved chunk, as tables of a database often are: the rows of one retrieval become one record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldkit.errors import UsageError
from goldkit.logs.feedback import given
from goldkit.logs.flags import flag_of
from goldkit.logs.groups import Groups, Part
from goldkit.logs.interactions import Place, Shown
from goldkit.logs.log_file import LogFile
from goldkit.logs.passages import as_id, passage_id, passages
from goldkit.logs.paths import pick
from goldkit.logs.positions import Positions
from goldkit.records import JSON

TAKEN_UP = ("cited", "clicked", "copied")
_LAST = 1 << 62
"""Where a row without a rank stands among those of its retrieval."""


def check(mapping: Mapping[str, str]) -> None:
    """Raise UsageError for a mapping that cannot bring the rows of a retrieval together."""
    if "text" in mapping and "rank" not in mapping:
        raise UsageError(
            "--map text=… is the text of the one chunk of a row: it needs --map rank=PATH and --map id=PATH"
        )
    for needed in ("id", "chunks") if "rank" in mapping else ():
        if needed not in mapping:
            told = "rows with one id are one retrieval" if needed == "id" else "the chunk of a row"
            raise UsageError(f"--map rank=… needs --map {needed}=PATH: {told}")


def retrievals(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[tuple[JSON, tuple[Shown, ...], Place]]:
    """(field → value, the chunks best first, where its first row stands) of each retrieval, as they are met first.

    The rows may stand in any order. What was taken up is told by ids. A row without an id is dropped and counted.
    """
    rows, positions = Groups(), Positions()
    for file in files:
        for line, record in file.records():
            file.tally.kinds["row"] += 1
            row = {name: value for name, path in mapping.items() if given(value := pick(record, path))}
            name = as_id(row.get("id"))
            if name is None:
                file.tally.drop(f"no id at id={mapping['id']}", line)
                continue
            row["rank"] = rank = _whole_number(row.get("rank"))
            if rank is not None:
                positions.count(mapping["rank"], rank, file.tally)
            elif "chunks" in row:
                file.tally.note(f"no whole number at rank={mapping['rank']}: the chunk comes last", line)
            rows.add(f"{name}\x1f{row.get('query')}", "row", row, file.place(line))
    base = positions.bases().get(mapping["rank"], 1)
    for _, parts in rows:
        ordered = sorted(parts, key=lambda part: _LAST if part.record["rank"] is None else part.record["rank"])
        yield _fields(ordered, files), _shown(ordered, base), parts[0].place


def _whole_number(value: Any) -> int | None:
    text = as_id(value.strip() if isinstance(value, str) else value)
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 16 else None


def _shown(parts: Sequence[Part], base: int) -> tuple[Shown, ...]:
    """The chunks, each once, at its best rank counted from 1."""
    shown: dict[str, Shown] = {}
    for number, part in enumerate(parts):
        row = part.record
        chunk, text, rank = as_id(row.get("chunks")), row.get("text"), row["rank"]
        text = text if isinstance(text, str) else None
        if chunk is not None or text is not None:
            one = Shown(chunk, None if rank is None else rank + 1 - base, text)
            shown.setdefault(f"\x1f{number}" if chunk is None else chunk, one)
    return tuple(shown.values())


def _fields(parts: Sequence[Part], files: Sequence[LogFile]) -> JSON:
    """What the rows share, by the best ranked that tells it; and what was taken up, from all of them."""
    fields: JSON = {}
    for part in parts:
        for name, value in part.record.items():
            fields.setdefault(name, value)
    for name in TAKEN_UP:
        if name in fields:
            fields[name] = list(dict.fromkeys(_taken(name, parts, files)))
    return fields


def _taken(name: str, parts: Sequence[Part], files: Sequence[LogFile]) -> Iterator[Any]:
    """The chunks of the rows that say true; where a row names chunks instead, those."""
    for part in parts:
        chunk, value = as_id(part.record.get("chunks")), part.record.get(name)
        told = flag_of(value)
        if told is None or str(value) == chunk:
            yield from (one for one in map(passage_id, passages(value)) if one is not None)
        elif told and chunk is None:
            note = f"{name}, but the row has no chunk id: nothing is known to be"
            files[part.place.file].tally.note(note, part.place.line)
        elif told:
            yield chunk
