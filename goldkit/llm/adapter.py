"""What a server cannot take is left out or replaced, decided once a run from the server's own words, and recorded.

The ladder of answer formats goes json_schema → json_object → plain; the reply is checked against the schema all the same.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

FORMATS = ("json_schema", "json_object", "plain")
FORMAT_WORDS = ("response_format", "response format", "json_schema", "json_object", "structured output", "grammar")
PARAMETER_STATUSES = frozenset({400, 422})
FORMAT_STATUSES = frozenset({400, 422, 500, 501})
OTHER_NAME = {"max_tokens": "max_completion_tokens"}
"""Parameters that some endpoints want under another name; any other that is complained about is left out."""
DROPPABLE = ("max_tokens", "temperature", "seed", "top_p")


class Adapter:
    """Makes request bodies, and learns from refusals. Safe to share between threads."""

    def __init__(self) -> None:
        self._format = 0
        self._changed: frozenset[str] = frozenset()
        self._lock = threading.Lock()

    def state(self) -> tuple[int, frozenset[str]]:
        """What has been learnt so far: the rung of the ladder, and the parameters left out or renamed."""
        with self._lock:
            return self._format, self._changed

    def body(
        self, state: tuple[int, frozenset[str]], parameters: Mapping[str, Any], schema: Mapping[str, Any], name: str
    ) -> dict[str, Any]:
        """The parameters and response format to send in that state."""
        rung, changed = state
        body = {key: value for key, value in parameters.items() if key not in changed}
        body |= {OTHER_NAME[key]: parameters[key] for key in changed & OTHER_NAME.keys() if key in parameters}
        if FORMATS[rung] == "json_schema":
            described = {"name": name, "strict": True, "schema": dict(schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": described}
        elif FORMATS[rung] == "json_object":
            body["response_format"] = {"type": "json_object"}
        return body

    def learn(self, state: tuple[int, frozenset[str]], status: int, words: str, parameters: Mapping[str, Any]) -> bool:
        """Whether the refusal of a request sent in that state says what to change; it is then changed, once for all threads."""
        said = words.lower()
        rung, changed = state
        if status in FORMAT_STATUSES and rung + 1 < len(FORMATS) and any(word in said for word in FORMAT_WORDS):
            with self._lock:
                self._format = max(self._format, rung + 1)
            return True
        named = [key for key in DROPPABLE if key in parameters and key not in changed and key in said]
        if status in PARAMETER_STATUSES and named:
            with self._lock:
                self._changed |= {named[0]}
            return True
        return False

    @staticmethod
    def described(state: tuple[int, frozenset[str]]) -> dict[str, Any]:
        """The state as it is recorded: {"format": "json_schema"} and, where there are any, {"changed": ["max_tokens"]}."""
        rung, changed = state
        return {"format": FORMATS[rung]} | ({"changed": sorted(changed)} if changed else {})
