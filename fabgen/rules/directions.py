"""Letters of directions → offsets: what a step, a corner step and a knight's leap are on squares, on hexagons and on a
map.

An offset leads from one place of a board to another. On squares it is (files to the right, ranks ahead), on hexagons
the same along two lines of cells, 60 degrees apart. On a map (0, n) is the n-th neighbour of a space, and (n, n k) the
n-th space along the k-th line.

The readings of letters on squares are those on which Fairy-Stockfish and XBoard agree: docs/notation.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol

from fabgen.core.english import join_words

Offset = tuple[int, int]
Turn = tuple[int, int, int, int]  # x = a dx + b dy, y = c dx + d dy
BadDirection = tuple[str, str]  # what is wrong, what to write
Spot = tuple[float, float]  # to the right and ahead, in cells
BoardKind = Literal["squares", "hexagons", "map"]

FORWARD: dict[str, Turn] = {"up": (1, 0, 0, 1), "down": (-1, 0, 0, -1), "left": (0, -1, 1, 0), "right": (0, 1, -1, 0)}
HEX_FORWARD: dict[str, Turn] = {
    "up": (1, 0, 0, 1), "up-right": (1, 1, -1, 0), "down-right": (0, 1, -1, -1),
    "down": (-1, 0, 0, -1), "down-left": (-1, -1, 1, 0), "up-left": (0, -1, 1, 1),
}
NEAR = math.sqrt(3) / 2  # distance from a row of hexagons to the next, in cells
COMPOUND = {"K": "WF", "R": "W", "B": "F", "Q": "WF"}  # atoms that consist of other atoms


def _signs(*signs: str) -> frozenset[Offset]:
    """Offsets of single steps by the signs of right and ahead: `-+` is one to the left and one ahead."""
    return frozenset(("-0+".index(sign[0]) - 1, "-0+".index(sign[1]) - 1) for sign in signs)


def _offsets(*offsets: Offset) -> frozenset[Offset]:
    return frozenset(offsets)


# Straight atoms read each letter of a pair by itself: fsW is ahead or sideways.
_STRAIGHT_LETTERS: dict[str, frozenset[Offset]] = {
    "f": _signs("0+"), "b": _signs("0-"), "l": _signs("-0"), "r": _signs("+0"),
    "v": _signs("0+", "0-"), "s": _signs("-0", "+0"),
}
STRAIGHT = _STRAIGHT_LETTERS | {
    first + second: _STRAIGHT_LETTERS[first] | _STRAIGHT_LETTERS[second]
    for first, second in ("fl", "fr", "bl", "br", "lf", "lb", "rf", "rb", "fs", "bs", "lv", "rv")
}
DIAGONAL: dict[str, frozenset[Offset]] = {
    "f": _signs("-+", "++"), "b": _signs("--", "+-"), "l": _signs("--", "-+"), "r": _signs("+-", "++"),
    "v": _signs("-+", "++", "--", "+-"), "s": _signs("-+", "++", "--", "+-"),
    "fl": _signs("-+"), "lf": _signs("-+"), "fr": _signs("++"), "rf": _signs("++"),
    "bl": _signs("--"), "lb": _signs("--"), "br": _signs("+-"), "rb": _signs("+-"),
}
# For a (1,2) leap; the last letter of a pair names the long axis.
OBLIQUE: dict[str, frozenset[Offset]] = {
    "lf": _offsets((-1, 2)), "rf": _offsets((1, 2)), "lb": _offsets((-1, -2)), "rb": _offsets((1, -2)),
    "fl": _offsets((-2, 1)), "fr": _offsets((2, 1)), "bl": _offsets((-2, -1)), "br": _offsets((2, -1)),
    "fs": _offsets((-2, 1), (2, 1)), "bs": _offsets((-2, -1), (2, -1)),
    "lv": _offsets((-1, 2), (-1, -2)), "rv": _offsets((1, 2), (1, -2)),
}
OBLIQUE |= {
    "f": OBLIQUE["lf"] | OBLIQUE["rf"], "b": OBLIQUE["lb"] | OBLIQUE["rb"],
    "l": OBLIQUE["fl"] | OBLIQUE["bl"], "r": OBLIQUE["fr"] | OBLIQUE["br"],
    "v": OBLIQUE["lv"] | OBLIQUE["rv"], "s": OBLIQUE["fs"] | OBLIQUE["bs"],
    "hr": _offsets((1, 2), (2, -1), (-1, -2), (-2, 1)), "hl": _offsets((-1, 2), (-2, -1), (1, -2), (2, 1)),
}
OBLIQUE |= {2 * letter: OBLIQUE[letter] for letter in "fblrvs"} | {
    "fh": OBLIQUE["f"] | OBLIQUE["fs"], "bh": OBLIQUE["b"] | OBLIQUE["bs"],
    "lh": OBLIQUE["l"] | OBLIQUE["lv"], "rh": OBLIQUE["r"] | OBLIQUE["rv"],
}


def _turn_offset(offset: Offset, turn: Turn) -> Offset:
    """An offset multiplied by a turn's matrix."""
    (x, y), (a, b, c, d) = offset, turn
    return a * x + b * y, c * x + d * y


class Compass(Protocol):
    """What directions mean on a kind of board."""

    @property
    def kind(self) -> BoardKind:
        """The kind of board that it belongs to."""

    @property
    def forwards(self) -> tuple[str, ...]:
        """The directions that a player can call forward."""

    @property
    def atoms(self) -> tuple[str, ...]:
        """The capitals that movement can be written with."""

    @property
    def riders(self) -> tuple[str, ...]:
        """The atoms of a single leap that may be repeated in its direction: doubled, or with a range."""

    @property
    def neighbour_atom(self) -> str:
        """The movement to all neighbours. Pieces jump and form lines in its directions."""

    @property
    def has_lame_leaps(self) -> bool:
        """Whether it is defined which cells lie between the ends of a leap."""

    @property
    def has_level_ranks(self) -> bool:
        """Whether every file starts at rank 1, so that a rank is one straight row of the board."""

    @property
    def has_square_cells(self) -> bool:
        """Whether cells are upright squares, whose borders are a grid of straight lines."""

    @property
    def plane(self) -> Plane | None:
        """The same compass where cells lie side by side in a plane and are all alike. None on a map, whose spaces have
        outlines of their own."""

    @property
    def hop_words(self) -> str:
        """What may be written for the directions of jumps, for hints."""

    def to_board(self, offset: Offset, forward: str) -> Offset:
        """An offset in the mover's frame as one in the board's frame."""

    def to_mover(self, offset: Offset, forward: str) -> Offset:
        """An offset in the board's frame as one in the mover's frame."""

    def explain_bad_direction(self, token: str, atom: str) -> BadDirection | None:
        """What is wrong with a direction of an atom, and what to write instead; None where it is right."""

    def offsets(self, atom: str, tokens: tuple[str, ...], slides: bool) -> tuple[Offset, ...]:
        """The offsets of an atom in the named directions, or in all where none is named; the farthest ahead first, then
        from the left."""

    def ahead(self, offset: Offset) -> int:
        """How far forward an offset of the mover leads. All offsets of a board are measured in the same unit."""

    def distance(self, offset: Offset) -> int:
        """How many steps away an offset lies."""

    def is_leap(self, directions: Iterable[Offset]) -> bool:
        """Whether any of these offsets leads past the neighbouring cells."""

    def hop_steps(self, steps: tuple[Offset, ...]) -> tuple[Offset, ...]:
        """The directions of jumps that are written as these steps. They are the same, except on a map, where jumps go
        only along lines."""

    def plane_view(self, reached: Iterable[Sequence[Offset]]) -> PlaneView:
        """How directions are drawn on cells that lie in a plane. `reached`: the offsets of each way of moving."""


@dataclass(frozen=True)
class Squares:
    """The compass of square cells. Pairs of letters are read as the engines agree to read them."""

    kind: ClassVar[BoardKind] = "squares"
    forwards = tuple(FORWARD)
    neighbour_atom = "K"
    has_lame_leaps = True
    has_level_ranks = True
    has_square_cells = True
    hop_words = "directions of W, F and K, such as `fF`, or `K` for all"
    smallest_turn = "left"
    text_indent = 0
    corners: ClassVar[tuple[Spot, ...]] = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    leaps: ClassVar = {"W": (0, 1), "F": (1, 1), "D": (0, 2), "N": (1, 2), "A": (2, 2), "H": (0, 3),
                       "C": (1, 3), "L": (1, 3), "Z": (2, 3), "J": (2, 3), "G": (3, 3)}
    riders = tuple(leaps)
    atoms = (*leaps, *COMPOUND)

    @property
    def plane(self) -> Squares:
        """The compass itself."""
        return self

    def to_board(self, offset: Offset, forward: str) -> Offset:
        """The offset turned by right angles."""
        return _turn_offset(offset, FORWARD[forward])

    def to_mover(self, offset: Offset, forward: str) -> Offset:
        """The offset turned back: `left` and `right` undo each other."""
        return self.to_board(offset, {"left": "right", "right": "left"}.get(forward, forward))

    def explain_bad_direction(self, token: str, atom: str) -> BadDirection | None:
        """As in `Compass`; engines read some pairs differently, and some atoms have no halves."""
        first = COMPOUND.get(atom, atom)[0]
        oblique = self._is_oblique(first)
        table = OBLIQUE if oblique else STRAIGHT if 0 in self.leaps[first] else DIAGONAL
        if token in table:
            return None
        reversed_token = token[::-1]
        if token not in OBLIQUE and reversed_token in OBLIQUE and reversed_token in table:
            return "is read differently by every engine", f"write `{reversed_token}`"
        if "h" in token and oblique:
            return "is not a half", "halves are fh bh lh rh, and hl hr for the two turning sets"
        if "h" in token:
            halved = join_words(leap for leap in self.leaps if self._is_oblique(leap))
            return f"does not go with `{atom}`", f"`h` (half) goes with {halved}"
        if len(token) == 2 and token[0] == token[1]:
            return f"stands twice before `{atom}`", f"write `{token[0]}`"
        hint = f"directions of `{atom}` are {join_words(table, 'or')}"
        return f"is read differently by every engine before `{atom}`", hint

    def _is_oblique(self, atom: str) -> bool:
        """Whether a leap is neither straight nor diagonal."""
        short_side, long_side = self.leaps[atom]
        return short_side not in (0, long_side)

    def offsets(self, atom: str, tokens: tuple[str, ...], slides: bool) -> tuple[Offset, ...]:
        """The offsets that the parts of an atom reach."""
        parts = COMPOUND.get(atom, atom)
        offsets = {offset for part in parts for offset in self._part_offsets(part, tokens or ("v", "s"))}
        return tuple(sorted(offsets, key=lambda offset: (-offset[1], offset[0])))

    def _part_offsets(self, atom: str, tokens: tuple[str, ...]) -> Iterator[Offset]:
        """The offsets of an atom that is one leap."""
        short_side, long_side = self.leaps[atom]
        if short_side in (0, long_side):
            table = DIAGONAL if short_side else STRAIGHT
            yield from ((long_side * x, long_side * y) for token in tokens for x, y in table[token])
        else:
            size = {1: short_side, -1: -short_side, 2: long_side, -2: -long_side}
            yield from ((size[x], size[y]) for token in tokens for x, y in OBLIQUE[token])

    def ahead(self, offset: Offset) -> int:
        """Ranks ahead."""
        return offset[1]

    def distance(self, offset: Offset) -> int:
        """The number of king's moves."""
        return max(map(abs, offset))

    def is_leap(self, directions: Iterable[Offset]) -> bool:
        """Whether a king would need two moves for any of them."""
        return any(self.distance(offset) > 1 for offset in directions)

    def hop_steps(self, steps: tuple[Offset, ...]) -> tuple[Offset, ...]:
        """The same steps."""
        return steps

    def plane_view(self, reached: Iterable[Sequence[Offset]]) -> PlaneView:
        """The directions as they are."""
        return PlaneView(self)

    def middle_of(self, offset: Offset) -> Spot:
        """The middle of the cell at an offset, in cells."""
        return float(offset[0]), float(offset[1])

    def cell_at(self, spot: Spot) -> Offset:
        """The cell that contains a spot."""
        return round(spot[0]), round(spot[1])

    def text_place(self, offset: Offset) -> Offset:
        """Where the cell at an offset stands in a board of text: how far along its row, and in which row."""
        return offset

    def cells_spanned(self, offsets: Iterable[Offset]) -> tuple[Offset, ...]:
        """The smallest rectangle with the origin and all these offsets, the nearest row first."""
        xs, ys = zip((0, 0), *offsets, strict=True)
        return tuple((x, y) for y in range(min(ys), max(ys) + 1) for x in range(min(xs), max(xs) + 1))


@dataclass(frozen=True)
class Hexagons:
    """The compass of hexagonal cells. `rows`: whether they lie in level rows, with a corner at the top; else in upright
    files, with a side at the top.

    W is a step through a side and F one over a corner, to the cell behind the edge that two neighbours share. N is the
    shortest leap to cells on neither of these lines, as the knight's move is on squares.

    A direction is read from where the offset points: `f` is everything that leads ahead, `l` everything that leads to
    the left, `fl` what does both, `ff` what leads straightest ahead.
    """

    rows: bool
    kind: ClassVar[BoardKind] = "hexagons"
    neighbour_atom = "W"
    has_lame_leaps = False
    has_level_ranks = False
    has_square_cells = False
    hop_words = "on hexagons neighbours lie in directions of W alone: `W` for all six, `fW` for those ahead"
    smallest_turn = "up-left"
    forwards = tuple(HEX_FORWARD)
    leaps: ClassVar = {"W": (1, 0), "F": (1, 1), "D": (2, 0), "A": (2, 2), "H": (3, 0), "G": (3, 3), "N": (1, 2)}
    riders = tuple(leaps)
    atoms = (*leaps, *COMPOUND)
    tokens = ("f", "b", "l", "r", "v", "s", "fl", "lf", "fr", "rf", "bl", "lb", "br", "rb", "ff", "bb", "ll", "rr")

    @property
    def plane(self) -> Hexagons:
        """The compass itself."""
        return self

    def to_board(self, offset: Offset, forward: str) -> Offset:
        """The offset turned by multiples of 60 degrees."""
        return _turn_offset(offset, HEX_FORWARD[forward])

    def to_mover(self, offset: Offset, forward: str) -> Offset:
        """The offset turned back."""
        forwards = list(HEX_FORWARD)
        return self.to_board(offset, forwards[-forwards.index(forward)])

    def explain_bad_direction(self, token: str, atom: str) -> BadDirection | None:
        """What is wrong with a direction that has no meaning on hexagons."""
        if token in self.tokens:
            return None
        return f"has no meaning before `{atom}` on hexagons", f"directions are {join_words(self.tokens, 'or')}"

    def offsets(self, atom: str, tokens: tuple[str, ...], slides: bool) -> tuple[Offset, ...]:
        """All turns of the leaps of an atom that lead where the directions say."""
        offsets: set[Offset] = set()
        for part in COMPOUND.get(atom, atom):
            turns = tuple(self._all_turns(self.leaps[part]))
            for token in tokens or ("v", "s"):
                offsets |= {*self._towards(turns, token)}
        return tuple(sorted(offsets, key=lambda offset: (-self._bearing(offset)[1], self._bearing(offset)[0])))

    def _all_turns(self, leap: Offset) -> Iterator[Offset]:
        """A leap and its mirror image in all six directions."""
        for offset in dict.fromkeys((leap, leap[::-1])):
            yield from (_turn_offset(offset, turn) for turn in HEX_FORWARD.values())

    def _towards(self, offsets: tuple[Offset, ...], token: str) -> Iterator[Offset]:
        """Those offsets that lead in a direction; for a doubled letter only the straightest of them."""
        if token in ("v", "s"):
            for letter in "fb" if token == "v" else "lr":
                yield from self._towards(offsets, letter)
            return
        axes = {"f": (0, 1), "b": (0, -1), "l": (-1, 0), "r": (1, 0)}
        chosen = [offset for offset in offsets if all(self._along(offset, axes[letter]) > 0 for letter in token)]
        if len(set(token)) < len(token) and chosen:
            x, y = axes[token[0]]
            # The straightest offsets lead the least to the side in proportion to how far they lead along the axis.
            slants = [abs(self._along(offset, (y, x))) / self._along(offset, (x, y)) for offset in chosen]
            least_slant = min(slants)
            chosen = [offset for offset, slant in zip(chosen, slants, strict=True) if slant == least_slant]
        yield from chosen

    def _along(self, offset: Offset, axis: Offset) -> int:
        """How far an offset leads along an axis."""
        x, y = self._bearing(offset)
        return x * axis[0] + y * axis[1]

    def _bearing(self, offset: Offset) -> Offset:
        """How far an offset leads to the right and ahead, each in a unit of its own."""
        q, r = offset
        return (2 * q + r, r) if self.rows else (q, 2 * r + q)

    def ahead(self, offset: Offset) -> int:
        """Rows ahead, or halves of a cell where hexagons stand in files."""
        return self._bearing(offset)[1]

    def distance(self, offset: Offset) -> int:
        """The number of steps through sides."""
        q, r = offset
        return (abs(q) + abs(r) + abs(q + r)) // 2

    def is_leap(self, directions: Iterable[Offset]) -> bool:
        """Whether any direction is neither through a side nor over a corner."""
        return not {*directions} <= HEX_SIDES | HEX_CORNERS

    def hop_steps(self, steps: tuple[Offset, ...]) -> tuple[Offset, ...]:
        """The same steps."""
        return steps

    def plane_view(self, reached: Iterable[Sequence[Offset]]) -> PlaneView:
        """The directions as they are."""
        return PlaneView(self)

    @property
    def text_indent(self) -> int:
        """By how many blanks each row of a diagram in text is indented against the row below."""
        return int(self.rows)

    @property
    def corners(self) -> tuple[Spot, ...]:
        """The corners of a cell about the origin, counter-clockwise, in cells."""
        turns = [math.radians(60 * n + 30 * self.rows) for n in range(6)]
        return tuple((math.cos(turn) / math.sqrt(3), math.sin(turn) / math.sqrt(3)) for turn in turns)

    def middle_of(self, offset: Offset) -> Spot:
        """The middle of the cell at an offset, in cells. Each file or row begins half a cell further than the one
        before."""
        q, r = offset
        return (q + r / 2, r * NEAR) if self.rows else (q * NEAR, r + q / 2)

    def cell_at(self, spot: Spot) -> Offset:
        """The cell that contains a spot. The three coordinates of a cell add up to 0; the one with the largest rounding
        error is computed from the other two."""
        x, y = spot
        r = y / NEAR if self.rows else y - x / NEAR / 2
        q = x - r / 2 if self.rows else x / NEAR
        a, b, c = round(q), round(r), round(-q - r)
        errors = abs(a - q), abs(b - r), abs(c + q + r)
        return (-b - c, b) if errors[0] == max(errors) else (a, -a - c) if errors[1] == max(errors) else (a, b)

    def text_place(self, offset: Offset) -> Offset:
        """Where the cell at an offset stands in a board of text: how far along its row in half cells, and in which row.
        Of hexagons in files, every row holds every second file."""
        q, r = offset
        return (2 * q + r, r) if self.rows else (2 * q, 2 * r + q)

    def cells_spanned(self, offsets: Iterable[Offset]) -> tuple[Offset, ...]:
        """The origin, these offsets, and all cells between their extremes along the three lines of cells, the nearest
        row first."""
        places = [(0, 0), *offsets]
        (q_min, q_max), (r_min, r_max), (sum_min, sum_max) = (
            (min(along), max(along)) for along in zip(*((q, r, q + r) for q, r in places), strict=True))
        return tuple((q, r) for r in range(r_min, r_max + 1) for q in range(q_min, q_max + 1)
                     if sum_min <= q + r <= sum_max)


@dataclass(frozen=True)
class MapLines:
    """The compass of a map: the directions of its lines (f, b, l, r or none), and the largest number of neighbours.

    W is a step to any neighbour or, with a direction, one space along the lines of that direction. D and H leap to the
    second and third space of a line. R and ranges slide along lines.
    """

    lines: tuple[str, ...]
    most_neighbours: int
    kind: ClassVar[BoardKind] = "map"
    neighbour_atom = "R"
    has_lame_leaps = False
    has_level_ranks = False
    has_square_cells = False
    plane = None
    hop_words = "directions of W, such as `fW`; `R`, or no `to` at all, for all lines"
    forwards = ("up", "down")
    riders = ("W",)
    atoms = ("W", "D", "H", "R")
    back: ClassVar = {"f": "b", "b": "f", "l": "r", "r": "l", "": ""}
    tokens = ("f", "b", "l", "r", "v", "s")

    def to_board(self, offset: Offset, forward: str) -> Offset:
        """The same offset for a player who goes up. For one who goes down, every line leads the other way."""
        n, along = offset
        if forward == "up" or not n:
            return offset
        line = along // n
        return n, n * (line + 1 if line % 2 else line - 1)

    def to_mover(self, offset: Offset, forward: str) -> Offset:
        """The same again: reversing a line twice gives the line itself."""
        return self.to_board(offset, forward)

    def explain_bad_direction(self, token: str, atom: str) -> BadDirection | None:
        """What is wrong with a direction that has no meaning on a map, or on this one."""
        if token not in self.tokens:
            return f"has no meaning before `{atom}` on a map", f"directions are {join_words(self.tokens, 'or')}"
        if not any(self._leads(line, token) for line in range(1, 1 + 2 * len(self.lines))):
            return "is the direction of no line", "give the map `lines` with a direction, like {f: [a b c, d e f]}"
        return None

    def direction_of(self, line: int) -> str:
        """The direction of a line by its number, odd as written and even reversed: f, b, l, r or none."""
        direction = self.lines[(line - 1) // 2]
        return direction if line % 2 else self.back[direction]

    def _leads(self, line: int, token: str) -> bool:
        """Whether a line leads in a direction."""
        return self.direction_of(line) in {"v": ("f", "b"), "s": ("l", "r")}.get(token, (token,))

    def offsets(self, atom: str, tokens: tuple[str, ...], slides: bool) -> tuple[Offset, ...]:
        """Neighbours by number, or the lines that lead in the named directions."""
        if atom == "W" and not tokens and not slides:
            return tuple((0, n) for n in range(1, 1 + self.most_neighbours))
        distance = {"D": 2, "H": 3}.get(atom, 1)
        lines = range(1, 1 + 2 * len(self.lines))
        return tuple((distance, distance * line) for line in lines
                     if not tokens or any(self._leads(line, token) for token in tokens))

    def ahead(self, offset: Offset) -> int:
        """Always 0: a map has no rows."""
        return 0

    def distance(self, offset: Offset) -> int:
        """Spaces along the line; 1 for a neighbour."""
        return offset[0] or 1

    def is_leap(self, directions: Iterable[Offset]) -> bool:
        """Whether any direction leads to the second space of a line, or further."""
        return any(n > 1 for n, _ in directions)

    def hop_steps(self, steps: tuple[Offset, ...]) -> tuple[Offset, ...]:
        """The steps; but all lines where some steps lead to any neighbour, because nothing lies behind a neighbour
        without a line to it."""
        return self.offsets("R", (), True) if any(not n for n, _ in steps) else steps

    def plane_view(self, reached: Iterable[Sequence[Offset]]) -> PlaneView:
        """A schematic view, because the spaces of a map have no common frame: on squares where every direction is
        named, on hexagons in rows where none is, on hexagons in files where some are."""
        unnamed = {self.leads_anywhere(offsets) for offsets in reached if offsets}
        return PlaneView(
            SQUARES if unnamed == {False} else HEXAGONS_IN_FILES if len(unnamed) == 2 else HEXAGONS_IN_ROWS, self
        )

    def leads_anywhere(self, offsets: Sequence[Offset]) -> bool:
        """Whether any of these offsets leads to any neighbour, or along a line without a direction."""
        return any(not n or not self.direction_of(along // n) for n, along in offsets)


Plane = Squares | Hexagons  # compasses whose cells lie side by side in a plane: diagrams are drawn on them
SQUARES = Squares()
HEXAGONS_IN_FILES, HEXAGONS_IN_ROWS = Hexagons(rows=False), Hexagons(rows=True)
HexOrientation = Literal["files", "rows"]  # hexagons in upright files, or in level rows
HEX_SIDES = frozenset(HEXAGONS_IN_FILES.to_board((1, 0), forward) for forward in HEX_FORWARD)
HEX_CORNERS = frozenset(HEXAGONS_IN_FILES.to_board((1, 1), forward) for forward in HEX_FORWARD)
_SCHEMATIC: dict[str, Offset] = {"f": (0, 1), "b": (0, -1), "l": (-1, 0), "r": (1, 0)}


@dataclass(frozen=True)
class PlaneView:
    """The plane on which directions of a board are drawn. `map_lines`: the compass of the map that is drawn; None where
    the board itself is a plane.

    Moves to any neighbour of a map, or along lines without a direction, are drawn in the six directions of hexagons.
    Moves along lines with a direction are drawn up, down, left and right.
    """

    plane: Plane
    map_lines: MapLines | None = None

    def directions(self, offsets: Sequence[Offset]) -> tuple[Offset, ...]:
        """Offsets of the board as offsets of the plane."""
        if self.map_lines is None:
            return tuple(offsets)
        distance = offsets[0][0] or 1
        if self.map_lines.leads_anywhere(offsets):
            steps = [HEXAGONS_IN_FILES.to_board((1, 0), forward) for forward in HEX_FORWARD]
        else:
            # Hexagons in files have no neighbours to the left and right; two files further lies a cell at the same
            # height.
            sideways = {} if self.plane is SQUARES else {"l": (-2, 1), "r": (2, -1)}
            steps = [(_SCHEMATIC | sideways)[self.map_lines.direction_of(along // n)] for n, along in offsets]
        return tuple(dict.fromkeys((x * distance, y * distance) for x, y in steps))
