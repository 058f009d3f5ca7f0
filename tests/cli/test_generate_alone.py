"""Two runs at once for one golden directory would pay twice for the same questions: the second one is told so at once."""

import fcntl
import os
import re

import pytest
import typer
from typer.testing import CliRunner

from goldkit.cli.generate import generate
from goldkit.errors import IncompleteError, UsageError
from goldkit.files.alone import alone


def test_a_second_run_is_told_at_once_and_asks_nothing(asking, golden, llm_server):
    asking("-n", "2")
    calls, before = len(llm_server.requests), golden().path.joinpath("queries.jsonl").read_bytes()
    handle = os.open(golden().path, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        with pytest.raises(IncompleteError, match="another `goldkit generate` is asking for"):
            asking("-n", "2")
        assert "can be asked about" in asking("-n", "2", "--dry-run").output  # which only looks
    finally:
        os.close(handle)
    assert len(llm_server.requests) == calls
    assert golden().path.joinpath("queries.jsonl").read_bytes() == before
    asking("-n", "2")
    assert len(golden().queries()) == 4


def test_a_folder_that_nothing_was_put_into_is_taken_away_again(tmp_path):
    with alone(tmp_path / "new" / "golden", "busy"):
        assert (tmp_path / "new" / "golden").is_dir()
    assert not (tmp_path / "new" / "golden").exists()
    (tmp_path / "none").touch()
    with pytest.raises(UsageError, match="none is no folder"), alone(tmp_path / "none", "busy"):
        pass
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "file").touch()
    with alone(tmp_path / "kept", "busy"):
        pass
    assert (tmp_path / "kept" / "file").exists()


@pytest.mark.parametrize(("option", "value"), [("--timeout", "inf"), ("--timeout", "1e300"), ("--seed", str(2**64))])
def test_a_number_that_no_endpoint_could_take_is_wrong_usage(asking, llm_server, option, value):
    app = typer.Typer()
    app.command()(generate)
    result = CliRunner().invoke(app, ["--corpus", ".", "-n", "1", option, value])
    assert result.exit_code == 2 and re.search(r"in the range|less than or equal", result.output)
    assert not llm_server.requests
