"""The pictures of the README, made by goldkit itself. `python tests/pictures.py` draws them anew; it needs Playwright and Chromium.

score.svg is what `goldkit score` prints, line for line; report.webp the page that `--html` writes; review.webp the page of
`goldkit review`. All three show the folder that `goldkit demo` leaves.
"""

from __future__ import annotations

import base64
import importlib.util
import shutil
import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path
from typing import Any

import goldkit

TESTS = Path(__file__).parent
PLACE = TESTS.parent / ".github"
RUNS = "runs/dense.jsonl runs/hybrid.jsonl runs/hybrid-rerank.jsonl"
COMMAND = f"goldkit score core {RUNS}"
SECTIONS = ("", "core ·", "   ", "against dense", "hybrid:", "hybrid-rerank:")
"""How the printed sections begin that the picture shows; the first is the verdicts."""

COLUMNS, SIZE, STEP, EDGE = 100, 13, 19, 20
WIDE = 7.83
"""Pixels of a letter; `textLength` holds each line to it, whatever font there is."""
INK, PAPER, DIM = "#d7dce2", "#161b22", "#8b949e"
COLOURS = {"better": "#56d364", "worse": "#ff7b72", "too small to call": "#e3b341"}
QUALITY, SCALE = 0.6, 1.4
QUESTION = "siloctl purge refuses without ticket"
"""What the review is asked to show: two editions of one page were proposed for it."""

REENCODE = """
async ([png, quality]) => {
  const image = await createImageBitmap(await (await fetch("data:image/png;base64," + png)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await canvas.convertToBlob({type: "image/webp", quality});
  return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), byte => String.fromCharCode(byte)).join(""));
}
"""


def beside(path: str) -> Any:
    """A module by its path under tests/, which are no packages."""
    specification = importlib.util.spec_from_file_location(Path(path).stem, TESTS / path)
    assert specification and specification.loader
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def score_svg(story: Path) -> str:
    """The report of the demo's last score as a drawing: the command, the verdicts, the means, the deltas."""
    sections = beside("readme.py").printed(COMMAND, story).split("\n\n")
    shown = [sections[0]]
    shown += [next(one for one in sections[1:] if one.startswith(start)) for start in SECTIONS[1:]]
    lines = [f"$ {COMMAND}", "", *"\n\n".join(shown).splitlines()]
    return terminal_svg([line for line in lines if not line.startswith("digest ")], "The report of goldkit score")


def terminal_svg(lines: list[str], title: str) -> str:
    """Lines of text as a terminal shows them. Nothing outside the file is referred to, so that it looks the same everywhere."""
    width, height = round(COLUMNS * WIDE) + 2 * EDGE, len(lines) * STEP + 2 * EDGE
    drawn = [_line(line, EDGE + STEP * (place + 1) - 6) for place, line in enumerate(lines) if line.strip()]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">'
        f'\n<title>{escape(title)}</title>\n<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>'
    )
    fonts = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
    body = "\n".join(drawn)
    return f'{head}\n<g font-family="{fonts}" font-size="{SIZE}" fill="{INK}">\n{body}\n</g>\n</svg>\n'


def _line(text: str, y: int) -> str:
    start = len(text) - len(text.lstrip())
    words = text.strip()
    length, x = round(len(words) * WIDE, 1), round(EDGE + start * WIDE, 1)
    drawn = _coloured(escape(words, quote=False)).replace("  ", "\u00a0\u00a0")  # plain spaces in a row fall together
    ink = f' fill="{DIM}"' if text.startswith(("$", "look ", "means over")) else ""
    return f'<text x="{x:g}" y="{y}" textLength="{length:g}"{ink}>{drawn}</text>'


def _coloured(words: str) -> str:
    """The verdict of a headline in its colour, as on a terminal."""
    run, colon, rest = words.partition(": ")
    for verdict, colour in COLOURS.items():
        if colon and rest.startswith(f"{verdict} in "):
            return f'{run}: <tspan fill="{colour}" font-weight="bold">{verdict}</tspan>{rest.removeprefix(verdict)}'
    return words


def webp(browser: Any, png: bytes) -> bytes:
    """A screenshot as WebP, which holds it in a fifth of the bytes; the browser itself writes it."""
    encoded: str = browser.new_page().evaluate(REENCODE, [base64.b64encode(png).decode(), QUALITY])
    return base64.b64decode(encoded)


def report_webp(browser: Any, story: Path) -> bytes:
    """The page of `goldkit score --html`, down to the drawing of the primary measure."""
    report = story / "report.html"
    beside("readme.py").printed(f"{COMMAND} --html {report.name}", story)
    page = _page(browser, 1000, 600)
    page.goto(report.as_uri())
    scale = page.locator(".row.scale").first.bounding_box()
    whole = {"x": 0, "y": 0, "width": 1000, "height": round(scale["y"] + scale["height"]) + 16}
    return webp(browser, page.screenshot(full_page=True, clip=whole))


def review_webp(browser: Any, story: Path) -> bytes:
    """The page of `goldkit review` with a pair that waits for its verdict, its evidence unfolded."""
    review = beside("browser/conftest.py").Review(story / "golden", "--corpus", str(story / "corpus.jsonl"))
    try:
        page = _page(browser, 1180, 800)
        page.goto(review.link)
        page.wait_for_selector(".desk")
        page.evaluate("id => { location.hash = `#question=${id}`; }", goldkit.query_id(QUESTION))
        page.click("details.one summary >> nth=0")
        page.click("text=Judge it >> nth=0")
        page.wait_for_selector(".desk")
        page.keyboard.press("e")
        page.mouse.move(0, 0)
        return webp(browser, page.screenshot())
    finally:
        review.end()


def _page(browser: Any, width: int, height: int) -> Any:
    size = {"width": width, "height": height}
    return browser.new_context(viewport=size, device_scale_factor=SCALE, color_scheme="light").new_page()


def main() -> None:
    """Draw all pictures anew."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        story = Path(scratch) / "story"
        subprocess.run([sys.executable, "-m", "goldkit", "demo", str(story)], check=True, capture_output=True)
        path = next(filter(None, map(shutil.which, beside("browser/conftest.py").NAMES)))
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        (PLACE / "score.svg").write_text(score_svg(story), encoding="utf-8")
        (PLACE / "report.webp").write_bytes(report_webp(browser, story))
        (PLACE / "review.webp").write_bytes(review_webp(browser, story))
        browser.close()


if __name__ == "__main__":
    main()
