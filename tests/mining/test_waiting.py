"""Questions that wait on disk are the same ones when they are asked again."""

from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from goldkit.mining.collect import Asked
from goldkit.mining.places import LoneWordings, Places
from goldkit.mining.waiting import WaitingQuestions

NAMES = st.sampled_from("abcdef")
STEPS = st.lists(st.tuples(st.sampled_from(["ask", "drop"]), NAMES), max_size=40)


def asked_again(asked: Asked, chunk: str) -> Asked:
    asked.evidence.show("b", chunk, 2)
    asked.support("b", chunk, "cited", "s1\ud800")
    asked.asks.add("b", "s1", None)
    asked.texts[asked.text] += 1
    return asked


@given(STEPS, st.integers(1, 4))
def test_they_are_what_a_dictionary_holds_in_its_order(steps: list[tuple[str, str]], held: int) -> None:
    waiting, plain = WaitingQuestions(held), dict[str, Asked]()
    for number, (step, name) in enumerate(steps):
        for questions in (waiting, plain):
            if step == "drop":
                questions.pop(name, None)
            else:
                new = Asked(f"why {name}?", None, "r", "f", number, "1")
                questions[name] = asked_again(questions.get(name) or new, str(number % 3))
    assert list(waiting) == list(plain)
    assert len(waiting) == len(plain)
    assert [state(asked) for asked in waiting.values()] == [state(asked) for asked in plain.values()]


def state(asked: Asked) -> object:
    copy = pickle.loads(pickle.dumps(asked))
    supporters = {pair: list(sessions) for pair, sessions in copy.supporters.items()}
    return copy.line, copy.text, dict(copy.evidence), supporters, copy.texts, copy.asks


def test_a_place_has_one_number_and_is_given_back() -> None:
    places = Places()
    several = [("", ("why", "x")), ("before", ("why", "x")), ("", ("whyx",))]
    assert [places.add(place) for place in (*several, *several)] == [0, 1, 2, 0, 1, 2]
    assert list(places) == [places[number] for number in range(3)] == several
    lone = LoneWordings(places)
    assert list(lone) == [("why", "x"), ("whyx",)]
    assert ("why", "x") in lone
    assert ("x",) not in lone
