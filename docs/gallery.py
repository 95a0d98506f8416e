"""All games that come with fabgen, built → gallery.md and its pictures, from real output, and the README's numbers.

Run `python docs/gallery.py` in a checkout with `.[test]` installed; no browser is needed. The games are built side by
side, and each picture is drawn as soon as its game is built: about 160 s of processor time, so two minutes or three
on two processors that do nothing else. Nothing is written unless every game is built.
"""

from __future__ import annotations

import io
import json
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2
import resvg_py
from pictures import EDGE, GROUND, game_picture, page
from PIL import Image, ImageChops, ImageOps

from fabgen.build import build_each
from fabgen.spec.build_options import DEFAULT_FOLDERS, Options
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec

HERE = Path(__file__).parent
WIDTH, HIGH, MODEL_HIGH, HIGHEST = 1200, 700, 800, 800
HEADS = ("game", "sheets", "laser, min", "handwork, min", "parts", "A4 pages to print", "pages of the rulebook")
START, END = "<!-- written by docs/gallery.py -->", "<!-- until here -->"
HEAD = """# Gallery

What `fabgen build all` makes of the games that come with fabgen: the game as it will look (its solids); the
board as a diagram, and what the laser cuts of board and pieces; cover and a spread of the rulebook; pages to print.
`python docs/gallery.py` makes this page anew. What each game takes in sheets, minutes and pages stands in the
[README](../README.md).
"""


def sheet_picture(path: Path) -> Image.Image:
    """What lies on a laser sheet, as a browser shows it, without the rest of the sheet."""
    bold = re.sub(r'stroke-width="[\d.]+(mm)?"', 'stroke-width="0.5"', path.read_text("utf-8"))  # hairlines vanish here
    data = bytes(resvg_py.svg_to_bytes(svg_string=bold, dpi=110, background="#ffffff"))
    image = Image.open(io.BytesIO(data)).convert("RGB")
    return ImageOps.expand(image.crop(ImageChops.invert(image).getbbox()), EDGE // 2, "#ffffff")


def count(path: Path) -> int:
    """The number of a PDF's pages."""
    with pypdfium2.PdfDocument(path) as document:
        return len(document)


def spread(path: Path) -> Image.Image:
    """Two facing pages from the middle of a book, an even one at the left."""
    left = max(1, count(path) // 2 // 2 * 2 - 1)
    pages = [page(path, number, HIGH) for number in (left, left + 1)]
    joined = Image.new("RGB", (sum(one.width for one in pages) + 2, HIGH), "#999999")
    joined.paste(pages[0], (0, 0))
    joined.paste(pages[1], (pages[0].width + 2, 0))
    return joined


def page_of_pieces(path: Path) -> int:
    """The first page of a print-and-play set whose head names pieces; the last page where none does."""
    with pypdfium2.PdfDocument(path) as document:
        heads = [document[number].get_textpage().get_text_bounded()[:120] for number in range(1, len(document))]
    return next((number for number, head in enumerate(heads, 1) if "piece" in head.lower()), len(heads))


def justified(images: list[Image.Image]) -> Image.Image:
    """Pictures beside each other, as high as it takes to fill the width."""
    room = WIDTH - (len(images) + 1) * EDGE
    height = min(HIGHEST, round(room / sum(one.width / one.height for one in images)))
    scaled = [one.resize((round(one.width * height / one.height), height), Image.Resampling.LANCZOS) for one in images]
    row = Image.new("RGB", (WIDTH, height + EDGE), GROUND)
    x = (WIDTH - sum(one.width for one in scaled) - (len(scaled) - 1) * EDGE) // 2
    for one in scaled:
        row.paste(one, (x, 0))
        x += one.width + EDGE
    return row


def picture(game: str, out: Path) -> Image.Image:
    """The model; the board and what is cut; cover and spread of the rulebook; printed pages: in rows, on one ground."""
    job = json.loads((out / "laser" / "job.json").read_text("utf-8"))
    board, *others = sorted(job["sheets"], key=lambda sheet: "board" not in sheet["parts"])
    pieces = max(others or [board], key=lambda sheet: (len(sheet["parts"]), sheet["name"]))
    book, prints = next((out / "rules").glob("*-rules.pdf")), next((out / "print").glob("*a4*.pdf"))
    rows = [
        [game_picture(game, WIDTH - 2 * EDGE, MODEL_HIGH)],
        [page(out / "diagrams" / "board.pdf", 0, HIGH), sheet_picture(out / "laser" / board["files"][0]),
         sheet_picture(out / "laser" / pieces["files"][0])],
        [page(book, 0, HIGH), spread(book)],
        [page(prints, number, HIGH) for number in (0, 1, page_of_pieces(prints))],
    ]
    strips = [justified(row) for row in rows]
    drawn = Image.new("RGB", (WIDTH, EDGE + sum(strip.height for strip in strips)), GROUND)
    y = EDGE
    for strip in strips:
        drawn.paste(strip, (0, y))
        y += strip.height
    return drawn


def numbers(out: Path) -> Iterator[str]:
    """What it takes: sheets, minutes at the laser, pages."""
    job: dict[str, Any] = json.loads((out / "laser" / "job.json").read_text("utf-8"))
    entries = json.loads((out / "manifest.json").read_text("utf-8"))["files"]
    sheets = Counter(sheet["material"] for sheet in job["sheets"])
    yield "; ".join(f"{count} {name}" for name, count in sheets.items())
    yield f"{job['minutes']:.0f}"
    yield f"{job['handwork_minutes']:.0f}"
    yield str(sum(sum(sheet["parts"].values()) for sheet in job["sheets"]))
    for folder, part in (("print", "-a4-"), ("rules", "-rules.pdf")):
        yield str(next(one["pages"] for one in entries if one["path"].startswith(folder) and part in one["path"]))


def tell(rows: list[str]) -> None:
    """Write the README's table of numbers anew: between two remarks that nobody sees."""
    readme = HERE.parent / "README.md"
    table = "\n".join([f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}", *rows])
    before, _, rest = readme.read_text("utf-8").partition(f"{START}\n")
    readme.write_text(f"{before}{START}\n{table}\n{END}{rest.partition(END)[2]}", "utf-8")


def main() -> None:
    """Build all and write the page."""
    begun, games, results, pictures = time.monotonic(), list(template_folders()), {}, dict[str, Image.Image]()
    with tempfile.TemporaryDirectory() as folder:
        for built in build_each(games, Path(folder), Options(), DEFAULT_FOLDERS):
            if built.result is None:
                sys.exit(f"{built.game} is not built:\n" + "\n".join(map(str, built.problems)))
            results[built.game] = [*numbers(built.result.target)]
            pictures[built.game] = picture(built.game, built.result.target)
            print(f"{built.game}: built and drawn after {time.monotonic() - begun:.0f} s", flush=True)
    (HERE / "pictures").mkdir(exist_ok=True)
    rows, shown = [], []
    for game in games:
        spec, name = load_spec(game).game, f"gallery-{game}.jpg"
        pictures[game].save(HERE / "pictures" / name, quality=88, optimize=True)
        shown.append(f"## {spec.title}\n\n{spec.summary or ''} By {spec.designer}.\n\n"
                     f"![{spec.title} as it will look, its board, laser sheet, rulebook and print pages]"
                     f"(pictures/{name})\n")
        rows.append(f"| *{spec.title}* | {' | '.join(results[game])} |")
    (HERE / "gallery.md").write_text("\n".join([HEAD, *shown]), "utf-8")
    tell(rows)


if __name__ == "__main__":
    main()
