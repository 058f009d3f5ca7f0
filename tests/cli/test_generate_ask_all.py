"""`goldkit generate --ask-all`: a corpus of bare code, which is passed over as long as nobody says otherwise."""

import json

import pytest

from goldkit.generation.answerable import why_not

CODE = "def valve_{0}(hall):\n    return hall.valves[{0}].open(hall.keeper)"


@pytest.fixture
def code(tmp_path):
    path = tmp_path / "code.jsonl"
    rows = [{"id": f"c{at}", "text": CODE.format(at)} for at in range(5)] + [{"id": "x", "text": "1 + 1 = 2"}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_the_way_on_is_named_and_leads_on(code, asking):
    passed_over = asking("-n", "2", "--dry-run", "--corpus", str(code))
    assert "6 of 6 chunks look as if nothing could be asked about them; --ask-all asks" in passed_over.stderr
    every = asking("-n", "2", "--dry-run", "--ask-all", "--corpus", str(code))
    assert "chunks:   5 can be asked about\n  not asked  1  no words\n" in every.stdout
    assert "--ask-all" not in every.stderr


def test_nothing_is_said_of_a_corpus_of_prose(asking):
    assert "--ask-all" not in asking("-n", "2", "--dry-run").stderr


@pytest.mark.parametrize(
    ("text", "reason"), [("", "empty"), ("\ud800 a", "broken text (a lone surrogate)"), ("see", None)]
)
def test_what_has_no_words_is_still_left_out(text, reason):
    assert why_not(text, ask_all=True) == reason
