from __future__ import annotations

import pytest

from goldkit.files import canonical
from goldkit.records import Batch
from goldkit.store.batch_lines import batch_line


@pytest.mark.parametrize("pieces", [[], ["AAAA"], ["AAAA", "BBBB", "CC=="]])
def test_pieces_make_the_line_of_the_whole_record(pieces: list[str]) -> None:
    name = 'a"record_ids":"b.jsonl'
    batch = Batch(batch="sha256:1", file=name, reader="r", at="t", counts={"records": 3}, runs=("one",))
    whole = Batch(**{**{f: getattr(batch, f) for f in batch.__slots__}, "record_ids": "".join(pieces) or None})
    assert b"".join(batch_line(batch, pieces)) == canonical.line(whole)
