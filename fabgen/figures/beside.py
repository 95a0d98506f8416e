"""What players hold in a position → rows under its board, in mm: whose, what it is called, which pieces, how many."""

from __future__ import annotations

from collections.abc import Iterator

from fabgen.artwork.drawing import Drawing, Role, together, write
from fabgen.artwork.text import text_width
from fabgen.figures.men import bars_of, draw_icon, tone_of
from fabgen.figures.shown import shown
from fabgen.rules.position import Position
from fabgen.spec.load import Spec

ROW, CAP = 0.85, 0.22  # of the cell: height of a row, of its capitals
LEAST_CAP = 1.4 / 90  # of the board's width: 6 pt where a figure is printed 90 mm wide


def draw_beside(spec: Spec, position: Position, side: float, below: float) -> Drawing:
    """Rows from a y in mm downwards; nothing where nobody holds anything."""
    cap = max(CAP * side, LEAST_CAP * side * spec.lattice.files)
    rows = [*_held(spec, position, side, cap), *_counted(position, cap)]
    return together(row.moved(0, below - (n + 0.75) * ROW * side) for n, row in enumerate(rows))


def _held(spec: Spec, position: Position, side: float, cap: float) -> Iterator[Drawing]:
    for (player, section), counts in position.held.items():
        said = f"{player.capitalize()} {section}"
        drawn = [write(Role.LABEL, said, (0, 0), cap, anchor="start")]
        x = text_width(said, cap) + 0.5 * side
        for piece in (name for name in spec.game.pieces if counts.get(name)):
            drawn.append(_icon(spec, player, piece, 0.8 * ROW * side).moved(x, -0.25 * side))
            drawn.append(write(Role.LABEL, f"× {counts[piece]}", (x + 0.3 * side, 0), cap, anchor="start"))
            x += 1.25 * side
        yield together(drawn)


def _counted(position: Position, cap: float) -> Iterator[Drawing]:
    for (player, section), count in position.counts.items():
        yield write(Role.LABEL, f"{player.capitalize()} {section} × {count}", (0, 0), cap, anchor="start")


def _icon(spec: Spec, player: str, piece: str, height: float) -> Drawing:
    shapes = {name: shown(spec.game, name) for name in spec.game.pieces}
    tallest = max(shape.height for shape in shapes.values())
    number = bars_of(spec.game, list(spec.game.players).index(player))
    return draw_icon(shapes[piece], height * shapes[piece].height / tallest, height, number,
                     tone_of(spec.game, player))
