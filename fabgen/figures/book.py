"""rules.md, the figures that it refers to and the imprint of a game → a `Book`, or every Problem in them.

The words are the designer's; what fabgen adds (title page, contents, claims under examples) comes from one catalogue
for each language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

import fabgen
from fabgen.artwork.book import Block, Book, Figure, FigureRow, Heading, Places, Run, Runs, Table, plain
from fabgen.artwork.drawing import Drawing
from fabgen.base import FabgenError, Problem, Where
from fabgen.declared import read_text
from fabgen.figures.blocks import Figures, chapter_lines, read_blocks, unprintable
from fabgen.figures.bound import bind
from fabgen.figures.markdown import curled
from fabgen.spec.game import Ruling
from fabgen.words import Words, load_words

SAID = ("title", "designer", "summary", "source")  # words of a title page


@dataclass(frozen=True)
class Imprint:
    """What the title page and the imprint say of a game; `most` is how many may play where the book shows fewer."""

    title: str
    designer: str
    version: str
    players: int
    summary: str = ""
    year: str = ""
    source: str = ""
    most: int = 0


@dataclass(frozen=True)
class Component:
    """A line of the component list: how many each player has (None for shared things), how many are in the box, and
    how many of each side, and what all of them are called where that is not their name."""

    name: str
    picture: Drawing
    each: int | None
    total: int
    sides: tuple[str, ...] = ()
    several: str = ""


def read_book(path: Path, figures: Figures, imprint: Imprint, cover: Drawing | None = None,
              words: Words | None = None, rulings: Mapping[str, Ruling] | None = None) -> Book:
    """The rulebook of a game, its rulings answered at the end; raises FabgenError with every Problem of its text."""
    words = words or load_words()
    text = read_text(path)
    blocks, problems = read_blocks(text, str(path), figures)
    start = _reference(blocks, words.quick_reference)
    if behind := _chapters(blocks[start + 1:]):
        problems.append(Problem(Where(str(path), chapter_lines(text)[-behind], 1),
                                f"a chapter follows `{words.quick_reference}`",
                                "the quick reference fills the last page: put it last"))
    problems.extend(_unprintable(imprint))
    if any(one.level == "error" for one in problems):
        raise FabgenError(problems)
    body, reference = bind(blocks[:start], briefly(blocks[start:]), rulings or {}, words, figures.proper)
    return _bound(body, reference, imprint, cover, words)


def component_table(components: Iterable[Component], words: Words, players: int = 0) -> Table:
    """The component list with pictures, names and counts; `players` is for how many it counts, where there may be more
    of them."""
    rows = tuple((c.picture, _name(c, words), _count(c.each), _count(c.total)) for c in components)
    every = words.said("For {count} players", count=players) if players else words.all
    head = tuple((Run(text),) for text in (words.picture, words.component, words.each, every))
    return Table(head, rows, ("middle", "left", "right", "right"))


def _name(component: Component, words: Words) -> Runs:
    """What a thing is called and, in a line below, how many there are of each side."""
    sides = words.separator.join(component.sides)
    return (Run(component.name, bold=True), *([Run(f"\n{sides}")] if sides else []))


def _count(number: int | None) -> Runs:
    return (Run("–" if number is None else str(number)),)


def _reference(blocks: Sequence[Block], title: str) -> int:
    """Where the quick reference starts; the end where there is none."""
    titled = (i for i, block in enumerate(blocks) if isinstance(block, Heading) and block.level == 1
              and plain(block.text).casefold() == title.casefold())
    return next(titled, len(blocks))


def briefly(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks of a quick reference: figures that nobody wrote a caption for have a brief one there, and stand in
    rows with such neighbours."""
    made: list[Block] = []
    for brief, some in groupby(blocks, _brief):
        if brief:
            figures = tuple(_told(figure) for block in some for figure in _figures(block))
            made.append(FigureRow(figures) if figures[1:] else figures[0])
        else:
            made += [FigureRow(tuple(map(_told, one.figures))) if isinstance(one, FigureRow) else one for one in some]
    return tuple(made)


def _figures(block: Block) -> tuple[Figure, ...]:
    """The figures of a block that is a figure, or a row of them."""
    return block.figures if isinstance(block, FigureRow) else (block,) if isinstance(block, Figure) else ()


def _brief(block: Block) -> bool:
    return bool(_figures(block)) and all(figure.brief for figure in _figures(block))


def _told(figure: Figure) -> Figure:
    return replace(figure, caption=figure.brief or figure.caption)


def _chapters(blocks: Iterable[Block]) -> int:
    return sum(isinstance(block, Heading) and block.level == 1 for block in blocks)


def _unprintable(imprint: Imprint) -> Iterator[Problem]:
    """Characters of the title page that the font lacks."""
    for key in (*SAID, "version", "year"):
        yield from unprintable(getattr(imprint, key), lambda character, key=key: Where(key=key))  # type: ignore[misc]


def _bound(body: Sequence[Block], reference: Sequence[Block], imprint: Imprint, cover: Drawing | None,
           words: Words) -> Book:
    """The blocks with the pages around them."""
    players = words.one_player if imprint.players == 1 else words.players.format(count=imprint.players)
    players = words.said("Up to {count} players", count=imprint.most) if imprint.most > imprint.players else players
    title, designer, summary, source = (curled(getattr(imprint, key)) for key in SAID)
    said = words.said
    imprint = replace(imprint, title=title, designer=designer, summary=summary, source=source)
    lines = [words.design.format(designer=imprint.designer), words.edition.format(version=imprint.version)]
    lines += [words.published.format(year=imprint.year)] if imprint.year else []
    lines += [words.source.format(source=imprint.source)] if imprint.source else []
    return Book(
        title=imprint.title, byline=words.byline.format(designer=imprint.designer), summary=imprint.summary,
        facts=words.separator.join([players, words.rules.format(version=imprint.version)]),
        author=imprint.designer, contents=words.contents, language=words.language, cover=cover,
        imprint=((Run(" ".join(lines)),), (Run(words.made_by.format(fabgen=fabgen.__version__)),)),
        body=tuple(body), reference=tuple(reference), cover_alt=words.alt_cover.format(title=imprint.title),
        places=Places(said("page {page}"), said("pages {pages}"), said("and"), said("back cover")),
    )


__all__ = ["Component", "Figures", "Imprint", "component_table", "read_book"]
