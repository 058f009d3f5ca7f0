"""How many tokens a text has: goldkit's own words, or what a model's tokenizer makes of it."""

from __future__ import annotations

from collections.abc import Callable

from goldkit.errors import UsageError

WORDS = "words"
"""The name of goldkit's own: words, numbers and symbols, without plain punctuation. Models cut about a third more."""


def token_counter(name: str = WORDS) -> Callable[[str], int]:
    """Counts the tokens of a text. name: `words`, or an encoding or model that tiktoken knows (`cl100k_base`).

    Raises UsageError where tiktoken is not installed, knows no such name, or cannot fetch the encoding's file (it is downloaded
    once, into TIKTOKEN_CACHE_DIR).
    """
    if name == WORDS:
        from goldkit.text.tokens import words

        return lambda text: len(words(text))
    encode = _encoding(name).encode_ordinary
    return lambda text: len(encode(text))


def _encoding(name: str):  # type: ignore[no-untyped-def]  # noqa: ANN202
    try:
        import tiktoken
    except ImportError as error:
        raise UsageError(
            f"--tokenizer {name} is tiktoken's, which is not installed: pip install tiktoken "
            f"(goldkit's own is --tokenizer {WORDS})"
        ) from error
    try:
        return (
            tiktoken.get_encoding(name) if name in tiktoken.list_encoding_names() else tiktoken.encoding_for_model(name)
        )
    except KeyError as error:
        known = ", ".join([WORDS, *sorted(tiktoken.list_encoding_names())])
        raise UsageError(f"--tokenizer {name}: no such tokenizer; there are {known}") from error
    except (OSError, ValueError) as error:
        raise UsageError(
            f"--tokenizer {name}: its file cannot be had ({error}); it is downloaded once, into TIKTOKEN_CACHE_DIR"
        ) from error
