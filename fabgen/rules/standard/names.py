"""The names in a spec's options → numbers of players, pieces and cells. A name that does not fit becomes a mistake with
its key; the look-up then goes on, so that all mistakes are found at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from fabgen.core.english import join_words
from fabgen.core.problems import close_words, nearest_hint
from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import Cell, TextError, parse_cells
from fabgen.rules.movement import Movement
from fabgen.rules.position import Piece, Setting
from fabgen.rules.protocol import OptionMistake
from fabgen.rules.standard.tables import piece_codes

T = TypeVar("T")
BOARD = "board"  # the zone of all cells, where a game has no zone of that name
MOST_LISTED_CELLS = 8  # cells that are listed
Key = str | int


@dataclass
class Names:
    """Looks up the names of one game. Each name that does not fit is added to `mistakes`."""

    setting: Setting
    zones: Mapping[str, tuple[Cell, ...]]
    mistakes: list[OptionMistake] = field(default_factory=list)

    @cached_property
    def codes(self) -> dict[Piece, int]:
        """The code of each kind of piece, as `piece_codes` numbers them."""
        return piece_codes(self.setting)

    @cached_property
    def pieces_by_code(self) -> dict[int, Piece]:
        """The kind of piece that each code stands for."""
        return {code: piece for piece, code in self.codes.items()}

    @property
    def players(self) -> list[str]:
        """The names of the players, in the order of the spec."""
        return list(self.setting.players)

    def report(self, key: tuple[Key, ...], what: str, hint: str = "") -> None:
        """Adds a mistake: the key of the option, what is wrong, and what would be right."""
        self.mistakes.append(OptionMistake(key, what, hint))

    def check_active(self, name: str, lack: str, *key: Key) -> bool:
        """Whether a name is that of a player who has turns. Any other name is a mistake; `lack`: why the option is not
        for a neutral player, such as "has no turn"."""
        playing = self.setting.active_players
        if name in self.setting.neutral:
            self._report_neutral_name(name, lack, key)
        elif name not in playing:
            self.report(key, f"no player is called `{name}`", nearest_hint(name, playing))
        return name in playing

    def report_neutral(self, named: Iterable[str], lack: str, *key: Key) -> None:
        """Adds a mistake for each key of an option that is a neutral player, or a piece of one. `lack`: why the option
        is not for them, such as "never wins"."""
        neutral = self.setting.neutral
        labels = {*neutral, *(str(piece) for piece in self.codes if piece.player in neutral)}
        for name in named:
            if name in labels:
                self._report_neutral_name(name, lack, (*key, name))

    def _report_neutral_name(self, name: str, lack: str, key: tuple[Key, ...]) -> None:
        hint = f"take it out, or name {join_words(self.setting.active_players, 'or')}"
        self.report(key, f"`{name}` is neutral and {lack}", hint)

    def zone(self, name: str, *key: Key) -> frozenset[int]:
        """The numbers of a zone's cells. For an unknown name it adds a mistake and returns no cells."""
        cells = self.zones.get(name, self.setting.lattice.cells if name == BOARD else None)
        if cells is None:
            self.report(key, f"there is no zone `{name}`", self._zone_hint(name))
        return frozenset(self.setting.lattice.order[cell] for cell in cells or ())

    def together(self, zones: str | Sequence[str], *key: Key) -> frozenset[int]:
        """The numbers of the cells of a zone, or of several zones taken together."""
        if isinstance(zones, str):
            return self.zone(zones, *key)
        return frozenset(cell for n, name in enumerate(zones) for cell in self.zone(name, *key, n))

    def _zone_hint(self, name: str) -> str:
        """The hint for a zone that does not exist: the nearest name, or how to name cells as a zone."""
        try:
            parse_cells(name, self.setting.lattice)
        except TextError:
            if self.zones or close_words(name, [BOARD]):
                return nearest_hint(name, [*self.zones, BOARD])
            first = self.setting.lattice.title(self.setting.lattice.cells[0])
            return f"name its cells under `zones` of the board: {{{name}: {{cells: {first}}}}}; `{BOARD}` is all cells"
        return f"cells are named under `zones` of the board: {{far: {{cells: {name}}}}}; then write `far` here"

    def cells(self, numbers: Iterable[int]) -> str:
        """The names of some cells in the board's order, joined as text. Of many cells the first few are named and the
        others counted."""
        lattice = self.setting.lattice
        names = [lattice.title(lattice.numbered_cells[number]) for number in sorted({*numbers})]
        if len(names) <= MOST_LISTED_CELLS:
            return join_words(names)
        listed = names[: MOST_LISTED_CELLS - 1]
        return join_words([*listed, f"{len(names) - len(listed)} more"])

    def values_by_code(self, named: Mapping[str, T], *key: Key) -> dict[int, tuple[str, T]]:
        """For each code, the key that names it and the value under that key.

        An option may be given by `player piece`, by player or by piece; of several keys that name one code, the first
        of this list counts. A key that names none of them is a mistake.
        """
        known = [*self.setting.players, *self.setting.kinds, *map(str, self.codes)]
        for name in named:
            if name not in known:
                self.report(
                    (*key, name), f"`{name}` is no player, no piece and no `player piece`", nearest_hint(name, known)
                )
            elif len(meanings := self._meanings(name)) > 1:
                what = f"`{name}` could mean {join_words(meanings, 'or')}"
                self.report((*key, name), what, "give the player or the piece another name")
        values: dict[int, tuple[str, T]] = {}
        for piece, code in self.codes.items():
            for name in (str(piece), piece.player, piece.kind):
                if name in named:
                    values.setdefault(code, (name, named[name]))
        return values

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
        """For each code, the cells of the zones that are given for its player, its piece or its `player piece`."""
        cells = {name: self.together(zones, *key, name) for name, zones in named.items()}
        return {code: cells[name] for code, (name, _) in self.values_by_code(named, *key).items()}

    def pieces(self, names: Iterable[str], *key: Key) -> list[str]:
        """Those of some names that are pieces of the game; every other name is a mistake."""
        pieces = []
        for n, name in enumerate(names):
            if name in self.setting.kinds:
                pieces.append(name)
            else:
                self.report((*key, n), f"there is no piece `{name}`", nearest_hint(name, self.setting.kinds))
        return pieces

    def values_by_piece(self, named: Mapping[str, T], *key: Key) -> dict[str, T]:
        """The values whose keys are pieces of the game; every other key is a mistake."""
        for name in named:
            if name not in self.setting.kinds:
                self.report((*key, name), f"there is no piece `{name}`", nearest_hint(name, self.setting.kinds))
        return {name: value for name, value in named.items() if name in self.setting.kinds}

    def betza(self, text: str, *key: Key) -> Movement:
        """The movement that a Betza string describes. A string that cannot be read is a mistake and gives no moves."""
        try:
            return parse_betza(text, self.setting.lattice.compass)
        except TextError as error:
            self.report(key, error.message, error.hint)
            return Movement("", ())
