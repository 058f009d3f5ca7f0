"""Bytes on disk: JSON lines with line numbers, compression, atomic replacement, appending under a lock, packaged folders."""
