"""Who may come in: one-time tokens that are exchanged for a cookie, and requests that only our own page can have sent."""

from __future__ import annotations

import hmac
import threading
from collections.abc import Callable, Mapping
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from goldkit.review.judge import Judge

HOSTS = frozenset({"127.0.0.1", "localhost", "[::1]"})
"""Names of this machine. Any other in `Host` is another site's name that was made to lead here (DNS rebinding)."""


class Doors:
    """The tokens and the cookies that were given out, and who judges with each cookie. secret: a new text each time, not to be
    guessed. port: names the cookie, for browsers keep cookies by host alone."""

    def __init__(self, secret: Callable[[], str], port: int) -> None:
        self._secret = secret
        self._lock = threading.Lock()
        self._tokens: dict[str, Judge | None] = {}
        self._cookies: dict[str, Judge | None] = {}
        self.cookie = f"goldkit-{port}"

    def token(self, judge: Judge | None = None) -> str:
        """A new token, good for one use. judge: who is to use it; None where the one who does is asked."""
        with self._lock:
            token = self._secret()
            self._tokens[token] = judge
            return token

    def exchange(self, token: str) -> str | None:
        """The value of a new cookie for a token; None where the token was used or never given out."""
        with self._lock:
            found = _known(self._tokens, token)
            if found is None:
                return None
            cookie = self._secret()
            self._cookies[cookie] = self._tokens.pop(found)
            return cookie

    def knows(self, header: str) -> bool:
        """Whether a Cookie header holds a cookie that was given out."""
        return self._cookie_in(header) is not None

    def judge(self, header: str) -> Judge | None:
        """Who judges with the cookie of a Cookie header; None where nobody has said so, or the cookie is not known."""
        with self._lock:
            return self._cookies.get(self._cookie_in(header) or "")

    def name(self, header: str, judge: Judge) -> None:
        """From now on this judge judges with the cookie of a Cookie header."""
        with self._lock:
            cookie = self._cookie_in(header)
            if cookie is not None:
                self._cookies[cookie] = judge

    def _cookie_in(self, header: str) -> str | None:
        try:
            morsel = SimpleCookie(header).get(self.cookie)
        except CookieError:
            return None
        return None if morsel is None else _known(self._cookies, morsel.value)


def refusal(method: str, headers: Mapping[str, str]) -> str | None:
    """Why a request cannot be our own page's, by its headers (names in lower case); None where it can.

    Host must be this machine, Origin this very host and port, and what a browser says of the site that asks must fit. Another
    port's page is another origin, although browsers send it the same cookies.
    """
    host, origin = headers.get("host", ""), headers.get("origin")
    if _name_of(host) not in HOSTS:
        return f"the host {host!r} is not this machine"
    if origin is not None and origin != f"http://{host}":
        return f"a request from {origin!r}, not from this page"
    site, mode = headers.get("sec-fetch-site", "none"), headers.get("sec-fetch-mode")
    if site not in ("same-origin", "none") and not (method == "GET" and mode == "navigate"):
        return "a request from another site or port"
    if method == "POST" and origin is None:
        return "a request that does not say which page it comes from"
    if method == "POST" and headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        return "a request whose body is not JSON"
    return None


def _name_of(host: str) -> str:
    try:
        found = urlsplit(f"//{host}")
        return "" if found.username is not None or found.path else host.removesuffix(f":{found.port}")
    except ValueError:
        return ""


def _known(given: Mapping[str, object], secret: str) -> str | None:
    """The secret as it was given out, compared in a time that tells nothing of it; None where it was not."""
    return next((one for one in list(given) if _equal(one, secret)), None)


def _equal(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode("utf-8", "surrogatepass"))
