"""Setting and movements → the legal moves of a position, and plain words for what is illegal.

A piece never captures a friend, and moves from its player's own point of view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from fabgen.core.english import possessive
from fabgen.core.problems import nearest_hint
from fabgen.rules.boards import Cell
from fabgen.rules.directions import Offset
from fabgen.rules.movement import Movement, RefusalReason, Sight
from fabgen.rules.notation import Action
from fabgen.rules.position import Piece, Position, Setting


@dataclass(frozen=True)
class Movements:
    """How each kind of piece of a setting moves. A kind without a movement is a ValueError.

    `others`: by kind and by ruling that its movement depends on, how it would move under the other readings.
    """

    setting: Setting
    movements: Mapping[str, Movement] = field(hash=False)
    others: Mapping[str, Mapping[str, tuple[Movement, ...]]] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "movements", dict(self.movements))
        missing = [kind for kind in self.setting.kinds if kind not in self.movements]
        if missing:
            raise ValueError(f"`{missing[0]}` has no movement: {nearest_hint(missing[0], tuple(self.movements))}")

    def moves(self, position: Position, cell: Cell) -> tuple[Action, ...]:
        """The moves of the piece on a cell, in the board's order of their targets, even if it is not its player's turn.
        None from an empty cell."""
        if cell not in position.pieces:
            return ()
        piece = position.pieces[cell]
        reached = self.movements[piece.kind].reach(self._sight_from(position, cell), cell in position.unmoved)
        cells = (self._cell_at(cell, piece, offset) for offset in reached)
        targets = sorted(cells, key=self.setting.lattice.order.__getitem__)
        return tuple(Action(cell, target, target if target in position.pieces else None) for target in targets)

    def all_moves(self, position: Position, player: str | None = None) -> tuple[Action, ...]:
        """The moves of all pieces of a player. Without `player`, of the player to move; of all players where the
        position gives no turn."""
        mover = player if player is not None else position.turn
        cells = (cell for cell in self.setting.lattice.cells
                 if cell in position.pieces and mover in (None, position.pieces[cell].player))
        return tuple(action for cell in cells for action in self.moves(position, cell))

    def why_illegal(self, position: Position, action: Action) -> str:
        """Why an action may not be played, in plain words; empty where it may. Where the position gives no turn, every
        player may move."""
        for cell in (action.origin, action.target):
            if cell not in self.setting.lattice:
                return self.setting.lattice.explain_unknown_cell(cell)[0].replace("`", "")
        piece = position.pieces.get(action.origin)
        if piece is None:
            return f"no piece stands on {self._title(action.origin)}"
        if position.turn is not None and piece.player != position.turn:
            name = f"the {piece.kind} on {self._title(action.origin)}"
            return f"it is the turn of {position.turn}, and {name} belongs to {piece.player}"
        if action in self.moves(position, action.origin):
            return ""
        return self._explain_refusal(position, action, piece) + self._cite_ruling(position, action, piece)

    def _cite_ruling(self, position: Position, action: Action, piece: Piece) -> str:
        """The ruling that forbids an action, where another reading of it would allow it."""
        for ruling, readings in self.others.get(piece.kind, {}).items():
            for movement in readings:
                movements = replace(self, movements={**self.movements, piece.kind: movement}, others={})
                if action in movements.moves(position, action.origin):
                    return f" ({ruling})"
        return ""

    def _explain_refusal(self, position: Position, action: Action, piece: Piece) -> str:
        """The reason for an illegal move of a piece, by what is on the target, how it is written, or how the piece
        moves."""
        occupant, target = position.pieces.get(action.target), self._title(action.target)
        if action.target == action.origin:
            return f"a move ends on another cell than {target}"
        if occupant is not None and occupant.player == piece.player:
            return f"{possessive(piece.player)} own {occupant.kind} stands on {target}"
        as_written = Action(action.origin, action.target, None if occupant is None else action.target)
        if as_written in self.moves(position, action.origin):
            what = f"no piece stands on {target}" if occupant is None else f"the {occupant.title} stands on {target}"
            return f"{what}: the move is written {self.setting.lattice.write_action(str(as_written))}"
        return self._explain_movement(position, action, piece)

    def _explain_movement(self, position: Position, action: Action, piece: Piece) -> str:
        """The reason that the movement of the piece gives."""
        is_unmoved = action.origin in position.unmoved
        see, target = self._sight_from(position, action.origin), self._offset_of(action, piece)
        refusal = self.movements[piece.kind].refusal(see, is_unmoved, target)
        mover = f"the {piece.kind} on {self._title(action.origin)}"
        if refusal is None:
            return f"{mover} cannot reach {self._title(action.target)}"
        reason, offset = refusal
        name = self._cell_at(action.origin, piece, offset)
        cell = self._title(name)
        if reason is RefusalReason.BLOCKED:
            return f"{mover} is blocked by the {position.pieces[name].title} on {cell}"
        return {
            RefusalReason.MOVED: f"{mover} may go to {cell} on its first move only, and it has moved",
            RefusalReason.CAPTURE_ONLY: f"{mover} goes to {cell} only to capture, and no piece stands there",
            RefusalReason.MOVE_ONLY: f"{mover} cannot capture on {cell}, it goes there only while the cell is empty",
        }.get(reason, f"{mover} cannot reach {cell}")

    def _title(self, cell: Cell) -> str:
        """The name of a cell as people read it."""
        return self.setting.lattice.title(cell)

    def _offset_of(self, action: Action, piece: Piece) -> Offset:
        """The offset of an action in the mover's frame."""
        lattice, forward = self.setting.lattice, self.setting.players[piece.player]
        return lattice.compass.to_mover(lattice.offset(action.origin, action.target), forward)

    def _cell_at(self, origin: Cell, piece: Piece, offset: Offset) -> Cell:
        """The cell at an offset of the mover from its own cell."""
        lattice = self.setting.lattice
        cell = lattice.step(origin, *lattice.compass.to_board(offset, self.setting.players[piece.player]))
        assert cell is not None, "movements reach cells of the board only"
        return cell

    def _sight_from(self, position: Position, origin: Cell) -> Callable[[Offset], Sight]:
        """A function that says what a piece sees at an offset from its cell."""
        mover = position.pieces[origin].player
        forward, lattice = self.setting.players[mover], self.setting.lattice

        def see(offset: Offset) -> Sight:
            cell = lattice.step(origin, *lattice.compass.to_board(offset, forward))
            if cell is None:
                return Sight.OFF
            piece = position.pieces.get(cell)
            if piece is None:
                return Sight.EMPTY
            return Sight.FRIEND if piece.player == mover else Sight.ENEMY

        return see
