"""Encapsulated PostScript: the paths, colours and places of a drawing, in points."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from fabgen.artwork.drawing import Drawing, Role, draw, draw_text
from fabgen.artwork.export import eps, pdf, png
from fabgen.artwork.path import circle, line, rectangle
from fabgen.artwork.themes import load_theme
from fabgen.verify.readers.eps import read_painted_eps

DRAWING = (
    draw(Role.SHADE, rectangle(0, 0, 20, 10), tone="green").in_group("board")
    + draw(Role.PIECE, circle((5, 5), 3), tone="orange").in_group("pieces/c3")
    + draw(Role.PAST, line((0, 0), (20, 10)))
    + draw_text(Role.LABEL, "é", (12, 3), 4.0)
)


def things_of(drawing: Drawing, tmp_path: Path, theme: str = "colour") -> tuple[tuple[float, float], list[object]]:
    (tmp_path / "a.eps").write_bytes(eps.write_drawing(drawing, load_theme(theme), 2.0, "Title"))
    figure, problems = read_painted_eps(tmp_path / "a.eps", "a.eps")
    assert figure is not None
    assert problems == []
    return (figure.width, figure.height), list(figure.things)


def test_a_drawing_has_its_size_and_its_things(tmp_path: Path) -> None:
    size, (shade, piece, past, word) = things_of(DRAWING, tmp_path)
    assert size == pytest.approx((24.0, 14.0), abs=1e-4)
    assert (shade.fill, shade.stroke) == ("#b8e4d8", "")  # type: ignore[attr-defined]
    assert (piece.fill, piece.stroke) == ("#e69f00", "#1d2329")  # type: ignore[attr-defined]
    assert (past.fill, past.stroke) == ("", "#3a424a")  # type: ignore[attr-defined]
    assert (word.fill, word.stroke) == ("#1d2329", "")  # type: ignore[attr-defined]
    assert past.ends == pytest.approx(np.array([[2, 2], [22, 12]]), abs=1e-3)  # type: ignore[attr-defined]
    assert piece.ends.min(axis=0) == pytest.approx([4, 4], abs=1e-3)  # type: ignore[attr-defined]


def test_a_grey_theme_sets_greys_alone() -> None:
    text = eps.write_drawing(DRAWING, load_theme("bw")).decode("ascii")
    assert " setgray" in text
    assert "setrgbcolor" not in text


def test_the_head_is_what_programs_that_include_it_need() -> None:
    data = eps.write_drawing(DRAWING, load_theme("colour"), 2.0, "Zwölf\nSteine")
    head = data.decode("ascii").splitlines()
    assert head[0] == "%!PS-Adobe-3.0 EPSF-3.0"
    assert head[1] == "%%BoundingBox: 0 0 69 40"  # 24 x 14 mm are 68.03 x 39.69 points
    assert head[2] == "%%HiResBoundingBox: 0 0 68.0315 39.685"
    assert "%%Title: Zw?lf?Steine" in head
    assert head[-1] == "%%EOF"
    assert max(map(len, head)) < 255
    assert data == eps.write_drawing(DRAWING, load_theme("colour"), 2.0, "Zwölf\nSteine")


@pytest.mark.parametrize(("old", "new", "words"), [
    ("grestore end", "(hidden) show grestore end", "does not know the word `(hidden)`"),
    ("dup scale", "2 scale", "stretched"),
    (" stroke", " pop stroke", "does not know the word `pop`"),
    ("EPSF-3.0", "EPSF-9.0", "this is no EPS"),
    ("/h {closepath}", "/h {showpage}", "does not know the word `h`"),
])
def test_what_no_figure_has_is_reported(tmp_path: Path, old: str, new: str, words: str) -> None:
    text = eps.write_drawing(DRAWING, load_theme("colour")).decode()
    assert old in text
    (tmp_path / "a.eps").write_text(text.replace(old, new, 1))
    _, problems = read_painted_eps(tmp_path / "a.eps", "a.eps")
    assert any(words in str(problem) for problem in problems)


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["colour", "bw"])
def test_ghostscript_shows_what_the_pdf_shows(tmp_path: Path, theme: str) -> None:
    program = shutil.which("gs")
    if not program:
        pytest.skip("Ghostscript is not here")
    (tmp_path / "a.eps").write_bytes(eps.write_drawing(DRAWING, load_theme(theme)))
    subprocess.run([program, "-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-dEPSCrop", "-sDEVICE=pnggray", "-r300",
                    "-dGraphicsAlphaBits=4", f"-sOutputFile={tmp_path / 'a.png'}", str(tmp_path / "a.eps")], check=True)
    (tmp_path / "b.png").write_bytes(png.render_page(pdf.write_drawing(DRAWING, load_theme(theme)), 300))
    first, second = (np.asarray(Image.open(tmp_path / name).convert("L").resize((120, 70)), dtype=float)
                     for name in ("a.png", "b.png"))
    assert np.abs(first - second).max() < 60
