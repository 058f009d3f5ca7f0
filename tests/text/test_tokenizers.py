from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from goldkit.errors import UsageError
from goldkit.text.tokenizers import token_counter


def test_goldkits_own_counts_words_numbers_and_symbols() -> None:
    assert token_counter()("The buffer, at 30 s: 95 % full.") == 8
    assert token_counter("words")("") == 0


def test_tiktoken_is_asked_for_by_name_and_named_where_it_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., object] = builtins.__import__

    def lacking(name: str, *rest: object, **named: object) -> object:
        if name == "tiktoken":
            raise ImportError(name)
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", lacking)
    with pytest.raises(UsageError, match="pip install tiktoken"):
        token_counter("cl100k_base")


def _tiktoken(fail: Exception | None = None) -> SimpleNamespace:
    def get_encoding(_: str) -> SimpleNamespace:
        if fail:
            raise fail
        return SimpleNamespace(encode_ordinary=list)

    def encoding_for_model(name: str) -> None:
        raise KeyError(name)

    return SimpleNamespace(
        list_encoding_names=lambda: ["cl100k_base"], get_encoding=get_encoding, encoding_for_model=encoding_for_model
    )


def test_tiktokens_own_words_reach_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tiktoken", _tiktoken())  # type: ignore[arg-type]
    assert token_counter("cl100k_base")("four") == 4
    with pytest.raises(UsageError, match="no such tokenizer; there are words, cl100k_base"):
        token_counter("word")
    monkeypatch.setitem(sys.modules, "tiktoken", _tiktoken(OSError("no route to host")))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"no route to host.*TIKTOKEN_CACHE_DIR"):
        token_counter("cl100k_base")
