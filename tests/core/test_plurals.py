"""Plural forms are those of CLDR: https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html"""

from __future__ import annotations

import pytest

from fabgen.core.plurals import FORMS, allowed_forms, knows_language, language_name, needed_forms, plural_form

# From the chart's examples of whole numbers.
NUMBERS = {
    "en-GB": {"one": (1,), "other": (0, 2, 16, 100, 1000)},
    "pl": {"one": (1,), "few": (2, 4, 22, 24, 102), "many": (0, 5, 12, 14, 19, 21, 25, 100, 112)},
    "ru": {"one": (1, 21, 31, 101), "few": (2, 4, 22, 102), "many": (0, 5, 11, 19, 100)},
    "fr": {"one": (0, 1), "other": (2, 17, 100)},
    "ja": {"other": (0, 1, 2, 100)},
    "ar": {"zero": (0,), "one": (1,), "two": (2,), "few": (3, 10, 103), "many": (11, 26, 111), "other": (100, 102)},
    "sl": {"one": (1, 101), "two": (2, 102), "few": (3, 4, 103), "other": (0, 5, 100)},
    "x-test": {"one": (1,), "other": (0, 2, 21)},  # CLDR does not know it: as in English
}


@pytest.mark.parametrize("tag", NUMBERS)
def test_each_number_has_its_form(tag: str) -> None:
    assert [*needed_forms(tag)] == [form for form in FORMS if form in NUMBERS[tag]]
    for form, numbers in NUMBERS[tag].items():
        assert {plural_form(tag, number) for number in numbers} == {form}
        assert {*numbers} <= {*needed_forms(tag)[form]}


def test_english_without_babel_is_what_babel_says() -> None:
    assert knows_language("en")
    assert needed_forms("en") == needed_forms("en-AU")
    assert allowed_forms("en") == allowed_forms("en-AU") == ("one", "other")
    assert [plural_form("en", number) for number in (0, 1, 2, 21)] == ["other", "one", "other", "other"]


def test_forms_for_fractions_and_millions_are_allowed_but_not_needed() -> None:
    assert allowed_forms("pl") == ("one", "few", "many", "other")
    assert allowed_forms("fr") == ("one", "many", "other")
    assert plural_form("fr", 1_000_000) == "other"


@pytest.mark.parametrize(
    ("tag", "known", "name"),
    [
        ("pl", True, "Polish"),
        ("pt-BR", True, "Portuguese (Brazil)"),
        ("sr-Latn", True, "Serbian (Latin)"),
        ("en-x-pirate", True, "English"),
        ("x-elvish", False, "x-elvish"),
        ("polish", False, "polish"),
    ],
)
def test_languages_are_known_by_their_tags(tag: str, known: bool, name: str) -> None:
    assert (knows_language(tag), language_name(tag)) == (known, name)
