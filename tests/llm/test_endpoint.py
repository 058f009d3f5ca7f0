"""Where a model answers: its key goes there and nowhere else."""

import json

import pytest

from goldkit.errors import UsageError
from goldkit.llm.endpoint import Endpoint, key_from

SECRET = "sk-very-secret-0123456789"


def test_the_key_goes_to_the_endpoint_and_nowhere_else(model, llm_server, tmp_path, monkeypatch, asked, error, ask_all):
    monkeypatch.setenv("MY_KEY", f" {SECRET}\n")
    for name, value in (("OPENAI_API_KEY", "sk-other"), ("OPENAI_ORG_ID", "org-1"), ("OPENAI_PROJECT_ID", "proj-1")):
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "Authorization: Bearer sk-other")
    url = llm_server.url.replace("http://", f"http://user:{SECRET}@") + "?token=x"
    endpoint = Endpoint(base_url=llm_server.url, api_key=key_from("MY_KEY"))
    assert SECRET not in repr(endpoint) and SECRET not in Endpoint(base_url=url).shown
    echo = json.dumps({"choices": [{"message": {"content": f"your key is {SECRET}"}}]})
    llm_server.answers = [llm_server.canned(echo), llm_server.canned(**error(401, f"Incorrect API key {SECRET}"))]
    keyed = model(api_key=endpoint.api_key)
    replies = ask_all(keyed, [asked("a"), asked("b")])
    assert llm_server.headers[0]["authorization"] == f"Bearer {SECRET}"
    assert not {"openai-organization", "openai-project"} & set(llm_server.headers[0])
    assert "sk-other" not in json.dumps(llm_server.headers)
    written = "".join(path.read_text() for path in (tmp_path / "journal").iterdir())
    assert "your key is [key]" in written
    assert SECRET not in written + keyed.failure + "".join(map(repr, replies))
    assert "Incorrect API key [key]" in keyed.failure


def test_without_a_named_variable_no_key_is_sent(model, llm_server, monkeypatch, asked):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    model().ask(asked())
    assert llm_server.headers[0]["authorization"] == "Bearer none"


@pytest.mark.parametrize("value", ["", "  ", "sk ey", "sk-\x07", "clé"])
def test_a_variable_that_holds_no_key_is_told_without_its_value(monkeypatch, value):
    monkeypatch.setenv("MY_KEY", value)
    with pytest.raises(UsageError, match="environment variable MY_KEY") as told:
        key_from("MY_KEY")
    assert not value.strip() or value not in str(told.value)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "localhost:8000",
        "ftp://x/v1",
        "http://",
        "/v1",
        "http://[",
        "http://me:secret@[::1/v1",
        "http://h:x/v1",
        "http://h:99999/v1",
        "http://h:0/v1",
    ],
)
def test_what_is_no_url_is_told(url):
    with pytest.raises(UsageError, match="is no endpoint") as told:
        Endpoint(base_url=url)
    assert "secret" not in str(told.value)


def test_a_proxy_in_the_environment_is_not_used_for_this_machine(model, llm_server, monkeypatch, asked):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert model().ask(asked()).ok
