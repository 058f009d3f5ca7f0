"""The count of what is done: painted on a terminal, a line now and then elsewhere."""

import sys

import pytest

from goldkit.cli.progress import PAUSE, Counter


def test_off_a_terminal_a_line_after_each_pause(capsys):
    moments = iter([0.0, 1.0, PAUSE, PAUSE, PAUSE + 1, 2 * PAUSE, 2 * PAUSE])
    counter = Counter("queries", lambda: next(moments))
    for done in (1, 1_000, 1_001, 1_002):
        counter.show(done, 2_000, ", 3 failed")
    counter.clear()
    assert capsys.readouterr().err == "1,000 of 2,000 queries, 3 failed\n1,002 of 2,000 queries, 3 failed\n"


@pytest.mark.parametrize(("term", "shown"), [("xterm", "\r\x1b[K1 of 2 queries\r\x1b[K"), ("dumb", "")])
def test_on_a_terminal_one_line_is_painted_anew(capsys, monkeypatch, term, shown):
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    counter = Counter("queries", lambda: 0.0)
    counter.show(1, 2)
    counter.clear()
    assert capsys.readouterr().err == shown
