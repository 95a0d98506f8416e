"""Positions of simultaneous orders ↔ the positions that people write: `a: rook d4; b: knight d6; out: c; round: 3`.

In the set-up pieces that are chosen and not yet placed are in hand, and `turn` tells who decides. In a round nobody's
turn is told; who has no piece on the board is out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from fabgen.base import nearest
from fabgen.rules.boards import Cell, Mistake
from fabgen.rules.games.chess_battle.options import Options
from fabgen.rules.games.chess_battle.state import NOBODY, NOTHING, NOWHERE, State
from fabgen.rules.position import Counts, Man, Position, PositionError, Setting

HAND = "hand"
_ORDER = "players choose in their order, clockwise, and place counter-clockwise from the last who chose"
NOTES = ("out", "round", "phase", "idle", "frozen", "spent", "medals")


def sections(base: Setting, options: Options) -> Setting:
    """A setting with the sections that positions of this rule set need."""
    medals, freezes = options.medals > 0, options.freezes > 0
    used = {"medals": medals, "spent": freezes, "frozen": freezes, "phase": medals or freezes}
    return replace(base, held=(HAND,), notes=tuple(name for name in NOTES if used.get(name, True)), shared=True)


def written(s: State, setting: Setting) -> Position:
    """A position as people write it."""
    players, cells = tuple(setting.players), setting.lattice.cells
    men: dict[Cell, Man] = {}
    crowd: dict[Cell, tuple[Man, ...]] = {}
    held: dict[tuple[str, str], Counts] = {}
    for player, kind, cell in zip(players, s.kinds, s.at, strict=True):
        man = Man(player, setting.pieces[kind])
        if cell >= 0 and cells[cell] in men:
            crowd[cells[cell]] = (*crowd.get(cells[cell], ()), man)
        elif cell >= 0:
            men[cells[cell]] = man
        elif kind >= 0:
            held[player, HAND] = {man.piece: 1}
    turn = players[s.turn] if s.turn >= 0 else None
    return Position(setting, men, turn, held=held, notes=dict(_notes(s, players)), crowd=crowd)


def _notes(s: State, players: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    if s.round:
        yield "round", str(s.round)
    if s.talk:
        yield "phase", "talk"
    if s.idle:
        yield "idle", str(s.idle)
    lists = {
        "out": [name for name, cell in zip(players, s.at, strict=True) if s.round and cell < 0],
        "frozen": [players[p] for p in s.frozen],
        "spent": [players[p] for p in s.spent],
        "medals": [f"{players[p]} to {players[q]}" for p, receivers in enumerate(s.medals) for q in receivers],
    }
    yield from ((name, ", ".join(items)) for name, items in lists.items() if items)


def understood(position: Position, options: Options) -> State:
    """The inverse of `written`. Raises PositionError with everything that no position of the game can be."""
    return _Reader(position, options).state()


class _Reader:
    """Reads one position; `mistakes` grows, nothing is raised before the end."""

    def __init__(self, position: Position, options: Options) -> None:
        self.position, self.options, self.setting = position, options, position.setting
        self.players = tuple(self.setting.players)
        self.mistakes: list[Mistake] = []
        self.kinds = [NOTHING] * len(self.players)
        self.at = [NOWHERE] * len(self.players)

    def state(self) -> State:
        self._men()
        placed = any(cell >= 0 for cell in self.at)
        set_up = "round" not in self.position.notes and (bool(self.position.held) or not placed)
        found = self._set_up() if set_up else self._round()
        if self.mistakes:
            raise PositionError(self.mistakes)
        return found

    def _men(self) -> None:
        for cell, man in self.position.everybody():
            player = self.players.index(man.player)
            if self.at[player] >= 0:
                self._wrong(f"{man.player} has two pieces on the board", "each player has one")
            self.at[player], self.kinds[player] = self.setting.lattice.order[cell], self.setting.pieces.index(man.piece)
        for (name, _), counts in self.position.held.items():
            player = self.players.index(name)
            if self.kinds[player] >= 0 or sum(counts.values()) > 1:
                self._wrong(f"{name} has more than one piece", "each player has one, on the board or in hand")
            self.kinds[player] = self.setting.pieces.index(next(iter(counts)))

    def _set_up(self) -> State:
        number = len(self.players)
        chosen, placed = sum(kind >= 0 for kind in self.kinds), sum(cell >= 0 for cell in self.at)
        last = NOTHING not in self.kinds
        usual = number - 1 - placed if last else chosen
        turn = self.players.index(self.position.turn) if self.position.turn else usual
        steps = range(1, 1 + placed) if last else range(-chosen, 0)
        done = {p for p in range(number) if (self.at if last else self.kinds)[p] >= 0}
        if done != {(turn + n) % number for n in steps} or (placed and not last):
            self._wrong(f"it cannot be {self.players[turn]}'s turn in this set-up", _ORDER)
        return State(0, turn, tuple(self.kinds), tuple(self.at))

    def _round(self) -> State:
        if self.position.held:
            self._wrong("a piece is in hand in a round", "pieces in hand belong to the set-up, which has no `round`")
        if self.position.turn:
            self._wrong("a round has no turn", "all living players write their orders at once")
        notes = self.position.notes
        out = [self.players[p] for p, cell in enumerate(self.at) if cell < 0]
        if "out" in notes and sorted(self._named("out")) != [self.players.index(name) for name in out]:
            what = f"`out: {notes['out']}` does not fit the board"
            self._wrong(what, f"without a piece: {', '.join(out) or 'nobody'}")
        frozen, spent = tuple(sorted(set(self._named("frozen")))), tuple(sorted(self._named("spent")))
        phase = notes.get("phase", "orders")
        if phase not in ("talk", "orders"):
            self._wrong(f"there is no phase `{phase}`", nearest(phase, ("talk", "orders")))
        number, idle = self._number("round", 1, 1), self._number("idle", 0, 0)
        kinds, at = tuple(self.kinds), tuple(self.at)
        return State(number, NOBODY, kinds, at, phase == "talk", idle, self._medals(), spent, frozen)

    def _number(self, note: str, usual: int, least: int) -> int:
        text = self.position.notes.get(note, str(usual))
        if text.isdecimal() and len(text) < 10 and int(text) >= least:
            return int(text)
        self._wrong(f"`{note}: {text}` is no number from {least}", f"write `{note}: {least + 1}`")
        return usual

    def _named(self, note: str) -> list[int]:
        """The players that a note lists."""
        return [p for name in self._items(note) if (p := self._one(name, self.players, note)) >= 0]

    def _medals(self) -> tuple[tuple[int, ...], ...]:
        """`a to b, a to c`: who handed medals to whom."""
        given: list[list[int]] = [[] for _ in self.players] if self.options.medals else []
        every = list(enumerate(self.players))
        pairs = {f"{a} to {b}": (p, q) for p, a in every for q, b in every if p != q}
        for item in self._items("medals"):
            if (found := self._one(item, tuple(pairs), "medals")) >= 0:
                giver, receiver = list(pairs.values())[found]
                given[giver].append(receiver)
        return tuple(tuple(sorted(receivers)) for receivers in given)

    def _one(self, name: str, known: tuple[str, ...], note: str) -> int:
        if name in known:
            return known.index(name)
        self._wrong(f"`{note}` cannot say `{name}`", nearest(name, known[:12]))
        return NOBODY

    def _items(self, note: str) -> Iterable[str]:
        return (name for item in self.position.notes.get(note, "").split(",") if (name := item.strip()))

    def _wrong(self, what: str, hint: str) -> None:
        self.mistakes.append(Mistake(0, 0, what, hint))
