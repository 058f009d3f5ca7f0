from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.text.model_family import model_family, related


@pytest.mark.parametrize(
    ("family", "names"),
    [
        (
            "gpt",
            ["gpt-4o", "openai/gpt-4o-mini-2024-07-18", "gpt-4.1-nano", "GPT-5", "ft:gpt-4o-mini-2024-07-18:org::a1b2"],
        ),
        ("o3", ["o3", "o3-mini", "openai/o3-mini-2025-01-31"]),
        (
            "claude",
            ["claude-3-5-sonnet-20241022", "us.anthropic.claude-3-haiku-20240307-v1:0", "anthropic/claude-sonnet-4"],
        ),
        (
            "llama",
            ["meta-llama/Llama-3.1-8B-Instruct", "llama3:8b", "meta.llama3-70b-instruct-v1:0", "Meta-Llama-3-70B"],
        ),
        (
            "qwen",
            ["Qwen/Qwen2.5-7B-Instruct", "qwen3-embedding-0.6b", "qwen2.5:14b-instruct-q4_K_M", "Qwen3-Reranker-4B"],
        ),
        ("smollm", ["HuggingFaceTB/SmolLM2-135M-Instruct", "SmolLM3-3B"]),
        ("mistral", ["mistral-small-latest", "mistralai/Mistral-7B-Instruct-v0.3", "mistral-embed"]),
        ("mixtral", ["mistralai/Mixtral-8x7B-Instruct-v0.1"]),
        ("gemini", ["gemini-2.5-flash", "google/gemini-embedding-001", "models/gemini-1.5-pro-latest"]),
        ("bge", ["BAAI/bge-small-en-v1.5", "bge-m3", "bge-reranker-v2-m3"]),
        ("e5", ["intfloat/e5-large-v2", "e5-small"]),
        ("bm25s", ["bm25s"]),
        ("wordllama", ["wordllama-256"]),
        ("text-embedding-small", ["text-embedding-3-small"]),
        ("phi", ["microsoft/phi-4", "Phi-3.5-mini-instruct"]),
    ],
)
def test_families(family: str, names: list[str]) -> None:
    assert {name: model_family(name) for name in names} == dict.fromkeys(names, family)


def test_relatives() -> None:
    assert related("qwen3-embedding-0.6b", "Qwen/Qwen2.5-7B-Instruct")
    assert not related("bge-m3", "e5-large")
    assert not related("", "")


@given(st.text(max_size=40))
def test_any_text_has_a_family_whatever_its_case(name: str) -> None:
    assert model_family(name) == model_family(name.casefold())
