"""Several people at one server, each in a browser: who judges is asked once, and what each does is kept apart."""

from __future__ import annotations

import pytest


@pytest.fixture
def two(sheet, sheets, browser):
    """two(*arguments) → ana's page, and the page that opened the link which hers made, in a browser of its own."""
    contexts = []

    def open_two(review=None):
        ana = sheet(review)
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.set_default_timeout(20_000)
        contexts.append(context)
        other = context.new_page()
        other.goto(sheets.invited(ana.page))
        other.wait_for_selector("#judge")
        return ana, other

    yield open_two
    for context in contexts:
        context.close()


def says(page, words):
    page.wait_for_function("words => document.getElementById('said').textContent.includes(words)", arg=words)


def test_whoever_opens_the_printed_link_is_asked_nothing(sheet):
    page = sheet()
    assert page.inner_text("#who") == "ana" and page.locator("#judge").count() == 0


def test_each_judges_resumes_and_takes_back_under_a_name_of_their_own(two, sheets, golden):
    ana, ben = two()
    assert ben.input_value("#judge") == "ana", "prefilled, and selected: typing writes another"
    assert not ben.is_visible("header nav")
    ben.keyboard.type("  ben ")
    ben.keyboard.press("Enter")
    ben.wait_for_selector(".desk")
    assert ben.inner_text("#who") == "ben"
    ana.keys("3")
    ana.says("recorded: 3 for kiln.md#1")
    ben.keyboard.press("1")
    says(ben, "recorded: 1 for kiln.md#1")
    ben.keyboard.press("2")
    says(ben, "recorded: 2 for kiln.md#2")
    ana.keys("u")
    ana.says("taken back: 3 for kiln.md#1")
    ana.keys("u")
    ana.says("there is nothing to take back")
    ben.reload()
    ben.wait_for_selector(".desk")
    assert ben.inner_text("#far").startswith("2 of ")
    assert sheets.given(golden) == [("kiln.md#1", 3), ("kiln.md#1", "undo")]
    assert sheets.given(golden, "ben") == [("kiln.md#1", 1), ("kiln.md#2", 2)]


def test_what_is_no_name_is_told_and_asked_again(two):
    _, other = two()
    for name, words in (
        ("goldkit judge", "tool's own"),
        ("a\u200bb", "one printable line"),
        ("   ", "one printable line"),
    ):
        other.fill("#judge", name)
        other.keyboard.press("Enter")
        other.wait_for_function("words => document.querySelector('.who .flag').textContent.includes(words)", arg=words)
    other.fill("#judge", "عليّ")
    other.keyboard.press("Enter")
    other.wait_for_selector(".desk")
    assert other.inner_text("#who") == "عليّ"


def test_a_page_that_another_judge_took_over_records_nothing_in_the_wrong_name(sheet, sheets, golden):
    page = sheet()
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector(".desk")
    other.click("#who")
    other.wait_for_selector("dialog #judge")
    other.fill("#judge", "cleo")
    other.keyboard.press("Enter")
    other.wait_for_function("() => document.getElementById('who').textContent === 'cleo'")
    page.keys("3")
    page.says("not recorded: the page was opened by ana, and cleo judges in this browser by now")
    assert sheets.given(golden) == [] and sheets.given(golden, "cleo") == []
    page.reload()
    page.wait_for_selector(".desk")
    page.keys("2")
    page.says("recorded: 2 for kiln.md#1")
    assert sheets.given(golden, "cleo") == [("kiln.md#1", 2)]


def test_shared_out_questions_are_parted_by_name(two, sheets, reviewing, golden):
    ana, ben = two(reviewing(golden.path, "--share", "1/4"))
    assert ben.input_value("#part") == "2", "the part that is nobody's"
    assert "part 1 of 4, ana" in ben.inner_text("#part")
    sheets.named(ben, "ben")
    totals = [int(page.inner_text("#far").split(" ")[2]) for page in (ana, ben)]
    assert totals == [4, 2]


def test_a_guest_who_finishes_leaves_alone_and_the_host_ends_it_for_all(two, sheets, golden):
    ana, ben = two()
    sheets.named(ben, "ben")
    ben.keyboard.press("3")
    says(ben, "recorded")
    ben.click("#help")
    ben.click("text=Finish")
    ben.wait_for_selector("text=You are done")
    ana.keys("2")
    ana.says("recorded: 2")
    ana.click("#help")
    ana.click("text=Finish")
    ana.wait_for_selector("text=The review is ended")
    _, told = ana.review.process.communicate(timeout=30)
    assert "1 verdict by ana" in told and "1 verdict by ben" in told
