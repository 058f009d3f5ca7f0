"""What was paid for is not lost by a formality: a Ctrl-C, a key too many in a reply, or an identifier named to the letter."""

import json
import os
import signal

import pytest

from goldkit.errors import UsageError
from goldkit.store.golden import GoldenDirectory


def test_ctrl_c_says_what_is_kept_and_that_the_same_command_goes_on(asking, llm_server, good, golden):
    def interrupted(body):
        if len(llm_server.requests) == 6:
            os.kill(os.getpid(), signal.SIGINT)
        return llm_server.completion(good(body))

    llm_server.default = interrupted
    with pytest.raises(
        AssertionError, match=r"repl.* kept, no question of this run is written yet; the same command goes on"
    ):
        asking("-n", "12", "--concurrency", "1")
    with pytest.raises(UsageError, match="replies of a model are kept: the same `goldkit generate` goes on"):
        GoldenDirectory.open(golden().path)
    llm_server.default = lambda body: llm_server.completion(good(body))
    assert "accepted: 12 of 12" in asking("-n", "12", "--concurrency", "1").stdout
    assert len(list((golden().path / "journal").glob("*.json"))) >= len(llm_server.requests) - 1


def test_a_new_folder_names_generate_among_what_makes_a_set(tmp_path):
    with pytest.raises(UsageError, match="`goldkit generate`"):
        GoldenDirectory.open(tmp_path / "new")


def test_keys_that_were_not_asked_for_do_not_cost_a_good_question(asking, llm_server, good, golden):
    llm_server.default = lambda body: llm_server.completion(good(body) | {"context": "x", "quotes": ["y"], "score": 1})
    assert "accepted: 3 of 3" in asking("-n", "3").stdout
    assert len(llm_server.requests) == 3 and not list(golden().rejected())


@pytest.mark.parametrize(
    ("reply", "detail"), [("sorry", "no JSON: 'sorry'"), ('{"question": "Who', 'broken JSON: \'{"question": "Who\'')]
)
def test_what_is_no_json_is_said_in_plain_words(asking, llm_server, good, golden, reply, detail):
    llm_server.default = lambda body: llm_server.completion(reply if len(llm_server.requests) == 1 else good(body))
    asking("-n", "2", "--concurrency", "1")
    assert [one.detail for one in golden().rejected()] == [detail]


@pytest.fixture
def paths(tmp_path):
    """A corpus of passages that each name a path."""
    text = "Every night {0}link writes its archive to /var/backups/{0}link and prunes the oldest {1}."
    rows = [{"id": f"d{at}", "text": text.format(name, at)} for at, name in enumerate(("brew", "cord", "moor", "weld"))]
    (tmp_path / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


def test_an_identifier_named_to_the_letter_is_no_copying(asking, paths, llm_server, golden):
    def answer(body):
        path = next(word for word in body["messages"][-1]["content"].split() if word.startswith("/var/"))
        return llm_server.completion(
            {"quote": f"writes its archive to {path}", "question": f"{path[13:]} {path}", "answer": ""}
        )

    llm_server.default = answer
    assert "accepted: 2 of 2" in asking("-n", "2", "--style", "exact").stdout
    assert not list(golden().rejected())


def test_a_sentence_that_holds_an_identifier_is_copied_and_shown_as_written(asking, paths, llm_server, golden):
    def answer(body):
        path = next(word for word in body["messages"][-1]["content"].split() if word.startswith("/var/"))
        copy = f"{path[13:]} writes its archive to {path}"
        good = f"where does {path[13:]} keep {path}"
        return llm_server.completion(
            {"quote": copy, "question": copy if len(llm_server.requests) == 1 else good, "answer": ""}
        )

    llm_server.default = answer
    asking("-n", "2", "--style", "exact", "--concurrency", "1")
    (one,) = golden().rejected()
    assert one.reason == "copies the chunk" and one.detail == one.question and "/var/backups/" in one.detail
