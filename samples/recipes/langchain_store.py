"""A vector store of LangChain (pip install langchain-core).

goldkit retrieve recipes.langchain_store:retrieve --set dev -o runs/langchain.jsonl

Each Document carries the id of its chunk. With any other store or retriever only the last function changes: a retriever has
`invoke(query)`, whose documents have an id and no score.
"""

from __future__ import annotations

import json
from functools import cache

from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.vectorstores import InMemoryVectorStore
from pipeline import CORPUS
from recipes.bag_of_words import vector


class Words(Embeddings):
    """The place of your embedding model."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector a text."""
        return [vector(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """The vector of a question."""
        return vector(text)


@cache
def store() -> InMemoryVectorStore:
    """All chunks, embedded once."""
    rows = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
    made = InMemoryVectorStore(Words())
    made.add_documents([Document(id=row["id"], page_content=row["text"]) for row in rows])
    return made


def retrieve(query: str, k: int, context: str = "") -> list[tuple[str, float]]:
    """The k nearest chunks and their scores."""
    found = store().similarity_search_with_score(f"{context} {query}", k=k)
    return [(document.id, score) for document, score in found]
