"""A spec → how everything with several parts is assembled: exploded isometric pictures, the names of the parts as on
the sheets, and the steps in order.

A kind of piece is arranged by its body (BODIES), a board by its build (BOARDS), a box by its lid. The parts float over
each other in the order in which they are assembled, and dotted lines show which part goes where.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fabgen.artwork.drawing import NamedView, Role
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Point
from fabgen.core.languages import Catalogue
from fabgen.figures.assembly.isometric import (
    SPREAD,
    Bounds,
    Pose,
    Solid,
    bounds_of,
    caption_of,
    corner_lines,
    dotted_lines,
    drawn_apart,
    flat,
    middle_of,
    parts_named,
    picture_height,
    plate_solids,
    sideways,
    solid,
    tone_of,
    upright_pose,
    view,
    wall_solids,
)
from fabgen.figures.boards.board import square_centre
from fabgen.figures.boards.board_split import BoardSeams, split_board
from fabgen.figures.boards.inlay import inlay_spaces
from fabgen.figures.boards.light_board import FOOT, LIP, crate
from fabgen.figures.components.kit import FitOf, board_parts, make_player_pieces
from fabgen.figures.components.part_names import PartNames
from fabgen.figures.components.storage_box import PLAY, RAIL, BoxLayout, box_layout, box_parts
from fabgen.figures.joints.joints import Casing
from fabgen.figures.pieces.bodies import PlayerPiece, make_piece_parts
from fabgen.materials.material import Family, Stock
from fabgen.spec.game import Game
from fabgen.spec.load import Spec

APART = 3.5  # mm between the pictures of two parts
UPRIGHT = 45.0  # degrees by which a plate with crossed slots is turned, so that its panels lie along both axes
LAYER_LIFT, LID_LIFT = 0.5, 0.55  # of a plate's height in the picture: how far a layer, or a lid, floats above it
HOVER = 14.0  # mm: how far a key floats above its seam
WALL_GAP = 12.0  # mm between a wall and the bottom of a box, at least
StockOf = Callable[[str], Stock]  # the key of a material in the spec → what a part is cut from


@dataclass(frozen=True)
class AssemblyFigure:
    """How one thing is assembled: a picture in mm, the steps in order, and the names of the parts, for all players. A
    large picture (`is_large`) takes the width of a page."""

    title: str
    view: NamedView
    steps: tuple[str, ...]
    names: tuple[str, ...]
    is_large: bool = False


@dataclass(frozen=True)
class AssemblyStep:
    """A part in its pose, its caption, and the points of its drawing from which dotted lines go down."""

    part: Part
    pose: Pose
    name: str
    line_starts: tuple[Point, ...] = ()


def assemblies(spec: Spec, fit_of: FitOf, stock_of: StockOf, words: Catalogue | None = None) -> list[AssemblyFigure]:
    """The board, each kind of piece with several parts (as the first player has it), the box and its tray. `words` are
    those of the game's language."""
    bodies = make_player_pieces(spec, fit_of)
    names = PartNames(spec.game, words or spec.words)
    return [*_board_assembly(spec, fit_of, stock_of, names), *_piece_assemblies(spec, bodies, stock_of, names),
            *_box_assemblies(spec, bodies, fit_of, stock_of, names)]


def _cut_part(part: Part, stock_of: StockOf, names: PartNames) -> Part:
    """The part as people see it: with its title, and of the material that it is cut from."""
    return replace(names.with_title(part), material=stock_of(part.material).key)


def draw_exploded_view(steps: Sequence[AssemblyStep], fit: Fit, tone: str = "") -> NamedView:
    """The parts of the steps above each other, from the lowest."""
    solids, top, below = list[Solid](), 0.0, 0.0
    for step in steps:
        item = solid(step.part.drawing, step.pose, fit.thickness, tone, step.name)
        _, low, _, high = item.drawing.bounds()
        lift, top = top - low, top + high - low + APART
        if solids:
            ends = [step.pose.place(p, 0.0) for p in step.line_starts]
            solids.append(
                dotted_lines(((x, y, z + lift), (x, y, below)) for x, y, z in ends if z + lift > below + APART / 2)
            )
        solids.append(item.moved((0, 0, lift)))
        below = lift + fit.thickness
    return view(solids)


# Pieces


def _piece_assemblies(spec: Spec, bodies: Sequence[PlayerPiece], stock_of: StockOf, names: PartNames
                      ) -> Iterator[AssemblyFigure]:
    """How each kind of piece is assembled."""
    words = names.words
    for piece in spec.game.pieces:
        alike = [body for body in bodies if body.kind == piece]
        if not alike:
            continue
        first, first_parts = alike[0], list(make_piece_parts(alike[0]))
        kind = next((name for name in BODIES if getattr(first.body, name)), None)
        if kind and len(first_parts) > 1:
            step, arrange = BODIES[kind]
            title = words.text("assembly_piece", piece=first.label, counts=_count_by_player(names, piece))
            part_names = tuple(part.name for body in alike for part in make_piece_parts(body))
            tone = tone_of(stock_of(first.material).key)
            picture = draw_exploded_view(list(arrange(first, first_parts, names)), first.fit, tone)
            steps = [_reverse_step(first, names) if first.reverse else words.text(step)]
            if kind in SLOTTED:
                materials = {body.player: stock_of(body.material).material for body in alike}
                families = {player: material.family for player, material in materials.items()
                            if material.fit != "loose"}
                steps = [*_glue_steps(names, families, BEFORE_JOINING), *steps,
                         *_glue_steps(names, families, AFTER_JOINING)]
            yield AssemblyFigure(title, picture, tuple(steps), part_names)


def _reverse_step(body: PlayerPiece, names: PartNames) -> str:
    """How the two sides of a tile are joined, and whose is the one with a ring."""
    if not body.ring_owner:
        return names.words.text("step_reverse")
    return names.words.text("step_reverse_ring", player=names.game.player_name(body.ring_owner))


def _glue_steps(names: PartNames, families: Mapping[str, Family], step_of: Mapping[Family, str]) -> list[str]:
    """The steps that make a joint stay, by the kind of each player's material; with the player where they differ."""
    steps = {player: names.words.text(step_of[family]) for player, family in families.items() if family in step_of}
    if len({*families.values()}) == 1:
        return [*dict.fromkeys(steps.values())]
    return [names.words.text("player_note", player=names.game.player_name(player), text=step)
            for player, step in steps.items()]


def _count_by_player(names: PartNames, piece: str) -> str:
    """How many of a kind each player has: `4 for each player`, or `8 white, 1 black` where the numbers differ."""
    game, words = names.game, names.words
    counts = {player: game.count_of(player, piece) for player in game.makers(piece)}
    if len(game.players) == 1 or game.one_set:
        return str(sum(counts.values()))
    if tuple(counts) == game.active_players and len({*counts.values()}) == 1:
        return words.text("assembly_for_each", count=next(iter(counts.values())))
    return ", ".join(words.text("assembly_count", count=count, player=game.player_name(player))
                     for player, count in counts.items())


def _name_without_player(body: PlayerPiece, part: Part, names: PartNames) -> str:
    """The title of a part without the player: `knight base`."""
    return names.title_in_picture(body.kind, part.name.removeprefix(f"{body.name} "))


def _arrange_standee(body: PlayerPiece, body_parts: Sequence[Part], names: PartNames) -> Iterator[AssemblyStep]:
    """A base and the upright above it."""
    upright, base = body_parts
    seat = body.layout.seat
    assert seat, "an upright has a seat"
    pose = upright_pose(seat.y, body.fit.thickness)
    yield AssemblyStep(base, flat(), _name_without_player(body, base, names))
    upright_name = _name_without_player(body, upright, names)
    yield AssemblyStep(upright, pose, upright_name, _tab_ends(seat.tab, -body.fit.thickness))


def _tab_ends(tab: float, y: float) -> tuple[Point, Point]:
    """The two points where a tab enters its slot."""
    return (-tab / 2, y), (tab / 2, y)


def _arrange_crossed(body: PlayerPiece, body_parts: Sequence[Part], names: PartNames) -> Iterator[AssemblyStep]:
    """A base, the panel that is slit from above, and the one that is lowered over it."""
    face, side, base = body_parts
    seat, thick = body.layout.seat, body.fit.thickness
    assert seat, "panels have a seat"
    away = (seat.y * math.sin(math.radians(UPRIGHT)), seat.y * math.cos(math.radians(UPRIGHT)))
    tab_ends = _tab_ends(seat.tab, -thick)
    for part, pose, lines in ((base, flat(-UPRIGHT), ()), (side, sideways(0, thick).moved(*away), tab_ends),
                              (face, upright_pose(0, thick).moved(*away), tab_ends)):
        yield AssemblyStep(part, pose, _name_without_player(body, part, names), lines)


def _arrange_stack(body: PlayerPiece, body_parts: Sequence[Part], names: PartNames) -> Iterator[AssemblyStep]:
    """Layers from the widest to the base, then the pin that goes through all of them."""
    pin, base, *under = body_parts
    seat = body.layout.seat
    assert seat, "a stack has a pin"
    for part in (*reversed(under), base):
        yield AssemblyStep(part, flat(), _name_without_player(body, part, names), _tab_ends(seat.tab, seat.y))
    pose, foot = upright_pose(seat.y, body.fit.thickness), pin.drawing.bounds()[1]
    yield AssemblyStep(pin, pose, _name_without_player(body, pin, names), _tab_ends(seat.tab, foot))


def _arrange_tile(body: PlayerPiece, body_parts: Sequence[Part], names: PartNames) -> Iterator[AssemblyStep]:
    """A tile above its back, whose mark is on the underside, or whose colour is the other player's."""
    tile, back = body_parts
    x0, y0, x1, y1 = tile.drawing.bounds()
    middle = ((x0, (y0 + y1) / 2), (x1, (y0 + y1) / 2))
    under = Part(back.name, back.drawing.mirrored().only(Role.EDGE), back.count, back.material, back.group)
    back_name = _name_without_player(body, back, names)
    if body.reverse:
        player = names.game.player_name(body.reverse[0])
        back_name = names.words.text("player_note", player=player, text=back_name)
    else:
        back_name = names.words.text("assembly_mark_down", part=back_name)
    yield AssemblyStep(under, flat(), back_name)
    yield AssemblyStep(tile, flat(), _name_without_player(body, tile, names), middle)


ArrangeBody = Callable[[PlayerPiece, Sequence[Part], PartNames], Iterator[AssemblyStep]]
BODIES: dict[str, tuple[str, ArrangeBody]] = {
    "standee": ("step_standee", _arrange_standee),
    "crossed": ("step_crossed", _arrange_crossed),
    "stack": ("step_stack", _arrange_stack),
    "tile": ("step_tile", _arrange_tile),
}
SLOTTED = ("standee", "crossed", "stack")  # kinds of bodies whose parts go into slots
BEFORE_JOINING: dict[Family, str] = {"plywood": "step_glue_wood", "MDF": "step_glue_wood", "card": "step_glue_card"}
AFTER_JOINING: dict[Family, str] = {"acrylic": "step_glue_acrylic"}


# Boards


def _board_assembly(spec: Spec, fit_of: FitOf, stock_of: StockOf, names: PartNames) -> Iterator[AssemblyFigure]:
    """How the board is put together; nothing where it is a single part."""
    parts = [_cut_part(part, stock_of, names) for part in board_parts(spec, fit_of)]
    if len(parts) > 1:
        arrange, steps = BOARDS[spec.game.board.build]
        solids = view(list(arrange(spec, parts, fit_of)))
        part_names = tuple(part.name for part in parts)
        said_steps = tuple(map(names.words.text, steps(parts)))
        yield AssemblyFigure(names.words.text("assembly_board"), solids, said_steps, part_names, is_large=True)


JOINING = {  # by the name of a plate: the steps for keys and for knobs
    "board": ("step_keys_board", "step_knobs_board"),
    "board base": ("step_keys_base", "step_knobs_base"),
    "lamp layer": ("step_keys_lamps", "step_knobs_lamps"),
}


def _joining_steps(parts: Sequence[Part], name: str) -> list[str]:
    """How the parts of a plate are joined, where it has several."""
    if len(parts_named(parts, name)) < 2:
        return []
    with_keys, with_knobs = JOINING[name]
    key = f"{name.removesuffix(' base')} key"
    return [with_keys if any(part.name == key for part in parts) else with_knobs]


def _arrange_keys(spec: Spec, parts: Sequence[Part], name: str, fit_of: FitOf, level: float) -> Iterator[Solid]:
    """A plate's keys above their seams. `level`: the height of the plate's upper side in mm."""
    key = next((part for part in parts if part.name == f"{name} key"), None)
    cut = split_board(spec.game, fit_of(key.material)) if key else None
    if key is None or cut is None:
        return
    thick, seams = fit_of(key.material).thickness, BoardSeams(spec.game, cut, fit_of(key.material).clearance)
    plates = [part for part in parts if part.name.startswith(name) and part is not key]
    middle = middle_of(bounds_of(plates))
    spots = [(drawn_apart(middle_of(box), middle), box) for box, _ in seams.joints()]
    for n, ((x, y), box) in enumerate(sorted(spots, key=lambda spot: spot[0][0] - spot[0][1])):
        turn = 90.0 if box[2] - box[0] < box[3] - box[1] else 0.0  # vertical seam: a key is wider than it reaches
        pose = flat(turn).moved(x, y, level + HOVER)
        yield dotted_lines([((x, y, level + HOVER), (x, y, level))])
        yield solid(key.drawing, pose, thick, tone_of(key.material), caption_of(key) if n == len(spots) - 1 else "")


def _arrange_sheet(spec: Spec, parts: Sequence[Part], fit_of: FitOf) -> Iterator[Solid]:
    """The parts side by side, with keys above their seams."""
    yield from plate_solids(parts_named(parts, "board"), fit_of)
    yield from _arrange_keys(spec, parts, "board", fit_of, fit_of(spec.game.board.material).thickness)


def _sheet_steps(parts: Sequence[Part]) -> list[str]:
    """The steps for a board of one layer."""
    return _joining_steps(parts, "board")


def _arrange_inlay(spec: Spec, parts: Sequence[Part], fit_of: FitOf) -> Iterator[Solid]:
    """Base, frame and spaces above each other."""
    base, frame = parts_named(parts, "board base"), parts_named(parts, "board frame")
    thick, box = fit_of(spec.game.board.material).thickness, bounds_of(base)
    lift = LAYER_LIFT * picture_height(box) + thick
    yield from plate_solids(base, fit_of)
    yield from _arrange_keys(spec, parts, "board", fit_of, thick)
    yield corner_lines(box, thick, lift)
    yield from plate_solids(frame, fit_of, flat().moved(0, 0, lift))
    border, side = spec.game.board.border, spec.game.board.cell
    grid = (border, border, box[2] - border, box[3] - border)
    yield corner_lines(grid, lift + thick, 2 * lift)
    middle, spots = middle_of(box), list[tuple[float, float, str]]()
    for cell, space in inlay_spaces(spec).items():
        x, y = square_centre(spec.lattice, cell, side)
        spots.append((*drawn_apart((x + border, y + border), middle), f"{space.name} space"))
    spots.sort(key=lambda spot: spot[0] - spot[1])  # the farthest first
    last = {name: n for n, (_, _, name) in enumerate(spots)}
    parts_by_name = {part.name: part for part in parts}
    solids = dict[str, Solid]()
    for n, (x, y, name) in enumerate(spots):
        part = parts_by_name[name]
        if name not in solids:
            solids[name] = solid(part.drawing, flat(), fit_of(part.material).thickness, tone_of(part.material))
        yield solids[name].moved((x, y, 2 * lift), caption_of(part) if last[name] == n else "")


def _inlay_steps(parts: Sequence[Part]) -> list[str]:
    """The steps for an inlaid board."""
    frame = "step_frame" if len(parts_named(parts, "board frame")) == 1 else "step_frames"
    return [*_joining_steps(parts, "board base"), frame, "step_spaces"]


def _arrange_lights(spec: Spec, parts: Sequence[Part], fit_of: FitOf) -> Iterator[Solid]:
    """Feet, the lamp layer with the walls around it, the crate, the top."""
    game, floor = spec.game, parts_named(parts, "lamp layer")
    fit, box = fit_of(game.board.lights.material), bounds_of(floor)
    thick, high = fit.thickness, game.board.lights.depth
    gap = high + thick + SPREAD * max(box[2], box[3]) / 2
    yield from _arrange_feet(parts, fit_of, box)
    far_walls = [("case front", upright_pose(box[3] - thick / 2 + gap, thick).moved(LIP, 0)),
                 ("case side", sideways(box[0] + thick / 2 - gap, thick).moved(0, LIP))]
    yield from wall_solids(far_walls, parts, fit_of, named=False)
    yield from plate_solids(floor, fit_of)
    yield from _arrange_keys(spec, parts, "lamp layer", fit_of, thick)
    near_walls = [("case side", sideways(box[2] - thick / 2 + gap, thick).moved(0, LIP)),
                  ("case front", upright_pose(box[1] + thick / 2 - gap, thick).moved(LIP, 0))]
    yield from wall_solids(near_walls, parts, fit_of)
    level = LAYER_LIFT * picture_height(box) + thick
    strips = crate(game, fit)
    yield corner_lines((strips.x_span[0], strips.y_span[0], strips.x_span[1], strips.y_span[1]), thick, level)
    along = [
        ("strip along ranks", upright_pose(y, thick).moved(strips.x_span[0], 0, level))
        for y in reversed(strips.strip_ys)
    ]
    yield from wall_solids(along, parts, fit_of)
    level += 2 * high
    across = [("strip along files", sideways(x, thick).moved(0, strips.y_span[0], level)) for x in strips.strip_xs]
    yield from wall_solids(across, parts, fit_of)
    level += high + LAYER_LIFT * picture_height(box)
    yield corner_lines(box, level - LAYER_LIFT * picture_height(box), level)
    yield from plate_solids(parts_named(parts, "board"), fit_of, flat().moved(0, 0, level))
    yield from _arrange_keys(spec, parts, "board", fit_of, level + fit_of(game.board.material).thickness)


def _arrange_feet(parts: Sequence[Part], fit_of: FitOf, box: Bounds) -> Iterator[Solid]:
    """Two discs on top of each other at each corner."""
    foot = next(part for part in parts if part.name == "case foot")
    thick, near = fit_of(foot.material).thickness, FOOT / 2
    disc = solid(foot.drawing, flat(), thick, tone_of(foot.material))
    spots = [(box[0] + near, box[3] - near), (box[0] + near, box[1] + near), (box[2] - near, box[3] - near),
             (box[2] - near, box[1] + near)]
    for n, (x, y) in enumerate(spots):
        low = -FOOT - 0.1 * picture_height(box)
        yield disc.moved((x, y, low))
        yield disc.moved((x, y, low + 2 * thick), caption_of(foot) if n == len(spots) - 1 else "")


def _lights_steps(parts: Sequence[Part]) -> list[str]:
    """The steps for a board of lights."""
    walls = ("case front", "case side", "strip along ranks", "strip along files")
    is_split = any(len(parts_named(parts, name)) > 1 for name in walls)
    return [*_joining_steps(parts, "lamp layer"), *_joining_steps(parts, "board"),
            *(["step_joined"] if is_split else []), "step_lamps", "step_case", "step_strips", "step_top"]


ArrangeBoard = Callable[[Spec, Sequence[Part], FitOf], Iterator[Solid]]
BoardSteps = Callable[[Sequence[Part]], list[str]]  # the keys of their words
BOARDS: dict[str, tuple[ArrangeBoard, BoardSteps]] = {
    "sheet": (_arrange_sheet, _sheet_steps), "inlay": (_arrange_inlay, _inlay_steps),
    "lights": (_arrange_lights, _lights_steps),
}


# Boxes

BOX_STEPS = {  # by whether the lid slides
    False: ("step_box_walls", "step_box_rim"),
    True: ("step_slide_walls", "step_slide_rails", "step_slide_lid"),
}
TRAY_STEPS = ("step_tray_walls", "step_tray_dividers")

PosedWalls = list[tuple[str, Pose]]  # the names of walls, and their poses


def _box_assemblies(spec: Spec, bodies: Sequence[PlayerPiece], fit_of: FitOf, stock_of: StockOf, names: PartNames
                    ) -> Iterator[AssemblyFigure]:
    """The box with its lid, and the tray; nothing where the spec has no box."""
    every_part = [_cut_part(part, stock_of, names) for part in box_parts(spec, bodies, fit_of)]
    if spec.game.box is None or not every_part:
        return
    layout = box_layout(spec.game, bodies, fit_of, spec.game.box, spec.spaces)
    for title, prefix, arrange, steps in (("assembly_box", "box ", _arrange_box, BOX_STEPS[layout.has_sliding_lid]),
                                          ("assembly_tray", "tray ", _arrange_tray, TRAY_STEPS)):
        parts = [part for part in every_part if part.name.startswith(prefix)]
        panels = dict.fromkeys(part.name.rstrip("0123456789").rstrip() for part in parts)
        is_split = any(len(parts_named(parts, name)) > 1 for name in panels)
        yield AssemblyFigure(
            names.words.text(title),
            view(list(arrange(layout, parts, fit_of))),
            (*map(names.words.text, (*(["step_joined"] if is_split else []), *steps)),
             *([_filling_step(spec.game, names.words)] if arrange is _arrange_tray else [])),
            tuple(part.name for part in parts),
            is_large=True,
        )


def _filling_step(game: Game, words: Catalogue) -> str:
    """What goes into the box before the tray."""
    is_case = game.board.build == "lights"
    boards = f" {words.text('step_tray_fill_player_boards')}" if game.player_boards else ""
    if game.own_tracks:
        key = "step_tray_fill_case_tracks" if is_case else "step_tray_fill_tracks"
        return words.count(key, len(game.own_tracks)) + boards
    return words.text("step_tray_fill_case" if is_case else "step_tray_fill") + boards


def _pose_walls(case: Casing, names: tuple[str, str, str, str], gap: float) -> tuple[PosedWalls, PosedWalls]:
    """The walls behind a bottom (back, left) and those in front of it (right, front), by their `names` in this order.
    Their faces are those of the drawings: a right side that differs from the left one is drawn from its inside."""
    thick, (back, left, right, front) = case.wall, names
    right_pose = sideways(case.width - thick / 2 + gap, thick)
    if right != left:
        right_pose = Pose((case.width + gap, case.depth, 0), (0, -1, 0), (0, 0, 1), (-1, 0, 0))
    behind = [(back, upright_pose(case.depth - thick / 2 + gap, thick)), (left, sideways(thick / 2 - gap, thick))]
    return behind, [(right, right_pose), (front, upright_pose(thick / 2 - gap, thick))]


def _surround(bottom: Sequence[Solid], behind: PosedWalls, before: PosedWalls, parts: Sequence[Part],
              fit_of: FitOf) -> Iterator[Solid]:
    """A bottom between its walls. Of two equal walls the nearer one has the caption."""
    names_before = {name for name, _ in before}
    for wall in behind:
        yield from wall_solids([wall], parts, fit_of, named=wall[0] not in names_before)
    yield from bottom
    yield from wall_solids(before, parts, fit_of)


def _arrange_box(layout: BoxLayout, parts: Sequence[Part], fit_of: FitOf) -> Iterator[Solid]:
    """The bottom of the box between its walls."""
    case, gap = layout.box, WALL_GAP + 0.5 * layout.box.height
    names = ("box back", "box left side", "box right side", "box front") if layout.has_sliding_lid else (
        "box front", "box side", "box side", "box front")
    behind, before = _pose_walls(case, names, gap)
    bottom = parts_named(parts, "box bottom")
    yield from _surround(plate_solids(bottom, fit_of), behind, before, parts, fit_of)
    level = case.height + LID_LIFT * picture_height(bounds_of(bottom))
    yield from (_arrange_sliding_lid if layout.has_sliding_lid else _arrange_lift_off_lid)(layout, parts, fit_of, level)


def _arrange_lift_off_lid(layout: BoxLayout, parts: Sequence[Part], fit_of: FitOf, level: float) -> Iterator[Solid]:
    """The rim, and the lid above it."""
    less, lid = layout.box.wall + PLAY / 2, parts_named(parts, "box lid")
    rim = (less, less, layout.box.width - less, layout.box.depth - less)
    yield corner_lines(rim, layout.box.height, level)
    yield from plate_solids(parts_named(parts, "box lid rim"), fit_of, flat().moved(less, less, level))
    upper = level + 0.3 * picture_height(rim)
    yield corner_lines(rim, level + layout.fit.thickness, upper)
    yield from plate_solids(lid, fit_of, flat().moved(0, 0, upper))


def _arrange_sliding_lid(layout: BoxLayout, parts: Sequence[Part], fit_of: FitOf, level: float) -> Iterator[Solid]:
    """Two rails on either side, and the lid between them."""
    case, thick, tall = layout.box, layout.fit.thickness, RAIL * layout.fit.thickness
    inset, apart = 2 * thick + (PLAY / 2), 3 * tall
    rails = parts_named(parts, "box rail")

    def rail_poses(x: float) -> list[Pose]:
        return [sideways(x, thick).moved(0, inset, level + up) for up in (-apart, apart)]

    lower, upper = rail_poses(1.5 * thick)
    yield from plate_solids(rails, fit_of, lower, named=False)
    yield from plate_solids(parts_named(parts, "box lid"), fit_of, flat().moved(thick + PLAY / 2, -2 * WALL_GAP, level))
    yield from plate_solids(rails, fit_of, upper, named=False)
    right_rails = [("box rail", pose) for pose in rail_poses(case.width - 1.5 * thick)]
    yield from wall_solids(right_rails, parts, fit_of)


def _arrange_tray(layout: BoxLayout, parts: Sequence[Part], fit_of: FitOf) -> Iterator[Solid]:
    """The bottom of the tray between its walls, and the dividers above it."""
    case, gap = layout.tray, WALL_GAP + 0.5 * layout.tray.height
    behind, before = _pose_walls(case, ("tray front", "tray side", "tray side", "tray front"), gap)
    bottom = parts_named(parts, "tray bottom")
    yield from _surround(plate_solids(bottom, fit_of), behind, before, parts, fit_of)
    level = case.height + 0.4 * picture_height(bounds_of(bottom))
    dividers = [("tray divider", sideways(x, case.wall).moved(0, 0, level)) for x in layout.dividers]
    yield from wall_solids(dividers, parts, fit_of)
