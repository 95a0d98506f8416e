"""A game with a box → the closed box with everything in it as solids, and a problem for each two things that would lie
in each other: the board at the bottom, the book on it, the tray with the pieces and tokens of each compartment.

Where things lie is what the box was designed for (`storage_box`); whether they have room there is found out with the
solids of the parts as they are cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.part import Part
from fabgen.artwork.path import rectangle
from fabgen.core.problems import Location, Problem
from fabgen.figures.assembly.assembly import StockOf
from fabgen.figures.assembly.isometric import Pose, flat
from fabgen.figures.assembly.part_places import AssembledThing, PosedPart, assembled_things
from fabgen.figures.components.kit import FitOf, make_laser_kit, make_player_pieces
from fabgen.figures.components.player_boards import make_player_board_parts
from fabgen.figures.components.storage_box import (
    BOOK,
    BOOK_HIGH,
    PLAY,
    BoxLayout,
    LooseThing,
    TrayItem,
    TrayPlace,
    arrange_compartment,
    box_layout,
    compartments,
    loose_things,
    token_thickness,
)
from fabgen.figures.components.tracks import make_track_parts
from fabgen.model.solids import TOUCHING, PartSolid, boxes_meet
from fabgen.spec.load import Spec

Box3 = Sequence[float]  # least x, y, z and greatest x, y, z in mm
AXES = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
LID = "box lid"  # how the names of the parts of a lid begin
KEY = " key"  # the end of the name of what holds two parts of a board together


@dataclass(frozen=True)
class PackedBox:
    """A closed box and what lies in it, in place: `case` is the box, `tray` its tray, `contents` everything else."""

    case: AssembledThing
    tray: AssembledThing
    contents: tuple[AssembledThing, ...]

    @property
    def things(self) -> tuple[AssembledThing, ...]:
        """All of it."""
        return self.case, self.tray, *self.contents


def pack_box(spec: Spec, fit_of: FitOf, stock_of: StockOf) -> PackedBox | None:
    """The packed box; None for a game without a box. Its lower left corner is at the origin."""
    things = {thing.name: thing for thing in assembled_things(spec, fit_of, stock_of)}
    declared, kinds = spec.game.box, make_player_pieces(spec, fit_of)
    if declared is None or "box" not in things:
        return None
    layout = box_layout(spec.game, kinds, fit_of, declared, spec.spaces)
    thick = layout.fit.thickness
    near = thick + PLAY, thick + PLAY, thick
    left = near[0] + (thick if layout.has_sliding_lid else 0.0)  # of the contents: the rails are between
    board = list(_pile_board(things["board"], (left, *near[1:]), is_cut=spec.game.board.build == "sheet"))
    board += _pile_tracks(spec, fit_of, stock_of, (left, near[1], max(_bounds(thing)[5] for thing in board)))
    level = max(_bounds(thing)[5] for thing in board)
    book = _book(things["box"], (left, near[1], level))
    corner = left, near[1], level + BOOK_HIGH
    pieces = _fill_tray(spec, layout, things, fit_of, stock_of, corner)
    return PackedBox(things["box"], _move(things["tray"], *corner), (*board, book, *pieces))


def _pile_board(board: AssembledThing, corner: tuple[float, float, float], *, is_cut: bool) -> Iterator[AssembledThing]:
    """The board in one piece, or its parts on top of each other."""
    parts = [part for part in board.parts if not part.part.name.endswith(KEY)]
    groups = [[part] for part in parts] if is_cut else [parts]
    x, y, level = corner
    for number, group in enumerate(groups, 1):
        name = f"board, part {number}" if len(groups) > 1 else "board"
        thing = _move_to(replace(board, name=name, parts=tuple(group)), x, y, level)
        level = _bounds(thing)[5]
        yield thing


def _pile_tracks(spec: Spec, fit_of: FitOf, stock_of: StockOf, corner: tuple[float, float, float]
                 ) -> Iterator[AssembledThing]:
    """The tracks and the player boards on top of each other."""
    x, y, level = corner
    for part in (*make_track_parts(spec), *make_player_board_parts(spec)):
        if part.group in ("tracks", "player boards"):
            thing = _move_to(_lay_part(part, fit_of, stock_of), x, y, level)
            level = _bounds(thing)[5]
            yield thing


def _lay_part(part: Part, fit_of: FitOf, stock_of: StockOf) -> AssembledThing:
    """A part that is assembled with nothing, as it lies on the table."""
    fit = fit_of(part.material)
    return AssembledThing(part.name, (PosedPart(part, flat(), fit.thickness, stock_of(part.material).key),), fit)


def _block(thing: LooseThing, box: AssembledThing) -> AssembledThing:
    """A loose thing as a block of its size."""
    part = Part(thing.name, draw(Role.EDGE, rectangle(0, 0, thing.width, thing.depth)), 1, box.parts[0].part.material,
                thing.owner)
    return AssembledThing(thing.name, (PosedPart(part, flat(), thing.high, box.parts[0].material),), box.fit)


def _book(box: AssembledThing, corner: tuple[float, float, float]) -> AssembledThing:
    """The rulebook as a block."""
    part = Part("rulebook", draw(Role.EDGE, rectangle(0, 0, *BOOK)), 1, box.parts[0].part.material, "book")
    placed = PosedPart(part, flat().moved(*corner), BOOK_HIGH, box.parts[0].material)
    return AssembledThing("rulebook", (placed,), box.fit)


def _fill_tray(spec: Spec, layout: BoxLayout, things: dict[str, AssembledThing], fit_of: FitOf, stock_of: StockOf,
               corner: tuple[float, float, float]) -> Iterator[AssembledThing]:
    """Everything in the tray, whose lower left corner is given."""
    kinds, wall = make_player_pieces(spec, fit_of), layout.fit.thickness
    tokens = {part.name: part for part in make_laser_kit(spec, fit_of)}
    loose = loose_things(spec.game, kinds, fit_of)
    contents = compartments(spec.game, kinds, token_thickness(spec.game, fit_of), loose)
    starts = [wall, *(middle + wall / 2 for middle in layout.dividers)]
    length = layout.tray.depth - 2 * wall
    for start, (owner, items) in zip(starts, [pair for pair in contents.items() if pair[1]], strict=True):
        if owner in spec.game.players:
            stored = [(things[kind.name], kind.count, bool(kind.body.shape)) for kind in kinds if kind.player == owner]
        elif owner in spec.game.tokens:
            part = tokens[f"{owner} token"]
            stored = [(_lay_part(part, fit_of, stock_of), part.count, False)]
        else:
            stored = []
        for thing in (thing for thing in loose if thing.owner == owner):
            cut = tokens.get(thing.name)
            stored.append((_lay_part(cut, fit_of, stock_of) if cut else _block(thing, things["box"]), thing.count,
                           False))
        origin = corner[0] + start, corner[1] + wall, corner[2] + wall
        yield from _fill_compartment(stored, items, arrange_compartment(items, length)[0], origin)


def _fill_compartment(stored: Sequence[tuple[AssembledThing, int, bool]], items: Sequence[TrayItem],
                      places: Sequence[TrayPlace], origin: tuple[float, float, float]) -> Iterator[AssembledThing]:
    """Things in their places; of each is told how many there are, and whether it stands on the table: then it is laid
    on its side."""
    left = [count for _, count, _ in stored]
    lying = [_lay_down(thing) if is_upright else _lay_flat(thing) for thing, _, is_upright in stored]
    for place in places:
        level = origin[2]
        for _ in range(min(items[place.item].pile, left[place.item])):
            thing = _move_to(lying[place.item], origin[0] + place.x + PLAY / 2, origin[1] + place.y + PLAY / 2, level)
            left[place.item] -= 1
            level = _bounds(thing)[5]
            yield thing


def _lay_down(thing: AssembledThing) -> AssembledThing:
    """A thing on its side: its longest side away from the player, its shortest upright."""
    box = _bounds(thing)
    shortest, middle, longest = sorted(range(3), key=lambda axis: box[axis + 3] - box[axis])
    rows = [AXES[middle], AXES[longest], AXES[shortest]]
    if _is_mirrored(rows):
        x, y, z = rows[2]
        rows[2] = (-x, -y, -z)
    return _turn(thing, rows)


def _lay_flat(thing: AssembledThing) -> AssembledThing:
    """A flat thing with its longer side away from the player."""
    box = _bounds(thing)
    is_wide = box[3] - box[0] > box[4] - box[1] + 1e-6
    return _turn(thing, [(0, -1, 0), (1, 0, 0), (0, 0, 1)]) if is_wide else thing


def _is_mirrored(rows: Sequence[tuple[int, int, int]]) -> bool:
    (a, b, c), (d, e, f), (g, h, i) = rows
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0


def _turn(thing: AssembledThing, rows: Sequence[tuple[int, int, int]]) -> AssembledThing:
    """A thing with other axes: each row is one of them."""

    def turn_point(point: Sequence[float]) -> tuple[float, float, float]:
        x, y, z = (sum(share * value for share, value in zip(row, point, strict=True)) for row in rows)
        return x, y, z

    parts = [replace(part, pose=Pose(*map(turn_point, (part.pose.origin, part.pose.across, part.pose.along,
                                                       part.pose.out)))) for part in thing.parts]
    return replace(thing, parts=tuple(parts))


def _move_to(thing: AssembledThing, x: float, y: float, z: float) -> AssembledThing:
    """A thing whose box has its least corner there."""
    box = _bounds(thing)
    return _move(thing, x - box[0], y - box[1], z - box[2])


def _move(thing: AssembledThing, dx: float, dy: float, dz: float) -> AssembledThing:
    return replace(thing, parts=tuple(part.moved(dx, dy, dz) for part in thing.parts))


def _bounds(thing: AssembledThing) -> Box3:
    """The box of a thing in mm."""
    boxes = [PartSolid(part).body.bounding_box() for part in thing.parts]
    return [*(min(box[n] for box in boxes) for n in range(3)), *(max(box[n] for box in boxes) for n in range(3, 6))]


def open_box(packed: PackedBox) -> list[AssembledThing]:
    """The box without its lid, and what lies in it."""
    parts = tuple(part for part in packed.case.parts if not part.part.name.startswith(LID))
    return [replace(packed.case, parts=parts), packed.tray, *packed.contents]


# The proof


def packing_problems(packed: PackedBox) -> Iterator[Problem]:
    """A problem for each thing that sticks out of the closed box, and for each two that lie in each other."""
    outside, key = _bounds(packed.case), Location(key="box")
    solids = [(thing, [PartSolid(part) for part in thing.parts]) for thing in packed.things]
    bodies = [(thing, [(solid.body, solid.body.bounding_box()) for solid in parts]) for thing, parts in solids]
    for thing, parts in bodies[1:]:
        if not all(_is_within(box, outside) for _, box in parts):
            yield Problem(key, f"the {thing.name} sticks out of the closed box", "")
    for (first, parts), (second, other_parts) in combinations(bodies, 2):
        volume = sum(_common_volume(body, other) for body, box in parts for other, other_box in other_parts
                     if boxes_meet(box, other_box))
        if volume > TOUCHING:
            what = f"in the closed box, the {first.name} and the {second.name} lie in each other: {volume:.1f} mm³"
            yield Problem(key, what, "")


def _common_volume(body: Any, other: Any) -> float:
    return float((body ^ other).volume())


def _is_within(box: Box3, outside: Box3) -> bool:
    return all(box[n] >= outside[n] - TOUCHING and box[n + 3] <= outside[n + 3] + TOUCHING for n in range(3))


def headroom(packed: PackedBox) -> float:
    """How much higher in mm what lies in the closed box might be, until it meets the lid or its rim."""
    highest = max(_bounds(thing)[5] for thing in (packed.tray, *packed.contents))
    lids = [part for part in packed.case.parts if part.part.name.startswith(LID)]
    return float(min(PartSolid(part).body.bounding_box()[2] for part in lids) - highest)
