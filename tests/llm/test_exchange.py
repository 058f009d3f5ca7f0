"""Bodies as servers really send them: compressed, unasked or wrongly, and cut off."""

import gzip
import zlib

import pytest


def deflated(data, bits):
    maker = zlib.compressobj(wbits=bits)
    return maker.compress(data) + maker.flush()


def halves(data):
    """The data as two members of gzip."""
    return gzip.compress(data[:40]) + gzip.compress(data[40:])


COMPRESSED = {
    "gzip": ("gzip", gzip.compress),
    "x-gzip": ("x-gzip", gzip.compress),
    "two members": ("gzip", halves),
    "deflate": ("deflate", zlib.compress),
    "deflate without zlib's head": ("deflate", lambda data: deflated(data, -15)),
    "twice": ("deflate, gzip", lambda data: gzip.compress(zlib.compress(data))),
    "identity": ("identity", bytes),
}


@pytest.mark.parametrize(("encoding", "packed"), COMPRESSED.values(), ids=COMPRESSED)
def test_a_compressed_reply_is_opened(model, llm_server, asked, encoding, packed):
    body = packed(llm_server.completion({"answer": "yes"}).body.encode())
    llm_server.answers = [llm_server.canned(body, headers={"content-encoding": encoding})]
    assert model(retries=0).ask(asked()).value == {"answer": "yes"}


@pytest.mark.parametrize("kept", [0.0, 0.05, 0.5, 0.9])
@pytest.mark.parametrize("name", ["gzip", "two members", "deflate", "deflate without zlib's head", "twice"])
def test_a_compressed_reply_that_is_cut_off_is_asked_for_again(model, llm_server, asked, name, kept):
    encoding, packed = COMPRESSED[name]
    body = packed(llm_server.completion({"answer": "yes"}).body.encode())
    cut = body[: max(1, int(len(body) * kept))]
    llm_server.answers = [llm_server.canned(cut, headers={"content-encoding": encoding})]
    reply = model().ask(asked())
    assert reply.ok and reply.failed == 1 and len(llm_server.requests) == 2


@pytest.mark.parametrize(("encoding", "why"), [("br", "'br'"), ("gzip", "cannot be opened"), ("deflate", "cut off")])
def test_a_reply_in_no_such_compression_says_so(model, llm_server, asked, encoding, why):
    llm_server.default = lambda body: llm_server.canned("{}" * 9, headers={"content-encoding": encoding})
    asking = model(retries=0)
    assert asking.ask(asked()).outcome == "unreachable"
    assert why in asking.failure


@pytest.mark.parametrize("status", [401, 404, 429, 503])
@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "gzip, gzip"])
def test_a_refusal_whose_body_cannot_be_opened_keeps_its_status(model, llm_server, asked, slept, status, encoding):
    headers = {"content-encoding": encoding, "retry-after": "7"}
    llm_server.default = lambda body: llm_server.canned("no such key", status=status, headers=headers)
    reply = model(retries=1).ask(asked())
    assert reply.outcome == f"http_{status}" and f"status {status} without words" in reply.detail
    assert slept == ([7.0] if status in (429, 503) else [])


def test_a_refusal_that_breaks_off_keeps_its_status_and_its_words(model, llm_server, asked):
    headers = {"content-length": "5000"}
    llm_server.default = lambda body: llm_server.canned("no such model", status=404, headers=headers)
    reply = model().ask(asked())
    assert reply.outcome == "http_404" and "no such model" in reply.detail
    assert len(llm_server.requests) == 1


def test_a_small_body_that_opens_into_a_huge_one_is_not_kept(model, llm_server, asked, tmp_path):
    bomb = gzip.compress(b"x" * 100_000_000)
    llm_server.default = lambda body: llm_server.canned(bomb, headers={"content-encoding": "gzip"})
    assert model().ask(asked()).outcome == "malformed"
    assert sum(path.stat().st_size for path in (tmp_path / "journal").iterdir()) < 20_000


def test_no_compression_is_asked_for(model, llm_server, asked):
    model().ask(asked())
    assert llm_server.headers[0]["accept-encoding"] == "identity"
