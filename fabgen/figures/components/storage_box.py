"""A finished game → a finger-jointed box for it: the board at the bottom, tracks, player boards, the book, a tray with
a compartment for each owner, for cards, dice and the keys of a board in parts, a lid that lifts off or slides; all mm.

Inner sizes follow from the board, the book and the pieces. A standee lies on its side, assembled; flat things are piled
up. Each player has a compartment, and so has each kind of token. The columns of a compartment are filled first-fit, the
broadest things first: this does not always need the least room, but gives the same result every time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from fabgen.artwork.drawing import Drawing, Role, draw, draw_text
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Path, circle, line, rectangle, rounded_polygon
from fabgen.artwork.text import text_width
from fabgen.core.problems import Location, problem_error
from fabgen.figures.boards.board import board_size
from fabgen.figures.boards.board_split import BoardSeams, board_tiles, key_parts, split_board
from fabgen.figures.components.player_boards import player_board_size
from fabgen.figures.components.tracks import track_size
from fabgen.figures.joints.joints import LEAST_WALL, Casing, knob, lap_depth, notches
from fabgen.figures.joints.panel_split import split_part
from fabgen.figures.pieces.bases import LEAD_IN, RELIEF
from fabgen.figures.pieces.bodies import PlayerPiece, foot_and_height, layer_count
from fabgen.figures.rulebook.game_facts import list_facts
from fabgen.figures.silhouettes.outlines import Corner
from fabgen.spec.game import Box, Game
from fabgen.spec.load import Spec
from fabgen.spec.spaces import Spaces

BOOK, BOOK_HIGH = (148.0, 210.0), 3.0  # mm: the rulebook, A5
PLAY = 1.0  # mm around board and tray in the box, above the tray, and around each thing in the tray
RAIL, THUMB = 2.0, 9.0  # height of a sliding lid's rail in thicknesses; mm: radius of the hole for a thumb
CORNER = 1.0  # mm: radius of a lid's corners
SEAM_SHIFTS = {"box lid rim": 25.0}  # mm: how far the seams of a panel lie from those of the panel it is glued to
TITLE_CAP, CREDIT_SHARE = 14.0, 0.45  # mm: capitals of the title on a lid; those of the designer, of the title's
FRAME = 8.0  # mm from the edge of a lid to the line on it
CARD = 0.32  # mm: the thickness of a card of the usual stock, 300 g/m²
LEAST_DEPTH = 20.0  # mm: the inner depth of a tray with only flat things


@dataclass(frozen=True)
class BoxLayout:
    """A box: the outside of the box and of its tray, the x positions of the tray's dividers in mm, whether the lid
    slides, and the fit of its material."""

    box: Casing
    tray: Casing
    dividers: tuple[float, ...]
    has_sliding_lid: bool
    fit: Fit

    @property
    def front_height(self) -> float:
        """The height of the front wall in mm; a sliding lid passes over it."""
        lid = (RAIL * self.fit.thickness + self.fit.slot) if self.has_sliding_lid else 0.0
        return self.box.height - lid


def box_layout(game: Game, kinds: Sequence[PlayerPiece], fit_of: Callable[[str], Fit], declared: Box,
               spaces: Spaces | None = None) -> BoxLayout:
    """The box for a game with these kinds of pieces. `spaces`: those of a board that is no grid of squares."""
    fit = fit_of(declared.material)
    board, board_high = _stored_board(game, spaces, fit_of)
    thick, slides = fit.thickness, declared.lid == "slide"
    loose = loose_things(game, kinds, fit_of)
    contents = [items for items in compartments(game, kinds, token_thickness(game, fit_of), loose).values() if items]
    longest = max(item.long for items in contents for item in items)
    depth = max(board[1], BOOK[1], longest + 2 * thick) + 2 * PLAY
    inner = depth - 2 * PLAY - 2 * thick  # of the tray
    widths = [compartment_width(items, inner) for items in contents]
    width = max(board[0], BOOK[0], sum(widths) + (len(widths) + 1) * thick) + 2 * PLAY
    if declared.inside:
        width, depth = _declared_inside(declared.inside, (width, depth))
    tray_high = max(LEAST_WALL, tray_depth(kinds, loose) + thick)
    tray = Casing(width - 2 * PLAY, depth - 2 * PLAY, tray_high, fit)
    lid = RAIL * thick + fit.slot if slides else thick  # rail and lid, or the lid's rim
    rails = 2 * thick if slides else 0.0
    tall = thick + board_high + BOOK_HIGH + tray_high + PLAY + lid
    outer = Casing(width + 2 * thick + rails, depth + 2 * thick, tall, fit)
    return BoxLayout(outer, tray, _divider_places(tray, widths), slides, fit)


def _declared_inside(inside: tuple[float, float], needed: tuple[float, float]) -> tuple[float, float]:
    """The inside of a box whose spec gives it, its width and depth in mm. Raises FabgenError with a Problem where the
    game needs more."""
    if any(length < least - 1e-6 for length, least in zip(inside, needed, strict=True)):
        given, least = (f"{width:g} x {depth:g} mm" for width, depth in (inside, map(_round_up, needed)))
        raise problem_error(f"a box of {given} inside is too small for what lies in it", f"it takes {least}, or leave "
                            "`inside` out", Location(key="box.inside"))
    return inside


def _round_up(length: float) -> float:
    """A length in whole mm that is not less."""
    return float(math.ceil(length - 1e-6))


def _stored_board(game: Game, spaces: Spaces | None, fit_of: Callable[[str], Fit]
                  ) -> tuple[tuple[float, float], float]:
    """Width and depth of the board, the tracks and the player boards in the box, and their height when they are piled
    up, in mm."""
    (width, height), high = _stored_board_parts(game, spaces, fit_of)
    for track in game.own_tracks.values():
        across, down = track_size(track)
        width, height = max(width, across), max(height, down)
        high += fit_of(track.material or game.board.material).thickness
    for name, board in game.player_boards.items():
        across, down = player_board_size(game, name)
        width, height = max(width, across), max(height, down)
        high += len(game.active_players) * fit_of(board.material or game.board.material).thickness
    return (width, height), high


def _stored_board_parts(game: Game, spaces: Spaces | None, fit_of: Callable[[str], Fit]
                        ) -> tuple[tuple[float, float], float]:
    """Width and depth of the board in the box, and the height of its parts when they are piled up, in mm."""
    fit, (width, height) = fit_of(game.board.material), board_size(game, spaces)
    if game.board.build == "lights":
        case = fit_of(game.board.lights.material)
        return (width, height), fit.thickness + game.board.lights.depth + 3 * case.thickness
    cut = split_board(game, fit)
    if cut is None or cut.count == 1 or game.board.build == "inlay":
        return (width, height), fit.thickness * (2 if game.board.build == "inlay" else 1)
    sizes = [(tile.box[2] - tile.box[0], tile.box[3] - tile.box[1]) for tile in board_tiles(game, cut)]
    knobs = 2 * knob(game.board.cell).reach
    return (max(x for x, _ in sizes) + knobs, max(y for _, y in sizes) + knobs), fit.thickness * cut.count


def _divider_places(tray: Casing, widths: Sequence[float]) -> tuple[float, ...]:
    """The middles of the walls between compartments of at least these widths, which share the rest of the tray."""
    thick = tray.fit.thickness
    spare = (tray.width - (len(widths) + 1) * thick - sum(widths)) / len(widths)
    ends = accumulate(width + spare + thick for width in widths)
    return tuple(end + thick / 2 for end in ends)[:-1]


@dataclass(frozen=True)
class TrayItem:
    """A kind of thing, or of pile, as it lies in the tray: its sides from above with play in mm, how many there are,
    and the most things in a pile."""

    long: float
    broad: float
    count: int
    pile: int = 1


@dataclass(frozen=True)
class TrayPlace:
    """The room of one thing or pile: the number of its item, and its lower left corner in a compartment, in mm."""

    item: int
    x: float
    y: float


@dataclass(frozen=True)
class LooseThing:
    """What lies in the tray besides pieces and tokens: whose compartment it is in, its name, its sides and its height
    in mm, and how many there are."""

    owner: str
    name: str
    width: float
    depth: float
    high: float
    count: int


def loose_things(game: Game, kinds: Sequence[PlayerPiece], fit_of: Callable[[str], Fit]) -> list[LooseThing]:
    """The markers of tracks, in the compartments of their players; the piles of each deck, the dice, and the keys of a
    board in parts, each in a compartment of its own."""
    things = [
        LooseThing(player, f"{player} {name} marker", track.marker_size, track.marker_size,
                   fit_of(game.players[player].material).thickness, track.markers)
        for player in game.active_players for name, track in game.tracks.items() if track.markers
    ]
    for name, die in game.dice.items():
        tiles = 2 * fit_of(die.material or game.board.material).thickness if die.make == "engrave" else 0.0
        side = die.size + tiles
        things.append(LooseThing(f"{name} dice", f"{name} die", side, side, side, die.count))
    cards_in_pile = max(1, int((tray_depth(kinds, things) - PLAY) / CARD))
    for name, deck in game.decks.items():
        piles = math.ceil(deck.total / cards_in_pile)
        high = min(deck.total, cards_in_pile) * CARD
        things.append(LooseThing(f"{name} cards", f"{name} cards", *deck.size, high, piles))
    keys = _board_keys(game, fit_of)
    return [*things, *([keys] if keys else [])]


def _board_keys(game: Game, fit_of: Callable[[str], Fit]) -> LooseThing | None:
    """The keys of a board that is taken apart for its box; None where it has none."""
    fit = fit_of(game.board.material)
    cut = split_board(game, fit) if game.board.build == "sheet" else None
    if cut is None or cut.count == 1:
        return None
    for key in key_parts("board", BoardSeams(game, cut, fit.clearance), game.board.material):
        return LooseThing("board keys", key.name, *key.drawing.size(), fit.thickness, key.count)
    return None


def tray_depth(kinds: Iterable[PlayerPiece], loose: Iterable[LooseThing] = ()) -> float:
    """The inner depth in mm that a tray needs for the highest thing in it."""
    heights = [min(kind.base_plan.size()) if kind.body.shape else _flat_thickness(kind) for kind in kinds]
    heights += [thing.high for thing in loose]
    return max([LEAST_DEPTH, *heights]) + PLAY


def token_thickness(game: Game, fit_of: Callable[[str], Fit]) -> float:
    """The thickest sheet in mm from which tokens are cut."""
    return max((fit_of(token.material).thickness for token in game.tokens.values()), default=3.0)


def compartments(game: Game, kinds: Sequence[PlayerPiece], thickness: float, loose: Sequence[LooseThing] = ()
                 ) -> dict[str, list[TrayItem]]:
    """The contents of each compartment, by player, name of a token, or owner of loose things; tokens are cut from a
    sheet of `thickness` mm."""
    tray = tray_depth(kinds, loose)
    contents = {player: [_tray_item(kind, tray) for kind in kinds if kind.player == player] for player in game.players}
    for name, token in game.tokens.items():
        contents[name] = [_piles(token.size, token.size, thickness, token.count, tray)]
    for thing in loose:
        item = _piles(thing.width, thing.depth, thing.high, thing.count, tray)
        contents.setdefault(thing.owner, []).append(item)
    return contents


def _tray_item(kind: PlayerPiece, tray: float) -> TrayItem:
    """A kind of piece as it lies in the tray, assembled, or piled up if it is flat."""
    width, depth = kind.base_plan.size()
    if not kind.body.shape:
        return _piles(width, depth, _flat_thickness(kind), kind.count, tray)
    height = foot_and_height(kind)[1] + kind.fit.thickness
    return TrayItem(max(height, width, depth) + PLAY, sorted((height, width, depth))[1] + PLAY, kind.count)


def _flat_thickness(kind: PlayerPiece) -> float:
    """The height in mm of a flat piece."""
    sheets = layer_count(kind.body) if kind.body.stack else 2 if kind.body.has_second_layer else 1
    return sheets * kind.fit.thickness


def _piles(width: float, depth: float, thickness: float, count: int, tray: float) -> TrayItem:
    """The piles of `count` flat things, none higher than the tray is deep."""
    pile = max(1, int(tray / thickness))
    return TrayItem(max(width, depth) + PLAY, min(width, depth) + PLAY, math.ceil(count / pile), pile)


def compartment_width(items: Iterable[TrayItem], length: float) -> float:
    """The width in mm that a compartment of this length needs."""
    return arrange_compartment(items, length)[1]


def arrange_compartment(items: Iterable[TrayItem], length: float) -> tuple[list[TrayPlace], float]:
    """Where everything lies in a compartment of this length, and the width in mm that it needs: the sum of its columns,
    each as broad as its first item."""
    places, columns = list[TrayPlace](), list[list[float]]()  # of a column: its x, its breadth, what is left of it
    for number, item in sorted(enumerate(items), key=lambda pair: (-pair[1].broad, -pair[1].long)):
        for _ in range(item.count):
            room = next((column for column in columns if column[2] >= item.long - 1e-9), None)
            if room is None:
                columns.append(room := [sum(broad for _, broad, _ in columns), item.broad, length])
            places.append(TrayPlace(number, room[0], length - room[2]))
            room[2] -= item.long
    return places, sum(broad for _, broad, _ in columns)


def box_parts(spec: Spec, kinds: Sequence[PlayerPiece], fit_of: Callable[[str], Fit]) -> list[Part]:
    """Every part of the box and its tray; none where the spec has no box."""
    game, words = spec.game, spec.words
    if game.box is None:
        return []
    layout, material = box_layout(game, kinds, fit_of, game.box, spec.spaces), game.box.material
    most_players = len((spec.full_game or game).active_players)
    facts = words.text("separator").join(list_facts(game.facts, len(game.active_players), most_players, words))
    panels = [
        *_case(layout),
        *(_sliding_lid if layout.has_sliding_lid else _lift_off_lid)(layout, game, facts),
        *_tray(layout),
    ]
    # Walls of plywood hold either way. Panels that are too large are split along the grain nevertheless, so that the
    # pieces of one panel look alike.
    return [replace(part, may_cross_grain=True) for name, drawing, count in panels
            for part in split_part(Part(name, drawing, count, material, "box"), layout.fit, SEAM_SHIFTS.get(name, 0.0))]


Panel = tuple[str, Drawing, int]  # name, drawing and count of a part


def _edge(path: Path) -> Drawing:
    return draw(Role.EDGE, path)


def _case(layout: BoxLayout) -> list[Panel]:
    """The panels of the case without its lid. A sliding lid has a lower front, and rails scored on the sides."""
    box = layout.box
    if not layout.has_sliding_lid:
        return [("box bottom", _edge(box.bottom()), 1), ("box front", _edge(box.front()), 2),
                ("box side", _edge(box.side()), 2)]
    low = Casing(box.width, box.depth, layout.front_height, layout.fit)
    rail_top = draw(Role.GRID, line((box.wall, layout.front_height), (box.depth - box.wall, layout.front_height)))
    left = _edge(box.side(low=layout.front_height)) + rail_top
    return [("box bottom", _edge(box.bottom()), 1), ("box front", _edge(low.front()), 1),
            ("box back", _edge(box.front()), 1), ("box left side", left, 1),
            ("box right side", left.mirrored().moved(box.depth, 0), 1)]


def _lid_words(game: Game, facts: str, size: tuple[float, float], fit: Fit) -> Drawing:
    """Title, designer, and the `facts` of who plays and how long, on a lid of a size in mm, with a line around them: in
    its middle or, where it is parted, in its lower left corner, clear of seams."""
    (width, depth), is_whole = size, fit.holds(*size)
    longest = 0.7 * width if is_whole else 0.3 * width
    title = min(TITLE_CAP, longest / text_width(game.title, 1))
    small = [(text, min(CREDIT_SHARE * title, longest / text_width(text, 1))) for text in (game.designer, facts)]
    steps = [2 * height for _, height in small]  # from the foot of a line to that of the next one
    x, y, anchor = (width / 2, depth / 2, "middle") if is_whole else (2 * FRAME, 2 * FRAME + sum(steps), "start")
    words = draw_text(Role.TITLE, game.title, (x, y), title, anchor=anchor)
    for (text, height), step in zip(small, steps, strict=True):
        y -= step
        words += draw_text(Role.TITLE, text, (x, y), height, anchor=anchor)
    frame = rectangle(FRAME, FRAME, width - 2 * FRAME, depth - 2 * FRAME, FRAME / 2)
    return words + draw(Role.GRID, frame) if is_whole else words


def _lift_off_lid(layout: BoxLayout, game: Game, facts: str) -> list[Panel]:
    """A lid, and a rim that is glued under it and goes into the box."""
    box, less = layout.box, layout.box.wall + PLAY / 2
    lid = rectangle(0, 0, box.width, box.depth, CORNER)
    rim = rectangle(0, 0, box.width - 2 * less, box.depth - 2 * less, CORNER)
    words = _lid_words(game, facts, (box.width, box.depth), layout.fit)
    return [("box lid", _edge(lid) + words, 1), ("box lid rim", _edge(rim), 1)]


def _sliding_lid(layout: BoxLayout, game: Game, facts: str) -> list[Panel]:
    """A lid with a hole for a thumb, and rails that are glued to the side walls, over and under it."""
    box, thick = layout.box, layout.fit.thickness
    width, depth = box.width - 2 * thick - PLAY, box.depth - thick - PLAY / 2
    lid = _edge(rectangle(0, 0, width, depth, CORNER)) + draw(Role.HOLE, circle((width / 2, 3 * THUMB), THUMB))
    lid += _lid_words(game, facts, (width, depth), layout.fit)
    rail = rectangle(0, 0, box.depth - 2 * thick - PLAY, RAIL * thick, CORNER)
    return [("box lid", lid, 1), ("box rail", _edge(rail), 4)]


def _tray(layout: BoxLayout) -> list[Panel]:
    tray, fit, count = layout.tray, layout.fit, len(layout.dividers)
    top = notches([tray.width - x for x in reversed(layout.dividers)], lap_depth(tray.height, fit), fit)
    walls = [("tray bottom", _edge(tray.bottom()), 1), ("tray front", _edge(tray.front(top)), 2),
             ("tray side", _edge(tray.side()), 2)]
    return [*walls, *([("tray divider", _edge(_divider(layout)), count)] if count else [])]


def _divider(layout: BoxLayout) -> Path:
    """A wall across the tray: it stands on the bottom between both long walls, and its hooks lie in their slits."""
    tray, fit = layout.tray, layout.fit
    near, low, middle, high = fit.thickness + fit.clearance / 2, fit.thickness, tray.height / 2, tray.height
    lead, inner = min(LEAD_IN, fit.thickness / 2), min(RELIEF, fit.thickness / 2)
    right: list[Corner] = [((tray.depth - near, low), lead), ((tray.depth - near, middle), inner),
                           ((tray.depth, middle), lead), ((tray.depth, high), lead)]
    return rounded_polygon([*right, *(((tray.depth - x, y), r) for (x, y), r in reversed(right))])
