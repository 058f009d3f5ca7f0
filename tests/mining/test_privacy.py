from __future__ import annotations

import json

from goldkit.records import Chunk

MAIL = "why does {} see XFR-1042 on 10.1.2.3?"


def rows(*queries: str) -> list[dict[str, object]]:
    return [{"q": query, "docs": [{"id": "a", "text": "Write to help@site.example."}]} for query in queries]


def test_questions_that_differ_in_a_person_are_one(mill) -> None:
    result = mill.rows(*rows(MAIL.format("ana@x.example"), MAIL.format("bob@x.example")))
    (query,) = result.queries
    assert (query.text, query.weight, query.variants) == (MAIL.format("<EMAIL>").replace("10.1.2.3", "<IP>"), 2.0, ())
    assert result.replaced == {"EMAIL": 3, "IP": 2}
    found = {(one.rule, one.found, one.times, one.line) for one in result.replacements}
    assert found == {
        ("EMAIL", "ana@x.example", 1, 1),
        ("EMAIL", "bob@x.example", 1, 2),
        ("EMAIL", "help@site.example", 1, None),
        ("IP", "10.1.2.3", 2, 1),
    }


def test_nothing_private_reaches_the_golden_directory(mill) -> None:
    row = {
        "q": "and ana@x.example?",
        "c": "bob@x.example",
        "s": "carl@x.example",
        "docs": [{"id": "a", "text": "t d@x.example"}],
    }
    first = {"q": "who is eve@x.example?", "c": "bob@x.example"}
    mill.rows(first, row)
    written = "".join(path.read_text() for path in mill.golden.path.rglob("*") if path.is_file())
    assert "<EMAIL>" in written
    assert "x.example" not in written


def test_a_corpus_stays_as_it_is(mill) -> None:
    text = "Write to help@site.example."
    result = mill.rows(*rows("why?"), corpus={"a": Chunk(id="a", text=text)})
    assert [chunk.text for chunk in result.chunks] == [text]
    assert result.replaced == {}


def test_it_can_be_turned_off(mill) -> None:
    result = mill.rows(*rows("mail ana@x.example"), redactor=None)
    assert result.queries[0].text == "mail ana@x.example"
    assert result.replacements == ()


def test_what_stood_there_is_in_no_json(mill) -> None:
    result = mill.rows(*rows("mail ana@x.example"))
    assert "ana@" not in json.dumps(result.to_dict())


def test_how_two_texts_read_is_not_told_of_a_text_that_holds_something_private(mill) -> None:
    text = (
        "The archive copies every finished run to tape within 45 minutes. Operators may pause the copy from the console of "
        "the north hall, but a paused copy must be resumed before the shift ends. If the buffer runs full the oldest runs are "
        "moved first, and the panel shows the state of each mover with the time of its last good copy before midnight."
    )
    other = text.replace("midnight.", "midnight, says zoe.leak@private.example to all.")
    corpus = {"a": Chunk(id="a", text=text)}
    kept = mill.rows({"q": "why?", "docs": [{"text": text.replace("45", "46")}]}, name="1.jsonl", corpus=corpus)
    private = mill.rows({"q": "how?", "docs": [{"text": other}]}, name="2.jsonl", corpus=corpus)
    assert [one.why for one in kept.match.unmatched] == ["differs from a (number): 46 minutes / 45 minutes"]
    assert [one.why for one in private.match.unmatched] == ["differs from a (condition)"]
    assert "leak" not in json.dumps(private.to_dict())
