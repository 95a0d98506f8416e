"""Movement and hops → the marks of their diagram; text ↔ diagram. Cells around the piece: no millimetre, no colour.

Dots are the targets on an empty board. Crosses are found with one enemy at a time: many enemies would hide each other.
What goes on to the edge is shown as far as its line changes, two cells at least; its last mark says `and on`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from fabgen.base import plural
from fabgen.rules.compass import ROWS, SQUARES, Hexagons, Plane, Roads, Squares
from fabgen.rules.directions import Offset
from fabgen.rules.lattice import Mistake, TextError
from fabgen.rules.meaning import Act, Meaning, meaning_of, said
from fabgen.rules.moves import Movement, Sight, Way
from fabgen.rules.schematic import Sketch, drawn_movement, sketched

GLYPHS = frozenset(meaning.value for meaning in Meaning)
LARGEST_SIDE = 201  # what the largest board can show of one piece
SHORTEST_LINE = 2  # cells shown of what goes on to the edge: one would look like a step
SETTLED = 4  # the last cells of a line within sight, which are alike

Acts = dict[Offset, Act]


class DiagramError(TextError):
    """A diagram that cannot be read: every mistake with its line and column, from 0."""


class UnshownError(ValueError):
    """A piece may do on one cell what no single mark says."""


@dataclass(frozen=True)
class Jump:
    """Hops as a diagram shows them: directions of one step, whether the hopped piece is taken, whether they go far.

    A near hop lands two steps away, the second one in any of the directions if it `bends`; a far one, over a piece
    further off, on any cell from there on. `over` says whose piece is hopped, `friend`, `enemy` or `any`, `fate` what
    becomes of it: words tell both, marks do not.
    """

    directions: tuple[Offset, ...]
    takes: bool
    far: bool = False
    bends: bool = False
    over: str = field(default="any", compare=False)
    fate: str = field(default="removed", compare=False)


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
    """Marks by offset from the piece (dx to the right, dy ahead), the rectangle shown, and the compass of its cells.

    Diagrams are equal when their marks are: empty margins make no difference.
    """

    marks: Mapping[Offset, Meaning] = field(hash=False)
    window: Window = field(compare=False)
    compass: Plane = field(default=SQUARES, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash(frozenset(self.marks.items()))

    def __str__(self) -> str:
        shift = int(self.compass == ROWS)  # each row of hexagons half a cell further than the one below
        rows = [" ".join(self.glyph(offset) for offset in row) for row in self.window.rows]
        return "\n".join(" " * (shift * n) + row for n, row in zip(range(len(rows))[::-1], rows, strict=True))

    def glyph(self, offset: Offset) -> str:
        """`@`, `.` or the glyph of a mark."""
        if offset == (0, 0):
            return "@"
        return self.marks[offset].value if offset in self.marks else "."


def movement_diagram(movement: Movement, hops: Iterable[Jump] = ()) -> Diagram:
    """The diagram of a movement and of hops; of those on a map a schematic one. Raises UnshownError where no mark says
    what may be done on a cell."""
    jumps, plane = tuple(hops), movement.compass
    if isinstance(plane, Roads):
        sketch = _sketch(movement, plane, jumps)
        movement, plane = drawn_movement(movement, sketch), sketch.plane
        jumps = tuple(replace(jump, directions=sketch.towards(jump.directions)) for jump in jumps)
    assert isinstance(plane, Squares | Hexagons)
    lines = _lines(movement, jumps)
    sight = (_extent(movement) + 2) * max((max(map(abs, step)) for step in lines), default=1)  # every line has settled
    bounds = Window(-sight, -sight, sight, sight)
    acts = _acts(movement, jumps, bounds)
    ends = _cut(acts, _distinct(lines, acts, bounds), bounds)
    marks = {offset: _meaning(offset, acts[offset], offset in ends) for offset in sorted(acts)}
    return Diagram(marks, window_of(marks), plane)


def _sketch(movement: Movement, roads: Roads, jumps: tuple[Jump, ...]) -> Sketch:
    return sketched(roads, [*(kind.directions for kind in movement.kinds), *(jump.directions for jump in jumps)])


def flat_movement(movement: Movement, hops: Iterable[Jump] = ()) -> Movement:
    """A movement as its diagram shows it: one on a map as on cells that can be drawn."""
    roads = movement.compass
    return drawn_movement(movement, _sketch(movement, roads, tuple(hops))) if isinstance(roads, Roads) else movement


def _lines(movement: Movement, jumps: tuple[Jump, ...]) -> list[Offset]:
    """The steps of everything that goes on to the edge."""
    slides = [step for kind in movement.kinds if kind.unlimited for step in kind.directions]
    return list(dict.fromkeys([*slides, *(step for jump in jumps if jump.far for step in jump.directions)]))


def _extent(movement: Movement) -> int:
    """How far off everything lies that does not go on, near hops included."""
    kinds = [kind for kind in movement.kinds if not kind.unlimited]
    return max((max(map(abs, end)) for kind in kinds for end in kind.ends(lambda _: Sight.EMPTY)), default=0) + 2


def _acts(movement: Movement, jumps: tuple[Jump, ...], bounds: Window) -> Acts:
    """All that may be done on each cell within the bounds; what may be done always is not called a first move."""
    acts: Acts = {}
    for kind in movement.kinds:
        for offset, act in _reached(kind, bounds):
            acts[offset] = acts.get(offset, act) | act
    for jump in jumps:
        for offset in _landings(jump, bounds):
            acts[offset] = acts.get(offset, Act(0)) | (Act.LOCUST if jump.takes else Act.HOP)
    always = ((Act.MOVE, Act.FIRST_MOVE), (Act.CAPTURE, Act.FIRST_CAPTURE))
    return {offset: found & ~_either(first for act, first in always if act in found) for offset, found in acts.items()}


def _either(acts: Iterable[Act]) -> Act:
    joined = Act(0)
    for act in acts:
        joined |= act
    return joined


def _reached(kind: Way, bounds: Window) -> Iterator[tuple[Offset, Act]]:
    """Through `reach` alone, the same question that the engine asks."""
    quiet, capture = (Act.FIRST_MOVE, Act.FIRST_CAPTURE) if kind.first else (Act.MOVE, Act.CAPTURE)

    def alone(offset: Offset) -> Sight:
        return Sight.OFF if kind.unlimited and offset not in bounds else Sight.EMPTY

    for offset in kind.reach(alone, fresh=True):
        yield offset, quiet
    for enemy in kind.ends(alone):

        def beside(offset: Offset, enemy: Offset = enemy) -> Sight:
            return Sight.ENEMY if offset == enemy else alone(offset)

        if enemy in kind.reach(beside, fresh=True):
            yield enemy, capture


def _landings(jump: Jump, bounds: Window) -> Iterator[Offset]:
    for step in jump.directions:
        onward = jump.directions if jump.bends else (step,)
        near = [(step[0] + on[0], step[1] + on[1]) for on in onward]
        yield from _along(step, bounds)[1:] if jump.far else (land for land in near if land != (0, 0))


def _along(step: Offset, bounds: Window) -> list[Offset]:
    """The cells of a line within the bounds, the nearest first."""
    reach = bounds.right // max(map(abs, step))
    return [(n * step[0], n * step[1]) for n in range(1, reach + 1)]


def _distinct(lines: Sequence[Offset], acts: Acts, bounds: Window) -> list[Offset]:
    """The lines without those of leaps along another line, which say nothing more. Raises UnshownError where they do:
    such a line is never the same from cell to cell."""
    found = []
    for line in lines:
        beside = [one for one in lines if one != line and _collinear(one, line)]
        tail = {acts.get(cell) for cell in _along(line, bounds)[-SETTLED:]}
        if beside and len(tail) > 1:
            raise UnshownError("a diagram has no mark for leaps that go on along a line on which other moves go on too")
        found += [line] if not any(max(map(abs, line)) % max(map(abs, one)) == 0 for one in beside) else []
    return found


def _collinear(one: Offset, other: Offset) -> bool:
    """Whether two steps lead the same way."""
    return one[0] * other[1] == one[1] * other[0] and one[0] * other[0] + one[1] * other[1] > 0


def _cut(acts: Acts, lines: Sequence[Offset], bounds: Window) -> set[Offset]:
    """Take the cells behind the last one that each line has to show out of the acts, and name those last ones."""
    shown, behind = dict[Offset, None](), list[Offset]()
    ends = set()
    for line in lines:
        cells = _along(line, bounds)
        last = len(cells)
        while last > SHORTEST_LINE and acts.get(cells[last - 2]) == acts[cells[-1]]:
            last -= 1
        shown |= dict.fromkeys(cells[:last])
        behind += cells[last:]
        ends.add(cells[last - 1])
    for cell in behind:
        if cell not in shown:
            acts.pop(cell, None)
    return ends


def _meaning(offset: Offset, acts: Act, on: bool) -> Meaning:
    found = meaning_of(acts, on)
    if found is None:
        place = ",".join(f"{step:+d}" if step else "0" for step in offset)
        raise UnshownError(f"a diagram has no mark for a {said(acts)}{' and on' if on else ''}, on the cell at {place}")
    return found


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
             for y, (_, row) in enumerate(rows) for x, (_, glyph) in enumerate(row) if glyph in GLYPHS}
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
            if glyph not in GLYPHS and glyph not in "@.":
                yield Mistake(line, column, f"`{glyph}` is not a glyph of diagrams",
                              "@ is the piece, . nothing, o a move, x a capture, * both, O X # the same and on;\n"
                              "1 2 3 on the first move only, h a hop, l a hop that takes: see docs/notation.md")


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


__all__ = [
    "Diagram", "DiagramError", "Jump", "Meaning", "UnshownError", "Window", "movement_diagram", "parse_diagram",
    "side_by_side", "window_of",
]
