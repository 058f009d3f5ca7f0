class InMemoryVectorStore:
    def __init__(self, embedding):
        self.embedding, self.kept = embedding, []

    def add_documents(self, documents):
        vectors = self.embedding.embed_documents([document.page_content for document in documents])
        self.kept += zip(documents, vectors, strict=True)

    def similarity_search_with_score(self, query, k=4):
        asked = self.embedding.embed_query(query)
        found = [(one, sum(a * b for a, b in zip(asked, vector, strict=True))) for one, vector in self.kept]
        return sorted(found, key=lambda pair: -pair[1])[:k]
