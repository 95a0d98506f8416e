"""An example, or the start of a game → a scene: its position on the table in the manner of the cover, wider than high,
with the arrows of the first moves of the example.

It shows only moves that the rules have played, like the figure of the example. Around the board it has the colour of
the book.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fabgen.artwork.clipped_drawing import clip_drawing
from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.path import rectangle
from fabgen.figures.positions.claims import case_after, coloured_areas, played_steps
from fabgen.figures.positions.cover_position import moves_a_piece
from fabgen.figures.positions.table_view import compose_scene
from fabgen.rules.boards import Cell
from fabgen.rules.notation import ActionError, ActionText, read_action_text
from fabgen.rules.position import Position
from fabgen.spec.load import Spec

START = "setup"  # the name of the scene of the start
WIDE = 1.5  # of its height: the width of a scene


@dataclass(frozen=True)
class TableScene:
    """A position, the cells that the rules call by a colour in it, and the moves that are shown; `step` has the same
    moves with their players."""

    position: Position
    areas: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    moves: tuple[ActionText, ...] = ()
    step: tuple[tuple[str, str], ...] = ()


def scene_names(spec: Spec) -> tuple[str, ...]:
    """The names of all scenes: `setup` where pieces stand on the board at the start, and the ids of the examples that
    hold in this edition and for everybody's eyes."""
    examples = (example for example in spec.game.examples if not example.view and not example.under)
    return (*([START] if spec.start.pieces else []), *(example.id for example in examples if example.id != START))


def find_scene(spec: Spec, name: str) -> TableScene:
    """The scene with a name: of an example before the first step of its line in which pieces move on the board; where
    none do, before its line."""
    if name == START:
        return TableScene(spec.start)
    case = next(case for case in spec.cases if case.example.id == name)
    if case.match is None:
        return TableScene(case.position)
    positions = [case.match.rules.show(position) for position in case.match.positions]
    for number, step in enumerate(played_steps(case)):
        read = [(player, text, _read_move(text, positions[number])) for player, text in step]
        if moves := [(player, text, move) for player, text, move in read if move]:
            return TableScene(positions[number], coloured_areas(case_after(case, number)),
                         tuple(move for *_, move in moves), tuple((player, text) for player, text, _ in moves))
    return TableScene(positions[0], coloured_areas(case_after(case, 0)))


def _read_move(text: str, position: Position) -> ActionText | None:
    """An action that moves a piece of a position from cell to cell; None for another one."""
    try:
        move = read_action_text(text, position.setting.lattice)
    except ActionError:  # other words of a plug-in
        return None
    return move if moves_a_piece(move, position) else None


def draw_scene(spec: Spec, scene: TableScene, width: float) -> Drawing:
    """The picture of a scene, so many mm wide, in a frame."""
    picture = compose_scene(spec, scene.position, scene.areas, scene.moves, WIDE)
    x0, y0, x1, _ = picture.window or picture.drawing.bounds()
    box = 0.0, 0.0, width, width / WIDE
    frame = rectangle(*box)
    ground = draw(Role.PICTURE, frame, tone=spec.game.book.colour or "grey")
    seen = clip_drawing(picture.drawing.moved(-x0, -y0).scaled(width / (x1 - x0)), box)
    return (ground + seen + draw(Role.EDGE, frame)).in_group("scene")


__all__ = ["START", "TableScene", "draw_scene", "find_scene", "scene_names"]
