"""Movement and hops → the marks of their diagram; text ↔ diagram. Cells around the piece: no millimetre, no colour.

Dots are the targets on an empty board. Crosses are found with a single enemy at a time: many enemies would hide each
other. What goes on to the edge is shown as far as its line changes, two cells at least; its last mark says `and on`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from fabgen.core.english import count_things
from fabgen.core.languages import load_words
from fabgen.rules.boards import Mistake, TextError
from fabgen.rules.directions import SQUARES, Offset, Plane, PlaneView
from fabgen.rules.marks import MARKS_BY_GLYPH, Act, MoveMark, act_words
from fabgen.rules.move_words import direction_words
from fabgen.rules.movement import Leap, Movement, MoveWay, Sight, Walk

LARGEST_SIDE = 201  # what the largest board can show of one piece
SHORTEST_LINE = 2  # cells shown of what goes on to the edge: one would look like a step
SETTLED = 4  # the last cells of a line within sight, which are alike

Acts = dict[Offset, Act]


class DiagramError(TextError):
    """A diagram that cannot be read: every mistake with its line and column, from 0."""


class NoMarkError(ValueError):
    """What a piece may do along a line differs from cell to cell up to the edge, and no mark goes on like that."""


@dataclass(frozen=True)
class HopPattern:
    """Hops as a diagram shows them: directions of one step, whether the piece hopped over is captured, whether they go
    far.

    A near hop lands two steps away, the second step in any of the directions if it `bends`; a far hop, over a piece
    further away, lands on any cell behind it. `over` says over whose piece, `friend`, `enemy` or `any`, `fate` what
    becomes of that piece: words say both, marks do not.
    """

    directions: tuple[Offset, ...]
    takes: bool
    far: bool = False
    bends: bool = False
    over: str = field(default="any", compare=False)
    fate: str = field(default="removed", compare=False)


@dataclass(frozen=True)
class CastlePattern:
    """Castling as a diagram shows it: the directions of one step, how many steps the piece goes, and the kind of its
    partner."""

    directions: tuple[Offset, ...]
    steps: int
    partner: str

    @property
    def leap(self) -> Leap:
        """The piece's own move: for the first time only, onto an empty cell."""
        return Leap(tuple((x * self.steps, y * self.steps) for x, y in self.directions), capture=False, first=True)


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
    """The smallest window with the piece's own cell and all these offsets."""
    xs, ys = zip((0, 0), *offsets, strict=True)
    return Window(min(xs), min(ys), max(xs), max(ys))


@dataclass(frozen=True)
class Diagram:
    """Marks by offset from the piece (dx to the right, dy ahead), the rectangle shown, and the compass of its cells.

    Diagrams are equal when their marks are: empty margins make no difference.
    """

    marks: Mapping[Offset, MoveMark] = field(hash=False)
    window: Window = field(compare=False)
    compass: Plane = field(default=SQUARES, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash(frozenset(self.marks.items()))

    def __str__(self) -> str:
        shift = self.compass.text_indent
        rows = [" ".join(self.glyph(offset) for offset in row) for row in self.window.rows]
        return "\n".join(" " * (shift * n) + row for n, row in zip(range(len(rows))[::-1], rows, strict=True))

    def of_only_kind(self) -> Diagram:
        """The same diagram in a game whose marks all allow a move or a capture."""
        return replace(self, marks={offset: replace(mark, is_only_kind=True) for offset, mark in self.marks.items()})

    def glyph(self, offset: Offset) -> str:
        """`@`, `.` or the glyph of a mark."""
        if offset == (0, 0):
            return "@"
        return self.marks[offset].glyph if offset in self.marks else "."


def movement_diagram(
    movement: Movement, jumps: Iterable[HopPattern] = (), shortest_line: int = SHORTEST_LINE
) -> Diagram:
    """The diagram of a movement and of hops; of those on a map a schematic one. Of what goes on to the edge it shows
    `shortest_line` cells or more. Raises NoMarkError where a line does not go on alike, which no mark can show."""
    jumps = tuple(jumps)
    view = _plane_view(movement, jumps)
    movement = _movement_in(view, movement)
    jumps = tuple(replace(jump, directions=view.directions(jump.directions)) for jump in jumps)
    lines = _endless_steps(movement, jumps)
    # Within this distance every line has settled: its last cells are alike.
    sight = (_finite_extent(movement) + 2) * max((max(map(abs, step)) for step in lines), default=1)
    bounds = Window(-sight, -sight, sight, sight)
    acts = _acts_by_cell(movement, jumps, bounds)
    last_marks = _shorten_lines(acts, _distinct_lines(lines, acts, bounds, view.plane), bounds, shortest_line)
    marks = {offset: MoveMark(acts[offset], offset in last_marks) for offset in sorted(acts)}
    return Diagram(marks, window_of(marks), view.plane)


def movement_on_plane(movement: Movement, jumps: Iterable[HopPattern] = ()) -> Movement:
    """A movement as its diagram shows it: one on a map as on cells that can be drawn."""
    return _movement_in(_plane_view(movement, tuple(jumps)), movement)


def _plane_view(movement: Movement, jumps: tuple[HopPattern, ...]) -> PlaneView:
    reached = [*(way.directions for way in movement.ways), *(jump.directions for jump in jumps)]
    return movement.compass.plane_view(reached)


def _movement_in(view: PlaneView, movement: Movement) -> Movement:
    """The movement with the directions that it has on the plane of a view."""
    ways = tuple(replace(way, directions=view.directions(way.directions)) if isinstance(way, Walk) else way
                 for way in movement.ways)
    return Movement(movement.text, ways, view.plane)


def _endless_steps(movement: Movement, jumps: tuple[HopPattern, ...]) -> list[Offset]:
    """The steps of everything that goes on to the edge."""
    slides = [step for way in movement.ways if way.is_unlimited for step in way.directions]
    return list(dict.fromkeys([*slides, *(step for jump in jumps if jump.far for step in jump.directions)]))


def _finite_extent(movement: Movement) -> int:
    """How many cells away everything lies that does not go on, near hops included."""
    ways = [way for way in movement.ways if not way.is_unlimited]
    return max((max(map(abs, end)) for way in ways for end in way.ends(lambda _: Sight.EMPTY)), default=0) + 2


def _acts_by_cell(movement: Movement, jumps: tuple[HopPattern, ...], bounds: Window) -> Acts:
    """All that may be done on each cell within the bounds. What may always be done is not called a first move."""
    acts: Acts = {}
    for way in movement.ways:
        for offset, act in _reached_cells(way, bounds):
            acts[offset] = acts.get(offset, act) | act
    for jump in jumps:
        for offset in _landings(jump, bounds):
            acts[offset] = acts.get(offset, Act(0)) | (Act.LOCUST if jump.takes else Act.HOP)
    for offset, act in acts.items():
        for always, first in ((Act.MOVE, Act.FIRST_MOVE), (Act.CAPTURE, Act.FIRST_CAPTURE)):
            if always in act:
                acts[offset] &= ~first
    return acts


def _reached_cells(way: MoveWay, bounds: Window) -> Iterator[tuple[Offset, Act]]:
    """The cells that a way of moving reaches, found through `reach` alone: the question that the rules ask too."""
    quiet, capture = (Act.FIRST_MOVE, Act.FIRST_CAPTURE) if way.first else (Act.MOVE, Act.CAPTURE)

    def empty(offset: Offset) -> Sight:
        return Sight.OFF if way.is_unlimited and offset not in bounds else Sight.EMPTY

    for offset in way.reach(empty, fresh=True):
        yield offset, quiet
    for enemy in way.ends(empty):

        def with_enemy(offset: Offset, enemy: Offset = enemy) -> Sight:
            return Sight.ENEMY if offset == enemy else empty(offset)

        if enemy in way.reach(with_enemy, fresh=True):
            yield enemy, capture


def _landings(jump: HopPattern, bounds: Window) -> Iterator[Offset]:
    for step in jump.directions:
        if jump.far:
            yield from _line_cells(step, bounds)[1:]
            continue
        for second in jump.directions if jump.bends else (step,):
            landing = (step[0] + second[0], step[1] + second[1])
            if landing != (0, 0):
                yield landing


def _line_cells(step: Offset, bounds: Window) -> list[Offset]:
    """The cells of a line within the bounds, the nearest first."""
    reach = bounds.right // max(map(abs, step))
    return [(n * step[0], n * step[1]) for n in range(1, reach + 1)]


def _distinct_lines(lines: Sequence[Offset], acts: Acts, bounds: Window, plane: Plane) -> list[Offset]:
    """The lines without those of leaps along another line, which add nothing. Raises NoMarkError where they do:
    such a line is never the same from cell to cell."""
    distinct = []
    for line in lines:
        parallels = [second for second in lines if second != line and _same_direction(second, line)]
        tail = [acts.get(cell) for cell in _line_cells(line, bounds)[-SETTLED:]]
        if parallels and len(set(tail)) > 1:
            raise NoMarkError(_alternation_words(min((line, *parallels), key=plane.distance), acts, bounds, plane))
        if not any(max(map(abs, line)) % max(map(abs, parallel)) == 0 for parallel in parallels):
            distinct.append(line)
    return distinct


def _alternation_words(line: Offset, acts: Acts, bounds: Window, plane: Plane) -> str:
    """What is wrong with a line that differs from cell to cell, with what may be done on the first three of them."""
    direction = direction_words(plane, [line], load_words())
    first_cells = [acts.get(cell) for cell in _line_cells(line, bounds)[:3]]
    examples = ", then ".join(f"a {act_words(act)}" if act else "nothing" for act in first_cells)
    return (
        f"{direction}, what it may do differs from cell to cell up to the edge ({examples}, and so on), "
        "and no mark of a diagram goes on like that"
    )


def _same_direction(first: Offset, second: Offset) -> bool:
    """Whether two offsets point the same way: their cross product is 0, and their scalar product is positive."""
    return first[0] * second[1] == first[1] * second[0] and first[0] * second[0] + first[1] * second[1] > 0


def _shorten_lines(acts: Acts, lines: Sequence[Offset], bounds: Window, shortest_line: int) -> set[Offset]:
    """Removes from the acts all cells behind the last one that each line has to show. Returns these last cells."""
    kept_cells, cells_behind = dict[Offset, None](), list[Offset]()
    ends = set()
    for line in lines:
        cells = _line_cells(line, bounds)
        last = len(cells)
        while last > shortest_line and acts.get(cells[last - 2]) == acts[cells[-1]]:
            last -= 1
        kept_cells |= dict.fromkeys(cells[:last])
        cells_behind += cells[last:]
        ends.add(cells[last - 1])
    for cell in cells_behind:
        if cell not in kept_cells:
            acts.pop(cell, None)
    return ends


def parse_diagram(text: str) -> Diagram:
    """Lines of glyphs, the top line ahead; blanks between glyphs and empty lines around do not count.

    Raises DiagramError with every mistake: an unknown glyph, lines of different length, no `@` or several.
    """
    rows = [(n, [(c, glyph) for c, glyph in enumerate(line) if not glyph.isspace()])
            for n, line in enumerate(text.split("\n"))]
    filled = [n for n, row in rows if row] or [0]
    rows = rows[filled[0] : filled[-1] + 1]
    origins = [(x, y) for y, (_, row) in enumerate(rows) for x, (_, glyph) in enumerate(row) if glyph == "@"]
    mistakes = [*_oversize(rows)] or [*_bad_glyphs(rows), *_uneven_lines(rows), *_bad_origins(rows, origins)]
    if mistakes:
        raise DiagramError(mistakes)
    origin_column, origin_row = origins[0]
    marks = {(x - origin_column, origin_row - y): MARKS_BY_GLYPH[glyph]
             for y, (_, row) in enumerate(rows) for x, (_, glyph) in enumerate(row) if glyph in MARKS_BY_GLYPH}
    width = len(rows[0][1])
    window = Window(-origin_column, origin_row - len(rows) + 1, width - 1 - origin_column, origin_row)
    return Diagram({offset: marks[offset] for offset in sorted(marks)}, window)


_GlyphRows = list[tuple[int, list[tuple[int, str]]]]  # lines by number, each its glyphs by column


def _oversize(rows: _GlyphRows) -> Iterator[Mistake]:
    """A mistake where a diagram has too many cells across or up."""
    line, longest = max(rows, key=lambda row: len(row[1]), default=(0, []))
    if max(len(rows), len(longest)) > LARGEST_SIDE:
        at = (line, longest[LARGEST_SIDE][0]) if len(longest) > LARGEST_SIDE else (rows[LARGEST_SIDE][0], 0)
        what = f"the diagram has {len(longest)}x{len(rows)} cells"
        yield Mistake(*at, what, f"{LARGEST_SIDE}x{LARGEST_SIDE} at most")


def _bad_glyphs(rows: _GlyphRows) -> Iterator[Mistake]:
    """A mistake for each letter that is no glyph."""
    for line, row in rows:
        for column, glyph in row:
            if glyph not in MARKS_BY_GLYPH and glyph not in "@.":
                yield Mistake(line, column, f"`{glyph}` is not a glyph of diagrams",
                              "@ is the piece, . nothing, o a move, x a capture, * both, O X # the same and on;\n"
                              "1 2 3 on the first move only, h a hop, l a hop that takes; the others stand in\n"
                              "docs/notation.md")


def _uneven_lines(rows: _GlyphRows) -> Iterator[Mistake]:
    """A mistake for each line that is shorter than the longest."""
    width = max((len(row) for _, row in rows), default=0)
    for line, row in rows:
        if len(row) != width:
            column = row[-1][0] if row else 0
            yield Mistake(line, column, f"this line has {count_things(len(row), 'glyph')}, the longest has {width}",
                          "write a `.` for each empty cell")


def _bad_origins(rows: _GlyphRows, origins: list[Offset]) -> Iterator[Mistake]:
    """A mistake where no `@` or a second one marks the piece."""
    if not origins:
        yield Mistake(rows[0][0] if rows else 0, 0, "the piece `@` is missing", "one `@` marks the piece's own cell")
    for x, y in origins[1:]:
        line, row = rows[y]
        yield Mistake(line, row[x][0], "a second `@`", "one `@` marks the piece's own cell")


def side_by_side(written: Diagram, computed: Diagram) -> str:
    """Both diagrams in one window of text, cells that differ in brackets."""
    window = written.window | computed.window
    width = max(3 * (window.right - window.left + 1), len("as written"))
    lines = [f"{'as written':<{width}}    as computed"]
    for row in window.rows:
        pair = [(written.glyph(offset), computed.glyph(offset)) for offset in row]
        texts = ["".join(f"[{g[n]}]" if g[0] != g[1] else f" {g[n]} " for g in pair) for n in (0, 1)]
        lines.append(f"{texts[0]:<{width}}    {texts[1]}".rstrip())
    return "\n".join(lines)
