from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.duplicates import sketches as module
from goldkit.duplicates.shingles import shingled
from goldkit.duplicates.signatures import signatures
from goldkit.duplicates.sketches import Sketches, sketched
from goldkit.results.widen import WidenParameters

PARAMETERS = replace(WidenParameters(), permutations=8)
HOSTILE = [
    "",
    "---",
    "yes",
    "cat",
    "a b c a b c",
    "don't C++ C# c#x -5 2.5 1,000 12:30 30ms x-5 a+b",
    "连接超时时间默认为三十秒 timeout 30 秒 ok",
    "连",
    "สวัสดีครับ hello",
    "e\u0301te\u0301 soft\u00adhyphen zero\u200bwidth no\u00a0break ﬁne １２３ 10² ㎽",
    "broken \ud800 surrogate",
    "nul \x00 byte\x1cseparator\x85next\u2028line",
    "क्षेत्र العَرَبِيَّة עִבְרִית",
    "word " * 5000,
    "sixteen-bytes: abcdefghijklmnop abcdefghijklmnopq abcdefgh abcdefghi x\x00y",
    "1.5 a1.2 1.b ٣.٥ ٣-٥ é.5 5.é 'a' a'b é'é a'é '5' 5'5 --5 -é -x +5 a+5 C++x C# c++, c#. x#y 1:2:3. 4,",
    'path/to/file.txt, user@host.org; a_b __c__ (x)[y]{z} "q" `w`! ? * 100% $5 <b>&amp;</b>~ ^ | \\n',
]
TEXTS = st.lists(
    st.one_of(
        st.sampled_from(HOSTILE), st.text(alphabet="ab1-+.,:'’#/_٣\x00 \n连接é²า\u0301\u00ad", max_size=40), st.text()
    )
)


def assert_as_one_by_one(made: Sketches, texts: list[str], parameters: WidenParameters) -> None:
    single = [shingled(text, parameters) for text in texts]
    assert len(made) == len(texts)
    assert [made.shingles(at).tolist() for at in range(len(texts))] == [one.hashes.tolist() for one in single]
    assert made.words.tolist() == [one.words for one in single]
    sizes = np.array([len(one.hashes) for one in single], np.int64)
    wanted = signatures(made.hashes, sizes, parameters.permutations, parameters.seed)
    assert np.array_equal(made.signatures, wanted)
    digests = [sha256(text.encode("utf-8", "surrogatepass")).digest() for text in texts]
    assert [row.tobytes() for row in made.digests] == digests


@settings(deadline=None)
@given(TEXTS, st.integers(1, 4), st.integers(1, 6))
def test_many_at_once_are_what_one_at_a_time_gives(texts: list[str], words: int, characters: int) -> None:
    parameters = replace(PARAMETERS, words=words, characters=characters)
    assert_as_one_by_one(sketched(texts, parameters), texts, parameters)


@pytest.mark.parametrize("block", [1, 7, 60])
def test_the_size_of_a_block_changes_nothing(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BLOCK", block)
    assert_as_one_by_one(sketched(HOSTILE, PARAMETERS), HOSTILE, PARAMETERS)


def test_types_and_shapes_hold_without_a_text_too() -> None:
    for texts in ([], [""], HOSTILE):
        made = sketched(texts, PARAMETERS)
        assert made.digests.shape == (len(texts), 32) and made.digests.dtype == np.uint8
        assert made.signatures.shape == (len(texts), 8) and made.signatures.dtype == np.uint32
        assert made.hashes.dtype == np.uint64 and made.ends.dtype == np.int64 and made.words.dtype == np.int32


@settings(deadline=None)
@given(TEXTS, TEXTS, st.data())
def test_take_and_joined_keep_each_text_its_own(left: list[str], right: list[str], data: st.DataObject) -> None:
    both = Sketches.joined([sketched(left, PARAMETERS), sketched(right, PARAMETERS)])
    texts = left + right
    assert_as_one_by_one(both, texts, PARAMETERS)
    rows = data.draw(st.lists(st.integers(0, len(texts) - 1)) if texts else st.just([]))
    assert_as_one_by_one(both.take(rows), [texts[row] for row in rows], PARAMETERS)
