"""Slips of the fingers: the same ones every time, never in a name, always another wording."""

import pytest

from goldkit.generation.misspelling import misspelt
from goldkit.text.wording import near_identical


@pytest.mark.parametrize(
    "question",
    [
        "how do i restart the mover after XFR-1042 without losing transfers",
        "where does /srv/vault/daily keep its copies of the database",
        'what does "buffer full" mean for transfers to T2_XX_North',
        "jak często trzeba smarować pompę Brindle podczas postoju",
        "متى تفتح المكتبة أبوابها للزوار صباحا",
        "wie lange werden die Sicherungen von Brindle aufgehoben",
    ],
)
def test_slips_change_no_name_and_are_always_the_same(question):
    slipped = misspelt(question)
    assert slipped != question and slipped == misspelt(question)
    assert not near_identical(slipped, question)
    kept = [word for word in question.split() if any(sign in word for sign in '-_/"') or word[0].isupper()]
    assert all(word in slipped.split() for word in kept)
    assert len(slipped.split()) == len(question.split())


@pytest.mark.parametrize(
    "question", ["磁带驱动器每周清洗一次吗", "XFR-1042", "", "드라이브는 얼마나 자주 청소하나요", "a b c"]
)
def test_what_has_no_letters_to_slip_on_stays(question):
    assert misspelt(question) == question
