"""What is cut of a kit: counts by name, one of each joint, names on tabs, parts from behind."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import shapely
from built import build_in_place, verify_in_place
from specs import changed, loaded, put

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape, draw
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Path as FabPath
from fabgen.artwork.path import polygon, rectangle
from fabgen.build import Result, build
from fabgen.check.scrap_sheet import with_scrap_size
from fabgen.core.problems import FabgenError
from fabgen.figures.joints.fit_coupons import LONG, finger_plates, lap_strips, seam_plates
from fabgen.laser.job import make_laser_job
from fabgen.laser.selection import chosen_parts, engrave_names, mirror_part, read_choice
from fabgen.spec.build_options import Options
from fabgen.spec.load import load_spec
from fabgen.verify import verify

FIT = Fit(3.0, 0.1)


def chosen(game: str, **options: object) -> dict[str, int]:
    parts = chosen_parts(load_spec(game), lambda _: FIT, Options(**options))  # type: ignore[arg-type]
    return {part.name: part.count for part in parts}


def test_a_piece_is_cut_for_each_player_with_all_its_parts() -> None:
    found = chosen("correction", parts=("knight:2", "denial:4"))
    knights = {f"{player} knight {part}": 2 for player in ("green", "orange") for part in ("base", "standee")}
    assert found == {**knights, "denial token": 4}


@pytest.mark.parametrize(("text", "found"), [
    ("green knight", {"green knight base": 1, "green knight standee": 1}),
    ("green knight base:3", {"green knight base": 3}),
    ("denial token:2", {"denial token": 2}),
    ("board", {"board": 1}),
    ("pawn:1", {f"{player} pawn {part}": 1 for player in ("green", "orange") for part in ("base", "standee")}),
])
def test_names_of_things(text: str, found: dict[str, int]) -> None:
    assert chosen("correction", parts=(text,)) == found


def test_unknown_things_are_all_reported() -> None:
    with pytest.raises(FabgenError) as caught:
        chosen("correction", parts=("knigt:2", "dragon", "pawn"))
    assert len(caught.value.problems) == 2
    assert "knight" in caught.value.problems[0].hint


@pytest.mark.parametrize("text", ["", "knight:0", "knight:-1", "knight:501", ":2", "knight:two"])
def test_what_is_no_choice(text: str) -> None:
    with pytest.raises(ValueError, match=r"knight|choice"):
        read_choice(text)


def test_a_fit_test_has_each_joint_once() -> None:
    """Pawn, knight and spearman have feet of two widths in either colour; nothing is there twice."""
    spec = load_spec("correction")
    every = {part.name: part for part in chosen_parts(spec, lambda _: FIT, Options())}

    def slots(names: dict[str, int]) -> set[tuple[str, float]]:
        holes = [(every[name].material, every[name].drawing.only(Role.HOLE)) for name in names if name.endswith("base")]
        return {(material, round(hole.size()[0], 2)) for material, hole in holes}

    found = chosen("correction", fit_test=True)
    assert set(found.values()) == {1}
    assert slots(found) == slots(dict.fromkeys(every, 1))
    assert len([name for name in found if name.endswith("base")]) == len(slots(found))


def test_without_a_joint_there_is_no_fit_test() -> None:
    with pytest.raises(FabgenError, match="no joint"):
        chosen("incorrect-checkers", fit_test=True)


@pytest.mark.slow
def test_the_sheet_of_a_fit_test_is_small_and_holds_it() -> None:
    spec, options = load_spec("correction"), Options(fit_test=True)
    scrap = with_scrap_size(spec, options).scrap
    parts = chosen_parts(spec, make_laser_job(spec, options).fit, options)
    needed = sum(w * h for w, h in (p.drawing.only(Role.EDGE).size() for p in parts if p.material.endswith("green")))
    assert scrap is not None
    assert needed < scrap[0] * scrap[1] < 4 * needed
    assert with_scrap_size(spec, Options()).scrap is None


@pytest.mark.slow
def test_it_is_built_and_verified(tmp_path: Path) -> None:
    result = build_in_place("correction", tmp_path, Options(fit_test=True, names=True, engrave="hatch"), ["laser"])
    assert verify_in_place(result.target) == []
    again = Options.from_json((result.target / "source/options.json").read_bytes())
    assert (again.fit_test, again.names, again.engrave) == (True, True, "hatch")


def test_names_stand_on_the_tabs() -> None:
    parts = chosen_parts(load_spec("correction"), lambda _: FIT, Options(names=True))
    uprights = [part for part in parts if part.into]
    assert uprights
    for part in uprights:
        [label] = [item for item in part.drawing.items if isinstance(item, Lettering)]
        x0, low, x1, high = label.bounds()
        edge = next(item for item in part.drawing.only(Role.EDGE).items if isinstance(item, Shape))
        body = shapely.Polygon(edge.paths[0].flatten(0.01))
        assert body.buffer(-0.3).contains(shapely.box(x0, low, x1, high))
        assert high <= 0  # of the foot, which stands on the base


def f_shape() -> Drawing:
    corners = [(0, 0), (2, 0), (2, 4), (6, 4), (6, 6), (2, 6), (2, 8), (8, 8), (8, 10), (0, 10)]
    return draw(Role.MARK, polygon([(float(x), float(y)) for x, y in corners]))


def centre_of(drawing: Drawing, role: Role) -> float:
    [item] = drawing.only(role).items
    assert isinstance(item, Shape)
    return float(shapely.Polygon(item.paths[0].flatten(0.01)).centroid.x)


def test_an_f_from_behind_is_mirrored_with_its_plate() -> None:
    """An F whose stem is left has its weight left of its middle; from behind, right of it, in a plate that has turned
    over as well; behind the sheet it is an F again."""
    plate = draw(Role.EDGE, rectangle(-2, -2, 20, 14)) + f_shape()
    part = Part("plate", plate, 1, "acrylic-3mm/clear", "plates", hidden_edges=((-2, -2, 5, 0),))
    behind = mirror_part(part)
    assert behind.drawing.only(Role.EDGE).bounds() == (-18, -2, 2, 12)
    assert centre_of(part.drawing, Role.MARK) < 4 < -centre_of(behind.drawing, Role.MARK) + 2
    assert centre_of(behind.drawing, Role.MARK) == pytest.approx(-centre_of(part.drawing, Role.MARK))
    assert behind.hidden_edges == ((-5, -2, 2, 0),)
    assert mirror_part(behind).drawing == part.drawing


SIDES = (("body: {standee: pawn}", "body: {standee: pawn, side: back}"), ("mark: star", "mark: star, side: back"),
         ("  cell: 40 mm", "  cell: 40 mm\n  side: back"), ("moves: fmWfcF", "moves: fmWflcF"), ("x o x", "x o ."))


@pytest.mark.slow
def test_what_a_spec_marks_from_behind_is_proven(tmp_path: Path) -> None:
    """The guards' diagram leans to the left; from behind to the right, and verify reads it through the sheet."""
    spec = loaded(tmp_path, *SIDES)
    parts = {part.name: part for part in chosen_parts(spec, lambda _: FIT, Options())}
    assert {name for name, part in parts.items() if part.mirrored} == {
        "board", "white guard base", "black guard base", "flag token"}
    result = build_in_place(tmp_path / "skirmish", tmp_path / "out", Options(parts=("guard",)), ["laser"])
    assert verify_in_place(result.target) == []


@pytest.mark.slow
def test_a_diagram_that_was_not_mirrored_is_found(tmp_path: Path) -> None:
    """A sheet built without `side: back`, held against a spec that has it."""
    put(tmp_path, changed(*SIDES[3:]))
    options = Options(parts=("white guard base",), formats=("svg",))
    target = build(str(tmp_path / "skirmish"), tmp_path / "out", options, ["laser"]).target
    spec = target / "source/game.yaml"
    spec.write_text(spec.read_text().replace("{standee: pawn}", "{standee: pawn, side: back}"))
    assert any("guard" in problem.what for problem in verify(target))


def area(path: FabPath) -> shapely.Polygon:
    return shapely.Polygon(path.flatten(0.01))


@pytest.mark.parametrize("fit", [Fit(3.0, 0.1), Fit(2.0, 0.05), Fit(6.0, 0.2)])
def test_a_board_joint_goes_together(fit: Fit) -> None:
    """The socket's plate, turned about the seam: the knob lies in it with half the clearance all round at most."""
    knob, socket = (area(path) for path in seam_plates(40.0, fit))
    turned = shapely.affinity.scale(socket, -1, -1, origin=(LONG / 2, 0))
    assert knob.intersection(turned).area == pytest.approx(0, abs=1e-6)
    below = knob.intersection(shapely.box(-100, -100, 100, -0.01))
    assert below.area > 20
    assert below.distance(turned) <= fit.clearance / 2 + 0.01


@pytest.mark.parametrize("fit", [Fit(3.0, 0.1), Fit(2.0, 0.05), Fit(6.0, 0.2)])
def test_a_finger_joint_goes_together(fit: Fit) -> None:
    """Both walls seen along the corner: fingers of one in the gaps of the other, the clearance apart in sum."""
    deep = fit.thickness
    one, other = (area(path) for path in finger_plates(fit))
    level = shapely.LineString([(-100, deep / 2), (100, deep / 2)])
    first, second = one.intersection(level).length, other.intersection(level).length
    length = one.bounds[2]
    gaps = 4  # between five fingers and gaps
    assert length - first - second == pytest.approx(gaps * fit.clearance / 2, abs=0.01)
    assert one.intersection(level).intersection(other.intersection(level)).length == pytest.approx(0, abs=1e-6)


def test_two_strips_stand_on_one_ground() -> None:
    strip, other = lap_strips(FIT)
    high = area(strip).bounds[3]
    middle = shapely.LineString([(LONG / 2, -1), (LONG / 2, high + 1)])
    assert strip == other
    assert area(strip).intersection(middle).length < high / 2


@pytest.mark.slow
def test_a_part_of_a_job_leaves_the_job_as_it_is(tmp_path: Path, correction: Result) -> None:
    whole = Path(shutil.copytree(correction.target, tmp_path / "correction"))
    before = {path: path.read_bytes() for path in whole.rglob("*") if path.is_file()}
    trial = build_in_place("correction", tmp_path, Options(fit_test=True))
    some_ = build_in_place("correction", tmp_path, Options(parts=("knight:1",)))
    assert [one.target.name for one in (trial, some_)] == ["correction-fit-test", "correction-parts"]
    assert {one.folder for one in trial.manifest} == {"laser", "source"}
    assert before == {path: path.read_bytes() for path in whole.rglob("*") if path.is_file()}
    assert verify_in_place(trial.target) == verify_in_place(some_.target) == []


@pytest.mark.parametrize(("owner", "text"), [("clear one", "pawn"), ("green", "pawn")])
def test_a_name_on_a_tab_is_without_its_owner_where_it_is_short(owner: str, text: str) -> None:
    tab = [(-6.0, 0.0), (-6.0, -3.0), (6.0, -3.0), (6.0, 0.0), (8.0, 0.0), (8.0, 30.0), (-8.0, 30.0), (-8.0, 0.0)]
    part = Part(f"{owner} pawn standee", draw(Role.EDGE, polygon(tab)), 1, "m", "x", into=(f"{owner} pawn base",))
    (made,) = engrave_names([part], lambda _: Fit(3.0, 0.1), ["clear", owner])
    (label,) = made.drawing.only(Role.LABEL).items
    assert isinstance(label, Lettering)
    assert label.text.string == text
