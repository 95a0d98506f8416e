"""What every reason needs: names of cells and men, the ruling behind an option, and what holds for moves, hops and
drops alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fabgen.rules.legal_moves import Movements
from fabgen.rules.position import Man
from fabgen.rules.standard.engine import Engine
from fabgen.rules.standard.options import Options
from fabgen.rules.standard.others import Others
from fabgen.rules.standard.state import NEVER, NOBODY, State
from fabgen.rules.standard.writing import Writer


@dataclass(frozen=True)
class Reasons:
    """Reasons for one game; `cites`: the rulings behind options, by the option's key; `others`: the game under their
    other readings."""

    engine: Engine
    writer: Writer
    movements: Movements
    options: Options
    cites: Mapping[str, str]
    others: Others

    def cited(self, text: str, *keys: str) -> str:
        """A reason with the ruling behind the first of these options that has one: for itself, for a part of it, or
        for what it is a part of, the most particular of them."""
        found = self.ruling(*keys)
        return f"{text} ({found})" if found else text

    def ruling(self, *keys: str) -> str:
        """The ruling behind the first of some options that has one."""
        for key in keys:
            for part in (key, *(named for named in self.cites if named.startswith(f"{key}.")), *_wholes(key)):
                if part in self.cites:
                    return self.cites[part]
        return ""

    def _name(self, cell: int) -> str:
        return self.writer.lattice.numbered[cell]

    def _man(self, state: State, cell: int) -> str:
        return f"the {self.writer.men[state.board[cell]]} on {self._name(cell)}"

    def _code(self, man: Man) -> int:
        return next(code for code, one in self.writer.men.items() if one == man)

    def _forbidden(self, man: Man, end: int) -> str:
        if end not in self.engine.game.forbidden[self._code(man)]:
            return ""
        for key in (str(man), man.player, man.piece):
            if key in self.options.forbidden:
                named = self.options.forbidden[key]
                zones = [named] if isinstance(named, str) else named
                lies = next((zone for zone in zones if self._name(end) in self.others.zones.get(zone, ())), zones[0])
                return self.cited(
                    f"{self._name(end)} is forbidden to the {man}: it lies in {lies}",
                    f"forbidden.{key}",
                    "forbidden_to",
                )
        return ""

    def _terrain(self, state: State, cells: Sequence[int], losses: int, over: int = NOBODY) -> str:
        """The first cell that is closed to an action that takes so many men; `over`: that of a man who is hopped."""
        game = self.engine.game
        count = len(state.board) - state.board.count(0)
        for cell in (cell for cell in cells if cell != over or cell not in game.passable) if game.parity else ():
            now = count - (losses if cell in game.parity_after else 0)
            if game.parity[cell] not in (NOBODY, now % 2):
                zone = next(name for name, zone in game.terrain.items() if cell in zone)
                after = " after the capture" if now != count else ""
                why = "" if game.parity[cell] == NEVER else f": {now} pieces are on the board{after}"
                own = [self.cites.get(f"terrain.{zone}.over", "")] if cell == over else []
                ruling = self.ruling(f"terrain.{zone}.count", f"terrain.{zone}.open")
                ruled = ", ".join(one for one in dict.fromkeys((ruling, *own)) if one)
                return f"{self._name(cell)} is {zone} and closed{why}{f' ({ruled})' if ruled else ''}"
        return ""


def _wholes(key: str) -> list[str]:
    """The options that an option is a part of, the nearest first: `a.b` and `a` for `a.b.c`."""
    parts = key.split(".")
    return [".".join(parts[:n]) for n in range(len(parts) - 1, 0, -1)]
