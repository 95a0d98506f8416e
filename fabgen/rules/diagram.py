"""Movement → the dots and crosses of its diagram; text ↔ diagram. Cells around the piece: no millimetre, no colour.

Dots are the targets on an empty board. Crosses are found with one enemy at a time: many enemies would hide each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from fabgen.base import plural
from fabgen.rules.lattice import Mistake, Offset, TextError
from fabgen.rules.moves import Movement, Sight, Way

LARGEST_SIDE = 201  # what the largest board can show of one piece
SHORTEST_VIEW = 3  # cells of an unlimited slide that a diagram shows at least: fewer would look like a step


class Meaning(Enum):
    """What a mark says; the value is its glyph."""

    MOVE = "o"
    CAPTURE = "x"
    BOTH = "*"


class DiagramError(TextError):
    """A diagram that cannot be read: every mistake with its line and column, from 0."""


@dataclass(frozen=True)
class Window:
    """A rectangle of offsets around the piece, both ends included."""

    left: int
    bottom: int
    right: int
    top: int

    def __contains__(self, offset: Offset) -> bool:
        return self.left <= offset[0] <= self.right and self.bottom <= offset[1] <= self.top

    def __or__(self, other: Window) -> Window:
        return Window(min(self.left, other.left), min(self.bottom, other.bottom),
                      max(self.right, other.right), max(self.top, other.top))

    @property
    def files(self) -> int:
        """Cells across."""
        return self.right - self.left + 1

    @property
    def ranks(self) -> int:
        """Cells from the nearest row to the farthest."""
        return self.top - self.bottom + 1

    @property
    def rows(self) -> tuple[tuple[Offset, ...], ...]:
        """The offsets row by row, the farthest ahead first."""
        files, ranks = range(self.left, self.right + 1), range(self.top, self.bottom - 1, -1)
        return tuple(tuple((x, y) for x in files) for y in ranks)


def window_of(offsets: Iterable[Offset]) -> Window:
    """The smallest window with the piece's own cell and all offsets."""
    xs, ys = zip((0, 0), *offsets, strict=True)
    return Window(min(xs), min(ys), max(xs), max(ys))


@dataclass(frozen=True)
class Diagram:
    """Marks by offset from the piece (dx to the right, dy ahead), and the rectangle shown.

    Diagrams are equal when their marks are: empty margins make no difference.
    """

    marks: Mapping[Offset, Meaning] = field(hash=False)
    window: Window = field(compare=False)

    def __hash__(self) -> int:
        return hash(frozenset(self.marks.items()))

    def __str__(self) -> str:
        return "\n".join(" ".join(self.glyph(offset) for offset in row) for row in self.window.rows)

    def glyph(self, offset: Offset) -> str:
        """`@`, `.`, `o`, `x` or `*`."""
        if offset == (0, 0):
            return "@"
        return self.marks[offset].value if offset in self.marks else "."


def movement_diagram(movement: Movement, limit: int = SHORTEST_VIEW, view: Window | None = None) -> Diagram:
    """The diagram of a movement; what a man may do on its first move only is marked as well.

    Unlimited slides are shown for `limit` cells, or to the edge of `view` where that is farther; the rest is whole.
    """
    bounds = Window(-limit, -limit, limit, limit) | (view or Window(0, 0, 0, 0))
    marks: dict[Offset, Meaning] = {}
    for kind in movement.kinds:
        for offset, meaning in _marks(kind, bounds):
            marks[offset] = meaning if marks.get(offset, meaning) is meaning else Meaning.BOTH
    ordered = {offset: marks[offset] for offset in sorted(marks)}
    return Diagram(ordered, window_of(ordered))


def _marks(kind: Way, bounds: Window) -> Iterator[tuple[Offset, Meaning]]:
    """Through `reach` alone, the same question that the engine asks."""

    def outside(offset: Offset) -> bool:
        return kind.unlimited and offset not in bounds

    def alone(offset: Offset) -> Sight:
        return Sight.OFF if outside(offset) else Sight.EMPTY

    for offset in kind.reach(alone, fresh=True):
        yield offset, Meaning.MOVE
    for enemy in kind.ends(alone):

        def beside(offset: Offset, enemy: Offset = enemy) -> Sight:
            return Sight.ENEMY if offset == enemy else alone(offset)

        if enemy in kind.reach(beside, fresh=True):
            yield enemy, Meaning.CAPTURE


def matching_diagram(movement: Movement, written: Diagram, board_side: int) -> Diagram:
    """The computed diagram to hold against a written one.

    An unlimited slide is expected to reach the edge of the written picture, and at least SHORTEST_VIEW cells
    (fewer on a board whose longer side is shorter).
    """
    return movement_diagram(movement, max(1, min(SHORTEST_VIEW, board_side - 1)), written.window)


def parse_diagram(text: str) -> Diagram:
    """Lines of glyphs, the top line ahead; blanks between glyphs and empty lines around do not count.

    Raises DiagramError with every mistake: an unknown glyph, lines of different length, no `@` or several.
    """
    rows = [(n, [(c, glyph) for c, glyph in enumerate(line) if not glyph.isspace()])
            for n, line in enumerate(text.split("\n"))]
    filled = [n for n, row in rows if row] or [0]
    rows = rows[filled[0] : filled[-1] + 1]
    own = [(x, y) for y, (_, row) in enumerate(rows) for x, (_, glyph) in enumerate(row) if glyph == "@"]
    mistakes = [*_too_large(rows)] or [*_bad_glyphs(rows), *_ragged(rows), *_bad_own(rows, own)]
    if mistakes:
        raise DiagramError(mistakes)
    left, top = own[0]
    marks = {(x - left, top - y): Meaning(glyph)
             for y, (_, row) in enumerate(rows) for x, (_, glyph) in enumerate(row) if glyph in "ox*"}
    width = len(rows[0][1])
    window = Window(-left, top - len(rows) + 1, width - 1 - left, top)
    return Diagram({offset: marks[offset] for offset in sorted(marks)}, window)


_Rows = list[tuple[int, list[tuple[int, str]]]]


def _too_large(rows: _Rows) -> Iterator[Mistake]:
    line, longest = max(rows, key=lambda row: len(row[1]), default=(0, []))
    if max(len(rows), len(longest)) > LARGEST_SIDE:
        at = (line, longest[LARGEST_SIDE][0]) if len(longest) > LARGEST_SIDE else (rows[LARGEST_SIDE][0], 0)
        what = f"the diagram has {len(longest)}x{len(rows)} cells"
        yield Mistake(*at, what, f"{LARGEST_SIDE}x{LARGEST_SIDE} at most")


def _bad_glyphs(rows: _Rows) -> Iterator[Mistake]:
    for line, row in rows:
        for column, glyph in row:
            if glyph not in "@.ox*":
                yield Mistake(line, column, f"`{glyph}` is not a glyph of diagrams",
                              "@ is the piece, . nothing, o a move, x a capture, * both")


def _ragged(rows: _Rows) -> Iterator[Mistake]:
    width = max((len(row) for _, row in rows), default=0)
    for line, row in rows:
        if len(row) != width:
            column = row[-1][0] if row else 0
            yield Mistake(line, column, f"this line has {plural(len(row), 'glyph')}, the longest has {width}",
                          "write a `.` for each empty cell")


def _bad_own(rows: _Rows, own: list[Offset]) -> Iterator[Mistake]:
    if not own:
        yield Mistake(rows[0][0] if rows else 0, 0, "the piece `@` is missing", "one `@` marks the piece's own cell")
    for x, y in own[1:]:
        line, row = rows[y]
        yield Mistake(line, row[x][0], "a second `@`", "one `@` marks the piece's own cell")


def side_by_side(written: Diagram, computed: Diagram) -> str:
    """Both diagrams in one window, cells that differ in brackets."""
    window = written.window | computed.window
    width = max(3 * (window.right - window.left + 1), len("as written"))
    lines = [f"{'as written':<{width}}    as computed"]
    for row in window.rows:
        pair = [(written.glyph(offset), computed.glyph(offset)) for offset in row]
        texts = ["".join(f"[{g[n]}]" if g[0] != g[1] else f" {g[n]} " for g in pair) for n in (0, 1)]
        lines.append(f"{texts[0]:<{width}}    {texts[1]}".rstrip())
    return "\n".join(lines)
