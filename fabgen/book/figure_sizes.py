"""A book and a layout of it → how large its figures are on their pages, which of them share a row, and which have words
or a caption beside them.

Sizes are in mm, and scales are those of the drawings. The heights of words are estimates: Typst measures the blocks of
a layout when it sets them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from fabgen.artwork.drawing import Drawing
from fabgen.artwork.drawing_memory import remember_drawings
from fabgen.artwork.export.typst import PlacedDrawing, place_drawing
from fabgen.artwork.lettering import LetterGroups, LetterSizes
from fabgen.artwork.picture_rows import picture_row
from fabgen.book.body_blocks import BOARD_ANCHORS, figures_of, is_close_up, shows_board, single_figure
from fabgen.book.book_format import COLUMN_GUTTER, BookFormat
from fabgen.book.layout import Layout
from fabgen.core.units import POINTS_PER_MM
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import Book

COLUMNS, GUTTER = 4, 4.0  # of a page; mm between them
GROUND_REACH, USUAL_MARGIN = 2.6, 15.0  # mm: the margins of the ground of figures, in pages with margins of that width
# Points, where the body has its usual size: no lettering in a drawing is smaller; the same on a folded sheet.
LEGIBLE, LEGIBLE_ON_A_SHEET = 7.0, 6.0
CAPTION_SHARE = 0.8  # of the height that its words have in the body: that of a caption, whose type is smaller
LEAST_BESIDE_SETUP = 0.16  # of the height of the setup: that of a caption which stands beside it
CAPTION_BESIDE = 0.62  # of the width for figures: a wider figure has its caption below
NEARLY_WIDE = 0.8  # of the width for figures: a comic, a legend or slips that begin where boards do
LEAST_IN_ROW = 0.85  # of its scale: a figure of a row that is a little too wide
TALLEST_PICTURE = 0.75  # of the frame's height: a picture, so that its words fit the page
WIDEST_IN_TABLE = 0.34  # of the frame's width: a picture in a table
HIGHEST_IN_TABLE = 12.0  # mm: the same
LEAST_IN_TABLE = 4.0  # em: the words beside pictures in a table
HEAD_LETTER = 0.54  # em: a bold letter in the head of a table
# mm: the least width of a caption below a figure in a row; the same on a sheet that is folded once.
LEAST_CAPTION, LEAST_CAPTION_ON_A_SHEET = 30.0, 25.0
CAPTION_GAP = 1.25  # gutters: between a figure and the caption beside it
LEAST_WORDS = 52.0  # mm: the least width of the words beside a figure
LETTER_WIDE, LETTER_HIGH = 0.46, 1.62  # of the size of type: the room that a letter of a text takes
LONGEST_BELOW = 0.8  # of the height of a figure with words beside it: its caption, where it is as narrow as the figure
NEARLY_HALF = 0.75  # of two columns: the width of a figure with words or a caption beside it that takes both of them
MOST_BESIDE, LEAST_BESIDE = 1.2, 0.78  # of the height of a figure with its caption: that of the words beside it
SMALL_TYPE = 9.1  # points, in a book of the usual size: the words of captions and of tables
SETUP_SCALE = 1.2  # times the size of other cells: those of the setup
LEAST_CELL = 5.6  # mm, where the body has its usual size: the cells of a whole board, where two fit in a row
LEAST_SHARE = 0.85  # of their least width: cells with signs in a book whose figures are made smaller
# Em around the ground of a figure, and how much more above it, where lines have descenders.
AROUND_FIGURES, ABOVE_FIGURES = 0.9, 0.2
AROUND_ON_A_SHEET = 0.75  # em: the same on a folded sheet, where figures have no ground
# Of their usual size, headings, pictures in tables, and the space around figures: in columns, and on a folded sheet.
IN_COLUMNS, ON_A_SHEET = 0.75, 0.62
# mm: a caption that is level with others but would be further below its picture is directly below it.
FAR_CAPTION = 10.0
BOARD_EDGE = 3.4  # mm: from the left edge of a panel to that of a board, the room for the names of rows
# Of a cell: how much further down the names of columns may reach that a close-up with more of its board shows, and
# names of rows to the left.
MOST_DEEPER = 0.1
ROUNDING = 1e-6  # mm
# The groups of a figure of a position: `figures/positions` names them.
LETTER_GROUPS = LetterGroups(rows=("held",), counted=("piles", "supplies"), named=("seats",), labels=("labels",),
                            insets=("insets",), pictures=("comic",), spaces=("spaces",),
                            forms=("slips",))
NAME_TYPE = 8.0  # points, in a book of the usual size: names beside boards
LEGEND_IN_COLUMNS = 0.85  # of its usual size: a legend of one column
LEGEND_ANCHOR = "figure/legend"


class FigureSizes:
    """The sizes of the figures of a book in one layout, and what stands beside them.

    `column_room` is the width in mm for the figures of a column, and `figure_scale` and `words_scale` what all of them
    and all words are scaled by: the reference has its own.
    """

    def __init__(self, content: Book, page: BookFormat, layout: Layout) -> None:
        self.content, self.page, self.layout = content, page, layout
        self.column_room = page.column_width - 2 * ground_reach(page)
        self.figure_scale = self.words_scale = 1.0
        self._enlargements: dict[tuple[int, float], float] = {}  # by the figure and the width of its column
        self._larger_factors = {id(figure): factor for number, factor in layout.larger
                                for figure in book.walk_blocks(content.body[number:number + 1])}
        self._rows = {id(figure): figures for block in content.body if len(figures := figures_of(block)) > 1
                      for figure in figures}
        self._row_shares: dict[int, float] = {}  # how much smaller the figures of rows are that are a little too wide
        self._row_shares = self._fit_rows(content.body)

    def scale_of(self, block: book.BookFigure) -> float:
        """The scale of a figure: of its cells where it has any, else that of its columns; but no lettering is too
        small to read."""
        factor, share = self.larger_factor(block), self._row_shares.get(id(block), 1.0)
        least_scale = self._least_scale(block)
        if block.cell:
            cell = self._usual_cell(block) * self.enlargement(block) * share
            return max(cell / block.cell * self.figure_scale, least_scale) * factor
        width = block.drawing.size()[0] if block.drawing.items else 1.0
        room = min(max(block.columns, 1), COLUMNS) * (self.column_room + GUTTER) / COLUMNS - GUTTER
        natural = self.layout.close_up / block.comic_cell if block.comic_cell else self.page.large
        usual = min(natural * self.figure_scale, room / width)
        if block.comic_cell:
            usual *= share
        elif block.anchor != LEGEND_ANCHOR:  # words are its content
            usual *= self.layout.figures * share
        elif self.page.columns > 1:
            usual *= LEGEND_IN_COLUMNS
        return max(usual if self.page.has_cover else usual * ON_A_SHEET, least_scale) * factor

    def _least_scale(self, block: book.BookFigure) -> float:
        """The scale with which the smallest lettering of a figure is just large enough to read, if it is enlarged at
        all for that; 0 without lettering."""
        large = self.page.large
        return min(least_type(self.page) / block.smallest_type, large) if block.smallest_type else 0.0

    def _usual_cell(self, block: book.BookFigure) -> float:
        """The side in mm that cells of a figure have in this layout if their signs are large enough then. The setup
        has the larger size of cells, unless it is in large print, stands in a row, or leaves its caption no room beside
        it then."""
        if is_close_up(block):
            return self.layout.close_up
        large = SETUP_SCALE * self.layout.cell
        is_alone = block.anchor in BOARD_ANCHORS and not self.is_in_row(block)
        is_setup = is_alone and self.page.has_cover and not self.page.is_large_print
        has_room = large / block.cell * block.drawing.size()[0] <= CAPTION_BESIDE * self.column_room
        return large if is_setup and has_room else self.layout.cell

    def cell_of(self, block: book.BookFigure) -> float:
        """The side in mm that cells of a figure have in this layout, unless the figure is larger on its page."""
        return max(self._usual_cell(block) * self.enlargement(block), self._least_scale(block) * block.cell)

    def is_in_row(self, figure: book.BookFigure) -> bool:
        """Whether a figure stands in a row with others."""
        return id(figure) in self._rows

    def larger_factor(self, figure: book.BookFigure) -> float:
        """How many times larger a figure is in this layout than others like it."""
        return self._larger_factors.get(id(figure), 1.0)

    def enlargement(self, block: book.BookFigure) -> float:
        """How many times larger than other cells of this layout those of a figure are, so that pieces and signs in them
        are large enough to be seen; of wide figures two fit in a row. Figures of a row have one size. 1 for a figure
        without cells."""
        key = id(block), self.column_room
        if key not in self._enlargements:
            row = self._rows.get(id(block), (block,))
            self._enlargements[key] = min([self._own_enlargement(figure) for figure in row])
        return self._enlargements[key]

    def _own_enlargement(self, block: book.BookFigure) -> float:
        if not block.cell:
            return 1.0
        least_signed = block.least_cell * max(LEAST_SHARE, self.layout.figures)
        least_cell = max(least_signed, 0.0 if is_close_up(block) else LEAST_CELL) * self.page.large
        half = self.two_columns * block.cell / block.drawing.size()[0]
        return max(1.0, min(least_cell, half) / self._usual_cell(block))

    @property
    def two_columns(self) -> float:
        """The width in mm of two of the four columns in which figures stand."""
        return (self.column_room - GUTTER) / 2

    @property
    def second_edge(self) -> float:
        """Where in mm the second of two equal boards side by side begins: there begins the caption beside a figure that
        is no wider than the first."""
        return self.two_columns + GUTTER + BOARD_EDGE * self.page.large

    def width_before_caption(self, width: float) -> float:
        """The width in mm before the gap between a figure so wide and the caption beside it: so much that the caption
        begins where second boards do, but for a figure so narrow that it would be far away."""
        is_near = self.page.has_cover and width >= NEARLY_HALF * self.two_columns
        return max(width, self.second_edge - self.caption_gap) if is_near else width

    # ---- Rows

    def rows_of(self, block: book.Block) -> Iterator[list[book.BookFigure]]:
        """The figures of a block in rows: all in one if they fit, else as many in each as fit in the fullest."""
        figures = figures_of(block)
        widths = [*map(self._column_width, figures)]
        rows = 1
        while rows < len(figures):
            per_row = -(-len(figures) // rows)
            groups = (widths[n:n + per_row] for n in range(0, len(widths), per_row))
            if all(sum(group) + (len(group) - 1) * GUTTER <= self.column_room + ROUNDING for group in groups):
                break
            rows += 1
        per_row = -(-len(figures) // rows)
        yield from ([*figures[n:n + per_row]] for n in range(0, len(figures), per_row))

    def count_rows(self, block: book.Block) -> int:
        """In how many rows the figures of a block stand."""
        return len([*self.rows_of(block)])

    def row_width(self, figures: Sequence[book.BookFigure]) -> float:
        """The least width in mm of figures side by side, with the gutters between them."""
        return sum(map(self._column_width, figures)) + GUTTER * (len(figures) - 1)

    def row_columns(self, group: Sequence[book.BookFigure]) -> list[float]:
        """The widths in mm of the columns of figures in a row: equal ones where each figure fits its own, so that
        figures of all rows begin at the same places; else as wide as the figures ask."""
        room = self.column_room - GUTTER * (len(group) - 1)
        widths = [*map(self._column_width, group)]
        if max(widths) <= room / len(group) + ROUNDING:
            return [room / len(group)] * len(group)
        return [room * width / sum(widths) for width in widths]

    def _column_width(self, figure: book.BookFigure) -> float:
        """The width in mm of a figure's column in a row."""
        wide = figure.drawing.size()[0] if figure.drawing.items else 0.0
        return max(wide * self.scale_of(figure), least_caption(self.page))

    def _fit_rows(self, blocks: Sequence[book.Block]) -> dict[int, float]:
        """By the identity of each figure, how much smaller it is where its row is a little too wide for its figures:
        they stay side by side."""
        shares: dict[int, float] = {}
        least_width = least_caption(self.page)  # of the columns of narrow figures, which do not become narrower
        for block in blocks:
            figures = figures_of(block)
            room = self.column_room - GUTTER * (len(figures) - 1)
            widths = [*map(self._column_width, figures)]
            shrinkable_width = sum([width for width in widths if width > least_width])
            if len(figures) < 2 or not shrinkable_width or sum(widths) <= room:
                continue
            share = (room - sum(widths) + shrinkable_width) / shrinkable_width
            fits = sum([max(least_width, share * width) for width in widths]) <= room + ROUNDING
            if share >= LEAST_IN_ROW and fits:
                shares |= {id(figure): share for figure in figures}
        return shares

    def spaces_in_row(self, pictures: Sequence[PlacedDrawing]) -> list[tuple[float, float]]:
        """The spaces in mm above and below each picture of a row. The feet of boards are on one line, and captions are
        level with each other. But a caption that would be far below its picture is directly below it."""
        feet = [foot_of_board(picture) for picture in pictures]
        depths = [picture.size[1] - foot for picture, foot in zip(pictures, feet, strict=True)]
        lowered = [max(depths) - depth for depth in depths]
        far = FAR_CAPTION * self.page.large
        return [(max(feet) - foot, below if below <= far else 0.0) for foot, below in zip(feet, lowered, strict=True)]

    def push_of(self, hang: float, width: float, room: float) -> float:
        """How far in mm to the right a picture stands in so much room, so that its board begins where others do: what
        stands to the left of a board has so much room in each panel."""
        return max(0.0, min(BOARD_EDGE * self.page.large - hang, room - width)) if self.page.has_cover else 0.0

    # ---- Captions

    @property
    def gutter(self) -> float:
        """The space in mm between figures, and between these and words beside them."""
        return GUTTER * min(self.page.large, 1.4)

    @property
    def caption_gap(self) -> float:
        """The space in mm between a figure and the caption beside it: a folded sheet is dense."""
        return (CAPTION_GAP if self.page.has_cover else 1.0) * self.gutter

    @property
    def gap_above_figures(self) -> float:
        """The gap above a figure in em of the words."""
        return space_around_figures(self.page) + ABOVE_FIGURES

    def has_caption_beside(self, figure: book.BookFigure, width: float) -> bool:
        """Whether a single figure so many mm wide has its caption beside it: one that takes CAPTION_BESIDE of the room
        at most. The setup, which is as large as its page allows, has a short one below it, however large it is."""
        return width <= CAPTION_BESIDE * self.column_room and not (
            shows_board(figure) and self._has_short_caption(figure))

    def _has_short_caption(self, figure: book.BookFigure) -> bool:
        """Whether the caption of a figure of its usual size would be much lower than the figure, if it stood beside it.
        """
        width, height = self._placed_size(figure, 1.0)
        room = self.column_room - width - self.caption_gap
        return room > 0 and self.caption_height(figure, room) < LEAST_BESIDE_SETUP * height

    def caption_height(self, figure: book.BookFigure, width: float) -> float:
        """About how high in mm the caption of a figure is in so many mm."""
        return CAPTION_SHARE * self.words_height([figure], width * self.page.size / (SMALL_TYPE * self.page.large))

    def captions_fit_beside(self, widths: Sequence[float]) -> bool:
        """Whether the caption of each picture of a row fits beside it, by the widths of these in mm."""
        column = (self.column_room - GUTTER * (len(widths) - 1)) / len(widths)
        return max(widths) + GUTTER + least_caption(self.page) <= column

    def caption_below(self, block: book.Block, factor: float) -> float:
        """The height in mm of the caption of a single figure that stands below it, not beside it, when the figure is
        so many times larger; 0 where nothing changes."""
        figure = single_figure(block)
        if figure is None or not self._is_caption_beside(1.0, figure) or self._is_caption_beside(factor, figure):
            return 0.0
        return self.caption_height(figure, self._placed_size(figure, factor)[0])

    def _is_caption_beside(self, factor: float, figure: book.BookFigure) -> bool:
        """Whether a single figure has its caption beside it when it is so many times larger."""
        return self.has_caption_beside(figure, self._placed_size(figure, factor)[0])

    def factor_with_caption_beside(self, block: book.Block, largest_factor: float) -> float:
        """How many times larger a figure may be without its caption going below it, where that is below it when the
        figure is `largest_factor` times larger."""
        figure = single_figure(block)
        assert figure
        usual, largest = self._placed_size(figure, 1.0)[0], self._placed_size(figure, largest_factor)[0]
        return 1.0 + (largest_factor - 1.0) * (CAPTION_BESIDE * self.column_room - usual) / (largest - usual)

    def _placed_size(self, figure: book.BookFigure, factor: float) -> tuple[float, float]:
        """The width and the height in mm of a figure that is so many times larger. Its letters do not grow with it."""
        return self.place(figure.drawing, factor * self.scale_of(figure)).size

    def place(self, drawing: Drawing, scale: float) -> PlacedDrawing:
        """A drawing at a scale, with letters that are large enough to read."""
        names, words = NAME_TYPE * self.page.large, SMALL_TYPE * self.page.large
        body = self.page.size * self.layout.size
        return place_drawing(drawing, scale, LetterSizes(least_type(self.page), names, words, LETTER_GROUPS, body))

    def room_before_caption(self, figure: book.BookFigure, scale: float) -> float:
        """The room in mm for a single figure that leaves its caption beside it where it is, or begins it where second
        boards begin, if it is no higher than the figure there; all room, where its caption is below it."""
        width, height = self.place(figure.drawing, scale).size
        if not self.has_caption_beside(figure, width):
            return self.column_room
        room = self.second_edge - self.caption_gap
        beside = self.column_room - self.second_edge
        is_fitting = beside >= least_caption(self.page) and self.caption_height(figure, beside) <= height
        return room if is_fitting else width

    # ---- Wider drawings

    def fill_width(self, figure: book.BookFigure, scale: float, room: float) -> Drawing:
        """The drawing of a figure at a scale, with as much of its board as so many mm hold: a close-up leaves no void
        beside it. It is hardly higher for that, and its board begins where it would, as no enlarged cell comes to its
        left."""
        drawing = figure.drawing
        if not self.page.has_cover or not drawing.items:
            return drawing
        width, height = drawing.size()
        before = max(0.0, BOARD_EDGE * self.page.large - scale * board_edges(drawing).left)
        for wider in reversed(figure.wider):
            if scale * (width + wider.more) + before > room + ROUNDING:
                continue
            wide, high = (wider_drawing := wider.draw()).size()
            little = MOST_DEEPER * (figure.cell or 2 * figure.comic_cell)
            begins_alike = board_edges(wider_drawing).left <= board_edges(drawing).left + little
            if high <= height + little and begins_alike and scale * wide + before <= room + ROUNDING:
                return wider_drawing
        return drawing

    def pitch_of_comic(self, drawing: Drawing, scale: float) -> float:
        """The distance in mm of the drawing between boards of a comic that begin where those of figures side by side
        do; 0 where the comic has no room for that."""
        row = picture_row(drawing)
        if row.pictures < 2 or not self.page.has_cover:
            return 0.0
        pitch = (self.column_room + GUTTER) / row.pictures / scale
        width = scale * (drawing.size()[0] + (row.pictures - 1) * (pitch - row.pitch))
        before = max(0.0, BOARD_EDGE * self.page.large - scale * board_edges(drawing).left)
        return pitch if pitch > row.pitch and width + before <= self.column_room + ROUNDING else 0.0

    def fills_row(self, figure: book.BookFigure, scale: float) -> bool:
        """Whether a figure that is no board begins where boards do, and not in the middle: it is nearly as wide as two
        of them, or a comic whose boards are as far apart as those of figures side by side."""
        width = self.place(figure.drawing, scale).size[0]
        if figure.cell or not self.page.has_cover or self.has_caption_beside(figure, width):
            return False
        return width >= NEARLY_WIDE * self.column_room or (
            bool(figure.comic_cell) and bool(self.pitch_of_comic(figure.drawing, scale)))

    # ---- Words beside a figure

    @cached_property
    def words_of_figures(self) -> dict[int, range]:
        """For each figure of the body that has words beside it, the numbers of these."""
        return {words.stop: words for words in self.words_beside_figures(self.content.body)}

    def words_beside_figures(self, blocks: Sequence[book.Block]) -> Iterator[range]:
        """The numbers of the words that stand beside a figure: those directly above it, as many as are about as high.
        The figure is the block behind them."""
        if self.page.is_large_print:  # such a pair takes most of a page, and leaves a hole before it
            return
        for number, block in enumerate(blocks):
            figure = single_figure(block)
            if figure is None or shows_board(block) or number in self.layout.floats | self.layout.apart:
                continue  # the setup is as large as its page allows
            larger = self.larger_factor(figure)  # it grows on its page with the words beside it
            wide = self.width_beside(figure, 1 / larger)
            width = self.column_room - GUTTER - wide
            if width < LEAST_WORDS * self.page.large:
                continue
            picture_height = figure.drawing.size()[1] * self.scale_of(figure) / larger
            caption_height = self.words_height([figure], wide)
            if caption_height > picture_height:
                continue
            height, first = picture_height + caption_height, number
            while first and isinstance(blocks[first - 1], book.Paragraph | book.Listing | book.NoteBox):
                if self.words_height(blocks[first - 1:number], width) > MOST_BESIDE * height:
                    break
                first -= 1
            if first < number and self.words_height(blocks[first:number], width) >= LEAST_BESIDE * height:
                yield range(first, number)

    def has_room_beside(self, number: int, first: int, after: int) -> bool:
        """Whether the words around a figure, all beside it, are no higher than the figure with its caption. These are
        the blocks from `first` up to `after`, without the figure itself, which is the block `number`."""
        body = self.content.body
        figure = single_figure(body[number])
        if figure is None:
            return False
        width = self.width_beside(figure)
        height = figure.drawing.size()[1] * self.scale_of(figure) + self.words_height([figure], width)
        words = [*body[first:number], *body[number + 1:after]]
        return self.words_height(words, self.column_room - GUTTER - width) <= height

    def width_beside(self, figure: book.BookFigure, factor: float = 1.0) -> float:
        """The width in mm of a figure that has words beside it, so many times larger than it is: as wide as two columns
        where it nearly is, as figures on the right of a row are, or where its caption would be long below a narrower
        one."""
        width, height = (side * self.scale_of(figure) for side in figure.drawing.size())
        usual = max(factor * width, least_caption(self.page))
        natural = self.larger_factor(figure)
        caption = self.words_height([figure], max(width / natural, least_caption(self.page)))
        is_long = caption > LONGEST_BELOW * height / natural
        return max(usual, self.two_columns) if is_long or usual >= NEARLY_HALF * self.two_columns else usual

    def words_height(self, blocks: Sequence[book.Block], width: float) -> float:
        """About how high in mm the words of blocks are, or those under a figure, in a column, with the usual space
        between lines: which words stand beside a figure is the same in all spaces."""
        size = self.page.size * self.layout.size * self.words_scale / POINTS_PER_MM
        high = 0.0
        for block in book.walk_blocks(blocks):
            texts = [block.text] if isinstance(block, book.Paragraph) else []
            if isinstance(block, book.BookFigure):
                texts = [block.caption, *block.claims, *((book.TextRun(entry.words),) for entry in block.key)]
            lines = sum(math.ceil(len(book.plain_text(text)) * LETTER_WIDE * size / width) for text in texts)
            high += LETTER_HIGH * size * lines + 0.35 * size * len(texts)
        return high

    # ---- Larger figures

    def growing_pictures(self, block: book.Block) -> tuple[float, float]:
        """The height in mm that the pictures of a block take on its page, and how much larger these may be with as many
        in each row: 0 and 1 for a block without pictures, and for the legend."""
        if not _may_grow(figures_of(block)):
            return 0.0, 1.0
        height, largest_factor = 0.0, math.inf
        for row in self.rows_of(block):
            row_height = self._row_height(row)
            width = sum(map(self._column_width, row))
            if len(row) == 1:
                width = self.scale_of(row[0]) * row[0].drawing.size()[0]
            room = self.column_room - GUTTER * (len(row) - 1)
            largest_factor = min(largest_factor, room / width, TALLEST_PICTURE * self.page.frame[1] / row_height)
            height += row_height
        return height, max(1.0, largest_factor)

    def _row_height(self, row: Sequence[book.BookFigure]) -> float:
        """The height in mm of the pictures of a row, whose boards have their feet on one line."""
        feet, depths = list[float](), list[float]()
        for figure in row:
            scale, height = self.scale_of(figure), figure.drawing.size()[1]
            foot = board_edges(figure.drawing).foot
            feet.append(scale * foot)
            depths.append(scale * (height - foot))
        return max(feet) + max(depths)

    def growing_beside(self, words: range, largest_factor: float) -> tuple[float, float]:
        """How many times larger the figure behind some words beside it may be, at most so many times, and by how many
        mm both are higher then: 1 and 0 for the legend."""
        figure = single_figure(self.content.body[words.stop])
        if figure is None or not _may_grow([figure]):
            return 1.0, 0.0
        width, height = (side * self.scale_of(figure) for side in figure.drawing.size())
        room = self.column_room - GUTTER - LEAST_WORDS * self.page.large
        largest_factor = min(largest_factor, room / width)
        if largest_factor <= 1:
            return 1.0, 0.0

        def compute_height(factor: float) -> float:
            figure_width = self.width_beside(figure, factor)
            below = self.words_height([figure], figure_width)
            width_of_words = self.column_room - GUTTER - figure_width
            beside = self.words_height(self.content.body[words.start:words.stop], width_of_words)
            return max(factor * height + below, beside)

        return largest_factor, max(0.0, compute_height(largest_factor) - compute_height(1.0))

    # ---- Tables

    def scale_in_table(self, drawing: Drawing) -> float:
        """The scale of a picture in a table."""
        width, height = drawing.size() if drawing.items else (1.0, 1.0)
        return compact_scale(self.page) * min(
            self.page.large, WIDEST_IN_TABLE * self.column_room / width, HIGHEST_IN_TABLE * self.page.large / height)

    def has_narrow_words(self, block: book.TextTable) -> bool:
        """Whether the pictures and the heads of numbers in a table leave its words too little room, unless these heads
        are broken into lines."""
        em = SMALL_TYPE * self.page.large / POINTS_PER_MM  # tables have small type, as captions have
        pictures = [cell for row in block.rows for cell in row if isinstance(cell, Drawing) and cell.items]
        heads = [book.plain_text(cell) for side, cell in zip(block.align, block.head, strict=True) if side == "right"]
        taken = max((cell.size()[0] * self.scale_in_table(cell) for cell in pictures), default=0.0)
        taken += sum(HEAD_LETTER * len(head) * em for head in heads) + len(block.align) * em
        return self.column_room - taken < LEAST_IN_TABLE * em


def least_type(page: BookFormat) -> float:
    """The size in points of the smallest lettering in drawings."""
    return (LEGIBLE if page.has_cover else LEGIBLE_ON_A_SHEET) * page.large


def least_caption(page: BookFormat) -> float:
    """The least width in mm of a caption below a figure in a row."""
    return (LEAST_CAPTION if page.has_cover else LEAST_CAPTION_ON_A_SHEET) * page.large


def ground_reach(page: BookFormat) -> float:
    """How far in mm the ground of a figure, which is as wide as its column, reaches beyond it. 0 where it has none: a
    folded sheet is too dense for that."""
    return min(GROUND_REACH * min(1.0, page.inside / USUAL_MARGIN), COLUMN_GUTTER / 3) if page.has_cover else 0.0


def _may_grow(figures: Sequence[book.BookFigure]) -> bool:
    """Whether there are figures that may have other sizes than usual: all but the legend, whose content is words."""
    return bool(figures) and all(figure.anchor != LEGEND_ANCHOR and figure.drawing.items for figure in figures)


def compact_scale(page: BookFormat) -> float:
    """The scale of headings, of pictures in tables and of the space around figures."""
    if not page.has_cover:
        return ON_A_SHEET
    return 1.0 if page.columns == 1 else IN_COLUMNS


def space_around_figures(page: BookFormat) -> float:
    """The space above a figure in em."""
    if not page.has_cover:
        return AROUND_ON_A_SHEET
    return AROUND_FIGURES * compact_scale(page)


class BoardEdges(NamedTuple):
    """Where the board lies that a drawing shows, in mm: how far its left edge is from that of the drawing, and its top
    and its foot from the top of the drawing. A drawing without a board counts as one,
    but for its left edge in a comic."""

    left: float
    top: float
    foot: float


@remember_drawings(most=1024)
def board_edges(drawing: Drawing) -> BoardEdges:
    """Where the board lies that a drawing shows."""
    if not drawing.items:
        return BoardEdges(0.0, 0.0, 0.0)
    left, low, _, high = drawing.bounds()
    boxes = [item.bounds() for item in drawing.items if item.group.startswith("board/")]
    if not boxes:
        firsts = [item.bounds()[0] for item in drawing.items if item.group.startswith("comic/1/board/")]
        return BoardEdges(max(0.0, min(firsts, default=left) - left), 0.0, high - low)
    return BoardEdges(max(0.0, min(box[0] for box in boxes) - left), max(0.0, high - max(box[3] for box in boxes)),
                      min(high - low, high - min(box[1] for box in boxes)))


def hang_of_board(picture: PlacedDrawing) -> float:
    """How far in mm on the page a picture reaches beyond the left edge of its board."""
    return picture.scale * board_edges(picture.sized_drawing).left


def foot_of_board(picture: PlacedDrawing) -> float:
    """The height in mm on the page of a picture down to the foot of its board."""
    return picture.scale * board_edges(picture.sized_drawing).foot


def top_of_board(picture: PlacedDrawing) -> float:
    """How far in mm on the page a picture reaches above its board."""
    return picture.scale * board_edges(picture.sized_drawing).top
