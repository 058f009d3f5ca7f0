"""$NAME in a header or a URL: its value goes out and nowhere else. Names in capitals only: a URL may hold $top and $filter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from goldkit.errors import UsageError

SHORTEST = 6
"""A shorter value is no secret, and would be found all over a text."""
VARIABLE = re.compile(r"\$(?:([A-Z_][A-Z0-9_]*)\b|\{([A-Z_][A-Z0-9_]*)\})", re.ASCII)


class Environment:
    """Expands variables, and takes their values out of any text that is shown or kept."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables
        self._secrets: dict[str, str] = {}

    def expand(self, option: str, text: str) -> str:
        """The text with $NAME and ${NAME} as the variables' values. Raises UsageError for one not set, or not printable."""

        def value(match: re.Match[str]) -> str:
            name = match[1] or match[2]
            found = self._variables.get(name, "").strip()
            if not found or not found.isprintable():
                what = "is not set" if not found else "holds what is not printable"
                raise UsageError(f"{option}: the environment variable {name} {what}")
            self._secrets[found] = f"${name}"
            return found

        return VARIABLE.sub(value, text)

    def hide(self, values: Iterable[str]) -> None:
        """Take these out of texts, too."""
        self._secrets |= dict.fromkeys(values, "[header]")

    def redacted(self, text: str) -> str:
        """The text with each value as its variable's name again."""
        for secret in sorted(self._secrets, key=len, reverse=True):
            if len(secret) >= SHORTEST:
                text = text.replace(secret, self._secrets[secret])
        return text
