"""A model on the loopback server, requests to it, and errors for it to answer with."""

import json

import pytest

from goldkit.llm.client import Client
from goldkit.llm.endpoint import Endpoint
from goldkit.llm.in_order import InOrder
from goldkit.llm.journal import Journal
from goldkit.llm.model import JournaledModel
from goldkit.llm.pace import Pace
from goldkit.llm.request import Request

SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["answer"],
    "properties": {"answer": {"type": "string"}},
}


@pytest.fixture
def asked():
    """Makes a request with that text."""

    def make(text="q", **changes):
        content = {"model": "m", "messages": [{"role": "user", "content": text}], "schema": SCHEMA, "prompt": "ask.v1"}
        return Request(**(content | {"parameters": {"temperature": 0.0, "max_tokens": 50, "seed": 7}} | changes))

    return make


@pytest.fixture
def error():
    """Makes the arguments of a canned answer that is an error in the protocol's form."""

    def make(status, message, **headers):
        return {"body": json.dumps({"error": {"message": message}}), "status": status, "headers": headers}

    return make


@pytest.fixture
def ask_all():
    """Asks a model many requests, as many at once as it takes; the replies stand in the order of the requests."""

    def ask(model, requests):
        with InOrder(model.ask, workers=model.concurrency, ahead=model.concurrency) as flying:
            for request in requests:
                flying.put(request)
            return [flying.take() for _ in range(len(flying))]

    return ask


@pytest.fixture
def slept():
    return []


@pytest.fixture
def model(llm_server, tmp_path, slept):
    """A function that makes a model on the loopback server; waiting is noted, not done."""
    made = []

    def make(concurrency=1, budget=None, journal=None, **endpoint):
        clock = [0.0]

        def sleep(seconds):
            slept.append(seconds)
            clock[0] += seconds

        settings = {"base_url": llm_server.url, "timeout": 5.0, "retries": 2} | endpoint
        client = Client(Endpoint(**settings), Pace(settings.get("rpm"), now=lambda: clock[0], sleep=sleep))
        made.append(client)
        journal = journal or Journal(tmp_path / "journal")
        return JournaledModel("m", client, journal, concurrency=concurrency, budget=budget)

    yield make
    for client in made:
        client.close()
