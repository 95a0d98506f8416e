"""A spec → the position that its cover shows, and the moves in it: those that the designer names, else a moment of play
with many pieces.

Without a name, the rules are asked: a line of legal actions is played from the start, always the same one, and its
positions and those of the worked examples are compared. The move is the most striking legal one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise

from fabgen.core.english import join_words
from fabgen.core.problems import FabgenError, Problem, nearest_hint
from fabgen.figures.boards.surface import surface_of
from fabgen.figures.positions.table_view import PieceMaker, measure_overlap
from fabgen.rules.boards import Cell, TextError
from fabgen.rules.match import Match, begin
from fabgen.rules.notation import ActionError, ActionText, read_action_text
from fabgen.rules.position import Position
from fabgen.spec.examples import Case
from fabgen.spec.load import Spec

STEPS = 28  # the length of the line that is played
STRIDE = 7  # from the action that was taken to the next one, through the lists of legal actions
KIND = 2  # pieces: a kind of a player that is on the board counts as much as so many more pieces
MOVED = 0.75  # of a piece: one that is not where it started; at most half the pieces count
AREA = 4  # pieces: as much counts a colour that cells have got
HIDDEN = 3  # pieces: as much costs a piece that is wholly hidden by others
MOST_LISTED = 5  # legal actions in a message
# The legs of a move that count for its picture; its greatest length in cells, and what a longer one costs.
MOST_LEGS, MOST_LENGTH, LONG = 2, 6.0, 6
CAPTURE = 4  # pieces: as much counts that somebody can capture


@dataclass(frozen=True)
class CoverPosition:
    """A position, the cells that the rules call by a colour in it, and the moves that its picture shows.

    `has_captures`: whether somebody can capture in it. `legal`: the legal actions of each player who decides.
    """

    position: Position
    areas: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    has_captures: bool = False
    moves: tuple[ActionText, ...] = ()
    legal: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)


def choose_cover_position(spec: Spec) -> CoverPosition | None:
    """The position for the cover and its moves; None for a game without pieces on the board. Raises FabgenError for a
    name, a position or a move that cannot be read, and for a move that is not legal."""
    return spec.compute_once("cover position", partial(_choose_with_moves, spec))


def _choose_with_moves(spec: Spec) -> CoverPosition | None:
    """The position for the cover, and its moves."""
    chosen = _choose_position(spec)
    if chosen is None:
        return None
    if spec.game.book.cover_moves:
        return replace(chosen, moves=_read_moves(spec, chosen))
    moves = (_find_striking_move(spec, chosen.position, actions) for actions in chosen.legal.values())
    return replace(chosen, moves=tuple(move for move in moves if move))


def choose_moment_of_play(spec: Spec) -> CoverPosition | None:
    """The position for pictures of the whole table: that of the cover, unless the cover shows a part of it from near;
    then the liveliest moment of play. None and FabgenError as for the cover."""
    return _choose_liveliest(rate_moments_of_play(spec))


def rate_moments_of_play(spec: Spec) -> Sequence[tuple[CoverPosition, float]]:
    """The positions for such pictures, each with its liveliness. FabgenError as for the cover."""
    if spec.game.book.composition not in ("table", "above"):
        return _rate_moments(spec)
    chosen = choose_cover_position(spec)
    return [(chosen, 1.0)] if chosen else []


def _choose_position(spec: Spec) -> CoverPosition | None:
    """The position of the cover without its moves."""
    if written := spec.game.book.cover:
        return _read_position(spec, written)
    moments = _rate_moments(spec)
    if spec.game.book.composition == "move":
        moments = [(moment, rating) for moment, rating in moments if any(moment.legal.values())] or moments
    return _choose_liveliest(moments)


def _find_moments(spec: Spec) -> list[CoverPosition]:
    """Positions with pieces: of play, of examples, and of the start."""
    moments = [*_positions_of_play(spec), *_positions_of_examples(spec), CoverPosition(spec.start)]
    return [moment for moment in moments if moment.position.pieces]


def _rate_moments(spec: Spec) -> list[tuple[CoverPosition, float]]:
    """These positions with their liveliness, computed once for the book, the first sheet of print-and-play and the
    picture of the finished game."""
    maker = PieceMaker(spec)
    return spec.compute_once("moments", lambda: [(moment, _liveliness(moment, maker))
                                                 for moment in _find_moments(spec)])


def _choose_liveliest(moments: Iterable[tuple[CoverPosition, float]]) -> CoverPosition | None:
    """The position that makes the best picture; None if there is none."""
    best = max(moments, key=lambda moment: moment[1], default=None)
    return best[0] if best else None


def _read_position(spec: Spec, written: str) -> CoverPosition:
    """The position of an id, or of a text."""
    if view := spec.position_views.get(written):
        return _with_legal_actions(spec, view.position)
    for case in spec.cases:
        if case.example.id == written:
            return _position_of_example(case)
    where = spec.source.value_location("book", "cover")
    if ":" not in written:
        names = [*spec.position_views, *(case.example.id for case in spec.cases)]
        hint = nearest_hint(written, names) or "write the id of a position or an example, or a position"
        raise FabgenError([Problem(where, f"there is no position or example `{written}`", hint)])
    try:
        position = Position.parse(written, spec.setting)
    except TextError as error:
        whats = join_words(list(dict.fromkeys(mistake.what for mistake in error.mistakes)))
        raise FabgenError([Problem(where, whats, error.mistakes[0].hint)]) from None
    return _with_legal_actions(spec, position)


def _with_legal_actions(spec: Spec, position: Position) -> CoverPosition:
    """A position with the legal actions in it, where the rules can say them."""
    if spec.play is None:
        return CoverPosition(position)
    try:
        match = begin(spec.play, spec.play.read(position), spec.repetition)
        return CoverPosition(position, match.areas(), legal={player: (*match.texts(player),)
                                                             for player in match.actors()})
    except FabgenError:  # part of a position, which nobody can play on
        return CoverPosition(position)


def _position_of_example(case: Case) -> CoverPosition:
    return CoverPosition(case.position, case.match.areas() if case.match else {}, legal=case.actions)


def _read_moves(spec: Spec, chosen: CoverPosition) -> tuple[ActionText, ...]:
    """The moves that the designer names. Raises FabgenError for a wrong one, for several in a game of turns, and for
    two of one player."""
    written, movers = spec.game.book.cover_moves, list[str]()
    if len(written) > 1 and not _move_at_once(spec, chosen):
        what = f"`cover_moves` names {len(written)} moves, but the players of this game move in turns"
        raise FabgenError([Problem(spec.source.value_location("book", "cover_moves", 1), what, "name one move")])
    moves = tuple(_read_move(spec, chosen, *entry) for entry in enumerate(written))
    for number, move in enumerate(moves):
        mover = chosen.position.pieces[move.path[0]].player
        if mover in movers:
            where = spec.source.value_location("book", "cover_moves", number)
            what = f"`{move}` is the second move of {mover} on the cover"
            raise FabgenError([Problem(where, what, "name one move for each player")])
        movers.append(mover)
    return moves


def _move_at_once(spec: Spec, chosen: CoverPosition) -> bool:
    """Whether several players decide at once: in the position of the cover, or, where the rules cannot say that, at the
    start."""
    actors = [*chosen.legal]
    if not actors and spec.play is not None:
        actors = [*begin(spec.play, None, spec.repetition).actors()]
    return len(actors) > 1


def _read_move(spec: Spec, chosen: CoverPosition, number: int, text: str) -> ActionText:
    """A move that the designer names. Raises FabgenError for one that is not legal or moves no piece."""
    where = spec.source.value_location("book", "cover_moves", number)
    try:
        move = read_action_text(text, spec.lattice)
    except ActionError as error:
        raise FabgenError([Problem(where, error.mistakes[0].what, error.mistakes[0].hint)]) from None
    legal = [*dict.fromkeys(action for actions in chosen.legal.values() for action in actions)]
    if legal and str(move) not in legal:
        what = f"`{text}` is not a legal action in the position of the cover"
        raise FabgenError([Problem(where, what, _list_alternatives(spec, chosen.position, move, legal))])
    if not moves_a_piece(move, chosen.position):
        raise FabgenError([Problem(where, f"`{text}` moves no piece of the position", "write a move, like b2-b3")])
    return move


def _list_alternatives(spec: Spec, position: Position, move: ActionText, legal: Sequence[str]) -> str:
    """What may be played instead of an illegal move: by its piece, or by others if that has no legal move."""
    origin, said = move.origin, "legal"
    if origin and origin not in position.pieces:
        said = f"there is no piece on {origin}; legal"
    elif origin:
        by_piece = [text for text in legal if _find_origin(spec, text) == origin]
        said = f"the piece on {origin} may" if by_piece else f"the piece on {origin} has no legal move; legal"
        legal = by_piece or legal
    more = len(legal) - MOST_LISTED
    listed = f"{', '.join(legal[:MOST_LISTED])} and {more} more" if more > 0 else join_words(legal)
    by_fabgen = "" if spec.game.book.cover else " (fabgen chose the position: `cover:` names another one)"
    return f"{said}: {listed}{by_fabgen}"


def _find_origin(spec: Spec, text: str) -> Cell | None:
    """The cell from which an action moves a piece; None for one that moves none."""
    try:
        return read_action_text(text, spec.lattice).origin
    except ActionError:  # other words of a plug-in
        return None


def moves_a_piece(move: ActionText, position: Position) -> bool:
    """Whether an action has a path that begins with a piece, and whose legs all end on another cell than they begin."""
    goes_somewhere = len(move.path) > 1 and all(start != end for start, end in pairwise(move.path))
    return goes_somewhere and move.path[0] in position.pieces


def _find_striking_move(spec: Spec, position: Position, actions: Iterable[str]) -> ActionText | None:
    """The legal move of a player that makes the best picture, if there is any: a capture or a jump, of several legs, no
    longer than a part of the board that is seen from near."""
    moves = []
    for text in actions:
        try:
            move = read_action_text(text, spec.lattice)
        except ActionError:  # other words of a plug-in
            continue
        if moves_a_piece(move, position):
            moves.append(move)
    return max(moves, key=lambda move: _rate_move(spec, position, move), default=None)


def _rate_move(spec: Spec, position: Position, move: ActionText) -> tuple[int, float]:
    """How good a picture a move makes; of two alike the one that is nearer to the middle of the board."""
    middles = surface_of(spec.game, spec.lattice, spec.game.board.cell, spec.map_spaces).spaces.middles
    legs = [*pairwise(move.path)]
    jumped = sum(any(cell in position.pieces for cell in spec.lattice.between(*leg)) for leg in legs)
    length = sum(math.dist(middles[a], middles[b]) for a, b in legs) / spec.game.board.cell
    x, y = (sum(side) / len(middles) for side in zip(*middles.values(), strict=True))
    off = sum(math.dist(middles[cell], (x, y)) for cell in move.path) / len(move.path)
    return min(len(legs), MOST_LEGS) + 2 * jumped + 2 * any(move.captures) - LONG * (length > MOST_LENGTH), -off


def _positions_of_examples(spec: Spec) -> Iterator[CoverPosition]:
    """The positions of worked examples under the readings that the game has chosen; none in which the game ends, when
    pieces may stand where nobody expects them, as all beyond each other's lines."""
    for case in spec.cases:
        if not case.readings and case.example.result in (None, "open"):
            yield _position_of_example(case)


def _positions_of_play(spec: Spec) -> Iterator[CoverPosition]:
    """The positions of a line of legal actions from the start, while the game goes on."""
    if spec.play is None:
        return
    match: Match = begin(spec.play, None, spec.repetition)
    for step in range(STEPS):
        decided: dict[str, str] = {}
        for number, player in enumerate(match.actors()):
            texts = [*match.texts(player)]
            decided[player] = texts[STRIDE * (step + number) % len(texts)] if texts else ""
        if not decided or not all(decided.values()):
            return
        match = match.play(decided)
        if match.outcome() is None:
            legal = {player: (*match.texts(player),) for player in match.actors()}
            has_captures = any(_is_capture(spec, text) for texts in legal.values() for text in texts)
            yield CoverPosition(spec.play.show(match.position), match.areas(), has_captures, legal=legal)


def _is_capture(spec: Spec, text: str) -> bool:
    """Whether an action captures something, by its text."""
    try:
        return any(read_action_text(text, spec.lattice).captures)
    except ActionError:  # other words of a plug-in
        return False


def _liveliness(candidate: CoverPosition, maker: PieceMaker) -> float:
    """How good a picture a position makes: many pieces of many kinds, not all of them where they started, few hidden by
    others, and something about to happen."""
    position, start = candidate.position, maker.spec.start.pieces
    pieces = [piece for _, piece in position.all_pieces()]
    moved = sum(start.get(cell) != piece for cell, piece in position.all_pieces())
    kinds = len({(piece.player, piece.kind) for piece in pieces})
    colours = sum(bool(cells) for cells in candidate.areas.values())
    seen = len(pieces) - HIDDEN * measure_overlap(position, maker) + CAPTURE * candidate.has_captures
    return seen + KIND * kinds + MOVED * min(moved, len(pieces) / 2) + AREA * colours


__all__ = ["CoverPosition", "choose_cover_position", "choose_moment_of_play", "moves_a_piece",
           "rate_moments_of_play"]
