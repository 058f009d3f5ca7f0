"""Annotations of spans: a person's verdict, in a file of its own or inside the span."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from goldkit.logs.feedback import thumb
from goldkit.logs.flatten import flatten
from goldkit.logs.interactions import Place
from goldkit.logs.passages import as_id
from goldkit.logs.spans import Span
from goldkit.logs.times import utc
from goldkit.records import JSON

NO_PERSON = "annotation by a model or code, not by a person"
_INLINE = ("annotations.", "evaluations.")
INLINE = re.compile(r"(?:annotations|evaluations)\.(\d+)\.(?:annotation|evaluation)\.(\w+)")


class Annotation(Struct, frozen=True, array_like=True, tag=True):
    """One annotation of a span, or of a trace where span is None. up: the verdict, None for neither.

    inline: it stands inside another record, such as its span's. by: why it is not a person's, None where it is one's.
    score: the name of the number it was told from, None for a word. beyond: whether that number is none from -1 to 1.
    """

    place: Place
    span: str | None
    trace: str | None
    up: bool | None
    time: str | None
    inline: bool = False
    by: str | None = None
    score: str | None = None
    beyond: bool = False

    @property
    def unusable(self) -> str | None:
        """Why the annotation is no verdict of a person; None where it is one."""
        return self.by or ("annotation that is neither up nor down" if self.up is None else None)


def is_annotation(record: JSON) -> bool:
    """Whether a record is an annotation: it points at a span or a trace and carries a label or a score."""
    flat = flatten(record)
    target = any(flat.get(key) is not None for key in ("span_id", "context.span_id", "trace_id"))
    result = any(key in flat for key in ("result.label", "result.score", "label", "score"))
    return target and result and "attributes" not in record and "run_id" not in record


def annotation_of(record: JSON, place: Place) -> Annotation:
    """The annotation of a record of a file of annotations."""
    flat = flatten(record)
    span = as_id(flat.get("span_id")) or as_id(flat.get("context.span_id"))
    values = {name: flat.get(f"result.{name}", flat.get(name)) for name in ("label", "score")}
    time = utc(flat.get("updated_at")) or utc(flat.get("created_at"))
    return Annotation(
        place,
        span,
        as_id(flat.get("trace_id")),
        _verdict(values),
        time,
        False,
        _by(flat),
        *_scale(flat.get("name"), values),
    )


def inline_annotations(span: Span, attributes: Mapping[str, Any]) -> list[Annotation]:
    """The annotations that a span carries itself. attributes: flat, by their paths."""
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for key, value in attributes.items():
        if key.startswith(_INLINE) and (found := INLINE.fullmatch(key)):
            rows.setdefault((key.partition(".")[0], found[1]), {})[found[2]] = value
    return [
        Annotation(
            span.place, span.id, span.trace, _verdict(row), span.start, True, _by(row), *_scale(row.get("name"), row)
        )
        for _, row in sorted(rows.items())
    ]


def _verdict(values: Mapping[str, Any]) -> bool | None:
    """Up or down by the label, else by the score, which runs from 0 to 1."""
    by_label = thumb(values.get("label"))
    return thumb(values.get("score"), zero_is_down=True) if by_label is None else by_label


def _scale(name: Any, values: Mapping[str, Any]) -> tuple[str | None, bool]:
    """The `score` and `beyond` of an annotation."""
    return (None, False) if thumb(values.get("label")) is not None else scale(name, values.get("score"))


def scale(name: Any, value: Any) -> tuple[str | None, bool]:
    """The `score` and `beyond` of an annotation that was told from a value: neither where that is no number."""
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None, False
    return (
        (str(name), abs(value) > 1) if isinstance(value, int | float) and not isinstance(value, bool) else (None, False)
    )


def _by(values: Mapping[str, Any]) -> str | None:
    kind = values.get("annotator_kind") or values.get("kind")
    return None if kind is None or str(kind).upper() == "HUMAN" else NO_PERSON
