"""The tokens on the table in a moment of play: on their cells, and around the areas that corner tokens frame, in mm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from fabgen.artwork.drawing import Role
from fabgen.artwork.path import Box, apply_matrix, rotation
from fabgen.figures.assembly.part_places import AssembledThing, PosedPart
from fabgen.figures.positions.area_corners import CornerSpot
from fabgen.rules.boards import Cell
from fabgen.rules.position import Position
from fabgen.spec.pieces import Token
from fabgen.spec.spaces import Spaces

BESIDE_ARM = 0.5  # mm between a piece and the arm of a corner token that it was pushed away from


@dataclass(frozen=True)
class CornerArm:
    """An arm of a corner token on the board, and the way out of the area that it frames: (1, 0) is to the right. It
    lies astride of the border of that area, so that cells on either side have room for a piece."""

    box: Box
    outwards: tuple[int, int]

    def shared_area(self, box: Box) -> float:
        """How much of a box, in mm², is on the arm."""
        (x0, y0, x1, y1), (left, low, right, high) = self.box, box
        return max(0.0, min(x1, right) - max(x0, left)) * max(0.0, min(y1, high) - max(y0, low))

    def push(self, box: Box) -> tuple[float, float]:
        """How far a piece has to go to be clear of the arm, outwards if most of it is outside; no way where it is."""
        (x0, y0, x1, y1), (left, low, right, high), (across, up) = self.box, box, self.outwards
        if not self.shared_area(box):
            return 0.0, 0.0
        if across * (left + right - x0 - x1) + up * (low + high - y0 - y1) < 0:  # within the area
            across, up = -across, -up
        far_x = x1 - left if across > 0 else right - x0
        far_y = y1 - low if up > 0 else high - y0
        return across * (far_x + BESIDE_ARM), up * (far_y + BESIDE_ARM)


def tokens_on_cells(position: Position, tokens: Mapping[str, AssembledThing], spaces: Spaces, level: float
                    ) -> Iterator[AssembledThing]:
    """The tokens on cells, several of them on top of each other; the lower left cell begins at the origin."""
    for cell, token, height in _stack_tokens(position, tokens):
        yield token.moved(*spaces.middles[cell], level + height)


def token_heights(position: Position, tokens: Mapping[str, AssembledThing]) -> dict[Cell, float]:
    """How high the tokens on each cell are."""
    return {cell: height + token.parts[0].thickness for cell, token, height in _stack_tokens(position, tokens)}


def _stack_tokens(position: Position, tokens: Mapping[str, AssembledThing]
                  ) -> Iterator[tuple[Cell, AssembledThing, float]]:
    """The tokens on cells, each with how high it lies on those below it, the lowest of a cell first."""
    heights = dict[Cell, float]()
    for name, cells in position.tokens.items():
        for cell, count in cells.items() if name in tokens else ():
            for _ in range(count):
                height = heights.get(cell, 0.0)
                yield cell, tokens[name], height
                heights[cell] = height + tokens[name].parts[0].thickness


def corners_around_areas(spots: Sequence[CornerSpot], kinds: Mapping[str, Token], tokens: Mapping[str, AssembledThing],
                         level: float) -> Iterator[AssembledThing]:
    """The corner tokens in their places, the middle of their arms on the border of their areas."""
    for spot in spots:
        if thing := tokens.get(spot.name):
            inwards = (kinds[spot.name].size - kinds[spot.name].arm) / 2
            yield thing.moved(inwards, inwards, level).turned(spot.turn).moved(*spot.corner)


def corner_arms(spots: Sequence[CornerSpot], kinds: Mapping[str, Token]) -> list[CornerArm]:
    """The arms of these corner tokens on the board."""
    arms = list[CornerArm]()
    for spot in spots:
        token, (x, y) = kinds[spot.name], spot.corner
        half, far = token.arm / 2, token.size - token.arm / 2
        for box, out in (((-half, -half, half, far), (-1, 0)), ((-half, -half, far, half), (0, -1))):
            (x0, y0), (x1, y1), outwards = (apply_matrix(rotation(spot.turn), p) for p in (box[:2], box[2:], out))
            place = (x + min(x0, x1), y + min(y0, y1), x + max(x0, x1), y + max(y0, y1))
            arms.append(CornerArm(place, (round(outwards[0]), round(outwards[1]))))
    return arms


def clear_of_arms(thing: AssembledThing, arms: Sequence[CornerArm]) -> AssembledThing:
    """A piece that has been pushed aside as far as an arm on its cell needs, as people do who lay it there, first off
    the arm that needs most. One without level parts stays where it is."""
    if not any(placed.pose.out[2] for placed in thing.parts):
        return thing
    start = _footprint(thing.parts)
    for arm in sorted(arms, key=lambda arm: -arm.shared_area(start)):
        thing = thing.moved(*arm.push(_footprint(thing.parts)))
    return thing


def _footprint(parts: Sequence[PosedPart]) -> Box:
    """The box of the level parts of a thing, seen from above."""
    points = []
    for placed in parts:
        if placed.pose.out[2]:
            x0, y0, x1, y1 = placed.part.drawing.only(Role.EDGE).bounds()
            points += [placed.pose.place(p, 0.0)[:2] for p in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


__all__ = ["CornerArm", "clear_of_arms", "corner_arms", "corners_around_areas", "token_heights", "tokens_on_cells"]
