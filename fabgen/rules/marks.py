"""What a piece may do on a cell → the mark that says so, and its glyph in text. docs/notation.md lists the glyphs.

There is a mark for everything that a movement and hops can do on one cell: a step (move and capture, each never, on the
first move only, or always) and a hop (none, one that captures nothing, one that captures, or both).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag, auto

from fabgen.core.english import join_words


class Act(Flag):
    """Ways to end a move on a cell.

    The two FIRST acts are for a piece's first move only. HOP captures nothing, LOCUST captures the piece that it jumps
    over.
    """

    MOVE = auto()
    CAPTURE = auto()
    FIRST_MOVE = auto()
    FIRST_CAPTURE = auto()
    HOP = auto()
    LOCUST = auto()


HOPS = Act.HOP | Act.LOCUST
MOVE_OR_CAPTURE = Act.MOVE | Act.CAPTURE
MOVES, CAPTURES = Act.MOVE | Act.FIRST_MOVE, Act.CAPTURE | Act.FIRST_CAPTURE
_HOP_COLUMNS = (Act(0), Act.HOP, Act.LOCUST, HOPS)
# The glyphs of a step without a hop and with each kind of hop: the mark's own, then that of the mark that goes on.
_GLYPH_ROWS = {
    Act(0): ("", "hH", "lL", "bB"),
    Act.MOVE: ("oO", "mM", "tT", "aA"),
    Act.CAPTURE: ("xX", "cC", "dD", "eE"),
    Act.MOVE | Act.CAPTURE: ("*#", "fF", "gG", "iI"),
    Act.FIRST_MOVE: ("1!", "jJ", "kK", "nN"),
    Act.FIRST_CAPTURE: ("2?", "pP", "qQ", "rR"),
    Act.FIRST_MOVE | Act.FIRST_CAPTURE: ("3+", "sS", "uU", "vV"),
    Act.MOVE | Act.FIRST_CAPTURE: ("4$", "wW", "yY", "zZ"),
    Act.FIRST_MOVE | Act.CAPTURE: ("5%", "6^", "7&", "8="),
}
_GLYPHS = {
    step | hop: glyphs
    for step, row in _GLYPH_ROWS.items()
    for hop, glyphs in zip(_HOP_COLUMNS, row, strict=True)
    if glyphs
}


@dataclass(frozen=True)
class MoveMark:
    """A mark of a movement diagram: all that a piece may do on a cell. With `goes_on` it may do the same on every cell
    behind, on the same line, up to the board's edge. `is_only_kind`: all marks of the game allow a move or a capture,
    so that nothing but their place needs a sign.

    ValueError for acts that no piece has, such as a move that is possible always and on the first move only.
    """

    acts: Act
    goes_on: bool = False
    is_only_kind: bool = False

    def __post_init__(self) -> None:
        if self.acts not in _GLYPHS or (self.is_only_kind and self.acts != MOVE_OR_CAPTURE):
            raise ValueError(f"no mark says {self.acts}")

    @property
    def glyph(self) -> str:
        """The character that stands for the mark in text."""
        return _GLYPHS[self.acts][self.goes_on]

    @property
    def plain(self) -> MoveMark:
        """The mark that says the same of this cell alone."""
        return MoveMark(self.acts, is_only_kind=self.is_only_kind)

    @property
    def steps(self) -> Act:
        """What the piece may do on the cell without a hop."""
        return self.acts & ~HOPS

    @property
    def hops(self) -> Act:
        """The hops that may end on the cell."""
        return self.acts & HOPS

    @property
    def allows_empty(self) -> bool:
        """Whether the piece may go there while the cell is empty."""
        return bool(self.acts & ~CAPTURES)

    @property
    def captures(self) -> bool:
        """Whether the piece captures an enemy on the cell."""
        return bool(self.acts & CAPTURES)

    @property
    def words(self) -> str:
        """`a move or capture`, `a first move`, `a hop and on`."""
        return f"a {act_words(self.acts)}{' and on' if self.goes_on else ''}"


_FIRST = Act.FIRST_MOVE | Act.FIRST_CAPTURE
_GROUPS = (
    [acts for acts in _GLYPHS if not acts & (HOPS | _FIRST)],
    [acts for acts in _GLYPHS if acts & _FIRST and not acts & HOPS],
    [acts for acts in _GLYPHS if acts & HOPS],
)
# Every mark, in the order in which a legend explains them.
ALL_MARKS = tuple(MoveMark(acts, goes_on) for group in _GROUPS for goes_on in (False, True) for acts in group)
ONLY_KIND_MARKS = tuple(MoveMark(MOVE_OR_CAPTURE, goes_on, is_only_kind=True) for goes_on in (False, True))
MARKS_BY_GLYPH = {mark.glyph: mark for mark in ALL_MARKS}

_WORDS = {Act.MOVE: "move", Act.CAPTURE: "capture", Act.FIRST_MOVE: "first move", Act.FIRST_CAPTURE: "first capture",
          Act.HOP: "hop", Act.LOCUST: "hop that takes"}


def act_words(acts: Act) -> str:
    """The words for acts: `move or capture`."""
    return join_words([_WORDS[act] for act in Act if act in acts], "or")
