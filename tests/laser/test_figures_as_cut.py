"""Standing figures as their laser files say, read by svgelements: what is cut through them shows from both sides."""

from __future__ import annotations

from pathlib import Path

import pytest
import shapely
import svgelements
from built import share_template

KERF, SLOT, WEB = 0.2, 1.5, 2.0  # mm, of acrylic 3 mm thick: the width of a cut, of a slot, and beside a slot
STEPS = 40  # points on each segment of a path
# The openings of each figure: a slot in the foot; an eye and two locks of a mane; a rib; a band. Through gates and
# windows, the second number, marks on the base are seen: they are wider than a slot.
OPENINGS = {"pawn": (1, 0), "knight": (4, 0), "spearman": (2, 0), "bishop": (1, 0), "rook": (3, 2)}
LEAST_GATE = 3.5

pytestmark = pytest.mark.slow


def paths(folder: Path, piece: str) -> list[tuple[str, str, svgelements.Path]]:
    """What is done to the first upright of a piece, in the order of the file: name, colour and path, in mm."""
    for file in sorted(folder.glob("*.svg")):
        shapes = svgelements.SVG.parse(file, ppi=25.4).elements()
        found = [(shape.id.partition(".")[2], str(shape.stroke), shape) for shape in shapes
                 if isinstance(shape, svgelements.Path) and shape.id.startswith(f"{piece}-standee-1.")]
        if found:
            return found
    raise AssertionError(f"no {piece} in {folder}")


def area(path: svgelements.Path) -> shapely.Polygon:
    points = [segment.point(n / STEPS) for segment in path for n in range(STEPS) if segment.end is not None
              and segment.start is not None]
    return shapely.Polygon([(point.x, point.y) for point in points]).buffer(0)


@pytest.mark.parametrize(("game", "piece"), [
    ("correction", "green-pawn"), ("correction", "orange-knight"), ("correction", "green-spearman"),
    ("chess-battle", "blue-knight"), ("chess-battle", "orange-bishop"), ("chess-battle", "black-rook"),
    ("charing-cross", "black-knight"), ("charing-cross", "white-rook"),
])
def test_figures_are_cut_through(tmp_path_factory: pytest.TempPathFactory, game: str, piece: str) -> None:
    """All that is done to an upright is cut: its openings, then its outline. The beam takes half a kerf on either side,
    so that a slot is 1.5 mm wide where its path is 1.3 mm wide. A disc of 1.96 mm can be rolled along what stays."""
    folder = share_template(tmp_path_factory, game).target / "laser"
    count, gate_count = OPENINGS[piece.partition("-")[2]]
    steps = paths(folder, piece)
    assert {colour for _, colour, _ in steps} == {"#ff0000"}
    *holes, (last, _, outline) = steps
    assert last == "edge-1"
    assert [name.partition("-")[0] for name, _, _ in holes] == ["hole"] * count
    gates, made = 0, area(outline).buffer(-KERF / 2)
    for _, _, path in holes:
        opening = area(path).buffer(KERF / 2)
        assert made.contains(opening)
        width = 2 * shapely.maximum_inscribed_circle(opening, tolerance=0.002).length
        is_round = opening.area > 0.95 * shapely.minimum_bounding_circle(opening).area
        gates += not is_round and width >= LEAST_GATE
        assert is_round or width >= LEAST_GATE or width == pytest.approx(SLOT, abs=0.02)
        assert width >= SLOT - 0.02
        made = made.difference(opening)
    assert gates == gate_count
    eroded = made.buffer(-WEB / 2 + 0.02)
    assert eroded.geom_type == "Polygon"
    assert len(eroded.interiors) == len(holes)
