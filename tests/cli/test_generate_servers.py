"""`goldkit generate` against servers that behave as vLLM, Ollama, llama.cpp's server and LM Studio are documented to."""

import json

import pytest

from goldkit.errors import EndpointError


def message(text, **more):
    return {"role": "assistant", "content": text} | more


def reply(server, text, finish="stop", usage=True, **more):
    choice = {"index": 0, "message": message(text, **more), "finish_reason": finish}
    counted = {"usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}} if usage else {}
    return server.canned(json.dumps({"object": "chat.completion", "choices": [choice]} | counted))


def wrong(server, status, error):
    return server.canned(json.dumps({"error": error}), status=status)


class VLLM:
    """Takes json_schema; a reasoning parser puts the thoughts beside the answer; unknown models are a 404 with an object."""

    def __call__(self, server, body, good):
        if body["model"] != "m":
            return wrong(
                server, 404, {"message": f"The model `{body['model']}` does not exist.", "type": "NotFoundError"}
            )
        assert body["response_format"]["type"] == "json_schema"
        return reply(server, json.dumps(good(body)), reasoning_content="The user wants a question.", refusal=None)


class Ollama:
    """Takes json_schema without enforcing it everywhere: fenced JSON comes back; its model names have a tag."""

    def __call__(self, server, body, good):
        if body["model"] != "m":
            return wrong(server, 404, {"message": f"model '{body['model']}' not found", "type": "api_error"})
        return reply(server, f"```json\n{json.dumps(good(body), indent=2)}\n```", reasoning="Thinking.")


class LlamaCpp:
    """Answers 503 while it loads the model, and 400 where json_schema meets a grammar of its own; ignores the model's name."""

    def __init__(self):
        self.calls = 0

    def __call__(self, server, body, good):
        self.calls += 1
        if self.calls == 1:
            return wrong(server, 503, {"code": 503, "message": "Loading model", "type": "unavailable_error"})
        if body.get("response_format", {}).get("type") == "json_schema":
            words = 'Either "json_schema" or "grammar" can be specified, but not both'
            return wrong(server, 400, {"code": 400, "message": words, "type": "invalid_request_error"})
        return reply(server, f"<think>\nA valve.\n</think>\n\n{json.dumps(good(body))}", timings={"predicted_n": 20})


class LMStudio:
    """Knows json_schema and text, no json_object; its errors are bare strings; it may leave usage out."""

    def __call__(self, server, body, good):
        if body.get("response_format", {}).get("type") == "json_object":
            return wrong(server, 400, "'response_format.type' must be 'json_schema' or 'text'")
        return reply(server, json.dumps(good(body)), usage=False, tool_calls=[])


class OldLMStudio(LMStudio):
    """One whose engine cannot make a grammar of the schema: down the whole ladder to the plain prompt."""

    def __call__(self, server, body, good):
        if body.get("response_format", {}).get("type") == "json_schema":
            return wrong(server, 400, "Invalid structured output configuration: json_schema is not supported")
        return super().__call__(server, body, good)


SERVERS = [VLLM, Ollama, LlamaCpp, LMStudio, OldLMStudio]


@pytest.mark.parametrize("kind", SERVERS)
def test_each_server_gives_its_questions(asking, llm_server, good, golden, kind):
    server = kind()
    llm_server.default = lambda body: server(llm_server, body, good)
    assert "accepted: 5 of 5" in asking("-n", "5", "--concurrency", "1").stdout
    assert len(golden().queries()) == 5
    assert len(llm_server.requests) <= 5 + 3


@pytest.mark.parametrize(
    ("kind", "words"),
    [(VLLM, "The model `n` does not exist."), (Ollama, "model 'n' not found")],
)
def test_a_model_that_is_not_there_ends_at_once_in_the_server_s_own_words(asking, llm_server, good, kind, words):
    llm_server.default = lambda body: kind()(llm_server, body, good)
    with pytest.raises(EndpointError) as told:
        asking("-n", "5", "--model", "n")
    assert words in str(told.value) and len(llm_server.requests) <= 4


def test_usage_that_a_server_leaves_out_is_guessed_and_said(asking, llm_server, good):
    llm_server.default = lambda body: LMStudio()(llm_server, body, good)
    done = asking("-n", "3").stdout
    assert "the endpoint did not count the tokens of 3 replies; they are guessed by length" in done


def test_a_model_that_only_thinks_up_to_its_limit_is_cut_off_and_said_to_be(asking, llm_server):
    llm_server.default = lambda body: reply(llm_server, None, "length", reasoning_content="Hm, " * 200)
    with pytest.raises(EndpointError, match=r"12 replies in a row were unusable; the last one: truncated"):
        asking("-n", "3")
