"""What a piece may do on a cell → the mark for it, as a glyph. docs/notation.md lists the glyphs.

A capital (`#` for `*`) means that the cells behind, on the same line, have the same mark up to the board's edge.
"""

from __future__ import annotations

from enum import Enum, Flag, auto

from fabgen.core.problems import join_words


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


class MoveMark(Enum):
    """The meaning of a mark; the value is its glyph."""

    MOVE = "o"
    CAPTURE = "x"
    BOTH = "*"
    MOVE_ON = "O"
    CAPTURE_ON = "X"
    BOTH_ON = "#"
    FIRST_MOVE = "1"
    FIRST_CAPTURE = "2"
    FIRST_BOTH = "3"
    HOP = "h"
    LOCUST = "l"
    EITHER = "b"
    HOP_MOVE = "m"
    LOCUST_MOVE = "t"
    EITHER_MOVE = "a"
    HOP_ON = "H"
    LOCUST_ON = "L"
    EITHER_ON = "B"
    HOP_MOVE_ON = "M"
    LOCUST_MOVE_ON = "T"
    EITHER_MOVE_ON = "A"

    @property
    def goes_on(self) -> bool:
        """Whether all cells behind this one, up to the edge, have the same mark."""
        return self is not self.plain

    @property
    def plain(self) -> MoveMark:
        """The mark for the same acts on this cell alone."""
        return MoveMark("*" if self.value == "#" else self.value.lower())

    @property
    def acts(self) -> Act:
        """All that may be done on the cell."""
        return _ACTS[self.plain]

    @property
    def allows_empty(self) -> bool:
        """Whether the piece may go there while the cell is empty."""
        return bool(self.acts & ~(Act.CAPTURE | Act.FIRST_CAPTURE))

    @property
    def captures(self) -> bool:
        """Whether the piece captures an enemy on the cell."""
        return bool(self.acts & (Act.CAPTURE | Act.FIRST_CAPTURE))

    @property
    def words(self) -> str:
        """`a move or capture`, `a first move`, `a hop and on`."""
        return f"a {act_words(self.acts)}{' and on' if self.goes_on else ''}"


_ACTS = {
    MoveMark.MOVE: Act.MOVE,
    MoveMark.CAPTURE: Act.CAPTURE,
    MoveMark.BOTH: Act.MOVE | Act.CAPTURE,
    MoveMark.FIRST_MOVE: Act.FIRST_MOVE,
    MoveMark.FIRST_CAPTURE: Act.FIRST_CAPTURE,
    MoveMark.FIRST_BOTH: Act.FIRST_MOVE | Act.FIRST_CAPTURE,
    MoveMark.HOP: Act.HOP,
    MoveMark.LOCUST: Act.LOCUST,
    MoveMark.EITHER: Act.HOP | Act.LOCUST,
    MoveMark.HOP_MOVE: Act.HOP | Act.MOVE,
    MoveMark.LOCUST_MOVE: Act.LOCUST | Act.MOVE,
    MoveMark.EITHER_MOVE: Act.HOP | Act.LOCUST | Act.MOVE,
}
_WORDS = {Act.MOVE: "move", Act.CAPTURE: "capture", Act.FIRST_MOVE: "first move", Act.FIRST_CAPTURE: "first capture",
          Act.HOP: "hop", Act.LOCUST: "hop that takes"}


def act_words(acts: Act) -> str:
    """The words for acts: `move or capture`."""
    return join_words([_WORDS[act] for act in Act if act in acts], "or")


def mark_for(acts: Act, on: bool) -> MoveMark | None:
    """The mark for exactly these acts, going on to the edge or not; None where there is none."""
    return next((meaning for meaning in MoveMark if (meaning.acts, meaning.goes_on) == (acts, on)), None)
