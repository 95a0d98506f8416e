"""Simultaneous secret orders on a shrinking board as one of the `Rules`: numbers inside, the notation of specs outside.

Set-up: `rook` chooses, `rook@d4` places. Talk, where tokens are used: `freeze b`, `medal b`, `pass`. Orders: `d4-d7`,
`stay`, and `invalid` where CB-9 makes it matter. A speed in plies counts each player's order as one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from fabgen.base import words
from fabgen.rules.boards import Cell, Lattice
from fabgen.rules.games.chess_battle.compile import compile_game
from fabgen.rules.games.chess_battle.engine import Engine
from fabgen.rules.games.chess_battle.options import RULINGS, Options
from fabgen.rules.games.chess_battle.paper import sections, understood, written
from fabgen.rules.games.chess_battle.refusal import Refusal
from fabgen.rules.games.chess_battle.state import INVALID, NOTHING, NOWHERE, Action, State, What
from fabgen.rules.legal_moves import Movements
from fabgen.rules.position import Position, Setting
from fabgen.rules.protocol import Given, OptionErrors, OptionMistake, Outcome, RuleSet

__all__ = ["CHESS_BATTLE", "ChessBattle", "seated", "table"]


class ChessBattle:
    """A game of this rule set; see `rules.game.Rules` for the protocol."""

    def __init__(self, given: Given) -> None:
        self.setting: Setting = given.start.setting
        self.options: Options = given.options
        self.first = given.start
        self.engine: Engine = compile_game(given)
        self._refusal = Refusal(self.setting, self.engine)
        self._players = tuple(self.setting.players)

    def start(self) -> State:
        """The set-up: of an empty board, the player to whom `turn` is given chooses first, else the first player."""
        return self.read(self.first)

    def actors(self, position: State) -> tuple[str, ...]:
        """One player in the set-up; in talk the living with tokens; else all living; nobody when the game is over."""
        return tuple([self._players[p] for p in self.engine.actors(position)])

    def actions(self, position: State, player: str) -> list[Action]:
        """What a player may decide now: to stay, or what its piece can carry out; nothing if it does not act."""
        p = self._players.index(player)
        return self.engine.actions(position, p) if p in self.engine.actors(position) else []

    def apply(self, position: State, actions: Mapping[str, Action]) -> State:
        """The position after what all actors decided. ValueError for any other actor or action."""
        acting = self.engine.actors(position)
        if len(actions) != len(acting) or any(self._players[p] not in actions for p in acting):
            raise ValueError(f"{words(self.actors(position)) or 'nobody'} decide now, not {words(actions) or 'nobody'}")
        decided = [(p, actions[self._players[p]]) for p in acting]
        for p, action in decided:
            if action not in self.engine.actions(position, p):
                raise ValueError(f"{self.text(position, action)} is not an action of {self._players[p]} now")
        if not position.round:
            return self.engine.set_up(position, decided[0][1])
        return self.engine.talked(position, decided) if position.talk else self.engine.ordered(position, decided)

    def inside(self, before: State, after: State) -> bool:
        """Whether the round goes on: its orders follow its talk. In the set-up, every choice is a turn."""
        return after.round == before.round > 0

    def outcome(self, position: State) -> Outcome | None:
        """Who is left alone, with those out who hold a medal of theirs; nobody in a tie (CB-19)."""
        if not self.engine.over(position):
            return None
        living = [p for p, cell in enumerate(position.at) if cell != NOWHERE]
        if len(living) > 1:
            return Outcome((), f"{self.options.endless} rounds without an elimination on the smallest board (CB-18)")
        if not living:
            return Outcome((), "nobody is left alive")
        holders = sorted(set(position.medals[living[0]])) if position.medals else []
        why = f"{self._players[living[0]]} is the last player alive"
        if holders:
            why += f" and handed a medal to {words(self._players[p] for p in holders)}"
        return Outcome(tuple(self._players[p] for p in (*living, *holders)), why)

    def text(self, position: State, action: Action) -> str:
        """`rook`, `rook@d4`; `freeze b`, `medal b`, `pass`; `d4-d7`, `stay`, `invalid`."""
        what, one, two = action
        cells, pieces = self.setting.lattice.cells, self.setting.pieces
        if what is What.ORDER:
            return "stay" if one == two else f"{cells[one]}-{cells[two]}"
        if what is What.CHOOSE:
            return pieces[one]
        if what is What.PLACE:
            return f"{pieces[one]}@{cells[two]}"
        named = f" {self._players[one]}" if what in (What.FREEZE, What.MEDAL) else ""
        return f"{what.name.lower()}{named}"

    def show(self, position: State) -> Position:
        """The position as people write it; men who share a cell are all told."""
        return written(position, self.setting)

    def read(self, position: Position) -> State:
        """The inverse of `show`; raises PositionError for what cannot be. A round that is not told is the first."""
        state = understood(position, self.options)
        if position.notes.get("phase") == "talk":
            return state._replace(talk=self.engine.talks(state))
        begins = state.round == 1 and "round" not in position.notes
        return self.engine.round(state) if begins else state

    def why_not(self, position: State, player: str, text: str) -> str:
        """Why a text is no action of a player now, with the ruling that forbids it; empty where it is one."""
        if reason := self._refusal.actor(position, player):
            return reason
        if text in (self.text(position, action) for action in self.actions(position, player)):
            return ""
        p = self._players.index(player)
        if position.round:
            return self._refusal.deed(position, p, text) if position.talk else self._refusal.order(position, p, text)
        return self._refusal.choice(text) if position.kinds[p] == NOTHING else self._refusal.placing(position, p, text)

    def papers(self, position: State, papers: Mapping[str, str]) -> dict[str, Action]:
        """What all actors do by their papers: a blank one, or none, stays; an invalid order is void or loses (CB-9).

        `papers` by player; others' are not read. Where CB-8 forbids to stay, a paper with no order that can be carried
        out is a ValueError.
        """
        wrote = {player: papers.get(player, "").strip() or "stay" for player in self.actors(position)}
        return {player: self._paper(position, player, text) for player, text in wrote.items()}

    def _paper(self, position: State, player: str, text: str) -> Action:
        open_ = {self.text(position, action): action for action in self.actions(position, player)}
        if found := open_.get(text, INVALID if INVALID in open_.values() else open_.get("stay")):
            return found
        raise ValueError(f"{player}: {self.why_not(position, player, text)}")

    def lights(self, position: State) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
        """The cells that are yellow, and those that are red, in the round to be played."""
        masks = (self.engine.yellow(position.round), self.engine.red(position.round)) if position.round else (0, 0)
        every = list(enumerate(self.setting.lattice.cells))
        yellow, red = (tuple(cell for n, cell in every if mask >> n & 1) for mask in masks)
        return yellow, red

    def areas(self, position: State) -> dict[str, tuple[Cell, ...]]:
        """What figures shade: the lights by their colour."""
        return dict(zip(("yellow", "red"), self.lights(position), strict=True))


def table(base: Setting, options: Options, number: int) -> Setting:
    """The setting for a number of players: the first of them in order, and the board that follows (CB-1).

    Raises OptionErrors for a number that the options or the players of the game do not allow.
    """
    sizes = {most: size for most, size in sorted(options.boards.items()) if most >= number}
    if not sizes or not options.least <= number <= len(base.players):
        most = min(max(options.boards), len(base.players))
        hint = f"from {options.least} to {most} can play"
        raise OptionErrors([OptionMistake(("boards",), f"there is no board for {number} players", hint)])
    files, ranks = map(int, next(iter(sizes.values())).split("x"))
    return replace(base, lattice=Lattice(files, ranks), players=dict(list(base.players.items())[:number]))


def seated(given: Given, number: int) -> Given:
    """A game as given, for a number of players: its start is kept if it is for as many, else the board is empty."""
    setting = table(given.start.setting, given.options, number)
    start = given.start if given.start.setting == setting else Position(setting, {})
    return replace(given, start=start, movements=Movements(setting, given.movements.movements))


def _setting(base: Setting, options: Options, tokens: tuple[str, ...]) -> Setting:
    return sections(base, options)


CHESS_BATTLE = RuleSet("chess-battle", Options, _setting, ChessBattle, RULINGS, table)
