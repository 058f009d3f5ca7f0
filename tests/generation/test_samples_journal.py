"""The recorded replies of the samples still fit the samples' corpus and goldkit's prompts: the demo generates without a model."""

import pytest

from goldkit.files.resources import folder
from goldkit.formats.corpus import read_corpus
from goldkit.generation.generate import generate
from goldkit.generation.plan import plan_generation
from goldkit.llm import embedded
from goldkit.llm.connect import Connection, connected
from goldkit.llm.journal import read_journal


@pytest.mark.parametrize("n", [1, 24, 30])
def test_the_journal_answers_all_that_is_asked(n):
    plan = plan_generation(read_corpus(folder("samples") / "corpus.jsonl"), seed=7)
    with connected(Connection(replay=folder("samples") / "journal"), None) as model:
        result = generate(plan, n, model, at="2026-12-01T10:00:00Z", max_calls=160)
    assert (len(result.queries), result.calls) == (n, result.replayed)
    assert {query.generator["endpoint"] for query in result.queries} == {"embedded"}


def test_it_holds_replies_of_the_embedded_model_only():
    assert {entry.request["model"] for entry in read_journal(folder("samples") / "journal")} == {embedded.MODEL}
