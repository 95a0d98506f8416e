"""Setting and movements → the legal moves of a position, and plain words for what is illegal.

Friends are never captured; a man moves from its player's own point of view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from fabgen.base import nearest
from fabgen.rules.directions import Offset
from fabgen.rules.lattice import Cell
from fabgen.rules.moves import Movement, Reason, Sight
from fabgen.rules.notation import Action
from fabgen.rules.position import Man, Position, Setting


@dataclass(frozen=True)
class Movements:
    """How each piece of a setting moves; a piece without a movement is a ValueError.

    `others`: by piece and ruling that its movement rests on, how it would move under the other readings.
    """

    setting: Setting
    movements: Mapping[str, Movement] = field(hash=False)
    others: Mapping[str, Mapping[str, tuple[Movement, ...]]] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "movements", dict(self.movements))
        missing = [piece for piece in self.setting.pieces if piece not in self.movements]
        if missing:
            raise ValueError(f"`{missing[0]}` has no movement: {nearest(missing[0], tuple(self.movements))}")

    def moves(self, position: Position, cell: Cell) -> tuple[Action, ...]:
        """The moves of the man on a cell, by target in lattice order, whoever's turn it is; none from an empty cell."""
        if cell not in position.men:
            return ()
        man = position.men[cell]
        reached = self.movements[man.piece].reach(self._see(position, cell), cell in position.unmoved)
        cells = (self._cell(cell, man, offset) for offset in reached)
        targets = sorted(cells, key=self.setting.lattice.order.__getitem__)
        return tuple(Action(cell, target, target if target in position.men else None) for target in targets)

    def all_moves(self, position: Position, player: str | None = None) -> tuple[Action, ...]:
        """The moves of all men of a player; of the one to move if none is named, of everybody if no turn is given."""
        mover = player if player is not None else position.turn
        cells = (cell for cell in self.setting.lattice.cells
                 if cell in position.men and mover in (None, position.men[cell].player))
        return tuple(action for cell in cells for action in self.moves(position, cell))

    def why_illegal(self, position: Position, action: Action) -> str:
        """Why an action may not be played, in plain words; empty where it may. A turn not given forbids nothing."""
        for cell in (action.origin, action.target):
            if cell not in self.setting.lattice:
                return self.setting.lattice.astray(cell)[0].replace("`", "")
        man = position.men.get(action.origin)
        if man is None:
            return f"nobody stands on {action.origin}"
        if position.turn is not None and man.player != position.turn:
            return f"it is the turn of {position.turn}, and the {man.piece} on {action.origin} belongs to {man.player}"
        if action in self.moves(position, action.origin):
            return ""
        return self._why(position, action, man) + self._cited(position, action, man)

    def _cited(self, position: Position, action: Action, man: Man) -> str:
        """The ruling that forbids an action, where another reading of it would allow it."""
        for ruling, readings in self.others.get(man.piece, {}).items():
            for movement in readings:
                other = replace(self, movements={**self.movements, man.piece: movement}, others={})
                if action in other.moves(position, action.origin):
                    return f" ({ruling})"
        return ""

    def _why(self, position: Position, action: Action, man: Man) -> str:
        other = position.men.get(action.target)
        if action.target == action.origin:
            return f"a move ends on another cell than {action.origin}"
        if other is not None and other.player == man.player:
            return f"{man.player}'s own {other.piece} stands on {action.target}"
        as_written = Action(action.origin, action.target, None if other is None else action.target)
        if as_written in self.moves(position, action.origin):
            what = f"nobody stands on {action.target}" if other is None else f"the {other} stands on {action.target}"
            return f"{what}: the move is written {as_written}"
        return self._refusal(position, action, man)

    def _refusal(self, position: Position, action: Action, man: Man) -> str:
        """The movement's own reason."""
        fresh = action.origin in position.unmoved
        see, target = self._see(position, action.origin), self._offset(action, man)
        found = self.movements[man.piece].refusal(see, fresh, target)
        piece = f"the {man.piece} on {action.origin}"
        if found is None:
            return f"{piece} cannot reach {action.target}"
        reason, offset = found
        cell = self._cell(action.origin, man, offset)
        return {
            Reason.BLOCKED: f"{piece} is blocked by the {position.men.get(cell)} on {cell}",
            Reason.MOVED: f"{piece} may go to {cell} on its first move only, and it has moved",
            Reason.CAPTURE_ONLY: f"{piece} goes to {cell} only to capture, and nobody stands there",
            Reason.MOVE_ONLY: f"{piece} cannot capture on {cell}, it goes there only while the cell is empty",
        }.get(reason, f"{piece} cannot reach {cell}")

    def _offset(self, action: Action, man: Man) -> Offset:
        lattice, forward = self.setting.lattice, self.setting.players[man.player]
        return lattice.compass.unoriented(lattice.offset(action.origin, action.target), forward)

    def _cell(self, origin: Cell, man: Man, offset: Offset) -> Cell:
        lattice = self.setting.lattice
        cell = lattice.step(origin, *lattice.compass.oriented(offset, self.setting.players[man.player]))
        assert cell is not None, "movements reach cells of the board only"
        return cell

    def _see(self, position: Position, origin: Cell) -> Callable[[Offset], Sight]:
        mover = position.men[origin].player
        forward, lattice = self.setting.players[mover], self.setting.lattice

        def see(offset: Offset) -> Sight:
            cell = lattice.step(origin, *lattice.compass.oriented(offset, forward))
            if cell is None:
                return Sight.OFF
            man = position.men.get(cell)
            if man is None:
                return Sight.EMPTY
            return Sight.FRIEND if man.player == mover else Sight.ENEMY

        return see
