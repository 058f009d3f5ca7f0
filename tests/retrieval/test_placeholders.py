"""Placeholders in JSON, URLs and arguments: any text is safe in any of them."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.errors import UsageError
from goldkit.retrieval.placeholders import check_placeholders, fill_json, fill_text, fill_url, values_of
from goldkit.sets.questions import Question

TEXT = st.text(st.characters(exclude_categories=["Cs"]))


def values(text="why?", k=5, context=None, **fields):
    return values_of(Question(id="q", text=text, input=fields, context=context), k)


@given(text=TEXT, field=TEXT, k=st.integers(1, 100))
def test_a_body_is_json_whatever_the_query_holds(text, field, k):
    template = (
        '{"q":"{query}","bare":{query},"k":{k},"said":"{k} of \\"{query}\\"","f":{"x":"{input.lang}"},"all":{input}}'
    )
    assert json.loads(fill_json(template, values(text, k, lang=field))) == {
        "q": text,
        "bare": text,
        "k": k,
        "said": f'{k} of "{text}"',
        "f": {"x": field},
        "all": {"lang": field},
    }


@given(text=TEXT)
def test_a_url_carries_any_query(text):
    url = fill_url("http://127.0.0.1/search?q={query}&k={k}", values(text))
    assert parse_qs(urlsplit(url).query, keep_blank_values=True) == {"q": [text], "k": ["5"]}


def test_what_is_not_there_is_null_in_json_and_empty_in_text():
    template = '{"context":{context},"inside":"{context}","lang":{input.lang}}'
    assert json.loads(fill_json(template, values())) == {"context": None, "inside": "", "lang": None}
    assert fill_text("[{context}]", values()) == "[]"


def test_a_placeholder_within_a_value_stays_as_it_is():
    assert fill_text("{query}", values("{k}")) == "{k}"
    assert json.loads(fill_json('"{query}"', values("{k}"))) == "{k}"


def test_values_of_other_kinds():
    value_of = values(tenant=7, tags=["a"], deep=True)
    assert fill_text("{input.tenant} {input.tags} {input.deep}", value_of) == '7 ["a"] true'
    assert json.loads(fill_json('[{input.tags},{input.deep},"{input.tenant}"]', value_of)) == [["a"], True, "7"]


PLAIN, GERMAN = Question(id="q1", text="why?"), Question(id="q2", text="warum?", input={"lang": "de"})


@pytest.mark.parametrize(
    ("template", "questions", "words"),
    [
        ("{q}", [PLAIN], "--body holds {q}; there are {query}, {k}"),
        ("{k}", [PLAIN], "{query} stands nowhere"),
        ("{query}", [PLAIN, GERMAN], "1 query with the `input` field `lang`, which goes nowhere; add {input.lang}"),
        ("{query} {input.lnag}", [PLAIN, GERMAN], "{input.lnag} is a field of no query's `input`; there is lang"),
        ("{query} {input.lang}", [PLAIN], "they have none at all"),
    ],
)
def test_templates_that_cannot_ask(template, questions, words):
    with pytest.raises(UsageError) as caught:
        check_placeholders({"--body": template}, questions)
    assert words in str(caught.value)


@pytest.mark.parametrize("template", ["{query} {input}", "{query} {input.lang}"])
def test_templates_that_can(template):
    assert check_placeholders({"--http": "http://h", "--body": template}, [PLAIN, GERMAN]) == []


def test_a_context_that_is_not_sent_is_told():
    follow = Question(id="q3", text="and then?", context="why?")
    assert check_placeholders({"--cmd": "{query}"}, [PLAIN, follow]) == [
        "1 follow-up asked without the turn before: --cmd without {context}"
    ]
    assert check_placeholders({"--cmd": "{query} {context}"}, [PLAIN, follow]) == []
