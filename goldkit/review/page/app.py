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
from goldkit.files.room import lacks_room, said_by_system
from goldkit.records import JSON
from goldkit.review.page.desk import Desk
from goldkit.review.page.desks import Desks
from goldkit.review.page.doors import Doors
from goldkit.review.page.guard import Guard, TooLargeError, body_of, policy
from goldkit.review.page.views import agreement_view, changes_since, question_history, question_rows
from goldkit.review.question_changes import whole

FOLDER = Path(__file__).parent / "static"
KINDS = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
STATIC = {path.name: path for path in sorted(FOLDER.iterdir()) if path.suffix in KINDS}
"""The files that are served, by name: nothing else has an address."""
Asked = Callable[[Desk, JSON], Any]
Endpoint = Callable[[Request], Awaitable[Response]]


class NobodyError(Exception):
    """Nobody has said who judges in the browser that asks."""


class Answer(JSONResponse):
    """JSON in ASCII: half of a character, which a text may hold, has no form in UTF-8."""

    def render(self, content: Any) -> bytes:
        """The bytes of a value."""
        return json.dumps(content).encode("ascii")


class Front:
    """What is answered at each address. secret: a text that is not to be guessed. finish: called when the host ends the sitting."""

    def __init__(self, desks: Desks, doors: Doors, secret: Callable[[], str], finish: Callable[[], None]) -> None:
        self._desks = desks
        self._doors = doors
        self._secret = secret
        self._finish = finish
        self._html = Environment(loader=FileSystemLoader(FOLDER.parent), autoescape=True, undefined=StrictUndefined)

    def page(self, request: Request) -> Response:
        """The page, or a cookie for a token."""
        token = request.query_params.get("token")
        if token is not None:
            return self._entered(token)
        if not self._doors.knows(_cookies(request)):
            return HTMLResponse(self._html.get_template("closed.html").render(), 403)
        judge = self._doors.judge(_cookies(request))
        nonce = self._secret()
        html = self._html.get_template("page.html").render(nonce=nonce, judge="" if judge is None else judge.name)
        return HTMLResponse(html, headers={"content-security-policy": policy(nonce)})

    def file(self, request: Request) -> Response:
        """A script, the style or the icon."""
        path = STATIC.get(request.path_params["name"])
        if path is None:
            return Answer({"error": "no such file"}, 404)
        return Response(path.read_bytes(), headers={"content-type": KINDS[path.suffix]})

    def who(self, request: Request) -> Response:
        """Who judges in the browser that asks, and who else does."""
        return _answered(lambda said: self._desks.who(self._doors.judge(_cookies(request))), {})

    async def name(self, request: Request) -> Response:
        """Somebody says who judges in this browser."""

        def named(said: JSON) -> JSON:
            judge = self._desks.named(said)
            self._desks.of(judge)
            self._doors.name(_cookies(request), judge)
            return self._desks.who(judge)

        return await _written(named, request)

    def reading(self, asked: Asked) -> Endpoint:
        """What reads something."""

        async def endpoint(request: Request) -> Response:
            return await run_in_threadpool(_answered, self._at_desk(asked, request), dict(request.query_params))

        return endpoint

    def writing(self, asked: Asked) -> Endpoint:
        """What writes something."""

        async def endpoint(request: Request) -> Response:
            return await _written(self._at_desk(asked, request), request)

        return endpoint

    def link(self, desk: Desk, said: JSON) -> JSON:
        """A link that opens one more browser, once; who judges there is asked for."""
        return {"token": self._doors.token()}

    def end(self, desk: Desk, said: JSON) -> JSON:
        """What the judge did. Everybody leaves when the host does; whoever else does leaves alone."""
        done, host = desk.summary(), self._desks.host.name
        if done.judge == host:
            self._finish()
        return done.to_dict() | {"host": host}

    def _at_desk(self, asked: Asked, request: Request) -> Callable[[JSON], Any]:
        """The answer from the desk of whoever judges in the browser that asks."""

        def answer(said: JSON) -> Any:
            judge = self._doors.judge(_cookies(request))
            if judge is None:
                raise NobodyError
            if said.get("judge", judge.name) != judge.name:
                raise UsageError(
                    f"not recorded: the page was opened by {said['judge']}, and {judge.name} judges in this browser by now; "
                    "load the page again"
                )
            return asked(self._desks.of(judge), said)

        return answer

    def _entered(self, token: str) -> Response:
        """The cookie for a token. The page that follows is asked for by a page of our own: of a link that was clicked elsewhere
        the browser would not send the new cookie along."""
        cookie = self._doors.exchange(token)
        if cookie is None:
            return HTMLResponse(self._html.get_template("closed.html").render(), 403)
        response = HTMLResponse(self._html.get_template("entered.html").render())
        response.set_cookie(self._doors.cookie, cookie, httponly=True, samesite="strict", path="/")
        return response


def page_app(front: Front, doors: Doors) -> Starlette:
    """The application."""
    told = {**SAID, "link": front.link, "finish": front.end}
    return Starlette(
        routes=[
            Route("/", front.page),
            Route("/static/{name}", front.file),
            Route("/api/who", front.who, methods=["GET"]),
            Route("/api/who", front.name, methods=["POST"]),
            *(Route(f"/api/{name}", front.reading(asked), methods=["GET"]) for name, asked in ASKED.items()),
            *(Route(f"/api/{name}", front.writing(asked), methods=["POST"]) for name, asked in told.items()),
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


def _cookies(request: Request) -> str:
    return request.headers.get("cookie", "")


async def _written(answer: Callable[[JSON], Any], request: Request) -> Response:
    """The answer to the JSON object that a request holds."""
    try:
        said = json.loads(await body_of(request))
    except TooLargeError:
        return Answer({"error": "too much was sent at once"}, 413)
    except (ValueError, RecursionError, ClientDisconnect):
        return Answer({"error": "the request holds no JSON"}, 400)
    if not isinstance(said, dict):
        return Answer({"error": "the request holds no JSON object"}, 400)
    return await run_in_threadpool(_answered, answer, said)


def _answered(answer: Callable[[JSON], Any], said: JSON) -> Response:
    try:
        return Answer(answer(said))
    except NobodyError:
        return Answer({"error": "nobody has said yet who judges in this browser"}, 401)
    except UsageError as error:
        return Answer({"error": str(error)}, 400)
    except DataError as error:
        return Answer({"error": str(error)}, 500)
    except IncompleteError as error:
        return Answer({"error": str(error)}, 507)
    except OSError as error:
        return Answer({"error": said_by_system(error)}, 507 if lacks_room(error) else 500)


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
