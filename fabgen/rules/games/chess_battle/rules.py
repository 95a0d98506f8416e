"""Simultaneous secret orders on a shrinking board as a rule set: set-up, talk, and orders of all players at the same
time.

Where play is measured in plies, each player's order counts as one ply.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from fabgen.core.english import join_words
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
from fabgen.rules.protocol import Features, OptionErrors, OptionMistake, Outcome, RuleSet, RuleSetInput


class ChessBattle(NumberRules[BattleState, BattleAction]):
    """A game of this rule set; see `rules.protocol.Rules` for the protocol. On an empty board, the player who has the
    `turn` chooses first, or else the first player."""

    def __init__(self, source: RuleSetInput) -> None:
        setting, self.options = source.start.setting, source.options
        compiled = compile_tables(source)
        self.engine = BattleEngine(compiled, len(setting.players), self.options, readings(source.rulings))
        text = BattleText(setting, self.options, self.engine)
        super().__init__(source, text, BattleRefusals(setting, self.engine))

    def actors(self, position: BattleState) -> tuple[str, ...]:
        """One player in the set-up; in the talk all living players with tokens; else all living players; none when the
        game is over."""
        return tuple([self.players[p] for p in self.engine.actors(position)])

    def actions(self, position: BattleState, player: str) -> list[BattleAction]:
        """The decisions of a player: to stay, or what its piece can carry out; none for a player who does not act."""
        p = self.players.index(player)
        return self.engine.actions(position, p) if p in self.engine.actors(position) else []

    def apply(self, position: BattleState, actions: Mapping[str, BattleAction]) -> BattleState:
        """The position after the decisions of all actors. Raises ValueError for any other actor or action."""
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
            self.engine.apply_talk(position, decided) if position.talk else self.engine.apply_orders(position, decided)
        )

    def inside(self, before: BattleState, after: BattleState) -> bool:
        """Whether the round goes on: its orders follow its talk. In the set-up, every decision is a turn."""
        return after.round == before.round > 0

    def outcome(self, position: BattleState) -> Outcome | None:
        """The last player alive wins, together with those who hold one of their medals. A tie has no winner (CB-19)."""
        if not self.engine.over(position):
            return None
        living = [p for p, cell in enumerate(position.at) if cell != NOWHERE]
        if len(living) > 1:
            return Outcome((), f"{self.options.endless} rounds without an elimination on the smallest board (CB-18)")
        if not living:
            return Outcome((), "nobody is left alive")
        holders = sorted(set(position.medals[living[0]])) if position.medals else []
        reason = f"{self.players[living[0]]} is the last player alive"
        if holders:
            reason += f" and handed a medal to {join_words(self.players[p] for p in holders)}"
        return Outcome(tuple(self.players[p] for p in (*living, *holders)), reason)

    def word_actions(self) -> tuple[str, ...]:
        """The actions that name no cell: choosing a kind, talk, and the orders to stay and to do nothing valid."""
        talk = [f"{word} {player}" for word in ("freeze", "medal") for player in self.setting.players]
        return *self.setting.kinds, *talk, "pass", "stay", "invalid"

    def papers(self, position: BattleState, papers: Mapping[str, str]) -> dict[str, BattleAction]:
        """The orders of all actors from their written papers, by player. Papers of other players are not read.

        A blank or missing paper means to stay. An invalid order is void or loses (CB-9). Raises ValueError where CB-8
        forbids staying and a paper has no valid order.
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
        """The cells that figures shade: yellow and red lights."""
        return dict(zip(("yellow", "red"), self.lights(position), strict=True))


def table(base: Setting, options: ChessBattleOptions, number: int) -> Setting:
    """The setting for a number of players: the first players in order, and the board that goes with the number (CB-1).

    Raises OptionErrors for a number that the options or the players of the game do not allow.
    """
    sizes = {limit: size for limit, size in sorted(options.boards.items()) if limit >= number}
    if not sizes or not options.least <= number <= len(base.players):
        limit = min(max(options.boards), len(base.players))
        hint = f"from {options.least} to {limit} can play"
        raise OptionErrors([OptionMistake(("boards",), f"there is no board for {number} players", hint)])
    files, ranks = map(int, next(iter(sizes.values())).split("x"))
    return replace(base, lattice=Board(files, ranks), players=dict(list(base.players.items())[:number]))


def for_players(source: RuleSetInput, number: int) -> RuleSetInput:
    """The input of a game for a number of players. Its start is kept if it is for that number, else the board is
    empty."""
    setting = table(source.start.setting, source.options, number)
    start = source.start if source.start.setting == setting else Position(setting, {})
    return replace(source, start=start, movements=Movements(setting, source.movements.movements))


def _setting(base: Setting, options: ChessBattleOptions, tokens: tuple[str, ...]) -> Setting:
    """The setting with the sections that positions need."""
    return sections(base, options)


def _features(options: ChessBattleOptions) -> Features:
    """What figures and rulebooks ask about the options."""
    return Features(has_hands=True)  # in the set-up, between choosing and placing


CHESS_BATTLE = RuleSet("chess-battle", ChessBattleOptions, _setting, ChessBattle, RULINGS, table, features=_features)
