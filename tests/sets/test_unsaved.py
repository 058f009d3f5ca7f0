"""The file that a result waits in while it is saved."""

import pytest

from goldkit.errors import DataError
from goldkit.records import Chunk, Judgment, Query
from goldkit.results.generate import GenerateResult
from goldkit.results.rejected import Rejected
from goldkit.sets import unsaved
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"
QUERY = Query(id="q-1", text="why?", origin="synthetic", tags=("direct",), generator={"journal": "sha256:a"})
JUDGMENT = Judgment(
    query="q-1", chunk="c", grade=3, status="proposed", source="generator", by="m", at=AT, text_sha256="0" * 64
)
CHUNK = Chunk(id="c", text="żółw\u2028", unknown={"page": 7})
REJECT = Rejected(key="sha256:b", reason="empty", style="direct", chunks=("c",), at=AT)
RESULT = GenerateResult(
    asked=2,
    queries=(QUERY,),
    judgments=(JUDGMENT,),
    chunks=(CHUNK,),
    rejects=(REJECT,),
    skipped={"empty": 1},
    stopped="no more",
)


def test_a_result_comes_back_as_it_was_put_aside(tmp_path):
    golden = GoldenDirectory(tmp_path / "golden")
    assert unsaved.put_aside_before(golden) is None
    unsaved.put_aside(golden, RESULT, {"n": 2})
    command, result = unsaved.put_aside_before(golden)
    assert command == {"n": 2}
    assert (list(result.queries), list(result.judgments)) == ([QUERY], [JUDGMENT])
    assert (list(result.chunks), list(result.rejects)) == ([CHUNK], [REJECT])
    assert (len(result.queries), QUERY in result.queries, result.short) == (1, True, 1)
    assert result.to_dict() == RESULT.to_dict()


def test_saving_it_again_changes_nothing(tmp_path):
    golden = GoldenDirectory(tmp_path / "golden")
    unsaved.put_aside(golden, RESULT, {})
    unsaved.save(golden, RESULT, None)
    before = {path.name: path.read_bytes() for path in golden.path.iterdir()}
    _, again = unsaved.put_aside_before(golden)
    unsaved.save(golden, again, None)
    assert {path.name: path.read_bytes() for path in golden.path.iterdir()} == before
    assert (golden.queries(), golden.judgments()) == ([QUERY], [JUDGMENT])
    unsaved.saved(golden)
    unsaved.saved(golden)
    assert unsaved.put_aside_before(golden) is None


def test_a_file_of_another_form_is_named(tmp_path):
    golden = GoldenDirectory(tmp_path / "golden")
    golden.create()
    (golden.path / unsaved.NAME).write_text('{"command": 7}\n')
    with pytest.raises(DataError, match=r"\.unsaved\.jsonl:1.*Delete the file"):
        unsaved.put_aside_before(golden)
