"""Each rule of the guard is what its own examples and counter-examples say."""

from __future__ import annotations

import doctest
import inspect

import pytest

from goldkit.duplicates.article import is_article
from goldkit.duplicates.dedupe import dedupe
from goldkit.duplicates.exception import exception
from goldkit.duplicates.guard import guard
from goldkit.duplicates.rules import RULES
from goldkit.duplicates.rules.opposites import OPPOSITES
from goldkit.duplicates.rules.order import is_order
from goldkit.duplicates.vocabulary import NEGATIONS
from goldkit.duplicates.widen import widen
from goldkit.records import Chunk, Fact, Judgment, Query, Scale
from goldkit.store.facts import facts_of
from goldkit.store.fold import fold
from goldkit.store.texts import texts_of

AT = "2026-12-01T10:00:00Z"
DESK = (
    "The desk of the archive answers by mail within a day. It is open from 8 to 16 on each of five days, and a note on "
    "its door tells when it is shut."
)
NAMED = {**RULES, "order": is_order}


def rule(a: str, b: str) -> str:
    found, turned = (guard(one, other, lambda text: False) for one, other in ((a, b), (b, a)))
    assert found == turned.turned()
    return str(found.rule) if found.verdict == "differs" else "same"


def given(chunk: str, quote: str | None) -> Judgment:
    return Judgment(query="q", chunk=chunk, grade=3, status="decided", source="human", by="ana", at=AT, quote=quote)


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
    sides = {"a": DESK, "b": DESK.replace("from 8", "from 9")}
    found = widen([Chunk(id="a", text=sides["a"])], [Chunk(id="b", text=sides["b"])], AT)
    assert [(pair.verdict, pair.rule) for pair in found.pairs] == [("differs", "number")]
    texts = texts_of(Chunk(id=name, text=text) for name, text in sides.items())

    def grade(quote: str | None) -> int | None:
        label = fold([given("a", quote)], found.pairs, texts=texts).labels["q"].get("b")
        return None if label is None else label.grade

    assert grade("answers by mail within a day") == 3
    assert grade("open from 8 to 16") is None
    assert grade(None) is None


def article(a: str, b: str) -> bool:
    found, turned = (guard(one, other, lambda text: False) for one, other in ((a, b), (b, a)))
    assert found == turned.turned()
    return found.rule == "article" and found.verdict == "same"


def test_an_article_that_carries_nothing_is_harmless() -> None:
    examples = doctest.DocTestParser().get_doctest(inspect.getdoc(is_article), {"article": article}, "", None, None)
    assert len(examples.examples) > 5
    said: list[str] = []
    assert not doctest.DocTestRunner(verbose=False).run(examples, out=said.append).failed, "".join(said)
    german = "Sie füllen die Tabelle mit den Daten, und das ist the Ziel von allem."
    assert not article(german, german.replace("the ", ""))


@pytest.mark.parametrize("end", [".", ":", "::"])
def test_what_ends_a_text_may_announce_what_is_no_part_of_it(end: str) -> None:
    assert rule(DESK, DESK.rstrip(".") + end) == "same"
    assert rule(DESK, f"{DESK.rstrip('.')}?") != "same"
    assert rule(f"{DESK} It is at relay.example.org", f"{DESK} It is at relay.example.org{end}") != "same"
    assert rule("depth = 4\nlimit", f"depth = 4\nlimit{end}") != "same"


def direction(a: str, b: str) -> str | None:
    found, turned = (guard(one, other, lambda text: False) for one, other in ((a, b), (b, a)))
    assert found == turned.turned() and found.verdict == "differs"
    return found.direction


def test_an_exception_is_safe_one_way() -> None:
    examples = doctest.DocTestParser().get_doctest(inspect.getdoc(exception), {"direction": direction}, "", None, None)
    assert len(examples.examples) > 4
    said: list[str] = []
    assert not doctest.DocTestRunner(verbose=False).run(examples, out=said.append).failed, "".join(said)


def test_a_label_follows_to_the_text_with_the_exception_and_not_back() -> None:
    plain = f"{DESK} The archive closes its doors at noon."
    excepted = f"{DESK} The archive closes its doors at noon, except in summer."
    for source, other, follows in ((plain, excepted, True), (excepted, plain, False)):
        found = widen([Chunk(id="a", text=source)], [Chunk(id="b", text=other)], AT)
        assert [(pair.verdict, pair.rule) for pair in found.pairs] == [("same", "exception")]
        folded = fold([given("a", None)], found.pairs, texts=texts_of(()))
        assert ("b" in folded.labels["q"]) == follows
        if follows:
            assert facts_of(Query(id="q", text="?"), folded.labels["q"], folded.pairs, Scale()) == (
                Fact(any=("a",)),
                Fact(any=("b",)),
            )
    assert not dedupe([Chunk(id="a", text=plain), Chunk(id="b", text=excepted)], AT).clusters
