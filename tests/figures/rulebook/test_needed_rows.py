"""The legend of a book leaves out what the book explains elsewhere, and nothing else."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from specs import CAPTURE_ALL, STRIKE_PLAYED, changed, put

from fabgen.core.languages import load_words
from fabgen.figures.diagrams.catalogue import draw_figure, make_figure_library
from fabgen.figures.diagrams.legend import legend_rows
from fabgen.figures.rulebook.needed_rows import find_needed_rows
from fabgen.spec.game_folder import find_game
from fabgen.spec.load import Spec, load_spec
from fabgen.typeset.blocks import BookFigure

WORDS = load_words()
PLAYED = {"move, and where it began", "captured piece", "shared space, enlarged"}
PLAYERS = ["White piece; forward is up", "Black piece: a bar in the foot; forward is down"]
SETUP = "![The flags lie on {zones}.](setup)\n\n"


def left_out(folder: Path, text: str, *pairs: tuple[str, str]) -> set[str]:
    """The entries of the small game that its legend has and its book leaves out."""
    path = put(folder, changed(*pairs))
    path.with_name("rules.md").write_text(f"# A\n\n{text}\n", "utf-8")
    spec = load_spec(str(path), allow_errors=True)
    rows, needed = legend_rows(spec, WORDS), find_needed_rows(spec, WORDS)
    assert [row for row in rows if row in needed] == needed  # in the same order
    return {row.text for row in rows} - {row.text for row in needed}


def test_a_book_that_shows_nothing_leaves_nothing_out(tmp_path: Path) -> None:
    assert left_out(tmp_path, "![](legend)", STRIKE_PLAYED, CAPTURE_ALL) == PLAYED  # which no figure of it has
    assert left_out(tmp_path, "![](legend)\n\n![White wins.](example:strike)", STRIKE_PLAYED, CAPTURE_ALL) == set()


def test_pieces_are_in_the_list_of_components(tmp_path: Path) -> None:
    shown = "![](components)\n\n![The guard may capture on b3.](example:strike)"
    assert left_out(tmp_path, shown) == {"this piece can be captured"}  # nothing says which way pieces go
    told = shown + "\n\nWhite goes up the page, and Black goes down."
    assert left_out(tmp_path, told) == {*PLAYERS, "this piece can be captured"}
    assert left_out(tmp_path, shown.replace("![](components)", "The pieces.")) == {"this piece can be captured"}


@pytest.mark.parametrize(("zones", "is_explained"), [
    ("the near row with stripes and the Far row with dots", True), ("the near row with stripes", False),
    ("the near and the far row", False), ("the nearest and farthest rows, with stripes and dots", False)])
def test_zones_are_left_out_where_the_setup_names_them(tmp_path: Path, zones: str, is_explained: bool) -> None:
    """`near` and `far` have patterns of their own, each a row; a longer word is no name. Names alone do not say which
    pattern is whose."""
    text = SETUP.format(zones=zones) + "![White wins.](example:strike)"
    missing = left_out(tmp_path, text, STRIKE_PLAYED, CAPTURE_ALL)
    assert ("far" in missing) == is_explained
    assert ("near" in missing) == zones.startswith("the near row ")


def test_a_zone_that_is_a_tint_alone_is_left_out_where_the_setup_names_it(tmp_path: Path) -> None:
    """Beside `near` and `far`, which have patterns."""
    lava = ("  zones:\n", "  zones:\n    lava: {cells: a3, pattern: none, material: acrylic-3mm/red}\n")
    assert "lava" in left_out(tmp_path, SETUP.format(zones="the lava"), lava)


@pytest.mark.parametrize(("caption", "names"), [
    ("The guard has captured on b3 and won.", True), ("The guard has won.", False), ("It stands on b33.", False)])
def test_signs_of_play_are_left_out_where_every_caption_names_their_cells(
    tmp_path: Path, caption: str, names: bool
) -> None:
    missing = left_out(tmp_path, f"![{caption}](example:strike)", STRIKE_PLAYED, CAPTURE_ALL)
    assert missing == (PLAYED if names else set())


def test_one_caption_that_is_silent_keeps_a_sign(tmp_path: Path) -> None:
    text = "![The guard has captured on b3.](example:strike)\n\n![White has won.](comic:strike)"
    assert left_out(tmp_path, text, STRIKE_PLAYED, CAPTURE_ALL) == set()


def test_marks_of_diagrams_stay_whatever_captions_say(tmp_path: Path) -> None:
    """The example refuses d3 and captures on b3; its caption names all, and still the ban sign stays."""
    missing = left_out(tmp_path, "![It may go to c3 or capture on b3, but not go to d3.](example:strike)")
    assert missing == {"this piece can be captured"}


def test_a_piece_that_can_be_captured_and_one_that_was_are_both_explained_where_both_occur(tmp_path: Path) -> None:
    """Whatever captions say: both signs have a cross, and each row says how it differs from the other."""
    threat = ("examples:\n", "examples:\n  - {id: threat, title: A threat, legal: [c2xb3], "
              "position: 'white: guard c2; black: guard b3; turn: white'}\n")
    text = "![The guard has captured on b3.](example:strike)\n\n![The guard may capture on b3.](example:threat)"
    missing = left_out(tmp_path, text, STRIKE_PLAYED, CAPTURE_ALL, threat)
    assert not missing & {"captured piece", "this piece can be captured"}


@pytest.mark.parametrize(("caption", "is_kept"), [("Two share d4.", False), ("Two share a space.", True)])
def test_an_enlarged_space_of_a_drawn_position_is_explained(tmp_path: Path, caption: str, is_kept: bool) -> None:
    """The captions of Chess Battle's examples name their shared spaces."""
    folder = shutil.copytree(find_game("chess-battle").parent, tmp_path / "chess-battle")
    with (folder / "game.yaml").open("a", encoding="utf-8") as spec_file:
        spec_file.write("positions: [{id: pair, title: A pair, position: 'blue: rook d4; white: knight d4'}]\n")
    with (folder / "rules.md").open("a", encoding="utf-8") as rules_file:
        rules_file.write(f"\n![{caption}](position:pair)\n")
    spec = load_spec(str(folder / "game.yaml"))
    assert ("inset" in {row.kind for row in find_needed_rows(spec, WORDS)}) == is_kept


@pytest.mark.parametrize(("figure", "is_kept"), [
    ("", False), ("![The ring is for jumps.](top:black-checker)", False), ("![](top:white-checker)", True)])
def test_the_ring_of_jumps_is_explained_where_a_piece_that_has_it_is_shown_without_a_caption(
    tmp_path: Path, figure: str, is_kept: bool
) -> None:
    folder = shutil.copytree(find_game("incorrect-checkers").parent, tmp_path / "incorrect-checkers")
    (folder / "rules.md").write_text(f"# A\n\n![](legend)\n\n{figure}\n", "utf-8")
    spec = load_spec(str(folder / "game.yaml"), allow_errors=True)
    assert ("jump ring" in {row.kind for row in find_needed_rows(spec, WORDS)}) == is_kept


# By hand, from the books: what no component list, setup or caption explains.
LEGENDS = {
    "correction": ["this piece; its point faces forward", "may move here", "may move here only to capture",
                   "may move or capture here", "line: a piece on it blocks the way", "the piece being explained",
                   "move, and where it began", "captured piece", "piece that was placed",
                   "piece taken off the board, but not captured",
                   "token that was picked up", "this piece can be captured", "not allowed"],
    "chess-battle": ["this piece", "may move or eliminate here",
                     "and so on, to the edge", "line: a piece on it blocks the way",
                     "the piece being explained", "move, and where it began", "eliminated piece",
                     "may move here, though occupied", "may be placed here", "not allowed",
                     "yellow space", "red space", "yellow corner", "red corner"],
    # Its only moves with an order are those of the comic, whose pictures are numbered.
    "charing-cross": ["this piece; its point faces forward", "may move here",
                      "may jump here over a piece, which goes home",
                      "the piece being explained", "move, and where it began",
                      "a piece that goes home", "removed piece", "piece that was placed",
                      "this piece goes home if the move is made", "may be placed here", "not allowed",
                      "White’s home squares", "Black’s home squares", "what the caption is about"],
    # A caption explains the ring of jumps on the marked side of a piece; an example has a dot in a diamond. The caption
    # of the setup names the frames of both goals; a comic shows moves that were played. A jump that passes its start
    # has numbers on its arrows. The caption of the only position says that it has tinted and circled squares.
    "incorrect-checkers": ["this piece; its point faces forward", "may move here",
                           "may jump here over a piece, which stays in place",
                           "may move here, or jump here over a piece, which stays in place",
                           "the piece being explained", "allowed move",
                           "move, and where it began", "order of the moves", "not allowed",
                           "may land here, but not stop"],
}


@pytest.mark.parametrize("name", LEGENDS)
def test_the_legends_of_four_games(name: str) -> None:
    spec = load_spec(name)
    assert [row.text for row in find_needed_rows(spec, spec.words)] == LEGENDS[name]


def test_a_figure_of_its_own_and_a_card_have_the_whole_legend() -> None:
    spec: Spec = load_spec("correction")
    book, card = (make_figure_library(spec, is_in_book=is_in_book).draw("legend", "", "Marks.")[0]
                  for is_in_book in (True, False))
    assert isinstance(book, BookFigure)
    assert isinstance(card, BookFigure)
    assert "denial token" not in book.alt
    assert "denial token" in card.alt
    assert card.alt == draw_figure(spec, "legend").alt
