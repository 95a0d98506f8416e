"""Blocks of a book → the sides of cards as drawings, in mm: Typst sets them, and each word and figure is drawn at the
place that Typst gave it.

There are only regular and bold letters: italics are set upright. A side is filled from its top; what does not fit goes
on the next side. A table that fits on a side is never divided, nor is a list that takes up to 60 % of a side; a list
begins on the side of the paragraph that introduces it. A character that the font lacks is set as `?`: the check of the
rulebook, which has the same words, reports it. `card.typ` says how a card looks.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files

from fabgen.artwork.drawing import Drawing, Lettering, Role, draw
from fabgen.artwork.export.typst import quote, write_mm
from fabgen.artwork.paper_things import draw_player_strip
from fabgen.artwork.path import circle
from fabgen.artwork.text import point_size, replace_missing, text_width
from fabgen.core.units import format_number
from fabgen.typeset.blocks import (
    Block,
    BookFigure,
    FigureRow,
    Heading,
    Listing,
    NoteBox,
    PageBreak,
    Paragraph,
    TextRun,
    TextRuns,
    TextTable,
    plain_text,
    walk_blocks,
)
from fabgen.typeset.typst_markup import BOX_LETTERS
from fabgen.typeset.typst_process import MAIN
from fabgen.typeset.word_places import add_drawing, set_pages

HEAD = 1.25  # how much larger the first heading is
BULLET = 0.22  # of a capital's height: the radius of the dot of a list, which is drawing 0
ROW_GAP = 1.5  # of a capital's height: between figures in a row
SMALLEST_FIGURE, SMALLEST_IN_ROW = 0.55, 0.33  # figures are not shrunk further; diagrams in a row keep cells of 3 mm
FUNCTIONS = "word, head-word, sides, lines, shrunk, heading, bullets, numbers, words-table, figure-row"  # of card.typ
REACH, STRIP = 1.8, 0.9  # mm: from the words of a banner to its strip, and the height of that
SIDES = {"left": "left", "middle": "center", "right": "right"}  # of a table's column, in Typst's words
LEAST_WORDS, SHORT_END = 4, 0.4  # words of a text whose last two stay together; their width, of the room


@dataclass(frozen=True)
class CardBanner:
    """What is beside and under the first heading of cards: the title of the game, and the colours of its players. It
    reaches to the cuts, `rim` mm beyond the words."""

    title: str
    tones: tuple[str, ...]
    rim: float


def set_sides(blocks: Sequence[Block], width: float, height: float, cap: float, banner: CardBanner | None = None, *,
              is_close: bool = False, looser: float = 1.0) -> list[Drawing]:
    """The sides of cards with capitals of `cap` mm, each with its top at y = 0. A banner reaches to the cuts. With
    `is_close`, lines and paragraphs are closer; gaps between paragraphs are `looser` times as large. Empty where a word
    or a figure is larger than a side."""
    text = _CardText(blocks, width, height, cap, banner, is_close, looser)
    pages = set_pages(text.files(), text.drawings)
    return [page.draw(Role.LABEL, Role.LABEL) for page in pages] if all(
        page.has_room(width, height) for page in pages) else []


class _CardText:
    """The text of cards as a Typst project, and the drawings that it refers to by their numbers."""

    def __init__(self, blocks: Sequence[Block], width: float, height: float, cap: float, banner: CardBanner | None,
                 is_close: bool, looser: float) -> None:
        self.is_close, self.looser = is_close, looser
        self.width, self.height, self.cap, self.banner = width, height, cap, banner
        self.drawings = [draw(Role.MARK, circle((BULLET * cap, -cap / 2), BULLET * cap))]
        self.text = self._write_all(blocks, is_whole_text=True)

    def files(self) -> dict[str, str]:
        """Name → contents of each file."""
        sizes = (write_mm(self.width), write_mm(self.height), write_mm(self.cap),
                 *(f"{format_number(point_size(cap), 4)}pt" for cap in (self.cap, self.cap * HEAD)))
        call = ", ".join((*sizes, f"banner: {self._write_banner()}",
                           f"close: {'true' if self.is_close else 'false'}",
                           f"looser: {self.looser:g}"))
        head = f'#import "card.typ": card\n#let ({FUNCTIONS}) = card({call})\n#show: sides\n'
        template = (files("fabgen") / "figures" / "components" / "card.typ").read_text("utf-8")
        return {MAIN: head + self.text, "card.typ": template}

    def _write_banner(self) -> str:
        """The title, how far the banner reaches beyond the words to the sides and up, and down, the number of its
        strip and the height of that."""
        if not self.banner:
            return "none"
        self.drawings.append(draw_player_strip(self.banner.tones, self.width, STRIP).moved(0, -STRIP))
        strip = f"({len(self.drawings) - 1}, {write_mm(STRIP)})"
        return f"({quote(replace_missing(self.banner.title))}, {write_mm(self.banner.rim)}, {write_mm(REACH)}, {strip})"

    def _write(self, block: Block, *, first: bool = False, introduces: bool = False) -> str:
        """A block as Typst markup. A paragraph that `introduces` a list is on the side where that begins."""
        if isinstance(block, Heading):
            bold = tuple(TextRun(run.text, bold=True) for run in block.text)
            is_large = first or block.level == 1
            return f"#heading([{self._words(bold, head=is_large)}]{', first: true' if is_large else ''})\n"
        if isinstance(block, Paragraph):
            return f"#lines({'sticky: true' if introduces else ''})[{self._words(block.text)}]\n"
        if isinstance(block, Listing):
            items = "".join(f"[{self._write_all(item)}], " for item in block.items)
            return f"#bullets({items})\n" if block.first is None else f"#numbers({block.first}, {items})\n"
        if isinstance(block, NoteBox):
            return self._write_all(block.blocks)
        if isinstance(block, BookFigure):
            return f"#shrunk({add_drawing(self.drawings, block.drawing)})\n"
        if isinstance(block, FigureRow):
            figures = "".join(f"({add_drawing(self.drawings, figure.drawing)}, [{self._words(figure.caption)}]), "
                              for figure in block.figures)
            return f"#figure-row({figures})\n"
        if isinstance(block, TextTable):
            return self._table(block)
        return "#pagebreak(weak: true)\n" if isinstance(block, PageBreak) else ""

    def _write_all(self, blocks: Iterable[Block], *, is_whole_text: bool = False) -> str:
        """Blocks one below the other; of the whole text, the first one has the large heading."""
        sequence = [*blocks]
        return "\n".join(
            self._write(block, first=is_whole_text and not number,
                        introduces=any(isinstance(following, Listing) for following in sequence[number + 1:number + 2]))
            for number, block in enumerate(sequence))

    def _table(self, table: TextTable) -> str:
        """A table; a head without words is left out."""
        bold = [tuple(TextRun(run.text, bold=True) for run in cell) for cell in table.head]
        head = "".join(f"[{self._words(cell)}], " for cell in bold) if any(map(plain_text, table.head)) else ""
        limit = write_mm(self.width / max(2, len(table.align)))
        share = self.width / len(table.align)
        rows = (", ".join(f"shrunk({add_drawing(self.drawings, cell)}, limit: {limit})" if isinstance(cell, Drawing)
                          else f"[{self._words(cell, room=share)}]" for cell in row) for row in table.rows)
        alignment = "".join(f"{SIDES[side]}, " for side in table.align)
        return f"#words-table(({alignment}), ({head}), {', '.join(f'({row},)' for row in rows)})\n"

    def _words(self, runs: TextRuns, *, head: bool = False, room: float = math.inf) -> str:
        """Words as calls, between which lines may be broken. A word that is wider than `room` mm, or than the card, may
        be divided anywhere."""
        call, cap = ("#head-word", self.cap * HEAD) if head else ("#word", self.cap)
        room = min(room, self.width)
        words = list[str]()
        for parts in split_words(runs):
            if parts is None:
                words.append(" \\\n")
            elif sum(text_width(text, cap, bold) for text, bold in parts) <= room:
                words.append(f"{call}({', '.join(_part(text, bold) for text, bold in parts)});")
            else:
                pieces = ((text[n:n + BOX_LETTERS], bold) for text, bold in parts
                          for n in range(0, len(text), BOX_LETTERS))
                words.append("".join(f"{call}({_part(*piece)});" for piece in pieces))
        if self._has_short_end(runs, cap, room):
            return f"{' '.join(words[:-1])}~{words[-1]}"
        return " ".join(words)

    def _has_short_end(self, runs: TextRuns, cap: float, room: float) -> bool:
        """Whether the last two words of some are so short that they stay together: no line has the last one alone."""
        parts = [*split_words(runs)]
        ends = [part for part in parts[-2:] if part is not None]
        width = sum(text_width(text, cap, bold) for part in ends for text, bold in part)
        return len(parts) >= LEAST_WORDS and len(ends) == 2 and width <= SHORT_END * room


def _part(text: str, bold: bool) -> str:
    return f"({quote(text)}, {'true' if bold else 'false'})"


def split_words(runs: TextRuns) -> Iterator[list[tuple[str, bool]] | None]:
    """Words, each of one or more parts in their styles, which are regular or bold; None where a line is broken by
    hand."""
    word: list[tuple[str, bool]] = []
    for run in runs:
        if run.see:
            continue
        for number, text in enumerate(replace_missing(run.text).replace("\n", " \n ").split(" ")):
            if number and word:
                yield word
                word = []
            if text == "\n":
                yield None
            elif text:
                word.append((text, run.bold))
    if word:
        yield word


def needs_setting(blocks: Sequence[Block], width: float, height: float, cap: float, sides: int) -> bool:
    """Whether only setting the blocks shows if they fit on a number of sides in capitals of `cap` mm: False where a
    cautious estimate says that they do."""
    lines = 0.0  # of text
    for block in walk_blocks(blocks):
        if isinstance(block, Heading | Paragraph):
            lines += _count_lines(block.text, 0.6 * width, cap) + 1
        elif isinstance(block, TextTable):
            across = 0.6 * width / len(block.align)
            if any(_widest_word(cell, cap) > across for row in (block.head, *block.rows) for cell in row
                   if not isinstance(cell, Drawing)):
                return True
            lines += sum(max(_cell_lines(cell, across, cap) for cell in row) + 1 for row in (block.head, *block.rows))
        elif isinstance(block, BookFigure):
            lines += block.drawing.size()[1] / cap + _count_lines(block.caption, 0.6 * width, cap)
        if isinstance(block, Heading | Paragraph) and _widest_word(block.text, HEAD * cap) > 0.6 * width:
            return True
    return 2 * cap * lines > 0.5 * sides * height


def _count_lines(runs: TextRuns, width: float, cap: float) -> int:
    """How many lines of a width in mm words take, each paragraph of them filled well."""
    return sum(math.ceil(text_width(text, cap, bold=True) / width) or 1 for text in plain_text(runs).split("\n"))


def _cell_lines(cell: TextRuns | Drawing, width: float, cap: float) -> float:
    return cell.size()[1] / cap if isinstance(cell, Drawing) else _count_lines(cell, width, cap)


def _widest_word(runs: TextRuns, cap: float) -> float:
    """The width in mm of the widest word, in bold letters."""
    return max((text_width(word, cap, bold=True) for word in plain_text(runs).split()), default=0.0)


def has_legible_figures(blocks: Iterable[Block], width: float, height: float, cap: float) -> bool:
    """Whether no figure is shrunk too much on a card of `width` by `height` mm, with capitals of `cap` mm between
    figures in a row, and none is then still higher than the card."""
    return all(
        factor >= (SMALLEST_IN_ROW if len(figures) > 1 else SMALLEST_FIGURE)
        and all(figure.drawing.size()[1] * factor <= height for figure in figures)
        for figures, factor in _figures_at_scale(blocks, width, cap)
    )


def smallest_type(blocks: Iterable[Block], width: float, cap: float) -> float:
    """The size in points of the smallest lettering in the figures of a card of `width` mm, with capitals of `cap` mm
    between figures in a row; infinite where figures hold no lettering."""
    sizes = [
        point_size(item.text.cap * factor)
        for figures, factor in _figures_at_scale(blocks, width, cap)
        for figure in figures
        for item in figure.drawing.items
        if isinstance(item, Lettering)
    ]
    return min(sizes, default=math.inf)


def _figures_at_scale(
    blocks: Iterable[Block], width: float, cap: float
) -> Iterator[tuple[Sequence[BookFigure], float]]:
    """The figures of each block, also inside boxes and lists, and the factor by which they are shrunk."""
    for block in blocks:
        if isinstance(block, FigureRow):
            across = (width - ROW_GAP * cap * (len(block.figures) - 1)) / len(block.figures)
            yield block.figures, min([1.0, *(across / figure.drawing.size()[0] for figure in block.figures)])
        elif isinstance(block, BookFigure):
            yield (block,), min(1.0, width / block.drawing.size()[0])
        elif isinstance(block, NoteBox):
            yield from _figures_at_scale(block.blocks, width, cap)
        elif isinstance(block, Listing):
            for item in block.items:
                yield from _figures_at_scale(item, width, cap)


__all__ = ["CardBanner", "has_legible_figures", "needs_setting", "set_sides", "smallest_type"]
