"""Denial and banishment as one of the `Rules`: numbers inside, the notation and positions of specs outside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from fabgen.rules.games.correction.engine import Engine
from fabgen.rules.games.correction.options import RULINGS, Options, readings
from fabgen.rules.games.correction.reasons import Reasons
from fabgen.rules.games.correction.state import Action, Mode, Phase, State
from fabgen.rules.games.correction.tables import mistakes, tables
from fabgen.rules.games.correction.texts import NOTES, RESTING, SUPPLY, TOKENS, Texts
from fabgen.rules.position import Position, Setting
from fabgen.rules.protocol import Given, OptionErrors, Outcome, RuleSet


class Correction:
    """A game of this rule set; see `rules.game.Rules` for the protocol."""

    def __init__(self, given: Given) -> None:
        if found := tuple(mistakes(given)):
            raise OptionErrors(found)
        self.setting: Setting = given.start.setting
        self.options: Options = given.options
        chosen = readings(given.rulings)
        self.engine = Engine(tables(given, chosen.goal_only), self.options, chosen)
        self.texts = Texts(self.setting, self.options.denial, self.engine)
        self.reasons = Reasons(self.engine, self.texts, given.movements, self.options.homes)
        self._first = given.start
        self._players = tuple(self.setting.players)
        self._alone = tuple((player,) for player in self._players)

    def start(self) -> State:
        """The set-up position, the second player with its tokens; the first listed begins unless the spec differs."""
        first = self._first
        second = next(player for player in self._players if player != (first.turn or self._players[0]))
        tokens = first.counts.get((second, TOKENS), 0) + self.options.second
        return self.read(replace(first, counts={**first.counts, (second, TOKENS): tokens}))

    def actors(self, position: State) -> tuple[str, ...]:
        """Whose turn it is, the other player while a declared move is to be answered, nobody when the game is over."""
        phase = position.phase
        if phase is Phase.OVER:
            return ()
        return self._alone[1 - position.turn if phase is Phase.ANSWER else position.turn]

    def actions(self, position: State, player: str) -> tuple[Action, ...]:
        """The options of the player who has to decide; none for the other."""
        return position.options if (player,) == self.actors(position) else ()

    def apply(self, position: State, actions: Mapping[str, Action]) -> State:
        """The position after the actor's decision; ValueError for any other."""
        if len(actions) != 1:
            raise ValueError("one player decides at a time")
        (player, action), = actions.items()
        if action not in self.actions(position, player):
            raise ValueError(f"{action} is not an action of {player} now")
        return self.engine.apply(position, action)

    def inside(self, before: State, after: State) -> bool:
        """Whether the turn goes on. Where the other player can do nothing (COR-10), the same player begins another one:
        a turn that goes on has a denied cell, a new piece that has moved, or a piece less."""
        if after.phase is Phase.OVER or after.turn != before.turn:
            return False
        if before.phase is Phase.SPAWN or after.phase is Phase.ANSWER:
            return True
        goes_on = after.denied or after.mode is Mode.BEGUN or self._standing(after) < self._standing(before)
        return after.phase is Phase.MOVE and bool(goes_on)

    def _standing(self, s: State) -> int:
        """How many pieces of the player to move stand on the board."""
        low = self.engine.tables.low[s.turn]
        return sum(low <= code < low + self.engine.tables.kinds for code in s.board)

    def outcome(self, position: State) -> Outcome | None:
        """Who has won, and by what."""
        if position.phase is not Phase.OVER:
            return None
        if not position.stuck:
            return self._arrival(position)
        mover, stuck = self._players[position.turn], self._players[1 - position.turn]
        reading = self.engine.chosen.stuck
        if reading == "pass":
            return Outcome((), "neither player could move (COR-10)")
        return Outcome((mover,) if reading == "lose" else (), f"{stuck} could not move (COR-10)")

    def _arrival(self, position: State) -> Outcome:
        """The last mover's arrival counts before the other's."""
        low, kinds, goal = self.engine.tables.low, self.engine.tables.kinds, self.engine.tables.goal
        for player in (position.turn, 1 - position.turn):
            for cell, code in enumerate(position.board):
                if 0 <= code - low[player] < kinds and goal[player] >> cell & 1:
                    piece, home = self.texts.men[code].piece, self.options.homes[self._players[1 - player]]
                    why = f"its {piece} has reached {self.texts.cells[cell]}, {home}"
                    return Outcome((self._players[player],), why)
        raise AssertionError("the game is over where a goal is reached or nobody can move")

    def text(self, position: State, action: Action) -> str:
        """`pawn@a1`, `done`, `c3-c4`, `c3xc5`, `pass`, `deny`, `banish`."""
        return self.texts.action(position, action)

    def show(self, position: State) -> Position:
        """The position as people write it."""
        return self.texts.show(position)

    def read(self, position: Position) -> State:
        """The inverse of `show`."""
        return self.texts.read(position)

    def why_not(self, position: State, player: str, text: str) -> str:
        """Why a text is no action of a player now, with the ruling that forbids it; empty where it is one."""
        text = text.strip()
        if text in (self.text(position, action) for action in self.actions(position, player)):
            return ""
        return self.reasons.why(position, player, self.actors(position), text)


def _setting(base: Setting, options: Options, tokens: tuple[str, ...]) -> Setting:
    """Supplies, tokens in hand and on cells, and notes on the turn."""
    return replace(base, held=(SUPPLY, RESTING), counts=(TOKENS,), lying=(options.denial,), notes=NOTES)


CORRECTION = RuleSet("correction", Options, _setting, Correction, RULINGS)
