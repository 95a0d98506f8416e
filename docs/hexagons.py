"""Boards of hexagons with a piece in the middle → the picture of spec.md: names of cells, and which of them lie ahead.

Run `python docs/hexagons.py` in a checkout with fabgen installed.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
from PIL import Image

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw_text
from fabgen.artwork.export import pdf
from fabgen.artwork.themes import load_theme
from fabgen.figures.positions.claims import FigureClaims
from fabgen.figures.positions.position import draw_position
from fabgen.rules.notation import read_action_text
from fabgen.rules.position import Position
from fabgen.spec.load import load_spec

TO = Path(__file__).parent / "pictures" / "hexagons.png"
SIDE, CAP, NAME, APART = 12.0, 2.6, 1.9, 8.0  # mm: a cell, capitals of captions and of names, between two boards
WIDTH = 1200  # pixels
BOARDS = (("hexagon: 3", "c3", "up"), ("hexagon: 3", "c3", "up-right"), ("rhombus: 4x4", "b2", "up"),
          ("triangle: 5", "b2", "down-right"))
GAME = """\
fabgen: 1
title: Hexagons
designer: Nobody
players: {{red: {{forward: {forward}, material: acrylic-3mm/red}}}}
board: {{{board}, cell: 40 mm, material: acrylic-3mm/clear}}
pieces: {{runner: {{moves: fmW, body: {{standee: pawn}}}}}}
"""


def boards(folder: Path) -> Iterator[Drawing]:
    """Each board with a runner and the cells that lie ahead of it, its spec's words below."""
    for board, cell, forward in BOARDS:
        (folder / "game.yaml").write_text(GAME.format(board=board, forward=forward), "utf-8")
        spec = load_spec(str(folder))
        position = Position.parse(f"red: runner {cell}", spec.setting)
        steps = [read_action_text(str(one), spec.lattice) for one in spec.rules.all_moves(position, "red")]
        shown = draw_position(spec, position, FigureClaims(exactly=tuple(steps)), SIDE).without(Role.COORDINATE)
        middles = spec.spaces.scaled(SIDE).middles.items()
        shown += combine_drawings(
            draw_text(Role.COORDINATE, name, (x, y - 0.42 * SIDE), NAME) for name, (x, y) in middles if name != cell
        )
        x0, y0, x1, _ = shown.bounds()
        words = draw_text(Role.NOTE, f"{board}, on {cell}, forward: {forward}", ((x0 + x1) / 2, y0 - 2 * CAP), CAP)
        yield (shown + words).moved(-x0, -y0)


def main() -> None:
    """All boards side by side."""
    row, x = Drawing(), 0.0
    with tempfile.TemporaryDirectory() as folder:
        for one in boards(Path(folder)):
            left, _, right, _ = one.bounds()
            row += one.moved(x - left, 0)
            x += right - left + APART
    with pypdfium2.PdfDocument(pdf.write_drawing(row, load_theme("colour"), 3)) as document:
        picture: Image.Image = document[0].render(scale=2 * WIDTH / document[0].get_width()).to_pil().convert("RGB")
    picture = picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)), Image.Resampling.LANCZOS)
    picture.quantize(64).save(TO, optimize=True)


if __name__ == "__main__":
    main()
