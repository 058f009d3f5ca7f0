from __future__ import annotations

from typing import Any

import pytest

from goldkit.files.records_on_disk import RecordsOnDisk
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
