"""A game of the standard rules: what it is compiled from, and the tables that the engine plays on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from fabgen.rules.boards import Cell
from fabgen.rules.legal_moves import Movements
from fabgen.rules.position import Position
from fabgen.rules.standard.attacks import AttackTables
from fabgen.rules.standard.castling import Castling
from fabgen.rules.standard.en_passant import EnPassant
from fabgen.rules.standard.enclosures import Enclosure
from fabgen.rules.standard.flights import Flights
from fabgen.rules.standard.goals import Goals
from fabgen.rules.standard.groups import Groups
from fabgen.rules.standard.hop_tables import HopTables
from fabgen.rules.standard.mills import Mills
from fabgen.rules.standard.openings import Opening
from fabgen.rules.standard.options import StandardOptions
from fabgen.rules.standard.pushes import Pushes
from fabgen.rules.standard.shared_cells import SharedCells
from fabgen.rules.standard.stacks import TowerRules
from fabgen.rules.standard.state import ChainRule, Fate, Ground, MemoryRule, Move, PromotionRule
from fabgen.rules.standard.stops import Stops
from fabgen.rules.standard.tables import CellMoves, mask
from fabgen.rules.standard.tower_moves import TowerMoves


@dataclass(frozen=True)
class GameSource:
    """What a game is compiled from: how pieces move, the cells of zones by name, the options, and the set-up."""

    movements: Movements
    zones: Mapping[str, tuple[Cell, ...]]
    options: StandardOptions
    start: Position


class FlattenedPiece(NamedTuple):
    """A code that goes onto a closed piece, the code of that piece, and the one that the closed piece becomes."""

    code: int
    closed: int
    becomes: int


@dataclass(frozen=True)
class MoveCondition:
    """Movement under a condition: friends must stand on all goal cells of a set.

    * `walks`: the moves by parity and cell.
    * `goals`: by cell, the mask of the goal cells that count; None for those that are in reach in a position.
    * `zone`: all goal cells.
    * `vacuous`: whether the condition holds where no goal cell counts.
    """

    walks: tuple[Mapping[int, CellMoves], ...]
    goals: Mapping[int, int] | None
    zone: frozenset[int]
    vacuous: bool

    def fulfilling_cells(self, cells: Iterable[int], lacking: int) -> list[int]:
        """Those of some cells whose piece meets the condition. `lacking`: the mask of the cells without a friend. Only
        for conditions with `goals`."""
        goals = self.goals
        assert goals is not None
        # One expression, because this is asked in every position.
        return [cell for cell in cells if not (wanted := goals[cell]) & lacking and (wanted or self.vacuous)]


@dataclass(frozen=True)
class CompiledGame:
    """All tables of a game, by code (0 is unused), player or cell. Tables that depend on terrain come first by the
    parity of the number of pieces on the board; without terrain they have one entry there."""

    players: int
    kinds: int
    cells: int
    first_player: int
    next_player: tuple[int, ...]  # by player: the next player; of neutral pieces, the player itself
    neutral: int  # one bit for each player who is nobody, and out from the start
    claim_cells: tuple[tuple[int, ...], ...]  # by cell: where an action that ends there claims neutral pieces
    walks: tuple[tuple[Mapping[int, CellMoves], ...], ...]  # by parity, code, cell
    conditional_moves: tuple[tuple[MoveCondition, ...], ...]  # by code
    may_repeat_moves: bool  # whether a move under a condition may be an ordinary move too
    hops: tuple[HopTables | None, ...]  # by code
    hops_end_like_moves: tuple[bool, ...]  # by code: whether a jump may end where a quiet move does
    chain: ChainRule
    forward: tuple[tuple[int, ...], ...]  # by player and cell: how far forward it lies
    promotes: tuple[PromotionRule | None, ...]
    ground: Ground
    captures_by_moving: bool  # whether moving onto an enemy takes it
    enclosure: Enclosure | Groups | Mills | None  # what moves and drops capture by where they end
    flights: Flights
    opening: Opening
    pushes: Pushes
    stops: Stops
    stacks: TowerRules
    tower_moves: TowerMoves | None  # None where towers move as their top pieces alone would
    sharing: SharedCells | None  # None where a cell holds one piece
    groups: Groups  # what is next to each other, for counts of areas
    memory: MemoryRule
    royal: tuple[bytes, ...]  # by player, a table for `bytes.translate`: 1 for their royal codes; empty without any
    attacks: AttackTables  # the lines of captures by moving
    attacks_are_lines: bool  # whether royal pieces are captured along these lines alone
    castling: Castling | None
    en_passant: EnPassant | None
    no_progress: int  # how many actions without progress end the game; 0: no number does
    progress: frozenset[int]  # codes whose moves are progress
    komi: tuple[float, ...]  # by player: what is added to their count at the end
    homes: tuple[tuple[int, ...], ...]
    drops: tuple[tuple[int, ...], ...]
    drawn_from: tuple[int, ...]  # by code: the one that it has in a hand before it is dropped; 0 for none
    ends: tuple[str, ...]  # what ends the game besides goals: `full board`, `empty hand`
    open_cells: tuple[int, ...]  # the cells of a full board
    drops_first: bool
    drops_in_order: bool  # whether the kinds of pieces are placed in their order
    moves_first: int  # the player who makes the first move once everything is placed; NOBODY: the next one
    has_endless_supply: bool  # whether pieces are dropped from a supply that never runs out
    has_hands: bool  # whether pieces can be in a hand
    hand_as: tuple[int, ...]  # by code: what it becomes in a hand
    goals: Goals
    fate: Fate  # of pieces captured by an ordinary move
    compulsory: bool  # whether a player who can capture must
    must_take_most: bool  # whether a capture must take as many pieces as possible
    only_captures: bool  # whether nothing but a capture is an action
    passing: str
    stuck: tuple[str, ...]  # by player
    clears_losers: bool  # whether the pieces of players who are out leave the board
    needs_quiet: bool  # whether a player who can only capture is stuck
    has_two_part_turns: bool  # whether a turn is a quiet action and a capture
    codes_with_first_moves: frozenset[int]  # codes with moves of their own for the first time

    def is_neutral(self, player: int) -> bool:
        """Whether a player is nobody, whose pieces others may get."""
        return bool(self.neutral >> player & 1)

    def enemies_taken(self, move: Move) -> int:
        """How many enemies a move takes: none where it takes the piece that has moved, which is suicide."""
        taken = move.taken
        suicide = taken and not self.captures_by_moving and move.target in taken and not move.row
        return 0 if suicide else len(taken)

    @cached_property
    def forms(self) -> tuple[tuple[int, ...], ...]:
        """By code of a piece in a hand: the codes as which it may be dropped."""
        codes = range(len(self.drawn_from))
        return tuple(tuple(code for code in codes if code and self.drawn_from[code] == hand_code)
                     for hand_code in codes)

    @cached_property
    def every_cell(self) -> int:
        """The mask of all cells."""
        return int.from_bytes(b"\1" * self.cells, "little")

    @cached_property
    def drop_masks(self) -> tuple[int, ...]:
        """By code: the mask of its drop zone."""
        return tuple(mask(cells) for cells in self.drops)

    @cached_property
    def open_masks(self) -> tuple[int, ...]:
        """By parity of the pieces on the board: the mask of the cells that are open to a drop, which adds a piece."""
        return tuple(self.every_cell & ~mask(self.ground.closed_cells(parity, -1)) for parity in (0, 1))
