"""A built output folder → the pictures of README.md. Run `python docs/pictures.py` in a checkout with fabgen and pillow installed."""

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
from fabgen.make.theme import load_theme
from fabgen.spec.load import load_spec
from fabgen.write import pdf, png

GAME = "correction"
PICTURES = Path(__file__).parent / "pictures"
PAPER = (246, 246, 243)


def page(path: Path, number: int, width: int) -> Image.Image:
    """A page of a PDF, `width` pixels wide."""
    document = pypdfium2.PdfDocument(path)
    sheet = document[number]
    picture: Image.Image = sheet.render(scale=width / sheet.get_width()).to_pil()
    document.close()
    return picture.convert("RGB")


def parts(width: int) -> Image.Image:
    """What the laser cuts for one player, seen as it lies on the table: coloured sheets with their etched marks."""
    spec = load_spec(GAME)
    shown, x = Drawing(), 0.0
    for part in laser_kit(spec, lambda key: fit_of(load_material(key).material)):
        if part.group == "board":
            continue
        tone = part.material.partition("/")[2]
        items = tuple(Shape(i.paths, Role.PIECE, tone) if isinstance(i, Shape) and i.role is Role.EDGE else i for i in part.drawing.items)
        left, low, right, _ = part.drawing.bounds()
        row = list(spec.game.players).index(tone) if tone in spec.game.players else 0
        if row and f"{tone} row" not in seen:
            seen.add(f"{tone} row")
            x = 0.0
        shown += Drawing(items).moved(x - left, -row * 66 - (0 if "standee" in part.name else low + 3))
        x += right - left + 5
    data = png.render(pdf.write_drawing(shown, load_theme("colour"), 3), 200)
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    return picture.resize((width, round(picture.height * width / picture.width)), Image.Resampling.LANCZOS)


seen: set[str] = set()


def main() -> None:
    """Build the game and write the pictures."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        out = build(GAME, Path(folder)).target
        book = next((out / "rules").glob("*.pdf"))
        prints = next((out / "print").glob("*a4*.pdf"))
        board = Image.open(out / "diagrams" / "setup.png").convert("RGB")
        pages = [page(book, 0, 300), page(book, 7, 300), page(prints, 0, 300), page(prints, 3, 420)]
    top = parts(1180)
    picture = Image.new("RGB", (1260, top.height + 520), PAPER)
    picture.paste(top, (40, 30))
    board.thumbnail((300, 430))
    x = 40
    for one in [*pages[:3], pages[3]]:
        one.thumbnail((330, 430))
        picture.paste(one, (x, top.height + 60))
        x += one.width + 18
    picture.quantize(128).save(PICTURES / "overview.png", optimize=True)


if __name__ == "__main__":
    main()
