"""Pictures of what materials do not bear: the ring is where the flaw is, the files can be read by others."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from commands import tiny
from PIL import Image
from svgelements import SVG

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.part import Part
from fabgen.artwork.path import circle, rectangle
from fabgen.check.flaw_pictures import FlawPicture, draw_flaw
from fabgen.check.part_flaws import find_flaws
from fabgen.cli import main
from fabgen.materials.material import load_material

PLATE = Part("plate", draw(Role.EDGE, rectangle(0, 0, 60, 40, 3)) + draw(Role.HOLE, circle((20, 30), 0.6)), 1,
             "acrylic-3mm", "plates")


def test_the_ring_is_around_the_place() -> None:
    """A hole of 1.2 mm at 20, 30 in acrylic of 3 mm, which wants 1.5 mm."""
    [flaw] = find_flaws(PLATE, load_material("acrylic-3mm").material)
    ring = draw_flaw(PLATE, flaw).only(Role.CAPTURE)
    x0, y0, x1, y1 = ring.bounds()
    assert ((x0 + x1) / 2, (y0 + y1) / 2) == pytest.approx((20, 30), abs=1e-6)
    assert 1.2 < x1 - x0 < 8


def test_both_files_are_pictures_of_one_size() -> None:
    [flaw] = find_flaws(PLATE, load_material("acrylic-3mm").material)
    files = FlawPicture(flaw, draw_flaw(PLATE, flaw), "plate-small-holes-1").files()
    assert set(files) == {"plate-small-holes-1.svg", "plate-small-holes-1.png"}
    drawn = SVG.parse(io.BytesIO(files["plate-small-holes-1.svg"]), ppi=25.4)
    image = Image.open(io.BytesIO(files["plate-small-holes-1.png"]))
    assert image.size[0] == pytest.approx(drawn.width / 25.4 * 150, abs=1.5)
    assert b"#c1121f" in files["plate-small-holes-1.svg"]


def run(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["check", *args], prog_name="fabgen")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.slow
def test_check_draws_what_is_weak(here: Path) -> None:
    """Silhouettes of 24 mm in sheets of 3 mm have strips that are weak; without the option nothing is drawn."""
    game = str(tiny(here / "tiny", "body: {standee: pawn}", "body: {standee: knight, height: 24 mm, base: 30 mm}"))
    code, out, _ = run(game, "--pictures", "flaws", "--json")
    told = json.loads(out)
    names = sorted(path.name for path in (here / "flaws").iterdir())
    assert code == 0
    assert len(names) == 2 * len(told) > 0
    assert all(one["key"].startswith("green pawn") for one in told)
    assert run(game, "-q")[1:] == ("", "")


def test_a_sound_game_has_no_pictures(here: Path) -> None:
    assert run(str(tiny(here / "tiny")), "--pictures", "flaws", "-q") == (0, "", "")
    assert list((here / "flaws").iterdir()) == []
