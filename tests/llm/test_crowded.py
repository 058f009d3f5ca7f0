"""Many threads at one endpoint that says \"too many\"."""

import threading
import time


def test_64_at_once_are_slowed_down_together_and_recover(model, llm_server, asked, ask_all):
    lock = threading.Lock()
    inside = refused = 0

    def crowded(body):
        nonlocal inside, refused
        with lock:
            inside += 1
            full = inside > 20 and refused < 40
            refused += full
        if not full:
            time.sleep(0.002)
        with lock:
            inside -= 1
        return (
            llm_server.canned("too many", status=429, headers={"retry-after": "1"})
            if full
            else llm_server.completion({"answer": "yes"})
        )

    llm_server.default = crowded
    replies = ask_all(model(concurrency=64, retries=50), [asked(str(number)) for number in range(300)])
    assert {reply.outcome for reply in replies} == {"ok"}
    assert refused > 0 and len(llm_server.requests) == 300 + refused
