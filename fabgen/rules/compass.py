"""Atoms and directions of a board → offsets: what a step, a corner step and a knight's leap are on squares, on hexagons
and on a map.

An offset is what a lattice adds to a place. On squares it is (files to the right, ranks ahead). On hexagons it is the
same along two lines of cells, 60 degrees apart. On a map (0, n) is the n-th neighbour of a space, and (n, n k) the n-th
space along the k-th line.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol

from fabgen.base import words
from fabgen.rules.directions import DIAGONAL, OBLIQUE, STRAIGHT, Offset

Turn = tuple[int, int, int, int]  # x = a dx + b dy, y = c dx + d dy
Refused = tuple[str, str]  # what is wrong, what to write
Spot = tuple[float, float]  # to the right and ahead, in cells

FORWARD: dict[str, Turn] = {"up": (1, 0, 0, 1), "down": (-1, 0, 0, -1), "left": (0, -1, 1, 0), "right": (0, 1, -1, 0)}
HEX_FORWARD: dict[str, Turn] = {
    "up": (1, 0, 0, 1), "up-right": (1, 1, -1, 0), "down-right": (0, 1, -1, -1),
    "down": (-1, 0, 0, -1), "down-left": (-1, -1, 1, 0), "up-left": (0, -1, 1, 1),
}
NEAR = math.sqrt(3) / 2  # from a row of hexagons to the next, in cells
COMPOUND = {"K": "WF", "R": "W", "B": "F", "Q": "WF"}  # atoms that are others taken together


class Compass(Protocol):
    """What directions mean on a board."""

    @property
    def forwards(self) -> tuple[str, ...]:
        """The words for what a player can call forward."""

    @property
    def atoms(self) -> tuple[str, ...]:
        """The capitals that movement can be written with."""

    @property
    def riders(self) -> tuple[str, ...]:
        """The atoms of one leap that may go on in its direction: doubled, or with a range."""

    @property
    def around(self) -> str:
        """The movement to all neighbours, along which pieces hop and stand in lines."""

    @property
    def lame(self) -> bool:
        """Whether the cells between the ends of a leap are known."""

    def oriented(self, offset: Offset, forward: str) -> Offset:
        """From the mover's frame to the lattice's."""

    def unoriented(self, offset: Offset, forward: str) -> Offset:
        """From the lattice's frame to the mover's."""

    def refused(self, token: str, atom: str) -> Refused | None:
        """What is wrong with a direction of an atom; None where it is right."""

    def offsets(self, atom: str, tokens: tuple[str, ...], slides: bool) -> tuple[Offset, ...]:
        """The offsets of an atom in the directions named (none: in all), the farthest ahead first, from the left."""

    def ahead(self, offset: Offset) -> int:
        """How far forward an offset of the mover leads; its unit is the same for all offsets of a board."""

    def distance(self, offset: Offset) -> int:
        """How many steps off it lies."""


@dataclass(frozen=True)
class Squares:
    """The compass of square cells; the readings of pairs of letters are those that engines agree on."""

    forwards = tuple(FORWARD)
    around = "K"
    lame = True
    corners: ClassVar[tuple[Spot, ...]] = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    leaps: ClassVar = {"W": (0, 1), "F": (1, 1), "D": (0, 2), "N": (1, 2), "A": (2, 2), "H": (0, 3),
                       "C": (1, 3), "L": (1, 3), "Z": (2, 3), "J": (2, 3), "G": (3, 3)}
    riders = tuple(leaps)
    atoms = (*leaps, *COMPOUND)

    def oriented(self, offset: Offset, forward: str) -> Offset:
        """Turned by right angles."""
        return _turned(offset, FORWARD[forward])

    def unoriented(self, offset: Offset, forward: str) -> Offset:
        """`left` and `right` undo each other."""
        return self.oriented(offset, {"left": "right", "right": "left"}.get(forward, forward))

    def refused(self, token: str, atom: str) -> Refused | None:
        """Pairs that engines read differently, and halves of what has none."""
        leap = self.leaps[COMPOUND.get(atom, atom)[0]]
        oblique = leap[0] not in (0, leap[1])
        table = OBLIQUE if oblique else STRAIGHT if 0 in leap else DIAGONAL
        if token in table:
            return None
        turned = token[::-1]
        if token not in OBLIQUE and turned in OBLIQUE and turned in table:
            return "is read differently by every engine", f"write `{turned}`"
        if "h" in token:
            return ("is not a half", "halves are fh bh lh rh, and hl hr for the two turning sets") if oblique else \
                (f"does not go with `{atom}`", "`h` (half) goes with N, C, L, Z and J")
        if len(token) == 2 and token[0] == token[1]:
            return f"stands twice before `{atom}`", f"write `{token[0]}`"
        hint = f"directions of `{atom}` are {words(table, 'or')}"
        return f"is read differently by every engine before `{atom}`", hint

    def offsets(self, atom: str, tokens: tuple[str, ...], slides: bool) -> tuple[Offset, ...]:
        """All that the parts of an atom reach."""
        found = {offset for part in COMPOUND.get(atom, atom) for offset in self._part(part, tokens or ("v", "s"))}
        return tuple(sorted(found, key=lambda offset: (-offset[1], offset[0])))

    def _part(self, atom: str, tokens: tuple[str, ...]) -> Iterator[Offset]:
        short, long = self.leaps[atom]
        if short in (0, long):
            table = DIAGONAL if short else STRAIGHT
            yield from ((long * x, long * y) for token in tokens for x, y in table[token])
        else:
            size = {1: short, -1: -short, 2: long, -2: -long}
            yield from ((size[x], size[y]) for token in tokens for x, y in OBLIQUE[token])

    def ahead(self, offset: Offset) -> int:
        """In ranks."""
        return offset[1]

    def distance(self, offset: Offset) -> int:
        """As a king goes."""
        return max(map(abs, offset))

    def spot(self, offset: Offset) -> Spot:
        """Where the middle of a cell at an offset lies."""
        return float(offset[0]), float(offset[1])

    def nearest(self, spot: Spot) -> Offset:
        """The cell in which a spot lies."""
        return round(spot[0]), round(spot[1])

    def shown(self, offsets: Iterable[Offset]) -> tuple[Offset, ...]:
        """The own cell, all these, and what lies between them: a rectangle, the nearest row first."""
        xs, ys = zip((0, 0), *offsets, strict=True)
        return tuple((x, y) for y in range(min(ys), max(ys) + 1) for x in range(min(xs), max(xs) + 1))


@dataclass(frozen=True)
class Hexagons:
    """The compass of hexagonal cells. `rows`: whether they lie in level rows, a corner at the top; else in upright
    files, a side at the top. W is a step through a side, F one over a corner (the cell behind the joint of two
    neighbours), N the leap of six pairs that neither line reaches: the knight of chess on hexagons.

    Directions are read from where the offset points: `f` is all that leads ahead, `l` all that leads to the left, `fl`
    what does both, `ff` what leads straightest ahead.
    """

    rows: bool
    around = "W"
    lame = False
    forwards = tuple(HEX_FORWARD)
    leaps: ClassVar = {"W": (1, 0), "F": (1, 1), "D": (2, 0), "A": (2, 2), "H": (3, 0), "G": (3, 3), "N": (1, 2)}
    riders = tuple(leaps)
    atoms = (*leaps, *COMPOUND)
    tokens = ("f", "b", "l", "r", "v", "s", "fl", "lf", "fr", "rf", "bl", "lb", "br", "rb", "ff", "bb", "ll", "rr")

    def oriented(self, offset: Offset, forward: str) -> Offset:
        """Turned by sixths."""
        return _turned(offset, HEX_FORWARD[forward])

    def unoriented(self, offset: Offset, forward: str) -> Offset:
        """Turned back."""
        words_ = list(HEX_FORWARD)
        return self.oriented(offset, words_[-words_.index(forward)])

    def refused(self, token: str, atom: str) -> Refused | None:
        """What has no meaning on hexagons."""
        if token in self.tokens:
            return None
        return f"has no meaning before `{atom}` on hexagons", f"directions are {words(self.tokens, 'or')}"

    def offsets(self, atom: str, tokens: tuple[str, ...], slides: bool) -> tuple[Offset, ...]:
        """All turns of the leaps, as far as they go where the tokens say."""
        found: set[Offset] = set()
        for part in COMPOUND.get(atom, atom):
            every = tuple(self._around(self.leaps[part]))
            found |= {offset for token in tokens or ("v", "s") for offset in self._towards(every, token)}
        return tuple(sorted(found, key=lambda offset: (-self._eye(offset)[1], self._eye(offset)[0])))

    def _around(self, leap: Offset) -> Iterator[Offset]:
        """A leap and its mirror image, turned all round."""
        for offset in dict.fromkeys((leap, leap[::-1])):
            yield from (_turned(offset, turn) for turn in HEX_FORWARD.values())

    def _towards(self, offsets: tuple[Offset, ...], token: str) -> Iterator[Offset]:
        if token in ("v", "s"):
            for letter in "fb" if token == "v" else "lr":
                yield from self._towards(offsets, letter)
            return
        way = {"f": (0, 1), "b": (0, -1), "l": (-1, 0), "r": (1, 0)}
        there = [one for one in offsets if all(self._along(one, way[letter]) > 0 for letter in token)]
        if len(set(token)) < len(token) and there:  # straightest: how far aside for how far along
            x, y = way[token[0]]
            aside = [abs(self._along(one, (y, x))) / self._along(one, (x, y)) for one in there]
            there = [one for one, off in zip(there, aside, strict=True) if off == min(aside)]
        yield from there

    def _along(self, offset: Offset, way: Offset) -> int:
        x, y = self._eye(offset)
        return x * way[0] + y * way[1]

    def _eye(self, offset: Offset) -> Offset:
        """Where an offset points, to the right and ahead, each in a unit of its own."""
        q, r = offset
        return (2 * q + r, r) if self.rows else (q, 2 * r + q)

    def ahead(self, offset: Offset) -> int:
        """In rows, or in halves of a cell."""
        return self._eye(offset)[1]

    def distance(self, offset: Offset) -> int:
        """Steps through sides."""
        q, r = offset
        return (abs(q) + abs(r) + abs(q + r)) // 2

    @property
    def corners(self) -> tuple[Spot, ...]:
        """Of a cell about the origin, counter-clockwise."""
        turns = [math.radians(60 * n + 30 * self.rows) for n in range(6)]
        return tuple((math.cos(turn) / math.sqrt(3), math.sin(turn) / math.sqrt(3)) for turn in turns)

    def spot(self, offset: Offset) -> Spot:
        """Where the middle of a cell at an offset lies: each file or row half a cell further than the one before."""
        q, r = offset
        return (q + r / 2, r * NEAR) if self.rows else (q * NEAR, r + q / 2)

    def nearest(self, spot: Spot) -> Offset:
        """The cell in which a spot lies: of its three coordinates, whose sum is nought, the worst rounded follows."""
        x, y = spot
        r = y / NEAR if self.rows else y - x / NEAR / 2
        q = x - r / 2 if self.rows else x / NEAR
        a, b, c = round(q), round(r), round(-q - r)
        off = abs(a - q), abs(b - r), abs(c + q + r)
        return (-b - c, b) if off[0] == max(off) else (a, -a - c) if off[1] == max(off) else (a, b)

    def shown(self, offsets: Iterable[Offset]) -> tuple[Offset, ...]:
        """The own cell, all these, and what lies between them along all three lines of cells, the nearest row first."""
        every = [(0, 0), *offsets]
        (left, right), (low, high), (near, far) = (
            (min(along), max(along)) for along in zip(*((q, r, q + r) for q, r in every), strict=True))
        return tuple((q, r) for r in range(low, high + 1) for q in range(left, right + 1) if near <= q + r <= far)


@dataclass(frozen=True)
class Roads:
    """The compass of a map: the directions of its lines (f, b, l, r or none), and the largest number of neighbours. W
    is a step to any neighbour or, with a direction, one space along the lines of that direction; D and H leap to the
    second and third space of a line; R and ranges slide along lines."""

    lines: tuple[str, ...]
    exits: int
    around = "R"
    lame = False
    forwards = ("up", "down")
    riders = ("W",)
    atoms = ("W", "D", "H", "R")
    back: ClassVar = {"f": "b", "b": "f", "l": "r", "r": "l", "": ""}
    tokens = ("f", "b", "l", "r", "v", "s")

    def oriented(self, offset: Offset, forward: str) -> Offset:
        """For those who go down all lines lead the other way."""
        n, along = offset
        if forward == "up" or not n:
            return offset
        line = along // n
        return n, n * (line + 1 if line % 2 else line - 1)

    def unoriented(self, offset: Offset, forward: str) -> Offset:
        """Turned round again."""
        return self.oriented(offset, forward)

    def refused(self, token: str, atom: str) -> Refused | None:
        """What has no meaning on a map, or on this one."""
        if token not in self.tokens:
            return f"has no meaning before `{atom}` on a map", f"directions are {words(self.tokens, 'or')}"
        if not any(self._leads(line, token) for line in range(1, 1 + 2 * len(self.lines))):
            return "is the direction of no line", "give the map `lines` with a direction, like {f: [a b c, d e f]}"
        return None

    def way(self, line: int) -> str:
        """The direction of a line by its number, odd as written and even reversed: f, b, l, r or none."""
        way = self.lines[(line - 1) // 2]
        return way if line % 2 else self.back[way]

    def _leads(self, line: int, token: str) -> bool:
        return self.way(line) in {"v": ("f", "b"), "s": ("l", "r")}.get(token, (token,))

    def offsets(self, atom: str, tokens: tuple[str, ...], slides: bool) -> tuple[Offset, ...]:
        """Neighbours, or lines."""
        if atom == "W" and not tokens and not slides:
            return tuple((0, n) for n in range(1, 1 + self.exits))
        far = {"D": 2, "H": 3}.get(atom, 1)
        lines = range(1, 1 + 2 * len(self.lines))
        return tuple((far, far * k) for k in lines if not tokens or any(self._leads(k, token) for token in tokens))

    def ahead(self, offset: Offset) -> int:
        """A map knows no rows."""
        return 0

    def distance(self, offset: Offset) -> int:
        """Along the line."""
        return offset[0] or 1


def _turned(offset: Offset, turn: Turn) -> Offset:
    (x, y), (a, b, c, d) = offset, turn
    return a * x + b * y, c * x + d * y


Plane = Squares | Hexagons  # compasses whose cells lie side by side in a plane: diagrams are drawn on them
SQUARES = Squares()
FILES, ROWS = Hexagons(rows=False), Hexagons(rows=True)
Standing = Literal["files", "rows"]  # how hexagons stand
