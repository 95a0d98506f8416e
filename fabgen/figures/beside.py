"""What players hold in a position → rows under its board, in mm: whose, what it is called, which pieces, how many."""

from __future__ import annotations

from collections.abc import Iterator

from fabgen.artwork.drawing import Drawing, Role, together, write
from fabgen.artwork.text import text_width
from fabgen.figures.men import bars_of, draw_icon, tone_of
from fabgen.figures.shown import shown
from fabgen.rules.position import Position
from fabgen.spec.load import Spec
from fabgen.words import Words, load_words

ROW, CAP = 0.85, 0.22  # of the cell: height of a row, of its capitals
LEAST_CAP = 1.98 / 39  # of the board's width: 8 pt where a figure is printed 40 mm wide with the names of its ranks


def draw_beside(spec: Spec, position: Position, side: float, below: float) -> Drawing:
    """Rows from a y in mm downwards; nothing where nobody holds anything."""
    across = _across(spec)
    cap = max(CAP * side, LEAST_CAP * side * across)
    words = load_words(spec.game.language, spec.folder)
    rows = [*_held(spec, position, side, cap, words), *_counted(position, cap, words)]
    high = max(ROW * side, 1.9 * cap)
    return together(row.moved(0, below - (n + 0.8) * high) for n, row in enumerate(rows))


def _held(spec: Spec, position: Position, side: float, cap: float, words: Words) -> Iterator[Drawing]:
    for (player, section), counts in position.held.items():
        said = words.said("{player} {section}", player=player.capitalize(), section=words.said(section))
        drawn = [write(Role.LABEL, said, (0, 0), cap, anchor="start")]
        x = text_width(said, cap) + 0.5 * side
        for piece in (name for name in spec.game.pieces if counts.get(name)):
            icon, number = _icon(spec, player, piece, 0.8 * ROW * side), f"× {counts[piece]}"
            behind = max(0.3 * side, icon.bounds()[2] + 0.1 * side)
            wide = behind + text_width(number, cap)
            if x + wide > _across(spec) * side and len(drawn) > 1:
                yield together(drawn)
                drawn, x = [], 0.5 * side
            drawn.append(icon.moved(x, -0.25 * side))
            drawn.append(write(Role.LABEL, number, (x + behind, 0), cap, anchor="start"))
            x += wide + 0.5 * side
        yield together(drawn)


def _across(spec: Spec) -> float:
    """The width of the cells of a board, in cells."""
    return spec.lattice.files if spec.game.board.grid else spec.spaces.size[0] / spec.game.board.cell


def _counted(position: Position, cap: float, words: Words) -> Iterator[Drawing]:
    for (player, section), count in position.counts.items():
        said = words.said("{player} {section}", player=player.capitalize(), section=words.said(section))
        yield write(Role.LABEL, f"{said} × {count}", (0, 0), cap, anchor="start")


def _icon(spec: Spec, player: str, piece: str, height: float) -> Drawing:
    shapes = {name: shown(spec.game, name) for name in spec.game.pieces}
    tallest = max(shape.height for shape in shapes.values())
    number = bars_of(spec.game, list(spec.game.players).index(player))
    return draw_icon(shapes[piece], height * shapes[piece].height / tallest, height, number,
                     tone_of(spec.game, player))
