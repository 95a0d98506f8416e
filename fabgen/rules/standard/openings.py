"""The first actions of a game, which are of another kind than all that follow: pieces are taken off the board, as in
Konane, or placed on it, as a handicap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from fabgen.rules.standard.connections import Neighbours
from fabgen.rules.standard.state import NOBODY, SWAP_NOW, Move, State


@dataclass(frozen=True)
class OpeningStep:
    """One action of an opening.

    * `player`: the number of the player who takes it; NOBODY: the one after the player before.
    * `cells`: where it may be, and `zone`, their name.
    * `codes`: by player, the codes that may be removed or placed.
    * `places`: whether a piece is placed, from hand or from a supply, instead of removed.
    * `beside_gap`: whether a vacant cell has to be next to it.
    """

    player: int
    cells: frozenset[int]
    zone: str
    codes: tuple[frozenset[int], ...]
    places: bool
    beside_gap: bool


@dataclass(frozen=True)
class Opening:
    """The actions of an opening in their order. `endless`: whether pieces are placed from a supply that never runs
    out. `first`: the player who begins the game, unless an action names another. `drawn_from`: by code, the one that it
    has in a hand."""

    steps: tuple[OpeningStep, ...] = ()
    neighbours: Neighbours = field(default=(), repr=False)
    endless: bool = False
    first: int = 0
    drawn_from: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.steps)

    @property
    def removes(self) -> bool:
        """Whether a piece is taken off the board."""
        return any(not step.places for step in self.steps)

    def step(self, state: State) -> OpeningStep:
        """The action that comes next."""
        return self.steps[len(self.steps) - state.past.opening]

    def moves(self, state: State) -> Iterator[Move]:
        """What the player to move may do in the opening. A piece to remove is the one that a move takes on its
        target."""
        step = self.step(state)
        codes = sorted(step.codes[state.turn])
        for cell in sorted(step.cells):
            if step.beside_gap and not self.has_gap_beside(state, cell):
                continue
            if not step.places and state.board[cell] in codes:
                yield Move(NOBODY, cell, (cell,))
            elif step.places and not state.board[cell]:
                yield from (Move(NOBODY, cell, becomes=code) for code in codes if self.is_in_hand(state, code))

    def has_gap_beside(self, state: State, cell: int) -> bool:
        """Whether a vacant cell is next to a cell."""
        return any(not state.board[near] for near in self.neighbours[cell])

    def is_in_hand(self, state: State, code: int) -> bool:
        """Whether a piece of a code is there to be placed."""
        return self.endless or bool(state.hands and state.hands[self.drawn_from[code]])

    def apply(self, state: State, move: Move, following: tuple[int, ...]) -> State:
        """The position after an action of the opening. `following`: by player, the next one."""
        board = bytearray(state.board)
        board[move.target] = move.becomes
        hands = list(state.hands)
        if move.becomes and not self.endless:
            hands[self.drawn_from[move.becomes]] -= 1
        left = state.past.opening - 1
        turn = self.steps[-left].player if left else NOBODY
        turn = following[state.turn] if turn == NOBODY else turn
        past = state.past._replace(opening=left)
        if not left and past.swap and turn not in self.actors(following):
            past = past._replace(swap=SWAP_NOW)  # all that has been done was the other player's first turn
        return state._replace(
            board=bytes(board),
            turn=turn,
            hands=tuple(hands),
            fresh=state.fresh - {move.target},
            past=past,
        )

    def actors(self, following: tuple[int, ...]) -> frozenset[int]:
        """The players who take an action in the opening. `following`: by player, the next one."""
        actors, player = set(), self.first
        for step in self.steps:
            player = player if step.player == NOBODY else step.player
            actors.add(player)
            player = following[player]
        return frozenset(actors)
