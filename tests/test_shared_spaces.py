"""A map whose spaces hold several pieces side by side: room for their bases, pictures, the page's table, and every
output of a whole game. The rules have their own tests (tests/rules/standard/test_sharing.py)."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path

import pytest
from built import build_in_place, verify_in_place
from shapely import Point, Polygon

from fabgen.artwork.drawing import Drawing
from fabgen.check.game import check_spec
from fabgen.check.shared_spaces import check_shared_spaces
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.serve.look import Look
from fabgen.serve.studio import Store, Studio
from fabgen.serve.table import choice_cells, play
from fabgen.spec.load import load_spec

GAME = str(Path(__file__).parent / "templates" / "narrow-straits")
# Two square rooms of 80 mm, on a board whose cells are 80 mm: what has room there is known by geometry.
ROOMS = """\
fabgen: 1
title: Two Rooms
designer: Nobody
players:
  one: {forward: up, material: acrylic-3mm/yellow}
  two: {forward: up, material: acrylic-3mm/red}
board:
  cell: 80 mm
  material: birch-ply-3mm
  map: {spaces: {hall: "0,0 80,0 80,80 0,80", yard: "80,0 160,0 160,80 80,80"}}
pieces:
  man: {each: 4, moves: W, body: {tile: TILE, base: BASE mm, face: plain}}
setup: {one: {man: hall}, two: {man: yard}}
rules:
  set: standard
  sharing: {limit: LIMIT}
  win: [{capture: all}]
"""


def rooms(folder: Path, tile: str, base: float, limit: str) -> list[str]:
    """What `check` says about the room for bases."""
    text = ROOMS.replace("TILE", tile).replace("BASE", str(base)).replace("LIMIT", limit)
    (folder / "game.yaml").write_text(text)
    (folder / "rules.md").write_text("# Two Rooms\n\nMove a man.\n")
    spec = load_spec(str(folder / "game.yaml"))
    return [f"{problem.where.key}: {problem.what}; {problem.hint}" for problem in check_shared_spaces(spec)]


def test_four_discs_in_a_square_room(tmp_path: Path) -> None:
    """Four discs in a square of 80 mm are 40 mm wide at most, with 1 mm between bases 39. The search is within 6 %."""
    assert rooms(tmp_path, "disc", 36, "4") == []
    (problem,) = rooms(tmp_path, "disc", 44, "4")
    assert problem.startswith("rules.sharing.limit: yard holds 4 pieces, and has room for 2 bases of 44 mm side by "
                              "side; 1 other cell too; `cell: ")
    cell = int(problem.split("`cell: ")[1].split(" ")[0])
    base = int(problem.split("or bases of ")[1].split(" ")[0])
    assert 90 <= cell <= 96  # exactly (44 + 1) * 2 = 90
    assert 36 <= base <= 39
    assert problem.endswith("or less, or a limit of 2 there")


def test_bases_that_are_no_discs(tmp_path: Path) -> None:
    """Four squares of 38 mm lie in a square of 80 mm, five do not; as discs, five of 32 mm do."""
    assert rooms(tmp_path, "square", 36, "4") == []
    assert len(rooms(tmp_path, "square", 36, "5")) == 1
    assert rooms(tmp_path, "disc", 30, "5") == []  # of 80 mm: 5 discs are 2 * 0.2071 * 80 = 33.1 mm wide at most


def test_a_number_for_one_zone(tmp_path: Path) -> None:
    """Only the space that holds several is named."""
    text = ROOMS.replace("material: birch-ply-3mm\n", "material: birch-ply-3mm\n  zones: {gate: {cells: hall}}\n", 1)
    text = text.replace("TILE", "disc").replace("BASE", "60").replace("LIMIT", "{gate: 2}")
    (tmp_path / "game.yaml").write_text(text)
    (tmp_path / "rules.md").write_text("# Two Rooms\n\nMove a man.\n")
    (problem,) = check_shared_spaces(load_spec(str(tmp_path / "game.yaml")))
    assert problem.what == "hall holds 2 pieces, and has room for 1 base of 60 mm side by side"


def middles_by_cell(drawing: Drawing) -> dict[str, list[tuple[float, float]]]:
    """The middles of the pieces of a figure: the shapes of one piece follow each other with its body first."""
    found: dict[str, list[tuple[float, float]]] = {}
    for item in drawing.items:
        if item.group.split("/")[:1] == ["pieces"] and item.role.name == "PIECE":
            x0, y0, x1, y1 = item.bounds()
            found.setdefault(item.group.split("/")[1], []).append(((x0 + x1) / 2, (y0 + y1) / 2))
    return found


def test_every_piece_is_drawn_inside_its_space() -> None:
    spec = load_spec(GAME)
    figure = draw_figure(spec, "setup")
    found = middles_by_cell(figure.drawing)
    assert {cell: len(spots) for cell, spots in found.items()} == {
        "skane": 3, "smaland": 2, "sjaelland": 3, "northjutland": 2}
    drawn = [item for item in figure.drawing.items if item.role.name == "PIECE"]
    spaces, lines = spec.spaces, [item.bounds() for item in figure.drawing.items if item.group == "board/lines"]
    scale = (max(box[2] for box in lines) - min(box[0] for box in lines)) / spaces.size[0]
    assert drawn
    for cell, spots in found.items():
        area = Polygon([(scale * x, scale * y) for x, y in spaces.outlines[cell]])
        assert all(area.contains(Point(spot)) for spot in spots), cell
        assert min(math.dist(*pair) for pair in combinations(spots, 2)) > 0.5 * scale * spaces.cell_size


def test_the_table_of_the_page_knows_where_pieces_are_and_what_they_are_called() -> None:
    spec = load_spec(GAME)
    table = play(Studio(spec, Look(), Store()), {"position": "", "line": ["fleet*skanexsjaelland/army"]})
    assert table["refusal"] == ""
    spots = [piece["spot"] for piece in table["pieces"] if piece["cell"] == "sjaelland"]
    assert len({tuple(spot) for spot in spots}) == 3
    assert choice_cells(spec, "fleet*skanexsjaelland/army") == ["skane", "sjaelland"]
    refused = play(Studio(spec, Look(), Store()),
                   {"position": "", "line": [], "player": "Swedes", "text": "skane-smaland"})
    assert refused["refusal"].startswith("fleet and army are on Skåne: name the piece that goes")


def test_the_game_is_sound() -> None:
    spec = load_spec(GAME)
    assert [str(problem) for problem in check_spec(spec, book=False) if problem.level == "error"] == []
    assert len(spec.cases) == 3


@pytest.mark.slow
def test_the_game_is_built_and_proven(tmp_path: Path) -> None:
    built = build_in_place(GAME, tmp_path / "out")
    assert {entry.folder for entry in built.manifest} >= {"laser", "print", "rules", "diagrams"}
    assert verify_in_place(built.target) == []
