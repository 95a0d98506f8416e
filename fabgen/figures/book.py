"""rules.md and the figures that it refers to → a `Book`, or every Problem in it with line and column.

Figures stand by reference in image syntax (`![what it says](example:friend)`), alone in their paragraph; several in one paragraph
stand side by side. A block quote is a note, a rule `---` a page break. Nothing else than plain Markdown is understood.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import fabgen
from fabgen.artwork.book import (
    Align,
    Block,
    Book,
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
    plain,
)
from fabgen.artwork.drawing import Drawing
from fabgen.artwork.text import missing_characters
from fabgen.base import FabgenError, Problem, Where, nearest
from fabgen.declared import read_text
from fabgen.figures.markdown import Node, parse, place
from fabgen.words import Words, load_words

ADDRESSES = ("https://", "http://", "mailto:")


@dataclass(frozen=True)
class Figures:
    """What a rulebook may refer to: the names of each kind (none where the kind stands alone: `board`), and who draws them.

    `draw(kind, name, caption)` gives the blocks that stand for a reference; the caption is empty where the text gives none.
    """

    names: Mapping[str, tuple[str, ...]]
    draw: Callable[[str, str, str], tuple[Block, ...]]

    @property
    def references(self) -> tuple[str, ...]:
        """Every reference as a rulebook writes it."""
        return tuple(f"{kind}:{name}" if name else kind for kind, names in self.names.items() for name in names or ("",))


@dataclass(frozen=True)
class Imprint:
    """What the title page and the imprint say of a game."""

    title: str
    designer: str
    version: str
    players: int
    summary: str = ""
    year: str = ""
    source: str = ""


@dataclass(frozen=True)
class _Page:
    """The text that is being read, and what was found in it so far."""

    file: str
    lines: list[str]
    figures: Figures
    problems: list[Problem] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    links: list[tuple[str, Where]] = field(default_factory=list)

    def where(self, node: Node, character: str = "") -> Where:
        return Where(self.file, *place(node, self.lines, character))

    def wrong(self, where: Where, what: str, hint: str = "") -> None:
        self.problems.append(Problem(where, what, hint))


def read_book(path: Path, figures: Figures, imprint: Imprint, cover: Drawing | None = None, words: Words | None = None) -> Book:
    """The rulebook of a game; raises FabgenError with every Problem of its text."""
    text = read_text(path)
    page = _Page(str(path), text.splitlines(), figures)
    blocks = [block for node in parse(text).children for block in _blocks(node, page, top=True)]
    if not blocks:
        page.wrong(Where(page.file, 1, 1), "the rulebook has no text", "start it with a heading such as `# Overview`")
    for target, where in page.links:
        _check_link(target, where, page)
    words = words or load_words()
    body, reference = _parted(blocks, words.quick_reference, page)
    page.problems.extend(_unprintable(imprint))
    if page.problems:
        raise FabgenError(page.problems)
    return _bound(body, reference, imprint, cover, words)


def claims(words: Words, legal: Sequence[str], illegal: Sequence[str], exactly: Sequence[str] | None) -> tuple[Runs, ...]:
    """The lines under an example: what may be done in it, what may not, and what alone may be done."""
    lines = [(words.may, legal), (words.may_not, illegal)]
    rows = [(label, moves) for label, moves in lines if moves]
    if exactly is not None:
        rows.insert(0, (words.exactly, exactly or (words.nothing,)))
    return tuple(_claim(label, moves) for label, moves in rows)


@dataclass(frozen=True)
class Component:
    """A line of the component list: how many each player has (None for things that all share), and how many there are in all."""

    name: str
    picture: Drawing
    each: int | None
    total: int


def component_table(components: Iterable[Component], words: Words) -> Table:
    """The component list with pictures, names and counts."""
    rows = tuple((c.picture, (Run(c.name, bold=True),), (Run("" if c.each is None else str(c.each)),), (Run(str(c.total)),)) for c in components)
    head = tuple((Run(text),) for text in (words.picture, words.component, words.each, words.all))
    return Table(head, rows, ("middle", "left", "right", "right"))


def _claim(label: str, moves: Sequence[str]) -> Runs:
    listed = [run for move in moves for run in (Run(", "), Run(move, notation=True))]
    return Run(f"{label} ", bold=True), *listed[1:]


def _bound(body: Sequence[Block], reference: Sequence[Block], imprint: Imprint, cover: Drawing | None, words: Words) -> Book:
    """The blocks with the pages around them."""
    players = words.one_player if imprint.players == 1 else words.players.format(count=imprint.players)
    lines = [words.design.format(designer=imprint.designer), words.edition.format(version=imprint.version)]
    lines += [words.published.format(year=imprint.year)] if imprint.year else []
    lines += [words.source.format(source=imprint.source)] if imprint.source else []
    return Book(
        title=imprint.title, byline=words.byline.format(designer=imprint.designer), summary=imprint.summary,
        facts=words.separator.join([players, words.rules.format(version=imprint.version)]),
        author=imprint.designer, contents=words.contents, language=words.language, cover=cover,
        imprint=((Run(" ".join(lines)),), (Run(words.made_by.format(fabgen=fabgen.__version__)),)),
        body=tuple(body), reference=tuple(reference),
    )


def _parted(blocks: list[Block], title: str, page: _Page) -> tuple[list[Block], list[Block]]:
    """The body, and the chapter that goes on the last page."""
    chapters = [i for i, block in enumerate(blocks) if isinstance(block, Heading) and block.level == 1]
    found = [i for i in chapters if plain(_heading(blocks[i])).casefold() == title.casefold()]
    if found and found[0] != chapters[-1]:
        page.wrong(Where(page.file), f"a chapter follows `{title}`", "the quick reference fills the last page: put it last")
    start = found[0] if found else len(blocks)
    return blocks[:start], blocks[start:]


def _heading(block: Block) -> Runs:
    return block.text if isinstance(block, Heading) else ()


def _unprintable(imprint: Imprint) -> Iterator[Problem]:
    """Characters of the title page that the font lacks."""
    for key in ("title", "designer", "version", "summary", "year", "source"):
        for character in missing_characters(getattr(imprint, key)):
            yield _missing(Where(key=key), character)


def _missing(where: Where, character: str) -> Problem:
    name = unicodedata.name(character, "no name")
    return Problem(where, f"the font has no character {character!r} (U+{ord(character):04X}, {name.lower()})",
                   "write it in other letters; the book's font has Latin, Greek and Cyrillic")


def _blocks(node: Node, page: _Page, top: bool = False) -> list[Block]:
    """The blocks that a node of the text stands for; headings and page breaks only at the top."""
    if node.type == "paragraph":
        return _paragraph(node, page)
    if node.type in ("heading", "hr") and top:
        return _heading_of(node, page) if node.type == "heading" else [PageBreak()]
    if node.type == "blockquote":
        return [Note(_inner(node, page))]
    if node.type in ("bullet_list", "ordered_list"):
        first = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
        return [Listing(tuple(_inner(item, page) for item in node.children), first)]
    if node.type == "table":
        return [_table(node, page)]
    page.wrong(page.where(node), *_REFUSED.get(node.type, (f"{node.type} cannot stand here", "")))
    return []


_REFUSED = {
    "html_block": ("HTML cannot stand in a rulebook", "write it in Markdown; figures come by reference: `![caption](board)`"),
    "html_inline": ("HTML cannot stand in a rulebook", "for bold write **bold**, for a line break end the line with a backslash"),
    "fence": ("a code block cannot stand in a rulebook", "write moves as `c3-c4`; show positions as examples"),
    "code_block": ("four spaces make this a code block, which cannot stand in a rulebook", "take the spaces away"),
    "heading": ("a heading cannot stand in a list or a note", "start it at the beginning of a line"),
    "hr": ("a page break cannot stand in a list or a note", "start it at the beginning of a line"),
}


def _inner(node: Node, page: _Page) -> tuple[Block, ...]:
    return tuple(block for child in node.children for block in _blocks(child, page))


def _heading_of(node: Node, page: _Page) -> list[Block]:
    text, level = _runs(node.children[0], page), int(node.tag[1])
    if not plain(text).strip():
        page.wrong(page.where(node), "this heading has no words")
    if level > 3:
        page.wrong(page.where(node), f"a heading of level {level}; a rulebook has three", "use #, ## or ###")
    anchor = _anchor(plain(text), page.anchors)
    page.anchors.append(anchor)
    return [Heading(level, text, anchor)]


def _anchor(text: str, taken: Sequence[str]) -> str:
    """The name under which a heading is linked to, as GitHub makes it: small letters, spaces as `-`, a number when taken."""
    base = re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-") or "section"
    return next(name for n in range(len(taken) + 1) if (name := f"{base}-{n}" if n else base) not in taken)


def _paragraph(node: Node, page: _Page) -> list[Block]:
    inline = node.children[0]
    parts = [child for child in inline.children if child.type != "softbreak" and (child.type != "text" or child.content.strip())]
    if not parts or any(part.type != "image" for part in parts):
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
    try:
        blocks = page.figures.draw(kind, name, caption)
    except FabgenError as error:
        page.problems.extend(replace(one, where=where) if one.where == Where() else one for one in error.problems)
        return ()
    if any(isinstance(block, Figure) and not plain(block.caption).strip() for block in blocks):
        page.wrong(where, f"the figure `{target}` has no caption", f"write what it shows between the brackets: ![...]({target})")
    return blocks


def _unknown(target: str, kind: str, name: str, figures: Figures) -> tuple[str, str]:
    """What is wrong with a reference to a figure, and what would be right."""
    names = figures.names.get(kind)
    if names and not name:
        return f"`{kind}` needs the name of one figure", f"write `{kind}:` and one of {', '.join(names)}"
    if names:
        return f"no figure `{name}` among `{kind}`", nearest(name, names)
    if names is not None:
        return f"`{kind}` takes no name", f"write `{kind}` alone"
    if re.search(r"[/.]", target):
        return f"`{target}` is a picture file; a rulebook shows figures that fabgen draws", nearest(target, figures.references)
    return f"no figure `{target}`", nearest(target, figures.references)


def _table(node: Node, page: _Page) -> Table:
    rows = [[_runs(cell.children[0], page) if cell.children else () for cell in row.children]
            for part in node.children for row in part.children]
    aligns = {"text-align:right": "right", "text-align:center": "middle"}
    heads = node.children[0].children[0].children
    align: tuple[Align, ...] = tuple(aligns.get(str(cell.attrs.get("style", "")), "left") for cell in heads)  # type: ignore[misc]
    return Table(tuple(rows[0]), tuple(tuple(row) for row in rows[1:]), align)


def _runs(inline: Node, page: _Page) -> Runs:
    return tuple(run for run in _spans(inline, page, Run("")) if run.text)


def _spans(node: Node, page: _Page, style: Run) -> Iterator[Run]:
    """The words under a node, each with the styles of the nodes above it."""
    for child in node.children:
        if child.type in ("text", "code_inline"):
            yield _words(child, page, style)
        elif child.type in ("softbreak", "hardbreak"):
            yield replace(style, text=" " if child.type == "softbreak" else "\n")
        elif child.type in ("strong", "em", "link"):
            yield from _spans(child, page, _styled(child, page, style))
        elif child.type == "image":
            page.wrong(page.where(child), "a figure stands among words", "put it in a paragraph of its own, an empty line before and after")
        else:
            page.wrong(page.where(child), *_REFUSED.get(child.type, (f"{child.type} cannot stand here", "")))


def _words(node: Node, page: _Page, style: Run) -> Run:
    text = node.content.replace("\t", " ")
    for character in missing_characters(text.replace("\N{NO-BREAK SPACE}", " ")):
        page.problems.append(_missing(page.where(node, character), character))
    return replace(style, text=text, notation=style.notation or node.type == "code_inline")


def _styled(node: Node, page: _Page, style: Run) -> Run:
    if node.type == "link":
        target = str(node.attrs["href"])
        page.links.append((target, page.where(node)))
        return replace(style, link=target)
    return replace(style, bold=style.bold or node.type == "strong", italic=style.italic or node.type == "em")


def _check_link(target: str, where: Where, page: _Page) -> None:
    """A link goes to a heading of this book or to an address."""
    if target.startswith("#"):
        if target[1:] not in page.anchors:
            page.wrong(where, f"no heading has the anchor `{target}`", nearest(target, [f"#{name}" for name in page.anchors]))
    elif not target.startswith(ADDRESSES):
        page.wrong(where, f"the link `{target}` leads nowhere from a printed book", "link to a heading (`#setup`) or to an https:// address")
