"""Lengths as people write them; one inch is 25.4 mm (international yard, 1959)."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from fabgen.core.units import POINTS_PER_MM, Length, Size, format_number, parse_length, parse_size, show_length
from fabgen.core.yaml_models import YamlModel


@pytest.mark.parametrize(("text", "length"), [
    ("40 mm", 40), ("40mm", 40), ("4cm", 40), ("1.5 in", 38.1), ('2"', 50.8), ("  .5 cm ", 5), ("-3", -3),
    ("1e2 mm", 100),
    (40, 40), (0.18, 0.18), ("1/4 in", None), ("40 m", None), ("banana", None), ("", None), ("4 0 mm", None),
    (True, None),
    (None, None), ([4], None), ("1e999 mm", None), (math.inf, None), (math.nan, None), (10**400, None), ("٤٠ mm", 40),
])
def test_a_length_is_read_in_every_unit_and_is_in_mm(text: object, length: float | None) -> None:
    if length is None:
        with pytest.raises(ValueError, match="is not a length"):
            parse_length(text)
    else:
        assert parse_length(text) == length


@pytest.mark.parametrize(("text", "sides"), [
    ("600 x 400 mm", (600, 400)), ("60cm x 40cm", (600, 400)), ("24x16 in", (609.6, 406.4)), ("600×400", (600, 400)),
    ("600 mm x 40 cm", (600, 400)), ("600", None), ("6x4x2", None), ("a x b", None), (600, None),
])
def test_a_size_is_read_in_every_unit_and_is_in_mm(text: object, sides: tuple[float, float] | None) -> None:
    if sides is None:
        with pytest.raises(ValueError, match="is not a"):
            parse_size(text)
    else:
        assert parse_size(text) == pytest.approx(sides)


class Thing(YamlModel):
    length: Length = 0
    size: Size = (0, 0)


def test_models_take_lengths_and_sizes_in_each_form() -> None:
    made = Thing.model_validate({"length": "1 in", "size": ["6 cm", 40]})
    assert (made.length, made.size) == (25.4, (60, 40))
    assert Thing.model_validate({"size": "6 x 4 cm"}).size == (60, 40)
    for bad in ({"length": "far"}, {"size": ["6 cm"]}, {"size": ["6 cm", "wide"]}):
        with pytest.raises(ValidationError):
            Thing.model_validate(bad)


@pytest.mark.parametrize("parse", [parse_length, parse_size])
def test_a_long_value_is_quoted_in_part(parse: Callable[[object], object]) -> None:
    cut = "x" * 40 + "..." + "x" * 17
    with pytest.raises(ValueError, match=f"^`{cut}` is not a (length|size)\nwrite it like ") as refused:
        parse("x" * 300)
    assert len(str(refused.value)) < 130


@pytest.mark.parametrize(("value", "words"), [
    (None, "an empty value"), ({"a": None}, "a group of keys"),
    ([1, None], "a list"), (True, "`true`"), ("forty", "`forty`"),
])
@pytest.mark.parametrize("parse", [parse_length, parse_size])
def test_a_wrong_length_is_said_in_words_of_yaml(parse: Callable[[object], object], value: object, words: str) -> None:
    with pytest.raises(ValueError, match=f"^{words} is not a "):
        parse(value)


@pytest.mark.parametrize(("length", "text"), [
    (7.999999, "7.999999"), (120.0000001, "120.0000001"), (7.51234567, "7.51235"), (8.0000001, "8"), (300, "300"),
])
def test_a_length_out_of_bounds_is_not_rounded_into_them(length: float, text: str) -> None:
    assert show_length(length, 8, 120) == text


@pytest.mark.parametrize(("value", "text"), [
    (0, "0"), (-0.0, "0"), (-0.0004, "0"), (12.5, "12.5"), (100, "100"), (1 / 3, "0.333"), (-2.0006, "-2.001"),
    (1e6, "1000000"),
])
def test_numbers_in_files(value: float, text: str) -> None:
    assert format_number(value) == text


@settings(deadline=None)
@given(st.floats(-1e6, 1e6))
def test_a_number_in_a_file_is_within_half_a_micron_and_has_no_exponent(value: float) -> None:
    text = format_number(value)
    assert abs(float(text) - value) <= 0.0005 + 1e-9
    assert "e" not in text
    assert text != "-0"


def test_seventy_two_points_are_an_inch() -> None:
    assert pytest.approx(72) == 25.4 * POINTS_PER_MM
