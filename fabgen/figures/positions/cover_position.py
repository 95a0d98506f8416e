"""A spec → the position that its cover shows: the one that the designer names, else a moment of play with many pieces.

Without a name, the rules are asked: a line of legal actions is played from the start, always the same one, and its
positions and those of the worked examples are compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from fabgen.core.problems import FabgenError, Problem, join_words, nearest_hint
from fabgen.figures.positions.table_view import PieceMaker, measure_overlap
from fabgen.rules.boards import Cell, TextError
from fabgen.rules.match import Match, begin
from fabgen.rules.notation import ActionError, read_action_text
from fabgen.rules.position import Position
from fabgen.spec.load import Spec

STEPS = 28  # the length of the line that is played
STRIDE = 7  # from the action that was taken to the next one, through the lists of legal actions
KIND = 2  # pieces: a kind of a player that is on the board counts as much as so many more pieces
MOVED = 0.75  # of a piece: one that is not where it started; at most half the pieces count
AREA = 4  # pieces: as much counts a colour that cells have got
HIDDEN = 3  # pieces: as much costs a piece that is wholly hidden by others
CAPTURE = 4  # pieces: as much counts that somebody can capture


@dataclass(frozen=True)
class CoverPosition:
    """A position, and the cells that the rules call by a colour in it."""

    position: Position
    areas: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    has_captures: bool = False  # whether somebody can capture in it


def choose_cover_position(spec: Spec) -> CoverPosition | None:
    """The position for the cover; None for a game without pieces on the board. Raises FabgenError for a name or a
    position that cannot be read."""
    if written := spec.game.book.cover:
        return _read_position(spec, written)
    candidates = [*_positions_of_play(spec), *_positions_of_examples(spec), CoverPosition(spec.start)]
    candidates = [candidate for candidate in candidates if candidate.position.pieces]
    maker = PieceMaker(spec)
    return max(candidates, key=lambda candidate: _liveliness(candidate, maker), default=None)


def _read_position(spec: Spec, written: str) -> CoverPosition:
    """The position of an id, or of a text."""
    if view := spec.position_views.get(written):
        return CoverPosition(view.position)
    for case in spec.cases:
        if case.example.id == written:
            return CoverPosition(case.position, case.match.areas() if case.match else {})
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
    return CoverPosition(position)


def _positions_of_examples(spec: Spec) -> Iterator[CoverPosition]:
    """The positions of worked examples under the readings that the game has chosen."""
    for case in spec.cases:
        if not case.readings:
            yield CoverPosition(case.position, case.match.areas() if case.match else {})


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
            texts = [text for player in match.actors() for text in match.texts(player)]
            has_captures = any(_is_capture(spec, text) for text in texts)
            yield CoverPosition(spec.play.show(match.position), match.areas(), has_captures)


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


__all__ = ["CoverPosition", "choose_cover_position"]
