"""A pipeline behind HTTP: a URL, a JSON body with placeholders, and where the ids stand in the answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit

import msgspec

from goldkit.errors import UsageError
from goldkit.formats.fields import keys_found
from goldkit.llm.endpoint import LOOPBACK
from goldkit.llm.retry_after import asked_wait
from goldkit.records import JSON
from goldkit.retrieval.answer_path import AnswerPath
from goldkit.retrieval.environment import Environment
from goldkit.retrieval.failure import Failure
from goldkit.retrieval.placeholders import check_placeholders, fill_json, fill_url, values_of
from goldkit.sets.questions import Question

if TYPE_CHECKING:
    import httpx2

RETRIED = frozenset({408, 425, 429})
LARGEST = 16 << 20
"""Bytes of an answer that are read."""
HEADER = re.compile(r"([A-Za-z0-9!#$%&'*+.^_`|~-]+):\s*(.*\S)\s*", re.ASCII)


class EndpointPipeline:
    """Asks by POST where there is a body, else by GET. Only this URL is contacted: no redirect is followed.

    What is kept is the URL and the body as they were given, with $NAME for the value of a variable; headers are kept nowhere.
    """

    leaves = False

    def __init__(
        self,
        url: str,
        body: str | None = None,
        *,
        ids: str = "",
        scores: str | None = None,
        headers: Sequence[str] = (),
        variables: Mapping[str, str],
    ) -> None:
        """headers: `Name: value` each. variables: the environment. Raises UsageError for what cannot be sent."""
        self.name = url
        self.settings: JSON = {key: text for key, text in (("body", body), ("ids", ids), ("scores", scores)) if text}
        self._environment = Environment(variables)
        self._url = self._environment.expand("--http", url)
        self._body = body
        self._ids = AnswerPath("--ids", ids)
        self._scores = None if scores is None else AnswerPath("--scores", scores)
        self._headers = dict(self._header(line) for line in headers)
        self._environment.hide(self._headers.values())
        self._client: httpx2.AsyncClient | None = None
        parts = _parts(self._url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise UsageError(f"--http {url}: no URL; expected such as http://127.0.0.1:9200/search")
        if parts.username is not None:
            raise UsageError(
                "--http: a URL is kept in the run, so leave user and password out; send them in a --header"
            )
        self._local = parts.hostname in LOOPBACK

    def prepare(self, questions: Sequence[Question], k: int) -> list[str]:
        """Raises UsageError when the templates cannot ask these questions, or make a body that is no JSON."""
        templates = {"--http": self.name} | ({} if self._body is None else {"--body": self._body})
        notes = check_placeholders(templates, questions)
        if self._body is not None:
            try:
                msgspec.json.decode(fill_json(self._body, values_of(questions[0], k)))
            except ValueError as error:
                raise UsageError(f"--body: no JSON once the values stand in it ({error})") from None
        return notes

    async def ask(self, question: Question, k: int) -> Any:
        """The ids in the endpoint's answer, with their scores where these are asked for. Raises Failure."""
        values = values_of(question, k)
        body = None if self._body is None else fill_json(self._body, values).encode()
        answer = _decoded(await self._exchange(fill_url(self._url, values), body))
        try:
            if isinstance(answer, dict) and not self._ids.text:
                found = f"an object (keys: {keys_found(answer)})"
                raise ValueError(f"{found}; say where the ids stand, as in --ids 'results[*].id'")
            return self._ranking(answer)
        except ValueError as error:
            raise Failure("no ranking", str(error)) from None

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.aclose()

    def _ranking(self, answer: Any) -> Any:
        ids = self._ids.pick(answer)
        if self._scores is None:
            return ids
        scores = self._scores.pick(answer)
        if not isinstance(ids, list) or not isinstance(scores, list) or len(ids) != len(scores):
            raise ValueError(f"not one score an id: {_size(ids)} at --ids, {_size(scores)} at --scores")
        return list(zip(ids, scores, strict=True))

    async def _exchange(self, url: str, body: bytes | None) -> bytes:
        import httpx2

        method, given = ("GET", {}) if body is None else ("POST", {"content-type": "application/json"})
        headers = httpx2.Headers({"accept": "application/json"} | given)
        headers.update(self._headers)
        with self._failures():
            async with self._open().stream(method, url, content=body, headers=headers) as response:
                data = await _read(response)
        if not response.is_success:
            self._refuse(response, data)
        return data

    def _open(self) -> httpx2.AsyncClient:
        """The client; the deadline of an attempt is the caller's, so that it has none of its own."""
        import httpx2

        if self._client is None:
            limits = httpx2.Limits(max_connections=None)
            self._client = httpx2.AsyncClient(timeout=None, trust_env=not self._local, limits=limits)
        return self._client

    @contextmanager
    def _failures(self) -> Iterator[None]:
        import httpx2

        try:
            yield
        except (httpx2.UnsupportedProtocol, httpx2.InvalidURL) as error:
            raise Failure("not to be sent", self._environment.redacted(str(error))) from None
        except httpx2.HTTPError as error:
            words = self._environment.redacted(str(error) or type(error).__name__)
            raise Failure("unreachable", words, again=True) from None

    def _refuse(self, response: httpx2.Response, data: bytes) -> None:
        code = response.status_code
        words = self._environment.redacted(data[:2000].decode("utf-8", "backslashreplace"))
        if response.has_redirect_location:
            words = "it redirects to another place, which is not followed"
        again = code in RETRIED or code >= 500
        raise Failure(f"status {code}", words, again=again, wait=asked_wait(response.headers) if again else None)

    def _header(self, line: str) -> tuple[str, str]:
        match = HEADER.fullmatch(line)
        if match is None:
            raise UsageError("--header: expected 'Name: value', as in --header 'Authorization: Bearer $TOKEN'")
        value = self._environment.expand(f"--header {match[1]}", match[2])
        if not value.isascii() or not value.isprintable():
            raise UsageError(f"--header {match[1]}: its value is not printable ASCII")
        return match[1], value


def _parts(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError:
        return SplitResult("", "", "", "", "")


async def _read(response: httpx2.Response) -> bytes:
    data = bytearray()
    async for piece in response.aiter_bytes():
        data += piece
        if len(data) > LARGEST:
            raise Failure(f"an answer of over {LARGEST >> 20} MB")
    return bytes(data)


def _decoded(data: bytes) -> Any:
    try:
        return msgspec.json.decode(data)
    except RecursionError:
        raise Failure("no JSON", "nested too deeply") from None
    except ValueError as error:
        start = data[:80].decode("utf-8", "backslashreplace")
        raise Failure("no JSON", f"{error}: {start}") from None


def _size(value: Any) -> str:
    return f"{len(value)} values" if isinstance(value, list) else "no list"
