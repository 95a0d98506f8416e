"""The zip of a game for a plotter → every Problem of it: the lines of both formats are the same, closed and apart, and
every page shows its things within what is cut out of it, and nothing between them.

Read with other programs' readers: Python's zipfile, PDFium, Pillow, and those of laser files.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from fabgen.core.english import count_things
from fabgen.core.problems import Location, Problem
from fabgen.verify.readers.content import Element, FileContent

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely import Polygon

PRINT, README = "print.pdf", "README.txt"
SHEET = re.compile(r"(svg|dxf)/((?:test|sheet|creases)(?:-\d+)?)\.\1")
PICTURE = re.compile(r"images/(?:test|sheet-\d+)\.png")
AGAIN = "export the game again"
DPI, INCH = 150, 25.4  # dots an inch at which pages are looked at; mm
REACH = 2.6  # mm: how far print may go beyond a cut
INKED = 245  # of 255: what is darker is ink
LEAST_INK = 0.002  # of the area of a thing: less is nothing
MOST_STRAY = 20  # pixels between things: fewer are no picture
SAME = 0.01  # mm2 for each mm of outline: how much two formats may differ


def is_print_and_cut(names: Sequence[str]) -> bool:
    """Whether the files of a zip are those of a game for a plotter."""
    return "contents.csv" not in names and any(SHEET.fullmatch(name) or PICTURE.fullmatch(name) for name in names)


def check_print_and_cut(archive: zipfile.ZipFile) -> Iterator[Problem]:
    """Every Problem of a zip that can be unpacked."""
    names = archive.namelist()
    known = {PRINT, README, *(name for name in names if SHEET.fullmatch(name) or PICTURE.fullmatch(name))}
    yield from (Problem(Location(name), "the file is not one of a game for a plotter", AGAIN)
                for name in names if name not in known)
    yield from (Problem(Location(name), "the file is missing from the zip", AGAIN) for name in [README]
                if name not in names)
    sheets = {match[2] for name in names if (match := SHEET.fullmatch(name))}
    contents: dict[str, FileContent] = {}
    with TemporaryDirectory(prefix="fabgen-") as folder:
        for stem in sorted(sheets):
            pair = []
            for suffix in ("svg", "dxf"):
                content, problems = read_lines(archive, f"{suffix}/{stem}.{suffix}", Path(folder))
                yield from problems
                pair += [content] if content else []
            if len(pair) == 2:
                yield from _compare(*pair)
                contents[stem] = pair[0]
    if PRINT in names:
        yield from _check_print(archive.read(PRINT), contents)
    for name in filter(PICTURE.fullmatch, names):
        yield from _check_picture(archive.read(name), name)


def summary(archive: zipfile.ZipFile) -> str:
    """What was proven in a zip without a Problem."""
    sheets = {match[2] for name in archive.namelist() if (match := SHEET.fullmatch(name))}
    pictures = [name for name in archive.namelist() if PICTURE.fullmatch(name)]
    if pictures:
        return f"{count_things(len(pictures), 'picture')} to cut out, {count_things(len(sheets), 'sheet')} of creases"
    return f"{count_things(len(sheets), 'sheet')} whose cuts are around what is printed"


def read_lines(archive: zipfile.ZipFile, name: str, folder: Path) -> tuple[FileContent | None, list[Problem]]:
    """The content of a file of lines."""
    from fabgen.verify.readers.dxf import read_dxf
    from fabgen.verify.readers.svg import read_svg

    if name not in archive.namelist():
        return None, [Problem(Location(name), "the file is missing from the zip", AGAIN)]
    path = folder / name.replace("/", "-")
    path.write_bytes(archive.read(name))
    return read_svg(path, name) if name.endswith(".svg") else read_dxf(path, name)


def _compare(svg: FileContent, dxf: FileContent) -> Iterator[Problem]:
    """The Problems of the lines of a sheet in two formats."""
    where = Location(dxf.file)
    if (svg.width, svg.height) != (dxf.width, dxf.height) and max(
            abs(svg.width - dxf.width), abs(svg.height - dxf.height)) > SAME:
        yield Problem(where, f"the sheet is not as large as that of {svg.file}", AGAIN)
    others = {element.id: element for element in dxf.elements}
    if others.keys() != {element.id for element in svg.elements} or len(others) != len(svg.elements):
        yield Problem(where, f"there are other lines than in {svg.file}", AGAIN)
        return
    for element in svg.elements:
        if not _are_same(element, others[element.id]):
            yield Problem(where, f"`{element.id}` is not where it is in {svg.file}", AGAIN)
        x0, y0, x1, y1 = _bounds(element)
        if x0 < 0 or y0 < 0 or x1 > svg.width or y1 > svg.height:
            yield Problem(Location(svg.file), f"`{element.id}` is beyond the sheet", AGAIN)
    yield from _check_apart([element for element in svg.elements if element.id.endswith(".outline")], svg.file)


def _are_same(first: Element, second: Element) -> bool:
    """Whether two elements have the same lines: the same areas where they are closed, else the same bounds."""
    areas, second_areas = first.closed_contours.areas, second.closed_contours.areas
    if len(areas) != len(second_areas) or len(first.rings) != len(second.rings):
        return False
    if areas:
        return all(a.symmetric_difference(b).area <= SAME * a.length for a, b in zip(areas, second_areas, strict=True))
    return all(abs(a - b) <= SAME for a, b in zip(_bounds(first), _bounds(second), strict=True))


def _bounds(element: Element) -> tuple[float, float, float, float]:
    """Least x, least y, greatest x, greatest y of an element."""
    points = np.concatenate([np.asarray(ring.points) for ring in element.rings])
    low, high = points.min(axis=0), points.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _check_apart(outlines: Sequence[Element], file: str) -> Iterator[Problem]:
    """The Problems of outlines that are open, or that meet: a plotter would cut into the neighbour."""
    from shapely import STRtree

    areas = [(element.id, area) for element in outlines for area in element.closed_contours.areas]
    closed = {id for id, _ in areas}
    yield from (Problem(Location(file), f"`{element.id}` is not closed", AGAIN) for element in outlines
                if element.id not in closed)
    shapes = [area for _, area in areas]
    for first, second in STRtree(shapes).query(shapes, predicate="intersects").T.tolist() if shapes else ():
        if first < second:
            yield Problem(Location(file), f"`{areas[first][0]}` and `{areas[second][0]}` meet", AGAIN)


def _check_print(data: bytes, contents: dict[str, FileContent]) -> Iterator[Problem]:
    """The Problems of the pages, held against what is cut out of each."""
    import pypdfium2

    where = Location(PRINT)
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        yield Problem(where, "the file cannot be read", AGAIN)
        return
    stems = ["test", *(f"sheet-{number}" for number in range(1, len(document)))]
    if {*stems} != contents.keys():
        yield Problem(where, f"{count_things(len(document), 'page')}, and lines to cut for "
                      f"{count_things(len(contents), 'sheet')}", AGAIN)
        return
    for number, stem in enumerate(stems):
        width, height = (side / 72 * INCH for side in document[number].get_size())
        sheet = contents[stem]
        if abs(width - sheet.width) > 0.1 or abs(height - sheet.height) > 0.1:
            yield Problem(where, f"page {number + 1} is not as large as svg/{stem}.svg", AGAIN)
            continue
        picture = np.asarray(document[number].render(scale=DPI / 72).to_pil().convert("L"))
        yield from _check_page(picture < INKED, sheet, number + 1)


def _check_page(ink: NDArray[np.bool_], sheet: FileContent, page: int) -> Iterator[Problem]:
    """The Problems of a page: a thing without a picture, and pictures between the things."""
    outlines = [element for element in sheet.elements if element.id.endswith(".outline")]
    allowed = np.zeros_like(ink)
    for element in outlines:
        for area in element.closed_contours.areas:
            if ink[_fill(area, ink.shape, sheet.height)].mean() < LEAST_INK:
                yield Problem(Location(PRINT), f"nothing is printed on `{element.id}`, page {page}", AGAIN)
            allowed |= _fill(area.buffer(REACH, join_style="mitre"), ink.shape, sheet.height)
    if not outlines:
        return
    boxes = [_bounds(element) for element in outlines]
    x0, y0 = min(box[0] for box in boxes), min(box[1] for box in boxes)
    x1, y1 = max(box[2] for box in boxes), max(box[3] for box in boxes)
    scale = DPI / INCH
    rows = slice(max(0, round((sheet.height - y1) * scale)), round((sheet.height - y0) * scale))
    columns = slice(max(0, round(x0 * scale)), round(x1 * scale))
    stray = int((ink & ~allowed)[rows, columns].sum())
    if stray > MOST_STRAY:
        what = f"page {page} has {stray / scale ** 2:.0f} mm2 of print that nothing cuts out"
        yield Problem(Location(PRINT), what, AGAIN)


def _fill(area: Polygon, shape: tuple[int, ...], height: float) -> NDArray[np.bool_]:
    """The pixels of a page within an area."""
    from PIL import Image, ImageDraw

    mask = Image.new("1", (shape[1], shape[0]))
    points = np.asarray(area.exterior.coords)
    scale = DPI / INCH
    ImageDraw.Draw(mask).polygon([(x * scale, (height - y) * scale) for x, y in points], fill=1)
    return np.asarray(mask)


def _check_picture(data: bytes, name: str) -> Iterator[Problem]:
    """The Problems of a picture that is cut along the edge of what is not transparent."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data)) as picture:
            mode, alpha = picture.mode, np.asarray(picture.getchannel("A") if picture.mode == "RGBA" else [])
    except (UnidentifiedImageError, OSError):
        yield Problem(Location(name), "the picture cannot be read", AGAIN)
        return
    if mode != "RGBA" or not (alpha == 0).any() or not (alpha == 255).any():
        yield Problem(Location(name), "the picture has no transparent ground: its things cannot be cut out", AGAIN)
