"""Groups give the same, in the same order, whether memory or a temporary file holds them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.logs import groups, mapped
from goldkit.logs.catalogue import LOG_READERS
from goldkit.logs.groups import Groups
from goldkit.logs.interactions import Interaction, Place
from goldkit.logs.log_file import LogFile, first_records

EXAMPLES = Path(__file__).with_name("examples")

Told = list[tuple[str, list[tuple[str, object, int]]]]
TIMES = st.sampled_from([None, "2026-12-01T09:00:00Z", "2026-12-01T10:00:00Z", "2025-01-01T00:00:00Z"])
ADDED = st.lists(
    st.tuples(st.sampled_from("abcd"), TIMES, st.dictionaries(st.text(), st.integers() | st.text())), max_size=30
)


def grouped(memory: int | None, added: list[tuple[str, str | None, dict[str, object]]]) -> tuple[Told, Told]:
    found = Groups(memory)
    for line, (key, time, record) in enumerate(added, 1):
        found.add(key, "span" if time else "note", record, Place(0, line), time)
    met, timed = (
        [(key, [(part.kind, part.record, part.place.line) for part in parts]) for key, parts in order]
        for order in (found, found.by_time())
    )
    return met, timed


def test_groups_come_in_the_order_of_their_first_record_and_keep_their_own_order() -> None:
    added = [
        ("t2", "2026-12-01T10:00:00Z"),
        ("t1", "2026-12-01T09:00:00Z"),
        ("t2", None),
        ("t2", "2026-12-01T08:00:00Z"),
    ]
    met, timed = grouped(None, [(key, time, {"n": 1}) for key, time in added])
    assert [(key, [(kind, line) for kind, _, line in parts]) for key, parts in met] == [
        ("t2", [("span", 1), ("note", 3), ("span", 4)]),
        ("t1", [("span", 2)]),
    ]
    assert [key for key, _ in timed] == ["t2", "t1"]


def test_by_time_those_without_a_time_come_first() -> None:
    _, timed = grouped(
        0, [("late", "2026-12-01T10:00:00Z", {}), ("none", None, {}), ("early", "2025-01-01T00:00:00Z", {})]
    )
    assert [key for key, _ in timed] == ["none", "early", "late"]


@given(ADDED)
def test_a_temporary_file_changes_nothing(added: list[tuple[str, str | None, dict[str, object]]]) -> None:
    assert grouped(1, added) == grouped(None, added)


def test_numbers_beyond_64_bits_keep_their_digits() -> None:
    found = Groups()
    found.add("a", "span", {"id": 10**30, "in": [-(2**63) - 1, True]}, Place(0, 1))
    ((_, (part,)),) = found
    assert part.record == {"id": "1" + "0" * 30, "in": ["-9223372036854775809", True]}


@pytest.mark.parametrize("name", [name for name in LOG_READERS if name != mapped.NAME])
def test_every_reader_gives_the_same_through_a_temporary_file(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = LOG_READERS[name]
    paths = [path for path in sorted(EXAMPLES.iterdir()) if reader.recognises(first_records(path))]
    assert paths, "no example log of this system"

    def told() -> tuple[list[Interaction], list[object]]:
        files = [LogFile(path, index, path.name) for index, path in enumerate(paths)]
        return list(reader.read(files, {})), [(file.tally.unused, file.tally.notes, file.tally.kinds) for file in files]

    in_memory = told()
    monkeypatch.setattr(groups, "MEMORY", 0)
    assert told() == in_memory
    assert in_memory[0]
