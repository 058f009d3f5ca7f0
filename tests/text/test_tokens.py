from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.text.tokens import runs, words


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Set the time-out to 30 s.", ["set", "the", "time", "out", "to", "30", "s"]),
        ("C++ is not C#, nor C", ["c++", "is", "not", "c#", "nor", "c"]),
        ("-5 is not 5 (x >= 2.5)", ["-5", "is", "not", "5", "x", ">=", "2.5"]),
        ("don't panic", ["don't", "panic"]),
        ("exam\u00adple ＡＢＣ １２", ["example", "abc", "12"]),
        (
            "at 12:30 in 1,000 rooms for 5 € → done",
            ["at", "12:30", "in", "1,000", "rooms", "for", "5", "€", "→", "done"],
        ),
        ("---", []),
        ("", []),
        ("नमस्ते दुनिया", ["नमस्ते", "दुनिया"]),
        ("مَرحبا بالعالم", ["مَرحبا", "بالعالم"]),
        ("三十秒 Python3 后", ["三", "十", "秒", "python3", "后"]),
    ],
)
def test_words(text: str, tokens: list[str]) -> None:
    assert words(text) == tokens


def test_unspaced_scripts_are_runs_of_their_own() -> None:
    assert [(run.unspaced, "".join(run.tokens)) for run in runs("超时，默认30秒。see docs ที่นี่")] == [
        (True, "超时默认"),
        (False, "30"),
        (True, "秒"),
        (False, "seedocs"),
        (True, "ที่นี่"),
    ]


@given(st.text(alphabet=st.characters()))
def test_no_text_stops_it_and_unicode_form_does_not_matter(text: str) -> None:
    import unicodedata

    assert words(unicodedata.normalize("NFD", text)) == words(unicodedata.normalize("NFC", text))
