"""What a judge sees and hears of every part of the page: the pace, names for screen readers, focus, and that all of it fits."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from goldkit.records import Judgment

NAMED = {
    "alertdialog", "button", "checkbox", "combobox", "complementary", "dialog", "heading", "image", "link",
    "navigation", "progressbar", "region", "searchbox", "textbox", "toolbar",
}  # fmt: skip
"""Roles that mean nothing to a listener without a name."""
LONG = "Maximilian-Alexander of the second floor"
FOCUSED = "() => document.activeElement.getAttribute('aria-label') || document.activeElement.innerText.split('\\n')[0]"
PLACEHOLDERS = """
() => {
  const light = colour => colour.match(/[\\d.]+/g).slice(0, 3).map(part => part / 255)
    .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  return [...document.querySelectorAll("[placeholder]")].map(one => {
    const [high, low] = [light(getComputedStyle(one, "::placeholder").color), light(getComputedStyle(one).backgroundColor)]
      .sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  });
}
"""


def said(query, chunk, grade, by, at, **fields):
    return Judgment(query=query, chunk=chunk, grade=grade, status="decided", source="human", by=by, at=at, **fields)


@pytest.fixture
def judged(golden):
    """The golden directory after ben and cleo judged today: they agree, and they do not."""
    at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    grades = {"kiln.md#1": (3, 0), "kiln.md#2": (0, 1), "窯/手順": (2, 2)}
    golden.append("judgments.jsonl", [
        said("hot", chunk, grade, by, at, note="سهل القراءة" if by == "ben" else None)
        for chunk, both in grades.items() for by, grade in zip(("ben", "cleo"), both, strict=True)
    ])  # fmt: skip
    return golden


def heard(page):
    """(role, name) of everything that a screen reader meets, in its order."""
    session = page.context.new_cdp_session(page.page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node["ignored"] and "role" in node
    ]


def nameless(page):
    return [role for role, name in heard(page) if role in NAMED and not name.strip()]


def test_the_pace_is_that_of_the_last_verdicts_without_the_pauses(sheet, golden):
    begun = datetime(2026, 12, 1, 10, tzinfo=UTC)
    pairs = [(query, chunk) for query in ("ferry", "rtl") for chunk in ("far", "kiln.md#1", "kiln.md#2", "hostile")][:7]
    seconds = (0, 30, 60, 660, 690, 720, 750)  # half a minute a verdict, and ten minutes for a coffee
    golden.append("judgments.jsonl", [
        said(*pair, 0, "ana", (begun + timedelta(seconds=after)).strftime("%Y-%m-%dT%H:%M:%SZ"))
        for pair, after in zip(pairs, seconds, strict=True)
    ])  # fmt: skip
    page = sheet()
    assert page.inner_text("#far") == "7 of 13 · 120 an hour · 3 min left"
    assert page.get_attribute("#bar", "value") == "7"
    page.judged("3")
    assert page.inner_text("#far") == "8 of 13 · 120 an hour · 3 min left"


def test_no_pace_is_told_of_a_few_verdicts(sheet, golden):
    page = sheet()
    for _ in range(4):
        page.judged("3")
    assert page.inner_text("#far") == "4 of 6"


def test_a_screen_reader_meets_landmarks_and_a_name_on_every_control(sheet, judged):
    page = sheet()
    met = heard(page)
    for part in (("banner", ""), ("navigation", "Views"), ("main", ""), ("region", "Question"), ("region", "Chunk"),
                 ("complementary", "About this pair"), ("region", "Verdict"), ("toolbar", "Tools"),
                 ("progressbar", "Pairs judged"), ("button", "Help and keys"), ("button", "Passage"),
                 ("button", "3: answers the question: a reader needs nothing else for this part of it")):  # fmt: skip
        assert part in met, part
    assert nameless(page) == []
    for keys in (("?",), ("/",), ("n",), ("t",), ("b",)):
        page.keys(*keys)
        page.wait_for_selector("dialog[open]")
        assert nameless(page) == [], keys
        page.click("dialog [aria-label=Close]")
        page.wait_for_selector("dialog", state="detached")
    page.click("#who")
    page.wait_for_selector("dialog #judge")
    assert ("combobox", "Your name") in heard(page) and nameless(page) == []
    page.keys("Escape")
    for view in ("Questions", "Agreement", "Today"):
        page.click(f"header nav >> text={view}")
        page.wait_for_selector(".view h1")
        assert nameless(page) == [], view


def test_what_was_recorded_and_that_it_is_offline_is_spoken(sheet, golden):
    page = sheet()
    assert "status" in [role for role, _ in heard(page)], "a region that appears with its words is not always heard"
    page.keys("3")
    page.says("recorded: 3 for kiln.md#1")
    assert page.get_attribute("#said", "aria-live") == "polite"
    page.context.set_offline(True)
    page.keys("1")
    page.wait_for_selector("#offline:not([hidden])")
    assert "alert" in [role for role, _ in heard(page)]
    assert page.get_attribute("main", "aria-busy") == "true"
    page.context.set_offline(False)
    page.says("recorded: 1 for kiln.md#2")
    assert page.get_attribute("main", "aria-busy") is None


def test_tab_goes_through_the_page_as_it_is_read(sheet, golden):
    page = sheet()
    page.locator(".skip").focus()
    order = [page.evaluate(FOCUSED)]
    while len(order) < 60 and "Undo" not in order:
        page.keys("Tab")
        order.append(page.evaluate(FOCUSED))
    head = ["To the question", "goldkit", "Queue", "Questions", "Agreement", "Today", "ana", "Help and keys"]
    assert order[: len(head)] == head
    rest = [name.split(":")[0] for name in order[len(head) :]]
    wanted = ["Table", "Passage", "Note", "Search", "Edit", "Bad question", "No answer", "Evidence"]
    assert rest[: len(wanted)] == wanted
    assert rest[-7:] == ["0", "1", "2", "3", "Cannot judge", "Later", "Undo"]


def test_the_skip_link_leads_into_the_view_that_is_open(sheet, golden):
    page = sheet()
    page.click("header nav >> text=Questions")
    page.wait_for_selector(".questions li")
    page.locator(".skip").focus()
    page.keys("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.url.endswith("#questions")
    page.keys("Tab")
    assert page.evaluate(FOCUSED) == "New question"


def test_a_closed_dialog_gives_the_focus_back(sheet, golden):
    page = sheet()
    for opener in ("#help", "#who"):
        page.click(opener)
        page.wait_for_selector("dialog[open]")
        page.keys("Escape")
        page.wait_for_selector("dialog", state="detached")
        assert page.evaluate("'#' + document.activeElement.id") == opener


def looks_right(looks, page):
    assert page.evaluate(looks.OVERFLOW) <= 0
    assert {pair: ratio for pair, ratio in page.evaluate(looks.CONTRASTS).items() if ratio < 4.5} == {}
    assert all(ratio >= 4.5 for ratio in page.evaluate(PLACEHOLDERS))


def inside(page, selector):
    """Whether a part is within the window, from side to side and from top to bottom."""
    box, window = page.locator(selector).bounding_box(), page.viewport_size
    across = box["x"] >= 0 and box["x"] + box["width"] <= window["width"]
    return across and box["y"] >= 0 and box["y"] + box["height"] <= window["height"]


SIZES = pytest.mark.parametrize("width", [1280, 820, 360])
SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])


@SIZES
@SCHEMES
def test_the_name_form_the_name_in_the_header_and_the_help_fit(
    looks, sheets, sheet, browser, reviewing, golden, width, scheme
):
    host = sheet(reviewing(golden.path, "--share", "1/2"))
    context = browser.new_context(viewport={"width": width, "height": 740}, color_scheme=scheme)
    context.set_default_timeout(20_000)
    page = context.new_page()
    page.goto(sheets.invited(host.page))
    page.wait_for_selector("#judge")
    looks_right(looks, page)
    assert all(inside(page, part) for part in ("h1", "#judge", "#part", ".who button"))
    sheets.named(page, LONG)
    looks_right(looks, page)
    assert all(inside(page, part) for part in ("#who", "#help", "#far", "header nav"))
    assert page.locator("#who").bounding_box()["height"] < 48, "a long name stays on its line"
    for opener in ("#help", "#who"):
        page.click(opener)
        page.wait_for_selector("dialog[open]")
        assert inside(page, "dialog")
        looks_right(looks, page)
        page.locator("dialog button").last.scroll_into_view_if_needed()
        assert inside(page, "dialog button >> nth=-1"), "its end can be reached"
        page.keyboard.press("Escape")
    context.close()


@SIZES
@SCHEMES
def test_every_view_fits_and_can_be_read_with_something_in_it(looks, sheet, judged, width, scheme):
    page = sheet(viewport={"width": width, "height": 740}, color_scheme=scheme)
    for view, there in (("Agreement", ".confusion"), ("Today", ".history li"), ("Questions", ".questions li")):
        page.click(f"header nav >> text={view}")
        page.wait_for_selector(there)
        looks_right(looks, page)
    page.click(".questions a")
    page.wait_for_selector(".one")
    for summary in page.locator(".one summary").all():
        summary.click()
    assert page.locator(".one .history li").count() > 6
    looks_right(looks, page)


def test_the_confusion_of_two_judges_stands_the_right_way_round(sheet, judged):
    page = sheet()
    page.click("header nav >> text=Agreement")
    page.wait_for_selector(".confusion")
    rows = [row.split("\t") for row in page.inner_text(".confusion").split("\n")]
    assert rows[0] == ["ben ↓ cleo →", "0", "1", "2", "3"]
    assert [row[1:] for row in rows[1:]] == [
        ["0", "1", "0", "0"],  # ben's 0 was cleo's 1
        ["0", "0", "0", "0"],
        ["0", "0", "1", "0"],
        ["1", "0", "0", "0"],  # ben's 3 was cleo's 0
    ]


def test_agreement_before_anybody_judged_says_so(sheet, golden):
    page = sheet()
    page.click("header nav >> text=Agreement")
    page.wait_for_selector(".view h1")
    assert "Nobody has judged yet" in page.inner_text(".view")
    assert "0 pairs" not in page.inner_text(".view")
