"""A kind of piece and the fit of its material → the parts of its body to cut, and its faults.

One entry in BODY_PARTS for each kind of body. The part that carries the diagram is named after `Body.diagram_part`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import get_args

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import MIRROR, Path, rectangle
from fabgen.artwork.regions import path_polygon
from fabgen.figures.diagrams.marks import MARKS, draw_token_mark
from fabgen.figures.diagrams.movement_diagram import find_jump_ring
from fabgen.figures.pieces.bases import (
    LEAD_IN,
    NAME_TOO_LONG,
    POINTED,
    BaseLayout,
    BasePlan,
    PieceFault,
    SlotSeat,
    draw_base,
    lay_out_base,
    make_base,
    make_crossed_seat,
    make_pin_seat,
    make_standee_seat,
    player_sign,
    standee_tab,
)
from fabgen.figures.pieces.crossed_panels import CROSSED, LEAST_BESIDE, crossed_drawings, make_panels
from fabgen.figures.pieces.face_signs import FaceSign, make_face_sign
from fabgen.figures.pieces.openings import are_gates_cut, are_lines_cut, cut_slots
from fabgen.figures.pieces.piece_rims import needs_rim
from fabgen.figures.silhouettes.outlines import scored_lines
from fabgen.figures.silhouettes.silhouettes import SHAPES, AnySilhouette, Silhouette, silhouette
from fabgen.rules.diagram import Diagram
from fabgen.spec.drawings import DrawingPath
from fabgen.spec.game import Game
from fabgen.spec.load import Spec
from fabgen.spec.pieces import Body, FlatOutline, is_letters

LAYERS, STEP = 3, 1.5  # of a stack: the number of layers, and by how many mm each is smaller on every side
ROOM = 0.95  # of the cell: the largest base
SAME_SHAPE = 0.01  # mm between an outline and its mirror image that counts as none
BESIDE_FOOT = 1.0  # mm of the base on each side of a foot
BASE_TOO_LARGE = "piece.base-too-large"
TIPS_OVER = "piece.tips-over"
FOOT_TOO_WIDE = "piece.foot-too-wide"
PANELS_TOO_SLENDER = "piece.panels-too-slender"
WRONG_SIDES = "piece.wrong-sides"


@dataclass(frozen=True)
class PlayerPiece:
    """One player's pieces of one kind, made of a material with its fit. `base_plan`: the base that a piece occupies in
    its cell; `other_plans`: the bases of the other players; `standing`: the silhouettes of all standing figures of the
    game, whose lines are made alike."""

    player: str
    kind: str
    body: Body
    diagram: Diagram
    base_plan: BasePlan
    fit: Fit
    count: int
    material: str
    other_plans: tuple[BasePlan, ...] = ()  # the same for the other players who have the kind
    kind_name: str = ""  # what people call the kind; default its key
    face_sign: FaceSign | None = None  # the name or the sign that it carries instead of a diagram
    reverse: tuple[str, str] | None = None  # the player whose colour its other side has, and its material
    other_side: PlayerPiece | None = None  # what it becomes when it is turned over
    ring_owner: str = ""  # whose side carries a ring, where both sides are of one material
    is_only_kind: bool = False  # whether the game has no other kind: then its name says nothing
    has_rim: bool = False  # whether a line along the edge of a flat piece sets it off from the board
    standing: tuple[AnySilhouette, ...] = ()
    is_of_one_set: bool = False  # whether it is every player's

    @property
    def name(self) -> str:
        """Player and kind: `green knight`."""
        return f"{self.player} {self.kind}"

    @property
    def label(self) -> str:
        return (self.kind_name or self.kind).capitalize()

    @property
    def name_beyond_slot(self) -> str:
        """The name that a base carries beyond its slot; none where there is no slot, the face carries it, or there is
        no other kind."""
        return "" if self.body.tile or self.body.face == "name" or self.is_only_kind else self.label

    @property
    def top_plan(self) -> BasePlan:
        """The plate that carries the diagram."""
        return self._top_of(self.base_plan)

    def _top_of(self, base_plan: BasePlan) -> BasePlan:
        """The plate that carries the diagram, for the plate that a piece occupies."""
        return base_plan.smaller(STEP * (layer_count(self.body) - 1)) if self.body.stack else base_plan

    @property
    def plates(self) -> list[BasePlan]:
        """The plates that lie on each other, from the uppermost to the lowest."""
        if self.body.stack:
            return [self.top_plan.smaller(-STEP * n) for n in range(layer_count(self.body))]
        return [self.base_plan] * (2 if self.body.has_second_layer else 1)

    @cached_property
    def slots(self) -> tuple[Path, ...]:
        """The lines of a standing figure as slots through it. None where lines are engraved, in all figures alike."""
        if not self.body.standee or not are_lines_cut(self.standing, self.fit):
            return ()
        return cut_slots(silhouette(self.body.standee, self.body.height), self.fit)

    @cached_property
    def gates(self) -> tuple[Path, ...]:
        """The gates of a standing figure: none where they would leave too little beside them in any figure."""
        if not self.body.standee:
            return ()
        shape = silhouette(self.body.standee, self.body.height)
        return shape.gates if are_gates_cut((*self.standing, shape), self.fit) else ()

    @cached_property
    def layout(self) -> BaseLayout:
        """The layout of the plate, with borders of cells only where the plates of all players have room for them."""
        own_layout = self._lay_out(self.base_plan)
        is_grid_shared = own_layout.has_grid and all(
            self._lay_out(whole).has_grid for whole in dict.fromkeys(self.other_plans)
        )
        return own_layout if is_grid_shared == own_layout.has_grid else self._lay_out(self.base_plan, bare=True)

    @cached_property
    def reverse_layout(self) -> BaseLayout:
        """The layout of the plate with the colour of the other player, which lies under the first with its face down.
        """
        mirrored = self.base_plan.mirrored()
        return self.layout if mirrored == self.base_plan else self._lay_out(mirrored, bare=not self.layout.has_grid)

    def _lay_out(self, base_plan: BasePlan, *, bare: bool = False) -> BaseLayout:
        """The layout of the plate with the diagram."""
        top = self._top_of(base_plan)
        seat = _make_seat(self.body, top, self.fit)
        signs = [plan.sign for plan in (base_plan, *self.other_plans)]
        sign = max(signs, key=lambda number: player_sign("disc", number)[0]) if top.shape == "disc" else None
        return lay_out_base(self.diagram, top, seat, self.face_sign, bare=bare, sign=sign)

    def find_faults(self) -> Iterator[PieceFault]:
        """Why the piece cannot be made like this; a piece with errors is not drawn."""
        body = self.body
        if body.crossed and (material := make_panels(body.crossed, body.height).least_beside(self.fit)) < LEAST_BESIDE:
            what = (f"the panels of the {self.kind} are too slender to be slit: "
                    f"{max(0.0, material):.1f} mm stay beside it")
            yield PieceFault(what, "a higher piece, or thinner material", "error", PANELS_TOO_SLENDER, material)
        if self.ring_owner and body.face != "plain":
            what = f"both sides of the {self.kind} are of {self.material}, and nothing tells them apart"
            yield PieceFault(what, "another material or colour for one of the players, or `face: plain`, where a ring "
                                   f"marks the side of {self.ring_owner}", "error", WRONG_SIDES)
        if body.both_sides and not _is_symmetric(self.base_plan.outline()):
            cause = "its drawing has no mirror symmetry" if body.has_drawn_outline else "its corners differ"
            what = f"turned over, the {self.kind} of {self.player} does not fit into its own hole: {cause}"
            yield PieceFault(what, "take `both_sides` out: the back is then a layer to be glued under it", "error",
                             WRONG_SIDES)
        layouts = (self.layout, self.reverse_layout) if body.reverse else (self.layout,)
        for fault in dict.fromkeys(fault for layout in layouts for fault in layout.find_faults(self.kind)):
            if self.name_beyond_slot or fault.code != NAME_TOO_LONG:
                yield fault

    def make_part(self, name: str, drawing: Drawing, into: str = "", back: Drawing | None = None) -> Part:
        """A part of this piece; `into` names the part that it slots into, as deep as the material is thick."""
        slotted_into = (f"{self.name} {into}",) if into else ()
        x0, y0, x1, _ = drawing.bounds()
        hidden = ((x0, y0, x1, y0 + self.fit.thickness / 2),) if slotted_into and not back and self.body.shape else ()
        whose = "" if self.is_of_one_set else f"{self.player} "
        group, label = f"{whose}pieces", f"{whose}{self.kind_name or self.kind} {name}"
        part = Part(f"{self.name} {name}", drawing, self.count, self.material, group, back, slotted_into, hidden,
                    by_thickness=not self.body.tile)
        return part if label == part.name else replace(part, label=label)


def _is_symmetric(outline: Path) -> bool:
    """Whether an outline is the same when left and right are exchanged."""
    shape = path_polygon(outline, SAME_SHAPE)
    mirrored = path_polygon(outline.transformed(MIRROR), SAME_SHAPE)
    return shape.symmetric_difference(mirrored).area < SAME_SHAPE * shape.length


def make_player_piece(spec: Spec, player: str, piece: str, fit: Fit) -> PlayerPiece:
    """A player's pieces of a kind, made of the player's material."""
    game = spec.game
    kind, material = game.pieces[piece], game.players[player].material
    base_plan = make_base(game, player, piece)
    other_plans = tuple(
        make_base(game, other_player, piece) for other_player in game.owners(piece) if other_player != player
    )
    count, name = game.made_count(player, piece), game.piece_name(piece)
    diagram = spec.base_diagram(piece)
    face_sign = make_face_sign(game, piece, base_plan.roomiest_circle()[1])
    other_side_owner = other_side_of(game, player, piece)
    reverse = (other_side_owner, game.players[other_side_owner].material) if other_side_owner else None
    ring_owner = max(player, other_side_owner, key=[*game.players].index) if reverse and reverse[1] == material else ""
    back_kind = kind.body.back_kind
    other_side = make_player_piece(spec, player, back_kind, fit) if back_kind else None
    return PlayerPiece(player, piece, kind.body, diagram, base_plan, fit, count, material, other_plans, name, face_sign,
                       reverse, other_side, ring_owner, len(game.pieces) == 1,
                       needs_rim(spec, piece) and not find_jump_ring(diagram), _standing_silhouettes(game),
                       game.one_set)


def _standing_silhouettes(game: Game) -> tuple[AnySilhouette, ...]:
    """The silhouettes of all figures of one upright in a game; without those of unknown names, which are reported."""
    bodies = (kind.body for kind in game.pieces.values())
    return tuple(silhouette(body.standee, body.height) for body in bodies if body.standee and has_known_shapes(body))


def other_side_of(game: Game, player: str, piece: str) -> str:
    """The player, or the neutral side, whose colour the other side of a piece has; empty for a piece of one colour, and
    where a kind with the colour of the other player does not belong to two players."""
    if neutral := game.neutral_sides(piece):
        return "" if player in neutral else neutral[0]
    others = [owner for owner in game.owners(piece) if owner != player]
    return others[0] if game.pieces[piece].body.reverse and len(others) == 1 else ""


def underside_of(game: Game, player: str, piece: str) -> str:
    """The player whose colour the lower layer of a piece has: the piece's own one unless its other side is of another
    colour. Under a neutral side it is that of the first player who has such pieces."""
    if player in game.neutral_sides(piece):
        return game.makers(piece)[0]
    return other_side_of(game, player, piece) or player


def layer_count(body: Body) -> int:
    """The number of layers of a stack."""
    return body.layers or LAYERS


def _make_seat(body: Body, top: BasePlan, fit: Fit) -> SlotSeat | None:
    """The slot in the plate with the diagram; None for a flat piece."""
    if body.standee:
        return make_standee_seat(top, silhouette(body.standee, body.height).foot, fit)
    if body.crossed:
        return make_crossed_seat(top, make_panels(body.crossed, body.height).foot, fit)
    return make_pin_seat(top, fit) if body.stack else None


def make_piece_parts(piece: PlayerPiece) -> Iterator[Part]:
    """Every part of a piece, uprights before the base that they stand in."""
    kind = next(kind for kind in BODY_PARTS if getattr(piece.body, kind))
    yield from BODY_PARTS[kind](piece)


def count_parts(body: Body) -> int:
    """The number of parts that `make_piece_parts` makes of one piece."""
    if body.stack:
        return layer_count(body) + 1
    return 3 if body.crossed else 2 if body.standee or body.has_second_layer else 1


def _standee_parts(piece: PlayerPiece) -> Iterator[Part]:
    """The upright and its base."""
    shape = silhouette(piece.body.standee or "", piece.body.height)
    drawing = draw(Role.EDGE, standee_outline(shape, piece.layout.seat.tab if piece.layout.seat else 0.0, piece.fit))
    for opening in (*shape.holes, *piece.gates, *piece.slots):
        drawing += draw(Role.HOLE, opening)
    if shape.lines and not piece.slots:
        drawing += draw(Role.ZONE, *(scored for path in shape.lines for scored in scored_lines(path)))
    yield replace(piece.make_part("standee", drawing, "base"), has_openings=isinstance(shape, Silhouette))
    yield piece.make_part("base", draw_base(piece.diagram, piece.layout, piece.name_beyond_slot))


def standee_outline(shape: AnySilhouette, tab: float, fit: Fit) -> Path:
    """The silhouette with a tab `tab` mm wide under its foot, as deep as the material is thick."""
    return shape.outline_on_tab(standee_tab(tab / 2, fit))


def _crossed_parts(piece: PlayerPiece) -> Iterator[Part]:
    """The two panels and their base."""
    shape = make_panels(piece.body.crossed or "", piece.body.height)
    for name, drawing in crossed_drawings(shape, piece.layout.seat.tab if piece.layout.seat else 0.0, piece.fit):
        yield replace(piece.make_part(name, drawing, "base"), has_openings=isinstance(shape.face, Silhouette))
    yield piece.make_part("base", draw_base(piece.diagram, piece.layout, piece.name_beyond_slot))


def _stack_parts(piece: PlayerPiece) -> Iterator[Part]:
    """The pin, the base on top, and the layers under it."""
    seat = piece.layout.seat
    assert seat, "a stack has a pin"
    height = len(piece.plates) * piece.fit.thickness
    yield piece.make_part("pin", draw(Role.EDGE, pin_outline(seat, height, piece.fit)), "base")
    yield piece.make_part("base", draw_base(piece.diagram, piece.layout, piece.name_beyond_slot))
    for n, plan in enumerate(piece.plates[1:], 1):
        yield piece.make_part(f"layer {n}", draw(Role.EDGE, plan.outline()) + draw(Role.HOLE, seat.hole()))


def pin_outline(seat: SlotSeat, high: float, fit: Fit) -> Path:
    """A strip `high` mm long that goes through all layers and ends flush; its rounded corners are a lead-in."""
    return rectangle(-seat.tab / 2, 0, seat.tab, high, min(LEAD_IN, fit.thickness / 2))


def _tile_parts(piece: PlayerPiece) -> Iterator[Part]:
    """The tile, and under it a second layer: its back with a mark or with what the piece becomes when it is turned
    over, or its reverse in the colour of the other player. Where both players have one colour, a ring marks the side of
    the second."""
    (x, y), room = piece.base_plan.roomiest_circle()
    mark = piece.body.back_mark
    back_face = draw_token_mark(mark, 0.8 * room).moved(-x, y) if mark else None
    back_plate = (draw(Role.EDGE, piece.base_plan.outline()) + piece.base_plan.draw_edge_sign()).mirrored()
    if other := piece.other_side:
        plate = draw_base(other.diagram, other.reverse_layout, other.name_beyond_slot, has_rim=other.has_rim)
        back_face, back_plate = plate.without(Role.EDGE), plate.only(Role.EDGE)
    ring = draw_token_mark("ring", 0.8 * room)
    plate = draw_base(piece.diagram, piece.layout, piece.name_beyond_slot, has_rim=piece.has_rim)
    front = plate + ring.moved(x, y) if piece.ring_owner == piece.player else plate
    tile = piece.make_part("tile", front, back=back_face)
    yield replace(tile, both_sides=piece.body.both_sides)
    if back_face and not piece.body.both_sides:
        # A laser marks one side only: the back is a part of its own, to be glued under the first.
        yield piece.make_part("back", back_plate + back_face, "tile")
    if piece.reverse:
        player, material = piece.reverse
        other_plate = draw_base(piece.diagram, piece.reverse_layout, piece.name_beyond_slot, has_rim=piece.has_rim)
        other_face = other_plate + ring.moved(-x, y) if piece.ring_owner == player else other_plate
        reverse = piece.make_part("back", other_face, "tile")
        yield replace(reverse, material=material, group=f"{player} pieces")


BODY_PARTS: dict[str, Callable[[PlayerPiece], Iterator[Part]]] = {
    "standee": _standee_parts,
    "crossed": _crossed_parts,
    "stack": _stack_parts,
    "tile": _tile_parts,
}


def has_known_shapes(body: Body) -> bool:
    """Whether all shapes and marks that a body names exist."""
    words: list[tuple[str | None, Collection[str]]] = [
        (body.standee, SHAPES), (body.crossed, CROSSED), (body.tile, get_args(FlatOutline)), (body.back_mark, MARKS)]
    if body.sign and not is_letters(body.sign):
        words.append((body.sign, MARKS))
    return all(word is None or isinstance(word, DrawingPath) or word in valid for word, valid in words)


def find_body_faults(piece: PlayerPiece, cell: float, *, squares: bool = True) -> Iterator[PieceFault]:
    """What is wrong with a piece's body on cells with a side of `cell` mm: its room, stability, slot or diagram.

    Where cells are not `squares`, a square base and one of a drawn outline must fit the circle inside the cell.
    """
    width, depth = piece.base_plan.size()
    if piece.base_plan.shape == "square" and not squares:
        width, depth = width * math.sqrt(2) * ROOM, depth * math.sqrt(2) * ROOM
    if piece.base_plan.drawn and not squares:
        width = depth = 2 * piece.base_plan.reach()
    if max(width, depth) > ROOM * cell:
        what = f"a base of {max(piece.base_plan.size()):g} mm leaves no room in a cell of {cell:g} mm"
        hint = f"{roomy_base(piece, cell, squares=squares):g} mm or less"
        yield PieceFault(what, hint, "error", BASE_TOO_LARGE, max(piece.base_plan.size()))
    foot, height = foot_and_height(piece)
    base_side = min(piece.base_plan.width, piece.base_plan.depth)
    is_drawn = piece.base_plan.drawn is not None  # a plate that lies, however narrow it is
    if base_side < height / 2 and not is_drawn:
        what = f"the {piece.kind} is {height:g} mm high on a base of {base_side:g} mm and tips over"
        hint = f"a base of {steady_base(piece):g} mm or more, or a lower piece"
        yield PieceFault(what, hint, "warning", TIPS_OVER, base_side)
    if foot > base_side - 2 * BESIDE_FOOT + 1e-9 and not is_drawn:
        lower = height_for_base(piece)
        yield PieceFault(
            f"the base of the {piece.kind}, {base_side:g} mm, is too narrow for its foot of {foot:.4g} mm: "
            f"{BESIDE_FOOT:g} mm must stay on each side",
            f"a base of {base_for_foot(piece):g} mm or more, or a `height` of {lower} mm or less",
            "error",
            FOOT_TOO_WIDE,
            base_side,
        )
    else:
        yield from piece.find_faults()


def roomy_base(piece: PlayerPiece, cell: float, *, squares: bool = True) -> float:
    """The side in mm, in tenths, of a base that leaves the piece room to be taken out of a cell."""
    share = 0.9 if squares or piece.base_plan.shape != "square" else 0.7
    share = share / (1 + POINTED) if piece.base_plan.point else share
    if piece.base_plan.drawn and not squares:
        share *= max(piece.base_plan.size()) / (2 * piece.base_plan.reach())
    return math.floor(10 * share * cell) / 10


def steady_base(piece: PlayerPiece) -> float:
    """The side in mm, in tenths, of the least base on which the piece does not tip over."""
    return _round_up(foot_and_height(piece)[1] / 2)


def base_for_foot(piece: PlayerPiece) -> float:
    """The side in mm, in tenths, of the least base for the foot of the piece."""
    return _round_up(foot_and_height(piece)[0] + 2 * BESIDE_FOOT)


def height_for_base(piece: PlayerPiece) -> int:
    """The greatest height in whole mm at which the foot of the piece suits its base."""
    foot, height = foot_and_height(piece)
    return int(height * (min(piece.base_plan.width, piece.base_plan.depth) - 2 * BESIDE_FOOT) / foot)


def _round_up(length: float) -> float:
    return math.ceil(10 * length - 1e-6) / 10


def foot_and_height(piece: PlayerPiece) -> tuple[float, float]:
    """The width of a piece's foot and its height in mm; 0 and the thickness for a flat piece."""
    body = piece.body
    if body.standee:
        shape = silhouette(body.standee, body.height)
        return 2 * shape.foot, shape.height
    if body.crossed:
        pair = make_panels(body.crossed, body.height)
        return 2 * pair.foot * 0.5**0.5, pair.face.height
    return 0.0, piece.fit.thickness * (layer_count(body) if body.stack else 1)


__all__ = [
    "BODY_PARTS",
    "PlayerPiece",
    "find_body_faults",
    "foot_and_height",
    "has_known_shapes",
    "layer_count",
    "make_piece_parts",
    "make_player_piece",
]
