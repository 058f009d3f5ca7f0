"""The one place that talks to a model: chat.completions of any OpenAI-compatible endpoint.

Only the given base URL is contacted: no redirects are followed, no other environment variable of the client is used for keys or
addresses. What comes back is the raw body; what it means is decided in goldkit.llm.reply.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec

from goldkit.llm.adapter import Adapter
from goldkit.llm.body_text import body_text
from goldkit.llm.certificate import certificate_problem
from goldkit.llm.endpoint import Endpoint
from goldkit.llm.pace import Pace
from goldkit.llm.reply import DETAIL
from goldkit.llm.request import Request
from goldkit.llm.retry_after import asked_wait
from goldkit.llm.tokens import most_tokens
from goldkit.phrases import excerpt

if TYPE_CHECKING:
    from goldkit.llm.exchange import HttpClient

PATH = "/chat/completions"
"""Posted to with the headers of the protocol's client, but not through its methods, which look each message up in the protocol's
types and copy the request several times: that takes three times as long as the exchange itself."""
STOPPED = "stopped"
RETRIED = frozenset({408, 409, 429})
LONGEST_WAIT = 120.0
"""Seconds: an endpoint that asks for more has failed for now, and is quoted."""
FIRST_BACKOFF = 0.5
LONGEST_BACKOFF = 8.0
POINTLESS = float("inf")
"""The wait before a try that could only fail in the same way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What one request came to. outcome: "" when there is a body, else http_<code>, timeout, unreachable, or stopped (not sent).

    words: the endpoint's own, where there is no body. sent: how the request was put (response format, parameters left out).
    failed: tries that came to nothing though the endpoint may have worked on them, and may charge for that.
    """

    outcome: str = ""
    body: str = ""
    words: str = ""
    sent: dict[str, Any]
    failed: int = 0


@dataclass(frozen=True, slots=True)
class Attempt:
    """One HTTP exchange: a body, or an outcome with words, a status where there was one, and how long to wait before another.

    begun: the endpoint may have worked on it: it took the request, and did not turn it away.
    """

    outcome: str = ""
    body: str = ""
    words: str = ""
    status: int = 0
    wait: float | None = None
    begun: bool = False


class Client:
    """Sends requests one at a time from as many threads as the caller likes; all of them share one pace."""

    def __init__(self, endpoint: Endpoint, pace: Pace | None = None) -> None:
        self.endpoint = endpoint
        self._pace = pace or Pace(endpoint.rpm, tpm=endpoint.tpm)
        self._adapter = Adapter()
        self._http, self._headers = _openai_client(endpoint)

    def send(self, request: Request) -> Answer:
        """Ask until there is an answer, a final refusal, or no attempt left. Raises nothing that the endpoint could cause."""
        reserved = most_tokens(request)
        tries = failed = 0
        while True:
            state = self._adapter.state()
            sent = self._adapter.described(state)
            self._pace.wait(reserved)
            if self._pace.stopped:
                return Answer(outcome=STOPPED, sent=sent, failed=failed)
            attempt = self._attempt(request, state)
            if not attempt.outcome:
                self._pace.ease()
                return Answer(body=attempt.body, sent=sent, failed=failed)
            failed += attempt.begun
            if self._adapter.learn(state, attempt.status, attempt.words, request.parameters):
                continue
            wait = self._wait_before(attempt, tries)
            if wait is None:
                return Answer(outcome=attempt.outcome, words=attempt.words, sent=sent, failed=failed)
            tries += 1
            self._pace.hold(wait)

    def used(self, request: Request, tokens: float) -> None:
        """How many tokens an answered request took, so that the pace goes by that instead of by what it might have taken."""
        self._pace.correct(most_tokens(request), tokens)

    def stop(self) -> None:
        """Send nothing any more, neither new requests nor failed ones again; what was sent is waited for."""
        self._pace.stop()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def _wait_before(self, attempt: Attempt, tries: int) -> float | None:
        """Seconds to wait before the next try, None when there is no point or no try left."""
        final = attempt.status and attempt.status not in RETRIED and attempt.status < 500
        if final or tries >= self.endpoint.retries or self._pace.stopped:
            return None
        if attempt.wait is None:
            return min(LONGEST_BACKOFF, FIRST_BACKOFF * 2.0**tries)
        return attempt.wait if attempt.wait <= LONGEST_WAIT else None

    def _attempt(self, request: Request, state: tuple[int, frozenset[str]]) -> Attempt:
        import httpx2

        name = request.prompt.replace(".", "_") or "reply"
        body = {"messages": request.messages, "model": request.model, **self.endpoint.extra}
        content = msgspec.json.encode(body | self._adapter.body(state, request.parameters, request.schema, name))
        try:
            response = self._http.send(self._http.build_request("POST", PATH, content=content, headers=self._headers))
        except httpx2.TimeoutException as error:
            return self._late(begun=not isinstance(error, httpx2.ConnectTimeout))
        except Exception as error:  # noqa: BLE001  # whatever an endpoint, a proxy or a network comes up with
            if (problem := certificate_problem(error)) is not None:
                return Attempt("unreachable", words=self._untrusted(problem), wait=POINTLESS)
            return Attempt("unreachable", words=self._words(error), begun=not isinstance(error, httpx2.ConnectError))
        text = body_text(response.content, response.charset_encoding)
        if response.is_success:
            return Attempt(body=self.endpoint.redacted(text))
        code = response.status_code
        words = self._words(_said(text)) or f"status {code} without words"
        return Attempt(f"http_{code}", words=words, status=code, wait=asked_wait(response.headers), begun=code >= 500)

    def _late(self, begun: bool = True) -> Attempt:
        return Attempt("timeout", words=f"no answer within {self.endpoint.timeout:g} s", begun=begun)

    def _untrusted(self, problem: str) -> str:
        host = urlsplit(self.endpoint.base_url).hostname
        cure = "add the authority that signed it to those this machine trusts"
        return f"the TLS certificate of {host} does not verify ({problem}); {cure}"

    def _words(self, said: object) -> str:
        return excerpt(self.endpoint.redacted(str(said)), DETAIL)


def _openai_client(endpoint: Endpoint) -> tuple[HttpClient, dict[str, str]]:
    """What carries requests, and the headers of the protocol's client: without its retries (ours share one pace), redirects,
    ambient organisation and ambient authorisation.
    """
    import openai

    from goldkit.llm.exchange import HttpClient  # here, since its module takes long to load

    headers: dict[str, Any] = {"Authorization": f"Bearer {endpoint.api_key}", "Accept-Encoding": "identity"}
    headers |= dict.fromkeys(("OpenAI-Organization", "OpenAI-Project"), openai.omit)
    http = HttpClient(
        endpoint.timeout,
        base_url=endpoint.base_url,
        timeout=endpoint.timeout,
        limits=openai.DEFAULT_CONNECTION_LIMITS,
        follow_redirects=False,
        trust_env=not endpoint.local,
    )
    client = openai.OpenAI(
        base_url=endpoint.base_url,
        api_key=endpoint.api_key,
        admin_api_key=endpoint.api_key,
        max_retries=0,
        default_headers=headers,
        http_client=http,
    )
    return http, {name: value for name, value in client.default_headers.items() if isinstance(value, str)}


def _said(text: str) -> str:
    """The endpoint's own words: the message in its JSON, or else the body as it is."""
    try:
        body = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return text.strip()
    if isinstance(body, dict):
        inner = body.get("error", body)
        message = inner.get("message") if isinstance(inner, dict) else inner
        return str(message or body)
    return text.strip()
