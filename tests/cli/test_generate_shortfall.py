"""What a run says that ends with too few questions: only what can really lead to the rest."""

import json

import pytest

from goldkit.errors import IncompleteError


@pytest.fixture
def few(tmp_path):
    """A corpus of three chunks in place of the usual one."""

    def write(number=3):
        rows = [
            {"id": f"d{at}#{at}", "text": f"The valve {at} is opened at {at} o'clock each day."} for at in range(number)
        ]
        (tmp_path / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    return write


def test_where_every_chunk_was_asked_about_nothing_is_promised(asking, few):
    few()
    with pytest.raises(IncompleteError) as told:
        asking("-n", "8")
    words = str(told.value)
    assert "3 of 8 questions: no chunk is left to ask about. They are saved; " in words
    assert words.endswith("every chunk has its question now: add chunks, or take fewer questions")
    assert "-n 5" not in words and "--seed" not in words


def test_where_chunks_are_left_without_a_question_another_seed_or_style_is_named(asking, few, llm_server, good):
    few()

    def two(body):
        found = good(body)
        return llm_server.completion(found | {"question": "What is shown above?"} if found["answer"] == "2" else found)

    llm_server.default = two
    with pytest.raises(IncompleteError) as told:
        asking("-n", "8")
    assert "2 of 8 questions: no chunk is left to ask about." in str(told.value)
    assert str(told.value).endswith("1 chunk has no question yet: another --seed or --style asks about it anew")
    llm_server.default = lambda body: llm_server.completion(good(body))
    assert "accepted: 1 of 1" in asking("-n", "1", "--seed", "1").stdout


def test_the_style_that_ran_dry_is_named(asking, few, llm_server):
    few()
    with pytest.raises(IncompleteError, match=r"2 of 4 questions: no chunk is left to ask about\. Missing: 2 multi\."):
        asking("-n", "4", "--style", "direct", "--style", "multi")
