"""A built game → the picture of README.md, from real output; our shapes and marks → those of look.md.

Run `python docs/pictures.py` in a checkout with fabgen installed.
"""

from __future__ import annotations

import io
import tempfile
from dataclasses import replace
from pathlib import Path

import pypdfium2
from PIL import Image, ImageColor

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.artwork.export import pdf
from fabgen.artwork.themes import Ink, Theme, load_theme
from fabgen.authoring.listing import contact_sheet
from fabgen.build import build
from fabgen.figures.components.kit import make_laser_kit
from fabgen.figures.silhouettes.contact_sheets import CONTACT_SHEETS
from fabgen.laser.job import make_laser_job
from fabgen.materials.material import load_material, make_fit
from fabgen.model.game_picture import draw_game
from fabgen.spec.build_options import Options
from fabgen.spec.load import load_spec

GAME = "correction"
PICTURES = Path(__file__).parent / "pictures"
WIDTH, EDGE = 1260, 30
MODEL_HIGH = 540
SHEET = 1000  # pixels
GROUND = "#f1f1ec"
ETCHED = (Role.MOVE, Role.CAPTURE, Role.SELF, Role.FORWARD, Role.MARK, Role.LABEL)


def acrylic() -> Theme:
    """The look of cut sheets on a table: frosted marks, open slots."""
    theme = load_theme("colour")
    frosted = {role: Ink(fill="#ffffff") for role in ETCHED}
    frosted |= {Role.GRID: Ink(stroke="#ffffff", width=0.2), Role.ZONE: Ink(stroke="#ffffff", width=0.3)}
    sheet = {Role.HOLE: Ink(fill=GROUND), Role.EDGE: Ink(fill="tone")}
    return theme.model_copy(update={"inks": theme.inks | frosted | sheet})


def cut_parts() -> Drawing:
    """One of each kind of part, a row for each player, in the colours of their sheets."""
    spec = load_spec(GAME)
    groups: dict[str, list[Drawing]] = {}
    for part in make_laser_kit(spec, lambda key: make_fit(load_material(key).material)):
        tone = part.material.partition("/")[2]
        edges = [item for item in part.drawing.only(Role.EDGE).items if isinstance(item, Shape)]
        outside = Drawing(tuple(replace(edge, tone=tone) for edge in edges))
        groups.setdefault(part.group, []).append(outside + part.drawing.without(Role.EDGE))
    rows = [groups[f"{player} pieces"] for player in spec.game.players]
    rows[0] += [token for name in spec.game.tokens for token in groups[f"{name} tokens"]]
    shown = Drawing()
    for y, row in enumerate(rows):
        x = 0.0
        for drawing in row:
            left, low, right, _ = drawing.bounds()
            shown += drawing.moved(x - left, -y * 62 - low)
            x += right - left + 5
    return shown


def page(path: Path, number: int, height: int) -> Image.Image:
    """A page of a PDF, `height` pixels high."""
    document = pypdfium2.PdfDocument(path)
    sheet = document[number]
    picture: Image.Image = sheet.render(scale=height / sheet.get_height()).to_pil().convert("RGB")
    document.close()
    return picture


def on_ground(data: bytes, width: int) -> Image.Image:
    """The first page of a PDF on the table's colour, `width` pixels wide."""
    document = pypdfium2.PdfDocument(data)
    scale = 2 * width / document[0].get_width()
    picture: Image.Image = document[0].render(scale=scale, fill_color=(*ImageColor.getrgb(GROUND), 255)).to_pil()
    document.close()
    return fitted(picture.convert("RGB"), width)


def fitted(picture: Image.Image, width: int) -> Image.Image:
    """The picture at a width."""
    return picture.resize((width, round(picture.height * width / picture.width)), Image.Resampling.LANCZOS)


def game_picture(game: str, width: int, height: int) -> Image.Image:
    """A game as it will look, in a moment of play: its solids, in the materials of a usual build."""
    spec = load_spec(game)
    job = make_laser_job(spec, Options())
    return draw_game(spec, job.fit, job.stock, width, height)


def main() -> None:
    """Build the game and write the picture."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        out = build(GAME, Path(folder)).target
        book, prints = next((out / "rules").glob("*-rules.pdf")), next((out / "print").glob("*a4*.pdf"))
        pages = [page(book, 0, 420), page(book, 7, 420), page(prints, 0, 420)]
        board = page(out / "diagrams" / "board.pdf", 0, 420)
    model = game_picture(GAME, WIDTH - 2 * EDGE, MODEL_HIGH)
    data = pdf.write_drawing(cut_parts(), acrylic(), 0)
    top = on_ground(data, WIDTH - 2 * EDGE)
    rest = WIDTH - 2 * EDGE - sum(p.width for p in pages) - 3 * 20
    picture = Image.new("RGB", (WIDTH, model.height + top.height + 420 + 4 * EDGE), GROUND)
    picture.paste(model, (EDGE, EDGE))
    picture.paste(top, (EDGE, model.height + 2 * EDGE))
    x = EDGE
    for one in [*pages, fitted(board, rest)]:
        picture.paste(one, (x, model.height + top.height + 3 * EDGE))
        x += one.width + 20
    picture.save(PICTURES / "overview.jpg", quality=88, optimize=True)
    write_sheets()


def write_sheets() -> None:
    """The shapes and the marks."""
    for what in CONTACT_SHEETS:
        drawn = Image.open(io.BytesIO(contact_sheet(what, "png"))).convert("L")
        small = drawn.resize((SHEET, round(drawn.height * SHEET / drawn.width)), Image.Resampling.LANCZOS)
        small.quantize(16).save(PICTURES / f"{what}.png", optimize=True)


if __name__ == "__main__":
    main()
