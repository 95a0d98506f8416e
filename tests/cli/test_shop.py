"""A shop on the command line: where it is looked for, what a build takes from it, and `new-shop`."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click
import pytest
from cli.test_commands import run
from click.testing import CliRunner
from commands import tiny

from fabgen.cli import main, shop
from fabgen.laser.machine import machine_names
from fabgen.laser.shop import load_shop

SHOP = """\
machine: lightburn
bed: 600 x 300 mm
materials:
  acrylic-3mm: {measured: 2.9 mm, kerf: 0.17 mm, colours: {clear: {measured: 3.2 mm}}}
  cork: {extends: card-2mm, kerf: 0.3 mm}
"""


@pytest.fixture
def config(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that is looked for, in a folder that is not there yet; and a small game."""
    monkeypatch.delenv("FABGEN_SHOP", raising=False)
    monkeypatch.setattr(shop, "default_shop_file", lambda: here / "config/fabgen/shop.yaml")
    tiny(here / "tiny")
    return here / "config/fabgen/shop.yaml"


def put(path: Path, text: str = SHOP) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def built(*args: str) -> tuple[dict[str, object], dict[str, dict[str, object]], dict[str, object]]:
    """The options, the materials and the machine in `source/` of a build."""
    result = run("build", "tiny", "--only", "laser", *args)
    assert result.exit_code == 0, result.stderr
    found = [json.loads(Path(f"output/tiny/source/{name}.json").read_text()) for name in ("options", "shop", "machine")]
    return found[0], found[1], found[2]


@pytest.mark.slow
def test_a_build_takes_the_shop_of_the_config_folder(config: Path) -> None:
    put(config)
    options, materials, machine = built()
    assert (options["machine"], options["shop"], options["kerf"]) == ("lightburn", "shop.yaml", None)
    assert (machine["name"], machine["bed"]) == ("lightburn", [600, 300])
    assert {key: (one["measured"], one["kerf"]) for key, one in materials.items()} == {
        "acrylic-3mm/clear": (3.2, 0.17), "acrylic-3mm/green": (2.9, 0.17)}


@pytest.mark.slow
def test_a_build_is_verified_without_the_shop(config: Path) -> None:
    put(config)
    built()
    os.remove(config)
    assert run("verify", "output/tiny").exit_code == 0


@pytest.mark.slow
def test_options_override_the_shop(config: Path) -> None:
    put(config)
    options, materials, machine = built("--machine", "glowforge", "--thickness", "2.8mm", "--kerf", "0.1")
    assert (options["machine"], options["thickness"], options["kerf"]) == ("glowforge", 2.8, 0.1)
    assert (machine["name"], machine["bed"]) == ("glowforge", [495, 279])
    assert {one["measured"] for one in materials.values()} == {2.8}


@pytest.mark.slow
def test_another_shop_or_none(config: Path, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(config, SHOP.replace("2.9", "2.7"))
    other = put(here / "other.yaml")
    assert built("--shop", "other.yaml")[1]["acrylic-3mm/green"]["measured"] == 2.9
    options, materials, machine = built("--shop", "none")
    assert (options["shop"], machine["name"], materials["acrylic-3mm/green"]["measured"]) == (None, "generic", None)
    monkeypatch.setenv("FABGEN_SHOP", str(other))
    assert built()[1]["acrylic-3mm/green"]["measured"] == 2.9


@pytest.mark.slow
def test_everything_from_a_material_of_the_shop(config: Path) -> None:
    put(config)
    assert {one["kerf"] for one in built("--material", "cork")[1].values()} == {0.3}
    result = run("build", "tiny", "--only", "laser", "--material", "corck")
    assert (result.exit_code, "did you mean cork?" in result.stderr) == (2, True)


@pytest.mark.slow
def test_an_unmeasured_cast_sheet_causes_one_warning(config: Path) -> None:
    result = run("build", "tiny", "--only", "laser")
    assert result.stderr == ("warning: slots are drawn for 3 mm, but acrylic-3mm is cast: 2.3 to 3.7 mm occur\n"
                             "  measure yours and give --thickness, or write it into a shop file (fabgen new-shop)\n")
    assert run("build", "tiny", "--only", "laser", "--thickness", "3mm").stderr == ""
    assert run("build", "tiny", "--only", "laser", "--material", "mdf-3mm").stderr == ""
    put(config)
    assert run("build", "tiny", "--only", "laser").stderr == ""


def test_mistakes_in_a_shop_are_reported_at_their_lines(config: Path) -> None:
    put(config, SHOP.replace("cork: {extends", "cork: {extend").replace("kerf: 0.17 mm", "kerf: thin"))
    result = run("build", "tiny", "--only", "laser")
    assert result.exit_code == 1
    assert [line.partition("shop.yaml:")[2].partition(" ")[0] for line in result.stderr.splitlines()
            if "shop.yaml" in line] == ["4:35", "5:3", "5:10"]
    assert not Path("output").exists()


def test_a_missing_shop_file_is_reported(config: Path) -> None:
    result = run("build", "tiny", "--shop", "nowhere.yaml")
    assert (result.exit_code, "there is no file `nowhere.yaml`: `fabgen new-shop`" in result.stderr) == (2, True)


# --- new-shop ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_new_shop_writes_where_builds_look(config: Path) -> None:
    args = ["--machine", "lightburn", "--bed", "24x16in", "--watts", "80", "--material", "acrylic-3mm", "--material",
            "mdf-3mm", "--thickness", "2.9mm", "--thickness", "3.1", "--kerf", "0.17mm", "--kerf", "0.15",
            "--sheet", "600x300mm"]
    result = run("new-shop", *args)
    assert (result.exit_code, result.stdout) == (0, f"{config}: change it in any editor\n")
    _, materials, machine = built()
    assert (machine["name"], machine["bed"], machine["watts"]) == ("lightburn", [609.6, 406.4], 80)
    assert (materials["acrylic-3mm/green"]["measured"], materials["acrylic-3mm/green"]["kerf"]) == (2.9, 0.17)
    assert materials["acrylic-3mm/green"]["sheet"] == [600, 300]
    mdf = load_shop(str(config)).stock("mdf-3mm").material
    assert (mdf.measured, mdf.kerf) == (3.1, 0.15)


def test_new_shop_never_overwrites_unless_forced(config: Path) -> None:
    put(config)
    for args, code in ((["--machine", "generic"], 2), (["--machine", "generic", "--force"], 0)):
        assert run("new-shop", *args).exit_code == code
        assert (config.read_text() == SHOP) is (code == 2)


@pytest.mark.slow
def test_new_shop_elsewhere_says_how_it_is_used(config: Path) -> None:
    result = run("new-shop", "-o", "lab/shop.yaml", "--machine", "trotec")
    assert result.stdout.splitlines()[1] == f"give it to builds with --shop {Path('lab/shop.yaml')}"
    assert not config.exists()
    assert built("--shop", "lab/shop.yaml")[2]["name"] == "trotec"


@pytest.mark.parametrize(("args", "told"), [
    ([], "which machine? Give --machine"),
    (["--machine", "lightbrun"], "did you mean lightburn?"),
    (["--machine", "generic", "--material", "acrilic-3mm"], "did you mean acrylic-3mm"),
    (["--machine", "generic", "--material", "mdf-3mm", "--kerf", "1", "--kerf", "2"],
     "--kerf is given 2 times for 1 material: give --material and --kerf once for each"),
    (["--machine", "generic", "--material", "mdf-3mm", "--thickness", "thick"], "`thick` is not a length"),
    (["--machine", "generic", "--watts", "0"], "0 is not in the range"),
])
def test_new_shop_with_unclear_options(config: Path, args: list[str], told: str) -> None:
    result = run("new-shop", *args)
    assert (result.exit_code, told in result.stderr, config.exists()) == (2, True, False)


def test_new_shop_with_an_impossible_number(config: Path) -> None:
    result = run("new-shop", "--machine", "generic", "--material", "mdf-3mm", "--thickness", "31mm")
    assert (result.exit_code, config.exists()) == (1, False)
    assert "31 mm was measured on a sheet of nominally 3 mm" in result.stderr


def test_new_shop_asks_on_a_terminal(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shop, "can_ask", lambda: True)
    answers = ["nosuch", "lightburn", "", "40", "acrylic-3mm", "2.9", "", "", "green, orange", "mdf-3mm", "", "0.15mm",
               "500x300mm", "", ""]
    result = CliRunner().invoke(main, ["new-shop"], input="\n".join(answers) + "\n")
    assert result.exit_code == 0, result.output
    assert "there is no machine `nosuch`" in result.output
    assert "sheets of 2.3 to 3.7 mm are sold as 3 mm: measure yours" in result.output
    found = load_shop(str(config))
    assert (found.machine().name, found.machine().bed, found.machine().watts) == ("lightburn", (1300, 900), 40)
    green, mdf = found.stock("acrylic-3mm/green").material, found.stock("mdf-3mm").material
    assert (green.measured, green.kerf, [piece.colour for piece in green.stock]) == (2.9, 0.20, ["green"])
    assert (mdf.measured, mdf.kerf, mdf.sheet) == (None, 0.15, (500, 300))


def test_new_shop_offers_no_machine_that_cuts_too_early(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shop, "can_ask", lambda: True)
    output = CliRunner().invoke(main, ["new-shop"], input="\n\n\n\n").output
    offered = [line.split()[0] for line in output.splitlines() if line.startswith("  ") and not line.startswith("   ")]
    assert offered == [name for name in machine_names() if not name.endswith("-convention")]


def test_new_shop_refers_to_a_users_machine_by_its_full_path(config: Path, here: Path) -> None:
    (here / "mine.yaml").write_text("extends: generic\nname: mine\nbed: 300 x 250 mm\n")
    assert run("new-shop", "--machine", "mine.yaml").exit_code == 0
    assert load_shop(str(config)).machine().bed == (300, 250)


def test_the_usual_place_is_the_config_folder_of_the_system() -> None:
    assert shop.default_shop_file() == Path(click.get_app_dir("fabgen")) / "shop.yaml"


def test_list_machines_says_what_is_unverified() -> None:
    lines = run("list", "machines").stdout.splitlines()
    assert "unverified: that LightBurn itself accepts our .lbrn2 files (MeerK40t reads them)" in map(str.strip, lines)
    for name in machine_names():
        (at,) = [n for n, line in enumerate(lines) if line.split()[0] == name]
        early = name.endswith("-convention")
        assert lines[at + 1].split()[0] == ("CAUTION:" if early else "unverified:")


# --- keep-offcuts -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_leftovers_go_into_the_default_shop_file_and_are_used_first(config: Path) -> None:
    put(config)
    built()
    result = run("keep-offcuts", "output/tiny")
    assert (result.exit_code, "acrylic-3mm, Tiny, " in result.stdout) == (0, True)
    assert "  cork: {extends: card-2mm, kerf: 0.3 mm}\n" in config.read_text()
    stock = [piece for piece in load_shop(str(config)).declared.materials["acrylic-3mm"].stock if piece.offcut]
    assert [piece.name for piece in stock if piece.name.startswith("Tiny, ")]
    assert run("keep-offcuts", "output/tiny").stdout == "nothing new is left over that is worth keeping\n"
    built()
    assert "used up: acrylic-3mm/green, Tiny, " in run("keep-offcuts", "output/tiny").stdout


def test_a_folder_without_a_job_keeps_nothing(config: Path, here: Path) -> None:
    (here / "empty").mkdir()
    result = run("keep-offcuts", "empty")
    assert (result.exit_code, "job.json" in result.stderr, config.exists()) == (1, True, False)


@pytest.mark.parametrize(("args", "told", "code"), [
    (["build", "correction", "--engrave", "hatch:0mm"], "the pitch is a length from 0.05 to 5 mm", 2),
    (["build", "correction", "--engrave", "hatch:0.4mm:x"], "the angle is a number of degrees", 2),
    (["new-shop", "--machine", "generic", "--thickness", "3mm"], "--thickness is given 1 time for 0 materials", 2),
    (["new-shop", "--machine", "generic", "--material", "mdf-3mm", "--thickness", "9mm"], "error: 9 mm was", 1),
])
def test_mistakes_in_an_option_are_reported_in_words(config: Path, args: list[str], told: str, code: int) -> None:
    result = run(*args)
    assert (result.exit_code, told in result.stderr) == (code, True), result.stderr
    assert "shop.yaml" not in result.stderr


def test_an_offcut_with_two_corners_is_reported_how_many_it_needs(tmp_path: Path) -> None:
    shop = tmp_path / "shop.yaml"
    shop.write_text("materials:\n  mdf-3mm:\n    stock:\n      - {offcut: [[0, 0], [100, 0]]}\n")
    result = run("build", "correction", "--shop", str(shop))
    assert "only 2 of at least 3" in result.stderr
