"""The corpora on which generators of test questions fail: tiny, short, lopsided, oddly named, repeated."""

import json
from collections import Counter

import pytest

from goldkit.formats.corpus import read_corpus
from goldkit.generation.generate import generate
from goldkit.generation.plan import plan_generation

AT = "2026-12-01T10:00:00Z"
WORDS = "gate hall roof valve crane press kiln lathe drill oven pump belt rack shelf lamp door hatch rail ramp tank"
THINGS = WORDS.split()
FAQ = [(f"q{at}", f"When does the {THINGS[at % 20]} of hall {at} open? At {at % 12 + 1}.") for at in range(67)]
SHORT = [(f"s{at}", f"The {thing} weighs {at + 3} tons") for at, thing in enumerate(THINGS)]
LOPSIDED = [
    (f"{name}#{at}", f"Item {at} of {name} is the {THINGS[at % 20]} number {at * 7} in row {at}.")
    for name, count in {"big": 900, **{f"small{at}": 3 for at in range(9)}}.items()
    for at in range(count)
]
ODD = [
    ("a/b#1", SHORT[0][1]),
    (7, SHORT[1][1]),
    ("with space ", SHORT[2][1]),
    ("#", SHORT[3][1]),
    ("", SHORT[4][1]),
    ("🙂", SHORT[5][1]),
]


LETTERS = str.maketrans("0123456789", "ghijklmnop")


def lettered(good):
    """Questions without figures, some of which look like private data."""

    def reply(passage, style):
        made = json.loads(good(passage, style))
        return json.dumps(made | {"question": made["question"].translate(LETTERS)})

    return reply


def drawn(tmp_path, rows, fake, n, styles=("direct",)):
    path = tmp_path / "corpus.jsonl"
    path.write_text("".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in rows), encoding="utf-8")
    return generate(plan_generation(read_corpus(path), styles, seed=7), n, fake(lettered(fake.good)), at=AT)


@pytest.mark.parametrize(
    ("rows", "n", "most_of_one"),
    [(SHORT[:1], 1, 1), (FAQ, 30, 1), (SHORT, 20, 1), (LOPSIDED, 30, 1), (ODD[:4] + ODD[5:], 5, 1)],
    ids=["one chunk", "67 one-line FAQ rows", "20 chunks of 5 words", "one file of 900 and nine of 3", "odd ids"],
)
def test_there_are_as_many_questions_as_were_asked_for(tmp_path, fake, rows, n, most_of_one):
    result = drawn(tmp_path, rows, fake, n)
    assert len(result.queries) == n, result.rejected
    assert result.skipped == {}
    assert max(Counter(query.generator["chunks"][0] for query in result.queries).values()) == most_of_one


def test_no_file_owns_the_set(tmp_path, fake):
    result = drawn(tmp_path, LOPSIDED, fake, 30)
    assert set(Counter(query.generator["chunks"][0].partition("#")[0] for query in result.queries).values()) == {3}


def test_one_chunk_is_asked_about_in_each_style(tmp_path, fake):
    result = drawn(tmp_path, SHORT[:1], fake, 2, ("direct", "vague"))
    assert [query.generator["chunks"] for query in result.queries] == [["s0"], ["s0"]]


def test_fifty_chunks_of_one_text_are_one_chunk(tmp_path, fake):
    result = drawn(tmp_path, [(f"c{at}", SHORT[0][1]) for at in range(50)], fake, 1)
    assert len(result.queries) == 1
    assert drawn(tmp_path, [(f"c{at}", SHORT[0][1]) for at in range(50)], fake, 9).pool == 1
