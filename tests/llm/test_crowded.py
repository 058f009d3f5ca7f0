"""Many threads at one endpoint that says "too many"."""

from itertools import count


def test_64_at_once_are_slowed_down_together_and_recover(model, llm_server, asked, ask_all, slept):
    calls = count()

    def crowded(body):
        if 20 <= next(calls) < 60:
            return llm_server.canned("too many", status=429, headers={"retry-after": "1"})
        return llm_server.completion({"answer": "yes"})

    llm_server.default = crowded
    replies = ask_all(model(concurrency=64, retries=50), [asked(str(number)) for number in range(200)])
    assert {reply.outcome for reply in replies} == {"ok"}
    assert len(llm_server.requests) == 200 + 40
    assert slept
