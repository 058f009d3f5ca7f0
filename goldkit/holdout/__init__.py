"""Freezing: choosing a held-out part that leaks nothing, and sealing it."""
