"""The box: it goes together, the tray goes into it, and all that the game consists of goes into the tray."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
import shapely
from boxes import check_case, spans
from hypothesis import given, settings
from hypothesis import strategies as st
from measure import extent, things
from shapely import Polygon
from specs import loaded

from fabgen.artwork.drawing import Lettering, Role
from fabgen.artwork.part import Fit, Part
from fabgen.check.part_flaws import find_flaws
from fabgen.core.problems import FabgenError
from fabgen.figures.components.kit import make_laser_kit, make_player_pieces
from fabgen.figures.components.storage_box import TrayItem, box_layout, compartment_width, compartments, tray_depth
from fabgen.materials.material import load_material
from fabgen.spec.build_options import Options
from fabgen.spec.game import Box
from fabgen.spec.load import Spec, with_board_options

FIT = Fit(3.0, 0.1)
fits = st.builds(Fit, st.sampled_from([2.0, 3.0, 4.0, 6.0]), st.sampled_from([0.0, 0.1, 0.2]))
lids = st.sampled_from(["lift", "slide"])


def spec(folder: Path, lid: str = "lift", *pairs: tuple[str, str]) -> Spec:
    return loaded(folder, ("tokens:\n", f"box: {{lid: {lid}}}\ntokens:\n"), *pairs)


def kit(folder: Path, lid: str = "lift", fit: Fit = FIT) -> dict[str, Part]:
    found = make_laser_kit(spec(folder, lid), lambda key: fit if key.startswith("birch") else FIT)
    return {part.name: part for part in found if part.group == "box"}


def edge(part: Part) -> Polygon:
    (found,) = things(part.drawing, Role.EDGE)
    assert isinstance(found, Polygon)
    return found


def test_there_is_no_box_unless_it_is_asked_for(tmp_path: Path) -> None:
    assert not [part for part in make_laser_kit(loaded(tmp_path), lambda _: FIT) if part.group == "box"]


def test_a_box_that_is_too_small_says_what_would_do(tmp_path: Path) -> None:
    """226 mm of board and 1 mm of play all round."""
    found = loaded(tmp_path, ("tokens:\n", "box: {inside: 200 x 300 mm}\ntokens:\n"))
    with pytest.raises(FabgenError) as caught:
        make_laser_kit(found, lambda _: FIT)
    assert "it takes 228 x 228 mm" in caught.value.problems[0].hint


def test_a_box_is_left_out_or_made_on_request(tmp_path: Path) -> None:
    found = loaded(tmp_path, ("tokens:\n", "box: none\ntokens:\n"))
    assert found.game.box is None
    assert with_board_options(found, Options(box=True)).game.box == Box()


@pytest.mark.parametrize("lid", ["lift", "slide"])
def test_the_lid_says_what_the_cover_of_the_book_says(tmp_path: Path, lid: str) -> None:
    """Title, designer and facts, one under the other."""
    game = spec(tmp_path, lid, ("players:\n", "facts: {players: 2, age: 8, minutes: 30-45}\nplayers:\n"))
    words = [item.text for part in make_laser_kit(game, lambda _: FIT) if part.name == "box lid"
             for item in part.drawing.items if isinstance(item, Lettering)]
    assert [text.string for text in words] == [
        game.game.title, game.game.designer, "2 players · Ages 8 and up · 30 to 45 minutes"]
    assert [text.string for text in sorted(words, key=lambda text: -text.at[1])] == [text.string for text in words]


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(fits, lids)
def test_box_and_tray_go_together(tmp_path_factory: pytest.TempPathFactory, fit: Fit, lid: str) -> None:
    made = kit(tmp_path_factory.mktemp("x"), lid, fit)
    front = edge(made["box front"])
    back = edge(made["box back"]) if lid == "slide" else front
    left, right = (edge(made[f"box {side} side" if lid == "slide" else "box side"]) for side in ("left", "right"))
    if lid == "slide":  # the right wall is drawn as seen from the other side
        right = shapely.affinity.scale(right, -1, 1, origin=(right.bounds[2] / 2, 0))
        assert right.symmetric_difference(left).area < 1e-6
    check_case(edge(made["box bottom"]), front, back, left, right, fit)
    wall, side = edge(made["tray front"]), edge(made["tray side"])
    plain = wall.union(shapely.box(fit.thickness, wall.bounds[3] / 3, wall.bounds[2] - fit.thickness, wall.bounds[3]))
    assert isinstance(plain, Polygon)
    check_case(edge(made["tray bottom"]), plain, plain, side, side, fit)


def test_the_sizes_by_hand(tmp_path: Path) -> None:
    """5 x 40 + 26 = 226 mm of board; a tray as large; 1 mm of play; 3 mm of wall. Pieces lie on the sides of their
    bases of 34 mm, with 1 mm of play, over a bottom of 3 mm: the tray is 38 mm high. Under it lie board (3) and book
    (3)."""
    made = kit(tmp_path)
    assert extent(edge(made["tray bottom"])) == pytest.approx((226, 226))
    assert extent(edge(made["box bottom"])) == pytest.approx((226 + 2 + 6, 226 + 2 + 6))
    assert extent(edge(made["tray front"])) == pytest.approx((226, 38))
    assert extent(edge(made["box front"])) == pytest.approx((234, 3 + 3 + 3 + 38 + 1 + 3))  # and the lid's rim
    assert extent(edge(made["box lid rim"])) == pytest.approx((234 - 7, 234 - 7))
    assert made["tray divider"].count == 2  # white, black, flags


def test_a_sliding_lid_passes_over_the_front_and_under_its_rails(tmp_path: Path) -> None:
    made = kit(tmp_path, "slide")
    front, back, lid = (edge(made[f"box {name}"]) for name in ("front", "back", "lid"))
    rail = edge(made["box rail"])
    assert extent(back)[1] - extent(front)[1] - extent(rail)[1] == pytest.approx(FIT.slot)  # what the lid slides in
    assert extent(lid)[0] == pytest.approx(extent(front)[0] - 2 * 3 - 1)
    between = extent(front)[0] - 2 * 3 - 2 * 3  # walls and rails
    assert between - extent(edge(made["tray bottom"]))[0] == pytest.approx(2)
    assert made["box rail"].count == 4


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(fits)
def test_dividers_hang_in_the_walls(tmp_path_factory: pytest.TempPathFactory, fit: Fit) -> None:
    """In the plane of a divider the long walls are cut down to where its hooks end; it stands on the bottom."""
    made = kit(tmp_path_factory.mktemp("x"), fit=fit)
    wall, one = edge(made["tray front"]), edge(made["tray divider"])
    high, deep = wall.bounds[3], extent(edge(made["tray side"]))[0]
    assert one.bounds == pytest.approx((0, fit.thickness, deep, high))
    full = [b for a, b in spans(wall, high - 0.7)]
    slit = shapely.box(0, 0, wall.bounds[2], high).difference(wall)
    middles = [s.centroid.x for s in getattr(slit, "geoms", [slit]) if s.bounds[3] == high and s.area > 20]
    assert len(full) == 3
    for x in middles:
        seat = wall.intersection(shapely.LineString([(x, -5), (x, high + 5)])).bounds[3]
        for ends in (shapely.box(0, 0, fit.thickness, seat), shapely.box(deep - fit.thickness, 0, deep, seat)):
            assert one.intersection(ends).area < 1e-6
    gaps = [b[0] - a[1] for a, b in pairwise(spans(wall, high - 0.7))]
    assert gaps == pytest.approx([fit.slot] * 2, abs=1e-6)


@pytest.mark.parametrize("lid", ["lift", "slide"])
@pytest.mark.parametrize("each", [3, 40])
def test_everything_finds_room(tmp_path: Path, lid: str, each: int) -> None:
    """Laid column by column: the columns of each compartment are no broader than it, however many pieces there are."""
    found = spec(tmp_path, lid, ("each: 3", f"each: {each}"))
    every = make_player_pieces(found, lambda _: FIT)
    one = box_layout(found.game, every, lambda _: FIT, Box(lid=lid))
    inner = one.tray.depth - 2 * 3
    walls = [3.0 / 2, *one.dividers, one.tray.width - 3.0 / 2]
    rooms = [b - a - 3.0 for a, b in pairwise(walls)]
    needed = [compartment_width(things, inner) for things in compartments(found.game, every, 3.0).values()]
    assert all(room >= need - 1e-6 for room, need in zip(rooms, needed, strict=True))
    assert one.tray.height >= tray_depth(every) + 3
    assert one.tray.width <= one.box.width - 2 * 3 - 2
    top = one.front_height if lid == "slide" else one.box.height - 3  # the underside of the lid, or of its rim
    assert 3 + 3 + 3 + one.tray.height < top + 1e-6  # over bottom, board and book


@settings(max_examples=40, deadline=None)
@given(st.lists(st.builds(TrayItem, st.floats(5, 90), st.floats(5, 40), st.integers(1, 12)), min_size=1, max_size=5),
       st.floats(100, 300))
def test_columns_waste_no_more_than_they_must(things_: list[TrayItem], length: float) -> None:
    total = sum(thing.long * thing.broad * thing.count for thing in things_)
    broad = max(thing.broad for thing in things_)
    found = compartment_width(things_, length)
    assert total / length <= found + 1e-6  # nothing lies on anything
    assert found <= broad * sum(thing.count for thing in things_) + 1e-6


def test_a_column_by_hand() -> None:
    """Four of 30 x 20 in a length of 100 take two columns of 20 mm; a 10 x 10 goes into the rest of the first."""
    assert compartment_width([TrayItem(30, 20, 4), TrayItem(10, 10, 1)], 100) == 40


@pytest.mark.slow
def test_no_part_is_too_weak(tmp_path: Path) -> None:
    for lid in ("lift", "slide"):
        parts = kit(tmp_path, lid).values()
        assert parts
        for part in parts:
            assert not find_flaws(part, load_material("acrylic-3mm").material), part.name
