"""One HTTP exchange, whose body is read whole here: within a time, up to a size, and opened only where all of it came.

HTTP libraries give what a compressed body that was cut off holds so far, which can pass for an empty completion, and lose the
status of a refusal whose body cannot be opened.
"""

from __future__ import annotations

import time
import zlib
from contextlib import closing
from typing import Any

import httpx2

LARGEST_BODY = 8_000_000
"""Bytes of an answer; one that is longer is no completion, and only its first KEPT bytes are."""
KEPT = 10_000
_OF_TRANSPORT = frozenset({"content-encoding", "content-length", "transfer-encoding"})
_GZIP, _ZLIB, _BARE = 31, 15, -15
"""How zlib is told what is to come."""


class HttpClient(httpx2.Client):
    """Sends requests and gives responses with their whole body. seconds: for all of an answer's body, since it was asked for."""

    def __init__(self, seconds: float, **settings: Any) -> None:
        super().__init__(**settings)
        self._seconds = seconds

    def send(self, request: httpx2.Request, **how: Any) -> httpx2.Response:
        """The response with its body, opened. Raises as httpx2, and ReadTimeout where the body takes too long.

        A refusal stays one, with what could be read of its body.
        """
        until = time.monotonic() + self._seconds
        with closing(super().send(request, **how | {"stream": True})) as response:
            body = bytearray()
            try:
                _read(response, until, body)
            except httpx2.HTTPError:
                if not response.is_error:
                    raise
        headers = [(name, value) for name, value in response.headers.multi_items() if name not in _OF_TRANSPORT]
        return httpx2.Response(response.status_code, headers=headers, content=bytes(body), request=request)


def _read(response: httpx2.Response, until: float, body: bytearray) -> None:
    """Read the body into `body`, as far as it can be."""
    opened = [_Opened(name) for name in _encodings(response)]
    for raw in response.iter_raw():
        part = raw
        for one in opened:
            part = one.more(part)
        body += part
        if len(body) > LARGEST_BODY:
            del body[KEPT:]
            return
        if time.monotonic() > until:
            raise httpx2.ReadTimeout("the body came too slowly")
    if not all(one.whole for one in opened):
        raise httpx2.DecodingError("a compressed body that was cut off")


def _encodings(response: httpx2.Response) -> list[str]:
    """The ways in which the body is compressed, outermost first."""
    names = [name.strip().lower() for name in response.headers.get("content-encoding", "").split(",")]
    found = [name.removeprefix("x-") for name in reversed(names) if name not in ("", "identity")]
    for name in found:
        if name not in ("gzip", "deflate"):
            raise httpx2.DecodingError(f"a body in the encoding {name!r}, though none was asked for")
    return found


class _Opened:
    """Takes a compressed body in parts. whole: whether its end has come."""

    def __init__(self, name: str) -> None:
        self._gzip = name == "gzip"
        self._inner: Any = None
        self.whole = True  # of a body without a byte

    def more(self, part: bytes) -> bytes:
        """What a part of the body holds, up to one byte more than a body may have."""
        found = bytearray()
        while part:
            if self._inner is None or self._inner.eof:  # gzip may come in several members
                self._inner = zlib.decompressobj(self._kind(part))
            try:
                found += self._inner.decompress(part, LARGEST_BODY + 1)
            except zlib.error as error:
                raise httpx2.DecodingError(f"a compressed body that cannot be opened ({error})") from error
            if len(found) > LARGEST_BODY:
                break
            part = self._inner.unused_data
            self.whole = self._inner.eof
        return bytes(found)

    def _kind(self, part: bytes) -> int:
        """Some servers send deflate with zlib's two bytes before it, as the standard has it, and some without."""
        if self._gzip:
            return _GZIP
        head = int.from_bytes(part[:2], "big")
        return _ZLIB if part[0] & 15 == 8 and (len(part) < 2 or head % 31 == 0) else _BARE
