"""Markdown text → a syntax tree whose every node can say its line and column. The only module that knows markdown-it.

CommonMark with tables and curled quotes. Links and images keep their targets as written: the reader judges them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block.table import escapedSplit
from markdown_it.rules_inline import StateInline, autolink, html_inline, image, link
from markdown_it.tree import SyntaxTreeNode as Node

_RULES: dict[str, Callable[[StateInline, bool], bool]] = {
    "image": image, "link": link, "html_inline": html_inline, "autolink": autolink,
}

_QUOTES = MarkdownIt("zero", {"typographer": True}).enable("smartquotes")  # nothing else means anything


def parse(text: str) -> Node:
    """The tree of a Markdown text; inline nodes remember where in their block they start."""
    reader = MarkdownIt("commonmark", {"typographer": True}).enable(["table", "smartquotes"])
    for name, rule in _RULES.items():
        reader.inline.ruler.at(name, _marking(rule))
    reader.core.ruler.disable("text_join")  # what was escaped stays apart from what only looks like a mark
    reader.normalizeLink = lambda url: url  # type: ignore[method-assign]
    reader.validateLink = lambda url: True  # type: ignore[method-assign]
    return Node(reader.parse(text))


def curled(text: str) -> str:
    """A text that is no Markdown with its straight quotes and apostrophes curled, as those of a rules text are.

    >>> curled("the owner's \"hand\"")
    'the owner’s “hand”'
    """
    return "".join(part.content if part.type == "text" else "\n"
                   for token in _QUOTES.parseInline(text) for part in token.children or ())


def place(node: Node, lines: list[str], character: str = "") -> tuple[int, int]:
    """Line and column, from 1, of a node, or of a character in the block that the node belongs to."""
    block = _block(node)
    first, last = block.map or (0, 1)
    if character:
        found = ((n, lines[n].find(character)) for n in range(first, min(last, len(lines))))
        return next(((n + 1, column + 1) for n, column in found if column >= 0), (first + 1, 1))
    if block.type == "inline" and node is not block:
        return _inside(block, int(_meta(node).get("at", 0)), first, lines)
    line = lines[first] if first < len(lines) else ""
    return first + 1, len(line) - len(line.lstrip()) + 1


def table_cells(line: str) -> int:
    """How many cells are written in a row of a table, which may stand in a note.

    >>> table_cells("> | a | b | c |")
    3
    """
    cells = escapedSplit(re.sub(r"^[\s>]+", "", line).strip())
    return len(cells) - (not cells[0].strip()) - (len(cells) > 1 and not cells[-1].strip())


def _marking(rule: Callable[[StateInline, bool], bool]) -> Callable[[StateInline, bool], bool]:
    """The rule, its tokens marked with the offset at which they begin."""

    def run(state: StateInline, silent: bool) -> bool:
        start, before = state.pos, len(state.tokens)
        found = rule(state, silent)
        for token in state.tokens[before:]:
            token.meta.setdefault("at", start)
        return found

    return run


def _block(node: Node) -> Node:
    """The nearest node above (or the node itself) that knows its lines."""
    while node.parent and not (node.type != "root" and node.map):
        node = node.parent
    return node


def _meta(node: Node) -> dict[Any, Any]:
    return node.meta if node.type != "root" else {}


def _inside(block: Node, at: int, first: int, lines: list[str]) -> tuple[int, int]:
    """The place of an offset in a block's text, whose lines have lost their indentation and markers."""
    before = block.content[:at]
    row, column = before.count("\n"), at - (before.rfind("\n") + 1)
    written, line = block.content.split("\n")[row], lines[first + row]
    cell = block.parent
    start = _cell_start(cell, line) if cell and cell.type in ("td", "th") else max(line.rfind(written.rstrip()), 0)
    return first + row + 1, start + column + 1


def _cell_start(cell: Node, line: str) -> int:
    """Where the text of a table's cell starts in its line."""
    bars = [match.start() + 1 for match in re.finditer(r"(?<!\\)\|", line)]
    starts = bars if line.lstrip().startswith("|") else [0, *bars]
    index = cell.siblings.index(cell)
    start = starts[index] if index < len(starts) else 0
    return start + len(line[start:]) - len(line[start:].lstrip())
