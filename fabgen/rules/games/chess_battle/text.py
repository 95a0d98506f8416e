"""Positions and actions of simultaneous orders ↔ those that people write: `a: rook d4; b: knight d6; out: c; round: 3`.

Actions: in the set-up `rook` chooses and `rook@d4` places; in the talk, where tokens are used, `freeze b`, `medal b`
and `pass`; orders are `d4-d7`, `stay`, and `invalid` where CB-9 makes it matter.

In the set-up, pieces that are chosen and not yet placed are in hand, and `turn` names the player who decides. A round
has no turn; a player without a piece on the board is out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from fabgen.core.problems import nearest_hint
from fabgen.rules.boards import Cell, Mistake
from fabgen.rules.games.chess_battle.engine import BattleEngine
from fabgen.rules.games.chess_battle.options import ChessBattleOptions
from fabgen.rules.games.chess_battle.state import NOBODY, NOTHING, NOWHERE, BattleAction, BattleActionKind, BattleState
from fabgen.rules.position import Counts, Piece, Position, PositionError, Setting

HAND = "hand"
_ORDER = "players choose in their order, clockwise, and place counter-clockwise from the last who chose"
NOTES = ("out", "round", "phase", "idle", "frozen", "spent", "medals")


def sections(base: Setting, options: ChessBattleOptions) -> Setting:
    """A setting with the sections that positions of this rule set need."""
    medals, freezes = options.medals > 0, options.freezes > 0
    used = {"medals": medals, "spent": freezes, "frozen": freezes, "phase": medals or freezes}
    return replace(base, held=(HAND,), notes=tuple(name for name in NOTES if used.get(name, True)), shares_cells=True)


class BattleText:
    """Knows the names of a setting. What follows from a position that was read is left to the engine."""

    def __init__(self, setting: Setting, options: ChessBattleOptions, engine: BattleEngine) -> None:
        self.setting, self.options, self.engine = setting, options, engine
        self.players, self.cells = tuple(setting.players), setting.lattice.cells

    def action(self, position: BattleState, action: BattleAction) -> str:
        """`rook`, `rook@d4`; `freeze b`, `medal b`, `pass`; `d4-d7`, `stay`, `invalid`."""
        what, first, second = action
        if what is BattleActionKind.ORDER:
            return "stay" if first == second else f"{self.cells[first]}-{self.cells[second]}"
        if what is BattleActionKind.CHOOSE:
            return self.setting.kinds[first]
        if what is BattleActionKind.PLACE:
            return f"{self.setting.kinds[first]}@{self.cells[second]}"
        name = f" {self.players[first]}" if what in (BattleActionKind.FREEZE, BattleActionKind.MEDAL) else ""
        return f"{what.name.lower()}{name}"

    def show(self, position: BattleState) -> Position:
        """The position as people write it, with all pieces that share a cell."""
        pieces: dict[Cell, Piece] = {}
        further_pieces: dict[Cell, tuple[Piece, ...]] = {}
        held: dict[tuple[str, str], Counts] = {}
        for player, kind, number in zip(self.players, position.kinds, position.at, strict=True):
            piece = Piece(player, self.setting.kinds[kind])
            if number >= 0 and self.cells[number] in pieces:
                further_pieces[self.cells[number]] = (*further_pieces.get(self.cells[number], ()), piece)
            elif number >= 0:
                pieces[self.cells[number]] = piece
            elif kind >= 0:
                held[player, HAND] = {piece.kind: 1}
        turn = self.players[position.turn] if position.turn >= 0 else None
        notes = dict(_notes(position, self.players))
        return Position(self.setting, pieces, turn, held=held, notes=notes, further_pieces=further_pieces)

    def read(self, position: Position) -> BattleState:
        """The inverse of `show`. Where no round is given, it is the first. Raises PositionError with everything that
        cannot be in a position of the game."""
        state = _StateReader(position, self.options).state()
        if position.notes.get("phase") == "talk":
            return state._replace(talk=self.engine.has_talk(state))
        begins = state.round == 1 and "round" not in position.notes
        return self.engine.begin_round(state) if begins else state


def _notes(state: BattleState, players: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The notes of a position that have something to say."""
    if state.round:
        yield "round", str(state.round)
    if state.talk:
        yield "phase", "talk"
    if state.idle:
        yield "idle", str(state.idle)
    lists = {
        "out": [name for name, cell in zip(players, state.at, strict=True) if state.round and cell < 0],
        "frozen": [players[p] for p in state.frozen],
        "spent": [players[p] for p in state.spent],
        "medals": [f"{players[p]} to {players[q]}" for p, receivers in enumerate(state.medals) for q in receivers],
    }
    yield from ((name, ", ".join(items)) for name, items in lists.items() if items)


class _StateReader:
    """Reads one position. Mistakes are collected, and raised at the end."""

    def __init__(self, position: Position, options: ChessBattleOptions) -> None:
        self.position, self.options, self.setting = position, options, position.setting
        self.players = tuple(self.setting.players)
        self.mistakes: list[Mistake] = []
        self.kinds = [NOTHING] * len(self.players)
        self.at = [NOWHERE] * len(self.players)

    def state(self) -> BattleState:
        """The position in numbers. Raises PositionError."""
        self._read_pieces()
        is_placed = any(cell >= 0 for cell in self.at)
        is_set_up = "round" not in self.position.notes and (bool(self.position.held) or not is_placed)
        state = self._read_set_up() if is_set_up else self._read_round()
        if self.mistakes:
            raise PositionError(self.mistakes)
        return state

    def _read_pieces(self) -> None:
        """Reads the piece of each player, on the board or in hand."""
        for cell, piece in self.position.all_pieces():
            player = self.players.index(piece.player)
            if self.at[player] >= 0:
                self._report(f"{piece.player} has two pieces on the board", "each player has one")
            self.at[player] = self.setting.lattice.order[cell]
            self.kinds[player] = self.setting.kinds.index(piece.kind)
        for (name, _), counts in self.position.held.items():
            player = self.players.index(name)
            if self.kinds[player] >= 0 or sum(counts.values()) > 1:
                self._report(f"{name} has more than one piece", "each player has one, on the board or in hand")
            self.kinds[player] = self.setting.kinds.index(next(iter(counts)))

    def _read_set_up(self) -> BattleState:
        """The position of a set-up, after checking that the choices and placings so far fit the turn."""
        number = len(self.players)
        chosen_count, placed_count = sum(kind >= 0 for kind in self.kinds), sum(cell >= 0 for cell in self.at)
        all_chosen = NOTHING not in self.kinds
        usual = number - 1 - placed_count if all_chosen else chosen_count
        turn = self.players.index(self.position.turn) if self.position.turn else usual
        steps = range(1, 1 + placed_count) if all_chosen else range(-chosen_count, 0)
        done = {p for p in range(number) if (self.at if all_chosen else self.kinds)[p] >= 0}
        if done != {(turn + n) % number for n in steps} or (placed_count and not all_chosen):
            self._report(f"it cannot be the turn of {self.players[turn]} in this set-up", _ORDER)
        return BattleState(0, turn, tuple(self.kinds), tuple(self.at))

    def _read_round(self) -> BattleState:
        """The position of a round."""
        if self.position.held:
            self._report("a piece is in hand in a round", "pieces in hand belong to the set-up, which has no `round`")
        if self.position.turn:
            self._report("a round has no turn", "all living players write their orders at once")
        notes = self.position.notes
        out = [self.players[p] for p, cell in enumerate(self.at) if cell < 0]
        if "out" in notes and sorted(self._read_players("out")) != [self.players.index(name) for name in out]:
            what = f"`out: {notes['out']}` does not fit the board"
            self._report(what, f"without a piece: {', '.join(out) or 'nobody'}")
        frozen, spent = tuple(sorted(set(self._read_players("frozen")))), tuple(sorted(self._read_players("spent")))
        phase = notes.get("phase", "orders")
        if phase not in ("talk", "orders"):
            self._report(f"there is no phase `{phase}`", nearest_hint(phase, ("talk", "orders")))
        number, idle = self._read_number("round", 1, 1), self._read_number("idle", 0, 0)
        kinds, at = tuple(self.kinds), tuple(self.at)
        return BattleState(number, NOBODY, kinds, at, phase == "talk", idle, self._read_medals(), spent, frozen)

    def _read_number(self, note: str, usual: int, least: int) -> int:
        """A note's number, at least `least`; `usual` without the note."""
        text = self.position.notes.get(note, str(usual))
        if text.isdecimal() and len(text) < 10 and int(text) >= least:
            return int(text)
        self._report(f"`{note}: {text}` is no number from {least}", f"write `{note}: {least + 1}`")
        return usual

    def _read_players(self, note: str) -> list[int]:
        """The players that a note lists."""
        return [p for name in self._items(note) if (p := self._index_of(name, self.players, note)) >= 0]

    def _read_medals(self) -> tuple[tuple[int, ...], ...]:
        """Reads `a to b, a to c`: by giver, the players who received medals."""
        receivers_by_giver: list[list[int]] = [[] for _ in self.players] if self.options.medals else []
        numbered = list(enumerate(self.players))
        pairs = {f"{a} to {b}": (p, q) for p, a in numbered for q, b in numbered if p != q}
        for item in self._items("medals"):
            if (index := self._index_of(item, tuple(pairs), "medals")) >= 0:
                giver, receiver = list(pairs.values())[index]
                receivers_by_giver[giver].append(receiver)
        return tuple(tuple(sorted(receivers)) for receivers in receivers_by_giver)

    def _index_of(self, name: str, names: tuple[str, ...], note: str) -> int:
        """The number of a name that a note lists; a mistake and NOBODY for an unknown name."""
        if name in names:
            return names.index(name)
        self._report(f"`{note}` cannot say `{name}`", nearest_hint(name, names[:12]))
        return NOBODY

    def _items(self, note: str) -> Iterable[str]:
        """The items of a note, which commas separate."""
        return (name for item in self.position.notes.get(note, "").split(",") if (name := item.strip()))

    def _report(self, what: str, hint: str) -> None:
        """Adds a mistake."""
        self.mistakes.append(Mistake(0, 0, what, hint))
