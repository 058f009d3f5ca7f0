"""A key that is planted is found nowhere: not in the journal, the set, what is printed or what a bug would print."""

import json

import pytest

from goldkit.cli.exits import run

KEY = "sk-planted-4f7a91"
PASSWORD = "hunter2-planted"


@pytest.fixture
def generate(llm_server, tmp_path, monkeypatch, capfd):
    """Runs `goldkit generate` with the planted key; returns its exit code and all that it wrote and printed."""
    monkeypatch.setenv("PLANTED", KEY)
    monkeypatch.setattr("goldkit.llm.client.FIRST_BACKOFF", 0.001)
    lines = [{"id": f"a#{at}", "text": f"The pump number {at} is opened at {at} o'clock each day."} for at in range(20)]
    (tmp_path / "corpus.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))

    def made(*more, url=llm_server.url):
        arguments = [
            "generate",
            "--corpus",
            str(tmp_path / "corpus.jsonl"),
            "-n",
            "2",
            "--base-url",
            url,
            "--model",
            "m",
        ]
        code = run([*arguments, "--api-key-env", "PLANTED", "--golden", str(tmp_path / "golden"), *more])
        printed = "".join(capfd.readouterr())
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        return code, printed + "".join(f"{path} {path.read_text()}" for path in files)

    return made


def echoes(server):
    """Every kind of answer that repeats the key it was sent."""
    said = f"bad key: Authorization: Bearer {KEY} (password {PASSWORD})"
    good = {"quote": "pump", "question": f"Why does {KEY} open the pump?", "answer": KEY}
    return {
        "401": server.canned(json.dumps({"error": {"message": said}}), status=401),
        "400": server.canned(json.dumps({"error": {"message": said}}), status=400),
        "500 without JSON": server.canned(said, status=500),
        "HTML with 200": server.canned(f"<html>{said}</html>"),
        "cut JSON": server.canned('{"choices": [{"message": {"content": "' + said),
        "a good reply": server.completion(good),
        "a refusal": server.completion("", message={"role": "assistant", "content": None, "refusal": said}),
        "a redirect": server.canned(said, status=307, headers={"location": f"http://x:{PASSWORD}@127.0.0.1:9/{KEY}"}),
    }


KINDS = ["401", "400", "500 without JSON", "HTML with 200", "cut JSON", "a good reply", "a refusal", "a redirect"]


@pytest.mark.parametrize("more", [(), ("--json",)])
@pytest.mark.parametrize("kind", KINDS)
def test_an_endpoint_that_echoes_the_key(generate, llm_server, kind, more):
    llm_server.default = lambda body: echoes(llm_server)[kind]
    _, seen = generate(*more)
    assert any(KEY in headers.get("authorization", "") for headers in llm_server.headers)
    assert KEY not in seen


@pytest.mark.parametrize("kind", KINDS)
def test_an_endpoint_that_echoes_the_password_of_its_url(generate, llm_server, kind):
    llm_server.default = lambda body: echoes(llm_server)[kind]
    _, seen = generate(url=llm_server.url.replace("http://", f"http://user:{PASSWORD}@"))
    assert llm_server.requests and PASSWORD not in seen and KEY not in seen


@pytest.mark.parametrize(
    "url", ["ftp://user:{}@x/v1", "http://user:{}@127.0.0.1:9/v1?key={}", "http://user:{}@127.0.0.1:x/v1"]
)
def test_a_url_with_a_password_that_leads_nowhere(generate, url):
    code, seen = generate(url=url.format(PASSWORD, PASSWORD))
    assert code != 0 and PASSWORD not in seen and KEY not in seen


def test_a_bug_of_our_own(generate, monkeypatch):
    def broken(*arguments, **named):
        raise ZeroDivisionError

    monkeypatch.setattr("goldkit.llm.client.asked_wait", broken)
    monkeypatch.setattr("goldkit.llm.model.classify", broken)
    code, seen = generate()
    assert code == 70 and "ZeroDivisionError" in seen and KEY not in seen
