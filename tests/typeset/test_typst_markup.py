"""Words as Typst markup."""

from __future__ import annotations

import pytest

from fabgen.typeset.typst_markup import write_text


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
