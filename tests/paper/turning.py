"""A sheet that is turned over by hand, and a board that is nothing but its size."""

from __future__ import annotations

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.paper_things import PaperKit
from fabgen.artwork.path import Point, rectangle
from fabgen.core.languages import load_words
from fabgen.paper.duplex import Flip
from fabgen.typeset.pages import SheetFrame


def turned(spot: Point, frame: SheetFrame, flip: Flip) -> Point:
    """Where a place on the back is seen from the front. The paper is turned over one of its edges: a long edge of an
    upright sheet is its left one, of a sideways one its upper one."""
    long_is_upright = frame.height > frame.width
    about_upright_edge = long_is_upright if flip == "long" else not long_is_upright
    return (frame.width - spot[0], spot[1]) if about_upright_edge else (spot[0], frame.height - spot[1])


def bare_kit(files: int, ranks: int, cell: float, border: float = 10.0) -> PaperKit:
    """A board and nothing else."""
    board = draw(Role.EDGE, rectangle(0, 0, files * cell + 2 * border, ranks * cell + 2 * border))
    xs, ys = (tuple(border + cell * i for i in range(1, n)) for n in (files, ranks))
    return PaperKit("T", "D", "1", board, xs, ys, (), ("black",), lambda: board, load_words())
