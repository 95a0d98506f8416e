"""A game as its spec gives it → its engine; every name and reading that does not fit is a mistake with its key."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from fabgen.base import nearest, words
from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import Lattice, TextError, parse_cells
from fabgen.rules.directions import SQUARES
from fabgen.rules.games.chess_battle.engine import Engine
from fabgen.rules.games.chess_battle.options import RULINGS, Options, readings
from fabgen.rules.games.chess_battle.tables import rings, tables
from fabgen.rules.movement import Movement
from fabgen.rules.protocol import Given, OptionErrors, OptionMistake


@dataclass
class _Compiler:
    """`mistakes` grows."""

    given: Given
    options: Options
    lattice: Lattice
    mistakes: list[OptionMistake] = field(default_factory=list)

    def rulings(self) -> None:
        """A reading that nobody knows; a schedule without CB-10 `listed`, and the reverse."""
        for ruling, known in RULINGS.items():
            if (reading := self.given.rulings.get(ruling, known[0])) not in known:
                self._wrong(("rulings", ruling), f"{ruling} has no reading `{reading}`", nearest(reading, known))
        listed = self.given.rulings.get("CB-10") == "listed"
        if listed != bool(self.options.schedule):
            what = "a schedule is read where CB-10 is `listed`, and only there"
            self._wrong(("schedule",), what, "give both or none")

    def whole(self) -> None:
        """Rings of red need a board that has them."""
        if self.lattice.compass is not SQUARES or self.lattice.holes:
            self._wrong(("boards",), "these rules need a board of squares without holes", "like `grid: 8x8`")

    def areas(self) -> list[int]:
        """What turns yellow at the end of round 1, 2 ..., a mask each."""
        if not self.options.schedule:
            return rings(self.lattice, self.given.rulings.get("CB-12") == "stays")
        return [self._area(number, text) for number, text in enumerate(self.options.schedule)]

    def _area(self, number: int, text: str) -> int:
        try:
            cells = self.given.zones[text] if text in self.given.zones else parse_cells(text, self.lattice)
            return sum(1 << self.lattice.order[cell] for cell in dict.fromkeys(cells))
        except TextError as error:
            self._wrong(("schedule", number), error.what, f"name a zone, or cells; {error.hint}")
        except KeyError as error:
            what = f"{error.args[0]} of the zone `{text}` is not on the board"
            self._wrong(("schedule", number), what, f"cells here are {self.lattice}")
        return 0

    def fallback(self) -> Movement:
        """The moves of the helpless."""
        try:
            return parse_betza(self.options.fallback.moves)
        except TextError as error:
            self._wrong(("fallback", "moves"), error.what, error.hint)
            return Movement("", ())

    def names(self) -> None:
        """Pieces that the fallback names: what is written must exist, the usual names need not."""
        pieces = self.given.start.setting.pieces
        for key in sorted(self.options.fallback.model_fields_set & {"stuck", "apart"}):
            for name in getattr(self.options.fallback, key):
                if name not in pieces:
                    self._wrong(("fallback", key), f"there is no piece `{name}`", nearest(name, pieces))

    def seats(self) -> None:
        """Everybody needs a cell to start from."""
        players, cells = len(self.given.start.setting.players), len(self.lattice.cells)
        if players > cells:
            self._wrong(("boards",), f"{cells} cells are too few for {players} players", "take a larger board")

    def first_moves(self) -> None:
        """Nobody remembers who has moved."""
        movements = self.given.movements.movements
        first = [name for name, movement in movements.items() if any(way.first for way in movement.kinds)]
        if first:
            what = f"{words(first)} {'has' if len(first) == 1 else 'have'} moves for the first turn only"
            self._wrong(("pieces",), what, "this rule set does not remember who has moved")

    def _wrong(self, key: tuple[str | int, ...], what: str, hint: str) -> None:
        self.mistakes.append(OptionMistake(key, what, hint))


def compile_game(given: Given) -> Engine:
    """The engine. Raises OptionErrors with every mistake."""
    setting, options = given.start.setting, given.options
    c = _Compiler(given, options, setting.lattice)
    c.rulings()
    c.whole()
    c.names()
    c.first_moves()
    c.seats()
    areas, fallback = c.areas(), c.fallback()
    if c.mistakes:
        raise OptionErrors(c.mistakes)
    chosen = readings(given.rulings)
    movements = {piece: given.movements.movements[piece] for piece in setting.pieces}
    gains = {piece: (piece in options.fallback.stuck, piece in options.fallback.apart) for piece in setting.pieces}
    forwards = list(setting.players.values())
    made = partial(tables, setting.lattice, forwards, movements, fallback, gains, areas, chosen)
    return Engine(made, len(forwards), options, chosen)
