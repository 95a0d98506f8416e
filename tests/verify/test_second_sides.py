"""Tiles with two sides: the second file is proven against the first, and each planted fault of register is found."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from built import share_written_game
from verify.planting import Planted

from fabgen.build import make_cutting_order
from fabgen.core.problems import FabgenError
from fabgen.laser.formats.registry import FORMATS
from fabgen.laser.job import make_laser_job
from fabgen.laser.part_batches import find_part_problems
from fabgen.laser.selection import chosen_parts
from fabgen.spec.build_options import Options
from fabgen.spec.load import load_spec
from fabgen.verify import verify

GAME = """\
fabgen: 1
title: Turncoats
designer: Nobody
players:
  green: {forward: up, material: acrylic-3mm/green}
board:
  grid: 3x3
  cell: 40 mm
  material: acrylic-3mm/clear
pieces:
  scout: {each: 2, moves: fcW2smW, body: {tile: square, back: star, both_sides: true}}
"""
FRONT, BACK = "laser/green-pieces.svg", "laser/green-pieces-backs.svg"
STAR, EDGE = "green-scout-tile-1.back-mark-1", "green-scout-tile-1.edge-1"


@pytest.fixture(scope="session")
def turned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    options = Options(machine="lightburn", formats=tuple(FORMATS))
    return share_written_game(tmp_path_factory, "second sides", GAME, "# Turncoats\n", options, ("laser",)).target


@pytest.fixture
def copy(turned: Path, tmp_path: Path) -> Planted:
    return Planted(Path(shutil.copytree(turned, tmp_path / "copy")))


def planted(copy: Planted) -> str:
    return "\n".join(map(str, copy.problems()))


def points(data: str) -> list[tuple[float, float]]:
    values = [float(v) for v in re.findall(r"-?[\d.]+", data)]
    return list(zip(values[::2], values[1::2], strict=True))


def test_every_format_is_proven(turned: Path) -> None:
    assert verify(turned) == []
    job = json.loads((turned / "laser/job.json").read_text())
    assert [row["name"] for row in job["second_sides"]] == ["green-pieces-backs"]
    assert not any(part["name"].endswith("back") for part in job["parts"])


def test_the_back_lies_in_the_middle_of_the_hole(turned: Path) -> None:
    """Read without fabgen: the star's middle is that of the outline, both in the file's own coordinates."""
    copy = Planted(turned)
    outline = points(re.sub(r"A \S+ \S+ \S+ \S+ \S+", "L", copy.data(FRONT, EDGE)))
    star = points(copy.data(BACK, STAR))
    middle = (min(x for x, _ in outline) + max(x for x, _ in outline)) / 2
    assert (min(x for x, _ in star) + max(x for x, _ in star)) / 2 == pytest.approx(middle, abs=0.1)
    assert "<path" not in re.sub(r'<path [^>]*id="[^"]*\.back-[^"]*"[^>]*>', "", (turned / BACK).read_text())


def move_star(copy: Planted, change: str) -> None:
    def moved(data: str) -> str:
        spots = points(data)
        x0, y0 = (sum(values) / len(values) for values in zip(*spots, strict=True))
        by = {"right": lambda x, y: (x + 0.3, y), "around": lambda x, y: (2 * x0 - x, 2 * y0 - y)}[change]
        new = [by(x, y) for x, y in spots]
        return "M " + " L ".join(f"{x:.3f} {y:.3f}" for x, y in new) + " Z"

    assert not re.search("[AC]", copy.data(BACK, STAR)), "a star is made of lines"
    copy.redraw(BACK, STAR, moved)


@pytest.mark.parametrize("change", ["right", "around"])
def test_a_back_out_of_register_is_found(copy: Planted, change: str) -> None:
    move_star(copy, change)
    assert "mm² of green-scout-tile-1 is" in planted(copy)


def test_a_missing_second_file_is_found(copy: Planted) -> None:
    manifest = json.loads((copy.folder / "manifest.json").read_text())
    manifest["files"] = [entry for entry in manifest["files"] if entry["path"] != BACK]
    (copy.folder / "manifest.json").write_text(json.dumps(manifest))
    (copy.folder / BACK).unlink()
    assert "has two sides, and this sheet has no second file" in planted(copy)


def test_a_second_file_that_cuts_is_found(copy: Planted) -> None:
    cut = copy.element(FRONT, EDGE).replace(EDGE, "green-scout-tile-1.back-edge-1")
    group = cut[: len(cut) - len(cut.lstrip())] + f'<g id="cut-outer">{cut.strip()}</g>\n'
    copy.edit(BACK, "</svg>", group + "</svg>")
    assert "a second file cuts nothing" in planted(copy)


def test_a_missing_back_is_found(copy: Planted) -> None:
    copy.remove(BACK, STAR)
    assert "mm² of green-scout-tile-1 is not engraved" in planted(copy)


def problems_of(folder: Path, game: str, options: Options) -> str:
    (folder / "game.yaml").write_text(game)
    (folder / "rules.md").write_text("# Turncoats\n")
    try:
        spec = load_spec(folder / "game.yaml")
        job = make_laser_job(spec, options)
        problems = find_part_problems(chosen_parts(spec, job.fit, options), job)
    except FabgenError as error:
        problems = list(error.problems)
    return "\n".join(map(str, problems))


@pytest.mark.parametrize(("game", "options", "words"), [
    (GAME, Options(bridges="3"), "hangs on bridges there"),
    (GAME, Options(machine="ponoko"), "`ponoko` is a service"),
    (GAME.replace("back: star, ", ""), Options(), "this body has none"),
    (GAME.replace("back: star, ", "back: star, side: back, "), Options(), "both sides would be seen at once"),
])
def test_what_cannot_be_turned_over_is_one_problem(
    tmp_path: Path, game: str, options: Options, words: str
) -> None:
    text = problems_of(tmp_path, game, options)
    assert words in text
    assert text.count("error") <= 1


def test_a_cutting_service_is_not_sent_half_of_a_tile(tmp_path: Path) -> None:
    """Its files hold fronts only: an order without the backs would be wrong, so that there is none."""
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "rules.md").write_text("# Turncoats\n")
    with pytest.raises(FabgenError) as refusal:
        make_cutting_order(load_spec(tmp_path / "game.yaml"), Options(), "sendcutsend")
    (problem,) = refusal.value.problems
    assert "green scout tile is turned over at the laser, and SendCutSend is a service" in problem.what
    assert "take `both_sides` out" in problem.hint


def test_an_outline_that_is_not_symmetric_is_told(tmp_path: Path) -> None:
    """The fifth player's sign is one cut corner."""
    names = ("red", "blue", "pink", "teal", "grey")
    players = "".join(f"  {name}: {{forward: up, material: acrylic-3mm/clear}}\n" for name in names)
    game = GAME.replace("  green: {forward: up, material: acrylic-3mm/green}\n", players)
    text = problems_of(tmp_path, game, Options())
    assert "turned over, the scout of grey does not fit into its own hole" in text
    assert "of red" not in text
