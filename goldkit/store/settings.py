"""goldkit.json: the scale of a golden set and the few choices that all its scores share."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from goldkit.errors import DataError, Problem, bad
from goldkit.files.compression import read_binary
from goldkit.files.jsonl import decode_object, record_of
from goldkit.records import JSON, Scale

FORMAT = 1
"""The newest format of the golden directory that this version reads and the one it writes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What goldkit.json holds; the defaults stand where the file or a field is absent.

    primary: the measure that carries the verdict, without its cut. margin: how small a difference counts as equivalent.
    look_budget: how many looks a frozen set allows. k: results really passed on downstream, None until known.
    """

    format: int = FORMAT
    scale: Scale = field(default_factory=Scale)
    primary: str = "recall"
    margin: float = 0.02
    look_budget: int = 10
    k: int | None = None
    unknown: JSON = field(default_factory=dict)


def read_settings(path: Path) -> Settings:
    """The settings in a goldkit.json, the defaults where there is none. Raises DataError for anything else than settings."""
    if not path.exists():
        return Settings()
    try:
        value = decode_object(read_binary(path))
        refuse_newer(path, value)
        settings = record_of(value, Settings)
    except (ValueError, RecursionError) as error:
        raise bad(
            path, None, str(error), "the settings of a golden directory", "Compare it with the README's."
        ) from error
    problems = [
        Problem(str(path), None, f"{name} {found}", expected)
        for name, found, expected, fits in _ranges(settings)
        if not fits
    ]
    if problems:
        raise DataError(problems)
    return settings


def _ranges(settings: Settings) -> list[tuple[str, object, str, bool]]:
    """Each setting with what is expected of it, and whether it is so."""
    scale, k = settings.scale, settings.k
    inside = f"a grade above 0, up to the scale's max of {scale.max}"
    return [
        ("scale.max", scale.max, "a highest grade of at least 1", scale.max >= 1),
        ("scale.relevant_from", scale.relevant_from, inside, 1 <= scale.relevant_from <= max(1, scale.max)),
        ("margin", settings.margin, "a difference from 0 to 1", 0 <= settings.margin <= 1),
        ("look_budget", settings.look_budget, "at least 1 look", settings.look_budget >= 1),
        ("k", k, "at least 1 result", k is None or k >= 1),
    ]


def refuse_newer(path: Path, value: object) -> None:
    """Raise DataError when a file says it is of a newer format than this version reads: half reading it would be worse."""
    found = value.get("format") if isinstance(value, dict) else None
    if isinstance(found, int) and found > FORMAT:
        raise bad(
            path, None, f"format {found}", f"format {FORMAT} or older", "A newer goldkit wrote this: upgrade goldkit."
        )
