class BaseEmbedding:
    pass
