"""The second colour of a book."""

from __future__ import annotations

from pathlib import Path

import pytest
from specs import loaded

from fabgen.figures.rulebook.book_colours import choose_accent

TITLE = "title: Skirmish\n"
FLAG = "mark: star, material: acrylic-3mm/red"
WHITE, BLACK = "{forward: up, material: acrylic-3mm/white}", "{forward: down, material: acrylic-3mm/black}"


@pytest.mark.parametrize(("book", "flag", "players", "accent"), [
    ("", "red", ("white", "black"), "red"),  # the flag is the only bright thing
    ("", "grey", ("white", "black"), ""),
    ("", "grey", ("black", "orange"), "orange"),
    ("", "grey", ("white", "orange"), ""),  # the first one that is seen on white is the colour of the book
    ("book: {colour: red}\n", "red", ("white", "blue"), "blue"),  # the flag is no second colour
    ("book: {accent: sky}\n", "red", ("white", "black"), "sky"),  # named
])
def test_the_accent_is_the_first_bright_colour_of_things_and_pieces(
    book: str, flag: str, players: tuple[str, str], accent: str, tmp_path: Path
) -> None:
    spec = loaded(tmp_path, (TITLE, TITLE + book), (FLAG, FLAG.replace("red", flag)),
                  (WHITE, WHITE.replace("white", players[0])), (BLACK, BLACK.replace("black", players[1])))
    assert choose_accent(spec.game) == accent
