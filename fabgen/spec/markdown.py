"""Markdown text → a syntax tree with the line and column of every node. The only module that knows markdown-it.

CommonMark with tables and curled quotes. Links and images keep their targets as written: `blocks` checks them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block.table import escapedSplit
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline, autolink, html_inline, image, link
from markdown_it.tree import SyntaxTreeNode

from fabgen.core.problems import FabgenError, Location, Problem

Node = SyntaxTreeNode  # of the tree of a text
# A reader of Markdown takes far longer for twice as many marks that could belong together.
LONGEST_PARAGRAPH = 5_000  # characters, also of a heading, an item of a list or a cell of a table
MOST_BRACKETS = 2_000  # `[` in a text
MOST_HEADINGS = 500
MOST_BARS = 100  # `|` in a line: each row of a table is filled up to the columns of its head

_RULES: dict[str, Callable[[StateInline, bool], bool]] = {
    "image": image, "link": link, "html_inline": html_inline, "autolink": autolink,
}

_QUOTE_CURLER = MarkdownIt("zero", {"typographer": True}).enable("smartquotes")  # reads no other syntax


def parse_markdown(text: str, file: str = "") -> Node:
    """The tree of a Markdown text; inline nodes keep the offset in their block at which they start. Raises FabgenError
    with one Problem for a text beyond the limits above."""
    if (count := text.count("[")) > MOST_BRACKETS:
        what, hint = f"a text with {count} `[` has too many links and figures", f"at most {MOST_BRACKETS}"
        raise FabgenError([Problem(Location(file), what, hint)])
    for number, line in enumerate(text.split("\n"), 1):
        if (count := line.count("|")) > MOST_BARS:
            what, hint = f"a line with {count} `|` is too wide for a table", f"at most {MOST_BARS}"
            raise FabgenError([Problem(Location(file, number, 1), what, hint)])

    def check_blocks(state: StateCore) -> None:
        """Refuses blocks beyond the limits before their words are read."""
        headings = [token for token in state.tokens if token.type == "heading_open"]
        if len(headings) > MOST_HEADINGS:
            what = f"{len(headings)} headings are too many for a book"
            raise FabgenError([Problem(_place_of(headings[MOST_HEADINGS].map, file), what, f"at most {MOST_HEADINGS}")])
        for token in state.tokens:
            if token.type == "inline" and len(token.content) > LONGEST_PARAGRAPH:
                what = f"a paragraph of {len(token.content)} characters is too long"
                hint = f"{LONGEST_PARAGRAPH} at most: divide it by an empty line"
                raise FabgenError([Problem(_place_of(token.map, file), what, hint)])

    reader = MarkdownIt("commonmark", {"typographer": True}).enable(["table", "smartquotes"])
    for name, rule in _RULES.items():
        reader.inline.ruler.at(name, _mark_offsets(rule))
    # Escaped characters stay nodes of their own, so that they are not mistaken for syntax of other dialects.
    reader.core.ruler.disable("text_join")
    reader.core.ruler.after("block", "limits", check_blocks)
    reader.normalizeLink = lambda url: url  # type: ignore[method-assign]
    reader.validateLink = lambda url: True  # type: ignore[method-assign]
    return Node(reader.parse(text))


def _place_of(lines: list[int] | None, file: str) -> Location:
    """The place at which a block begins."""
    return Location(file, lines[0] + 1, 1) if lines else Location(file)


def curl_quotes(text: str) -> str:
    """A plain text with its straight quotes and apostrophes curled, as in the rules text.

    >>> curl_quotes('each "hand" of a player')
    'each “hand” of a player'
    """
    return "".join(part.content if part.type == "text" else "\n"
                   for token in _QUOTE_CURLER.parseInline(text) for part in token.children or ())


def find_place(node: Node, lines: list[str], character: str = "") -> tuple[int, int]:
    """The line and column of a node, from 1. With `character`, the place of the first such character in the node's
    block."""
    block = _block_of(node)
    first, last = block.map or (0, 1)
    if character:
        columns = ((n, lines[n].find(character)) for n in range(first, min(last, len(lines))))
        return next(((n + 1, column + 1) for n, column in columns if column >= 0), (first + 1, 1))
    if block.type == "inline" and node is not block:
        return _place_in_block(block, int(_meta(node).get("at", 0)), first, lines)
    line = lines[first] if first < len(lines) else ""
    return first + 1, len(line) - len(line.lstrip()) + 1


def heading_anchor(text: str, used: Sequence[str]) -> str:
    """The anchor of a heading, as GitHub makes it: small letters, `-` for spaces, a number if it is taken."""
    base = re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-") or "section"
    return next(name for n in range(len(used) + 1) if (name := f"{base}-{n}" if n else base) not in used)


def count_table_cells(line: str) -> int:
    """The number of cells in a row of a table, which may be inside a note.

    >>> count_table_cells("> | a | b | c |")
    3
    """
    cells = escapedSplit(re.sub(r"^[\s>]+", "", line).strip())
    return len(cells) - (not cells[0].strip()) - (len(cells) > 1 and not cells[-1].strip())


def _mark_offsets(rule: Callable[[StateInline, bool], bool]) -> Callable[[StateInline, bool], bool]:
    """The rule, changed so that it marks its tokens with the offset at which they begin."""

    def run(state: StateInline, silent: bool) -> bool:
        start, before = state.pos, len(state.tokens)
        is_match = rule(state, silent)
        for token in state.tokens[before:]:
            token.meta.setdefault("at", start)
        return is_match

    return run


def _block_of(node: Node) -> Node:
    """The node itself or its nearest ancestor that has line numbers."""
    while node.parent and not (node.type != "root" and node.map):
        node = node.parent
    return node


def _meta(node: Node) -> dict[Any, Any]:
    """The data that a rule has left on a node. The root has none."""
    return node.meta if node.type != "root" else {}


def _place_in_block(block: Node, offset: int, first: int, lines: list[str]) -> tuple[int, int]:
    """Line and column of an offset in a block's text, in which Markdown has removed indentation and markers."""
    before = block.content[:offset]
    row, column = before.count("\n"), offset - (before.rfind("\n") + 1)
    row_text, line = block.content.split("\n")[row], lines[first + row]
    parent = block.parent
    start = (
        _cell_start(parent, line) if parent and parent.type in ("td", "th") else max(line.rfind(row_text.rstrip()), 0)
    )
    return first + row + 1, start + column + 1


def _cell_start(cell: Node, line: str) -> int:
    """Where the text of a table's cell starts in its line."""
    bars = [match.start() + 1 for match in re.finditer(r"(?<!\\)\|", line)]
    starts = bars if line.lstrip().startswith("|") else [0, *bars]
    index = cell.siblings.index(cell)
    start = starts[index] if index < len(starts) else 0
    return start + len(line[start:]) - len(line[start:].lstrip())
