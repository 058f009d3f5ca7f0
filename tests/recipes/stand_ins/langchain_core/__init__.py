"""A stand-in with the few names and answers of langchain-core 1.x that the recipe uses."""
