"""A language and a number → the plural form by the rules of Unicode's CLDR, which Babel has: `few` for 22 in Polish.

The forms are `zero`, `one`, `two`, `few`, `many` and `other`; which of them a language has, and for which numbers, is
its own: https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel import Locale

FORMS = ("zero", "one", "two", "few", "many", "other")
_ENGLISH = ("en", "en-GB")  # known without Babel, which takes longer to load than everything else about English
_LARGEST = 1000  # of pieces, sheets or steps: forms that only larger numbers or fractions take are not needed


def knows_language(tag: str) -> bool:
    """Whether CLDR has plural rules for a language, by its BCP 47 tag."""
    return tag in _ENGLISH or _locale(tag) is not None


def language_name(tag: str) -> str:
    """The English name of a language: `Polish`. Its tag where CLDR does not know it."""
    locale = _locale(tag)
    return (locale.english_name if locale else None) or tag


def plural_form(tag: str, number: int) -> str:
    """The form that goes with a whole number. A language that CLDR does not know has the forms of English."""
    form = _plural_rule(tag)(number)
    return form if form in needed_forms(tag) else "other"


@cache
def needed_forms(tag: str) -> dict[str, tuple[int, ...]]:
    """The forms that whole numbers need, in the order of FORMS, with the numbers up to 1000 that take each."""
    rule = _plural_rule(tag)
    numbers: dict[str, list[int]] = {}
    for number in range(_LARGEST + 1):
        numbers.setdefault(rule(number), []).append(number)
    return {form: tuple(numbers[form]) for form in FORMS if form in numbers}


def allowed_forms(tag: str) -> tuple[str, ...]:
    """The forms that a language has for any number, also for fractions and for very large ones."""
    if tag in _ENGLISH:
        return tuple(needed_forms(tag))
    return tuple(form for form in FORMS if form in {*_known_locale(tag).plural_form.tags, "other"})


def _plural_rule(tag: str) -> Callable[[int], str]:
    """The form of each whole number in a language."""
    if tag in _ENGLISH:
        return lambda number: "one" if number == 1 else "other"
    rule: Callable[[int], str] = _known_locale(tag).plural_form
    return rule


def _known_locale(tag: str) -> Locale:
    locale = _locale(tag) or _locale("en")
    assert locale, "Babel knows English"
    return locale


@cache
def _locale(tag: str) -> Locale | None:
    """CLDR's data for a language: of its whole tag, else of its first part. None for a language that it lacks."""
    from babel import Locale, UnknownLocaleError

    for part in (tag, tag.partition("-")[0]):
        with suppress(ValueError, UnknownLocaleError):
            return Locale.parse(part, sep="-")
    return None
