"""How far synthetic questions are from real ones, in a table and in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.reports.columns import columns
from goldkit.results.distance import Distance, DistanceReport

FEW_BLOCKS = 30
"""Independent groups each origin needs before a difference is called one: with 20 it is called too often (tests/benchmarks)."""
HEAD = ["", "log", "synthetic", "apart", "interval", ""]
RIGHT = (False, True, True, True, True, False)
NAMES = {
    "words": "words a question",
    "shared words": "of its words, the chunk has",
    "identifier": "name an identifier",
    "question word": "hold a question word",
    "repeated": "nearly repeat another one",
    "found by words": "find their chunk by words alone",
}
READINGS = {
    "words": ("shorter than real ones", "longer than real ones"),
    "shared words": ("use less of the chunk's words", "use more of the chunk's words: too easy"),
    "identifier": ("name identifiers less often", "name identifiers more often"),
    "question word": ("less often put as questions", "more often put as questions"),
    "repeated": ("repeat themselves less", "repeat themselves more"),
    "found by words": ("harder for word search", "easier for word search: too easy"),
}


def distance_text(report: DistanceReport) -> str:
    """The whole report, with a final newline."""
    counts = ", ".join(f"{origin} {count:,}" for origin, count in report.queries.items())
    lines = [f"questions of dev: {counts}"]
    if not report.figures:
        lines.append(
            "nothing to compare: at least two questions of each origin are needed (`goldkit mine`, `goldkit generate`)"
        )
    lines += distance_lines(report.figures, report.k)
    lines += [f"  left out: {NAMES[name]}: {why}" for name, why in report.missing.items()]
    return "\n".join(lines) + "\n"


def distance_lines(figures: Sequence[Distance], k: int | None = None) -> list[str]:
    """The figures as a table, with what each difference means. k: the depth of the word search, where it was made."""
    rows = [HEAD, *distance_rows(figures, k)]
    return [f"  {line}" for line in columns(rows, RIGHT)] if figures else []


def distance_rows(figures: Sequence[Distance], k: int | None = None) -> list[list[str]]:
    """A row a figure: its name, log, synthetic, how far apart, the interval of that, and what it means."""
    return [_row(figure, k) for figure in figures]


def _row(figure: Distance, k: int | None) -> list[str]:
    name = NAMES[figure.name] + (f" (first {k})" if figure.name == "found by words" and k else "")
    interval = figure.interval
    span = "" if interval is None else f"{_apart(figure, interval[0])} to {_apart(figure, interval[1])}"
    shown = (_value(figure, figure.log), _value(figure, figure.synthetic), _apart(figure, figure.difference))
    return [name, *shown, span, reading(figure)]


def reading(figure: Distance) -> str:
    """What a difference means, in a few words."""
    if figure.interval is None or figure.blocks < FEW_BLOCKS:
        return too_few(figure.blocks)
    low, high = figure.interval
    less, more = READINGS[figure.name]
    return more if low > 0 else less if high < 0 else "within noise"


def too_few(blocks: int) -> str:
    """That a difference cannot be called with so many independent groups, and how many it takes."""
    return f"too few to tell ({blocks} of {FEW_BLOCKS} groups)"


def _value(figure: Distance, value: float) -> str:
    return f"{value:.1f}" if figure.name == "words" else f"{value:.0%}"


def _apart(figure: Distance, value: float) -> str:
    """A difference with its sign: in words, or in points of a percentage."""
    points, digits = (value, 1) if figure.name == "words" else (max(-1.0, min(1.0, value)) * 100, 0)
    shown = f"{points:+.{digits}f}" if round(points, digits) else f"{0:.{digits}f}"
    return shown.replace("-", "−")
