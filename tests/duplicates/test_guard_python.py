"""Forms of Python code that are known to mean the same, and those beside them that do not."""

from __future__ import annotations

import pytest

from goldkit.duplicates.guard import guard

PROSE = "The archive service copies every finished run to tape within 45 minutes and tells the operators of it."
SESSION = ">>> q = runs.filter(name='Tromsø', state=\"done\")\n>>> q.count()\n3"


@pytest.fixture(params=["{0}\n\n{1}", "{1}\n\n{0}", "{1}", "{0}\n\n{1}\n\n{0}"])
def same(request: pytest.FixtureRequest):
    return lambda a, b: (
        guard(*(request.param.format(PROSE, text) for text in (a, b)), lambda text: False).verdict == "same"
    )


def test_a_string_of_an_interactive_session_may_have_quotes_of_either_kind(same) -> None:
    assert same(SESSION, SESSION.replace("'", '"'))
    assert same(SESSION.replace("\n", "\n    "), SESSION.replace('"', "'").replace("\n", "\n    "))
    assert same(">>> x = {\n...     'a': 'b c',\n... }", '>>> x = {\n...     "a": "b c",\n... }')


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (SESSION, SESSION.replace("'Tromsø'", "Tromsø")),
        (SESSION, SESSION.replace("Tromsø", "Bodø").replace("'", '"')),
        (">>> print('')\nnothing", '>>> print("")\nnothing'),
        (">>> print('a\\nb')", '>>> print("a\\nb")'),
        (">>> say('the \"old\" one')", ">>> say(\"the 'old' one\")"),
        ("$ echo '$HOME is it'", '$ echo "$HOME is it"'),
        ("SELECT 'name' FROM runs", 'SELECT "name" FROM runs'),
        ("char c = 'a';", 'char c = "a";'),
        (">>> print('three')\n'three'", ">>> print('three')\n\"three\""),
    ],
)
def test_other_quotes_are_what_they_are(same, a: str, b: str) -> None:
    assert not same(a, b)


CALL = '>>> q = runs.note(label("two words", big=True), label("x"))\n>>> q.count()\n3'
WRAPPED = '>>> q = runs.note(\n...     label("two words", big=True), label("x")\n... )\n>>> q.count()\n3'


def test_a_call_of_a_session_may_be_wrapped_in_its_brackets(same) -> None:
    assert same(CALL, WRAPPED)
    assert same(CALL, CALL.replace(", label", ",\n...           label"))
    assert same(WRAPPED.replace("\n", "\n    "), CALL.replace("\n", "\n    ").replace('"', "'"))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (CALL, WRAPPED.replace("big=True", "big=False")),
        (CALL, WRAPPED.replace("... )", "...     )").replace("...     label", "label")),
        (CALL, WRAPPED.replace("(\n", "(  # or not\n")),
        (CALL.replace("(label", "(  # or label", 1), WRAPPED.replace("(\n...     label", "(  # or\n... label")),
        (CALL.replace("two words", "two (words"), WRAPPED.replace("two words", "two (\n... words")),
        (CALL, CALL.replace("\n>>> q.count()", "\n... >>> q.count()")),
        (">>> go(x)\n... stop()", ">>> go(x) stop()"),
        (">>> for x in y:\n...     go(x)", ">>> for x in y: go(x)"),
    ],
)
def test_what_stands_in_a_wrapped_call_is_meaning(same, a: str, b: str) -> None:
    assert not same(a, b)


DEF = '@tag("slow")\ndef test(self):\n    ...\n\n@tag("fast")\nclass Other:\n    ...'


def test_an_empty_body_may_stand_behind_its_head(same) -> None:
    assert same(DEF, DEF.replace(":\n    ...", ": ..."))
    assert same(DEF, DEF.replace(":\n    ...", ": ...", 1))


@pytest.mark.parametrize(
    "other",
    [
        DEF.replace(":\n    ...", ":\n...", 1),
        DEF.replace("...", "pass", 1),
        DEF.replace(":\n    ...", ":..", 1),
        DEF.replace(":\n    ...", ":\n    ... + 1", 1),
    ],
)
def test_another_body_is_another_text(same, other: str) -> None:
    assert not same(DEF, other)


def test_a_body_that_does_something_stays_on_its_line(same) -> None:
    assert not same("for x in y:\n    go(x)\n    stop()", "for x in y: go(x)\n    stop()")
    assert not same("key:\n    ...\nother: 1", "key: ...\nother: 1")
