"""Action ↔ text: `c3-c4` moves, `c3xc5` captures. Specs, command line, examples and rulebook share this notation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from fabgen.rules.boards import Board, Cell, Mistake, TextError


@dataclass(frozen=True)
class Action:
    """A piece goes from origin to target; `captured` is the cell of the piece it captures, None for a quiet move."""

    origin: Cell
    target: Cell
    captured: Cell | None = None

    def __str__(self) -> str:
        return f"{self.origin}{'-' if self.captured is None else 'x'}{self.target}"


class ActionError(TextError):
    """A text that is no action on this board."""


class UnknownCellError(ActionError):
    """A text that names a cell which the board does not have."""


def parse_action(text: str, lattice: Board) -> Action:
    """The action that a text stands for; raises ActionError with every mistake in it."""
    text = lattice.read_action_names(text)
    match = _forms(lattice.name.pattern).action.fullmatch(text)
    if not match:
        raise ActionError([Mistake(0, 0, f"`{text}` is not a move", explain_forms(lattice, moves_alone=True))])
    mistakes = [
        Mistake(0, match.start(n), *lattice.explain_unknown_cell(match[n])) for n in (1, 3) if match[n] not in lattice
    ]
    if not mistakes and match[1] == match[3]:
        mistakes = [Mistake(0, match.start(3), f"`{text.strip()}` goes nowhere", "a move ends on another cell")]
    if mistakes:
        raise ActionError(mistakes)
    return Action(match[1], match[3], match[3] if match[2] == "x" else None)


@dataclass(frozen=True)
class ActionText:
    """An action's text taken apart, whatever its rule set: the cells it names in order, and for each leg between them
    whether it captures.

    `c3-c4` and `b2-d4xf6` have a path; `pawn@a1` has only its cell; `x(d4)`, which takes a
    piece off the board, and words such as `pass` have none. The cell that a
    jump goes over may be given in brackets, as in `c1x(d2)c3`: it is not part of the path. Cells in brackets at the end
    are those that the action removes a piece from besides, as in `a1-a4x(g7)`. A row of pieces that moves sideways has
    two cells before its leg, `a1..c1-a2`: `row` holds the moves of all its pieces but the first. Of a tower, only so
    many pieces go as the number before a star says: `3*c3-c6`; those after strokes go to the cells on the way,
    `3*c3-c5/1/2`.
    """

    text: str
    path: tuple[Cell, ...] = ()
    captures: tuple[bool, ...] = ()
    removed: tuple[Cell, ...] = ()
    row: tuple[tuple[Cell, Cell], ...] = ()

    def __str__(self) -> str:
        return self.text

    @property
    def origin(self) -> Cell | None:
        """The cell where the action starts; None for a placement or a word."""
        return self.path[0] if len(self.path) > 1 else None


_WORDS = re.compile(r"[a-z][a-z -]*")


@dataclass(frozen=True)
class _Forms:
    """The patterns of actions on a board whose names of cells match the pattern `name`."""

    name: str

    @cached_property
    def action(self) -> re.Pattern[str]:
        """A move or capture: `c3-c4`, `c3xc4`."""
        return re.compile(rf"\s*({self.name})\s*([-x])\s*({self.name})\s*")

    @cached_property
    def over(self) -> re.Pattern[str]:
        """The cell in brackets that a jump goes over."""
        return re.compile(rf"\(({self.name})\)")

    @cached_property
    def path(self) -> re.Pattern[str]:
        """A path of one or more legs, with a promotion at its end: `b2-d4xf6=queen`."""
        leg = rf"[-x](?:{self.over.pattern})?(?:{self.name})"
        row = rf"(?:\.\.(?P<last>{self.name}))?"
        return re.compile(rf"((?:{self.name}){row}(?:{leg})*)(?P<removed>{self.removals})(=[^\W\d_][\w -]*)?")

    @cached_property
    def legs(self) -> re.Pattern[str]:
        """One leg of a path: its sign and its cell."""
        return re.compile(rf"([-x])({self.name})")

    @cached_property
    def drop(self) -> re.Pattern[str]:
        """A placement: `pawn@a1`."""
        return re.compile(rf"[^\W\d_][\w -]*@({self.name})({self.removals})")

    @cached_property
    def removal(self) -> re.Pattern[str]:
        """A piece that is taken off the board: `x(d4)`."""
        return re.compile(rf"x\(({self.name})\)")

    @cached_property
    def removals(self) -> str:
        """The cells in brackets at the end of an action, as a pattern."""
        return rf"(?:x\((?:{self.name})\))*"


@lru_cache(maxsize=8)
def _forms(name: str) -> _Forms:
    return _Forms(name)


_MOVER = re.compile(r"\s*([^\W\d_][^*@=/]*?)\s*\*\s*(?=\w)")
_VICTIM = re.compile(r"\s*/\s*([^\W\d_][^*@=/]*?)\s*(?==|$)")
_LIFTED = re.compile(r"\s*([1-9][0-9]{0,3})\s*\*\s*(?=\w)")
_SPREAD = re.compile(r"\s*((?:/\s*[1-9][0-9]{0,3}\s*){2,})$")


def split_tower_part(text: str) -> tuple[int, str, tuple[int, ...]]:
    """The number of pieces that go from the top of a tower, 0 where an action's text names none, the text without
    numbers, and how many go to each cell on the way, where the text says so: `3*a1-c1/1/2`."""
    lifted, spread = _LIFTED.match(text), _SPREAD.search(text)
    path = text[lifted.end() if lifted else 0 : spread.start() if spread else len(text)]
    numbers = tuple(int(number) for number in spread[1].split("/")[1:]) if spread and lifted else ()
    return int(lifted[1]) if lifted else 0, path if numbers or not spread else text, numbers


def split_mover(text: str) -> tuple[str, str]:
    """The kind of piece that goes where several share a cell, and the rest of an action's text: `fleet*a1-a2`; empty
    where the text names none."""
    mover = _MOVER.match(text)
    return (" ".join(mover[1].split()), text[mover.end() :]) if mover else ("", text)


def split_victim(text: str) -> tuple[str, str]:
    """An action's text without the piece that it captures where several share a cell, and that piece: `a1xa2/fleet`;
    empty where the text names none."""
    victim = _VICTIM.search(text)
    return (text[: victim.start()] + text[victim.end() :], " ".join(victim[1].split())) if victim else (text, "")


def origin_of(text: str, lattice: Board) -> Cell:
    """The cell with which an action's text begins; the whole text where it begins with none."""
    text = lattice.read_action_names(split_mover(split_tower_part(text)[1])[1])
    match = re.match(rf"({lattice.name.pattern})(?=[-x=/]|$)", text)
    return match[1] if match else text


def read_action_text(text: str, lattice: Board) -> ActionText:
    """An action's text taken apart. Raises ActionError for a text that no rule set could understand."""
    lifted, rest, spread = split_tower_part(text)
    mover, rest = split_mover(rest)
    if mover and not re.search(r"[-–—x×]", rest):
        mover, rest = "", f"{mover}*{rest}"  # nothing goes anywhere: it is no action
    rest, forms, removed, last = lattice.read_action_names(rest).strip(), _forms(lattice.name.pattern), "", ""
    numbers = "".join(f"/{number}" for number in spread)
    text, shown_text = split_victim(rest)[0], f"{lifted}*{rest}{numbers}" if lifted else rest
    shown_text = f"{mover}*{rest}" if mover else shown_text
    cells: list[Cell] = []
    takes: list[bool] = []
    if match := forms.removal.fullmatch(text):
        removed = match[0]
    elif match := forms.drop.fullmatch(text):
        cells, takes, removed = [match[1]], [], match[2]
    elif match := forms.path.fullmatch(text):
        path, removed, last = forms.over.sub("", match[1]), match["removed"], match["last"] or ""
        path = path.replace(f"..{last}", "", 1) if last else path
        legs = forms.legs.findall(path)
        start = path[: len(path) - sum(1 + len(cell) for _, cell in legs)]
        cells, takes = [start, *(cell for _, cell in legs)], [sign == "x" for sign, _ in legs]
    elif name := _unknown_cell(text, lattice):
        raise UnknownCellError([Mistake(0, text.rindex(name), *lattice.explain_unknown_cell(name))])
    elif _WORDS.fullmatch(text) or (text.isascii() and text.isdecimal()):  # a roll of dice is a number
        return ActionText(text)
    else:
        raise ActionError([Mistake(0, 0, f"`{text}` is not an action", explain_forms(lattice))])
    names = (*cells, *forms.over.findall(text), *([last] if last else []))
    if unknown := [cell for cell in names if cell not in lattice]:
        raise UnknownCellError([Mistake(0, text.index(cell), *lattice.explain_unknown_cell(cell)) for cell in unknown])
    row = tuple(_row_moves(lattice, cells[0], last, cells[1])) if last and len(cells) > 1 else ()
    return ActionText(shown_text, tuple(cells), tuple(takes), tuple(forms.over.findall(removed)), row)


def explain_forms(lattice: Board, *, moves_alone: bool = False, places: bool = True) -> str:
    """How actions are written, as a hint; on a map with the names of two of its spaces. `moves_alone`: without jumps
    and placements; `places`: whether pieces are ever placed."""
    start, end, further, home = ("c3", "c4", "c5", "a1")
    placement = f", `pawn@{home}` places" if places else ""
    if not lattice.regular:
        start, end = (lattice.title(cell) for cell in (*lattice.cells, *lattice.cells)[:2])
        placement = f", `pawn@{start}` places" if places else ""
        return f"`{start} - {end}` moves, `{start} x {end}` captures" + ("" if moves_alone else placement)
    moves = f"`{start}-{end}` moves, `{start}x{further}` captures"
    return moves if moves_alone else f"{moves}, `b2-d4-f6` hops{placement}"


def _row_moves(lattice: Board, start: Cell, last: Cell, end: Cell) -> Iterator[tuple[Cell, Cell]]:
    """The moves of a row of pieces up to `last`, without that of the first, from `start` to `end`."""
    for cell in (*lattice.between(start, last), last):
        if to := lattice.step(cell, *lattice.offset(start, end)):
            yield cell, to


def _unknown_cell(text: str, lattice: Board) -> str:
    """The word of a text that should be a space of a map but is none. Empty on other boards, where the names of cells
    have a fixed form."""
    if lattice.regular:
        return ""
    for name in re.split(r"\s+[-–—x×]\s+", text) if re.search(r"\s[-–—x×]\s", text) else ():  # as people write it
        if name not in lattice and not lattice.name.fullmatch(name):
            return name.strip()
    path = re.match(rf"(?:(?:{lattice.name.pattern})[-x])*", text)
    rest = text[path.end() :] if path else text
    return re.split("[-@ ]", rest)[0] if rest != text or "-" in rest else ""
