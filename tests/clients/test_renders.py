"""Other people's renderers paint a laser file as the model has it: pixel by pixel, all that must be dark is dark, and
all that must be blank is blank. Lines are made 0.5 mm wide first, since no pixel shows a hairline."""

from __future__ import annotations

import io
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import shapely
from clients.clients import needed
from clients.models import model, written
from PIL import Image, ImageDraw
from shapely.geometry.base import BaseGeometry

from fabgen.laser.sheet import LaserSheet
from fabgen.materials.operations import Operation

pytestmark = pytest.mark.slow

PIXELS = 5  # a mm: 127 dots an inch
STRAY = 3  # pixels at the tips of corners, which every renderer rounds in its own way; a lost part costs over 50
WIDE = 0.5  # mm
SURE = 0.3  # mm, 1.5 pixels: nearer to an edge a pixel may be either


def inked(sheet: LaserSheet) -> BaseGeometry:
    """What must be dark, y up: areas even-odd, and lines with their width."""
    found = []
    for mark in sheet.marks:
        lines = [[*points, *points[:1]] if path.closed else points for path in mark.paths
                 for points in [path.flatten(0.01)]]  # fmt: skip
        if mark.operation is Operation.ENGRAVE:
            area: BaseGeometry = shapely.MultiPolygon()
            for line in lines:
                area = area.symmetric_difference(shapely.make_valid(shapely.Polygon(line)))
            found.append(area)
        else:
            found += [shapely.LineString(line).buffer(WIDE / 2, cap_style="flat", join_style="mitre") for line in lines]
    return shapely.union_all(found)


def painted(area: BaseGeometry, sheet: LaserSheet) -> np.ndarray:
    """An area in pixels, True where it is."""
    image = Image.new("1", (round(sheet.width * PIXELS), round(sheet.height * PIXELS)))
    pen = ImageDraw.Draw(image)
    for part in shapely.get_parts(shapely.get_parts(area)):
        if part.geom_type == "Polygon":
            for ring, ink in ((part.exterior, 1), *((hole, 0) for hole in part.interiors)):
                pen.polygon([(x * PIXELS, (sheet.height - y) * PIXELS) for x, y in ring.coords], fill=ink)
    return np.asarray(image)


def resvg(data: bytes, folder: Path) -> bytes:
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=data.decode(), dpi=round(PIXELS * 25.4), background="#ffffff",
                                       shape_rendering="geometric_precision"))  # fmt: skip


def rsvg(data: bytes, folder: Path) -> bytes:
    (folder / "s.svg").write_bytes(data)
    dpi = str(PIXELS * 25.4)
    return subprocess.run(["rsvg-convert", "-f", "png", "-d", dpi, "-p", dpi, "-b", "white", str(folder / "s.svg")],
                          capture_output=True, check=True).stdout  # fmt: skip


def inkscape(data: bytes, folder: Path) -> bytes:
    (folder / "s.svg").write_bytes(data)
    subprocess.run(["inkscape", str(folder / "s.svg"), "--export-area-page", "--export-type=png", "-b", "white",
                    f"--export-dpi={PIXELS * 25.4}", f"--export-filename={folder / 's.png'}"],
                   capture_output=True, check=True, env={"HOME": str(folder), "PATH": os.environ["PATH"]})  # fmt: skip
    return (folder / "s.png").read_bytes()


RENDERERS: dict[str, Callable[[bytes, Path], bytes]] = {
    "resvg_py": resvg, "rsvg-convert": rsvg, "inkscape": inkscape}  # fmt: skip


@pytest.mark.parametrize("client", RENDERERS)
def test_a_renderer_paints_what_the_model_has(client: str, tmp_path: Path) -> None:
    needed(client)
    sheets = model("generic").sheets
    number = next(n for n, sheet in enumerate(sheets) if sheet.name == "green-pieces")
    data = re.sub(rb'stroke-width="[^"]*"', f'stroke-width="{WIDE}"'.encode(), written("generic", number, "svg"))
    picture = Image.open(io.BytesIO(RENDERERS[client](data, tmp_path))).convert("RGB")
    wrong = differing(picture, sheets[number])
    assert max(wrong) <= STRAY, "pixels that should be dark, and that should be blank"


def differing(picture: Image.Image, sheet: LaserSheet) -> tuple[int, int]:
    """How many pixels are blank that must be dark, and dark that must be blank."""
    ink = inked(sheet)
    must, may = painted(ink.buffer(-WIDE / 2 * 0.8), sheet), painted(ink.buffer(SURE), sheet)
    dark = np.asarray(picture).min(axis=2) < 128
    assert dark.shape == must.shape, "the picture is as large as the sheet"
    assert must.sum() > 1000
    return int((must & ~dark).sum()), int((dark & ~may).sum())


def test_a_part_that_is_missing_in_a_picture_is_noticed(tmp_path: Path) -> None:
    needed("resvg_py")
    sheets = model("generic").sheets
    number = next(n for n, sheet in enumerate(sheets) if sheet.name == "green-pieces")
    data = re.sub(rb'stroke-width="[^"]*"', f'stroke-width="{WIDE}"'.encode(), written("generic", number, "svg"))
    lost = re.sub(rb'.*id="green-knight-base-1.edge-1".*\n', b"", data)
    assert lost != data
    blank, _ = differing(Image.open(io.BytesIO(resvg(lost, tmp_path))).convert("RGB"), sheets[number])
    assert blank > 50
    moved = data.replace(b'viewBox="0 0 270', b'viewBox="1 0 270')
    assert differing(Image.open(io.BytesIO(resvg(moved, tmp_path))).convert("RGB"), sheets[number])[1] > 50
