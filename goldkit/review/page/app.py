"""The page's addresses: what each one reads of a request, and the answer."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from goldkit.errors import DataError, IncompleteError, UsageError
from goldkit.records import JSON
from goldkit.review.page.desk import Desk
from goldkit.review.page.doors import Doors
from goldkit.review.page.guard import Guard, TooLargeError, body_of, policy
from goldkit.review.page.views import agreement_view, changes_since, question_history, question_rows
from goldkit.review.question_changes import whole

FOLDER = Path(__file__).parent / "static"
KINDS = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
STATIC = {path.name: path for path in sorted(FOLDER.iterdir()) if path.suffix in KINDS}
"""The files that are served, by name: nothing else has an address."""
Asked = Callable[[Desk, JSON], Any]


class Answer(JSONResponse):
    """JSON in ASCII: half of a character, which a text may hold, has no form in UTF-8."""

    def render(self, content: Any) -> bytes:
        """The bytes of a value."""
        return json.dumps(content).encode("ascii")


def page_app(desk: Desk, doors: Doors, secret: Callable[[], str], finish: Callable[[], None]) -> Starlette:
    """The application. secret: a text that is not to be guessed. finish: called when the judge ends the sitting on the page."""
    environment = Environment(loader=FileSystemLoader(FOLDER.parent), autoescape=True, undefined=StrictUndefined)

    def page(request: Request) -> Response:
        token = request.query_params.get("token")
        if token is not None:
            return _entered(environment, doors, token)
        if not doors.knows(request.headers.get("cookie", "")):
            return HTMLResponse(environment.get_template("closed.html").render(), 403)
        nonce = secret()
        html = environment.get_template("page.html").render(nonce=nonce, judge=desk.judge_name)
        return HTMLResponse(html, headers={"content-security-policy": policy(nonce)})

    def file(request: Request) -> Response:
        path = STATIC.get(request.path_params["name"])
        if path is None:
            return Answer({"error": "no such file"}, 404)
        return Response(path.read_bytes(), headers={"content-type": KINDS[path.suffix]})

    def link(desk: Desk, said: JSON) -> JSON:
        return {"token": doors.token()}

    def end(desk: Desk, said: JSON) -> JSON:
        finish()
        return desk.summary().to_dict()

    told = {**SAID, "link": link, "finish": end}
    return Starlette(
        routes=[
            Route("/", page),
            Route("/static/{name}", file),
            *(Route(f"/api/{name}", _reading(desk, asked), methods=["GET"]) for name, asked in ASKED.items()),
            *(Route(f"/api/{name}", _writing(desk, asked), methods=["POST"]) for name, asked in told.items()),
        ],
        middleware=[Middleware(Guard, doors=doors)],
    )


ASKED: dict[str, Asked] = {
    "settings": lambda desk, said: desk.settings(),
    "next": lambda desk, said: desk.next(),
    "pair": lambda desk, said: desk.pair(_text(said, "query"), _text(said, "chunk")),
    "more": lambda desk, said: desk.more(
        _text(said, "query"), _text(said, "chunk"), _number(said, "place"), said.get("way") == "before"
    ),
    "compare": lambda desk, said: desk.compare(_text(said, "query"), _text(said, "chunk")),
    "questions": lambda desk, said: desk.view(
        lambda loaded: question_rows(
            loaded, said.get("filter", "all"), said.get("text", ""), _number(said, "place", "0")
        )
    ),
    "question": lambda desk, said: desk.view(lambda loaded: question_history(loaded, _text(said, "query"))),
    "agreement": lambda desk, said: desk.view(agreement_view),
    "today": lambda desk, said: desk.view(lambda loaded: changes_since(loaded, _text(said, "since"))),
    "search": lambda desk, said: desk.search(_text(said, "text"), said.get("query")),
}
"""What is read: name → answer to the values of the address."""
SAID: dict[str, Asked] = {
    "judge": lambda desk, said: desk.judge(
        said | {name: _text(said, name) for name in ("query", "chunk", "name")} | {"grade": _grade(said)}
    ),
    "overrule": lambda desk, said: desk.overrule(
        _text(said, "query"), _text(said, "chunk"), _text(said, "other"), _text(said, "verdict")
    ),
    "undo": lambda desk, said: desk.undo(_text(said, "name")),
    "change": lambda desk, said: desk.change(_text(said, "query"), _values(said), _text(said, "name")),
    "question": lambda desk, said: desk.add_question(_text(said, "text"), _text(said, "name")),
}
"""What is written: name → answer to the JSON of the body."""


def _entered(environment: Environment, doors: Doors, token: str) -> Response:
    """The cookie for a token. The page that follows is asked for by a page of our own: of a link that was clicked elsewhere the
    browser would not send the new cookie along."""
    cookie = doors.exchange(token)
    if cookie is None:
        return HTMLResponse(environment.get_template("closed.html").render(), 403)
    response = HTMLResponse(environment.get_template("entered.html").render())
    response.set_cookie(doors.cookie, cookie, httponly=True, samesite="strict", path="/")
    return response


def _reading(desk: Desk, asked: Asked) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        return await run_in_threadpool(_answered, asked, desk, dict(request.query_params))

    return endpoint


def _writing(desk: Desk, asked: Asked) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        try:
            said = json.loads(await body_of(request))
        except TooLargeError:
            return Answer({"error": "too much was sent at once"}, 413)
        except (ValueError, RecursionError, ClientDisconnect):
            return Answer({"error": "the request holds no JSON"}, 400)
        if not isinstance(said, dict):
            return Answer({"error": "the request holds no JSON object"}, 400)
        return await run_in_threadpool(_answered, asked, desk, said)

    return endpoint


def _answered(asked: Asked, desk: Desk, said: JSON) -> Response:
    try:
        return Answer(asked(desk, said))
    except UsageError as error:
        return Answer({"error": str(error)}, 400)
    except DataError as error:
        return Answer({"error": str(error)}, 500)
    except IncompleteError as error:
        return Answer({"error": str(error)}, 507)


def _text(said: JSON, name: str) -> str:
    value = said.get(name)
    if not isinstance(value, str) or not value:
        raise UsageError(f"the request needs a text {name!r}")
    if not whole(value):
        raise UsageError(f"{name!r} holds half of a character")
    return value


def _number(said: JSON, name: str, default: str = "") -> int:
    value = str(said.get(name, default))
    if not value.isdecimal() or len(value) > 9:
        raise UsageError(f"the request needs a number {name!r}")
    return int(value)


def _grade(said: JSON) -> int | None:
    value = said.get("grade")
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise UsageError("a grade is a whole number")
    return value


def _values(said: JSON) -> JSON:
    value = said.get("values")
    if not isinstance(value, dict):
        raise UsageError("the request needs the values to change")
    return value
