"""`goldkit.check`: what is wrong with a golden directory, and what to do about it."""

from __future__ import annotations

from goldkit.checks.catalogue import run_checks
from goldkit.formats.corpus import read_corpus
from goldkit.library import private
from goldkit.library.given import Golden, Place, opened, path_of
from goldkit.results.check import Report


def check(golden: Golden = "golden", *, corpus: Place | None = None, redact_rules: Place | None = None) -> Report:
    """Look for all that `goldkit check` looks for; held-out queries are counted, not named.

    golden: the directory, by its place or opened. corpus: today's chunks, to find what was written from or judged on other
    texts. redact_rules: of what is private; by default the directory's own, else the built-in ones. Raises UsageError for a
    place that is not there, DataError for a bad corpus.
    """
    directory = opened(golden)
    chunks = None if corpus is None else read_corpus(corpus)
    return run_checks(directory, private.rules(directory.path, path_of(redact_rules)), chunks)
