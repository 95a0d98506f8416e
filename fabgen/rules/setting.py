"""What positions of a game speak of: its board, its players and their directions, its pieces, and the sections that a
rule set adds. Every name in a position is one of these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fabgen.base import nearest
from fabgen.rules.lattice import Lattice

RESERVED = ("turn", "unmoved")


@dataclass(frozen=True)
class Setting:
    """What positions of a game speak of, in order: its board, its players and what each calls forward, its pieces."""

    lattice: Lattice
    players: Mapping[str, str] = field(hash=False)
    pieces: tuple[str, ...]
    held: tuple[
        str, ...
    ] = ()  # what players have beside the board, by piece: sections such as `green hand: 2 pawn, 1 knight`
    counts: tuple[str, ...] = ()  # numbers of each player: sections such as `green tokens: 3`
    lying: tuple[str, ...] = ()  # kinds of tokens that lie on cells, several on one if need be: `denial: c3 c3 d4`
    notes: tuple[str, ...] = ()  # whatever else a rule set has to remember, in its own words: `phase: move`
    shared: bool = False  # whether several men may stand on one cell
    elsewhere: Mapping[str, str] = field(default_factory=dict, hash=False, compare=False)  # sections that other
    # readings of the game's rulings have, and which

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", dict(self.players))
        for player, forward in self.players.items():
            if player in self.words:
                raise ValueError(f"a player cannot be called `{player}`: positions use the word")
            if forward not in self.lattice.compass.forwards:
                raise ValueError(f"`{forward}` is no direction: {nearest(forward, self.lattice.compass.forwards)}")
        for piece in self.pieces:
            if any(word in self.lattice for word in piece.split()[1:]):
                raise ValueError(f"a piece cannot be called `{piece}`: positions would read a cell in it")

    @property
    def words(self) -> tuple[str, ...]:
        """The names of sections that are not a player's men."""
        own = (f"{player} {name}" for player in self.players for name in (*self.held, *self.counts))
        return (*RESERVED, *own, *self.lying, *self.notes)


@dataclass(frozen=True)
class Man:
    """One piece of one player on the board."""

    player: str
    piece: str

    def __str__(self) -> str:
        return f"{self.player} {self.piece}"
