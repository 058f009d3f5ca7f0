"""A model that answered badly for a while and is mended: the same command then asks again, and gets what it was asked for."""

import pytest

from goldkit.errors import EndpointError


@pytest.mark.parametrize("reply", ["{}", "", "I cannot help with that.", '{"quote": "x", "question": "What is it?"'])
def test_after_bad_replies_the_same_command_asks_about_other_chunks(asking, llm_server, good, golden, reply):
    llm_server.default = lambda body: llm_server.completion(reply)
    with pytest.raises(EndpointError, match="12 replies in a row were unusable"):
        asking("-n", "6")
    before = len(llm_server.requests)
    llm_server.default = lambda body: llm_server.completion(good(body))
    assert "accepted: 6 of 6" in asking("-n", "6").stdout
    assert len(llm_server.requests) > before
    assert len(golden().queries()) == 6
