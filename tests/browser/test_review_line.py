"""The review page when something is lost on the way: a reload, the network, an answer, the server."""

from __future__ import annotations

from pathlib import Path

SAMPLES = Path(__file__).parents[2] / "samples"


def test_a_reload_goes_on_where_it_was(sheet, golden):
    page = sheet()
    page.keys("3")
    page.says("recorded")
    before = page.inner_text("main")
    page.reload()
    page.wait_for_selector(".desk")
    assert page.inner_text("main") == before
    page.keys("u")
    page.says("taken back: 3 for kiln.md#1")


def test_offline_it_says_so_keeps_the_verdict_and_sends_it_once(sheets, sheet, golden):
    page = sheet()
    page.context.set_offline(True)
    page.keys("3")
    page.wait_for_selector("#offline:not([hidden])")
    assert "kept here" in page.inner_text("#offline")
    page.keys("1", "2")  # it does not move on, so that these mean nothing
    assert page.inner_text(".source .id") == "kiln.md#1" and sheets.given(golden) == []
    page.context.set_offline(False)
    page.says("recorded: 3 for kiln.md#1")
    assert not page.is_visible("#offline")
    assert sheets.given(golden) == [("kiln.md#1", 3)]


def test_an_answer_that_is_lost_is_asked_for_again_and_nothing_is_written_twice(sheets, sheet, golden):
    page = sheet()
    lost = []

    def lose(route):
        if not lost:
            lost.append(route.fetch())  # the server has it; the page never hears
            route.abort()
        else:
            route.continue_()

    page.route("**/api/judge", lose)
    page.keys("3")
    page.says("was recorded before")
    assert sheets.given(golden) == [("kiln.md#1", 3)]


def test_a_server_killed_and_started_anew_is_met_again_by_the_same_page(sheets, sheet, golden):
    page = sheet()
    page.review.kill()
    page.keys("2")
    page.wait_for_selector("#offline:not([hidden])")
    page.review.start()
    page.wait_for_function("() => document.getElementById('offline').textContent.includes('new link')")
    other = page.context.new_page()
    other.goto(page.review.link)
    other.wait_for_selector(".desk")
    page.says("recorded: 2 for kiln.md#1")
    assert sheets.given(golden) == [("kiln.md#1", 2)]
