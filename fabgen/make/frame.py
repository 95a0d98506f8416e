"""What stands on a sheet → a `Page` with its furniture: rulers both ways, title, sheet k of n, side, paper, and how to
print.

Nothing at all is inked inside the paper's margin; the furniture stands at the same place on every sheet of a size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from fabgen.artwork.drawing import Drawing, Role, draw, together, write
from fabgen.artwork.path import Path, Point, line
from fabgen.artwork.text import text_width
from fabgen.make.paper import Paper
from fabgen.phrasebook import ENGLISH, Phrases

Box = tuple[float, float, float, float]
BODY, HEADING, DISPLAY = (
    2.3,
    3.3,
    9.0,
)  # the three sizes of type on a sheet: height of a capital in mm (2.3 mm is 10 point)
LEADING = 4.6
RULER_BAND, FOOT_BAND, HEAD_BAND = 7.0, 9.0, 13.0
RULER_LENGTH = 125.4  # mm, with its words
RULER_RISE = 2.6  # mm from the margin to the line between the two bars: their words reach so far
HUNDRED, FOUR_INCHES = 100.0, 101.6


@dataclass(frozen=True)
class Placed:
    """A drawing in page coordinates; with a clip box, only what lies inside it is shown."""

    drawing: Drawing
    clip: Box | None = None


@dataclass(frozen=True)
class Page:
    """A sheet ready to be written: mm, origin at the lower left corner of the paper; the title names it in the PDF's
    outline."""

    width: float
    height: float
    items: tuple[Placed, ...]
    title: str


@dataclass(frozen=True)
class Frame:
    """A paper held upright or sideways, and the box on it that is free of margins and furniture."""

    paper: Paper
    sideways: bool = False

    @property
    def width(self) -> float:
        return self.paper.size[self.sideways]

    @property
    def height(self) -> float:
        return self.paper.size[not self.sideways]

    @property
    def left(self) -> float:
        return self.paper.margin + RULER_BAND

    @property
    def right(self) -> float:
        return self.width - self.paper.margin

    @property
    def bottom(self) -> float:
        return self.paper.margin + FOOT_BAND

    @property
    def top(self) -> float:
        return self.height - self.paper.margin - HEAD_BAND


@dataclass(frozen=True)
class Body:
    """A sheet before it has its number: `holds` names the batches on it, `corner` is drawn left of and below the upper
    right corner; `behind` is what its back shows, None where nothing belongs there."""

    frame: Frame
    title: str
    items: tuple[Placed, ...]
    holds: tuple[str, ...] = ()
    corner: Drawing | None = None
    headed: bool = True
    behind: tuple[Placed, ...] | None = None


@dataclass(frozen=True)
class Imprint:
    """What a side of a sheet says of itself: its number, how it is printed, and a picture of that at the left of the
    words, its lower right corner at the origin."""

    sheet: str
    how: str = "print one side only"
    sign: Drawing = field(default_factory=Drawing)


def furnish(body: Body, title: str, version: str, told: Imprint, mark: str, said: Phrases = ENGLISH) -> Page:
    """A side of a sheet with all its furniture; `mark` stands before its name in the PDF's outline."""
    frame = body.frame
    imprint = _imprint(body, told)
    room = imprint.bounds()[0] - 5.0 - frame.left
    head = _head(body, f"{title} {version}", room) if body.headed else Drawing()
    return Page(
        frame.width, frame.height, (*body.items, Placed(head + imprint + _foot(frame, said))), f"{mark}  {body.title}"
    )


def _head(body: Body, title: str, room: float) -> Drawing:
    frame = body.frame
    x, top = frame.left, frame.height - frame.paper.margin
    return write(
        Role.TITLE,
        fitted(title, HEADING, room, bold=True),
        (x, top - HEADING - 0.2),
        HEADING,
        anchor="start",
        bold=True,
    ) + write(Role.NOTE, fitted(body.title, BODY, room), (x, top - HEADING - 5.0), BODY, anchor="start")


def _imprint(body: Body, told: Imprint) -> Drawing:
    """The sheet's number, side and paper at the upper right, left of the corner drawing."""
    frame = body.frame
    right, top = frame.right - 0.2, frame.height - frame.paper.margin
    corner = body.corner.moved(right, top - 0.2) if body.corner else Drawing()
    x = min(right, corner.bounds()[0] - 4) if body.corner else right
    how = f"{frame.paper.name} · {told.how}"
    wide = max(text_width(how, BODY), text_width(told.sheet, BODY, True))
    sign = told.sign.moved(x - 3.0 - wide, top - HEADING - 5.6)
    words = write(Role.TITLE, told.sheet, (x, top - HEADING - 0.2), BODY, anchor="end", bold=True)
    return corner + sign + words + write(Role.NOTE, how, (x, top - HEADING - 5.0), BODY, anchor="end")


def _foot(frame: Frame, said: Phrases) -> Drawing:
    """Rulers along the lower and the left edge, and the words that go with them."""
    x, y = frame.left, frame.paper.margin + RULER_RISE
    words = [(said("Print at 100 % (actual size)."), True), (said("Then measure both bars."), False)]
    notes = [
        write(Role.NOTE, text, (frame.right - 0.2, y + 1.7 - 4.1 * i), BODY, anchor="end", bold=bold)
        for i, (text, bold) in enumerate(words)
    ]
    bars = rulers(said)
    upright = bars.turned(90).moved(frame.paper.margin + RULER_RISE, ruler_foot(frame))
    return together([bars.moved(x, y), upright, *notes])


def ruler_foot(frame: Frame) -> float:
    """Where the upright ruler starts: about the middle of the sheet's height."""
    return (frame.height - RULER_LENGTH) / 2 + 2.4


def rulers(said: Phrases = ENGLISH) -> Drawing:
    """100 mm and 4 in from the origin to the right, back to back: ticks of 10 mm above, of 1 in below; each with its
    length beside it, 5.2 mm deep together."""
    metric = [line((0, 0.4), (HUNDRED, 0.4)), *(_tick(10.0 * i, 0.4, 2.2 if i % 5 == 0 else 1.4) for i in range(11))]
    inches = [line((0, -0.4), (FOUR_INCHES, -0.4)), *(_tick(25.4 * i, -0.4, -2.2) for i in range(5))]
    words = write(Role.NOTE, said("100 mm"), (FOUR_INCHES + 1.2, 0.3), BODY, anchor="start") + write(
        Role.NOTE, said("4 in = 101.6 mm"), (FOUR_INCHES + 1.2, -0.3 - BODY), BODY, anchor="start"
    )
    return draw(Role.TRIM, *metric) + draw(Role.TRIM, *inches) + words


def _tick(x: float, foot: float, tip: float) -> Path:
    return line((x, foot), (x, tip))


def fitted(string: str, cap: float, room: float, bold: bool = False) -> str:
    """The string, shortened with an ellipsis where it is wider than the room in mm."""
    if text_width(string, cap, bold) <= room:
        return string
    while string and text_width(string + "…", cap, bold) > room:
        string = string[:-1]
    return string.rstrip() + "…"


def wrapped(string: str, cap: float, room: float, bold: bool = False) -> list[str]:
    """Lines no wider than the room in mm; a word that is wider alone is shortened."""
    lines = [""]
    for word in string.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, cap, bold) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [fitted(text, cap, room, bold) for text in lines]


def paragraph(
    lines: Sequence[str],
    at: Point,
    cap: float = BODY,
    leading: float = LEADING,
    role: Role = Role.NOTE,
    bold: bool = False,
) -> Drawing:
    """Lines of text down the page, left-aligned; `at` is the start of the first base line."""
    return together(
        write(role, text, (at[0], at[1] - leading * i), cap, anchor="start", bold=bold)
        for i, text in enumerate(lines)
        if text
    )
