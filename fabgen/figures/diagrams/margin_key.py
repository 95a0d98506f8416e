"""A spec → the key of marks for the border of its board: each mark that its pieces carry, with a word or two, and
whose the frames or hatches of homes and goals are.

The key is for players who have the board before them, and is shorter than a legend. A game has none if one of its marks
needs more words than these.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from fabgen.artwork.drawing import Drawing, Role, Shape, draw
from fabgen.artwork.path import rectangle
from fabgen.core.languages import Catalogue
from fabgen.figures.boards.board import draw_art_sign, find_frame_sign, zone_pattern
from fabgen.figures.boards.border_key import KeyMark
from fabgen.figures.boards.grounds import HATCHES, hatch_cell
from fabgen.figures.boards.surface import surface_of
from fabgen.figures.diagrams.marks import LEAST_STROKE, annulus, draw_with_lines, open_ring
from fabgen.figures.diagrams.movement_diagram import HOP_SIGNS, draw_mark, find_jump_ring, without_jump_ring
from fabgen.figures.pieces.face_signs import draw_sign
from fabgen.figures.positions.fates import find_hop_fates
from fabgen.rules.diagram import Diagram
from fabgen.rules.marks import Act, MoveMark
from fabgen.spec.game import Game, capitalize_first
from fabgen.spec.load import Spec

RING, RING_STROKE = 1.2, 0.08  # of a cell: the ring of jumps in a key
SMALL_HATCH = 4  # lines of a hatch that meet each side of a cell in a key
FRAME = 0.7  # of a cell: a cell with a frame in a key
# Of a cell: from edge to edge of what is marked, from the outside to the inside: one broad band, two thin ones, which
# are also those along a frame that is left free on a dark cell, and a frame on a light cell.
TWO_LINES = (0.07, 0.09, 0.07)
FRAME_STEPS = {"solid": (0.17,), "open": TWO_LINES, "dark": TWO_LINES, "light": (0.1,)}
INLAID_STEPS = {"solid": (0.08, 0.08), "open": (0.08, 0.07, 0.07, 0.07)}  # light lines in a space of a dark colour
NOTE_LOOKS = {"frame": "solid", "frames": "solid", "double": "open"}  # of zones that are nobody's, by their patterns
SIGN = 0.8  # of a cell: a sign
OWN, OWN_STROKE = 0.5, 0.14  # of a cell: the mark of the piece in its middle
WORD_KEYS = {
    Act.MOVE: "margin_move", Act.CAPTURE: "margin_capture", Act.MOVE | Act.CAPTURE: "margin_both",
    Act.HOP: "margin_hop", Act.LOCUST: "margin_locust",
}  # of the marks that a few words explain
HOP_WORD_KEYS = {(): "margin_locust", ("removed",): "margin_locust", ("home",): "margin_locust_home"}  # by fates


def find_margin_key(spec: Spec) -> tuple[KeyMark, ...]:
    """The marks on the pieces of a game, with their words; empty where the board is to have no key, no piece carries a
    mark, or one of the marks needs more words."""
    if not spec.game.board.marks_key:
        return ()
    diagrams = [spec.diagram(name) for name, piece in spec.game.pieces.items() if piece.body.face == "diagram"]
    rings = {jumps for diagram in diagrams if (jumps := find_jump_ring(diagram))}
    marks = {mark for diagram in diagrams for mark in _marks_beside_ring(diagram)}
    entries = [(key, mark) for key, mark in ((_word_key(mark), mark) for mark in marks)]
    has_marks = entries or rings
    if not has_marks or any(key is None for key, _ in entries) or any(jumps not in WORD_KEYS for jumps in rings):
        return ()
    fates = find_hop_fates(spec)
    has_captures = Act.LOCUST in rings or "margin_locust" in dict(entries)
    if has_captures and fates not in HOP_WORD_KEYS:
        return ()
    words = spec.words
    by_words = {key: mark for key, mark in entries if key}
    order = [*WORD_KEYS.values(), "margin_slide"]
    steps = [KeyMark(_mark_drawer(by_words[key]), _say(spec, words, key)) for key in order if key in by_words]
    return (*steps, *(KeyMark(_ring_drawer(jumps), _say(spec, words, WORD_KEYS[jumps]), RING)
                      for jumps in (Act.HOP, Act.LOCUST) if jumps in rings), *_find_zone_marks(spec),
            *_find_notes(spec))


def _find_zone_marks(spec: Spec) -> Iterator[KeyMark]:
    """The frames or the hatches that tell whose a home or a goal is, with what all these zones of a player are called,
    or with the player's name; none unless each player with a zone of their own has zones of one look, and no two
    players the same. On an inlaid board all frames are alike."""
    game = spec.game
    if game.board.build == "inlay":
        return
    surface = surface_of(game, spec.lattice, spec.spaces.cell_size)
    looks_by_player: dict[str, set[str | None]] = {}
    names_by_player: dict[str, set[str]] = {}
    for name, zone in game.board.zones.items():
        if zone.of and (pattern := zone_pattern(game, name)) != "none":
            look = pattern if pattern in HATCHES else find_frame_sign(game, surface, name)
            looks_by_player.setdefault(zone.of, set()).add(look)
            names_by_player.setdefault(zone.of, set()).add(game.zone_name(name))
    found = {player: next(iter(looks)) for player, looks in looks_by_player.items() if len(looks) == 1}
    looks = [look for look in found.values() if look]
    if len(looks) == len(looks_by_player) == len({FRAME_STEPS.get(look, look) for look in looks}) > 1:
        zone_names = [next(iter(names)) for names in names_by_player.values() if len(names) == 1]
        is_named = len({*zone_names}) == len(names_by_player)  # each in one way that is no other player's
        for player in game.players:
            if look := found.get(player):
                player_name = capitalize_first(game.player_name(player))
                words = capitalize_first(next(iter(names_by_player[player]))) if is_named else player_name
                yield KeyMark(_zone_drawer(look), words, FRAME, row="extras", short_words=player_name)


def _find_notes(spec: Spec) -> Iterator[KeyMark]:
    """Notes on what else is on the board: the frames of zones that are nobody's, where no two of these look alike and
    none like a player's, the corners that frame areas and other tokens that the spec explains, by the signs on them,
    and the signs of the art with words."""
    game = spec.game
    of_players = {NOTE_LOOKS.get(zone_pattern(game, name)) for name, zone in game.board.zones.items() if zone.of}
    looks = {name: NOTE_LOOKS.get(zone_pattern(game, name)) for name, zone in game.board.zones.items()
             if not zone.of and zone_pattern(game, name) not in ("none", "tint")}
    if all(looks.values()) and len(set(looks.values())) == len(looks) and not of_players & {*looks.values()}:
        for name, look in looks.items():
            if look:
                is_inlaid = game.board.build == "inlay" and game.board.zones[name].material is not None
                steps = INLAID_STEPS if is_inlaid else FRAME_STEPS
                words = game.board.zones[name].meaning or game.zone_name(name)
                yield KeyMark(_frame_drawer(look, steps), capitalize_first(words), FRAME, row="notes")
    for name, token in game.tokens.items():
        if token.mark and (token.shape == "corner" or token.meaning):
            words = token.meaning or game.token_name(name)
            yield KeyMark(_sign_drawer(token.mark), capitalize_first(words), SIGN, row="notes")
    for cell, words in game.board.art_key.items():
        if cell in spec.lattice and draw_art_sign(game, spec.lattice.place(cell), SIGN, LEAST_STROKE).items:
            yield KeyMark(_art_drawer(game, spec.lattice.place(cell)), capitalize_first(words), SIGN, row="notes")


def _sign_drawer(sign: str) -> Callable[[float], Drawing]:
    """What draws the sign of a token for the border of a board."""
    return lambda cell: _for_border(draw_sign(sign, SIGN * cell))


def _art_drawer(game: Game, place: tuple[int, int]) -> Callable[[float], Drawing]:
    """What draws the sign of the art in a square for the border of a board."""
    return lambda cell: _for_border(draw_art_sign(game, place, SIGN * cell, LEAST_STROKE))


def _zone_drawer(look: str) -> Callable[[float], Drawing]:
    """What draws a cell with the hatch or the frame of a player, for the border of a board."""
    return partial(_draw_hatched_cell, look) if look in HATCHES else _frame_drawer(look)


def _draw_hatched_cell(pattern: str, cell: float) -> Drawing:
    """A cell with a hatch as the cells of a board have it, and a line around it."""
    half = FRAME * cell / 2
    outline, inner = (rectangle(-side, -side, 2 * side, 2 * side) for side in (half, half - LEAST_STROKE))
    lines = hatch_cell((inner,), 2 * half, pattern, SMALL_HATCH)
    return _for_border(draw(Role.MARK, outline, inner)) + draw(Role.ZONE, *lines)


def _frame_drawer(look: str, steps: Mapping[str, Sequence[float]] = FRAME_STEPS) -> Callable[[float], Drawing]:
    """What draws a cell with the frame of a player, for the border of a board."""
    def draw_frame(cell: float) -> Drawing:
        sides = [FRAME * cell - 2 * inset for inset in itertools.accumulate(
            max(LEAST_STROKE, share * cell) for share in steps[look])]
        return _for_border(draw(Role.MARK, *(rectangle(-side / 2, -side / 2, side, side) for side in (
            FRAME * cell, *sides))))
    return draw_frame


def _marks_beside_ring(diagram: Diagram) -> list[MoveMark]:
    """The marks of a diagram as a piece carries it: without those that a ring of jumps replaces."""
    return [*(without_jump_ring(diagram) if find_jump_ring(diagram) else diagram).marks.values()]


def _word_key(mark: MoveMark) -> str | None:
    """The key of the words for a mark; None for one that needs more of them."""
    if mark.is_only_kind:
        return "margin_slide" if mark.goes_on else "margin_move"
    return None if mark.goes_on else WORD_KEYS.get(mark.acts)


def _say(spec: Spec, words: Catalogue, key: str) -> str:
    """The words of a mark, with the word of the game for a capture, in a capital like all words of the key."""
    if key == "margin_locust":
        key = HOP_WORD_KEYS[find_hop_fates(spec)]
    return capitalize_first(words.text(key, capture=spec.game.terms.capture or words.text("term_capture")))


def _mark_drawer(mark: MoveMark) -> Callable[[float], Drawing]:
    """What draws a mark for the border of a board; one that goes on points to its words."""
    return lambda cell: _for_border(draw_mark(mark, cell, (1, 0)))


def _ring_drawer(jumps: Act) -> Callable[[float], Drawing]:
    """What draws the ring of jumps as pieces carry it, open where theirs is, with their own mark in its middle."""
    def draw_ring(cell: float) -> Drawing:
        outer, own = RING * cell / 2, annulus((0, 0), OWN * cell / 2, max(LEAST_STROKE, OWN_STROKE * cell))
        ring = open_ring(outer - max(LEAST_STROKE, RING_STROKE * cell), outer, HOP_SIGNS[jumps])
        return _for_border(ring + Drawing((Shape(own, Role.MOVE),)))
    return draw_ring


def _for_border(mark: Drawing) -> Drawing:
    """A mark in the role of what is engraved on a board, in lines that a laser follows."""
    items = draw_with_lines(mark).items
    return Drawing(tuple(replace(item, role=Role.MARK) if isinstance(item, Shape) else item for item in items))


__all__ = ["find_margin_key"]
