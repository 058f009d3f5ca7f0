"""Elastic behavioural analytics: clicks that only session, query and time tie to a search."""

from __future__ import annotations

from typing import Any

from goldkit.logs.catalogue import LOG_READERS
from goldkit.logs.interactions import Click, Place, Shown


def event(
    action: str, query: Any, at: str = "10:00:00.000", *items: str, session: Any = "s", **more: Any
) -> dict[str, Any]:
    results = [{"document": {"id": item}, "page": {"url": {"original": f"https://x/{item}"}}} for item in items]
    fields = {"@timestamp": f"2026-12-01T{at}Z", "event": {"action": action}, "session": {"id": session}}
    return fields | {"user": {"id": "u"}, "search": {"query": query, "results": {"items": results}}} | more


def click(query: Any, at: str, chunk: Any, *items: str, **more: Any) -> dict[str, Any]:
    return event("search_click", query, at, *items, document={"id": chunk}, **more)


def reasons(file: Any) -> dict[str, int]:
    return {one.reason: one.count for one in file.tally.unused}


def notes(file: Any) -> dict[str, int]:
    return {one.reason: one.count for one in file.tally.notes}


def test_a_click_belongs_to_the_latest_search_before_it_that_asked_the_same_in_its_session(write, read) -> None:
    path = write(
        "e.jsonl",
        click("why?", "10:00:30.000", "b"),
        click("why?", "10:00:10.500", "a"),
        event("search", "why?", "10:00:10.400", "a", "b"),
        event("search", "why?", "10:00:20.000", "b", "a"),
        event("search", "why?", "10:00:25.000", "z", session="other"),
        event("search", "how?", "10:00:26.000", "y"),
        click("why?", "10:00:31.000", "b"),
    )
    interactions, (file,) = read(path)
    told = [
        (one.query, one.time, one.session, [shown.chunk for shown in one.shown], one.clicked) for one in interactions
    ]
    assert told == [
        ("why?", "2026-12-01T10:00:10Z", "s", ["a", "b"], (Click("a", Place(0, 2)),)),
        ("why?", "2026-12-01T10:00:20Z", "s", ["b", "a"], (Click("b", Place(0, 1)),)),
        ("how?", "2026-12-01T10:00:26Z", "s", ["y"], ()),
        ("why?", "2026-12-01T10:00:25Z", "other", ["z"], ()),
    ]
    assert file.tally.used == 7


def test_clicks_in_a_file_of_their_own_stand_where_they_were_logged(write, read) -> None:
    searches = write("s.jsonl", event("search", "why?", "10:00:00.000", "a"))
    (one,), _ = read(searches, write("c.jsonl", click("why?", "10:00:01.000", "a")))
    assert one.clicked == (Click("a", Place(1, 1)),)


def test_of_one_moment_the_search_comes_first_and_a_click_alone_tells_the_question(write, read) -> None:
    path = write("e.jsonl", click("why?", "10:00:00.000", "a"), event("search", "why?", "10:00:00.000", "a"))
    (one,), (file,) = read(path)
    assert one.place == Place(0, 2)
    assert not file.tally.notes
    (one,), (file,) = read(write("f.jsonl", click("why?", "10:00:00.000", "b", "a", "b")))
    assert (one.shown, one.clicked) == ((Shown("a", 1), Shown("b", 2)), (Click("b", Place(0, 1)),))
    assert notes(file) == {"click that no search precedes: it tells the question itself": 1}


def test_a_search_logged_without_results_gets_those_of_its_click(write, read) -> None:
    path = write("e.jsonl", event("search", "why?"), click("why?", "10:00:01.000", "b", "a", "b"))
    (one,), (file,) = read(path)
    assert one.shown == (Shown("a", 1, place=Place(0, 2)), Shown("b", 2, place=Place(0, 2)))
    assert not file.tally.notes


def test_further_pages_are_the_same_search(write, read) -> None:
    first, second, third = (event("search", "why?", f"10:00:0{at}.000", f"a{at}", f"b{at}") for at in range(3))
    second["search"]["page"] = {"current": 2, "size": 2}
    third["search"]["page"] = {"current": 3}
    (one,), (file,) = read(write("e.jsonl", first, second, third))
    assert [(shown.chunk, shown.rank) for shown in one.shown] == [
        ("a0", 1),
        ("b0", 2),
        ("a1", 3),
        ("b1", 4),
        ("a2", None),
        ("b2", None),
    ]
    assert file.tally.used == 3


def test_a_click_that_names_only_a_page_is_found_by_its_url(write, read) -> None:
    page = {"url": {"original": "https://x/b"}}
    path = write(
        "e.jsonl",
        event("search", "why?", "10:00:00.000", "a", "b"),
        event("search_click", "why?", "10:00:01.000", "a", "b", page=page),
        event("search_click", "why?", "10:00:02.000", page=page),
    )
    (one,), (file,) = read(path)
    assert one.clicked == (Click("b", Place(0, 2)),)
    assert reasons(file) == {"click without a document id": 1}


def test_dumped_documents_and_flat_fields(write, read) -> None:
    flat = {"@timestamp": "2026-12-01T10:00:00Z", "event.action": "search", "search.query": "why?", "session.id": "s"}
    flat |= {"search.results.items": [{"document.id": "a"}, {}, {"document": {"id": "c"}}]}
    (one,), _ = read(write("e.jsonl", {"_id": "x1", "_source": flat}))
    assert (one.record, one.shown) == ("x1", (Shown("a", 1), Shown("c", 3)))


def test_what_tells_nothing_is_counted(write, read) -> None:
    path = write(
        "e.jsonl",
        event("search", "why?"),
        event("page_view", None),
        event("search", None),
        event("search", "lost?", session=None, user=None),
        click(" ", "10:00:00.000", "a"),
        {"message": "hello"},
    )
    interactions, (file,) = read(path)
    assert [one.query for one in interactions] == ["why?", "lost?"]
    assert reasons(file) == {
        "event `page_view` says nothing about a chunk": 1,
        "event `search` without a query": 1,
        "event `search_click` without a query": 1,
        "no event": 1,
    }
    assert not LOG_READERS["elastic"].recognises(
        [{"event": {"action": "login"}, "@timestamp": "x"}, {"search": {"query": "q"}}]
    )
