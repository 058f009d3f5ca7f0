"""One recorded verdict, checked against the set it is meant for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from typing import Any, NoReturn

import msgspec

from goldkit.files import canonical
from goldkit.records import JSON, Chunk, Judgment, Scale
from goldkit.sets.embargo import EMBARGOED
from goldkit.sets.golden import GoldenSet
from goldkit.sets.lookup import ids_by_name, ids_by_wording
from goldkit.store.moments import time_of
from goldkit.text.normalise import question_key

FIELDS = frozenset(field.name for field in fields(Judgment)) | {"text", "context"}
GRADED_BY_TOOLS = frozenset({"llm", "log", "generator", "pool"})
"""Sources whose lines are proposals, never decided."""


class Rejected(ValueError):
    """Why a line cannot be applied: what was found, what was expected, and the cure."""

    def __init__(self, found: str, expected: str, cure: str = "") -> None:
        super().__init__(found)
        self.found, self.expected, self.cure = found, expected, cure


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What a verdict can be about.

    names: id or alias → query id. by_wording: question key → query id. frozen: query id → the set that it is held out in; no
    message names such a query. nearly: an id without the case and white space that people get wrong → the id. said: the canonical
    bytes of all judgments there are, each also without the sha256 of its text; to say one again is always allowed.
    """

    names: Mapping[str, str]
    nearly: Mapping[str, str]
    by_wording: Mapping[str, str]
    frozen: Mapping[str, str]
    chunks: frozenset[str]
    said: frozenset[bytes]
    scale: Scale

    @classmethod
    def of(cls, golden: GoldenSet, texts: Mapping[str, Chunk], before: Iterable[Judgment]) -> Known:
        """From a golden set, the chunks whose text is known, and all judgments."""
        before = list(before)
        names = ids_by_name(golden.queries.values())
        frozen = {query: side for query, side in golden.sides.items() if side != EMBARGOED}
        open_names = {name for name, query in names.items() if query not in frozen}
        chunks = frozenset(texts) | {line.chunk for line in before}
        return cls(
            names=names,
            nearly={_rough(name): name for name in sorted({*open_names, *chunks}, reverse=True)},
            by_wording=ids_by_wording(golden.queries.values()),
            frozen=frozen,
            chunks=chunks,
            said=frozenset(
                canonical.encode(said) for line in before for said in (line, replace(line, text_sha256=None))
            ),
            scale=golden.settings.scale,
        )


def judgment_of(value: Any, known: Known, judge: str, now: str) -> Judgment:
    """The judgment that a line's JSON value records. judge, now: for a line without `by` and `at`. Raises Rejected."""
    if not isinstance(value, dict):
        reject(f"{value!r:.60}", "a JSON object")
    strange = sorted(set(value) - FIELDS)
    if strange:
        near = get_close_matches(strange[0], sorted(FIELDS), 1)
        reject(f"the field {strange[0]!r}", "fields of a judgment", f"Did you mean {near[0]!r}?" if near else "")
    given = {key: item for key, item in value.items() if key not in ("text", "context")}
    defaults = {"status": "decided", "source": "human", "by": judge, "at": now}
    checked = {"query": _query(value, known), "chunk": as_id(value.get("chunk")), "grade": _grade(value, known.scale)}
    try:
        line = msgspec.convert(defaults | given | checked, Judgment)
    except msgspec.ValidationError as error:
        raise Rejected(str(error), "a judgment") from error
    _check(line, known)
    return line


def _query(value: JSON, known: Known) -> str:
    named, worded = as_id(value.get("query")), _by_wording(value, known)
    if named is None and worded is not None:
        return worded
    if not isinstance(named, str):
        reject(f"query {named!r:.60}", "a query id, or the question as text")
    if named not in known.names and named in known.frozen:
        reject("a held-out query that queries.jsonl lacks", "a query of the set", "Restore the file from git.")
    if named not in known.names:
        reject(f"the query {named!r}", "the id or an alias of a query of the set", _hint(named, known))
    if worded not in (None, known.names[named]):
        other = "another query" if worded in known.frozen else repr(worded)
        reject(f"the query {named!r} with the text of {other}", "one of the two, or both of the same query")
    return known.names[named]


def _by_wording(value: JSON, known: Known) -> str | None:
    """The query that a line's text names; None where it gives an id and the text is no known wording."""
    text, context = value.get("text"), value.get("context")
    if not isinstance(text, str):
        return None
    found = known.by_wording.get(question_key(text, context if isinstance(context, str) else None))
    if found is None and value.get("query") is None:
        reject(f"the question {text!r}", "a question of the set", "goldkit import adds questions.")
    return found


def as_id(value: Any) -> Any:
    """Whole numbers name what their digits name, as in corpora; anything else is left to the typed check."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _grade(value: JSON, scale: Scale) -> int | None:
    """The grade of a line; a whole float is taken as other tools write it. null needs a reason, unless it is a proposal."""
    if "grade" not in value:
        reject("no grade", f"a grade from 0 to {scale.max}, or null with a reason")
    grade = value["grade"]
    if isinstance(grade, float) and grade.is_integer():
        grade = int(grade)
    if grade is None:
        if not value.get("reason") and value.get("status") != "proposed":
            reject("grade null without a reason", "a reason such as cannot-judge, later or undo")
        return None
    if not isinstance(grade, int) or isinstance(grade, bool) or not 0 <= grade <= scale.max:
        reject(f"grade {grade!r:.60}", f"a whole number from 0 to {scale.max}, or null with a reason")
    return grade


def _check(line: Judgment, known: Known) -> None:
    if canonical.encode(line) in known.said:
        return
    if line.chunk not in known.chunks:
        cure = _hint(line.chunk, known) or "--corpus names where its text is."
        reject(f"the chunk {line.chunk!r}", "a chunk whose text is stored, proposed or in --corpus", cure)
    if line.status == "decided" and line.source in GRADED_BY_TOOLS:
        reject(f"a decided line from the source {line.source!r}", 'status "proposed": only people and imports decide')
    if not line.by.strip():
        reject("an empty judge", "who judged, in `by`")
    if time_of(line.at) is None:
        reject(f"at {line.at!r}", "an ISO 8601 time such as 2026-12-01T10:00:00Z")


def _hint(name: str, known: Known) -> str:
    near = known.nearly.get(_rough(name))
    return f"Did you mean {near!r}?" if near is not None else ""


def _rough(name: str) -> str:
    return "".join(name.casefold().split())


def reject(found: str, expected: str, cure: str = "") -> NoReturn:
    """Raise Rejected."""
    raise Rejected(found, expected, cure)
