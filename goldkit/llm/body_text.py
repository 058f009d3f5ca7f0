"""The text of an answer's body, in whatever charset it came: it may be paid for, so it is read if it can be."""

from __future__ import annotations

import json
from contextlib import suppress


def body_text(content: bytes, charset: str | None = None) -> str:
    """The body as text: JSON in UTF-8, -16 or -32, else in the charset that the endpoint names, else UTF-8 with bad bytes escaped.

    What the bytes are goes before what they are said to be: JSON in UTF-8 under another name is common. No byte order mark is
    kept.
    """
    for encoding in (json.detect_encoding(content), charset or "utf-8"):
        with suppress(UnicodeError, LookupError):  # it is something else; it is no charset
            return content.decode(encoding)
    return content.decode("utf-8", "backslashreplace")
