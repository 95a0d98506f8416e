"""A game by the standard rules in which all players order at the same time: each an action that is legal in the
position as it is, and all are revealed and carried out together. `orders` says what becomes of them where they meet.

A position holds no order that the others do not know yet: players decide together, and a match keeps what they decided.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Protocol

from fabgen.core.english import join_words
from fabgen.rules.position import Piece, Position, Setting
from fabgen.rules.protocol import OptionMistake, Outcome, Remark, Rules
from fabgen.rules.standard.compiled_game import GameSource
from fabgen.rules.standard.engine import StandardEngine
from fabgen.rules.standard.options import Hop, Reach, Simultaneous, StandardOptions
from fabgen.rules.standard.orders import OrderBook
from fabgen.rules.standard.state import DRAWN, NOBODY, NOWHERE, Move, State

IN_TURNS = {  # options that need turns, or a single action at a time, and why
    "turns": "no player is first",
    "opening": "each action of an opening is of one player",
    "in_turn": "each player gives one order at a time",
    "first_turn": "each player gives one order at a time",
    "moves_first": "no player is first",
    "roll": "dice decide the turn of one player",
    "draw": "a card decides the turn of one player",
    "swap": "no player is second",
    "royal": "a player cannot answer an attack that comes with the same orders",
    "castling": "it asks whether an enemy could capture in the next turn",
    "en_passant": "it is possible in the next turn only",
    "pushes": "what a row pushes may move at the same time",
    "stacks": "towers are not defined for orders that meet",
    "sharing": "pieces that share cells are not defined for orders that meet",
    "passes": "no player passes after another",
    "recurrence": "which board comes again depends on all orders",
    "hidden": "pieces are revealed by one action at a time",
}
BY_ENCLOSING = ("custodial", "surround", "mill")
MEETING_WORDS = {"bounce": "rule_meet_bounce", "captured": "rule_meet_captured"}
SWAP_WORDS = {"bounce": "rule_swap_bounce", "pass": "rule_swap_pass", "captured": "rule_swap_captured"}
LEAVING_WORDS = {"saved": "rule_leaving_saved", "captured": "rule_leaving_captured"}


class TurnRules(Rules[State], Protocol):
    """What `SimultaneousRules` need of the same game in turns."""

    engine: StandardEngine
    source: GameSource
    pieces: Mapping[int, Piece]

    def action(self, position: State, player: str, text: str) -> Move | None:
        """The action that a text stands for."""

    def first_position(self) -> State:
        """The set-up position before any goal is judged."""

    def read_position(self, position: Position) -> State:
        """The state that a position describes, before any goal is judged."""

    def explain_result(self, position: State, result: int) -> Outcome:
        """How a game ended in a position, by the winner's number."""

    def repetition_key(self, position: State) -> State:
        """What of a position counts for repetition."""


class SimultaneousRules:
    """A game of the standard rule set with orders of all players at the same time; see `rules.protocol.Rules` for the
    protocol. `inner`: the same game in turns. A position has the turn of the first player, which means nothing."""

    def __init__(self, inner: TurnRules, options: StandardOptions) -> None:
        self.inner, self.engine, self.source = inner, inner.engine, inner.source
        self.setting: Setting = inner.setting
        self.pieces = inner.pieces
        self.book = OrderBook(inner.engine, options.simultaneous or Simultaneous())
        self._players = tuple(self.setting.players)
        self._last: tuple[State, dict[str, list[Move]]] | None = None

    def start(self) -> State:
        """The set-up position."""
        return self.book.resolve(self.inner.first_position()._replace(turn=0))

    def _orders(self, position: State) -> dict[str, list[Move]]:
        """What each player may order; nothing when the game is over. The last answer is kept, because callers ask for
        the actors and then for the actions of each."""
        if self._last is None or self._last[0] is not position:
            orders = {} if self.book.result(position) is not None else self.book.orders(position)
            self._last = position, {self._players[player]: moves for player, moves in orders.items()}
        return self._last[1]

    def actors(self, position: State) -> tuple[str, ...]:
        """All players who are not out; none when the game is over."""
        return tuple(self._orders(position))

    def actions(self, position: State, player: str) -> list[Move]:
        """What a player may order."""
        return self._orders(position).get(player, [])[:]

    def apply(self, position: State, actions: Mapping[str, Move]) -> State:
        """The position after the orders of all players. Raises ValueError for any other player or order."""
        orders = self._orders(position)
        if further := [player for player in actions if player not in orders]:
            verb = "does" if len(further) == 1 else "do"
            raise ValueError(f"{join_words(further)} {verb} not order now")
        if missing := [player for player in orders if player not in actions]:
            what, verb = ("order", "is") if len(missing) == 1 else ("orders", "are")
            raise ValueError(f"the {what} of {join_words(missing)} {verb} missing")
        for player, move in actions.items():
            if move not in orders[player]:
                raise ValueError(f"that is not an action of {player} now: {tuple(move)}")
        return self.book.carry_out(position, {self._players.index(player): actions[player] for player in orders})

    def outcome(self, position: State) -> Outcome | None:
        """The winners and the reason, or None while the game goes on."""
        result = self.book.result(position)
        if result is None:
            return None
        if position.winner == NOBODY:
            stuck = self.book.stuck_players(position)
            outcome = self.inner.explain_result(position._replace(turn=stuck[0]), result)
            if result == DRAWN and len(stuck) > 1 and not self.engine.counts_at_end(position._replace(turn=stuck[0])):
                return replace(outcome, why=f"{join_words(self._players[p] for p in stuck)} cannot move")
            return outcome
        winner, _ = self.engine.goals.joint_verdict(position.board, position.hands, position.out)
        if winner == DRAWN:
            return Outcome((), self._explain_draw(position))
        return self.inner.explain_result(position, result)

    def _explain_draw(self, position: State) -> str:
        """Why orders at the same time have ended the game without a winner."""
        goals = self.engine.goals
        met = [aim.player for aim in goals.win if aim.is_met(position.board, NOWHERE)
               and not position.out >> aim.player & 1]
        if met:
            return f"{join_words(self._players[player] for player in sorted({*met}))} meet a goal at the same time"
        return "all players have lost at the same time"

    def text(self, position: State, action: Move) -> str:
        """An action as people write it."""
        return self.inner.text(self._of_owner(position, action), action)

    def _of_owner(self, position: State, action: Move) -> State:
        """The position in the turn of the player who may order an action."""
        code = position.board[action.origin] if action.origin >= 0 else action.becomes
        return position._replace(turn=self.engine.owner[code]) if code else position

    def action(self, position: State, player: str, text: str) -> Move | None:
        """The action that a text stands for; None for no action, or for several."""
        if player not in self._orders(position):
            return None
        return self.inner.action(position._replace(turn=self._players.index(player)), player, text)

    def why_not(self, position: State, player: str, text: str) -> str:
        """Why a text is no order of a player now; empty where it is one."""
        if outcome := self.outcome(position):
            return f"the game is over: {outcome}"
        if player not in self._orders(position):
            return f"{player} is out" if player in self._players else f"{player} is no player of this game"
        return self.inner.why_not(position._replace(turn=self._players.index(player)), player, text)

    def hops(self, action: Move) -> bool:
        """Whether an action jumps over a piece."""
        return bool(action.path)

    def word_actions(self) -> tuple[str, ...]:
        """The actions that name no cell."""
        return ("pass",)

    def repetition_key(self, position: State) -> State:
        """What of a position counts for draws by repetition."""
        return self.inner.repetition_key(position)

    def show(self, position: State) -> Position:
        """The position as people write it: no player has the turn."""
        return replace(self.inner.show(position), turn=None)

    def view(self, position: State, player: str) -> Position:
        """What a player sees of a position: all of it. No position holds an order."""
        return self.show(position)

    def read(self, position: Position) -> State:
        """The inverse of `show`. Raises ValueError for a position that names a turn, and for a note that means
        nothing."""
        if position.turn is not None:
            raise ValueError(f"`turn: {position.turn}`: all players order at the same time: leave `turn` out")
        return self.book.resolve(self.inner.read_position(position)._replace(turn=0))


def simultaneous_mistakes(options: StandardOptions, setting: Setting) -> Iterator[OptionMistake]:
    """What is wrong with `simultaneous`, and the options beside it."""
    rule = options.simultaneous
    if rule is None:
        return
    if len(setting.active_players) == 1:
        yield OptionMistake(("simultaneous",), "a single player has no other player to order with", "take it away")
    for name, why in IN_TURNS.items():
        field = type(options).model_fields[name]
        if getattr(options, name) != field.get_default(call_default_factory=True):
            what = f"`{name}` does not go with `simultaneous`: {why}"
            yield OptionMistake((name,), what, "leave one of the two out")
    if options.capture in BY_ENCLOSING:
        what = f"`capture: {options.capture}` does not go with `simultaneous`: what encloses may move at the same time"
        yield OptionMistake(("capture",), what, "`capture: replace` or `capture: none`")
    if options.captured not in ("removed", "hand"):
        why = "several players may capture a piece at the same time" if options.captured == "captor" \
            else "what is captured goes without a decision"
        what = f"`captured: {options.captured}` does not go with `simultaneous`: {why}"
        yield OptionMistake(("captured",), what, "`captured: removed` or `captured: hand`")
    yield from _hop_mistakes(options)
    for zone, terrain in options.terrain.items():
        if terrain.open != "never" and terrain.count == "after":
            what = "`count: after` does not go with `simultaneous`: no player knows what the others capture"
            yield OptionMistake(("terrain", zone, "count"), what, "`count: before`")
    for name in ("win", "lose"):
        for number, goal in enumerate(getattr(options, name)):
            if isinstance(goal, Reach) and goal.by == "moves":
                what = "`by: moves` does not go with `simultaneous`"
                yield OptionMistake((name, number, "by"), what, "leave it out")
    if options.capture == "none":
        # Without captures by moving, no piece goes to a cell with a piece on it, so that swaps do not happen.
        if "swap" in rule.model_fields_set:
            yield OptionMistake(("simultaneous", "swap"), "no piece moves onto another piece with `capture: none`",
                                "leave it out, or allow captures")
        if "leaving" in rule.model_fields_set and not any(map(_takes, options.all_hops)):
            yield OptionMistake(("simultaneous", "leaving"), "no piece captures with `capture: none`",
                                "leave it out, or allow captures")


def _takes(hop: Hop) -> bool:
    """Whether a hop takes what it goes over."""
    return hop.takes != "nothing"


def _hop_mistakes(options: StandardOptions) -> Iterator[OptionMistake]:
    """Hops whose captures go elsewhere than all others: two players may capture the same piece."""
    for kind, hops in options.hops.items():
        for number, hop in enumerate(hops):
            if hop.takes not in ("nothing", options.captured) and options.captured in ("removed", "hand"):
                what = f"`takes: {hop.takes}` does not go with `simultaneous` and `captured: {options.captured}`: " \
                       "two players may capture a piece at the same time"
                yield OptionMistake(("hops", kind, number, "takes"), what, f"`takes: {options.captured}`")


def say_simultaneous(options: StandardOptions) -> Iterator[Remark]:
    """What books say about orders at the same time."""
    rule = options.simultaneous
    if rule is None:
        return
    yield Remark("rule_simultaneous")
    yield Remark(MEETING_WORDS[rule.same_cell])
    captures_by_moving = options.capture == "replace"
    if captures_by_moving:
        yield Remark(SWAP_WORDS[rule.swap])
    if captures_by_moving or any(map(_takes, options.all_hops)):
        yield Remark(LEAVING_WORDS[rule.leaving])


__all__ = ["SimultaneousRules", "say_simultaneous", "simultaneous_mistakes"]
