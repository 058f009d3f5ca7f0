"""Two browsers and a terminal judge six hundred pairs at once while the server is killed: what was acknowledged is there once."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter

import pytest

from goldkit.files.canonical import sha256_text
from goldkit.records import Chunk, Judgment, Query
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"
KILLS = 3
LISTEN = """
window.acknowledged = [];
const sent = window.fetch;
window.fetch = async (...asked) => {
  const answer = await sent(...asked);
  if (String(asked[0]).startsWith("/api/judge") && answer.ok) window.acknowledged.push(JSON.parse(asked[1].body).name);
  return answer;
};
"""
"""Keeps the name of every verdict that the server says is on disk."""
JUDGE = """
let place = 0;
setInterval(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: String(place++ % 4), bubbles: true })), 5);
"""
"""Presses a grade as often as it can."""


@pytest.fixture
def many(tmp_path):
    directory = GoldenDirectory(tmp_path / "golden")
    directory.create()
    directory.rewrite_queries(lambda _: [Query(id=f"q{n:03}", text=f"question {n}?") for n in range(200)])
    texts = {f"c{n}": f"Chunk {n} answers question {n}." for n in range(3)}
    directory.add_chunks(Chunk(id=name, text=text, sha256=sha256_text(text)) for name, text in texts.items())
    directory.append(
        "judgments.jsonl",
        [
            Judgment(
                query=f"q{n:03}", chunk=chunk, grade=None, status="proposed", source="log", by="goldkit mine", at=AT
            )
            for n in range(200)
            for chunk in texts
        ],
    )
    return directory


def sitting(browser, link):
    """A browser's context with the page that judges in it, where the link needs nobody to be asked."""
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(LISTEN)
    page.goto(link)
    page.wait_for_selector(".desk, .who")
    return page


def restarted(review, pages, sheets):
    """kill -9, start, and open a new link in each browser beside the page that is open; the second is ben's."""
    review.kill()
    pages[0].wait_for_selector("#offline:not([hidden])", timeout=60_000)
    link = review.start()
    for page in pages:
        other = page.context.new_page()
        other.goto(link)
        other.wait_for_selector(".desk, .who, .empty h1")
        if page is not pages[0]:
            assert other.input_value("#judge") == "ben", "the browser remembers who judged in it"
            other.keyboard.press("Enter")
            other.wait_for_selector(".desk, .empty:not(:has(.who)) h1")
        if page is not pages[-1]:
            link = sheets.invited(other)
        other.close()


@pytest.mark.parametrize("servers", [1, 2])
def test_every_acknowledged_verdict_is_there_once(browser, reviewing, sheets, many, servers):
    """servers: one that two judges share, or one for each of them."""
    reviews = [reviewing(many.path, judge=judge) for judge in ("ana", "ben")[:servers]]
    pages = [sitting(browser, reviews[0].link)]
    pages.append(sitting(browser, sheets.invited(pages[0]) if servers == 1 else reviews[1].link))
    if servers == 1:
        sheets.named(pages[1], "ben")
    command = [sys.executable, "-m", "goldkit", "review", "--terminal", "--golden", str(many.path), "--judge", "cleo"]
    told = many.path.with_name("terminal.txt")
    with told.open("w") as out:
        terminal = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=out, text=True)
    for page in pages:
        page.evaluate(JUDGE)
    written = []
    for kill in range(KILLS):
        for _ in range(30):
            terminal.stdin.write("2\n")
        terminal.stdin.flush()
        pages[0].wait_for_function("least => acknowledged.length >= least", arg=(kill + 1) * 20, timeout=60_000)
        review = reviews[kill % servers]
        restarted(review, pages if servers == 1 else [pages[reviews.index(review)]], sheets)
    for page in pages:
        page.wait_for_selector("text=Nothing is left to judge", timeout=120_000)
        written.append(page.evaluate("acknowledged"))
        page.context.close()
    terminal.communicate("q\n", timeout=60)
    lines = [json.loads(line) for line in (many.path / "judgments.jsonl").read_bytes().splitlines()][600:]
    names = Counter(line["metadata"]["request"] for line in lines if line["by"] != "cleo")
    for judge, own in zip(("ana", "ben"), written, strict=True):
        assert set(own) == {line["metadata"]["request"] for line in lines if line["by"] == judge}, judge
    acknowledged = [name for page in written for name in page]
    assert len(acknowledged) == len(set(acknowledged)) > KILLS * 20
    assert set(acknowledged) == set(names) and set(names.values()) == {1}
    assert sum(line["by"] == "cleo" for line in lines) == told.read_text().count("recorded: ") > 0
    judged = {(line["query"], line["chunk"]) for line in lines}
    assert len(judged) == 600, "and nothing is left"
