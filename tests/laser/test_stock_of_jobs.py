"""What a job takes from the stock of a shop, what it costs, what it leaves over, and what it is told to lack."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from laser.laser_parts import plain

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.part import Part
from fabgen.artwork.path import rectangle
from fabgen.core.problems import FabgenError
from fabgen.core.yaml_models import parse_data
from fabgen.laser.estimate import estimate_sheet, list_bills
from fabgen.laser.job import LaserJob
from fabgen.laser.job_sheet.job_sheet import material_bills
from fabgen.laser.machine import load_machine
from fabgen.laser.nest.layout import StockSheet, describe_shape
from fabgen.laser.offcuts import add_leftovers, read_leftovers, used_offcuts, used_sheet_lines
from fabgen.laser.sheet import LaserSheet
from fabgen.laser.sheet_layout import make_sheets
from fabgen.laser.shop import offcut_text, read_shop

SHOP = "materials:\n  acrylic-3mm:\n    price: 10 EUR\n    stock:\n{}"
GREENS = "{sheet: 400 x 400 mm, colour: green"
OFFCUT = "      - {offcut: [[0, 0], [200, 0], [200, 150], [0, 150]], name: corner}\n"
GREEN, RED = "acrylic-3mm/green", "acrylic-3mm/red"


def square(name: str, side: float, group: str, material: str = GREEN) -> Part:
    return plain(name, draw(Role.EDGE, rectangle(0, 0, side, side)), 1, material, group)


def made(stock: str, *parts: Part) -> list[LaserSheet]:
    return make_sheets(parts, LaserJob(load_machine("generic"), shop=read_shop(SHOP.format(stock), "shop.yaml")))


def test_an_offcut_is_cut_up_once_and_costs_nothing() -> None:
    sheets = made(OFFCUT, square("one", 100, "first"), square("two", 100, "second"))
    assert [(sheet.stock_name, sheet.is_offcut, sheet.width) for sheet in sheets] == [
        ("corner", True, 200), ("600 x 400 mm", False, 600)]
    shop = read_shop(SHOP.format(OFFCUT), "shop.yaml")
    times = [estimate_sheet(sheet, load_machine("generic")) for sheet in sheets]
    (bill,) = list_bills(sheets, times, lambda key: shop.stock(key).material.price)
    assert (bill.sheets, bill.price.amount) == (2, 10)


def test_sheets_that_are_counted_are_cut_up_once() -> None:
    two = [square("one", 300, "first"), square("two", 300, "second")]
    assert len(made("      - {sheet: 400 x 400 mm, count: 2}\n", *two)) == 2
    with pytest.raises(FabgenError) as error:
        made("      - {sheet: 400 x 400 mm, count: 1}\n", *two)
    (told,) = error.value.problems
    assert told.what == "acrylic-3mm/green: no room for two (second) on 1 sheet of 400 x 400 mm"


@pytest.mark.parametrize("stock", [GREENS + ", count: 1}", GREENS + "}"])
def test_groups_of_one_stock_share_a_sheet_that_holds_them(stock: str) -> None:
    three = [square("one", 300, "board"), square("two", 70, "spaces"), square("red", 70, "board", RED)]
    green, red = made(f"      - {stock}\n      - {{sheet: 200 x 200 mm, colour: red}}\n", *three)
    assert green.name == "board-acrylic-3mm-green-and-spaces"
    assert {spot.part for spot in green.placements} == {"one", "two"}
    assert (red.name, {spot.part for spot in red.placements}) == ("board-acrylic-3mm-red", {"red"})


def test_groups_that_fill_sheets_of_their_own_stay_apart() -> None:
    four = [square(f"{group} {n}", 300, group) for group in ("first", "second") for n in range(2)]
    names = [sheet.name for sheet in made("      - {sheet: 620 x 400 mm}\n", *four)]
    assert names == ["first", "second"]


def test_a_sheet_is_called_after_what_lies_on_it() -> None:
    groups = {1: "a", 2: "b", 3: "c", 4: "d"}
    for count, name in ((2, "a-and-b"), (3, "a-and-b-and-c"), (4, "acrylic-3mm-green")):
        parts = [square(f"of {n}", 40, groups[n]) for n in range(1, count + 1)]
        (sheet,) = made("      - {sheet: 400 x 400 mm}\n", *parts)
        assert sheet.name == name


def test_a_colour_that_the_shop_has_not_is_reported() -> None:
    red = "      - {sheet: 500 x 300 mm, colour: red}\n      - {sheet: 500 x 300 mm, colour: blue, count: 0}\n"
    (sheet,) = made(red, square("one", 100, "first"))
    told = [note for note in sheet.notes if "no sheet of acrylic-3mm/green" in note.what]
    assert [(note.level, note.what.endswith("there is red")) for note in told] == [("warning", True)]
    assert "600 x 400 mm" in told[0].hint
    (sheet,) = made(red, square("one", 100, "first", "acrylic-3mm/red"))
    assert not any("no sheet of" in note.what for note in sheet.notes)


def test_nobody_who_has_an_offcut_of_the_colour_is_reported_to_buy() -> None:
    (sheet,) = made(OFFCUT + "      - {sheet: 500 x 300 mm, colour: red}\n", square("one", 100, "first"))
    assert not any("no sheet of" in note.what for note in sheet.notes)


def test_what_is_left_over_is_the_rest_of_the_last_sheet() -> None:
    (sheet,) = made("      - {sheet: 600 x 400 mm}\n", square("one", 380, "first"))
    kerf, spacing, margin = 0.2, 2.0, 5.0
    assert sheet.leftover
    assert sheet.leftover.size() == pytest.approx((600 - margin - 380 - kerf - spacing, 400))


def test_a_piece_is_written_as_a_shop_reads_it() -> None:
    ring = ((0.0, 0.0), (100.0, 0.0), (100.0, 60.04), (0.0, 60.04))
    piece = StockSheet(ring, holes=(((10.0, 10.0), (20.0, 10.0), (20.0, 20.0)),), offcut=True)
    (read,) = read_shop(SHOP.format(f"      - {offcut_text(piece, 'no: 5', 'Game: a, b')}\n"), "").stock(
        "acrylic-3mm/no: 5").material.stock
    assert read.offcut == ((0, 0), (100, 0), (100, 60), (0, 60))
    assert len(read.holes) == 1
    assert (read.name, read.colour) == ("Game: a, b", "no: 5")


def output(folder: Path, *leftover: dict[str, object] | None) -> Path:
    sheets = [{"material": GREEN, "stock": "corner", "offcut": n == 0, "leftover": one}
              for n, one in enumerate(leftover)]
    (folder / "laser").mkdir()
    (folder / "laser/job.json").write_text(json.dumps({"sheets": sheets}))
    return folder


def piece(name: str) -> dict[str, object]:
    return {"material": "acrylic-3mm", "name": name, "shape": "200 x 100 mm", "width_mm": 200, "height_mm": 100,
            "shop": f"{{offcut: [[0, 0], [200, 0], [200, 100], [0, 100]], name: {name}}}"}


def names(text: str) -> list[str]:
    return [one["name"] for one in parse_data(text, "shop.yaml")[0]["materials"]["acrylic-3mm"]["stock"]]


def test_offcuts_are_kept_once_before_what_is_there(tmp_path: Path) -> None:
    found = read_leftovers(output(tmp_path, piece("a"), None, piece("b")))
    text, new = add_leftovers(SHOP.format(OFFCUT), "shop.yaml", found)
    assert (names(text), new) == (["a", "b", "corner"], found)
    assert add_leftovers(text, "shop.yaml", found) == (text, [])
    assert names(add_leftovers("", "shop.yaml", found)[0]) == ["a", "b"]
    assert used_offcuts(tmp_path) == ["acrylic-3mm/green, corner"]


@pytest.mark.parametrize("text", ["{}", "[]", '{"sheets": [{}]}', "no JSON"])
def test_what_is_no_job_is_reported(tmp_path: Path, text: str) -> None:
    output(tmp_path)
    (tmp_path / "laser/job.json").write_text(text)
    with pytest.raises(FabgenError, match=r"job\.json. is no job"):
        read_leftovers(tmp_path)


L_SHAPE = ((0.0, 0.0), (600.0, 0.0), (600.0, 400.0), (273.0, 400.0), (273.0, 127.0), (0.0, 127.0))


def test_a_counted_sheet_holds_what_fits_only_across_its_grain() -> None:
    """Beside the panel both strips stand upright; along the grain they would need a second sheet."""
    shop = read_shop("materials:\n  birch-ply-3mm:\n    stock:\n      - {sheet: 400 x 300 mm, count: 1}\n", "shop.yaml")
    parts = [Part(name, draw(Role.EDGE, rectangle(0, 0, *size)), count, "birch-ply-3mm", "box", may_cross_grain=True)
             for name, size, count in (("panel", (250, 280), 1), ("strip", (270, 40), 2))]
    (sheet,) = make_sheets(parts, LaserJob(load_machine("generic"), shop=shop))
    assert len(sheet.placements) == 3


@pytest.mark.parametrize(("piece", "told"), [
    (StockSheet.rectangle(600, 127), "600 x 127 mm"),
    (StockSheet(L_SHAPE), "an L of 600 x 127 and 327 x 273 mm"),
    (StockSheet(((0, 0), (100, 0), (0, 200))), "100 cm² within 100 x 200 mm"),
])
def test_what_is_left_over_is_reported_as_it_is(piece: StockSheet, told: str) -> None:
    assert describe_shape(piece) == told


@pytest.mark.parametrize(("stock", "size", "money"), [
    ("      - {sheet: 300 x 200 mm}\n", None, 15 / 4),  # the built-in price is that of 600 x 400 mm
    ("      - {sheet: 600 x 400 mm}\n", (100.0, 80.0), 15 / 30),
    ("      - {sheet: 300 x 200 mm}\n    price: 7 EUR\n", None, 7),
])
def test_a_price_is_that_of_its_size(stock: str, size: tuple[float, float] | None, money: float) -> None:
    text = SHOP.replace("    price: 10 EUR\n", "").format(stock)
    job = LaserJob(load_machine("generic"), shop=read_shop(text, "shop.yaml"), sheet=size)
    (bill,) = material_bills(make_sheets([square("one", 50, "first")], job), job)
    assert bill.price
    assert bill.price.amount == pytest.approx(money)


def test_counted_sheets_that_a_job_has_used_are_named(tmp_path: Path) -> None:
    (tmp_path / "laser").mkdir()
    one = {"material": GREEN, "offcut": False, "stock": "400 x 400 mm", "leftover": None}
    (tmp_path / "laser/job.json").write_text(json.dumps({"sheets": [one, one]}))
    text = SHOP.format("      - {sheet: 400 x 400 mm, colour: green, count: 2}\n      - {sheet: 600 x 400 mm}\n")
    assert used_sheet_lines(tmp_path, text, "shop.yaml") == ["2 of 2 of acrylic-3mm/green, 400 x 400 mm"]
