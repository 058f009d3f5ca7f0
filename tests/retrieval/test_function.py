"""Python functions as pipelines: what they may look like, what they are handed, what their errors become."""

import asyncio
import sys
import threading

import pytest

from goldkit.errors import UsageError
from goldkit.retrieval.ask import Manner, ask_all
from goldkit.retrieval.failure import Failure
from goldkit.retrieval.function import FunctionPipeline, load_function
from goldkit.sets.questions import Question

PLAIN = Question(id="q1", text="why?")
GERMAN = Question(id="q2", text="warum?", input={"lang": "de", "tenant": 7})
FOLLOW = Question(id="q3", text="and then?", context="why?")
OWN = Question(id="q4", text="and then?", context="why?", input={"context": "given"})


def call(function, question, k=3):
    pipeline = FunctionPipeline("m:f", function)
    pipeline.prepare([question], k)

    async def once():
        try:
            return await pipeline.ask(question, k)
        finally:
            await pipeline.close()

    return asyncio.run(once())


async def answer_async(query, k, **extra):
    await asyncio.sleep(0)
    return [query, k, extra]


class Callable:
    async def __call__(self, query, k):
        return [query, k]

    def method(self, query, k):
        return answer_async(query, k)


@pytest.mark.parametrize(
    ("function", "question", "expected"),
    [
        (lambda query, k: [query, k], PLAIN, ["why?", 3]),
        (lambda q, top: [q, top], PLAIN, ["why?", 3]),
        (lambda query, k, **extra: [query, extra], GERMAN, ["warum?", {"lang": "de", "tenant": 7}]),
        (lambda query, k, lang, tenant=0: [lang, tenant], GERMAN, ["de", 7]),
        (lambda query, k, context="": [context], FOLLOW, ["why?"]),
        (lambda query, k, context="": [context], PLAIN, [""]),
        (lambda query, k, context="": [context], OWN, ["given"]),
        (lambda query, k, **extra: [extra], FOLLOW, [{}]),
        (answer_async, GERMAN, ["warum?", 3, {"lang": "de", "tenant": 7}]),
        (Callable(), PLAIN, ["why?", 3]),
        (Callable().method, PLAIN, ["why?", 3, {}]),
    ],
)
def test_what_a_function_is_handed(function, question, expected):
    assert call(function, question) == expected


@pytest.mark.parametrize(
    ("function", "questions", "words"),
    [
        (lambda query: [], [PLAIN], "cannot be called as (query, k); expected retrieve(query: str, k: int"),
        (lambda query, k, *, index: [], [PLAIN], "cannot be called as"),
        (
            lambda query, k: [],
            [PLAIN, GERMAN, GERMAN],
            "cannot be called as (query, k, lang=…, tenant=…), which the `input` of 2 queries asks for; name",
        ),
        (lambda query, k, lang: [], [GERMAN], "which the `input` of 1 query asks for"),
        (lambda query, k, lang, tenant: [], [PLAIN, GERMAN], "cannot be called as (query, k); expected"),
    ],
)
def test_a_function_that_cannot_take_them_is_refused_before_anything_runs(function, questions, words):
    with pytest.raises(UsageError) as caught:
        FunctionPipeline("m:f", function).prepare(questions, 3)
    assert words in str(caught.value)
    assert "q2" not in str(caught.value)


def test_follow_ups_without_their_context_are_told():
    assert FunctionPipeline("m:f", lambda query, k: []).prepare([PLAIN, FOLLOW], 3) == [
        "1 follow-up asked without the turn before: m:f has no argument `context`"
    ]


def leave(query, k):
    sys.exit("done")


async def leave_async(query, k):
    raise KeyError("index")


@pytest.mark.parametrize(("function", "reason"), [(leave, "SystemExit: done"), (leave_async, "KeyError: 'index'")])
def test_whatever_a_function_raises_is_the_reason(function, reason):
    with pytest.raises(Failure) as caught:
        call(function, PLAIN)
    assert (caught.value.reason, caught.value.again) == (reason, True)


def test_a_plain_function_that_hangs_is_left_behind_and_a_thread_is_kept_for_the_others():
    release, threads = threading.Event(), []

    def function(query, k):
        threads.append(threading.current_thread())
        if query == "hang":
            release.wait(30)
        return ["a"]

    pipeline = FunctionPipeline("m:f", function)
    questions = [Question(id=name, text=name) for name in ("hang", "b", "c", "d")]
    outcomes = {}
    manner = Manner(k=1, concurrency=1, timeout=0.2, retries=3, pause=0.0)
    asyncio.run(ask_all(pipeline, questions, manner, lambda outcome: outcomes.update({outcome.query: outcome})))
    release.set()
    assert outcomes["hang"].failed == "no answer within 0.2 s"
    assert all(outcomes[name].answer.ids == ("a",) for name in "bcd")
    assert len(threads) == 4  # hanging is not tried again: another call would only join the first
    assert len(set(threads)) == 2
    for thread in set(threads):
        thread.join(10)
        assert not thread.is_alive()


@pytest.mark.parametrize(
    ("spec", "source", "words"),
    [
        ("nowhere_at_all:f", "", "no module 'nowhere_at_all'"),
        ("{}", "", "package.module:function, or with --http or --cmd"),
        ("{}:", "", "package.module:function"),
        ("{}:g", "def f(): ...", "has no 'g'"),
        ("{}:f", "f = 3", "no function but of type int"),
        ("{}:f", "import os\nimport gone_away", "No module named 'gone_away'"),
        ("{}:f", "x = (", "SyntaxError"),
        ("{}:f", "import os\n1/0", ".py:2: ZeroDivisionError: division by zero"),
        ("{}:f", "raise SystemExit(3)", "SystemExit: 3"),
    ],
)
def test_what_cannot_be_loaded_says_why(tmp_path, monkeypatch, request, spec, source, words):
    monkeypatch.setattr(sys, "path", list(sys.path))
    name = f"pipeline_{abs(hash(request.node.name))}"
    (tmp_path / f"{name}.py").write_text(source)
    with pytest.raises(UsageError) as caught:
        load_function(spec.format(name), tmp_path)
    assert words in str(caught.value)


def test_loaded_from_the_folder_with_a_dotted_name(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "team_search").mkdir()
    (tmp_path / "team_search" / "hybrid.py").write_text(
        "class S:\n    def find(self, query, k): return [query]\ns = S()\n"
    )
    pipeline = load_function("team_search.hybrid:s.find", tmp_path)
    assert asyncio.run(pipeline.ask(PLAIN, 3)) == ["why?"]
    assert pipeline.name == "team_search.hybrid:s.find"


def test_the_folder_goes_before_what_is_installed(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    for name in ("installed", "here"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "found_twice.py").write_text(f"def f(query, k): return [{name!r}]\n")
    sys.path.insert(0, str(tmp_path / "installed"))
    assert asyncio.run(load_function("found_twice:f", tmp_path / "here").ask(PLAIN, 3)) == ["here"]
