"""`fabgen calibrate`: the coupon's numbers by hand, its sheet read back by svgelements."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from svgelements import SVG
from svgelements import Path as SvgPath

from fabgen.cli import main
from fabgen.core.problems import FabgenError
from fabgen.laser.calibration import clearance_from_slot, comb_slot_widths, kerf_from_square, kerf_from_stack
from fabgen.laser.machine import load_machine, machine_names
from fabgen.laser.shop import load_shop
from fabgen.materials.material import Material, load_material


def calibrate(*args: str) -> Result:
    result = CliRunner().invoke(main, ["calibrate", *args], prog_name="fabgen")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def cuts(file: Path) -> dict[str, tuple[float, float]]:
    """Width and height in mm of each element by its id."""
    found = {}
    for element in SVG.parse(str(file), reify=True, ppi=25.4).elements():
        if isinstance(element, SvgPath):
            x0, y0, x1, y1 = element.bbox(with_stroke=False)
            found[str(element.id)] = (float(x1 - x0), float(y1 - y0))
    return found


@pytest.mark.parametrize(("side", "kerf"), [(19.82, 0.18), (19.8, 0.2), (18.5, 1.5)])
def test_what_is_missing_of_the_square_is_the_kerf(side: float, kerf: float) -> None:
    assert kerf_from_square(side) == pytest.approx(kerf)


@pytest.mark.parametrize("side", [20.0, 20.1, 17.9, 0.0, -3.0])
def test_a_side_that_no_kerf_explains(side: float) -> None:
    with pytest.raises(FabgenError):
        kerf_from_square(side)


@pytest.mark.parametrize(("length", "kerf"), [(98.2, 0.18), (98.0, 0.2), (97.85, 0.215)])
def test_a_tenth_of_what_the_strips_lack_is_the_kerf(length: float, kerf: float) -> None:
    assert kerf_from_stack(length) == pytest.approx(kerf)


@pytest.mark.parametrize("length", [100.0, 100.4, 79.9, 0.0])
def test_a_stack_that_no_kerf_explains(length: float) -> None:
    with pytest.raises(FabgenError, match="no kerf makes that"):
        kerf_from_stack(length)


def test_the_comb_goes_in_steps_around_the_wanted_slot() -> None:
    """3 mm of cast acrylic and a clearance of 0.1: 13 slots, the seventh 3.10 mm."""
    widths = comb_slot_widths(load_material("acrylic-3mm").material)
    assert len(widths) == 13
    assert widths[6] == pytest.approx(3.1)
    assert {round(b - a, 6) for a, b in pairwise(widths)} == {0.05}


@pytest.mark.slow
@pytest.mark.parametrize("machine", machine_names())
def test_the_coupon_is_not_compensated(here: Path, machine: str) -> None:
    result = calibrate("--machine", machine, "--material", "acrylic-3mm")
    assert (result.exit_code, result.stderr) == (0, "")
    first = load_machine(machine).formats[0]
    assert f"laser/calibration.{first}" in result.stdout
    if first != "svg":
        return
    files = [path for path in (here / "output/calibration-acrylic-3mm/laser").iterdir() if path.suffix == ".svg"
             and path.stem.startswith("calibration")]
    assert files
    for file in files:
        sizes = cuts(file)
        assert sizes["kerf-coupon-1.hole-1"] == pytest.approx((20, 20), abs=1e-3)
        strips = [size for name, size in sizes.items() if re.fullmatch(r"kerf-strip-\d+\.edge-1", name)]
        assert [sorted(size) for size in strips] == [pytest.approx([10, 30], abs=1e-3)] * 10
        assert 100 in [pytest.approx(max(size), abs=2e-3) for name, size in sizes.items() if "grid" in name]


def test_measured_says_the_kerf_and_writes_nothing(here: Path) -> None:
    result = calibrate("--material", "acrylic-3mm", "--measured", "19.82mm")
    assert result.stdout == "the kerf is 0.18 mm: build with --kerf 0.18mm\n"
    assert calibrate("--material", "acrylic-3mm", "--stack", "98.2mm").stdout == result.stdout
    both = calibrate("--material", "acrylic-3mm", "--stack", "98.2mm", "--measured", "19.82mm")
    assert both.exit_code == 2
    assert "take the stack" in both.stderr
    assert calibrate("--material", "acrylic-3mm", "--measured", "20.1").exit_code == 1
    assert list(here.iterdir()) == []


@pytest.mark.parametrize(("slot", "thickness", "more", "clearance"), [
    (3.15, 3.02, 0.0, 0.13),  # the label says how wide the slot is
    (3.15, 3.02, -0.02, 0.11),  # cut with 0.18 instead of 0.20 mm, every slot is 0.02 mm narrower
    (2.95, 3.0, 0.0, -0.05),
])
def test_the_clearance_is_what_the_slot_has_over_the_sheet(
    slot: float, thickness: float, more: float, clearance: float
) -> None:
    assert clearance_from_slot(slot, thickness, more) == pytest.approx(clearance)


@pytest.mark.parametrize(("slot", "thickness"), [(3.15, 1.0), (3.15, 31.5), (0.0, 3.0)])
def test_a_slot_of_another_sheet(slot: float, thickness: float) -> None:
    with pytest.raises(FabgenError):
        clearance_from_slot(slot, thickness)


def shop(file: Path) -> Material:
    return load_shop(str(file)).material("acrylic-3mm")


def test_what_was_measured_is_written_into_the_shop(here: Path) -> None:
    """A kerf of 0.18 mm, a comb made for 0.2 mm: the slot of 3.15 mm is 3.13 mm wide, 0.11 mm over 3.02 mm."""
    file = here / "shop.yaml"
    file.write_text("machine: lightburn\n# mine\nmaterials:\n  acrylic-3mm: {kerf: 0.2 mm}  # a guess\n")
    told = ["--material", "acrylic-3mm", "--measured", "19.82mm", "--slot", "3.15mm", "--thickness", "3.02mm"]
    assert calibrate(*told, "--shop", str(file)).exit_code == 0
    assert shop(file).kerf == 0.2  # nobody was asked, nothing was said
    assert calibrate(*told, "--shop", str(file), "--write").exit_code == 0
    known = shop(file)
    assert (known.kerf, known.measured, known.clearance) == (0.18, 3.02, 0.11)
    assert "# mine" in file.read_text()
    assert "# a guess" in file.read_text()


def test_a_new_shop_where_there_was_none(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabgen.cli.calibrate.default_shop_file", lambda: here / "config" / "shop.yaml")
    assert calibrate("--material", "acrylic-3mm", "--measured", "19.85", "--write").exit_code == 0
    assert shop(here / "config/shop.yaml").kerf == 0.15


def test_somebody_at_a_terminal_is_asked(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = here / "shop.yaml"
    file.write_text("materials: {}\n")
    monkeypatch.setattr("fabgen.cli.calibrate.can_ask", lambda: True)
    words = ["calibrate", "--material", "acrylic-3mm", "--measured", "19.85", "--shop", str(file)]
    assert CliRunner().invoke(main, words, input="n\n").exit_code == 0
    assert file.read_text() == "materials: {}\n"
    assert CliRunner().invoke(main, words, input="y\n").exit_code == 0
    assert shop(file).kerf == 0.15


@pytest.mark.parametrize("args", [
    ("--slot", "3.15mm"), ("--thickness", "3mm"), ("--write",), ("--measured", "x"), ("--slot", "3.1", "--measured"),
])
def test_measurements_that_say_nothing(here: Path, args: tuple[str, ...]) -> None:
    assert calibrate("--material", "acrylic-3mm", *args).exit_code == 2
    assert list(here.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize(("machine", "grids"), [
    ("lightburn", {"speed-power-grid.lbrn2", "speed-power-grid.svg"}), ("glowforge", {"speed-power-grid.svg"}),
    ("k40-whisperer", set()), ("meerk40t", {"speed-power-grid.lbrn2"}),
])
def test_a_grid_where_the_program_can_hold_one(here: Path, machine: str, grids: set[str]) -> None:
    calibrate("--machine", machine, "--material", "acrylic-3mm")
    folder = here / "output/calibration-acrylic-3mm/laser"
    assert {path.name for path in folder.iterdir() if "grid" in path.name} == grids
    told = (folder / "how-to.txt").read_text("utf-8")
    assert ("tells only a few colours apart" in told) == (not grids)
    assert all(name in told for name in grids)


@pytest.mark.slow
def test_it_is_the_same_every_time(here: Path) -> None:
    calibrate("--material", "birch-ply-3mm")
    files = sorted((here / "output").rglob("*.*"))
    before = [path.read_bytes() for path in files if path.is_file()]
    assert calibrate("--material", "birch-ply-3mm", "-q").stdout == ""
    assert [path.read_bytes() for path in files if path.is_file()] == before
