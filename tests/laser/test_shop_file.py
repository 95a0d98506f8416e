"""The text of a shop file: it says what was answered, and changes keep what a person wrote around them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabgen.core.problems import FabgenError
from fabgen.laser.shop import ShopEntry, Workshop, add_stock, quote_yaml, read_shop, set_value, write_shop_text
from fabgen.materials.material import material_names

KERF = ("materials", "acrylic-3mm", "kerf")


def read(text: str) -> Workshop:
    return read_shop(text, "shop.yaml")


def test_answers_become_a_shop() -> None:
    bought = [ShopEntry("acrylic-3mm", 2.9, 0.18, (600.0, 400.0), 3, ("green", "no: 5")), ShopEntry("mdf-3mm")]
    text = write_shop_text("lightburn", (700.0, 500.0), 80, bought)
    shop = read(text)
    assert (shop.machine().name, shop.machine().bed, shop.machine().watts) == ("lightburn", (700, 500), 80)
    green = shop.stock("acrylic-3mm/green").material
    assert (green.measured, green.kerf) == (2.9, 0.18)
    assert [(one.sheet, one.count, one.colour) for one in green.stock] == [((600, 400), 3, "green")]
    assert [one.colour for one in shop.stock("acrylic-3mm/no: 5").material.stock] == ["no: 5"]
    assert (shop.stock("mdf-3mm").material.measured, shop.stock("mdf-3mm").material.kerf) == (None, 0.17)


def test_an_answer_that_cannot_be_is_reported() -> None:
    with pytest.raises(FabgenError, match="29 mm was measured on a sheet of nominally 3 mm"):
        write_shop_text("generic", None, None, [ShopEntry("acrylic-3mm", 29.0)])


@pytest.mark.parametrize(("text", "changed"), [
    ("materials:\n  acrylic-3mm:\n    kerf: 0.2 mm  # last May\n    price: 9 EUR\n",
     "materials:\n  acrylic-3mm:\n    kerf: 0.17 mm  # last May\n    price: 9 EUR\n"),
    ("materials:\n  acrylic-3mm:\n    # mine\n    price: 9 EUR\n",
     "materials:\n  acrylic-3mm:\n    kerf: 0.17 mm\n    # mine\n    price: 9 EUR\n"),
    ("materials: {acrylic-3mm: {price: 9 EUR}}\n", "materials: {acrylic-3mm: {kerf: 0.17 mm, price: 9 EUR}}\n"),
    ("materials:\n  acrylic-3mm: {}\n  # mine\n", "materials:\n  acrylic-3mm: {kerf: 0.17 mm}\n  # mine\n"),
    ("# all\nmaterials:\n  mdf-3mm: {kerf: 0.1}\n",
     "# all\nmaterials:\n  acrylic-3mm:\n    kerf: 0.17 mm\n  mdf-3mm: {kerf: 0.1}\n"),
    ("machine: generic\nbed: 600 x 400 mm # good\n",
     "materials:\n  acrylic-3mm:\n    kerf: 0.17 mm\nmachine: generic\nbed: 600 x 400 mm # good\n"),
    ("materials: {}\n", "materials: {acrylic-3mm: {kerf: 0.17 mm}}\n"),
])
def test_a_kerf_is_set_and_all_else_stays(text: str, changed: str) -> None:
    assert set_value(text, "shop.yaml", KERF, "0.17 mm") == changed
    assert read(changed).stock("acrylic-3mm").material.kerf == 0.17


def test_a_kerf_of_a_colour_in_an_empty_file() -> None:
    text = set_value("", "shop.yaml", ("materials", "acrylic-3mm", "colours", "green", "kerf"), "0.17 mm")
    assert read(text).stock("acrylic-3mm/green").material.kerf == 0.17
    assert read(text).stock("acrylic-3mm/red").material.kerf == 0.20


@pytest.mark.parametrize("text", [
    "materials: {acrylic-3mm: {kerf: 0.2}}\n",
    "materials:\n  acrylic-3mm:\n    stock: [{sheet: 500 x 300 mm}]\n",
    "materials:\n  acrylic-3mm:\n    stock:\n      # mine\n      - sheet: 500 x 300 mm\n        count: 2\n    web: 0\n",
    "",
])
def test_offcuts_are_added_before_what_is_there(text: str) -> None:
    pieces = ["{offcut: [[0, 0], [300, 0], [300, 120]], colour: green}", "{offcut: [[0, 0], [80, 0], [80, 90]]}"]
    stock = read(add_stock(text, "shop.yaml", "acrylic-3mm", pieces)).stock("acrylic-3mm/green").material.stock
    assert [len(one.offcut or ()) for one in stock] == [3, 3, *([0] if "sheet" in text else [])]
    assert [one.colour for one in stock][:2] == ["green", ""]


def test_a_value_that_would_break_the_file_is_refused() -> None:
    with pytest.raises(FabgenError, match="too large"):
        set_value("materials: {acrylic-3mm: {kerf: 0.2}}\n", "shop.yaml", KERF, "17 mm")
    with pytest.raises(FabgenError, match="unknown key"):
        set_value("", "shop.yaml", ("materials", "acrylic-3mm", "keerf"), "0.17 mm")


COLOURS = st.text(st.characters(min_codepoint=33, max_codepoint=0x24F, exclude_categories=["C", "Z"]), min_size=1,
                  max_size=12)


@pytest.mark.slow
@settings(deadline=None, max_examples=20)
@given(st.sampled_from(material_names()), st.integers(1, 199), COLOURS)
def test_whatever_is_set_is_read(material: str, hundredths: int, colour: str) -> None:
    text = write_shop_text("generic", None, None, [ShopEntry(name) for name in ("mdf-6mm", "card-1mm")])
    for path in (("materials", material, "kerf"), ("materials", material, "colours", colour, "kerf")):
        hundredths = 200 - hundredths
        text = set_value(text, "shop.yaml", path, f"{hundredths / 100} mm")
        assert read(text).stock(f"{material}/{colour}").material.kerf == hundredths / 100


@pytest.mark.slow
@settings(deadline=None, max_examples=50)
@given(COLOURS)
def test_quoted_words_are_read_as_they_are(word: str) -> None:
    text = f"materials: {{acrylic-3mm: {{stock: [{{sheet: 5 x 5, colour: {quote_yaml(word)}}}]}}}}"
    assert read(text).declared.materials["acrylic-3mm"].stock[0].colour == word
