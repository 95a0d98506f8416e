"""The orders of all players, given at the same time → what becomes of them where they meet, and the position after
them.

Each order is one action that is legal in the position before, whatever the others do. All are carried out together: no
order comes before another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fabgen.rules.standard.engine import StandardEngine
from fabgen.rules.standard.options import Simultaneous
from fabgen.rules.standard.state import DRAWN, NOBODY, Move, State


@dataclass(frozen=True)
class OrderResults:
    """What becomes of orders: the players whose pieces go back, those whose pieces are captured where they arrive,
    and the cells whose former pieces are captured."""

    back: frozenset[int]
    lost: frozenset[int]
    taken: frozenset[int]


def settle(orders: Mapping[int, Move], options: Simultaneous) -> OrderResults:
    """What becomes of the orders, by player. Pieces that meet on a cell do so first; the others may change places.

    A piece that goes back captures nothing, and a piece that enters its cell captures it there. A piece that comes
    round to the cell where it started has not left that cell, and can be captured there.
    """
    going = {player: move for player, move in orders.items() if move.target >= 0}
    meeting = _meeting_players(going)
    swapping = _swapping_players({player: move for player, move in going.items() if player not in meeting})
    back = (meeting if options.same_cell == "bounce" else set()) | (swapping if options.swap == "bounce" else set())
    performed = {player: move for player, move in going.items() if player not in back}
    leaving = {move.origin: player for player, move in performed.items() if move.origin >= 0}
    lost = {player for player in meeting & {*performed} if options.same_cell == "captured"}
    taken = set()
    for move in performed.values():
        for cell in move.taken:
            leaver = leaving.get(cell)
            if leaver is None:
                taken.add(cell)
            elif leaver in swapping and performed[leaver].target == move.origin:
                lost |= {leaver} if options.swap == "captured" else set()
            elif options.leaving == "captured" or performed[leaver].target == cell:
                lost.add(leaver)
    return OrderResults(frozenset(back), frozenset(lost), frozenset(taken))


def _meeting_players(going: Mapping[int, Move]) -> set[int]:
    """The players whose pieces go to a cell to which another one goes."""
    players_by_cell: dict[int, list[int]] = {}
    for player, move in going.items():
        players_by_cell.setdefault(move.target, []).append(player)
    return {player for players in players_by_cell.values() if len(players) > 1 for player in players}


def _swapping_players(going: Mapping[int, Move]) -> set[int]:
    """The players whose pieces go to each other's cells. A piece that comes round to its own cell swaps with none."""
    ways = {(move.origin, move.target) for move in going.values() if move.origin != move.target}
    return {player for player, move in going.items() if (move.target, move.origin) in ways}


class OrderBook:
    """Carries out the orders of all players of one compiled game. `engine` plays the same game in turns."""

    def __init__(self, engine: StandardEngine, options: Simultaneous) -> None:
        self.engine, self.game, self.options = engine, engine.game, options

    def players(self, state: State) -> list[int]:
        """The players who are not out."""
        return [player for player in range(self.game.players) if not state.out >> player & 1]

    def orders(self, state: State) -> dict[int, list[Move]]:
        """What each player who is not out may order."""
        return {player: self.engine.actions(state._replace(turn=player)) for player in self.players(state)}

    def carry_out(self, state: State, orders: Mapping[int, Move]) -> State:
        """The position after the orders of all players who are not out."""
        results, board = settle(orders, self.options), state.board
        performed = {player: move for player, move in orders.items()
                     if move.target >= 0 and player not in results.back}
        cells, hands = bytearray(board), list(state.hands)
        for move in performed.values():
            if move.origin >= 0:
                cells[move.origin] = 0
            elif not self.game.has_endless_supply:
                hands[self.game.drawn_from[move.becomes]] -= 1
        for cell in results.taken:
            cells[cell] = 0
        for player, move in performed.items():
            if player not in results.lost:
                cells[move.target] = move.becomes or board[move.origin]
        captured = [board[cell] for cell in results.taken]
        captured += [board[move.origin] if move.origin >= 0 else move.becomes
                     for player, move in performed.items() if player in results.lost]
        if captured and self.game.has_hands:
            hands = list(self.engine.hands_after(captured, tuple(hands), state.turn))
        moved = {cell for move in performed.values() for cell in (move.origin, move.target)}
        quiet = min(state.quiet + len(orders), self.game.no_progress)
        if captured or any(move.becomes or board[move.origin] in self.game.progress for move in performed.values()):
            quiet = 0
        after = state._replace(board=bytes(cells), hands=tuple(hands), fresh=state.fresh - moved - results.taken,
                               quiet=quiet)
        return self.resolve(after)

    def resolve(self, state: State) -> State:
        """A position with everything that follows without a decision: goals that are met, players who are out for want
        of an order, the end without progress."""
        while state.winner == NOBODY:
            winner, out = self.engine.goals.joint_verdict(state.board, state.hands, state.out)
            judged = self.engine.without_losers(state._replace(winner=winner, out=out))
            if judged.winner == NOBODY and self.engine.is_for_several:
                judged = self._without_stuck(judged)
            if judged == state:
                break
            state = judged
        if state.winner == NOBODY and self.engine.end_cause(state) is not None:
            return state._replace(winner=self.engine.end_winner(state))
        if self.game.no_progress and state.quiet >= self.game.no_progress and state.winner == NOBODY:
            return state._replace(winner=DRAWN) if self.result(state) is None else state
        return state

    def _without_stuck(self, state: State) -> State:
        """With more than two players: the position in which those who lose for want of an order are out."""
        if self.game.passing != "never":
            return state
        stuck = [player for player, moves in self.orders(state).items()
                 if not moves and self.game.stuck[player] == "loses"]
        out = state.out | sum(1 << player for player in stuck)
        remaining = [player for player in range(self.game.players) if not out >> player & 1]
        winner = NOBODY if len(remaining) > 1 else remaining[0] if remaining else DRAWN
        return self.engine.without_losers(state._replace(out=out, winner=winner))

    def stuck_players(self, state: State) -> list[int]:
        """The players who are not out and can order nothing."""
        return [player for player, moves in self.orders(state).items() if not moves]

    def result(self, state: State) -> int | None:
        """The winner's number, DRAWN, or None while the game goes on. What players without an order bring about has to
        be the same for all of them."""
        if state.winner != NOBODY:
            return state.winner
        results = {self.engine.result(state._replace(turn=player), []) for player in self.stuck_players(state)}
        return None if not results else results.pop() if len(results) == 1 else DRAWN


__all__ = ["OrderBook", "OrderResults", "settle"]
