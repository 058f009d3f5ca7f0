"""How far a run is, on stderr, while the model is asked."""

import pytest


@pytest.mark.parametrize("concurrency", ["1", "4"])
def test_off_a_terminal_questions_and_requests_are_said_now_and_then(asking, monkeypatch, concurrency):
    monkeypatch.setattr("goldkit.cli.progress.PAUSE", 0.0)
    done = asking("-n", "3", "--concurrency", concurrency)
    said = [line for line in done.stderr.splitlines() if " of 3 questions" in line]
    assert said[0] == "1 of 3 questions, 1 request" and said[-1].startswith("3 of 3 questions, ")
    assert "of 3 questions, " not in done.stdout
