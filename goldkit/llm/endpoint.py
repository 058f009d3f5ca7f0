"""Where a model answers and how patiently it is asked; what may be shown of that, and what never."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from goldkit.errors import UsageError

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
NO_KEY = "none"
"""What a server without keys is sent: the protocol's client insists on one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """An OpenAI-compatible endpoint. base_url: up to and with /v1.

    api_key: as from `key_from`; it is in no repr, message or file. timeout: seconds, per attempt. retries: after the first, for
    timeouts, lost connections and the statuses 408, 409, 429 and 5xx. rpm, tpm: calls and tokens a minute at most.
    extra: sent along in every body without being part of what is asked (a server's own switches), so not part of a journal key.
    label: what is recorded in place of the URL, where that says nothing (the free port of an embedded server).
    """

    base_url: str
    api_key: str = field(default=NO_KEY, repr=False)
    timeout: float = 60.0
    retries: int = 3
    rpm: float | None = None
    tpm: float | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    label: str = ""

    def __post_init__(self) -> None:
        """Raises UsageError for a URL that cannot be one."""
        if not _possible(self.base_url):
            shown = self.base_url.rpartition("@")[2].partition("?")[
                0
            ]  # what is no URL may hold a password all the same
            raise UsageError(f"{shown!r} is no endpoint; give the URL up to /v1, as in http://127.0.0.1:8000/v1")

    @property
    def shown(self) -> str:
        """The URL as it may be shown and kept: without user, password and query."""
        parts = urlsplit(self.base_url)
        return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))

    @property
    def local(self) -> bool:
        """Whether the endpoint is on this machine: such a call never goes through a proxy."""
        return urlsplit(self.base_url).hostname in LOOPBACK

    def redacted(self, text: str) -> str:
        """The text without the key and without the URL's password, should an endpoint echo them."""
        for secret in (self.api_key, urlsplit(self.base_url).password):
            if secret and secret != NO_KEY:
                text = text.replace(secret, "[key]")
        return text


def _possible(url: str) -> bool:
    """Whether it is a URL of this protocol, with a host and, where there is one, a port that can be."""
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def key_from(variable: str | None) -> str:
    """The API key in the environment variable of that name, or a dummy for None. No other variable is ever looked at.

    Raises UsageError when it is not set or cannot be a key; the message never holds its value.
    """
    if variable is None:
        return NO_KEY
    key = os.environ.get(variable, "").strip()
    if not key:
        raise UsageError(f"the environment variable {variable} is not set; put the endpoint's API key there")
    if not key.isascii() or not key.isprintable() or " " in key:
        raise UsageError(f"the environment variable {variable} holds something that cannot be an API key")
    return key
