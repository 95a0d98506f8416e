"""A sound spec → the game as fabgen understands it, for its designer to read: who has what, how it moves, what it is
made of; and what a laser would have to do differently.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fabgen.advice import cell_hint
from fabgen.artwork.part import Part
from fabgen.base import FabgenError, Problem, plural, words
from fabgen.figures.board import board_size
from fabgen.figures.boards import boards
from fabgen.figures.told import movement_words
from fabgen.make.job import Job
from fabgen.rules.diagram import Diagram
from fabgen.spec.load import Spec
from fabgen.stages import spec_words


def summary(spec: Spec, job: Job) -> Iterator[str]:
    """Lines of text: the board, each kind of piece with its diagram, tokens, box and paper."""
    width, height = board_size(spec.game, spec.spaces)
    parts = _board(spec, job)
    made = f", cut in {'one piece' if len(parts) == 1 else plural(len(parts), 'part')}" if parts else ""
    yield f"  board: {_outline(spec)} of {spec.game.board.cell:g} mm; {width:g} x {height:g} mm{made}"
    for name, token in spec.game.tokens.items():
        yield f"  {name}: {plural(token.count, token.shape)} of {token.size:g} mm"
    for name, aid in spec.game.aids.items():
        yield f"  {name}: {aid.kind}{'' if aid.count is None else f' x {aid.count}'}, on paper"
    for name in spec.game.pieces:
        diagram = spec.diagram(name)
        yield f"  {name}: {movement_words(spec, name, spec_words(spec), as_written=True)}{_counts(spec, diagram)}"
        yield from (f"      {row}" for row in str(diagram).splitlines())


def too_large(spec: Spec, job: Job) -> Iterator[Problem]:
    """A notice where the board must be parted, with the cell for which it would be whole; an error where no number of
    parts does."""
    where = spec.source.where("board", "cell")
    parts = _board(spec, job)
    asked = _with_split(spec, "never") if len(parts) > 1 else spec
    if all(map(job.holds, _board(asked, job))):
        return
    hint = cell_hint(asked, job, parting=len(parts) <= 1)
    if hint and len(parts) > 1:
        width, height = board_size(spec.game, spec.spaces)
        what = f"a board of {width:g} x {height:g} mm is cut in {plural(len(parts), 'part')}, to be put together"
        yield Problem(where, what, f"in one part {hint}", "notice")
    elif hint:
        yield Problem(where, "the board is larger than its sheet", hint)


def _board(spec: Spec, job: Job) -> Sequence[Part]:
    """The parts that lie beside each other; what a build of them asks for is told elsewhere."""
    try:
        return [part for part in boards(spec, job.fit) if part.group == "board"]
    except FabgenError:
        return ()


def _with_split(spec: Spec, split: str) -> Spec:
    board = spec.game.board.model_copy(update={"split": split})
    return replace(spec, game=spec.game.model_copy(update={"board": board}))


def _outline(spec: Spec) -> str:
    """`6x6 cells`, `61 hexagons`, `12 spaces`."""
    board = spec.game.board
    if board.grid and not board.holes:
        return f"{board.grid} cells"
    return plural(len(spec.lattice.cells), "cell" if board.grid else "space" if board.map else "hexagon")


def _counts(spec: Spec, diagram: Diagram) -> str:
    """How much a piece can do, in brackets; on a map that differs from space to space."""
    return "" if spec.game.board.map else f" ({_counted(diagram)})"


def _counted(diagram: Diagram) -> str:
    """How much a piece can do: the cells that its diagram shows, `and on` where a line does."""
    marks = diagram.marks.values()
    on = " and on" if any(mark.on for mark in marks) else ""
    going, taking = (sum(map(test, marks)) for test in (lambda m: m.empties, lambda m: m.captures))
    counts = (("goes to", going), ("captures on", taking))
    said = [f"{verb} {plural(number, 'cell')}" for verb, number in counts if number]
    return (words(said) or "stays where it is") + on
