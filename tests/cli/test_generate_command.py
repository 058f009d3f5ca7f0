"""`goldkit generate`, through typer, against a scripted server."""

import json

import pytest
import typer
from typer.testing import CliRunner

from goldkit.cli.generate import generate
from goldkit.errors import DataError, EndpointError, IncompleteError, UsageError
from goldkit.records import Chunk, Judgment, Query
from goldkit.store.golden import GoldenDirectory

SECRET = "sk-very-secret-0123456789"


@pytest.fixture
def corpus(tmp_path):
    rows = [
        {"id": f"d{at % 4}#{at}", "text": f"The valve {at} is opened at {at} o'clock each day."} for at in range(24)
    ]
    path = tmp_path / "corpus.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def run(corpus, tmp_path, llm_server, monkeypatch):
    """Runs the command; errors are raised as they are. The server answers well."""
    monkeypatch.setenv("GOLDKIT_NOW", "2026-12-01T10:00:00Z")
    monkeypatch.setenv("GOLDKIT_DIR", str(tmp_path / "golden"))
    llm_server.default = lambda body: answer(llm_server, body)

    def command(*arguments, endpoint=True):
        app = typer.Typer()
        app.command()(generate)
        where = ["--base-url", llm_server.url, "--model", "m"] if endpoint else []
        result = CliRunner().invoke(app, ["--corpus", str(corpus), *where, *arguments], catch_exceptions=True)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == 0, result.output
        return result

    return command


def answer(server, body):
    passage = body["messages"][-1]["content"].splitlines()[1]
    number = int(passage.split()[2])
    words = ["red", "green", "blue", "amber", "violet", "white"]
    question = f"When does the {words[number % 6]} team open number {number} {'again and again' * (number % 3)}?"
    return server.completion({"quote": passage.rstrip("."), "question": question, "answer": str(number)})


def golden(tmp_path):
    return GoldenDirectory(tmp_path / "golden")


def test_questions_proposals_and_texts_are_in_the_golden_directory(run, tmp_path, llm_server):
    done = run("-n", "6", "--seed", "7")
    assert "accepted: 6 of 6 questions (3 direct, 3 vague)" in done.stdout
    directory = golden(tmp_path)
    assert [query.origin for query in directory.queries()] == ["synthetic"] * 6
    assert {line.status for line in directory.judgments()} == {"proposed"}
    assert {line.at for line in directory.judgments()} == {"2026-12-01T10:00:00Z"}
    texts = {(chunk.id, chunk.sha256) for chunk in directory.chunks()}
    assert {(line.chunk, line.text_sha256) for line in directory.judgments()} == texts
    kept = {path.stem for path in (tmp_path / "golden" / "journal").iterdir()}
    assert {query.generator["journal"].removeprefix("sha256:") for query in directory.queries()} <= kept


def test_a_second_run_adds_others_and_a_replay_gives_the_same_bytes(run, tmp_path, llm_server):
    run("-n", "6")
    first = (tmp_path / "golden" / "queries.jsonl").read_bytes()
    calls = len(llm_server.requests)
    run(
        "-n", "6", "--replay", str(tmp_path / "golden" / "journal"), "--golden", str(tmp_path / "other"), endpoint=False
    )
    assert (tmp_path / "other" / "queries.jsonl").read_bytes() == first
    assert len(llm_server.requests) == calls
    run("-n", "6")
    assert len(golden(tmp_path).queries()) == 12


def test_a_shortfall_is_saved_and_then_said(run, tmp_path, llm_server):
    llm_server.default = lambda body: (
        answer(llm_server, body) if len(llm_server.requests) <= 5 else llm_server.canned("quota is used up", status=402)
    )
    with pytest.raises(IncompleteError, match=r"5 of 8 questions: .*quota is used up.* with -n 3 goes on"):
        run("-n", "8", "--concurrency", "1")
    assert len(golden(tmp_path).queries()) == 5
    llm_server.default = lambda body: answer(llm_server, body)
    run("-n", "3")
    assert len(golden(tmp_path).queries()) == 8


def test_nothing_at_all_is_the_endpoints_failure_and_writes_no_set(run, tmp_path, llm_server):
    llm_server.default = lambda body: llm_server.completion("{}")
    with pytest.raises(EndpointError, match=r"0 of 8 questions: 12 replies in a row were unusable; .*malformed"):
        run("-n", "8")
    assert not (tmp_path / "golden" / "queries.jsonl").exists()


def test_a_dry_run_sends_nothing_and_writes_nothing(run, tmp_path, llm_server):
    done = run("-n", "6", "--dry-run")
    assert "requests: 6 to 24" in done.stdout
    assert json.loads(run("-n", "6", "--dry-run", "--json").stdout)["least_calls"] == 6
    assert not llm_server.requests and not (tmp_path / "golden").exists()


def test_json(run):
    printed = json.loads(run("-n", "2", "--json").stdout)
    assert (printed["format"], printed["accepted"], printed["short"], len(printed["queries"])) == (1, 2, 0, 2)


def test_the_key_is_written_nowhere(run, tmp_path, llm_server, monkeypatch):
    monkeypatch.setenv("MY_KEY", SECRET)
    done = run("-n", "3", "--api-key-env", "MY_KEY")
    assert llm_server.headers[0]["authorization"] == f"Bearer {SECRET}"
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert SECRET.encode() not in written and SECRET not in done.output


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (["-n", "3"], UsageError, "no model is named"),
        (["-n", "3", "--replay", "nowhere"], UsageError, "no such journal"),
        (["-n", "3", "--style", "rude", "--local"], UsageError, "no such style: 'rude'"),
    ],
)
def test_wrong_usage_is_told(run, arguments, error, words):
    with pytest.raises(error, match=words):
        run(*arguments, endpoint=False)


def test_a_broken_corpus_is_told_before_anything_is_sent(run, corpus, llm_server):
    corpus.write_text('{"id": "a", "text": "One two three four five six."}\n{"id": \n')
    with pytest.raises(DataError, match=r"corpus\.jsonl:2"):
        run("-n", "1")
    assert not llm_server.requests


def test_rejected_drafts_are_kept_once_and_listed_without_corpus_or_model(run, tmp_path, llm_server):
    def sometimes(body):
        passage = body["messages"][-1]["content"].splitlines()[1]
        if int(passage.split()[2]) % 3:
            return answer(llm_server, body)
        return llm_server.completion({"quote": "valve", "question": "What does the table above show?", "answer": ""})

    llm_server.default = sometimes
    run("-n", "6")
    kept = (tmp_path / "golden" / "rejected.jsonl").read_bytes()
    assert kept.count(b'"reason":"refers to the text"') == kept.count(b"\n") > 0
    journal = {f"sha256:{path.stem}" for path in (tmp_path / "golden" / "journal").iterdir()}
    assert {json.loads(line)["key"] for line in kept.splitlines()} <= journal
    (tmp_path / "golden" / "queries.jsonl").unlink()
    run("-n", "6")
    assert (tmp_path / "golden" / "rejected.jsonl").read_bytes() == kept

    app = typer.Typer()
    app.command()(generate)
    listed = CliRunner().invoke(app, ["--rejected"]).stdout
    assert listed.startswith(f"refers to the text: {len(kept.splitlines())} draft")
    assert "What does the table above show? | the table above" in listed
    found = json.loads(CliRunner().invoke(app, ["--rejected", "--json", "--style", "vague"]).stdout)
    assert {line["style"] for line in found["rejected"]} == {"vague"}
    assert CliRunner().invoke(app, ["--rejected", "--reason", "empty"]).stdout == "no rejected drafts\n"


def test_what_is_missing_is_said(tmp_path, run):
    with pytest.raises(UsageError, match="-n N missing"):
        run()
    with pytest.raises(UsageError, match="--reason goes with --rejected"):
        run("-n", "2", "--reason", "empty")


def test_other_chunks_are_judged_where_that_is_asked_for_and_the_cost_is_said_before(run, tmp_path, llm_server):
    assert (
        "judging:  up to 48 more, whether other chunks answer"
        in run("-n", "6", "--check-others", "2", "--dry-run").stdout
    )

    def judging(body):
        message = body["messages"][-1]["content"]
        if "<question>" not in message:
            return answer(llm_server, body)
        passage = message.split("<passage>\n")[1].split("\n</passage>")[0]
        return llm_server.completion({"quote": passage[:12], "answers": "partly"})

    llm_server.default = judging
    done = run("-n", "3", "--check-others", "2")
    lines = golden(tmp_path).judgments()
    assert len(lines) == 9 and [line.grade for line in lines if line.source == "llm"] == [2] * 6
    assert "requests: 9;" in done.stdout
    assert {line.chunk for line in lines} == {chunk.id for chunk in golden(tmp_path).chunks()}


def test_examples_from_the_log_are_shown_and_said(run, tmp_path, llm_server):
    directory = golden(tmp_path)
    directory.create()
    text = "The mover restarts itself after three minutes."
    directory.add_chunks([Chunk(id="m", text=text)])
    log = Query(id="q", text="how soon does a dead mover come back", origin="log")
    directory.rewrite_queries(lambda present: [log])
    told = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": "2026-12-01T10:00:00Z"}
    directory.append_judgments(lambda present: [Judgment(query="q", chunk="m", **told)])
    done = run("-n", "2", "--style", "direct", "--examples-from-log", "3")
    assert "1 confirmed log question may be shown" in done.stderr and "direct: 1 question of yours" in done.stderr
    assert all(log.text in request["messages"][2]["content"] for request in llm_server.requests)
    made = [query.generator["examples"] for query in directory.queries() if query.origin == "synthetic"]
    assert made == [["q"], ["q"]]


def test_all_styles_are_asked_in_equal_parts(run, tmp_path, llm_server):
    done = run("-n", "8", "--style", "all", "--dry-run")
    assert "nothing was sent" in done.stderr
    with pytest.raises(UsageError, match="no such style: 'rude'"):
        run("-n", "8", "--style", "rude")
