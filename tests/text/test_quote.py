import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from goldkit.text.quote import EDGES, _clusters, _fold, _folded, _located, locate, plain, plain_quote


@pytest.mark.parametrize(
    ("quote", "text", "found"),
    [
        ("opened daily", "It is opened daily at 8.", "opened daily"),
        ("opened  daily\nat 8", "It is opened\n   daily at 8.", "opened\n   daily at 8"),
        ("Opened Daily", "It is opened daily.", "opened daily"),
        ('"opened daily…"', "It is opened daily.", "opened daily"),
        ("the 'safe' limit - 5", "Keep the ‘safe’ limit – 5 bar", "the ‘safe’ limit – 5"),
        ("Café", "The Cafe\u0301 opens", "Cafe\u0301"),
        ("Cafe\u0301", "The Café opens", "Café"),
        ("ﬁle", "the file is", "file"),
        ("file", "the ﬁle is", "ﬁle"),
        ("STRASSE", "in der Straße 5", "Straße"),
        ("每周清洗", "磁带驱动器每周清洗一次。", "每周清洗"),
        ("각", "\u1100\u1161\u11a8 end", "\u1100\u1161\u11a8"),
        ("soft", "a so\u00adft hyphen", "so\u00adft"),
    ],
)
def test_a_quote_is_found_in_the_chunks_own_characters(quote, text, found):
    span = locate(quote, text)
    assert span is not None
    assert text[slice(*span)] == found


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("opened weekly", "It is opened daily."),
        ("opened daily", "It is open daily."),
        ("30 s", "60 s"),
        ("", "anything"),
        ("...", "anything ... else"),
        ("anything", ""),
        ("not opened", "It is opened."),
    ],
)
def test_a_changed_word_is_not_found(quote, text):
    assert locate(quote, text) is None


@pytest.mark.parametrize(("quote", "text", "span"), [("S", "0ßS", (2, 3)), ("i x", "ﬁ i x", (2, 5)), ("s", "ß", None)])
def test_no_quote_begins_or_ends_within_a_character_that_folds_to_several(quote, text, span):
    assert locate(quote, text) == span


@given(st.text(max_size=40), st.data())
def test_any_part_of_a_text_is_found_in_it_in_any_form(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    part = text[start:end]
    span = locate(part, text)
    if span is not None:
        assert 0 <= span[0] < span[1] <= len(text)
    if part.isascii() and part.isalnum():
        assert span is not None and plain(text[slice(*span)]) == plain(part)  # a soft hyphen after it may come along


@given(st.text(alphabet="aéüñ ß\u0301각", min_size=1, max_size=20))
def test_the_unicode_form_makes_no_difference(text):
    for quoted in ("NFC", "NFD"):
        for stored in ("NFC", "NFD"):
            quote, chunk = (
                unicodedata.normalize(quoted, "x" + text + "x"),
                unicodedata.normalize(stored, "x" + text + "x"),
            )
            assert locate(quote, chunk) == (0, len(chunk))


SIGNS = st.text("aAbß ıİ\t\n\x1c\x85\u00a0`'“”—−é\u0301ﬁ①가\u1100\u1161\u11a8\u00ad\u200b\u212b日\x00½", max_size=20)


@given(SIGNS)
def test_each_folded_character_knows_where_it_came_from(text):
    folded, origin = _folded(text)
    assert len(origin) == len(folded) + 1 and origin == sorted(origin) and origin[-1] == len(text)
    one_by_one = "".join(_fold(text[start:end]) for start, end in _clusters(text))
    assert folded.split() == one_by_one.split() and "  " not in folded


@given(st.text("aAb `'-\t\n\x1c.", max_size=20), st.text("ab '-", min_size=1, max_size=4))
def test_a_text_in_ascii_is_searched_as_any_other(text, quote):
    assume(plain_quote(quote))
    wanted = _folded(quote.strip(EDGES))[0].strip()
    assert locate(quote, text) == _located(wanted, text)
    assert (plain_quote(quote) in plain(text)) == (locate(quote, text) is not None)
