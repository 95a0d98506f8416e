"""Files and ranks, or the spaces of a map → named cells and their neighbours. Topology only: distances are in cells.

A cell is its name everywhere in `rules`; this is the only module that knows how a name is made.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from fabgen.core.problems import close_words
from fabgen.rules.directions import (
    HEXAGONS_IN_FILES,
    HEXAGONS_IN_ROWS,
    SQUARES,
    BoardKind,
    Compass,
    HexOrientation,
    MapLines,
    Offset,
    Plane,
)

Cell = str

LARGEST_SIDE = 100  # files or ranks of the largest board
VACANT = "."  # a cell without a mark in a board of text
_CELL = re.compile(r"([a-z]+)([1-9][0-9]*)")
_OTHER_RANGES = r"\.{2,}|[…:–—~]"  # how other programs and people write a range


@dataclass(frozen=True, order=True)
class Mistake:
    """One wrong place in a text of the rules. Line and column count from 0 in that text."""

    line: int
    column: int
    what: str
    hint: str = ""


class TextError(ValueError):
    """A text that cannot be read: carries every Mistake in it, in the order of their places."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes: tuple[Mistake, ...] = tuple(sorted(set(mistakes)))
        super().__init__("\n".join(f"{m.what}: {m.hint}" if m.hint else m.what for m in self.mistakes))

    @property
    def column(self) -> int:
        """The column of the first mistake, from 0."""
        return self.mistakes[0].column

    @property
    def message(self) -> str:
        """What is wrong in the first mistake."""
        return self.mistakes[0].what

    @property
    def hint(self) -> str:
        """What would be right in the first mistake."""
        return self.mistakes[0].hint


@dataclass(frozen=True)
class MapLine:
    """Spaces of a map in a row, along which pieces slide and jump. `way`: the direction in which they are written: f,
    b, l, r or none."""

    spaces: tuple[Cell, ...]
    way: str = ""


@dataclass(frozen=True)
class Board:
    """A board of files a, b ... z, aa, ab ... from the left and ranks 1, 2 ... from the first player's edge.

    * `holes`: places (file and rank, from 0) without a cell.
    * `compass`: what a cell's neighbours and directions are.
    * `lows`: the lowest place of each file, which has rank 1. Where it is empty, hexagons count ranks from the lowest
      cell of each file before holes are cut.
    * `left_out`: the names of cells that were cut as holes.

    Places are numbered rank by rank, holes too. On a `regular` board the same offset is therefore the same difference
    of numbers everywhere.
    """

    files: int
    ranks: int
    holes: frozenset[Offset] = frozenset()
    compass: Compass = field(default=SQUARES, repr=False)
    lows: tuple[int, ...] = ()
    left_out: frozenset[Cell] = field(default=frozenset(), compare=False, repr=False)
    regular = True

    def __post_init__(self) -> None:
        if not (1 <= self.files <= LARGEST_SIDE and 1 <= self.ranks <= LARGEST_SIDE):
            raise ValueError(f"a board of {self.files}x{self.ranks} cells: files and ranks go from 1 to {LARGEST_SIDE}")

    @property
    def kind(self) -> BoardKind:
        """The kind of board: squares, hexagons or a map."""
        return self.compass.kind

    @property
    def is_rectangle(self) -> bool:
        """Whether it is a rectangle of squares without holes."""
        return self.compass.has_square_cells and not self.holes

    @property
    def plane(self) -> Plane | None:
        """The compass of a board whose cells lie side by side in a plane and are all alike; None for a map."""
        return self.compass.plane

    @cached_property
    def numbered_cells(self) -> tuple[Cell, ...]:
        """The names of all places by number; empty for a hole."""
        lowest = self.lowest
        return tuple("" if (x, y) in self.holes else f"{file_name(x)}{y + 1 - lowest[x]}"
                     for y in range(self.ranks) for x in range(self.files))

    @cached_property
    def lowest(self) -> tuple[int, ...]:
        """By file, the place (from 0) at which rank 1 lies."""
        if self.lows or self.compass.has_level_ranks:
            return self.lows or (0,) * self.files
        ranks_of_files = ([y for y in range(self.ranks) if (x, y) not in self.holes] for x in range(self.files))
        return tuple(min(ranks, default=0) for ranks in ranks_of_files)

    def without(self, cells: Iterable[Cell]) -> Board:
        """The same board with these cells left out; all others keep their names."""
        left_out = frozenset(cells)
        holes = self.holes | {self.place(cell) for cell in left_out}
        return replace(self, holes=holes, lows=self.lowest, left_out=self.left_out | left_out)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, rank by rank: a1, b1 ... a2, b2 ..."""
        return tuple(name for name in self.numbered_cells if name)

    @cached_property
    def order(self) -> dict[Cell, int]:
        """The number of each cell."""
        return {cell: number for number, cell in enumerate(self.numbered_cells) if cell}

    @cached_property
    def name(self) -> re.Pattern[str]:
        """The pattern of names of cells."""
        return re.compile(r"[a-z]+[0-9]+")

    def __contains__(self, cell: object) -> bool:
        return cell in self.order

    def __str__(self) -> str:
        """The range of its cells. Where files differ in length: the ends of the first, the longest and the last
        file."""
        columns = self.columns
        lengths = [self.order[last] - self.order[first] for first, last in columns.values()]
        highest_ranks = {last[len(file):] for file, (_, last) in columns.items()}
        if self.compass.has_level_ranks or len(highest_ranks) == 1:
            return f"{self.cells[0]} to {self.cells[-1]}"
        files = list(columns.values())
        ends = dict.fromkeys((files[0], files[lengths.index(max(lengths))], files[-1]))
        return ", ..., ".join(first if first == last else f"{first} to {last}" for first, last in ends)

    @cached_property
    def columns(self) -> dict[str, tuple[Cell, Cell]]:
        """The lowest and the highest cell of each file, by the file's letters."""
        columns: dict[str, tuple[Cell, Cell]] = {}
        for x in range(self.files):
            if cells := [cell for y in range(self.ranks) if (cell := self.cell(x, y))]:
                columns[file_name(x)] = cells[0], cells[-1]
        return columns

    def explain_unknown_cell(self, cell: str) -> tuple[str, str]:
        """What is wrong with a name that no cell of this board has, and what would be right."""
        if cell in self.left_out:
            return f"`{cell}` is a hole", "it is among the `holes` of the board"
        if cell.lower() in self:
            return f"`{cell}` is not on the board", f"did you mean {cell.lower()}?"
        letters = cell.rstrip("0123456789")
        if self.regular and not self.compass.has_level_ranks and letters in self.columns:
            first, last = self.columns[letters]
            hint = f"is {first} alone" if first == last else f"goes from {first} to {last}"
            return f"`{cell}` is not on the board", f"column {letters} {hint}"
        return f"`{cell}` is not on the board", f"cells here are {self}"

    def place(self, cell: Cell) -> tuple[int, int]:
        """File and rank of a cell, from 0. Raises KeyError for a cell that is not on the board."""
        y, x = divmod(self.order[cell], self.files)
        return x, y

    def cell(self, x: int, y: int) -> Cell | None:
        """The cell at file x and rank y, from 0; None off the board."""
        inside = 0 <= x < self.files and 0 <= y < self.ranks
        return (self.numbered_cells[y * self.files + x] or None) if inside else None

    def step(self, cell: Cell, dx: int, dy: int) -> Cell | None:
        """The cell at an offset from another; None off the board."""
        x, y = self.place(cell)
        return self.cell(x + dx, y + dy)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that share a side with a cell; on a map, its neighbours."""
        steps = (self.step(cell, *offset) for offset in self.compass.offsets("W", (), False))
        return tuple(neighbour for neighbour in steps if neighbour)

    @cached_property
    def neighbours_by_cell(self) -> dict[Cell, tuple[Cell, ...]]:
        """The neighbours of each cell."""
        return {cell: self.neighbours(cell) for cell in self.cells}

    @cached_property
    def pairs(self) -> tuple[tuple[Cell, Cell], ...]:
        """Every pair of neighbouring cells, once."""
        return tuple((cell, neighbour) for cell in self.cells for neighbour in self.neighbours(cell)
                     if self.order[cell] < self.order[neighbour])

    @property
    def line_pairs(self) -> tuple[tuple[Cell, Cell], ...]:
        """Every pair of cells that follow each other on a line of a map, once; empty on boards whose lines need no
        naming."""
        return ()

    def neighbour(self, number: int, offset: Offset, forward: str) -> int | None:
        """The number of the cell at an offset in a player's own frame. None off the board, and from a hole."""
        cell = self.numbered_cells[number]
        name = self.step(cell, *self.compass.to_board(offset, forward)) if cell else None
        return None if name is None else self.order[name]

    def offset(self, origin: Cell, target: Cell) -> Offset:
        """The offset that leads from one cell to another."""
        (x, y), (u, v) = self.place(origin), self.place(target)
        return u - x, v - y

    def between(self, origin: Cell, target: Cell) -> tuple[Cell, ...]:
        """The cells strictly between two cells that lie on a line of neighbours; none where they do not."""
        dx, dy = self.offset(origin, target)
        distance = self.compass.distance((dx, dy))
        if distance < 2 or dx % distance or dy % distance:
            return ()
        steps = (self.step(origin, dx // distance * n, dy // distance * n) for n in range(1, distance))
        return tuple(cell for cell in steps if cell)

    def ahead(self, number: int, forward: str) -> int:
        """How far forward a place lies for a player, in the unit of the board's compass."""
        y, x = divmod(number, self.files)
        return self.compass.ahead(self.compass.to_mover((x, y), forward))

    def title(self, cell: Cell) -> str:
        """The name of a cell as people read it; on a map as its designer wrote it."""
        return cell

    def suggest_name(self, word: str) -> str:
        """A hint with the space of a map whose name a misspelled word may be; empty where there is none."""
        return ""

    def write_action(self, text: str) -> str:
        """An action's text as people read it: on a map with the names of its spaces, their signs set apart by
        blanks."""
        return text

    def read_names(self, text: str, kept_names: Iterable[str] = ()) -> str:
        """A text in which names of spaces as people write them have become their short names, in as many letters where
        these are not longer. `kept_names`, those of players and pieces, stay as they are."""
        return text

    def split_names(self, text: str) -> list[str]:
        """The short names in a text that joins names with hyphens, such as `North Sea - Skåne`."""
        return [name.strip() for name in self.read_names(text).split("-")]

    def read_action_names(self, text: str) -> str:
        """An action as people write it, in the notation of the rules: `North Sea × Skåne` is `northseaxskane`."""
        return text

    def picture(self, marks: Mapping[Cell, str]) -> list[str]:
        """The board in lines of text, the farthest row first, without blanks at their ends. Cells without a mark have a
        point.

        Squares have ranks down the side and files below. Rows of hexagons start with the name of their first cell. The
        spaces of a map are listed one under another.
        """
        plane = self.plane
        assert plane is not None
        return self._picture_ranks(marks) if plane.has_level_ranks else self._picture_rows(plane, marks)

    def _picture_ranks(self, marks: Mapping[Cell, str]) -> list[str]:
        """A board with level ranks as text."""
        names = [file_name(x) for x in range(self.files)]
        rank_width, width = len(str(self.ranks)), max(map(len, (*names, *marks.values())))
        lines = []
        for y in reversed(range(self.ranks)):
            row = (self.cell(x, y) for x in range(self.files))
            signs = (marks.get(cell, VACANT) if cell else "" for cell in row)
            lines.append((f"{y + 1:>{rank_width}} " + " ".join(sign.rjust(width) for sign in signs)).rstrip())
        return [*lines, " " * (rank_width + 1) + " ".join(name.rjust(width) for name in names)]

    def _picture_rows(self, plane: Plane, marks: Mapping[Cell, str]) -> list[str]:
        """A board of hexagons as text."""
        half = (max(map(len, ("", *marks.values()))) + 2) // 2  # letters from a cell to halfway before the next cell
        longest, rows = max(map(len, self.cells)), dict[int, list[tuple[int, Cell]]]()
        for cell in self.cells:
            along, level = plane.text_place(self.place(cell))
            rows.setdefault(level, []).append((along, cell))
        left, lines = min(along for row in rows.values() for along, _ in row), []
        for level in sorted(rows, reverse=True):
            row = sorted(rows[level])
            line = row[0][1].rjust(longest + half * (row[0][0] - left))
            for along, cell in row:
                line = line.ljust(longest + 1 + half * (along - left)) + marks.get(cell, VACANT)
            lines.append(line)
        return lines


@dataclass(frozen=True)
class MapBoard(Board):
    """A map: named spaces, pairs of neighbours, and lines. Its places are one file each, all on one rank."""

    names: tuple[Cell, ...] = ()
    borders: frozenset[tuple[Cell, Cell]] = frozenset()  # neighbours, each pair in the order of `names`
    lines: tuple[MapLine, ...] = ()
    titles: Mapping[Cell, str] = field(default_factory=dict, hash=False)  # what people call spaces, where it differs
    regular = False

    def __post_init__(self) -> None:
        """Nothing to check: the spaces of a map are no files that need letters."""

    @cached_property
    def numbered_cells(self) -> tuple[Cell, ...]:
        """All spaces, as they were named."""
        return self.names

    @cached_property
    def name(self) -> re.Pattern[str]:
        """The pattern of any of the names, the longest that fits."""
        return re.compile(f"(?:{'|'.join(sorted(map(re.escape, self.names), key=len, reverse=True))})")

    def __str__(self) -> str:
        return ", ".join(map(self.title, self.names))

    def title(self, cell: Cell) -> str:
        return self.titles.get(cell, cell)

    def explain_unknown_cell(self, cell: str) -> tuple[str, str]:
        what, hint = super().explain_unknown_cell(cell)
        return what, self.suggest_name(cell) or hint

    def suggest_name(self, word: str) -> str:
        similar_names = close_words(word, [*self.names, *self.titles.values()])
        return f"did you mean {self.title(similar_names[0])}?" if similar_names else ""

    @cached_property
    def _names_by_spelling(self) -> dict[str, Cell]:
        """The short name of each space by every spelling of it, in small letters."""
        return {spelling.lower(): cell for cell in self.names for spelling in (cell, self.title(cell))}

    def write_action(self, text: str) -> str:
        """The text with the spaces' names as people read them, and blanks around the sign of a capture.

        >>> MapBoard(1, 2, names=("ash", "oak")).write_action("ashxoak")
        'ash × oak'
        >>> MapBoard(1, 2, names=("ash", "northsea"), titles={"northsea": "North Sea"}).write_action("ash-northsea")
        'ash – North Sea'
        """
        name, dash = self.name.pattern, " – " if self.titles else "-"

        def write_path(path: re.Match[str]) -> str:
            signs = re.sub(rf"({name})([-x])(?=\(?{name})", lambda m: m[1] + (" × " if m[2] == "x" else dash), path[0])
            return re.sub(rf"(?<!\w){name}(?!\w)", lambda m: self.title(m[0]), signs)

        return re.sub(rf"(?<!\w){name}(?:[-x](?:\({name}\))?{name})*(?!\w)", write_path, text)

    def read_names(self, text: str, kept_names: Iterable[str] = ()) -> str:
        """
        >>> MapBoard(1, 2, names=("ash", "northsea"), titles={"northsea": "North Sea"}).read_names("North Sea, Ash")
        'northsea , ash'
        """
        return self._replace_names(text, kept_names, padded=True) if self.titles else text

    def _replace_names(self, text: str, kept_names: Iterable[str], *, padded: bool) -> str:
        """The text with the short names of spaces; `padded` with blanks to the length of what they replace."""
        kept_spellings = {name.lower() for name in kept_names}
        spellings = sorted({*self._names_by_spelling, *kept_spellings}, key=len, reverse=True)
        spelling = "|".join(map(re.escape, spellings))

        def replace_name(match: re.Match[str]) -> str:
            if (name := match[0].lower()) in kept_spellings:
                return match[0]
            return self._names_by_spelling[name].ljust(len(match[0]) if padded else 0)

        chain = rf"(?<!\w)(?:{spelling})(?:[x×](?:{spelling}))*(?!\w)"
        return re.sub(chain, lambda match: re.sub(spelling, replace_name, match[0], flags=re.I), text, flags=re.I)

    def read_action_names(self, text: str) -> str:
        """
        >>> board = MapBoard(1, 2, names=("ash", "northsea"), titles={"northsea": "North Sea"})
        >>> board.read_action_names("North Sea × Ash")
        'northseaxash'
        """
        if not self.titles:
            return text
        short_text, name = self._replace_names(text, (), padded=False), self.name.pattern
        joint = rf"(?<![^\W]){name}(?:\s*(?:[-–—]|[x×])\s*\(?{name}\)?)+"

        def join_names(match: re.Match[str]) -> str:
            """The names of an action without blanks, with a hyphen for a dash and an x for a cross."""
            without_blanks = re.sub(r"\s+", "", match[0])
            return re.sub("[–—]", "-", without_blanks).replace("×", "x")

        return re.sub(joint, join_names, short_text)

    @cached_property
    def neighbours_by_cell(self) -> dict[Cell, tuple[Cell, ...]]:
        """The neighbours of each space, in the order of `names`."""
        neighbours: dict[Cell, list[Cell]] = {name: [] for name in self.names}
        for first, second in self.borders:
            neighbours[first].append(second)
            neighbours[second].append(first)
        return {name: tuple(sorted(cells, key=self.order.__getitem__)) for name, cells in neighbours.items()}

    @cached_property
    def _stations(self) -> dict[tuple[Cell, int], tuple[tuple[Cell, ...], int]]:
        """By space and line (odd: as written, even: reversed), the spaces of that line and the place of the space among
        them."""
        lines = [spaces for line in self.lines for spaces in (line.spaces, line.spaces[::-1])]
        return {(space, k): (spaces, n) for k, spaces in enumerate(lines, 1) for n, space in enumerate(spaces)}

    @property
    def line_pairs(self) -> tuple[tuple[Cell, Cell], ...]:
        """Every pair of spaces that follow each other on a line, once. Of a pair on several lines, the last line gives
        the order."""
        pairs = (pair for line in self.lines for pair in pairwise(line.spaces))
        return tuple({frozenset(pair): pair for pair in pairs}.values())

    def step(self, cell: Cell, dx: int, dy: int) -> Cell | None:
        """The `dy`-th neighbour (with `dx` 0), or the space `dx` further along the line that the offset names."""
        if not dx:
            neighbours = self.neighbours_by_cell[cell]
            return neighbours[dy - 1] if 0 < dy <= len(neighbours) else None
        spaces, n = self._stations.get((cell, dy // dx), ((), 0))
        return spaces[n + dx] if n + dx < len(spaces) else None

    def offset(self, origin: Cell, target: Cell) -> Offset:
        """The offset of a neighbour, else along the first line that leads to the other space; (0, 0) where none
        does."""
        if target in self.neighbours_by_cell[origin]:
            return 0, 1 + self.neighbours_by_cell[origin].index(target)
        for (space, k), (spaces, n) in self._stations.items():
            if space == origin and target in spaces[n + 1 :]:
                distance = spaces.index(target) - n
                return distance, distance * k
        return 0, 0

    def ahead(self, number: int, forward: str) -> int:
        """Always 0: a map has no rows."""
        return 0

    def picture(self, marks: Mapping[Cell, str]) -> list[str]:
        """The spaces one under another, each with its mark or a point."""
        longest = max(len(self.title(cell)) for cell in self.cells)
        return [f"{self.title(cell):<{longest}} {marks.get(cell, VACANT)}" for cell in self.cells]


def hexagon_board(side: int, standing: HexOrientation = "files") -> Board:
    """A hexagon of hexagons with `side` cells along each side. `standing`: whether cells lie in upright files or level
    rows."""
    span, last = 2 * side - 1, side - 1
    holes = ((x, y) for x in range(span) for y in range(span) if not last <= x + y <= 3 * last)
    return Board(span, span, frozenset(holes), _hex_compass(standing))


def rhombus_board(files: int, ranks: int, standing: HexOrientation = "rows") -> Board:
    """Hexagons in rows (or files) of equal length, each half a cell further than the one before."""
    return Board(files, ranks, frozenset(), _hex_compass(standing))


def triangle_board(side: int, standing: HexOrientation = "rows") -> Board:
    """A triangle of hexagons with `side` cells along each side."""
    holes = ((x, y) for x in range(side) for y in range(side) if x + y >= side)
    return Board(side, side, frozenset(holes), _hex_compass(standing))


def _hex_compass(standing: HexOrientation) -> Compass:
    return HEXAGONS_IN_ROWS if standing == "rows" else HEXAGONS_IN_FILES


def map_board(
    names: Iterable[Cell],
    borders: Iterable[tuple[Cell, Cell]],
    lines: Iterable[MapLine] = (),
    titles: Mapping[Cell, str] | None = None,
) -> MapBoard:
    """A map of spaces and their borders. Spaces that follow each other on a line need not share a border. `titles`:
    what people call spaces instead of their names."""
    spaces, ways = tuple(names), tuple(lines)
    number = {name: n for n, name in enumerate(spaces)}
    pairs = frozenset(
        (first, second) if number[first] < number[second] else (second, first) for first, second in borders
    )
    degree = {name: sum(name in pair for pair in pairs) for name in spaces}
    compass = MapLines(tuple(line.way for line in ways), max(degree.values(), default=0))
    return MapBoard(len(spaces), 1, frozenset(), compass, names=spaces, borders=pairs, lines=ways,
                    titles={name: title for name, title in (titles or {}).items() if title != name})


def file_name(x: int) -> str:
    """The letters of a file, counted from 0: a ... z, aa, ab ..."""
    leading, last = divmod(x, 26)
    return (file_name(leading - 1) if leading else "") + string.ascii_lowercase[last]


def parse_cells(text: str, lattice: Board, *, repeated: bool = False) -> tuple[Cell, ...]:
    """Cells as people list them: `a1 b2, c3`, lines `a1-f1`, rectangles `a1-c3`. Each cell occurs once, in the order
    written; with `repeated`, as often as it is written.

    Raises TextError (a ValueError) that names every bad cell and the valid range.
    """
    cells: list[Cell] = []
    mistakes: list[Mistake] = []
    for word in re.finditer(r"[^\s,-]+(?:\s*-\s*[^\s,-]+)*|-", _join_misspelled(lattice.read_names(text), lattice)):
        line = text.count("\n", 0, word.start())
        column = word.start() - (text.rfind("\n", 0, word.start()) + 1)
        corners = re.split(r"\s*-\s*", word.group().replace(JOINED_BLANK, " "))
        word_mistakes = [Mistake(line, column, *problem) for problem in _bad_corners(corners, lattice)]
        mistakes += word_mistakes
        if not word_mistakes:
            cells += _rectangle(corners[0], corners[-1], lattice)
    if not cells and not mistakes:
        mistakes.append(Mistake(0, 0, "no cells are listed", f"cells here are {lattice}"))
    if mistakes:
        raise TextError(mistakes)
    return tuple(cells if repeated else dict.fromkeys(cells))


JOINED_BLANK = "\0"  # within a misspelled name


def _join_misspelled(text: str, lattice: Board) -> str:
    """A list of cells with names that are misspelled, such as `Noth Sea`, as one word each. Between commas a list may
    have several names, which are known then."""
    def join_words(part: re.Match[str]) -> str:
        words = part[0].split()
        is_misspelled = len(words) > 1 and not any(word in lattice for word in words)
        return part[0].replace(" ", JOINED_BLANK) if is_misspelled and lattice.suggest_name(part[0]) else part[0]

    return re.sub(r"[^\s,-][^,\n-]*[^\s,-]", join_words, text)


def _bad_corners(corners: list[str], lattice: Board) -> Iterator[tuple[str, str]]:
    """What is wrong with a word of a list of cells, and what would be right."""
    valid = f"cells here are {lattice}"
    if len(corners) == 2 and not lattice.regular:
        yield f"`{'-'.join(corners)}` is a range, and a map has none: name each space", valid
        return
    if len(corners) > 2:
        yield f"`{'-'.join(corners)}` has more than two ends", valid
        return
    for corner in dict.fromkeys(corners):
        if not (_CELL.fullmatch(corner) or corner in lattice):
            what = f"`{corner}` is not the name of a cell" if corner else "a range needs a cell on both sides of `-`"
            yield what, _hint_for_cell(corner, lattice)
        elif corner not in lattice:
            yield lattice.explain_unknown_cell(corner)


def _hint_for_cell(word: str, lattice: Board) -> str:
    """What may be meant by a word that names no cell: a cell in capitals, a range in another spelling."""
    lower_word = word.lower()
    if lower_word in lattice:
        return f"in small letters: {lower_word}"
    ends = re.split(_OTHER_RANGES, lower_word)
    is_range = len(ends) == 2 and all(end in lattice for end in ends)
    if is_range and not lattice.regular:
        return f"a map has no ranges, name each space: {' '.join(ends)}"
    if is_range:
        return f"a range has a hyphen: {'-'.join(ends)}"
    if lower_word == "to" and lattice.regular:
        return f"a range has a hyphen: {lattice.cells[0]}-{lattice.cells[-1]}"
    return lattice.suggest_name(word) or f"cells here are {lattice}"


def _rectangle(first: Cell, last: Cell, lattice: Board) -> Iterator[Cell]:
    """The cells of the rectangle between two corners, rank by rank."""
    if first == last:
        yield first
        return
    (x1, y1), (x2, y2) = lattice.place(first), lattice.place(last)
    for y in range(min(y1, y2), max(y1, y2) + 1):
        for x in range(min(x1, x2), max(x1, x2) + 1):
            if cell := lattice.cell(x, y):
                yield cell
