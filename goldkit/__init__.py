"""goldkit: golden sets for retrieval, made from real logs, kept honest, scored on ranked chunk ids."""
