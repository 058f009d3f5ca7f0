"""What the review page makes of texts: long, hostile, of any script; and how it looks on a desk, a tablet and a phone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SAMPLES = Path(__file__).parents[2] / "samples"


def test_a_megabyte_of_text_is_folded_around_what_matters_and_unfolds(sheets, sheet, golden):
    page = sheet()
    page.judged_until("long.md")
    assert "the ferry sails at noon" in page.inner_text(".chunk")
    assert page.locator(".chunk mark").count() >= 2
    assert page.evaluate("document.querySelectorAll('.chunk *').length") < 500
    length = len(page.inner_text(".chunk"))
    page.keys("m")
    page.wait_for_function("length => document.querySelector('.chunk').innerText.length > length + 5000", arg=length)


def test_hostile_texts_in_every_field_are_text(sheets, sheet, golden):
    page = sheet()
    page.judged_until("hostile")
    page.keys("e")
    for opener in ("", "Questions", "Today", "Agreement"):
        if opener:
            page.click(f"header nav >> text={opener}")
            page.wait_for_selector(".view h1")
        assert "owned" not in page.title()
        assert page.locator("main script, main img, main iframe, main svg, main a[href^=javascript]").count() == 0
    page.click("header nav >> text=Queue")
    page.wait_for_selector(".desk")
    shown = " ".join(page.inner_text("main").split())
    for text in (sheets.HOSTILE[0], sheets.HOSTILE[2], sheets.HOSTILE[3], "http://203.0.113.9/pixel.png"):
        assert " ".join(text.split()) in shown


ANOTHER_PORT = """
import http.server, socketserver
with socketserver.TCPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler) as server:
    print(server.server_address[1], flush=True)
    server.serve_forever()
"""
TRIES = """
async base => {
  const body = JSON.stringify({ query: "hot", values: { aside: "x" }, name: "r" });
  const said = { method: "POST", credentials: "include", body };
  const [text, json] = ["text/plain", "application/json"].map(type => ({ headers: { "content-type": type } }));
  const results = [];
  for (const [path, options] of [["/api/next", { credentials: "include" }],
                                 ["/api/next", { mode: "no-cors", credentials: "include" }],
                                 ["/api/change", { ...said, ...text, mode: "no-cors" }], ["/api/change", { ...said, ...json }]]) {
    try { results.push(await (await fetch(base + path, options)).text()); } catch { results.push("refused"); }
  }
  return results;
}
"""


def test_another_port_s_page_reads_and_writes_nothing(sheet, golden, tmp_path):
    page = sheet()
    (tmp_path / "index.html").write_text("<p>another")
    command = [sys.executable, "-c", ANOTHER_PORT]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as other:
        foreign = page.context.new_page()
        foreign.goto(f"http://127.0.0.1:{other.stdout.readline().strip()}/")
        tried = foreign.evaluate(TRIES, f"http://127.0.0.1:{page.review.port}")
        other.kill()
    assert len(tried) == 4 and set(tried) <= {"refused", ""}
    assert all(query.aside is None for query in golden.queries())


UNNAMED = """
() => [...document.querySelectorAll("button, input, textarea, select")]
  .filter(one => !(one.innerText.trim() || one.getAttribute("aria-label") || one.labels?.length)).length
"""
"""How many controls a screen reader has no name for."""


@pytest.mark.parametrize("width", [1280, 820, 360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_and_can_be_read_on_a_desk_a_tablet_and_a_phone(looks, sheet, golden, width, scheme):
    page = sheet(viewport={"width": width, "height": 800}, color_scheme=scheme)
    for _ in range(5):
        assert page.evaluate(looks.OVERFLOW) <= 0
        texts = page.evaluate(looks.CONTRASTS)
        assert {pair: ratio for pair, ratio in texts.items() if ratio < 4.5} == {}
        assert page.evaluate(UNNAMED) == 0
        box = page.locator(".grades").bounding_box()
        assert box["y"] + box["height"] <= 800, "the verdicts are at hand without scrolling"
        before = page.inner_text("main")
        page.keys("0")
        page.wait_for_function("before => document.querySelector('main').innerText !== before", arg=before)
    for name in ("Questions", "Agreement", "Today"):
        page.click(f"header nav >> text={name}")
        page.wait_for_selector(".view h1")
        assert page.evaluate(looks.OVERFLOW) <= 0
        assert {pair: ratio for pair, ratio in page.evaluate(looks.CONTRASTS).items() if ratio < 4.5} == {}


def test_right_to_left_text_runs_that_way(sheets, sheet, golden):
    page = sheet()
    page.click("header nav >> text=Questions")
    page.click(f"text={sheets.QUESTIONS['rtl'][0]}")
    page.wait_for_selector(".one")
    page.click(".one summary")
    page.click("text=Judge it")
    page.wait_for_selector(".desk")
    for selector in ("h1", ".chunk p"):
        assert page.evaluate("where => getComputedStyle(document.querySelector(where)).direction", selector) == "rtl"
