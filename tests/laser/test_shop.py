"""shop.yaml: what it says goes before what is built in, what it does not say stays; mistakes stand at their place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from specs import marked

from fabgen.core.problems import FabgenError
from fabgen.laser.job import LaserJob
from fabgen.laser.machine import Machine, load_machine
from fabgen.laser.shop import Workshop, add_stock, load_shop, read_shop
from fabgen.materials.material import LaserSetting, Material, load_material, make_fit
from fabgen.materials.operations import Operation

SHOP = """\
machine: lightburn
bed: 600 x 400 mm
watts: 42
motion: {travel: 250}
materials:
  acrylic-3mm:
    measured: 2.9 mm
    kerf: 0.18 mm
    colours: {green: {measured: 2.85 mm, kerf: 0.15 mm}}
    stock:
      - {sheet: 500 x 300 mm, count: 3, colour: green}
      - {offcut: [[5, 5], [305, 5], [305, 125], [5, 205]], colour: green}
      - {sheet: 550 x 350 mm}
      - {sheet: 100 x 100 mm, count: 0}
    settings: {40: {cut: {speed: 7}}}
  cork:
    extends: card-2mm
    thickness: 4 mm
    thickness_range: [3.8 mm, 4.2 mm]
"""


def shop(text: str = SHOP) -> Workshop:
    return read_shop(text, "shop.yaml")


def job(text: str = SHOP) -> LaserJob:
    return LaserJob(shop(text).machine(), shop=shop(text))


def test_the_machine_is_the_shops_with_what_the_shop_says() -> None:
    machine, plain = shop().machine(), load_machine("lightburn")
    assert (machine.bed, machine.watts, machine.motion.travel) == ((600, 400), 42, 250)
    assert machine.motion.acceleration == plain.motion.acceleration
    assert machine.operations == plain.operations


def test_what_is_said_of_the_shops_machine_holds_for_that_alone() -> None:
    assert shop().machine("lightburn").bed == (600, 400)
    assert shop().machine("glowforge") == load_machine("glowforge")
    assert Workshop().machine() == load_machine("generic")


@pytest.mark.parametrize(("key", "measured", "kerf"), [
    ("acrylic-3mm/green", 2.85, 0.15), ("acrylic-3mm/orange", 2.9, 0.18), ("acrylic-3mm", 2.9, 0.18),
    ("acrylic-5mm/green", None, 0.22)])
def test_materials_are_those_of_the_shop_colour_by_colour(key: str, measured: float | None, kerf: float) -> None:
    stock = job().stock(key)
    assert (stock.key, stock.material.measured, stock.material.kerf) == (key, measured, kerf)
    assert stock.material.web == load_material(key).material.web
    fit = job().fit(key)
    assert fit.slot == pytest.approx((measured or 5.0) + 0.1)


def test_a_material_of_the_shops_own_extends_a_built_in_one() -> None:
    cork, card = job().stock("cork/brown").material, load_material("card-2mm").material
    assert (cork.name, cork.thickness, cork.kerf, cork.settings) == ("cork", 4, card.kerf, card.settings)


def test_the_stock_of_a_colour() -> None:
    material = job().stock("acrylic-3mm/green").material
    offcut, whole, other = job().stock_sheets(material)
    assert (offcut.outline, offcut.count, offcut.offcut) == (((0, 0), (300, 0), (300, 120), (0, 200)), 1, True)
    assert (whole.size(), whole.count, whole.offcut) == ((500, 300), 3, False)
    assert (other.size(), other.count) == ((550, 350), None)
    (only,) = job().stock_sheets(job().stock("acrylic-3mm/red").material)
    assert only.size() == (550, 350)


def test_a_material_without_stock_has_sheets_without_end() -> None:
    (sheet,) = job().stock_sheets(job().stock("mdf-3mm").material)
    assert (sheet.size(), sheet.count) == ((600, 400), None)


def test_a_sheet_that_the_user_chose_goes_before_the_stock() -> None:
    chosen = LaserJob(shop().machine(), sheet=(200, 100), shop=shop())
    (sheet,) = chosen.stock_sheets(chosen.stock("acrylic-3mm/green").material)
    assert (sheet.size(), sheet.count) == ((200, 100), None)


def test_stock_is_cut_down_to_the_bed_and_offcuts_that_are_too_large_are_left_out() -> None:
    small = LaserJob(load_machine("glowforge"), shop=shop(SHOP.replace("305,", "605,")))
    material = small.stock("acrylic-3mm/green").material
    assert [one.size() for one in small.stock_sheets(material)] == [(495, 279), (495, 279)]
    assert [p.what for p in small.warnings(material)] == [
        "left out, since larger than the bed: offcut 2 of acrylic-3mm"]


@pytest.mark.parametrize(("watts", "speed"), [
    (30, 7), (40, 7), (49, 7), (50, 7), (51, 12), (60, 12), (75, 15.6), (500, 15.6)])
def test_settings_are_those_of_the_nearest_power_and_of_two_the_weaker(watts: int, speed: float) -> None:
    """The seeds of 60 W are from the source, 12 mm/s at 70 %; the shop has slower ones than 6 mm/s for 40 W."""
    machine = shop().machine().model_copy(update={"watts": watts})
    material = job().stock("acrylic-3mm").material
    assert LaserJob(machine, shop=shop()).setting(material, Operation.CUT_OUTER) == LaserSetting(speed=speed, power=70)


def test_a_thickness_of_the_job_goes_before_the_shops() -> None:
    measured = LaserJob(load_machine("generic"), thickness=3.1, shop=shop())
    assert measured.fit("acrylic-3mm/green").slot == pytest.approx(3.2)
    with pytest.raises(FabgenError, match=r"a thickness of 3.1 mm cannot be that of acrylic-6mm, 6 mm"):
        measured.stock("acrylic-6mm")


@pytest.mark.parametrize(("key", "warned"), [
    ("acrylic-3mm/green", True), ("acrylic-extruded-3mm", False), ("birch-ply-3mm", False), ("mdf-3mm", False)])
def test_a_cast_sheet_that_nobody_measured_is_warned_of(key: str, warned: bool) -> None:
    found = LaserJob(load_machine("generic")).warn_of_unmeasured(key)
    said = "slots are drawn for 3 mm, but acrylic-3mm is cast: 2.3 to 3.7 mm occur"
    assert [(p.level, p.what) for p in found] == ([("warning", said)] if warned else [])
    assert LaserJob(load_machine("generic"), thickness=3.0).warn_of_unmeasured(key) == ()


def test_who_measured_is_not_warned(tmp_path: Path) -> None:
    assert job().warn_of_unmeasured("acrylic-3mm/blue") == ()
    (tmp_path / "mine.yaml").write_text("extends: acrylic-3mm\nthickness: 2.8 mm\n")
    (tmp_path / "same.yaml").write_text("extends: acrylic-3mm\nkerf: 0.18 mm\n")
    assert LaserJob(load_machine("generic"), folder=tmp_path).warn_of_unmeasured("mine.yaml/green") == ()
    assert len(LaserJob(load_machine("generic"), folder=tmp_path).warn_of_unmeasured("same.yaml/green")) == 1


@pytest.mark.parametrize(("measured", "asked"), [("2.2", True), ("2.3", False), ("3.7", False), ("3.8", True)])
def test_a_thickness_that_no_standard_allows_is_asked_about(measured: str, asked: bool) -> None:
    mine = job(SHOP.replace("2.9 mm", measured))
    found = mine.warnings(mine.stock("acrylic-3mm").material)
    said = f"acrylic-3mm is 2.3 to 3.7 mm thick by its standard: is {measured} mm right?"
    assert [p.what for p in found] == ([said] if asked else [])


def test_a_machine_that_cuts_before_it_scores_is_reported() -> None:
    early = LaserJob(load_machine("trotec-convention"))
    (found,) = early.warnings(early.stock("acrylic-3mm").material)
    assert found.what == "in its own order of colours `trotec-convention` cuts before it scores"
    assert found.level == "warning"


def test_a_guessed_setting_and_extruded_acrylic_are_reported(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("extends: acrylic-extruded-3mm\n")
    laser = LaserJob(load_machine("lightburn"), folder=tmp_path)
    material = laser.stock("mine.yaml").material
    assert [p.what for p in laser.warnings(material)] == [
        "acrylic-extruded-3mm is extruded: what is engraved stays clear to grey"]
    bare = material.model_copy(update={"settings": {}, "kind": "card"})
    assert [p.what for p in laser.warnings(bare)] == [
        "no speeds and powers are known for acrylic-extruded-3mm: those in the files are a guess"]


@pytest.mark.parametrize(("watts", "told"), [
    (10, "those of a laser of 40 W, `lightburn` has 10 W"), (26, "of 40 W, `lightburn` has 26 W"), (27, ""), (120, ""),
    (121, "of 80 W, `lightburn` has 121 W")])
def test_settings_of_a_far_stronger_or_weaker_laser_are_told(watts: int, told: str) -> None:
    """acrylic-3mm has settings for 40, 60 and 80 W: 40 / 26 and 121 / 80 are over 1.5."""
    laser = LaserJob(load_machine("lightburn").model_copy(update={"watts": watts}))
    found = laser.warnings(laser.stock("acrylic-3mm").material)
    assert [told in p.what for p in found] == ([True] if told else [])
    silent = LaserJob(laser.machine.model_copy(update={"formats": ("svg",)}))
    assert silent.warnings(laser.stock("acrylic-3mm").material) == ()


@pytest.mark.parametrize(("old", "new", "what", "hint"), [
    ("machine: lightburn", "¤machine: lightbrun", "`lightbrun` is not a known machine",
     "did you mean lightburn?\nor the path of a .yaml file beside this one"),
    ("watts: 42", "¤wats: 42", "unknown key `wats`", "did you mean watts?"),
    ("watts: 42", "¤watts: 0", "`0` is too small", "1 or more"),
    ("bed: 600 x 400 mm", "¤bed: 600 mm", "`600 mm` is not a size", "write it like 600 x 400 mm"),
    ("bed: 600 x 400 mm", "¤bed: 9 x 9 mm", "the bed is smaller than its margins", ""),
    ("{travel: 250}", "{¤travle: 250}", "unknown key `travle`", "did you mean travel?"),
    ("  acrylic-3mm:", "  ¤acrilic-3mm:", "`acrilic-3mm` is not a known material",
     "did you mean acrylic-3mm, acrylic-5mm or acrylic-6mm?\nor write `extends:` and the material that yours is like"),
    ("extends: card-2mm", "¤extends: cart-2mm", "`cart-2mm` is not a known material",
     "did you mean card-1mm or card-2mm?"),
    ("measured: 2.9 mm", "¤measured: thick", "`thick` is not a length", "write it like 40 mm, 4 cm or 1.5 in"),
    ("    kerf: 0.18 mm", "    ¤kerf: 3 mm", "`3 mm` is too large", "2 mm or less"),
    ("measured: 2.85 mm,", "¤meassured: 2.85 mm,", "unknown key `meassured`", "did you mean measured?"),
    ("{sheet: 550 x 350 mm}", "¤{count: 3}", "a piece of stock is a `sheet` or an `offcut`",
     "sheet: 600 x 400 mm\nor offcut: [[0, 0], [300, 0], [300, 120], [0, 200]]"),
    ("{sheet: 550 x 350 mm}", "¤{offcut: [[0, 0], [50, 50], [50, 0], [0, 50]]}",
     "the outline of this offcut crosses itself, or its holes do not lie inside it",
     "name its corners in their order round the piece"),
    ("{sheet: 550 x 350 mm}", "¤{offcut: [[0, 0], [5, 0], [5, 5]]}", "an offcut of 12.5 mm² is too small",
     "corners are given in mm"),
    ("{sheet: 550 x 350 mm}", "{sheet: 550 x 350 mm, ¤count: some}", "`some` is not a whole number",
     "write it in digits, like 4"),
    ("    settings: {40: {cut: {speed: 7}}}", "    ¤price: cheap", "`cheap` is not a price",
     "write it like 18 EUR or 12.50 USD"),
    ("{40: {cut: {speed: 7}}}", "{¤40: {cut: {speed: 7, power: 170}}}", "`170` is too large", "100 or less"),
    ("{40: {cut: {speed: 7}}}", "{40: {¤melt: {speed: 7, power: 9}}}", "`melt` is not known here",
     "one of engrave, score, cut-inner or cut-outer"),
])
def test_what_is_wrong_in_a_shop(old: str, new: str, what: str, hint: str) -> None:
    assert SHOP.count(old) == 1
    text, at = marked(SHOP.replace(old, new))
    with pytest.raises(FabgenError) as caught:
        shop(text)
    assert [(p.where.line, p.where.column, p.what, p.hint) for p in caught.value.problems] == [(*at, what, hint)]


def test_a_thickness_of_another_material_is_reported() -> None:
    with pytest.raises(FabgenError) as caught:
        shop(SHOP.replace("measured: 2.9 mm", "measured: 29 mm"))
    (found,) = caught.value.problems
    assert (found.where.line, found.what) == (6, "29 mm was measured on a sheet of nominally 3 mm")


def test_all_mistakes_come_at_once() -> None:
    with pytest.raises(FabgenError) as caught:
        shop(SHOP.replace("lightburn", "lightbrun").replace("2.9 mm", "thick").replace("card-2mm", "cart-2mm"))
    assert [p.where.line for p in caught.value.problems] == [1, 7, 17]


def test_what_belongs_to_a_machine_needs_one() -> None:
    with pytest.raises(FabgenError, match="the bed of which machine"):
        shop("bed: 600 x 400 mm\n")


def test_a_machine_and_a_material_beside_the_shop(tmp_path: Path) -> None:
    (tmp_path / "laser.yaml").write_text("extends: generic\nname: cellar\nbed: 300 x 200 mm\n")
    (tmp_path / "felt.yaml").write_text("extends: card-1mm\nname: felt\nkerf: 0.3 mm\n")
    file = tmp_path / "shop.yaml"
    file.write_text("machine: laser.yaml\nwatts: 40\nmaterials: {felt: {extends: felt.yaml, price: 2 EUR}}\n")
    found = load_shop(str(file))
    assert (found.machine().name, found.machine().bed, found.machine().watts) == ("cellar", (300, 200), 40)
    felt = found.stock("felt/red").material
    assert (felt.kerf, felt.price and felt.price.amount) == (0.3, 2)
    (tmp_path / "laser.yaml").write_text("extends: generic\nname: cellar\nbad: 1\n")
    with pytest.raises(FabgenError) as caught:
        load_shop(str(file))
    assert [(p.where.file, p.where.line) for p in caught.value.problems] == [(str(tmp_path / "laser.yaml"), 3)]


def test_an_unknown_material_brings_those_of_the_shop() -> None:
    with pytest.raises(FabgenError, match="did you mean cork"):
        job().stock("corck/brown")


@pytest.mark.parametrize("key", ["acrylic-3mm/green", "acrylic-3mm/blue", "cork/brown", "mdf-6mm"])
def test_what_is_kept_of_a_material_is_all_of_it(key: str) -> None:
    """`source/` holds materials and machines as JSON."""
    material = job().stock(key).material
    assert Material.model_validate(json.loads(json.dumps(material.model_dump(mode="json")))) == material
    machine = job().machine
    assert Machine.model_validate(json.loads(json.dumps(machine.model_dump(mode="json")))) == machine


def test_fit_takes_what_was_measured() -> None:
    material = load_material("acrylic-3mm").material
    assert make_fit(material.model_copy(update={"measured": 2.7})).slot == pytest.approx(2.8)
    assert make_fit(material).slot == pytest.approx(3.1)


@pytest.mark.parametrize(("text", "written"), [
    ("{}", "{materials: {mdf-3mm: {stock: [{sheet: 600 x 400 mm}]}}}"),
    ("# mine\n{ }\n", "# mine\n{materials: {mdf-3mm: {stock: [{sheet: 600 x 400 mm}]}} }\n"),
])
def test_stock_is_added_to_an_empty_mapping_in_braces(text: str, written: str) -> None:
    assert add_stock(text, "shop.yaml", "mdf-3mm", ["{sheet: 600 x 400 mm}"]) == written
