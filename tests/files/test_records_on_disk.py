from __future__ import annotations

from typing import Any

import pytest

from goldkit.files.records_on_disk import BLOCK, RecordsOnDisk
from goldkit.records import Chunk, Fact, Query

QUERY = Query(
    id="q\ud800",
    text="wörter",
    variants=("a", "b"),
    weight=2,
    facts=(Fact(any=("c",), share=0.5),),
    metadata={"n": 1 << 70, "pair": (1, None)},
    unknown={"later": [1.5]},
)


@pytest.mark.parametrize(
    "records", [[QUERY, Query(id="r", text="")], [Chunk(id="c", text="t", sha256="s")], [(1, "x"), None]]
)
def test_records_come_back_as_they_were(records: list[Any]) -> None:
    kept = RecordsOnDisk(records)
    assert [*kept] == records and repr(kept[0]) == repr(records[0]) and type(kept[-1]) is type(records[-1])
    assert kept[:1] == records[:1]


def test_any_of_many_records_is_found_while_more_are_added() -> None:
    kept, plain = RecordsOnDisk[Chunk](), [Chunk(id=str(n), text="t" * n) for n in range(3 * BLOCK + 1)]
    for number, chunk in enumerate(plain):
        assert kept.add(chunk) == number
        assert (kept[number], kept[number // 2], len(kept)) == (chunk, plain[number // 2], number + 1)
    assert [kept[number] for number in reversed(range(len(kept)))] == plain[::-1]
    assert list(kept) == plain and kept[-2:] == plain[-2:]
