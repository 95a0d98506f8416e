"""Assembly instructions → pages of a job sheet: large things over the page's width, small ones side by side, each with
the names of its parts and its steps. There are as few pages as possible, and pictures are enlarged to fill them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fabgen.artwork.drawing import Drawing, NamedView, Role, combine_drawings, draw_text
from fabgen.typeset.callouts import CalloutPicture, draw_callouts
from fabgen.typeset.pages import draw_paragraph, shorten, wrap_text
from fabgen.typeset.text_blocks import LEAD, SMALL, TextBlock, heading, stack_blocks

GUTTER, BETWEEN = 8.0, 9.0  # mm between columns, and between rows
LEAST, MOST = 92.0, 190.0  # mm: the least and the greatest height of a large thing's picture
SMALLEST = 95.0  # mm: the greatest height of a small thing's picture
WORDS = {1: 30.0, 2: 24.0, 3: 17.0}  # mm: the greatest width of a name, by the number of columns
ABOVE, BELOW = SMALL + 4, 4.0  # mm: from the top of a row to its pictures, and from these to the steps
ROUNDS = 6  # of enlarging the pictures of a page


@dataclass(frozen=True)
class AssemblyInstructions:
    """How one thing is assembled: a title, a picture at true size, and the steps in order. A `large` picture takes the
    page's width."""

    title: str
    view: NamedView
    steps: tuple[str, ...]
    large: bool = False


Row = tuple[AssemblyInstructions, ...]


def putting_pages(things: Sequence[AssemblyInstructions], width: float, height: float) -> list[Drawing]:
    """The pages, each `width` mm wide and at most `height` mm high. Small things are in two columns unless three
    columns need fewer pages."""
    head = heading("Putting together", width)
    room = height - head.height - BETWEEN
    attempts = [_break_pages(_rows(things, count), count, width, room) for count in (2, 3)]
    return [
        stack_blocks([head, *(row_layout.block() for row_layout in page)], BETWEEN).drawing
        for page in min(attempts, key=len)
    ]


def _rows(things: Sequence[AssemblyInstructions], count: int) -> list[Row]:
    """Large things in rows of their own, small ones with as many in a row as there are columns."""
    rows = list[Row]()
    for thing in things:
        if rows and not thing.large and not rows[-1][0].large and len(rows[-1]) < count:
            rows[-1] = (*rows[-1], thing)
        else:
            rows.append((thing,))
    return rows


@dataclass(frozen=True)
class AssemblySet:
    """A row of a page as it will be set: its pictures, and the width of each column in mm."""

    row: Row
    pictures: tuple[CalloutPicture, ...]
    column_width: float

    @property
    def picture_height(self) -> float:
        """The height in mm of its highest picture."""
        return max(picture.height for picture in self.pictures)

    @property
    def height(self) -> float:
        """The height of the row in mm."""
        return (
            ABOVE
            + self.picture_height
            + BELOW
            + max(_set_steps(thing.steps, self.column_width).height for thing in self.row)
        )

    def block(self) -> TextBlock:
        """The row as a drawing."""
        drawings = [
            _draw_instructions(thing, picture, self.column_width, self.picture_height)
            for thing, picture in zip(self.row, self.pictures, strict=True)
        ]
        step = self.column_width + GUTTER
        return TextBlock(
            combine_drawings(drawing.moved(n * step, 0) for n, drawing in enumerate(drawings)), self.height
        )


def _break_pages(rows: Sequence[Row], count: int, width: float, height: float) -> list[list[AssemblySet]]:
    """The rows of each page, laid out."""
    pages, used_height = list[list[Row]](), 0.0
    for row in rows:
        row_height = _lay_out_row(row, count, width, LEAST).height
        if not pages or used_height + row_height > height:
            pages.append([])
            used_height = 0.0
        pages[-1].append(row)
        used_height += row_height + BETWEEN
    return [_enlarge_pictures(page, count, width, height) for page in pages]


def _enlarge_pictures(page: Sequence[Row], count: int, width: float, room: float) -> list[AssemblySet]:
    """The rows of a page, with the pictures of large things as high as the room allows."""
    heights = [LEAST for _ in page]
    for _ in range(ROUNDS):
        free_height = room - _total_height(_lay_out_rows(page, heights, count, width))
        large = [n for n, row in enumerate(page) if row[0].large and heights[n] < MOST]
        if free_height < 1 or not large:
            break
        enlarged = [
            min(MOST, height + free_height / len(large)) if n in large else height for n, height in enumerate(heights)
        ]
        if _total_height(_lay_out_rows(page, enlarged, count, width)) > room:
            break
        heights = enlarged
    return _lay_out_rows(page, heights, count, width)


def _lay_out_rows(page: Sequence[Row], heights: Sequence[float], count: int, width: float) -> list[AssemblySet]:
    """The rows of a page with pictures of these heights."""
    return [_lay_out_row(row, count, width, height) for row, height in zip(page, heights, strict=True)]


def _total_height(sets: Sequence[AssemblySet]) -> float:
    """The height in mm of some rows with the gaps between them."""
    return sum(row_layout.height for row_layout in sets) + BETWEEN * (len(sets) - 1)


def _lay_out_row(row: Row, count: int, width: float, height: float) -> AssemblySet:
    """A row with a large picture at most `height` mm high."""
    large = row[0].large
    column_width = width if large else (width - GUTTER * (count - 1)) / count
    name_width = WORDS[1 if large else count]
    pictures = tuple(
        draw_callouts(thing.view, column_width, height if large else SMALLEST, name_width, both=large) for thing in row
    )
    return AssemblySet(row, pictures, column_width)


def _draw_instructions(
    thing: AssemblyInstructions, callouts: CalloutPicture, width: float, picture_height: float
) -> Drawing:
    """A picture under its title and above its steps. It stands on the common base line of the row's pictures, whose
    height is `picture_height` mm."""
    title = draw_text(
        Role.TITLE, shorten(thing.title, SMALL, width, bold=True), (0, -SMALL), SMALL, anchor="start", bold=True
    )
    picture = callouts.drawing().moved(0, -ABOVE - picture_height + callouts.height)
    return title + picture + _set_steps(thing.steps, width).drawing.moved(0, -ABOVE - picture_height - BELOW)


def _set_steps(steps: Sequence[str], width: float) -> TextBlock:
    """The steps in their order, with numbers where there are several."""
    is_numbered, y, drawing = len(steps) > 1, 0.0, Drawing()
    for n, step in enumerate(steps, 1):
        lines = wrap_text(step, SMALL, width - (5.0 if is_numbered else 0.0))
        if is_numbered:
            drawing += draw_text(Role.NOTE, str(n), (0, y - SMALL), SMALL, anchor="start", bold=True)
        drawing += draw_paragraph(lines, (5.0 if is_numbered else 0.0, y - SMALL), SMALL, LEAD)
        y -= LEAD * len(lines)
    return TextBlock(drawing, -y)
