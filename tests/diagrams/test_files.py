"""Figures as files: every format shows the same, at its size; a set lands whole, with an index for layouters."""

from __future__ import annotations

import csv
import io
import subprocess
from pathlib import Path
from shutil import which
from xml.etree import ElementTree

import numpy as np
import pikepdf
import pytest
from PIL import Image
from specs import loaded
from svgelements import SVG

from fabgen.core.problems import FabgenError
from fabgen.diagrams.figure_size import SizeWish
from fabgen.diagrams.files import (
    INDEX,
    INDEX_HEADER,
    THEMES,
    FigureStyle,
    render_figure,
    render_figure_set,
    render_one_figure,
    write_figure_set,
)
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.spec.build_options import FIGURE_FORMATS
from fabgen.spec.load import Spec

POINT = 25.4 / 72


@pytest.fixture
def spec(tmp_path: Path) -> Spec:
    return loaded(tmp_path)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("suffix", FIGURE_FORMATS)
def test_a_figure_of_20_mm_has_20_mm_in_every_format(spec: Spec, theme: str, suffix: str) -> None:
    data, _ = render_one_figure(spec, "moves", "guard", suffix, SizeWish(longest=20.0), FigureStyle(theme, dpi=600))
    if suffix == "svg":
        size = max(SVG.parse(io.BytesIO(data), ppi=25.4).width, SVG.parse(io.BytesIO(data), ppi=25.4).height)
    elif suffix == "pdf":
        with pikepdf.open(io.BytesIO(data)) as document:
            size = max(float(side) for side in document.pages[0].mediabox[2:]) * POINT
    elif suffix == "eps":
        box = next(line for line in data.decode().splitlines() if line.startswith("%%HiResBoundingBox: 0 0 "))
        size = max(map(float, box.split()[3:])) * POINT
    else:
        image = Image.open(io.BytesIO(data))
        assert image.info["dpi"] == pytest.approx((600, 600), abs=0.02)
        size = max(image.size) / 600 * 25.4
    assert size == pytest.approx(20.0, abs=0.05)


@pytest.mark.parametrize("theme", ["bw", "etched"])
def test_a_grey_theme_has_no_colour(spec: Spec, theme: str) -> None:
    data, _ = render_one_figure(spec, "example", "strike", "png", SizeWish(), FigureStyle(theme))
    pixels = np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)
    assert (pixels.max(axis=2) - pixels.min(axis=2)).max() <= 1
    svg, _ = render_one_figure(spec, "example", "strike", "svg", SizeWish(), FigureStyle(theme))
    for colour in {part[:7] for part in svg.decode().split('"') if part.startswith("#")}:
        assert colour[1:3] == colour[3:5] == colour[5:7]


def test_players_are_told_apart_in_greys_by_patterns_in_the_svg_too(spec: Spec) -> None:
    colour, _ = render_one_figure(spec, "setup", "", "svg", SizeWish(), FigureStyle("colour"))
    grey, _ = render_one_figure(spec, "setup", "", "svg", SizeWish(), FigureStyle("bw"))
    assert grey.count(b"<path") > colour.count(b"<path") + 2


def test_a_pdf_embeds_its_fonts(spec: Spec) -> None:
    data, _ = render_one_figure(spec, "board", "", "pdf", SizeWish(), FigureStyle())
    with pikepdf.open(io.BytesIO(data)) as document:
        fonts = document.pages[0].Resources.Font
        assert len(fonts) > 0
        for _, font in fonts.items():
            inner = font.get("/DescendantFonts", [font])[0]
            assert "/FontFile2" in inner.FontDescriptor


def _rsvg(path: Path, out: Path) -> None:
    subprocess.run(["rsvg-convert", "-d", "300", "-p", "300", path, "-o", out], check=True, capture_output=True)


def _inkscape(path: Path, out: Path) -> None:
    subprocess.run(["inkscape", path, "--export-area-page", "--export-type=png", "--export-dpi=300",
                    f"--export-filename={out}"], check=True, capture_output=True)


@pytest.mark.sample(1)
@pytest.mark.parametrize("theme", ["colour", "bw", "etched"])
@pytest.mark.parametrize(("program", "convert"), [("rsvg-convert", _rsvg), ("inkscape", _inkscape)])
def test_other_programs_show_the_svg_as_the_pdf_shows(tmp_path: Path, spec: Spec, theme: str, program: str,
                                                      convert: object) -> None:
    if not which(program):
        pytest.skip(f"{program} is not here")
    assert callable(convert)
    for suffix in ("svg", "png"):
        data, _ = render_one_figure(spec, "example", "strike", suffix, SizeWish(width=80.0), FigureStyle(theme))
        (tmp_path / f"figure.{suffix}").write_bytes(data)
    convert(tmp_path / "figure.svg", tmp_path / "seen.png")
    ours, theirs = (Image.open(tmp_path / name).convert("L") for name in ("figure.png", "seen.png"))
    assert max(abs(a - b) for a, b in zip(ours.size, theirs.size, strict=True)) <= 1
    size = (ours.size[0] // 4, ours.size[1] // 4)  # edges are smoothed differently
    first, second = (np.asarray(one.resize(size, Image.Resampling.BOX)).astype(int) for one in (ours, theirs))
    assert (np.abs(first - second) > 70).mean() < 0.004
    assert (first < 200).mean() > 0.01


# --- sets -----------------------------------------------------------------------------------------------------


def rows(folder: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((folder / INDEX).read_text("utf-8-sig"))))


@pytest.mark.slow
def test_a_set_has_every_figure_and_an_index(tmp_path: Path, spec: Spec) -> None:
    pictures, _ = render_figure_set(spec, ("svg", "png"), SizeWish(width=84.0), FigureStyle())
    write_figure_set(tmp_path / "set", pictures)
    listed = rows(tmp_path / "set")
    stems = ("board", "setup", "legend", "moves-guard", "moves-lancer", "example-strike", "components")
    assert [row["file"] for row in listed] == [f"{stem}.{suffix}" for stem in stems for suffix in ("svg", "png")]
    snippets = {"snippets.md", "snippets.tex", "snippets.typ"}
    assert {path.name for path in (tmp_path / "set").iterdir()} == {INDEX, *snippets, *(row["file"] for row in listed)}
    for row in listed:
        assert tuple(row) == INDEX_HEADER
        assert row["caption"]
        assert len(row["alt text"]) > 10
        assert float(row["width mm"]) == pytest.approx(84.0, abs=0.02)
    shown = Image.open(tmp_path / "set/board.png")
    board = next(row for row in listed if row["file"] == "board.png")
    assert shown.size[1] / 300 * 25.4 == pytest.approx(float(board["height mm"]), abs=0.06)


@pytest.mark.slow
def test_a_second_set_takes_the_place_of_the_first_and_nothing_else(tmp_path: Path, spec: Spec) -> None:
    folder = tmp_path / "set"
    write_figure_set(folder, render_figure_set(spec, ("svg", "png"), SizeWish(), FigureStyle())[0])
    (folder / "mine.txt").write_text("kept")
    write_figure_set(folder, render_figure_set(spec, ("svg",), SizeWish(), FigureStyle("bw"))[0])
    assert not list(folder.glob("*.png"))
    assert (folder / "mine.txt").read_text() == "kept"
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_a_file_of_ones_own_in_the_way_stops_it_all(tmp_path: Path, spec: Spec) -> None:
    folder = tmp_path / "set"
    folder.mkdir()
    (folder / "board.svg").write_text("mine")
    with pytest.raises(FabgenError, match="stays as it is"):
        write_figure_set(folder, render_figure_set(spec, ("svg",), SizeWish(), FigureStyle())[0])
    assert [(path.name, path.read_text()) for path in folder.iterdir()] == [("board.svg", "mine")]


def test_an_index_of_somebody_else_is_not_ours_to_replace(tmp_path: Path, spec: Spec) -> None:
    folder = tmp_path / "set"
    folder.mkdir()
    (folder / INDEX).write_text("file,what\nboard.svg,x\n")
    with pytest.raises(FabgenError, match="stays as it is"):
        write_figure_set(folder, render_figure_set(spec, ("svg",), SizeWish(), FigureStyle())[0])
    assert [path.name for path in folder.iterdir()] == [INDEX]


@pytest.mark.slow
def test_where_a_file_cannot_be_written_nothing_has_changed(tmp_path: Path, spec: Spec,
                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk fills up in the middle of a set."""
    import fabgen.diagrams.files

    folder, count = tmp_path / "set", 0
    write_figure_set(folder, render_figure_set(spec, ("svg",), SizeWish(), FigureStyle())[0])
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    real = fabgen.diagrams.files.write_file

    def full(path: Path, data: bytes) -> None:
        nonlocal count
        count += 1
        if count == 4:
            raise OSError(28, "No space left on device")
        real(path, data)

    monkeypatch.setattr(fabgen.diagrams.files, "write_file", full)
    with pytest.raises(FabgenError, match=r"(?i)space|full"):
        write_figure_set(folder, render_figure_set(spec, ("svg",), SizeWish(), FigureStyle("bw"))[0])
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_the_svg_tells_its_figure_in_words(spec: Spec) -> None:
    figure = draw_figure(spec, "example", "strike")
    root = ElementTree.fromstring(render_figure(figure, ("svg",))["svg"])
    assert root.findtext("{http://www.w3.org/2000/svg}desc") == figure.alt
    assert root.findtext("{http://www.w3.org/2000/svg}title") == figure.caption
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == "en-GB"
