"""Ornaments around boards, and the key of marks among them."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape
from fabgen.artwork.part import Fit
from fabgen.artwork.path import Arc
from fabgen.figures.boards.board import draw_board
from fabgen.figures.boards.board_split import sheet_board_parts
from fabgen.figures.boards.border_key import draw_border_key
from fabgen.figures.boards.border_ornament import ORNAMENT_MAKERS, draw_ornament
from fabgen.figures.diagrams.margin_key import find_margin_key
from fabgen.spec.board import Ornament
from fabgen.spec.load import Spec, load_spec

TEMPLATES = Path(__file__).parents[3] / "templates"
SIZE, INSET = (200.0, 160.0), 6.0
GAPS, FAR_GAPS = [(20.0, 60.0), (80.0, 120.0)], [(20.0, 60.0)]


def loaded(tmp_path: Path, name: str, *changes: tuple[str, str]) -> Spec:
    """A template with some text changed."""
    text = (TEMPLATES / name / "game.yaml").read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    for source in (TEMPLATES / name).rglob("*"):
        if source.is_file():
            target = tmp_path / source.relative_to(TEMPLATES / name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
    (tmp_path / "game.yaml").write_text(text)
    return load_spec(str(tmp_path))


def words_of(drawing: Drawing) -> list[str]:
    return [item.text.string for item in drawing.items if isinstance(item, Lettering)]


def test_every_ornament_of_a_spec_is_drawn() -> None:
    assert {*ORNAMENT_MAKERS} == {*get_args(Ornament)}


@pytest.mark.parametrize("name", [name for name in ORNAMENT_MAKERS if name != "none"])
def test_an_ornament_goes_around_the_board_and_leaves_words_free(name: str) -> None:
    """All lines are within 3.3 mm of the line 6 mm from the edge, but for brackets in the corners, which reach 14 mm
    along the sides; nothing is in the gaps; each side has lines, and those of the right one are those of the left
    one, turned by half a turn."""
    paths = draw_ornament(name, SIZE, INSET, GAPS, FAR_GAPS)
    lines = [LineString(path.trace(0.01)) for path in paths]
    width, height = SIZE
    around = shapely.box(INSET, INSET, width - INSET, height - INSET).exterior
    reach: BaseGeometry = around.buffer(3.3)
    if name == "steps":
        reach = reach.union(shapely.MultiPoint([(x, y) for x in (INSET, width - INSET) for y in (INSET, height - INSET)]
                                               ).buffer(20.0))
    assert all(reach.contains(one) for one in lines)
    drawn = unary_union(lines)
    for left, right in GAPS:
        assert not drawn.intersects(shapely.box(left + 0.01, 0, right - 0.01, 2 * INSET))
    for left, right in FAR_GAPS:
        assert not drawn.intersects(shapely.box(width - right + 0.01, height - 2 * INSET, width - left - 0.01, height))
    middle = shapely.box(0, 40, width, height - 40).intersection(drawn)
    turned = shapely.affinity.rotate(middle, 180, origin=(width / 2, height / 2))
    assert middle.length > 2 * 80 * 0.6
    assert middle.hausdorff_distance(turned) < 0.02


def test_no_ornament() -> None:
    assert draw_ornament("none", SIZE, INSET, GAPS) == []


def test_the_strands_of_a_braid_are_smooth() -> None:
    """A stretch of 200 - 2 x (6 + 2.1) = 183.8 mm has 33 half waves of 5.57 mm (5.5 mm is the measure): each strand is
    a single path of as many arcs, which end on the line."""
    strands = [path for path in draw_ornament("braid", SIZE, INSET, []) if len(path.segments) == 33]
    assert len(strands) == 4  # of the near and the far side
    near = [path for path in strands if path.start[1] == pytest.approx(INSET)]
    assert len(near) == 2
    for strand in near:
        assert all(isinstance(segment, Arc) and segment.to[1] == pytest.approx(INSET) for segment in strand.segments)
        assert strand.bounds()[1] == pytest.approx(INSET - 1.2)
        assert strand.bounds()[3] == pytest.approx(INSET + 1.2)


def test_a_board_in_parts_has_plain_lines(tmp_path: Path) -> None:
    """A seam may cut these, and nothing else: chevrons have three corners."""
    spec = loaded(tmp_path, "correction")
    whole = sheet_board_parts(spec.game, spec.lattice, Fit(3.0, 0.1))
    parted = sheet_board_parts(spec.game, spec.lattice, Fit(3.0, 0.1, room=(200.0, 200.0)))

    plain = loaded(tmp_path, "correction", ("ornament: chevrons", "ornament: lines"))
    plain_parts = sheet_board_parts(plain.game, plain.lattice, Fit(3.0, 0.1, room=(200.0, 200.0)))
    assert len(whole) == 1
    assert sum(len(path.segments) == 2 for item in whole[0].drawing.only(Role.ZONE).items if isinstance(item, Shape)
               for path in item.paths) > 100
    assert len(parted) == 4
    assert parted == plain_parts


@pytest.mark.parametrize(("name", "words"), [
    ("correction", ["move", "capture", "move or capture"]), ("abstract-game", ["move", "jump and capture"]),
    ("chess-battle", ["move", "slide"]), ("incorrect-checkers", ["move", "jump"]),
    ("charing-cross", ["move", "jump and send home"]),
])
def test_a_key_explains_the_marks_that_the_pieces_carry(name: str, words: list[str]) -> None:
    key = find_margin_key(load_spec(name))
    assert [mark.words for mark in key] == words
    drawing, length = draw_border_key(key, 200.0)
    assert words_of(drawing) == words
    assert drawing.bounds()[2] <= length + 0.01 <= 120
    assert draw_border_key(key, length / 2)[1] == 0.0


def test_the_key_is_at_the_near_edge_of_both_players(tmp_path: Path) -> None:
    """The words of one are upright, those of the other are turned by half a turn, in the same place from there."""
    spec = loaded(tmp_path, "correction")
    drawing = draw_board(spec.game, spec.lattice, etched=True, key=find_margin_key(spec))
    places = {angle: [item.text.at for item in drawing.items if isinstance(item, Lettering)
                      and item.text.string in ("move", "capture", "move or capture") and item.text.angle % 360 == angle]
              for angle in (0, 180)}
    side = 6 * 40 + 2 * 18
    assert len(places[0]) == 3
    assert [(side - x, side - y) for x, y in places[180]] == [pytest.approx(place) for place in places[0]]
    assert all(y < 18 for _, y in places[0])


@pytest.mark.parametrize("change", [
    ("  marks_key: true\n", ""), ("base: 37 x 38 mm}", "base: 37 x 38 mm, face: name}")])
def test_no_key_where_none_is_asked_for_or_no_piece_carries_a_mark(tmp_path: Path, change: tuple[str, str]) -> None:
    assert find_margin_key(loaded(tmp_path, "correction", change)) == ()


def test_no_key_where_a_mark_needs_more_than_a_word_or_two(tmp_path: Path) -> None:
    """A pawn that may go on to the edge has an arrowhead behind its mark."""
    spec = loaded(tmp_path, "correction", ("moves: fF\n", "moves: fFfR\n"), ("      * . *\n", "      * # *\n"))
    assert find_margin_key(spec) == ()


def test_the_key_has_the_word_of_the_game(tmp_path: Path) -> None:
    spec = loaded(tmp_path, "correction", ("\nplayers:\n", "\nterms: {capture: eliminate}\nplayers:\n"))
    assert [mark.words for mark in find_margin_key(spec)] == ["move", "eliminate", "move or eliminate"]
