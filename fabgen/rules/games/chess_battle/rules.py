"""Simultaneous secret orders on a shrinking board as a rule set: set-up, talk and orders of players at the same time.

A speed in plies counts each player's order as a ply of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from fabgen.core.problems import join_words
from fabgen.rules.boards import Board, Cell
from fabgen.rules.games.chess_battle.engine import BattleEngine
from fabgen.rules.games.chess_battle.options import RULINGS, ChessBattleOptions, readings
from fabgen.rules.games.chess_battle.refusals import BattleRefusals
from fabgen.rules.games.chess_battle.state import INVALID, NOWHERE, BattleAction, BattleState
from fabgen.rules.games.chess_battle.tables import compile_tables
from fabgen.rules.games.chess_battle.text import BattleText, sections
from fabgen.rules.games.skeleton import NumberRules
from fabgen.rules.legal_moves import Movements
from fabgen.rules.position import Position, Setting
from fabgen.rules.protocol import Features, Given, OptionErrors, OptionMistake, Outcome, RuleSet


class ChessBattle(NumberRules[BattleState, BattleAction]):
    """A game of this rule set; see `rules.protocol.Rules` for the protocol. Of an empty board, the player to whom
    `turn` is given chooses first, else the first player."""

    def __init__(self, given: Given) -> None:
        setting, self.options = given.start.setting, given.options
        compiled = compile_tables(given)
        self.engine = BattleEngine(compiled, len(setting.players), self.options, readings(given.rulings))
        text = BattleText(setting, self.options, self.engine)
        super().__init__(given, text, BattleRefusals(setting, self.engine))

    def actors(self, position: BattleState) -> tuple[str, ...]:
        """One player in the set-up; in talk the living with tokens; else all living; nobody when the game is over."""
        return tuple([self.players[p] for p in self.engine.actors(position)])

    def actions(self, position: BattleState, player: str) -> list[BattleAction]:
        """The decisions of a player: to stay, or what its piece can carry out; none for a player who does not act."""
        p = self.players.index(player)
        return self.engine.actions(position, p) if p in self.engine.actors(position) else []

    def apply(self, position: BattleState, actions: Mapping[str, BattleAction]) -> BattleState:
        """The position after what all actors decided. ValueError for any other actor or action."""
        acting = self.engine.actors(position)
        if len(actions) != len(acting) or any(self.players[p] not in actions for p in acting):
            raise ValueError(
                f"{join_words(self.actors(position)) or 'nobody'} decide now, not {join_words(actions) or 'nobody'}"
            )
        decided = [(p, actions[self.players[p]]) for p in acting]
        for p, action in decided:
            if action not in self.engine.actions(position, p):
                raise ValueError(f"{self.text(position, action)} is not an action of {self.players[p]} now")
        if not position.round:
            return self.engine.set_up(position, decided[0][1])
        return (
            self.engine.apply_deeds(position, decided) if position.talk else self.engine.apply_orders(position, decided)
        )

    def inside(self, before: BattleState, after: BattleState) -> bool:
        """Whether the round goes on: its orders follow its talk. In the set-up, every choice is a turn."""
        return after.round == before.round > 0

    def outcome(self, position: BattleState) -> Outcome | None:
        """The last player alive wins, with those who hold a medal of theirs; nobody wins a tie (CB-19)."""
        if not self.engine.over(position):
            return None
        living = [p for p, cell in enumerate(position.at) if cell != NOWHERE]
        if len(living) > 1:
            return Outcome((), f"{self.options.endless} rounds without an elimination on the smallest board (CB-18)")
        if not living:
            return Outcome((), "nobody is left alive")
        holders = sorted(set(position.medals[living[0]])) if position.medals else []
        why = f"{self.players[living[0]]} is the last player alive"
        if holders:
            why += f" and handed a medal to {join_words(self.players[p] for p in holders)}"
        return Outcome(tuple(self.players[p] for p in (*living, *holders)), why)

    def papers(self, position: BattleState, papers: Mapping[str, str]) -> dict[str, BattleAction]:
        """The orders of all actors by their papers. A blank paper, or none, is to stay; an invalid order is void or
        loses (CB-9).

        `papers` by player; those of players who do not act are not read. Where CB-8 forbids to stay, a paper with no
        order that can be carried out is a ValueError.
        """
        orders = {}
        for player in self.actors(position):
            text = papers.get(player, "").strip() or "stay"
            legal = self.texts(position, player)
            order = legal.get(text, INVALID if INVALID in legal.values() else legal.get("stay"))
            if not order:
                raise ValueError(f"{player}: {self.why_not(position, player, text)}")
            orders[player] = order
        return orders

    def lights(self, position: BattleState) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
        """The cells that are yellow, and those that are red, in the round to be played."""
        masks = (self.engine.yellow(position.round), self.engine.red(position.round)) if position.round else (0, 0)
        cells = list(enumerate(self.setting.lattice.cells))
        yellow, red = (tuple(cell for n, cell in cells if mask >> n & 1) for mask in masks)
        return yellow, red

    def areas(self, position: BattleState) -> dict[str, tuple[Cell, ...]]:
        """The cells that figures shade: the lights by their colour."""
        return dict(zip(("yellow", "red"), self.lights(position), strict=True))


def table(base: Setting, options: ChessBattleOptions, number: int) -> Setting:
    """The setting for a number of players: the first of them in order, and the board that follows (CB-1).

    Raises OptionErrors for a number that the options or the players of the game do not allow.
    """
    sizes = {most: size for most, size in sorted(options.boards.items()) if most >= number}
    if not sizes or not options.least <= number <= len(base.players):
        most = min(max(options.boards), len(base.players))
        hint = f"from {options.least} to {most} can play"
        raise OptionErrors([OptionMistake(("boards",), f"there is no board for {number} players", hint)])
    files, ranks = map(int, next(iter(sizes.values())).split("x"))
    return replace(base, lattice=Board(files, ranks), players=dict(list(base.players.items())[:number]))


def for_players(given: Given, number: int) -> Given:
    """A game as given, for a number of players: its start is kept if it is for as many, else the board is empty."""
    setting = table(given.start.setting, given.options, number)
    start = given.start if given.start.setting == setting else Position(setting, {})
    return replace(given, start=start, movements=Movements(setting, given.movements.movements))


def _setting(base: Setting, options: ChessBattleOptions, tokens: tuple[str, ...]) -> Setting:
    return sections(base, options)


def _features(options: ChessBattleOptions) -> Features:
    return Features(has_hands=True)  # in the set-up, between choosing and placing


CHESS_BATTLE = RuleSet("chess-battle", ChessBattleOptions, _setting, ChessBattle, RULINGS, table, features=_features)
