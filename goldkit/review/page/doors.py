"""Who may come in: one-time tokens that are exchanged for a cookie, and requests that only our own page can have sent."""

from __future__ import annotations

import hmac
import threading
from collections.abc import Callable, Mapping
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

HOSTS = frozenset({"127.0.0.1", "localhost", "[::1]"})
"""Names of this machine. Any other in `Host` is another site's name that was made to lead here (DNS rebinding)."""


class Doors:
    """The tokens and the cookies that were given out. secret: a new text each time, not to be guessed. port: names the cookie,
    for browsers keep cookies by host alone."""

    def __init__(self, secret: Callable[[], str], port: int) -> None:
        self._secret = secret
        self._lock = threading.Lock()
        self._tokens: set[str] = set()
        self._cookies: set[str] = set()
        self.cookie = f"goldkit-{port}"

    def token(self) -> str:
        """A new token, good for one use."""
        with self._lock:
            token = self._secret()
            self._tokens.add(token)
            return token

    def exchange(self, token: str) -> str | None:
        """The value of a new cookie for a token; None where the token was used or never given out."""
        with self._lock:
            found = next((one for one in self._tokens if _equal(one, token)), None)
            if found is None:
                return None
            self._tokens.remove(found)
            cookie = self._secret()
            self._cookies.add(cookie)
            return cookie

    def knows(self, header: str) -> bool:
        """Whether a Cookie header holds a cookie that was given out."""
        try:
            morsel = SimpleCookie(header).get(self.cookie)
        except CookieError:
            return False
        return morsel is not None and any(_equal(one, morsel.value) for one in list(self._cookies))


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


def _equal(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode("utf-8", "surrogatepass"))
