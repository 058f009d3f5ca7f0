"""What counts as an identifier, and what only looks like one."""

import pytest

from goldkit.text.identifiers import identifiers


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("what does XFR-1042 mean?", ["XFR-1042"]),
        ("see ticket 3381 (OPS-12), please", ["3381", "OPS-12"]),
        ("limit of T2_XX_North", ["T2_XX_North"]),
        ("is a.b.org or node01 down?", ["a.b.org", "node01"]),
        ("edit /etc/x.conf with --force or -x", ["/etc/x.conf", "--force", "-x"]),
        ("C++ and C#, or f() and std::move", ["C++", "C#", "f()", "std::move"]),
        ('it says "no space left" again', ['"no space left"']),
        ("where is readFile in module.Class", ["readFile", "module.Class"]),
        ("run `ferryctl drain` now", ["`ferryctl drain`"]),
        ("ask ana@example.org", ["ana@example.org"]),
    ],
)
def test_identifiers(text, found):
    assert sorted(identifiers(text)) == sorted(found)


@pytest.mark.parametrize(
    "text",
    [
        "why are transfers and/or copies slow?",
        "wait 30 s, 30s or 10GB, at most 2.5% on the 3rd try at 12:30",
        "what changed in 2024?",
        "e.g. a well-known thing, isn't it?",
        "…?!",
        "",
        "接続が切れるのはなぜ",
    ],
)
def test_no_identifiers(text):
    assert identifiers(text) == []
