"""Asking a language model: prompts as files, one client for any compatible endpoint, a journal of raw replies, strict reading."""
