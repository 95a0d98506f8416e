"""Denial and banishment as a rule set: one player spawns and declares moves, the other answers them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from fabgen.rules.games.correction.engine import CorrectionEngine
from fabgen.rules.games.correction.options import RULINGS, CorrectionOptions, readings
from fabgen.rules.games.correction.refusals import CorrectionRefusals
from fabgen.rules.games.correction.state import CorrectionAction, CorrectionState, Mode, Phase
from fabgen.rules.games.correction.tables import check_options, make_tables
from fabgen.rules.games.correction.text import NOTES, RESTING, SUPPLY, TOKENS, WORDS, CorrectionText
from fabgen.rules.games.skeleton import NumberRules
from fabgen.rules.position import Setting
from fabgen.rules.protocol import Features, Outcome, RuleSet, RuleSetInput


class Correction(NumberRules[CorrectionState, CorrectionAction]):
    """A game of this rule set; see `rules.protocol.Rules` for the protocol."""

    def __init__(self, source: RuleSetInput) -> None:
        check_options(source)
        setting, self.options = source.start.setting, source.options
        chosen = readings(source.rulings)
        self.engine = CorrectionEngine(make_tables(source, chosen.goal_only), self.options, chosen)
        self.words = CorrectionText(setting, self.options.denial, self.engine)
        super().__init__(source, self.words,
                         CorrectionRefusals(self.engine, self.words, source.movements, self.options.homes))
        self._alone = tuple((player,) for player in self.players)

    @property
    def quick(self) -> CorrectionEngine:
        """The engine itself, for perft. It trusts that actions are legal."""
        return self.engine

    def start(self) -> CorrectionState:
        """The set-up position; the second player has their tokens. The player listed first begins unless the spec says
        otherwise."""
        first = self.first
        second = next(player for player in self.players if player != (first.turn or self.players[0]))
        tokens = first.counts.get((second, TOKENS), 0) + self.options.second
        return self.read(replace(first, counts={**first.counts, (second, TOKENS): tokens}))

    def actors(self, position: CorrectionState) -> tuple[str, ...]:
        """The player whose turn it is, or the other while a declared move has to be answered; none when the game is
        over."""
        return () if position.phase is Phase.OVER else self._alone[self.engine.actor(position)]

    def actions(self, position: CorrectionState, player: str) -> tuple[CorrectionAction, ...]:
        """The legal actions of the player who has to decide; none for the other."""
        return position.options if (player,) == self.actors(position) else ()

    def apply(self, position: CorrectionState, actions: Mapping[str, CorrectionAction]) -> CorrectionState:
        """The position after the actor's decision. Raises ValueError for any other."""
        if len(actions) != 1:
            raise ValueError("one player decides at a time")
        (player, action), = actions.items()
        if action not in self.actions(position, player):
            raise ValueError(f"{action} is not an action of {player} now")
        return self.engine.apply(position, action)

    def inside(self, before: CorrectionState, after: CorrectionState) -> bool:
        """Whether the turn goes on. Where the other player can do nothing (COR-10), the same player begins a new turn;
        a turn that goes on shows it by a denied cell, a new piece that has moved, or a piece less."""
        if after.phase is Phase.OVER or after.turn != before.turn:
            return False
        if before.phase is Phase.SPAWN or after.phase is Phase.ANSWER:
            return True
        goes_on = after.denied or after.mode is Mode.BEGUN or self._count_pieces(after) < self._count_pieces(before)
        return after.phase is Phase.MOVE and bool(goes_on)

    def word_actions(self) -> tuple[str, ...]:
        """The actions that name no cell."""
        return tuple(WORDS.values())

    def _count_pieces(self, state: CorrectionState) -> int:
        """The number of pieces on the board of the player to move."""
        first_code = self.engine.tables.first_codes[state.turn]
        return sum(first_code <= code < first_code + self.engine.tables.kinds for code in state.board)

    def outcome(self, position: CorrectionState) -> Outcome | None:
        """The winner, and how; a draw where COR-10 says so."""
        if position.phase is not Phase.OVER:
            return None
        if not position.stuck:
            return self._arrival(position)
        mover, stuck = self.players[position.turn], self.players[1 - position.turn]
        reading = self.engine.chosen.stuck
        if reading == "pass":
            return Outcome((), "neither player could move (COR-10)")
        return Outcome((mover,) if reading == "lose" else (), f"{stuck} could not move (COR-10)")

    def _arrival(self, position: CorrectionState) -> Outcome:
        """The win by a piece in its goal. The goal of the last mover counts before the other player's."""
        first_codes, kinds, goal = self.engine.tables.first_codes, self.engine.tables.kinds, self.engine.tables.goal
        for player in (position.turn, 1 - position.turn):
            for cell, code in enumerate(position.board):
                if 0 <= code - first_codes[player] < kinds and goal[player] >> cell & 1:
                    piece, home = self.words.pieces[code].kind, self.options.homes[self.players[1 - player]]
                    reason = f"its {piece} has reached {self.words.cells[cell]}, {home}"
                    return Outcome((self.players[player],), reason)
        raise AssertionError("the game is over where a goal is reached or nobody can move")


def _setting(base: Setting, options: CorrectionOptions, tokens: tuple[str, ...]) -> Setting:
    """The setting with supplies, tokens in hand and on cells, and notes on the turn."""
    return replace(base, held=(SUPPLY, RESTING), lying=(RESTING,), counts=(TOKENS,), token_kinds=(options.denial,),
                   notes=NOTES)


def _features(options: CorrectionOptions) -> Features:
    """What figures and rulebooks ask about the options."""
    return Features(has_hands=True)


CORRECTION = RuleSet("correction", CorrectionOptions, _setting, Correction, RULINGS, features=_features)
