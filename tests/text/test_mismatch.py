from __future__ import annotations

import pytest

from goldkit.text.mismatch import diagnose


@pytest.mark.parametrize(
    ("wanted", "found", "form", "count"),
    [
        (["1", "2", "10"], ["01", "02", "10"], "padding with zeros", 2),
        (["A.md", "B.md"], ["a.md", "b.md"], "case", 2),
        (["caf\u00e9"], ["cafe\u0301"], "their Unicode form", 1),
        (["a b"], ["a  b "], "white space", 1),
        (["Q01", "Q02"], ["q1", "q2"], "case, padding, white space or Unicode form", 2),
        (["12", "13"], ["doc-12", "doc-13"], "the prefix 'doc-'", 2),
        (["corpus/a", "corpus/b"], ["a", "b"], "the prefix 'corpus/'", 2),
    ],
)
def test_forms(wanted: list[str], found: list[str], form: str, count: int) -> None:
    mismatch = diagnose(wanted, found)
    assert mismatch is not None
    assert (mismatch.form, mismatch.count) == (form, count)
    assert mismatch.wanted in wanted
    assert mismatch.found in found


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ([], []),
        (["a"], ["a"]),
        (["a"], []),
        (["2", "3", "4"], ["12", "7", "9"]),  # digits before digits are no prefix
        (["x", "y", "z"], ["run-x", "p", "q"]),  # one pair of three proves nothing
        (["alpha"], ["beta"]),
    ],
)
def test_nothing_to_say(wanted: list[str], found: list[str]) -> None:
    assert diagnose(wanted, found) is None
