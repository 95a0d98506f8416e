"""A kit, a paper and a plotter → sheets to print, and the lines that the plotter cuts and scores on each.

Everything is printed on one side: a tent is folded, a card is folded over its back, and the backs of tokens that turn
over are cut too, to be glued behind their fronts. The board stays on the sheets of print and play: its parts are larger
than a plotter's room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fabgen.artwork.drawing import Drawing, Role, Shape, combine_drawings, draw, draw_text
from fabgen.artwork.paper_things import CardPack, Chit, Leaf, Net, PaperBatch, PaperKit
from fabgen.artwork.path import Matrix, Path, Point, line, rectangle, translation
from fabgen.core.languages import Catalogue
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.paper.registration import Plotter
from fabgen.paper.sheet_blocks import BACK
from fabgen.typeset.pages import BODY, SHEET, PageItem, SheetPage
from fabgen.typeset.papers import Paper

GAP = 6.0  # mm between outlines: what is printed beyond two of them, and paper that holds together
TEST_SIDE, TEST_STEP = 10.0, 0.5  # mm: the side of a square of the test sheet, and the step of its scale
QUARTER: Matrix = (0.0, 1.0, -1.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class CutThing:
    """A thing that is printed and cut: what is printed, which may reach beyond the outline; the outline, which is cut;
    the creases, which are scored. The box of the outline has its lower left corner at the origin; lengths in mm.
    `is_thin`: printed on paper, not on card."""

    id: str
    name: str
    drawing: Drawing
    outline: Path
    creases: tuple[Path, ...]
    width: float
    height: float
    is_thin: bool = False

    def turned(self) -> CutThing:
        """The thing turned by a quarter."""
        turn = (*QUARTER[:4], self.height, 0.0)
        return replace(self, drawing=self.drawing.transformed(turn), outline=self.outline.transformed(turn),
                       creases=tuple(path.transformed(turn) for path in self.creases),
                       width=self.height, height=self.width)

    def moved(self, x: float, y: float) -> CutThing:
        """The thing at a place of its page."""
        move = (1.0, 0.0, 0.0, 1.0, x, y)
        return replace(self, drawing=self.drawing.moved(x, y), outline=self.outline.transformed(move),
                       creases=tuple(path.transformed(move) for path in self.creases))


@dataclass(frozen=True)
class CutSheet:
    """A sheet: the page to print, and the things on it at their places. `is_test`: it shows how well the plotter finds
    the marks; `is_thin`: it is printed on paper, not on card."""

    page: SheetPage
    things: tuple[CutThing, ...]
    is_test: bool = False

    @property
    def is_thin(self) -> bool:
        return any(thing.is_thin for thing in self.things)


def lay_out_cut_sheets(kit: PaperKit, paper: Paper, plotter: Plotter) -> list[CutSheet]:
    """The sheets of a kit, the test sheet first, then those of card, then those of paper. Raises FabgenError with a
    Problem for each kind of thing that is larger than the plotter's room."""
    left, bottom, right, top = plotter.room(paper)
    room = right - left, top - bottom
    things = [thing for batch in kit.batches for thing in cut_things(batch, room)]
    fitted = [_fit(thing, room) for thing in things]
    if problems := dict.fromkeys(_misfit(thing, room, plotter, paper) for thing, fit in zip(things, fitted, strict=True)
                                 if fit is None):
        raise FabgenError(problems)
    sheets = [_test_squares(room)]
    for is_thin in (False, True):
        some = [thing for thing in fitted if thing and thing.is_thin is is_thin]
        sheets += [[thing.moved(x, y) for thing, x, y in sheet] for sheet in _pack(some, room)]
    return [_make_sheet(kit, [thing.moved(left, bottom) for thing in sheet], paper, plotter, number, len(sheets) - 1)
            for number, sheet in enumerate(sheets)]


def cut_things(batch: PaperBatch, room: Point) -> Iterator[CutThing]:
    """Every thing of a batch, each with its own id, as most of them fit a sheet with this room."""
    thing = batch.thing
    if isinstance(thing, CardPack):
        yield from _folded_cards(batch.name, thing, room)
        return
    for number in range(1, batch.count + 1):
        id = f"{batch.id or batch.name} {number}"
        if isinstance(thing, Net):
            yield _rectangle(id, batch.name, thing.drawing, (thing.width, thing.height),
                             level=[fold.y for fold in thing.folds])
        elif isinstance(thing, Leaf) and (cut := thing.drawing.only(Role.CUT_LINE)).items:
            yield _net(id, batch.name, thing, cut)
        elif isinstance(thing, Leaf):
            yield _rectangle(id, batch.name, thing.drawing, (thing.width, thing.height),
                             upright=[thing.fold] if thing.fold else [], is_thin=thing.thin)
        else:
            yield _flat_thing(id, batch.name, thing, thing.front, thing.outline())
            if thing.turns:
                yield _flat_thing(id + BACK, batch.name, thing, thing.back, thing.back_outline())


def _folded_cards(name: str, pack: CardPack, room: Point) -> Iterator[CutThing]:
    """Cards that are folded over their backs: beside them, or over them with the backs upside down, upright or turned,
    whichever way most of them fit a sheet."""
    width, height = pack.width, pack.height
    # In the order in which they are preferred: whether the back is below, and whether both are turned by a quarter.
    ways = [(is_over, is_turned) for is_over in (False, True) for is_turned in (False, True)]

    def count_on_sheet(way: tuple[bool, bool]) -> int:
        is_over, is_turned = way
        size = (width, 2 * height) if is_over else (2 * width, height)
        across, along = size[::-1] if is_turned else size
        return int((room[0] + GAP + 1e-6) // (across + GAP)) * int((room[1] + GAP + 1e-6) // (along + GAP))

    is_over, is_turned = max(ways, key=count_on_sheet)
    for card in pack.cards:
        if is_over:
            art = card.front.moved(0, height) + card.back.turned(180).moved(width, height)
            folded = _rectangle(card.id, name, art, (width, 2 * height), level=[height])
        else:
            art = card.front + card.back.moved(width, 0)
            folded = _rectangle(card.id, name, art, (2 * width, height), upright=[width])
        yield folded.turned() if is_turned else folded


def _rectangle(id: str, name: str, art: Drawing, size: Point, *, upright: Sequence[float] = (),
               level: Sequence[float] = (), is_thin: bool = False) -> CutThing:
    """A rectangle with upright and level creases."""
    width, height = size
    creases = (*(line((x, 0), (x, height)) for x in upright), *(line((0, y), (width, y)) for y in level))
    return CutThing(id, name, art, rectangle(0, 0, width, height), creases, width, height, is_thin)


def _net(id: str, name: str, leaf: Leaf, cut: Drawing) -> CutThing:
    """A leaf that is cut along a line drawn on it, and folded at others: the net of a die."""
    x0, y0, x1, y1 = cut.bounds()
    art = leaf.drawing.moved(-x0, -y0)
    outlines, creases = (
        [path for item in art.only(role).items if isinstance(item, Shape) for path in item.paths]
        for role in (Role.CUT_LINE, Role.FOLD))
    (outline,) = outlines
    return CutThing(id, name, art, outline, tuple(creases), x1 - x0, y1 - y0, leaf.thin)


def _flat_thing(id: str, name: str, chit: Chit, side: Drawing, outline: Path) -> CutThing:
    """One side of a chit, with its cut as seen from that side."""
    half = chit.size / 2
    cut = outline.transformed(translation(half, half))
    return CutThing(id, name, side.moved(half, half), cut, (), chit.size, chit.size)


def _pack(things: Sequence[CutThing], room: Point) -> list[list[tuple[CutThing, float, float]]]:
    """The things in rows, the highest first, each in the first row of any sheet that has room for it, with the place of
    its lower left corner in the room."""
    sheets: list[list[tuple[CutThing, float, float]]] = []
    rows: list[tuple[int, float, float, float]] = []  # of a sheet: its number, top, height, and where it is free
    depths: list[float] = []  # how far down each sheet is filled
    for thing in sorted(things, key=lambda thing: -thing.height):
        row = next((n for n, (_, _, high, x) in enumerate(rows)
                    if thing.height <= high + 1e-6 and x + thing.width <= room[0] + 1e-6), None)
        if row is None:
            sheet = next((n for n, depth in enumerate(depths) if depth + thing.height <= room[1] + 1e-6), len(sheets))
            if sheet == len(sheets):
                sheets.append([])
                depths.append(0.0)
            row = len(rows)
            rows.append((sheet, depths[sheet], thing.height, 0.0))
            depths[sheet] += thing.height + GAP
        sheet, top, high, x = rows[row]
        sheets[sheet].append((thing, x, room[1] - top - thing.height))
        rows[row] = sheet, top, high, x + thing.width + GAP
    return sheets


def _fit(thing: CutThing, room: Point) -> CutThing | None:
    """The thing as it fits the room, turned if need be; None if it does not."""
    ways = (thing, thing.turned())
    return next((way for way in ways if way.width <= room[0] + 1e-6 and way.height <= room[1] + 1e-6), None)


def _misfit(thing: CutThing, room: Point, plotter: Plotter, paper: Paper) -> Problem:
    """The Problem of a thing that is larger than the room."""
    place = "a picture" if plotter.marks == "none" else f"the marks on {paper.name}"
    return Problem(Location(), f"{thing.name}: {thing.width:.0f} x {thing.height:.0f} mm of paper, and {plotter.name} "
                   f"has room for {room[0]:.0f} x {room[1]:.0f} mm within {place}",
                   "make it smaller, take a larger paper, or cut it by hand from the sheets of `build`")


def _test_squares(room: Point) -> list[CutThing]:
    """Five squares, in the corners and the middle of the room. Each is cut along the middle of five printed lines, half
    a millimetre from one to the next: where the cut is, tells how far the plotter is off."""
    width, height = room
    far = 2 * TEST_STEP
    xs, ys = (far, width - TEST_SIDE - far), (far, height - TEST_SIDE - far)
    middle = (width - TEST_SIDE) / 2, (height - TEST_SIDE) / 2
    places = [*((x, y) for y in reversed(ys) for x in xs), middle]
    rings = combine_drawings(
        draw(Role.TRIM, rectangle(-step, -step, TEST_SIDE + 2 * step, TEST_SIDE + 2 * step))
        for step in (TEST_STEP * n for n in range(-2, 3)))
    square = _rectangle("test", "test", rings, (TEST_SIDE, TEST_SIDE))
    return [replace(square, id=f"test {number}").moved(*place) for number, place in enumerate(places, 1)]


def _make_sheet(kit: PaperKit, things: Sequence[CutThing], paper: Paper, plotter: Plotter, number: int, total: int
                ) -> CutSheet:
    """A sheet with its marks, and between the upper ones its words; the test sheet has the number 0."""
    width, height = plotter.page_size(paper)
    items = [PageItem(thing.drawing, id=thing.id) for thing in things]
    title = _title(kit, number, total, kit.words)
    if plotter.marks != "none":
        x, y = width / 2, height - plotter.inset[1] - BODY
        words = draw_text(Role.TITLE, title, (x, y), BODY, bold=True)
        words += draw_text(Role.NOTE, kit.words.text("actual_size"), (x, y - 2 * BODY), BODY)
        items.append(PageItem(plotter.draw_marks(paper) + words, id=SHEET))
    return CutSheet(SheetPage(width, height, tuple(items), title), tuple(things), is_test=not number)


def _title(kit: PaperKit, number: int, total: int, words: Catalogue) -> str:
    """The name of the game and the number of the sheet."""
    sheet = words.text("sheet_number", number=number, total=total) if number else words.text("cut_test")
    return f"{kit.title} · {sheet}"
