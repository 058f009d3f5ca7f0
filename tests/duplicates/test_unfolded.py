"""The tokens the guard reads: a text of ASCII alone is read faster, and no other way."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from goldkit.duplicates.unfolded import Token, tokens


@given(st.text(st.characters(max_codepoint=127)))
@example("-v 1.2.3, don't 10:30 a_b\r\n\tC++ 5'x \x1c.\x0b' rock''n'roll 1.,2")
@example("")
def test_ascii_is_read_as_it_would_be_beside_other_signs(text: str) -> None:
    whole = tokens(f"{text}\né")
    assert whole[-1].text == "é"
    assert tokens(text) == whole[:-1]


@pytest.mark.parametrize(
    ("text", "last"), [("a-1", "1"), ("use “x”", '"'), ("x\u00ad", "x"), ("\ufb01t", "fit"), ("三", "三")]
)
def test_every_token_knows_its_place(text: str, last: str) -> None:
    found = tokens(text)
    assert found[-1].text == last
    assert [token for token in found if not isinstance(token, Token)] == []
    assert found[-1].end == len(text)
