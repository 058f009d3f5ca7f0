"""An index of LlamaIndex (pip install llama-index-core).

goldkit retrieve recipes.llamaindex_index:retrieve --set dev -o runs/llamaindex.jsonl

Each node carries the id of its chunk. Any other index gives a retriever in the same way.
"""

from __future__ import annotations

import json
from functools import cache

from llama_index.core import VectorStoreIndex
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.schema import TextNode
from pipeline import CORPUS
from recipes.bag_of_words import vector


class Words(BaseEmbedding):
    """The place of your embedding model."""

    def _get_text_embedding(self, text: str) -> list[float]:
        return vector(text)

    def _get_query_embedding(self, query: str) -> list[float]:
        return vector(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return vector(query)


@cache
def index() -> VectorStoreIndex:
    """All chunks, embedded once."""
    rows = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
    return VectorStoreIndex([TextNode(id_=row["id"], text=row["text"]) for row in rows], embed_model=Words())


def retrieve(query: str, k: int, context: str = "") -> list[tuple[str, float]]:
    """The k nearest chunks and their scores."""
    found = index().as_retriever(similarity_top_k=k).retrieve(f"{context} {query}")
    return [(one.node.node_id, one.score) for one in found]
