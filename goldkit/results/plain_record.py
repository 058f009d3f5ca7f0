"""A record as plain values, as it stands in its file."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from typing import TYPE_CHECKING, Any

from goldkit.records import JSON

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def plain_record(record: DataclassInstance) -> JSON:
    """Field → value, in order, defaults left out, then the unknown fields sorted."""
    told = {one.name: getattr(record, one.name) for one in fields(record) if one.name != "unknown"}
    kept = {one.name: told[one.name] for one in fields(record) if one.name in told and told[one.name] != _default(one)}
    unknown: JSON = getattr(record, "unknown", {})
    return kept | {key: unknown[key] for key in sorted(unknown)}


def _default(one: Field[Any]) -> object:
    return one.default_factory() if one.default_factory is not MISSING else one.default
