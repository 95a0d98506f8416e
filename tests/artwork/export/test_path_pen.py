"""The numbers in the PDF code of paths: four decimals at most, no zeros at the end, whole numbers as they are."""

from __future__ import annotations

import pytest

from fabgen.artwork.export.pdf import PathPen
from fabgen.artwork.path import Curve, Line, Path


@pytest.mark.parametrize(("path", "code"), [
    # Python writes a float with one decimal at least. The line that closes a path is written, too.
    (Path((0.5, -1.0), (Line((10.0, 0.12346)), Line((100.25, -0.00001)))), "n 0.5 -1.0 m 10.0 0.1235 l 100.25 -0.0 l"),
    (Path((0.1, 20.05), (Line((1.005, 300.0)),), closed=True), "n 0.1 20.05 m 1.005 300.0 l 0.1 20.05 l h"),
    (Path((0, 2), (Line((3.5, 40)),), closed=True), "n 0 2 m 3.5 40 l 0 2 l h"),
    (Path((0.0, 0.0), (Curve((0.5, 1.0), (1.5, 1.25), (2.0, 0.0)),)), "n 0.0 0.0 m 0.5 1.0 1.5 1.25 2.0 0.0 c"),
])
def test_a_path_in_code(path: Path, code: str) -> None:
    pen = PathPen()
    pen.trace(path)
    assert pen.getCode() == code
