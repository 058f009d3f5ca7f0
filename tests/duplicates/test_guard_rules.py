"""Each rule of the guard is what its own examples and counter-examples say."""

from __future__ import annotations

import doctest
import inspect

import pytest

from goldkit.duplicates.guard import guard
from goldkit.duplicates.rules import RULES
from goldkit.duplicates.rules.opposites import OPPOSITES
from goldkit.duplicates.rules.order import is_order
from goldkit.duplicates.vocabulary import NEGATIONS
from goldkit.duplicates.widen import widen
from goldkit.records import Chunk, Judgment
from goldkit.store.fold import fold
from goldkit.store.texts import texts_of

AT = "2026-12-01T10:00:00Z"
NAMED = {**RULES, "order": is_order}


def rule(a: str, b: str) -> str:
    found, turned = (guard(one, other, lambda text: False) for one, other in ((a, b), (b, a)))
    assert found == turned.turned()
    return str(found.rule) if found.verdict == "differs" else "same"


@pytest.mark.parametrize("name", NAMED)
def test_a_rule_is_what_its_examples_say(name: str) -> None:
    told = inspect.getdoc(NAMED[name]) or ""
    examples = doctest.DocTestParser().get_doctest(told, {"rule": rule}, name, None, None)
    wanted = [example.want.strip().strip("'") for example in examples.examples]
    assert wanted.count(name) and len(wanted) > wanted.count(name), "an example and a counter-example at least"
    said: list[str] = []
    failed = doctest.DocTestRunner(verbose=False).run(examples, out=said.append).failed
    assert not failed, "".join(said)


def test_opposites_are_pairs_of_unlike_words() -> None:
    assert all(one != other and (other, one) in OPPOSITES for one, other in OPPOSITES)
    assert ("start", "end") in OPPOSITES and {"enable", "disable", "deprecated"} <= NEGATIONS


def test_the_words_that_answer_settle_a_pair_that_the_guard_found_to_differ() -> None:
    told = (
        "The desk of the archive answers by mail within a day. It is open from 8 to 16 on each of five days, and a note on "
        "its door tells when it is shut."
    )
    sides = {"a": told, "b": told.replace("from 8", "from 9")}
    found = widen([Chunk(id="a", text=sides["a"])], [Chunk(id="b", text=sides["b"])], AT)
    assert [(pair.verdict, pair.rule) for pair in found.pairs] == [("differs", "number")]
    texts = texts_of(Chunk(id=name, text=text) for name, text in sides.items())

    def grade(quote: str | None) -> int | None:
        given = Judgment(query="q", chunk="a", grade=3, status="decided", source="human", by="ana", at=AT, quote=quote)
        label = fold([given], found.pairs, texts=texts).labels["q"].get("b")
        return None if label is None else label.grade

    assert grade("answers by mail within a day") == 3
    assert grade("open from 8 to 16") is None
    assert grade(None) is None
