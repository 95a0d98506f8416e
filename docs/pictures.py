"""A built game → the picture of README.md, from real output. Run `python docs/pictures.py` in a checkout with fabgen installed."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.build import build
from fabgen.figures.kit import laser_kit
from fabgen.make.profile import fit_of, load_material
from fabgen.make.theme import Ink, Theme, load_theme
from fabgen.spec.load import load_spec
from fabgen.write import pdf, png

GAME = "correction"
PICTURES = Path(__file__).parent / "pictures"
WIDTH, EDGE = 1260, 30
GROUND = "#f1f1ec"
ETCHED = (Role.MOVE, Role.CAPTURE, Role.SELF, Role.FORWARD, Role.MARK, Role.LABEL)


def acrylic() -> Theme:
    """The look of cut sheets on a table: frosted marks, open slots."""
    theme = load_theme("colour")
    inks = theme.inks | {role: Ink(fill="#ffffff") for role in ETCHED}
    inks |= {Role.GRID: Ink(stroke="#ffffff", width=0.2), Role.HOLE: Ink(fill=GROUND), Role.PIECE: Ink(fill="tone"), Role.EDGE: Ink(fill="tone")}
    return theme.model_copy(update={"inks": inks})


def cut_parts() -> Drawing:
    """One of each kind of part, a row for each player, in the colours of their sheets."""
    spec = load_spec(GAME)
    groups: dict[str, list[Drawing]] = {}
    for part in laser_kit(spec, lambda key: fit_of(load_material(key).material)):
        tone = part.material.partition("/")[2]
        items = tuple(Shape(i.paths, i.role, tone) if isinstance(i, Shape) and i.role is Role.EDGE else i for i in part.drawing.items)
        groups.setdefault(part.group, []).append(Drawing(items))
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


def fitted(picture: Image.Image, width: int) -> Image.Image:
    """The picture at a width."""
    return picture.resize((width, round(picture.height * width / picture.width)), Image.Resampling.LANCZOS)


def main() -> None:
    """Build the game and write the picture."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        out = build(GAME, Path(folder)).target
        book, prints = next((out / "rules").glob("*.pdf")), next((out / "print").glob("*a4*.pdf"))
        pages = [page(book, 0, 420), page(book, 7, 420), page(prints, 0, 420)]
        board = page(out / "diagrams" / "board.pdf", 0, 420)
    data = pdf.write_drawing(cut_parts(), acrylic(), 0)
    top = fitted(_on_ground(Image.open(io.BytesIO(png.render(data, 250))).convert("RGB")), WIDTH - 2 * EDGE)
    rest = WIDTH - 2 * EDGE - sum(p.width for p in pages) - 3 * 20
    picture = Image.new("RGB", (WIDTH, top.height + 420 + 3 * EDGE), GROUND)
    picture.paste(top, (EDGE, EDGE))
    x = EDGE
    for one in [*pages, fitted(board, rest)]:
        picture.paste(one, (x, top.height + 2 * EDGE))
        x += one.width + 20
    picture.quantize(160).save(PICTURES / "overview.png", optimize=True)


def _on_ground(picture: Image.Image) -> Image.Image:
    """White paper becomes the table, white marks stay: only what is joined to the border is paper."""
    from PIL import ImageDraw

    for corner in ((0, 0), (picture.width - 1, 0), (0, picture.height - 1), (picture.width - 1, picture.height - 1), (picture.width // 2, picture.height // 2)):
        if picture.getpixel(corner) == (255, 255, 255):
            ImageDraw.floodfill(picture, corner, (241, 241, 236), thresh=8)
    return picture


if __name__ == "__main__":
    main()
