"""Logs of retrieval systems, one file a system: lines in, one stream of interactions out, what cannot be used counted."""
