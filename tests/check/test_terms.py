"""The words of a rules text: each flaw is found where it is, and a text that only looks like it is left in peace."""

from __future__ import annotations

from pathlib import Path

import pytest
from specs import changed, marked, put

from fabgen.authoring.new_game import read_hexes, starter_files
from fabgen.check.game import CHECKS
from fabgen.check.terms import check_terms
from fabgen.core.problems import Problem
from fabgen.spec.load import load_spec

HEXAGONS = ("grid: 5x5", "hexagon: 3")
OTHER_LANGUAGE = ("title: Skirmish\n", "title: Skirmish\nlanguage: words.yaml\n")
LONG = "You may move one of your pieces to any empty cell that is adjacent to it, also diagonally."
START = f"# In short\n\n{LONG}\n\n# Turn\n\n"
LISTED = (
    """position: "white: guard c2, lancer a1; black: guard b3; turn: white"
    piece: c2
    exactly: [c2-c3, c2xb3]
    illegal: [c2xd3]
""",
    """position: "white: guard c2; black: lancer a5; turn: white"
    line: [c2-c3]
    legal: [a5-a4]
""",
)
RULES = ("examples:\n", "rules: {set: standard, win: [{capture: all}]}\nexamples:\n")
LINES = ("rules: {set", "book: {moves_under_figures: true}\nrules: {set")
NAMES = "Cells are named by column and row; `c2-c3` is a move from c2 to c3."


def warnings(folder: Path, text: str, *pairs: tuple[str, str]) -> list[Problem]:
    """The warnings about a rules text of the small game."""
    path = put(folder, changed(*pairs))
    path.with_name("rules.md").write_text(text, "utf-8")
    return [*check_terms(load_spec(str(path), allow_errors=True))]


def check_mark(folder: Path, text: str, what: str, *pairs: tuple[str, str]) -> None:
    """The text has one flaw, and the warning about it is at the sign."""
    text, (line, column) = marked(text)
    (problem,) = warnings(folder, text, *pairs)
    assert (problem.what, problem.level) == (what, "warning")
    assert (problem.where.line, problem.where.column) == (line, column)
    assert problem.where.file.endswith("rules.md")
    assert problem.hint


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (
            "# A\n\nMove to an empty cell. All cells are alike.\n\n¤Each space holds a piece.\n",
            "the text says `space` here and `cell` elsewhere",
        ),
        (
            "# A\n\n- The spaces are free.\n- ¤Move to the next squares.\n- The spaces are full.\n",
            "the text says `square` here and `space` elsewhere",
        ),
        (
            "# A\n\nJump over it. Jumping is fun.\n\n# Quick reference\n\n¤Hop over it.\n",
            "the text says `hop` here and `jump` elsewhere",
        ),
        (
            "# A\n\nMake a **jump**. Jump over it. Place it on its **home spaces**.\n\n¤Hop over it.\n",
            "the text says `hop` here and `jump` elsewhere",
        ),
        (
            "# A\n\nPlace them on their **home spaces**. All spaces are alike.\n\n¤Each cell holds a piece.\n",
            "the text says `cell` here and `space` elsewhere",
        ),
    ],
)
def test_two_words_for_one_thing(tmp_path: Path, text: str, what: str) -> None:
    check_mark(tmp_path, text, what)


@pytest.mark.parametrize(
    "text",
    [
        "Leave some space between the cells. There is no space left beside the cells.",
        "Each cell is drawn on a square board. Cut out a square card for each cell.",
        "A **jump** goes over one piece, a **hop** over two. Hop or jump.",
        "The hopeful shop jumps.",
        "The table has a cell: see the `space` of cells.",
    ],
)
def test_words_that_are_not_two_for_one_thing(tmp_path: Path, text: str) -> None:
    assert warnings(tmp_path, f"# A\n\n{text}\n") == []


def test_a_board_without_squares_has_no_square(tmp_path: Path) -> None:
    text = "# A\n\nMove.\n\n¤Move to adjacent squares.\n"
    check_mark(tmp_path, text, "the text says `square`, but the board has no squares", HEXAGONS)
    assert warnings(tmp_path, text.replace("¤", "")) == []
    assert warnings(tmp_path, "# A\n\nTake the square tokens.\n", HEXAGONS) == []


@pytest.mark.parametrize(
    "text",
    [
        f"{START}¤Place a piece on your home row.\n\nYour **home row** is near you.\n",
        f"{START}¤![The home row is empty.](board)\n\nYour **Home row** is near you.\n",
    ],
)
def test_a_term_before_its_explanation(tmp_path: Path, text: str) -> None:
    line = text.splitlines().index(next(line for line in text.splitlines() if "**" in line)) + 1
    check_mark(tmp_path, text, f"`home row` is used before the text explains it, in line {line}")


@pytest.mark.parametrize(
    "text",  # the overview uses it; a link to its explanation; a usual word in bold; a title in bold
    [
        f"# In short\n\nReach the home row. {LONG}\n\n# Turn\n\n- Your **home row** is near you.\n- Go.\n",
        f"{START}See [home row](#goal).\n\n## Goal\n\nYour **home row** is near you.\n",
        f"{START}Go to your row.\n\n## Goal\n\nYour **row** is near you.\n",
        f"{START}Your home row.\n\n## Goal\n\n**The home row.** It is near you.\n",
    ],
)
def test_a_term_in_its_place(tmp_path: Path, text: str) -> None:
    assert warnings(tmp_path, text) == []


def test_a_sentence_that_is_there_twice(tmp_path: Path) -> None:
    rule = "You may not capture a piece that has just moved."
    what = f"this sentence is in line 3 already: {rule}"
    check_mark(tmp_path, f"# A\n\nMove. {rule}\n\n- ¤You may *not* capture a piece that has just moved.\n", what)
    assert warnings(tmp_path, f"# A\n\n{rule}\n\n# Quick reference\n\n{rule}\n") == []
    assert warnings(tmp_path, "# A\n\nYou may not pass.\n\nYou may not pass.\n") == []
    moves = f"{NAMES}\n\nThe guard may also move `c2-d3`.\n\nThe guard may also move `c2-b3`."
    assert warnings(tmp_path, f"# A\n\n{moves}\n") == []
    assert warnings(tmp_path, f"# A\n\n{rule}\n\n{rule.replace('capture', 'banish')}\n") == []


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (
            "# A\n\n¤The guard goes `c2-c3`.\n\nThen all is well.\n",
            "the text writes moves such as c2-c3 before it is explained how moves are written",
        ),
        (
            "# A\n\n¤White plays c2xb3 and wins.\n",
            "the text writes moves such as c2xb3 before it is explained how moves are written",
        ),
    ],
)
def test_notation_before_its_explanation(tmp_path: Path, text: str, what: str) -> None:
    check_mark(tmp_path, text, what)


def test_a_figure_that_lists_moves_before_they_are_explained(tmp_path: Path) -> None:
    """Of two moves of the lancer, the caption says one: marks alone would look like all."""
    text = "# A\n\n¤![A guard strikes.](example:strike)\n\n" + NAMES + "\n"
    what = "the figure `example:strike` lists moves such as a5-a4 before it is explained how moves are written"
    check_mark(tmp_path, text, what, LISTED, RULES, LINES)
    assert warnings(tmp_path, text.replace("¤", ""), LISTED, RULES) == []  # no line is printed
    assert warnings(tmp_path, text.replace("¤", "")) == []  # marks show all that this figure claims


@pytest.mark.parametrize(
    "text",
    [
        f"# A\n\n{NAMES}\n\nWhite plays `c2-c3`, then `c3xb4`.\n\n![A guard strikes.](example:strike)\n",
        "# A\n\nPieces start on a1-e1, all five of them.\n",  # a row of cells, not a move
        "# A\n\nUse the box of 3x4 cm.\n",
        "# A\n\nPlace a guard on c2.\n\n# Quick reference\n\n![A guard strikes.](example:strike)\n",
    ],
)
def test_notation_in_its_place(tmp_path: Path, text: str) -> None:
    assert warnings(tmp_path, text) == []


def test_a_chapter_of_one_line(tmp_path: Path) -> None:
    text = f"# A\n\n{LONG}\n\n¤# End\n\nThe last piece wins.\n\n# Quick reference\n\nMove.\n"
    check_mark(tmp_path, text, "the chapter `End` has only one line")
    for rest in (
        LONG.replace("any", "an"),
        "The last piece wins.\n\n![](board)",
        "- Win.\n- Lose.",
        "## Winning\n\nThe last piece wins.",
    ):
        assert warnings(tmp_path, f"# A\n\n{LONG}\n\n# End\n\n{rest}\n") == []
    assert warnings(tmp_path, "# A\n\nMove.\n") == []  # a text of a single chapter


def test_english_words_are_not_asked_of_another_language(tmp_path: Path) -> None:
    from fabgen.authoring.words_file import write_words_text

    text = "# A\n\nEach cell, each space. `c2-c3` dorthin.\n\n![A guard strikes.](example:strike)\n"
    assert len(warnings(tmp_path, text)) == 2
    (tmp_path / "skirmish" / "words.yaml").write_text(write_words_text("de"), "utf-8")
    assert warnings(tmp_path, text, OTHER_LANGUAGE) == []


def test_a_text_that_cannot_be_read_has_no_words(tmp_path: Path) -> None:
    path = put(tmp_path)
    path.with_name("rules.md").unlink()
    assert [*check_terms(load_spec(str(path), allow_errors=True))] == []
    assert check_terms in CHECKS


@pytest.mark.parametrize("game", ["correction", "charing-cross", "incorrect-checkers", "abstract-game", "chess-battle"])
@pytest.mark.slow
def test_the_games_that_come_with_fabgen_have_no_such_flaw(game: str) -> None:
    assert [*check_terms(load_spec(game))] == []


@pytest.mark.parametrize("board", ["8x8", "hexagon:4"])
def test_a_new_game_has_no_such_flaw(tmp_path: Path, board: str) -> None:
    hexes = read_hexes(board)
    for name, data in starter_files(tmp_path, hexes or (8, 8)).items():
        (tmp_path / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    assert [*check_terms(load_spec(str(tmp_path)))] == []


def test_a_text_in_a_language_that_is_misspelled_is_not_read_as_english(tmp_path: Path) -> None:
    """Its explanation of notation would not be found."""
    text = "# Spiel\n\nDie Felder heißen nach Spalte und Reihe. `c2-c3` ist ein Zug von c2 nach c3.\n"
    assert warnings(tmp_path, text)
    assert not warnings(tmp_path, text, ("title: Skirmish\n", "title: Skirmish\nlanguage: german\n"))
