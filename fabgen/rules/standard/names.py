"""Names in options → numbers: players, pieces, zones. A name that does not fit is a mistake with its key; looking goes
on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from fabgen.core.problems import join_words, nearest_hint
from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import Cell, TextError, parse_cells
from fabgen.rules.movement import Movement
from fabgen.rules.position import Piece, Setting
from fabgen.rules.protocol import OptionMistake
from fabgen.rules.standard.tables import piece_codes

T = TypeVar("T")
BOARD = "board"  # the zone of all cells, where a game has no zone of that name
SHOWN = 8  # cells that are listed
Key = str | int


@dataclass
class Names:
    """Looks names up; `mistakes` grows."""

    setting: Setting
    zones: Mapping[str, tuple[Cell, ...]]
    mistakes: list[OptionMistake] = field(default_factory=list)

    @cached_property
    def codes(self) -> dict[Piece, int]:
        """The code of each kind of man."""
        return piece_codes(self.setting)

    @cached_property
    def men(self) -> dict[int, Piece]:
        """The kind of man that each code is."""
        return {code: man for man, code in self.codes.items()}

    @property
    def players(self) -> list[str]:
        """In the order of the spec."""
        return list(self.setting.players)

    def wrong(self, key: tuple[Key, ...], what: str, hint: str = "") -> None:
        """One more mistake."""
        self.mistakes.append(OptionMistake(key, what, hint))

    def zone(self, name: str, *key: Key) -> frozenset[int]:
        """The cells of a zone by its name."""
        cells = self.zones.get(name, self.setting.lattice.cells if name == BOARD else None)
        if cells is None:
            self.wrong(key, f"there is no zone `{name}`", self._zones(name))
        return frozenset(self.setting.lattice.order[cell] for cell in cells or ())

    def together(self, zones: str | Sequence[str], *key: Key) -> frozenset[int]:
        """The cells of a zone, or of several."""
        if isinstance(zones, str):
            return self.zone(zones, *key)
        return frozenset(cell for n, name in enumerate(zones) for cell in self.zone(name, *key, n))

    def _zones(self, name: str) -> str:
        """What to write for a zone that is not there."""
        try:
            parse_cells(name, self.setting.lattice)
        except TextError:
            return nearest_hint(name, [*self.zones, BOARD])
        return f"cells are named under `zones` of the board: {{far: {{cells: {name}}}}}; then write `far` here"

    def cells(self, numbers: Iterable[int]) -> str:
        """Cells by name, in order, the first few of many."""
        found = [self.setting.lattice.numbered_cells[number] for number in sorted({*numbers})]
        return join_words(found if len(found) <= SHOWN else [*found[: SHOWN - 1], f"{len(found) - SHOWN + 1} more"])

    def values_by_code(self, named: Mapping[str, T], *key: Key) -> dict[int, tuple[str, T]]:
        """What is given by player, by piece or by `player piece`, for each code; the most particular name counts."""
        known = [*self.setting.players, *self.setting.kinds, *map(str, self.codes)]
        for name in named:
            if name not in known:
                self.wrong(
                    (*key, name), f"`{name}` is no player, no piece and no `player piece`", nearest_hint(name, known)
                )
            elif len(meanings := self._meanings(name)) > 1:
                what = f"`{name}` could mean {join_words(meanings, 'or')}"
                self.wrong((*key, name), what, "give the player or the piece another name")
        found: dict[int, tuple[str, T]] = {}
        for man, code in self.codes.items():
            for name in (str(man), man.player, man.kind):
                if name in named:
                    found.setdefault(code, (name, named[name]))
        return found

    def _meanings(self, name: str) -> list[str]:
        """Whom a name means among options: a player, a kind of piece, or the pieces of one kind of a player."""
        of_players = [f"the piece `{man.kind}` of the player `{man.player}`" for man in self.codes if str(man) == name]
        return [
            *([f"the player `{name}`"] if name in self.setting.players else []),
            *([f"the piece `{name}`"] if name in self.setting.kinds else []),
            *of_players,
        ]

    def by_code(self, named: Mapping[str, str] | Mapping[str, str | tuple[str, ...]], *key: Key
                ) -> dict[int, frozenset[int]]:
        """Zones given by player, by piece or by `player piece`, for each code."""
        cells = {name: self.together(zones, *key, name) for name, zones in named.items()}
        return {code: cells[name] for code, (name, _) in self.values_by_code(named, *key).items()}

    def pieces(self, names: Iterable[str], *key: Key) -> list[str]:
        """The pieces among some names; every other name is a mistake."""
        known = []
        for n, name in enumerate(names):
            if name in self.setting.kinds:
                known.append(name)
            else:
                self.wrong((*key, n), f"there is no piece `{name}`", nearest_hint(name, self.setting.kinds))
        return known

    def values_by_piece(self, named: Mapping[str, T], *key: Key) -> dict[str, T]:
        """What is given by piece; every other key is a mistake."""
        for name in named:
            if name not in self.setting.kinds:
                self.wrong((*key, name), f"there is no piece `{name}`", nearest_hint(name, self.setting.kinds))
        return {name: value for name, value in named.items() if name in self.setting.kinds}

    def betza(self, text: str, *key: Key) -> Movement:
        """A movement string among the options."""
        try:
            return parse_betza(text, self.setting.lattice.compass)
        except TextError as error:
            self.wrong(key, error.message, error.hint)
            return Movement("", ())
