"""A stand-in with the few names and answers of llama-index-core 0.1x that the recipe uses."""

from types import SimpleNamespace


class VectorStoreIndex:
    def __init__(self, nodes, embed_model):
        self.model = embed_model
        self.kept = [(node, embed_model._get_text_embedding(node.text)) for node in nodes]

    def as_retriever(self, similarity_top_k=2):
        return SimpleNamespace(retrieve=lambda query: self._nearest(query, similarity_top_k))

    def _nearest(self, query, k):
        asked = self.model._get_query_embedding(query)
        found = [
            SimpleNamespace(node=node, score=sum(a * b for a, b in zip(asked, vector, strict=True)))
            for node, vector in self.kept
        ]
        return sorted(found, key=lambda one: -one.score)[:k]
