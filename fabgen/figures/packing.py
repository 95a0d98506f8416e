"""What a game holds → rectangles to lie in a tray: how long, how broad, and in how many columns; mm.

A standee lies on its side, put together; what is flat lies in piles. Each owner has a compartment, tokens have one a
kind. Columns are filled first-fit, the broadest first: never better than can be, and the same every time.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fabgen.figures.bodies import Made, layers, standing
from fabgen.spec.game import Game

PLAY = 1.0  # mm around each thing in a tray
LEAST_DEPTH = 20.0  # mm: a tray for flat things alone


@dataclass(frozen=True)
class Thing:
    """One, or a pile, of a kind as it lies in the tray: its sides from above with play, and how many there are."""

    long: float
    broad: float
    count: int


def tray_depth(kinds: Iterable[Made]) -> float:
    """How deep a tray must be for the highest thing in it."""
    lying = [min(one.whole.size()) for one in kinds if one.body.shape]
    flat = [_thick(one) for one in kinds if not one.body.shape]
    return max([LEAST_DEPTH, *lying, *flat]) + PLAY


def compartments(game: Game, kinds: Sequence[Made], thickness: float) -> dict[str, list[Thing]]:
    """What lies in each compartment, by its owner; tokens are as thick as a sheet of `thickness`."""
    deep = tray_depth(kinds)
    found = {player: [_lying(one, deep) for one in kinds if one.player == player] for player in game.players}
    for name, token in game.tokens.items():
        found[name] = [_piled(token.size, token.size, thickness, token.count, deep)]
    return found


def _lying(one: Made, deep: float) -> Thing:
    wide, far = one.whole.size()
    if not one.body.shape:
        return _piled(wide, far, _thick(one), one.count, deep)
    high = standing(one)[1] + one.fit.thickness
    return Thing(max(high, wide, far) + PLAY, sorted((high, wide, far))[1] + PLAY, one.count)


def _thick(one: Made) -> float:
    sheets = layers(one.body) if one.body.stack else 2 if one.body.back else 1
    return sheets * one.fit.thickness


def _piled(wide: float, far: float, thick: float, count: int, deep: float) -> Thing:
    piles = math.ceil(count / max(1, int(deep / thick)))
    return Thing(max(wide, far) + PLAY, min(wide, far) + PLAY, piles)


def breadth(things: Iterable[Thing], length: float) -> float:
    """How broad a compartment of a length must be: the sum of its columns, each as broad as its first thing."""
    columns: list[list[float]] = []  # breadth and what is left of the length
    for thing in sorted(things, key=lambda one: (-one.broad, -one.long)):
        for _ in range(thing.count):
            room = next((column for column in columns if column[1] >= thing.long - 1e-9), None)
            if room is None:
                columns.append(room := [thing.broad, length])
            room[1] -= thing.long
    return sum(broad for broad, _ in columns)
