class Embeddings:
    pass
