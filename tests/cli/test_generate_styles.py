"""All styles in one run of the command against a loopback endpoint, to the golden directory and into a score."""

import json
import os
import subprocess
import sys

import pytest

from goldkit.store.golden import GoldenDirectory
from goldkit.text.normalise import query_id

ROWS = {
    "grease#1": "The Brindle pumps are greased every 400 hours, with lithium grease only; error E-21 says that it is due.",
    "seals#1": "The Brindle pumps stop at 1,200 hours, until a fitter has changed their seals and reset counter C-7.",
    "soup#1": "The canteen serves soup at noon, and bread for those who come late; menu M-3 hangs at its door.",
    "bikes#1": "Bicycles are left behind the workshop, never in front of fire door F-9, or the porter takes them.",
    "dark#1": "Members book the dark room D-4 at the front desk, up to 14 days ahead, and collect its key there.",
    "tape#1": "Tape drive T-8 is cleaned every Monday by whoever is on duty, with the cartridge from locker nine.",
    "lathe#1": "The lathe reports E-205 when its chuck guard is open; close the guard and press the green key.",
    "guest#1": "Guests register with form G-1 at the gate, and wear the yellow badge until they leave again.",
}
CODES = {
    name: next(word.strip(";,.") for word in text.split() if "-" in word and word[0].isupper())
    for name, text in ROWS.items()
}


@pytest.fixture
def folder(tmp_path):
    rows = [{"id": name, "text": text} for name, text in ROWS.items()]
    (tmp_path / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


def goldkit(folder, *arguments, typed=None):
    environment = os.environ | {"GOLDKIT_NOW": "2026-12-01T10:00:00Z", "OPENAI_API_KEY": "none"}
    command = [sys.executable, "-m", "goldkit", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, input=typed)


def answer(server, body):
    style = body["response_format"]["json_schema"]["name"].partition("_")[0]
    last = body["messages"][-1]["content"]
    if style == "answers":
        return server.completion({"quote": "", "answers": "no"})
    held = sorted((name for name, text in ROWS.items() if text in last), key=lambda name: last.index(ROWS[name]))
    name = held[0]
    code, words = CODES[name], ROWS[name].split()
    quote = " ".join(words[4:8])
    made = {
        "exact": {"quote": quote, "question": f"what must be known about {code}", "answer": ""},
        "keyword": {"quote": quote, "question": f"{words[1]} {code} rules", "answer": ""},
        "multi": {
            "quotes": [" ".join(ROWS[one].split()[4:8]) for one in held],
            "question": "How often is a Brindle greased before its seals are due?",
            "answer": "",
        },
        "unanswerable": {"missing": "price", "question": f"Who paid for {code} in the budget of last spring?"},
        "followup": {
            "quote": quote,
            "context": f"What is {code} about?",
            "question": "and what else should I know?",
            "answer": "",
        },
    }
    own = {"quote": quote, "question": f"What holds {style} for people near {code} every morning?", "answer": ""}
    return server.completion(made.get(style, own))


def test_every_style_gives_its_part_and_counts_in_a_score_as_it_should(folder, llm_server):
    llm_server.default = lambda body: answer(llm_server, body)
    where = ["--corpus", "corpus.jsonl", "--base-url", llm_server.url, "--model", "m", "--seed", "1"]
    done = goldkit(folder, "generate", *where, "--style", "all", "-n", "8", "--json")
    assert done.returncode == 0, done.stderr
    styles = sorted(query["style"] for query in json.loads(done.stdout)["queries"])
    assert styles == ["direct", "exact", "followup", "keyword", "multi", "typo", "unanswerable", "vague"]
    golden = GoldenDirectory(folder / "golden")
    queries = {query.tags[0]: query for query in golden.queries()}
    assert queries["followup"].id == query_id("and what else should I know?", queries["followup"].context)
    grades = {line.query: line.grade for line in golden.judgments()}
    assert queries["unanswerable"].answerable == "no" and grades.pop(queries["unanswerable"].id) == 0
    assert len(grades) == 7 and 0 not in grades.values()

    found = {
        query.id: query.generator["chunks"][:1] for query in queries.values()
    }  # one chunk is all that the run finds
    (folder / "run.json").write_text(json.dumps(found))
    scored = goldkit(folder, "score", "dev", "run.json", "--labels", "proposed", "--k", "5", "--json")
    assert scored.returncode == 0, scored.stderr
    run = json.loads(scored.stdout)["runs"][0]
    assert (run["n"], run["no_relevant"]["unanswerable"]) == (7, 1)
    assert run["means"]["recall@5"] == pytest.approx((6 + 0.5) / 7)


def test_that_nothing_answers_is_a_models_word_until_a_person_says_so(folder, llm_server):
    llm_server.default = lambda body: answer(llm_server, body)
    where = ["--corpus", "corpus.jsonl", "--base-url", llm_server.url, "--model", "m", "--seed", "1"]
    done = goldkit(folder, "generate", *where, "--style", "direct", "--style", "unanswerable", "-n", "2")
    assert done.returncode == 0, done.stderr
    status = goldkit(folder, "status").stdout
    assert "1 unanswerable (1 by a model's word alone)" in status and "Proposals for 2 queries wait" in status
    queries = {query.tags[0]: query.id for query in GoldenDirectory(folder / "golden").queries()}
    (folder / "run.json").write_text(json.dumps({query: ["a"] for query in queries.values()}))
    score = ["score", "dev", "run.json", "--labels", "proposed", "--k", "5"]
    assert "1 unanswerable by design (1 by a model's word alone)" in goldkit(folder, *score).stdout

    for typed, alone in (("s\nx\n", False), ("u\n", True)):
        assert goldkit(folder, "review", "--terminal", "--judge", "ana", typed=typed).returncode == 0
        for command in (["status"], score):
            assert ("by a model's word alone" in goldkit(folder, *command).stdout) == alone, (typed, command)

    asked = next(query.text for query in GoldenDirectory(folder / "golden").queries() if query.answerable == "no")
    shown = goldkit(folder, "review", "--terminal", "--judge", "ana", typed="z\n0\n0\n").stderr
    assert asked in shown and "2 verdicts by ana" in shown
    assert "1 unanswerable\n" in goldkit(folder, "status").stdout
    assert "by a model's word" not in goldkit(folder, *score).stdout


def test_a_corpus_without_identifiers_or_relatives_says_that_there_is_no_more_to_ask(folder, llm_server):
    (folder / "corpus.jsonl").write_text('{"id":"a","text":"The canteen serves soup at noon for everybody."}\n')
    where = ["--corpus", "corpus.jsonl", "--base-url", llm_server.url, "--model", "m"]
    done = goldkit(folder, "generate", *where, "--style", "exact", "--style", "multi", "-n", "2")
    assert done.returncode == 4 and not llm_server.requests
    assert "no chunk is left to ask about" in done.stderr
