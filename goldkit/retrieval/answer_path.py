"""Where the ids stand in a JSON answer: `results[*].id`, `hits.hits[*]._source["chunk id"]`, `data[0].ids`."""

from __future__ import annotations

import re
from typing import Any, Literal

from goldkit.errors import UsageError
from goldkit.formats.fields import described, keys_found

ALL: Literal["*"] = "*"
STEP = re.compile(
    r"""\[(?:(?P<all>\*)|(?P<place>-?\d+)|"(?P<double>[^"]*)"|'(?P<single>[^']*)')\]|\.?(?P<key>[^.\[\]]+)"""
)


class AnswerPath:
    """A path: keys with dots between them; [*] for each item of a list, [0] for one; ["a.b"] for a key with a dot.

    Unlike the paths into logs it is strict: a key that is not there is an error, never an item fewer.
    """

    def __init__(self, option: str, text: str) -> None:
        """Raises UsageError, naming the option, for what is no path."""
        self.text = text
        self.many = False
        self._steps: list[tuple[str, str | int]] = []
        position = 2 if text.startswith("$.") else 1 if text.startswith("$") else 0
        while position < len(text):
            match = STEP.match(text, position)
            if match is None:
                raise UsageError(
                    f"{option} {text}: no path from {text[position:]!r} on; expected such as results[*].id"
                )
            self._take(match)
            position = match.end()

    def _take(self, match: re.Match[str]) -> None:
        if match["all"]:
            self.many = True
            self._steps.append(("all", ALL))
        elif match["place"]:
            self._steps.append(("place", int(match["place"])))
        else:
            self._steps.append(
                ("key", next(text for text in match.group("key", "double", "single") if text is not None))
            )

    def pick(self, answer: Any) -> Any:
        """What stands there: with [*] a list of everything that does. Raises ValueError with the first thing that is not there."""
        found, walked = [answer], ""
        for kind, step in self._steps:
            if kind == "all":
                found = [item for value in found for item in _items(value, walked)]
                walked += "[*]"
            elif isinstance(step, int):
                found = [_place(value, step, walked) for value in found]
                walked += f"[{step}]"
            else:
                found = [_key(value, step, walked) for value in found]
                walked += f".{step}" if walked else step
        return found if self.many else found[0]


def _items(value: Any, walked: str) -> list[Any]:
    if isinstance(value, list):
        return value
    raise ValueError(f"{described(value)}, not a list, at {walked or 'the top'}")


def _place(value: Any, step: int, walked: str) -> Any:
    items = _items(value, walked)
    if -len(items) <= step < len(items):
        return items[step]
    raise ValueError(f"no item [{step}] in the list of {len(items)} at {walked or 'the top'}")


def _key(value: Any, step: str, walked: str) -> Any:
    if not isinstance(value, dict):
        cure = f"; for each of its items write {walked}[*].{step}" if isinstance(value, list) else ""
        raise ValueError(f"{described(value)}, not an object, at {walked or 'the top'}{cure}")
    if step not in value:
        raise ValueError(f"no {step!r} at {walked or 'the top'} (keys: {keys_found(value)})")
    return value[step]
