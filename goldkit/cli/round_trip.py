"""The user's own retriever, asked from any thread whether it finds a question's chunk."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from goldkit.errors import IncompleteError


def finder(spec: str) -> Callable[[str, int], Sequence[str]]:
    """From a question and k to the ids that `package.module:function` finds. Raises UsageError where it is none.

    What is returned raises IncompleteError when the retriever fails, after its own further attempts: a question that could not be
    looked for is neither found nor lost.
    """
    from goldkit.retrieval.ask import Manner, ask
    from goldkit.retrieval.function import load_function
    from goldkit.sets.questions import Question

    pipeline = load_function(spec, Path.cwd())
    pipeline.prepare([Question(id="", text="")], 1)
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True, name="goldkit round trip").start()

    def find(question: str, k: int) -> Sequence[str]:
        asked = ask(pipeline, Question(id=question, text=question), Manner(k=k))
        outcome = asyncio.run_coroutine_threadsafe(asked, loop).result()
        if outcome.answer is None:
            raise IncompleteError(f"--round-trip {spec}: {outcome.failed}; what was paid for is in the journal")
        return outcome.answer.ids

    return find
