"""Drawing: SVG elements as text. Places across are percentages, so that a drawing fits any width and its text keeps its size."""

from __future__ import annotations

from html import escape

Value = str | int | float


def element(name: str, *children: str, **attributes: Value) -> str:
    """One element. children: markup, made by this module. attributes: escaped here; `_` in a name stands for `-`."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_said(value))}"' for key, value in attributes.items()
    )
    return f"<{name}{given}>{''.join(children)}</{name}>" if children else f"<{name}{given}/>"


def text(words: str, **attributes: Value) -> str:
    """A text element; the words are escaped."""
    return element("text", escape(words), **attributes)


def drawing(title: str, description: str, height: int, *parts: str) -> str:
    """A whole drawing of that height in pixels, as wide as its place. title, description: what is read aloud in its stead."""
    words = (element("title", escape(title)), element("desc", escape(description)))
    return element("svg", *words, *parts, role="img", width="100%", height=height, class_="plot")


def line(left: float, right: float, y: float, kind: str) -> str:
    """A horizontal line between two percentages."""
    return element("line", x1=percent(left), x2=percent(right), y1=y, y2=y, class_=kind)


def upright(place: float, top: float, bottom: float, kind: str) -> str:
    """A vertical line at a percentage."""
    return element("line", x1=percent(place), x2=percent(place), y1=top, y2=bottom, class_=kind)


def band(left: float, right: float, height: float, kind: str) -> str:
    """A filled area between two percentages."""
    return element("rect", x=percent(left), width=percent(right - left), y=0, height=height, class_=kind)


def mark(place: float, y: float, shape: str, kind: str) -> str:
    """A small shape, a path around (0, 0), at a percentage."""
    return element("svg", element("path", d=shape, class_=kind), x=percent(place), y=y, overflow="visible")


def percent(place: float) -> str:
    """A percentage with two decimals at most, as an attribute."""
    return f"{_said(float(place))}%"


def _said(value: Value) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
