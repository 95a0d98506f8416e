"""Words as Typst markup."""

from __future__ import annotations

import pytest

from fabgen.typeset.blocks import TextRun
from fabgen.typeset.typst_markup import Labels, write_runs, write_text


@pytest.mark.parametrize("text", [
    "In round 2, one", "version 1.01 of", "Reihe 1.", "la página 9)", "à la page 12", "in ronde 3", "figure 3",
])
def test_a_number_stays_in_one_line_with_the_word_before_it(text: str) -> None:
    """Typst writes a no-break space as a tilde. A number has three digits at most, before a point."""
    number = next(n for n, letter in enumerate(text) if letter.isdigit())
    assert write_text(text) == f"{text[:number - 1]}~{text[number:]}"


@pytest.mark.parametrize("text", ["in 2013 and", "to 4a only", "1 2 3", "(9) 3"])
def test_years_and_what_is_no_number_may_begin_a_line(text: str) -> None:
    assert "~" not in write_text(text)


@pytest.mark.parametrize("date", ["17 September 2013", "17. September 2013", "1 de mayo de 2020"])
def test_a_date_stays_in_one_line(date: str) -> None:
    assert write_text(f"Source: {date}, and") == f"Source: {date.replace(' ', '~')}, and"


@pytest.mark.parametrize(("words", "written"), [("Go to", "#emph[Go~to];"), ("at that time", "#emph[at that time];")])
def test_a_short_name_in_italics_stays_in_one_line(words: str, written: str) -> None:
    """Of eight letters at most, spaces included."""
    assert write_runs((TextRun(words, italic=True),), Labels(), frozenset()) == written
