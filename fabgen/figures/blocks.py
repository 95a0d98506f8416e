"""A rulebook's Markdown → blocks of a book, with every Problem of the text collected at its line and column.

Figures stand by reference in image syntax, alone in their paragraph; several in one paragraph stand side by side. A
block quote is a note, a rule `---` a page break. Only plain Markdown is understood; nothing is left out in silence.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from markdown_it.tree import SyntaxTreeNode as Node

from fabgen.artwork.book import (
    Align,
    Block,
    Figure,
    FigureRow,
    Heading,
    Listing,
    Note,
    PageBreak,
    Paragraph,
    Run,
    Runs,
    Table,
    every,
    plain,
)
from fabgen.artwork.text import missing_characters
from fabgen.base import FabgenError, Problem, Where, nearest
from fabgen.figures.cited import cites
from fabgen.figures.markdown import curled, parse, place, table_cells

DEEPEST, WIDEST = 4, 8  # levels of nested lists and notes (two for each list), columns of a table
_UNREAD = (  # what other Markdown has, and this would print as it is written: (how it looks, what it is, the hint)
    (re.compile(r"^\[[ xX]\](?=\s)"), "a box to tick", "a rulebook has bullets: take the brackets away"),
    (re.compile(r"\[\^[^\]\s]+\]"), "a footnote", "say it in the text, or in a note: > **Title.** Words."),
    (re.compile(r"(?<!!)\[[^\[\]]+\]\[[^\[\]]*\]"), "a link to a reference that is not there",
     "link to a heading: [words](#heading)"),
    (re.compile(r"(?<!!)\[[^\[\]]+\]\([^()]*\s[^()]*\)"), "a link with spaces in it",
     "headings have hyphens there: [words](#the-heading)"),
    (re.compile(r"!\[[^\[\]]*\]\[[^\[\]]*\]"), "a figure by a reference that is not there", "write ![caption](board)"),
    (re.compile(r"~~(?=\S).+?~~"), "struck out text", "leave it out"),
)
_ROW = re.compile(r"\s*\|.*\|\s*|\s*\|?(\s*:?-+:?\s*\|)+(\s*:?-+:?\s*)?")  # a line that wants to be part of a table
ADDRESSES = ("https://", "http://", "mailto:")
_REFUSED = {
    "html_block": ("HTML cannot stand in a rulebook",
                   "write it in Markdown; figures come by reference: `![caption](board)`"),
    "html_inline": ("HTML cannot stand in a rulebook",
                    "for bold write **bold**, for a line break end the line with a backslash"),
    "fence": ("a code block cannot stand in a rulebook", "write moves as `c3-c4`; show positions as examples"),
    "code_block": ("four spaces make this a code block, which cannot stand in a rulebook", "take the spaces away"),
    "heading": ("a heading cannot stand in a list or a note", "start it at the beginning of a line"),
    "hr": ("a page break cannot stand in a list or a note", "start it at the beginning of a line"),
}


@dataclass(frozen=True)
class Figures:
    """What a rulebook may refer to, and who draws it.

    `names` holds the names of each kind, none where the kind stands alone (`board`). `draw(kind, name, caption)` gives
    the blocks that stand for a reference; the caption is empty where the text gives none. `rulings` are the codes that
    the text may cite, `proper` the names of the game.
    """

    names: Mapping[str, tuple[str, ...]]
    draw: Callable[[str, str, str], tuple[Block, ...]]
    rulings: tuple[str, ...] = ()
    proper: tuple[str, ...] = ()

    @property
    def references(self) -> tuple[str, ...]:
        """Every reference as a rulebook writes it."""
        pairs = ((kind, name) for kind, names in self.names.items() for name in names or ("",))
        return tuple(f"{kind}:{name}" if name else kind for kind, name in pairs)


@dataclass(frozen=True)
class _Page:
    """The text that is being read, and what was found in it so far."""

    file: str
    lines: list[str]
    figures: Figures
    problems: list[Problem] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    chapters: list[Runs] = field(default_factory=list)  # their titles
    shown: list[str] = field(default_factory=list)  # references to figures
    links: list[tuple[str, Where]] = field(default_factory=list)

    def where(self, node: Node, character: str = "") -> Where:
        return Where(self.file, *place(node, self.lines, character))

    def wrong(self, where: Where, what: str, hint: str = "") -> None:
        self.problems.append(Problem(where, what, hint))


def read_blocks(text: str, file: str, figures: Figures) -> tuple[list[Block], list[Problem]]:
    """The blocks of a Markdown text and all that is wrong with it."""
    page = _Page(file, text.splitlines(), figures)
    blocks = [block for node in parse(text).children for block in _blocks(node, page, top=True)]
    if not blocks:
        page.wrong(Where(file, 1, 1), "the rulebook has no text", "start it with a heading such as `# Overview`")
    for target, where in page.links:
        _check_link(target, where, page)
    return blocks, page.problems


def chapter_lines(text: str) -> list[int]:
    """The line, from 1, of each chapter's heading."""
    chapters = (node for node in parse(text).children if node.type == "heading" and node.tag == "h1")
    return [node.map[0] + 1 for node in chapters if node.map]


def count_words(blocks: Sequence[Block]) -> int:
    """How many words a text has, headings, tables and captions included; figures themselves have none."""
    return sum(len(re.findall(r"\w[\w'’-]*", plain(text))) for block in every(blocks) for text in _texts(block))


def _texts(block: Block) -> Iterator[Runs]:
    """The words that stand in a block itself."""
    if isinstance(block, Heading | Paragraph):
        yield block.text
    elif isinstance(block, Figure):
        yield block.caption
    elif isinstance(block, Table):
        yield from (cell for row in (block.head, *block.rows) for cell in row if isinstance(cell, tuple))


def unprintable(text: str, where: Callable[[str], Where]) -> Iterator[Problem]:
    """A Problem for each character that the book's font lacks; `where` gives the place of a character."""
    for character in missing_characters(text.replace("\N{NO-BREAK SPACE}", " ")):
        name = unicodedata.name(character, "a control character").lower()
        yield Problem(where(character), f"the font has no character {character!r} (U+{ord(character):04X}, {name})",
                      "write it in other letters: the font has Latin, Greek and Cyrillic, and common signs")


def _blocks(node: Node, page: _Page, top: bool = False) -> list[Block]:
    """The blocks that a node of the text stands for; headings and page breaks only at the top."""
    if node.type == "paragraph":
        return _paragraph(node, page)
    if node.type in ("heading", "hr") and top:
        return _heading_of(node, page) if node.type == "heading" else [PageBreak()]
    if node.type in ("blockquote", "bullet_list", "ordered_list") and node.level > DEEPEST:
        page.wrong(page.where(node), "lists and notes are nested too deeply for a page", "at most three deep")
        return []
    if node.type == "blockquote":
        return [Note(_inner(node, page))]
    if node.type in ("bullet_list", "ordered_list"):
        first = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
        return [Listing(tuple(_inner(item, page) for item in node.children), first)]
    if node.type == "table":
        return [_table(node, page)]
    page.wrong(page.where(node), *_REFUSED.get(node.type, (f"{node.type} cannot stand here", "")))
    return []


def _inner(node: Node, page: _Page) -> tuple[Block, ...]:
    return tuple(block for child in node.children for block in _blocks(child, page))


def _heading_of(node: Node, page: _Page) -> list[Block]:
    text, level = _runs(node.children[0], page), int(node.tag[1])
    if not plain(text).strip():
        page.wrong(page.where(node), "this heading has no words")
    if level == 1 and text in page.chapters:
        page.wrong(page.where(node), f"two chapters have the title `{plain(text)}`", "give one of them other words")
    page.chapters.extend([text] if level == 1 else [])
    if level > 3:
        page.wrong(page.where(node), f"a heading of level {level}; a rulebook has three", "use #, ## or ###")
    anchor = _anchor(plain(text), page.anchors)
    page.anchors.append(anchor)
    return [Heading(level, text, anchor)]


def _anchor(text: str, taken: Sequence[str]) -> str:
    """The name that links to a heading use, as GitHub makes it: small letters, spaces as `-`, a number when taken."""
    base = re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-") or "section"
    return next(name for n in range(len(taken) + 1) if (name := f"{base}-{n}" if n else base) not in taken)


def _paragraph(node: Node, page: _Page) -> list[Block]:
    inline = node.children[0]
    for number, written in enumerate(inline.content.split("\n")):
        if _ROW.fullmatch(written):
            line, column = place(inline, page.lines)
            page.wrong(Where(page.file, line + number, column), "this row belongs to no table",
                       "a table is a head, then dashes for as many columns, then its rows, with no empty line between")
            break
    parts = [child for child in inline.children if child.type not in ("softbreak", "text") or child.content.strip()]
    if any(part.type != "image" for part in parts):
        return [Paragraph(_runs(inline, page))]
    found = [_figure(part, page) for part in parts]
    figures = [block for blocks in found for block in blocks if isinstance(block, Figure)]
    if len(figures) > 1 and len(figures) == sum(map(len, found)):
        return [FigureRow(tuple(figures))]
    return [block for blocks in found for block in blocks]


def _figure(node: Node, page: _Page) -> tuple[Block, ...]:
    """The blocks of a reference; a Problem where it refers to nothing."""
    where, target = page.where(node), str(node.attrs["src"])
    caption = plain(_spans(node, page, Run("")))
    kind, _, name = target.partition(":")
    if target not in page.figures.references:
        page.wrong(where, *_unknown(target, kind, name, page.figures))
        return ()
    page.shown.append(target)
    try:
        blocks = page.figures.draw(kind, name, caption)
    except FabgenError as error:
        page.problems.extend(replace(one, where=where) if one.where == Where() else one for one in error.problems)
        return ()
    if any(isinstance(block, Figure) and not plain(block.caption).strip() for block in blocks):
        page.wrong(where, f"the figure `{target}` has no caption",
                   f"write what it shows between the brackets: ![...]({target})")
    return tuple(replace(one, anchor=figure_anchor(target), caption=_curled(one.caption))
                 if isinstance(one, Figure) else one for one in blocks)


def _curled(runs: Runs) -> Runs:
    """A caption as the text around it: Markdown leaves the quotes in the words of an image as they are."""
    return tuple(replace(run, text=curled(run.text)) for run in runs)


def figure_anchor(reference: str) -> str:
    """The name that links to a figure use; no heading has such a one."""
    return "figure/" + re.sub(r"\W", "-", reference)


def _of_figure(target: str, page: _Page) -> bool:
    """Whether a link means a figure, be there such a one or not."""
    return target in page.figures.references or target.partition(":")[0] in {*page.figures.names, "example"}


def _unknown(target: str, kind: str, name: str, figures: Figures) -> tuple[str, str]:
    """What is wrong with a reference to a figure, and what would be right."""
    names = figures.names.get(kind)
    if names and not name:
        return f"`{kind}` needs the name of one figure", f"write `{kind}:` and one of {', '.join(names)}"
    if names:
        return f"no figure `{name}` among `{kind}`", nearest(name, names)
    if names is not None:
        return f"`{kind}` takes no name", f"write `{kind}` alone"
    if kind == "example":
        return "this game has no examples yet", "worked examples stand under `examples` in the spec: see docs/spec.md"
    if re.search(r"[/.]", target):
        what = f"`{target}` is a picture file; a rulebook shows figures that fabgen draws"
        return what, nearest(target, figures.references)
    return f"no figure `{target}`", nearest(target, figures.references)


_ALIGN: dict[str, Align] = {"text-align:right": "right", "text-align:center": "middle"}


def _table(node: Node, page: _Page) -> Table:
    columns = len(node.children[0].children[0].children)
    if columns > WIDEST:
        what = f"a table of {columns} columns; a page has room for {WIDEST}"
        page.wrong(page.where(node), what, "make two tables of it")
    for row in (row for part in node.children[1:] for row in part.children):
        line = page.lines[row.map[0]] if row.map else ""
        if table_cells(line) > columns:
            page.wrong(page.where(row), f"this row has {table_cells(line)} cells, the table {columns} columns",
                       "add a column to its head and to its dashes, or write \\| for a bar that divides nothing")
    rows = [[_runs(cell.children[0], page) if cell.children else () for cell in row.children]
            for part in node.children for row in part.children]
    heads = node.children[0].children[0].children
    align = tuple(_ALIGN.get(str(cell.attrs.get("style", "")), "left") for cell in heads)
    return Table(tuple(rows[0]), tuple(tuple(row) for row in rows[1:]), align)


def _runs(inline: Node, page: _Page) -> Runs:
    return tuple(run for run in _spans(inline, page, Run("")) if run.text or run.link)


def _spans(node: Node, page: _Page, style: Run) -> Iterator[Run]:
    """The words under a node, each with the styles of the nodes above it."""
    for child in node.children:
        if child.type in ("text", "text_special", "code_inline"):
            yield _words(child, page, style)
        elif child.type in ("softbreak", "hardbreak"):
            yield replace(style, text=" " if child.type == "softbreak" else "\n")
        elif child.type == "link" and not child.children:
            yield _bare(child, page, style)
        elif child.type in ("strong", "em", "link"):
            yield from _spans(child, page, _styled(child, page, style))
        elif child.type == "image":
            page.wrong(page.where(child), "a figure stands among words",
                       "put it in a paragraph of its own, an empty line before and after")
        else:
            page.wrong(page.where(child), *_REFUSED.get(child.type, (f"{child.type} cannot stand here", "")))


def _bare(node: Node, page: _Page, style: Run) -> Run:
    """A link without words: to a figure, whose number will be its words."""
    linked = _styled(node, page, style)
    if not _of_figure(target := str(node.attrs["href"]), page):
        what = f"the link to `{target}` has no words"
        page.wrong(page.where(node), what, f"write them in the brackets: [...]({target})")
    return linked


_SPACED = re.compile(r"!\[(?P<caption>[^\]]*)\]\((?P<target>[^()<>]*\s[^()<>]*)\)")  # no image to Markdown


def _words(node: Node, page: _Page, style: Run) -> Run:
    text = node.content.replace("\t", " ")
    for spaced in _SPACED.finditer(text if node.type == "text" else ""):
        target = spaced["target"]
        page.wrong(page.where(node, f"({target})"), f"spaces in `{target}`: such a name needs angle brackets",
                   f"write ![{spaced['caption']}](<{target.strip()}>)")
    for looks, what, hint in _UNREAD if node.type == "text" else ():
        for found in looks.finditer(text):
            page.wrong(page.where(node, found[0]), f"{what}, `{found[0].strip()}`, cannot stand in a rulebook", hint)
    page.problems.extend(unprintable(text, lambda character: page.where(node, character)))
    page.problems.extend(_uncited(text, node, page) if node.type == "text" else ())
    return replace(style, text=text, notation=style.notation or node.type == "code_inline")


def _uncited(text: str, node: Node, page: _Page) -> Iterator[Problem]:
    """Codes that look like those of the game's rulings, and are none: nothing is printed for them."""
    known = page.figures.rulings
    for code in cites((Run(text),), known):
        if code not in known:
            hint = nearest(code, known) or "add it to `rulings`, or take it out"
            yield Problem(page.where(node, code), f"there is no ruling `{code}`: the book prints nothing for it", hint,
                          "notice")


def _styled(node: Node, page: _Page, style: Run) -> Run:
    if node.type == "link":
        target = str(node.attrs["href"])
        page.links.append((target, page.where(node)))
        return replace(style, link=f"#{figure_anchor(target)}" if target in page.figures.references else target)
    return replace(style, bold=style.bold or node.type == "strong", italic=style.italic or node.type == "em")


def _check_link(target: str, where: Where, page: _Page) -> None:
    """A link goes to a heading or a figure of this book or to an address."""
    if target in page.figures.references:
        if target not in page.shown:
            page.wrong(where, f"the figure `{target}` does not stand in this book", f"show it: ![...]({target})")
    elif target.startswith("#"):
        if target[1:] not in page.anchors:
            near = nearest(target, [f"#{name}" for name in page.anchors])
            page.wrong(where, f"no heading has the anchor `{target}`", near)
    elif _of_figure(target, page):
        kind, _, name = target.partition(":")
        page.wrong(where, *_unknown(target, kind, name, page.figures))
    elif not target.startswith(ADDRESSES):
        page.wrong(where, f"the link `{target}` leads nowhere from a printed book",
                   "link to a heading (`#setup`) or to an https:// address")
