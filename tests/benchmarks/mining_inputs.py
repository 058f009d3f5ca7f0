"""Logs of any size for mining_speed.py: invented words, questions asked as often as a Zipf law says, the same bytes every time."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

QUESTIONS, CHUNKS, SHOWN, SESSIONS = 50_000, 20_000, 8, 100_000
PAGES, PAGES_SHOWN = 4_000, 4
START = 1_780_000_000
MAP = {
    "query": "question",
    "chunks": "retrieved",
    "answer": "answer",
    "feedback": "rating",
    "id": "id",
    "time": "at",
    "session": "session",
    "conversation": "session",
}


class Invented:
    """The questions and chunks that all logs share. long, pages: chunks of about 150 and 500 words, of which splitters make 4,000
    characters by default. Questions are drawn with weight 1 / rank.
    """

    def __init__(self) -> None:
        rng = random.Random(17)
        letters = "aeiouaeioulnrstbdgkmpv"
        self.words = ["".join(rng.choices(letters, k=rng.randint(2, 10))) for _ in range(8000)]
        self.questions = [" ".join(rng.choices(self.words, k=rng.randint(4, 12))) + "?" for _ in range(QUESTIONS)]
        self.chunks = [" ".join(rng.choices(self.words, k=rng.randint(50, 110))) for _ in range(CHUNKS)]
        self.long = [" ".join(rng.choices(self.words, k=rng.randint(120, 180))) for _ in range(CHUNKS)]
        self.pages = [" ".join(rng.choices(self.words, k=rng.randint(450, 550))) for _ in range(PAGES)]
        self.weights = list(accumulate(1 / rank for rank in range(1, QUESTIONS + 1)))

    def asked(self) -> Iterator[tuple[int, str, list[int], str, int]]:
        """(number, question, its chunks, answer, session) without end."""
        rng = random.Random(18)
        number = 0
        while True:
            for question in rng.choices(range(QUESTIONS), cum_weights=self.weights, k=10_000):
                shown = [(question * 7919 + rank * 104_729 + number % 2) % CHUNKS for rank in range(SHOWN)]
                answer = f"{self.chunks[shown[0]][:300]} [1]. {self.chunks[shown[1]][:80]} [{number % 3 + 1}]."
                yield number, self.questions[question], shown, answer, rng.randrange(SESSIONS)
                number += 1


def corpus(path: Path, chunks: Sequence[str]) -> None:
    """All chunks, as goldkit reads a corpus."""
    with path.open("w") as file:
        for number, text in enumerate(chunks):
            file.write(json.dumps({"id": f"c{number}", "text": text}) + "\n")


def _named(chunk: int, named: bool) -> dict[str, Any]:
    """The id of a chunk, where the log is to name chunks."""
    return {"id": f"c{chunk}"} if named else {}


def mapped(path: Path, invented: Invented, size: int, named: bool = True) -> None:
    """JSON lines of about 5 KB, one an interaction, until the file has a size in bytes."""
    with path.open("w") as file:
        for number, question, shown, answer, session in invented.asked():
            retrieved = [_named(chunk, named) | {"score": 0.5, "text": invented.chunks[chunk]} for chunk in shown]
            record = {"id": f"r{number}", "at": START + number, "session": f"s{session}", "question": question}
            rating = {"up": None} if number % 20 else {"up": 1}
            file.write(json.dumps(record | {"retrieved": retrieved, "answer": answer, "rating": rating["up"]}) + "\n")
            if file.tell() >= size:
                return


def spans(path: Path, invented: Invented, size: int, named: bool = True) -> None:
    """OpenInference spans as Phoenix gives them: two a trace, the retriever's about 5 KB."""
    with path.open("w") as file:
        for number, question, shown, answer, session in invented.asked():
            trace = {"trace_id": f"{number:032x}"}
            documents = {
                f"retrieval.documents.{rank}.document.{key}": value
                for rank, chunk in enumerate(shown)
                for key, value in (_named(chunk, named) | {"content": invented.chunks[chunk], "score": 0.5}).items()
            }
            at = f"2026-11-{number // 100_000 % 28 + 1:02}T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}+00:00"
            root, get = f"{2 * number:016x}", f"{2 * number + 1:016x}"
            for name, kind, parent, attributes in (
                (root, "CHAIN", None, {"input.value": question, "output.value": answer, "session.id": f"s{session}"}),
                (get, "RETRIEVER", root, {"input.value": question, **documents}),
            ):
                own = {"name": "rag", "context": trace | {"span_id": name}, "span_kind": kind, "parent_id": parent}
                file.write(json.dumps(own | {"start_time": at, "attributes": attributes}) + "\n")
            if file.tell() >= size:
                return


def observations(path: Path, invented: Invented, size: int, named: bool = True) -> None:
    """A Langfuse export, about 20 KB an interaction: root, retriever with documents, generation, whose prompt repeats them."""
    with path.open("w") as file:
        for number, question, shown, _, session in invented.asked():
            texts = [invented.long[chunk] for chunk in shown]
            answer = f"{texts[0][:300]} [1]. {texts[1][:80]} [{number % 3 + 1}]."
            at = f"2026-11-{number // 100_000 % 28 + 1:02}T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}.120Z"
            own = {"traceId": f"{number:032x}", "startTime": at, "endTime": at, "level": "DEFAULT", "metadata": {}}
            own |= {"environment": "production", "sessionId": f"s{session}", "traceName": "rag-chat"}
            documents = [
                _named(chunk, named) | {"page_content": text, "metadata": {"score": 0.5}, "type": "Document"}
                for chunk, text in zip(shown, texts, strict=True)
            ]
            passages = "\n\n".join(f"[{rank}] {text}" for rank, text in enumerate(texts, 1))
            prompt = [{"role": "system", "content": passages}, {"role": "user", "content": question}]
            root = f"{3 * number:016x}"
            up = [1] if number % 20 == 0 else None
            for place, kind, parent, asked, gave in (
                (0, "CHAIN", None, {"question": question}, {"answer": answer}),
                (1, "RETRIEVER", root, question, documents),
                (2, "GENERATION", root, prompt, {"role": "assistant", "content": answer}),
            ):
                span = {"id": f"{3 * number + place:016x}", "parentObservationId": parent, "type": kind, "name": "rag"}
                feedback = {"user-feedback": None if place else up}
                file.write(json.dumps(span | own | {"input": asked, "output": gave} | feedback) + "\n")
            if file.tell() >= size:
                return


def chain(path: Path, invented: Invented, size: int, named: bool = True) -> None:
    """A Langfuse export of LangChain's retrieval chain, 90 KB an interaction: five observations that all repeat the documents."""
    with path.open("w") as file:
        for number, question, shown, _, session in invented.asked():
            chunks = [chunk % PAGES for chunk in shown[:PAGES_SHOWN]]
            texts = [invented.pages[chunk] for chunk in chunks]
            answer = f"{texts[0][:300]} [1]. {texts[1][:80]} [{number % 3 + 1}]."
            at = f"2026-11-{number // 100_000 % 28 + 1:02}T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}.120Z"
            own = {"traceId": f"{number:032x}", "startTime": at, "endTime": at, "level": "DEFAULT", "metadata": {}}
            own |= {"environment": "production", "sessionId": f"s{session}", "traceName": "retrieval_chain"}
            documents = [
                _named(chunk, named)
                | {"page_content": text, "metadata": {"source": f"docs/{chunk}.md"}, "type": "Document"}
                for chunk, text in zip(chunks, texts, strict=True)
            ]
            context = {"input": question, "context": documents}
            prompt = [{"role": "system", "content": "\n\n".join(texts)}, {"role": "user", "content": question}]
            up = [1] if number % 20 == 0 else None
            for place, kind, parent, asked, gave in (
                (0, "CHAIN", None, {"input": question}, context | {"answer": answer}),
                (1, "RETRIEVER", 0, question, documents),
                (2, "CHAIN", 0, context, answer),
                (3, "CHAIN", 2, context, prompt),
                (4, "GENERATION", 2, prompt, {"role": "assistant", "content": answer}),
            ):
                span = {"id": f"{5 * number + place:016x}", "type": kind, "name": "rag"}
                span["parentObservationId"] = None if parent is None else f"{5 * number + parent:016x}"
                feedback = {"user-feedback": None if place else up}
                file.write(json.dumps(span | own | {"input": asked, "output": gave} | feedback) + "\n")
            if file.tell() >= size:
                return


FORMS: dict[str, tuple[Callable[..., None], str]] = {
    "jsonl": (mapped, "chunks"),
    "openinference": (spans, "chunks"),
    "langfuse": (observations, "long"),
    "chain": (chain, "pages"),
}
"""What writes a log of each form, and which of the invented chunks it shows."""
