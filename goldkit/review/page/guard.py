"""What stands before every answer of the page: the doors, a bound on what is sent, and headers that let nothing in from outside."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from goldkit.review.page.doors import Doors, refusal

LARGEST = 1 << 18
"""Bytes of a request's body: a verdict with a note and a marked passage is far smaller."""
HEADERS = {
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
POLICY = (
    "default-src 'none'; script-src {script}; style-src {style}; connect-src 'self'; img-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)


class TooLargeError(Exception):
    """A body that is larger than LARGEST."""


class Guard:
    """Middleware: refuses what cannot come from our own page, and sets the headers of every answer."""

    def __init__(self, app: ASGIApp, doors: Doors) -> None:
        self._app = app
        self._doors = doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request. What is no HTTP, such as a WebSocket, is not answered."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("content-security-policy", POLICY.format(script="'none'", style="'none'"))
            await send(message)

        refused = self._refused(scope)
        await (self._app if refused is None else refused)(scope, receive, sending)

    def _refused(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        why = refusal(scope["method"], headers)
        if why is not None:
            return JSONResponse({"error": f"refused: {why}"}, 403)
        if scope["path"] != "/" and not self._doors.knows(headers.get("cookie", "")):
            return JSONResponse({"error": "this page was not opened by the link that goldkit review printed"}, 401)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > LARGEST:
            return JSONResponse({"error": f"more than {LARGEST:,} bytes were sent"}, 413)
        return None


def policy(nonce: str) -> str:
    """The policy of the page itself: the script and the style that carry the nonce, and nothing else."""
    return POLICY.format(script=f"'nonce-{nonce}'", style=f"'nonce-{nonce}'")


async def body_of(request: Request) -> bytes:
    """The body, read as far as it may go. Raises TooLargeError beyond it, whatever the length that was announced."""
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > LARGEST:
            raise TooLargeError
    return bytes(data)
