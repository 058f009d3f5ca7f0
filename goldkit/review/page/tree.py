"""Markdown as a tree of elements for the page: a chunk's text is data, and what it holds of markup never reaches the page as such.

A node is a text, or [tag, attributes, *nodes]. The page makes elements of it one by one and knows only the tags in TAGS. HTML in a
text is shown as it is written, no link leads anywhere and no picture is loaded: both show where they would lead.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from goldkit.review.asked_words import AskedWords

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

Node = str | list[Any]
TAGS = frozenset(
    {
        "p",
        "h3",
        "h4",
        "h5",
        "ul",
        "ol",
        "li",
        "blockquote",
        "pre",
        "code",
        "em",
        "strong",
        "s",
        "hr",
        "br",
        "span",
        "mark",
    }
    | {"table", "thead", "tbody", "tr", "th", "td"}
)
PROSE = 60
"""Characters of a line from which on the lines of a paragraph were wrapped, not ended."""
_HEADINGS = {"h1": "h3", "h2": "h4"}
"""The page has headings of its own above."""


def markdown_tree(text: str, asked: AskedWords) -> list[Node]:
    """The elements of a Markdown text, with the question's words marked."""
    from markdown_it.tree import SyntaxTreeNode

    return _children(SyntaxTreeNode(_parser().parse(text)), asked)


def marked(text: str, asked: AskedWords) -> list[Node]:
    """A text as nodes, with the question's words marked."""
    nodes: list[Node] = []
    at = 0
    for start, end in asked.spans(text):
        nodes += [text[at:start], ["mark", {}, text[start:end]]]
        at = end
    return [node for node in [*nodes, text[at:]] if node]


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False, "maxNesting": 20}).enable(["table", "strikethrough"])


def _wrapped(node: SyntaxTreeNode) -> bool:
    """Whether a line ends only because its writer's did: a short line, as of an address or a log, ends where it was meant to."""
    written = node.parent.content if node.parent is not None else ""
    longest = max((len(line) for line in written.split("\n")[:-1]), default=0)
    return longest >= PROSE


def _children(node: SyntaxTreeNode, asked: AskedWords) -> list[Node]:
    return [made for child in node.children for made in _nodes(child, asked)]


def _nodes(node: SyntaxTreeNode, asked: AskedWords) -> list[Node]:
    match node.type:
        case "text" | "text_special" | "html_inline" | "html_block":
            return marked(node.content, asked)
        case "softbreak":
            return [" " if _wrapped(node) else "\n"]
        case "hardbreak":
            return [["br", {}]]
        case "code_inline":
            return [["code", {}, *marked(node.content, asked)]]
        case "fence" | "code_block":
            return [["pre", {}, ["code", {}, *marked(node.content, asked)]]]
        case "link":
            return [["span", {"class": "link", "title": str(node.attrs.get("href", ""))}, *_children(node, asked)]]
        case "image":
            said = f"{node.content or 'picture'} ({node.attrs.get('src', '')})"
            return [["span", {"class": "picture"}, *marked(said, asked)]]
    tag = _HEADINGS.get(node.tag, "h5" if node.tag in ("h3", "h4", "h5", "h6") else node.tag)
    if tag not in TAGS:
        return _children(node, asked)
    start = {"start": node.attrs["start"]} if tag == "ol" and "start" in node.attrs else {}
    return [[tag, start, *_children(node, asked)]]
