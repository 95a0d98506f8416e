"""A worked example as it was played → the trace of its line: legs, and pieces that left or were captured.

Cells only, no millimetres. Everything is derived from the positions that the rules went through, so that a figure
cannot contradict them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from fabgen.rules.boards import Cell
from fabgen.rules.notation import ActionText, read_action_text
from fabgen.rules.position import Piece, Position
from fabgen.spec.cases import Case
from fabgen.spec.load import Spec

PiecesByCell = Mapping[Cell, tuple[Piece, ...]]


@dataclass(frozen=True)
class TraceLeg:
    """One arrow of `player`; `number` is its place in the line, 0 if the line has only one step."""

    start: Cell
    end: Cell
    number: int = 0
    player: str = field(default="", compare=False)


@dataclass(frozen=True)
class Trace:
    """The trace of a line.

    `left` are pieces that moved off a cell, `gone` pieces that were captured there, `lifted` the cells from which
    tokens were taken up, by kind; `together` says whether several players decided at once.
    """

    legs: tuple[TraceLeg, ...] = ()
    moved_pieces: PiecesByCell = field(default_factory=dict)
    captured_pieces: PiecesByCell = field(default_factory=dict)
    lifted_tokens: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    is_simultaneous: bool = False


def played_steps(case: Case) -> tuple[tuple[tuple[str, str], ...], ...]:
    """The steps of a case's line, each with its players and their actions."""
    return case.match.played if case.match else ()


def make_trace(case: Case) -> Trace:
    """The trace of a case's line; an empty one without a line."""
    if case.match is None or not case.match.played:
        return Trace()
    positions = [case.match.rules.show(position) for position in case.match.positions]
    lattice = positions[0].setting.lattice
    steps = [[(player, read_action_text(text, lattice)) for player, text in step if lattice.name.search(text)]
             for step in case.match.played]
    moved, taken = _split_departed(positions, steps)
    is_simultaneous = any(len(step) > 1 for step in case.match.played)
    lifted = _lifted_tokens(positions[0], positions[-1])
    return Trace(_number_legs(steps), _group_by_cell(moved, positions[-1]), _group_by_cell(taken), lifted,
                 is_simultaneous)


def coloured_areas(spec: Spec, case: Case) -> Mapping[str, tuple[Cell, ...]]:
    """The cells that the rules call by a colour in a case's position, by colour; empty if the rules have none."""
    areas = getattr(spec.play, "areas", None)
    return areas(case.match.position) if areas and case.match else {}


def action_legs(actions: Iterable[ActionText]) -> tuple[TraceLeg, ...]:
    """The legs of actions, each leg once; those of an action with several legs are numbered."""
    legs = [TraceLeg(*leg, number if len(action.path) > 2 else 0)
            for action in actions for number, leg in enumerate(pairwise(action.path), 1)]
    return tuple(dict.fromkeys(legs))


_Steps = list[list[tuple[str, ActionText]]]  # players and actions, by step


def _number_legs(steps: _Steps) -> tuple[TraceLeg, ...]:
    """The legs numbered through the whole line; simultaneous actions share a number."""
    legs: list[TraceLeg] = []
    number = 0
    for step in steps:
        number += len(step) > 1
        for player, leg in ((player, leg) for player, action in step for leg in pairwise(action.path)):
            number += len(step) == 1
            legs.append(TraceLeg(*leg, number, player))
    return tuple(legs) if number > 1 else tuple(replace(leg, number=0) for leg in legs)


_Departures = list[tuple[Cell, Piece]]


def _split_departed(positions: list[Position], steps: _Steps) -> tuple[_Departures, _Departures]:
    """Pieces that moved off their cells, and pieces that were captured there.

    A piece has moved if it left the cell that an action starts from, and a piece of the same player appeared
    elsewhere; any other piece that is gone was captured.
    """
    moved: _Departures = []
    taken: _Departures = []
    starts: set[Cell] = set()
    for (before, after), step in zip(pairwise(positions), steps, strict=True):
        starts |= {action.origin for _, action in step if action.origin}
        was, now = Counter(before.all_pieces()), Counter(after.all_pieces())
        arrived = Counter(piece.player for _, piece in (now - was).elements())
        departures = sorted((was - now).elements(), key=lambda departure: departure[0] not in starts)
        for cell, piece in departures:
            is_move = cell in starts and arrived[piece.player] > 0
            arrived[piece.player] -= is_move
            (moved if is_move else taken).append((cell, piece))
        starts = set() if departures else starts
    return moved, taken


def _group_by_cell(departures: _Departures, now: Position | None = None) -> PiecesByCell:
    """The pieces by cell, without those on cells that are occupied in the position `now`."""
    by_cell: dict[Cell, tuple[Piece, ...]] = {}
    for cell, piece in departures:
        if now is None or cell not in now.pieces:
            by_cell[cell] = (*by_cell.get(cell, ()), piece)
    return by_cell


def _lifted_tokens(before: Position, after: Position) -> dict[str, tuple[Cell, ...]]:
    kinds = {name: tuple(cell for cell in cells if cell not in after.tokens.get(name, {}))
             for name, cells in before.tokens.items()}
    return {name: cells for name, cells in kinds.items() if cells}
