"""A position and the claims about it → the cells that its figure marks, and the kind of each mark; cells only.

A mark shows the kind of its action: a step or a jump. The rules say which actions jump over a piece.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from fabgen.figures.trace import TraceLeg, Trace, action_legs
from fabgen.rules.boards import Cell, Board
from fabgen.rules.marks import Act
from fabgen.rules.notation import ActionText
from fabgen.rules.position import Position


@dataclass(frozen=True)
class FigureClaims:
    """The claims that a figure shows: `legal` and `illegal` actions, `exactly` all; `hops` are texts of jumps."""

    legal: tuple[ActionText, ...] = ()
    illegal: tuple[ActionText, ...] = ()
    exactly: tuple[ActionText, ...] = ()
    hops: frozenset[str] = frozenset()


def find_acting_cells(position: Position, claims: FigureClaims, trace: Trace) -> list[Cell]:
    """The cells of the pieces that an example is about.

    These are the pieces whose moves it lists without arrows; and if all claims are about one piece, that piece, even
    after it has moved.
    """
    origins = {action.origin for action in (*claims.illegal, *claims.exactly)}
    arrows = {action.origin for action in claims.legal}
    actions = (*claims.illegal, *claims.exactly, *claims.legal)
    subjects = {action.origin or action.text for action in actions if action.path}
    moved = _moved_piece_cell(position, trace)
    if moved and subjects <= {moved}:
        origins |= {moved}
    elif not trace.legs and len(subjects) == 1:
        origins |= arrows
    return sorted(cell for cell in position.pieces if cell in origins)


def _moved_piece_cell(position: Position, trace: Trace) -> Cell | None:
    """The cell of the one piece that has moved along the line; None if several pieces moved, or it is gone."""
    legs = trace.legs
    if not legs or trace.is_simultaneous or any(a.end != b.start or a.player != b.player for a, b in pairwise(legs)):
        return None
    ends = (legs[-1].end, legs[0].start)
    return next((cell for cell in ends if cell in position.pieces and position.pieces[cell].player == legs[0].player), None)


@dataclass(frozen=True)
class LandingMarks:
    """The cells where a mark shows an action, not an arrow.

    `empty` are empty cells with the ways to land there; `put` those where a piece may be dropped; `entered` occupied
    cells that a piece may enter without a capture in the notation.
    """

    empty: Mapping[Cell, Act]
    drops: tuple[Cell, ...]
    entries: tuple[Cell, ...]


def find_landings(position: Position, claims: FigureClaims, trace: Trace) -> LandingMarks:
    """The marks of claims in a position: steps and jumps, with a capture where the notation says so."""
    actions = (*claims.exactly, *(a for a in claims.legal if trace.legs or not a.origin))
    occupied, empty = {*position.pieces}, dict[Cell, Act]()
    for action in (a for a in actions if a.origin and a.path[-1] not in occupied):
        act = (Act.LOCUST if any(action.captures) else Act.HOP) if action.text in claims.hops else Act.MOVE
        empty[action.path[-1]] = empty.get(action.path[-1], Act(0)) | act
    drops = {a.path[-1] for a in actions if not a.origin and "@" in a.text}
    ends = {a.path[-1] for a in actions if a.origin} | drops
    captured = {c for a in claims.exactly + claims.legal for c in find_captured_cells(position.setting.lattice, position, a)}
    order = {cell: empty[cell] for cell in sorted(empty)}
    return LandingMarks(order, tuple(sorted(drops - occupied)), tuple(sorted(ends & occupied - captured)))


def find_captured_cells(lattice: Board, position: Position, action: ActionText) -> tuple[Cell, ...]:
    """The cells whose pieces an action captures: for each leg the target, or the first piece on the way to it."""
    legs = zip(action_legs((action,)), action.captures, strict=True)
    return tuple(cell for leg, takes in legs if takes and (cell := _captured_cell(lattice, position, leg)))


def _captured_cell(lattice: Board, position: Position, leg: TraceLeg) -> Cell | None:
    if leg.end in position.pieces:
        return leg.end
    return next((cell for cell in lattice.between(leg.start, leg.end) if cell in position.pieces), None)
