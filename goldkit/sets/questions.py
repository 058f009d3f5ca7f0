"""What a retriever is asked for a set: the questions alone, without a word of what answers them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from goldkit.errors import UsageError, bad
from goldkit.files import canonical
from goldkit.formats.options import ReadOptions
from goldkit.phrases import counted
from goldkit.records import JSON, FrozenQuery, Query
from goldkit.sets.foreign import read_foreign
from goldkit.sets.frozen import open_frozen
from goldkit.sets.golden import read_golden
from goldkit.sets.resolve import DEV, place_of
from goldkit.sets.runs import run_name
from goldkit.store.golden import GoldenDirectory


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question as it goes to a retriever. input: what goes with the text (filters, a tenant). context: the turn before."""

    id: str
    text: str
    input: JSON = field(default_factory=dict)
    context: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionSet:
    """The questions of one set, sorted by id.

    digest: of a frozen set, None for any other. k: the set's own cut, None where it names none. notices: what was skipped in
    reading.
    """

    name: str
    questions: tuple[Question, ...]
    digest: str | None = None
    k: int | None = None
    notices: tuple[str, ...] = ()

    @property
    def fingerprint(self) -> str:
        """The sha256, in hex, of all that a retriever is asked: two sets of one fingerprint ask the same."""
        return canonical.sha256_bytes(canonical.encode(self.questions))


def questions_of(spec: str, golden_dir: Path, queries: Path | None = None) -> QuestionSet:
    """The questions of the set that a word or path means: all of a frozen set or of `dev`, the judged ones of
    a foreign set.

    queries: a file with the texts, for a foreign set of ids only. Raises UsageError for a set that is not there, DataError for one
    that cannot be read, has no questions, or has questions without a text.
    """
    place = place_of(spec, golden_dir)
    if queries is not None and place.kind != "foreign":
        raise UsageError(f"{spec} has the texts of its questions; --queries is for sets of other tools")
    if place.kind == "frozen":
        return _frozen(place.path)
    return _dev(place.path) if place.kind == "golden" else _foreign(place.path, queries)


def _frozen(path: Path) -> QuestionSet:
    frozen = open_frozen(path)
    manifest = frozen.manifest
    return QuestionSet(name=manifest.name, questions=_questions(frozen.queries), digest=manifest.digest, k=manifest.k)


def _dev(path: Path) -> QuestionSet:
    directory = GoldenDirectory.open(path)
    golden = read_golden(directory)
    queries = golden.dev()
    if not queries:
        raise bad(path, None, "no question in `dev`", "at least one question")
    return QuestionSet(name=DEV, questions=_questions(queries), k=golden.settings.k, notices=tuple(directory.notices))


def _foreign(path: Path, queries: Path | None) -> QuestionSet:
    imported = read_foreign(path, ReadOptions(queries=queries, texts=False))
    asked = [item.query for item in imported.queries]
    untold = sum(not query.text for query in asked)
    if untold:
        cure = "Give the texts with --queries FILE: JSON lines with id and text, or id<TAB>text."
        raise bad(
            queries or path, None, f"no text for {untold:,} of {counted(len(asked), 'query')}", "the text of each", cure
        )
    name = path.resolve().name if path.is_dir() else run_name(path)
    return QuestionSet(name=name, questions=_questions(asked))


def _questions(queries: Sequence[Query | FrozenQuery]) -> tuple[Question, ...]:
    return tuple(
        Question(id=query.id, text=query.text, input=query.input, context=query.context)
        for query in sorted(queries, key=lambda query: query.id)
    )
