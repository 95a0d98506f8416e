"""The first page of a print-and-play set counts its paper, shows its board's tiles and says nothing twice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from specs import loaded

from fabgen.artwork.drawing import Drawing, Lettering, Role
from fabgen.artwork.paper_things import CardPack, Leaf, PackedCard, PaperBatch, PaperKit
from fabgen.artwork.text import text_width
from fabgen.artwork.themes import load_theme
from fabgen.core.languages import load_words
from fabgen.figures.components.paper_kit import make_paper_kit
from fabgen.paper.duplex import FOLD_ASSEMBLY, Flip, Mode, PrintAssembly, draw_flip_sign, make_side_imprint
from fabgen.paper.sheets import lay_out_set
from fabgen.spec.load import load_spec, with_paper_cells, with_players
from fabgen.typeset.pages import BODY, SheetFrame, SheetPage, write_pages
from fabgen.typeset.papers import load_paper

GAMES = Path(__file__).parents[1] / "templates"
GAME_OF_MANY_PARTS = """\
fabgen: 1
title: Big Board of Many
designer: Nobody Somebody
players:
  red: {forward: up, material: acrylic-3mm/red}
  blue: {forward: right, material: acrylic-3mm/blue}
  black: {forward: down, material: acrylic-3mm/black}
  wild: {neutral: true, material: birch-ply-3mm, colour: wood}
board: {grid: 9x9, cell: 44 mm, border: 20 mm, chequered: true, material: birch-ply-3mm}
pieces:
  shepherd: {of: [red, blue, black], each: 2, moves: K, body: {standee: pawn}}
  rook: {of: [red, blue, black], each: 1, moves: R, body: {standee: rook}}
  sheep: {each: {red: 6, blue: 6, black: 6, wild: 6}, plural: sheep, moves: none, body: {tile: disc, face: plain}}
tokens:
  coin: {each: 3, size: 18 mm, material: mdf-3mm, mark: sun}
  flood: {count: 4, shape: corner, size: 40 mm, width: 8 mm, mark: drop, material: acrylic-3mm/blue}
aids: {quick: {kind: card}, note: {kind: slips, each: 6, lines: [Round, To]}}
setup:
  red: {shepherd: a1 g1, rook: d1}
  blue: {shepherd: a3 a7, rook: a5}
  black: {shepherd: a9 g9, rook: d9}
  wild: {sheep: b3 d3 f3 b5 d5 f5}
"""


@cache
def made(players: int) -> tuple[PaperKit, list[SheetPage]]:
    kit = make_paper_kit(with_players(load_spec("chess-battle"), players))
    return kit, [*lay_out_set(kit, load_paper("a4")).one_sided]


@cache
def lay_out_game(game: str, paper: str) -> tuple[PaperKit, list[SheetPage]]:
    """The kit of a game in its cells of paper, and its sheets of that paper."""
    kit = make_paper_kit(with_paper_cells(load_spec(game)))
    return kit, [*lay_out_set(kit, load_paper(paper)).one_sided]


def words(page: SheetPage) -> list[str]:
    return [item.text.string for placed in page.items for item in placed.drawing.items if isinstance(item, Lettering)]


@pytest.mark.slow
@pytest.mark.parametrize("players", [4, 12])
def test_sheets_of_card_and_of_paper_are_all_sheets(players: int) -> None:
    """Paper: what the list of parts stands on, and 36 slips a sheet (three by twelve), which come last, after all
    that is printed on card."""
    kit, pages = made(players)
    texts = words(pages[0])
    start = next(n for n, text in enumerate(texts) if "sheets of card" in text)
    lines = texts[start:start + 2]
    assert all(line.count("(") == line.count(")") for line in lines), "sheets in brackets stay on one line"
    told = " ".join(lines).replace("\N{NO-BREAK SPACE}", " ")
    covers = 1 + any("In this set, continued" in words(page) for page in pages)
    slips = -(-9 * players // 36)
    last = len(pages)
    card = f"{covers + 1}–{last - slips}"
    paper = f"{last}" if slips == 1 else f"{last - slips + 1}–{last}"
    first = "1" if covers == 1 else f"1–{covers}"
    assert told == (f"{last - covers - slips} sheets of card, 160 to 200 g/m² ({card}), and {covers + slips} of paper "
                    f"({first}, {paper})")
    assert [batch.count for batch in kit.batches if isinstance(batch.thing, Leaf)] == [9 * players, players // 2]


@pytest.mark.slow
def test_the_continued_list_is_headed_once() -> None:
    """Its heading, and its title in the head of the page."""
    _, pages = made(12)
    assert words(pages[1]).count("In this set, continued") == 2


@pytest.mark.slow
@pytest.mark.parametrize(("players", "labels"), [
    (4, {f"{x}{y}" for x in "ABC" for y in (1, 2)}), (12, {f"{x}{y}" for x in "ABCD" for y in (1, 2, 3)})])
def test_every_tile_is_named_on_the_board_and_in_its_steps(players: int, labels: set[str]) -> None:
    """388 mm and 572 mm of board, upright on A4: three columns of two, four of three."""
    found = words(made(players)[1][0])
    assert {text for text in found if len(text) == 2 and text[0].isupper() and text[1].isdigit()} == labels
    assert {found.count(label) for label in labels} == {1}


@pytest.mark.parametrize("sideways", [False, True])
@pytest.mark.parametrize("flip", ["long", "short"])
def test_the_picture_of_the_flip_does_not_rise_above_the_margin(flip: Flip, sideways: bool) -> None:
    """The margin is 8.9 mm above the base line of the words beside it; at most 7.4 mm of that are for the picture."""
    sign = draw_flip_sign(SheetFrame(load_paper("a4"), sideways), PrintAssembly("duplex", flip))
    assert sign.bounds()[3] <= 7.4 + 1e-9


def test_flat_pieces_are_called_so_and_the_rulebook_is_named() -> None:
    """Incorrect Checkers has flat pieces and no tokens; its board, cut in two, has half-diamonds. Nothing is folded:
    the pieces have one face."""
    kit = make_paper_kit(load_spec("incorrect-checkers"))
    found = words(lay_out_set(kit, load_paper("a4")).one_sided[0])
    assert "Flat pieces" in found
    assert "Black pieces" in found
    assert not any("token" in text.casefold() for text in found)
    assert "the rulebook, which is in the folder “rules”" in found
    assert "half-diamonds" in " ".join(found)
    assert not any("print outside" in text for text in found)
    assert not any("score" in text for text in found)
    assert "thick card, 1 to 2 mm, under the flat pieces" in found


def set_with_names(folder: Path, *pairs: tuple[str, str]) -> list[SheetPage]:
    return [*lay_out_set(make_paper_kit(loaded(folder, *pairs)), load_paper("a4")).one_sided]


def lettering(page: SheetPage) -> list[tuple[str, tuple[float, float, float, float]]]:
    """The words that Typst set on a page of the cover, with their bounds on it."""
    (cover,) = [placed for placed in page.items if placed.id == "cover"]
    return [(item.text.string, item.bounds()) for item in cover.drawing.items if isinstance(item, Lettering)]


def overlaps(boxes: Sequence[tuple[float, float, float, float]]) -> list[object]:
    return [(a, b) for a, b in combinations(boxes, 2) if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]]


@pytest.mark.slow
@pytest.mark.parametrize("title", ["Donaudampfschifffahrtselektrizi", 54 * "W", "Rindfleischetikettierung " * 8])
def test_a_title_of_long_words_stays_beside_the_picture_under_the_number_of_the_sheet(tmp_path: Path, title: str
                                                                                     ) -> None:
    """A4 has 210 mm, of which the head takes 17 to 200 mm; its words are inset by 5 mm and take 54 % of its width. The
    first line of the head is the number of the sheet."""
    page = set_with_names(tmp_path, ("title: Skirmish", f"title: {title.strip()}"))[0]
    found = lettering(page)
    byline = next(box for text, box in found if "version" in text)
    lines = [(text, box) for text, box in found if box[1] > byline[3]]
    assert "".join(text for text, _ in lines).replace(" ", "") == title.replace(" ", "")
    assert max(box[2] for _, box in lines) < 17 + 0.54 * 183 - 5
    assert max(box[3] for _, box in lines) < 297 - 10 - 5 - 2.3 - 1.0
    assert not overlaps([box for _, box in found])


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name"), [("guard", "Oberweserdampfschifffahrtsgesellschafter"),
                                            ("lancer", "guard of the outer wall with two lamps")])
def test_long_names_in_the_list_of_parts_keep_off_each_other_and_the_numbers(tmp_path: Path, kind: str, name: str
                                                                             ) -> None:
    """Words wider than their column are divided, rows of two lines are higher; nothing is left out or printed over."""
    pages = set_with_names(tmp_path, (f"  {kind}:\n", f"  {kind}:\n    name: {name}\n"))
    found = lettering(pages[0])
    assert not overlaps([box for _, box in found])
    text = "".join(text for text, _ in found).replace(" ", "").casefold()
    assert text.count(name.replace(" ", "").casefold()) == 3  # twice in the list, once in the steps


@pytest.mark.slow
def test_the_list_of_parts_names_the_sheets_as_they_are_numbered() -> None:
    """Also where it takes two pages, so that all other sheets have higher numbers."""
    _, pages = made(12)
    told = dict(re.findall(r"(Green knights?|Board)\D*?(\d+)", " ".join(words(pages[0]) + words(pages[1]))))
    assert words(pages[int(told["Board"]) - 1]).count("Board, tile A1") == 1


@pytest.mark.slow
def test_a_list_that_has_no_room_has_a_line_for_each_player(tmp_path: Path) -> None:
    """Four players of Chess Battle have three kinds each: nineteen lines are too many for the first page, ten are not.
    Two players of a small game have a line for each kind."""
    _, pages = made(4)
    first = words(pages[0])
    assert [text for text in first if re.fullmatch("[A-Z][a-z]+ pieces", text) and "Standing" not in text] == [
        "Blue pieces", "Orange pieces", "Black pieces", "White pieces"]
    assert "In this set, continued" not in words(pages[1])
    assert {"White guards", "Black guards"} <= {*words(set_with_names(tmp_path)[0])}


def test_a_line_for_each_player_is_followed_by_that_of_their_bases(tmp_path: Path) -> None:
    """Fourteen kinds of flat pieces and one that stands for each of two players: a line for each kind has no room, and
    the first kind of each group has no base. Bases are below the board, on sheet 2."""
    flat = "".join(f"  flat{letter}: {{each: 1, moves: K, body: {{tile: disc}}}}\n" for letter in "abcdefghjklmno")
    (tmp_path / "game.yaml").write_text(
        "fabgen: 1\ntitle: Groups\ndesigner: Nobody\nplayers:\n  red: {forward: up, material: acrylic-3mm/red}\n"
        "  blue: {forward: down, material: acrylic-3mm/blue}\n"
        "board: {grid: 5x5, cell: 35 mm, material: birch-ply-3mm}\n"
        f"pieces:\n{flat}  tall: {{each: 2, moves: W, body: {{standee: pawn}}}}\n")
    kit = make_paper_kit(load_spec(str(tmp_path)))
    first = words(next(iter(lay_out_set(kit, load_paper("a4")).one_sided)))
    place = first.index("Blue pieces")
    assert first[place:place + 5] == ["Blue pieces", "5", "4", "Bases", "2"]


@pytest.mark.parametrize(("mode", "is_folded"), [("fold", True), ("single", False), ("duplex", False)])
def test_the_step_of_cards_is_that_of_the_cards_of_decks_too_and_not_of_tracks(tmp_path: Path, mode: Mode,
                                                                              is_folded: bool) -> None:
    """Of a deck, `single` prints fronts alone."""
    kit = make_paper_kit(loaded(tmp_path))
    track = PaperBatch("Track", 1, Leaf(Drawing(), 120, 30, is_board=True), "Tracks", "score track")
    pack = PaperBatch("Cards", 1, CardPack((PackedCard("card 1", Drawing(), Drawing()),), 60, 80), "Decks", "deck")
    for batches, has_cards in (((*kit.batches, track, pack), True), ((*kit.batches, track), False)):
        page = lay_out_set(replace(kit, batches=batches), load_paper("a4"), PrintAssembly(mode)).one_sided[0]
        text = " ".join(words(page))
        assert ("glue the halves together" in text) == (has_cards and is_folded)
        assert ("Cut them out, from mark to mark." in text) == (has_cards and not is_folded)


@pytest.mark.parametrize(("mode", "is_folded"), [("fold", True), ("single", True), ("duplex", False)])
def test_a_card_with_a_fold_has_a_step_of_its_own_where_it_is_folded(tmp_path: Path, mode: Mode, is_folded: bool
                                                                     ) -> None:
    """Printed on both sides it has its back behind it."""
    kit = make_paper_kit(loaded(tmp_path))
    card = PaperBatch("Help", 1, Leaf(Drawing(), 120, 80, 60.0, sides=(Drawing(), Drawing())), "Aids", "help aid")
    for batches, says in (((*kit.batches, card), is_folded), (kit.batches, False)):
        page = lay_out_set(replace(kit, batches=batches), load_paper("a4"), PrintAssembly(mode)).one_sided[0]
        text = " ".join(words(page))
        assert ("glue the halves together" in text) == says
        is_cut_alone = len(batches) > len(kit.batches) and not says
        assert ("Cut them out, from mark to mark." in text) == is_cut_alone


@pytest.mark.parametrize("language", ["de", "fr", "es", "nl"])
def test_the_line_over_the_title_is_about_as_long_in_every_language(language: str) -> None:
    """The picture of the table stands at its right, and a line of 115 mm ran into it. In English it has 105 mm."""
    words = load_words(language)
    frame = SheetFrame(load_paper("letter"))
    imprint = make_side_imprint(frame, FOLD_ASSEMBLY, 1, 12, words)
    mode = words.text("on_plain_paper", mode=imprint.print_mode)
    assert text_width(f"{imprint.sheet}   ", 2.3, bold=True) + text_width(f"·   US Letter   ·   {mode}", 2.3) < 110


@pytest.mark.parametrize(("game", "sheets"), [
    ("correction", 4), ("abstract-game", 3), ("chess-battle", 6), ("incorrect-checkers", 4), ("charing-cross", 4)])
def test_a_set_has_as_many_sheets_of_either_paper_and_one_page_that_says_how(game: str, sheets: int) -> None:
    """One sheet says how; a board of 8 x 8 cells of 29 mm takes two, smaller ones take one; the rest are pieces,
    tokens, player aids and slips."""
    for paper in ("a4", "letter"):
        _, pages = lay_out_game(game, paper)
        assert len(pages) == sheets, paper
        assert sum("In this set" in " ".join(words(page)) for page in pages) == 1


@pytest.mark.parametrize(("game", "facts"), [("correction", "2 players"), (
    "incorrect-checkers", "2 players · Ages 8 and up · 30 minutes")])
def test_the_first_sheet_says_what_the_game_is(game: str, facts: str) -> None:
    kit, pages = lay_out_game(game, "a4")
    first = " ".join(words(pages[0]))
    assert " ".join(kit.pitch.split()) in first
    assert facts in first


def pictures_below(page: SheetPage, title: str) -> list[tuple[float, float, float, float]]:
    """The bounds of drawings of 4 mm and more below a heading, which are no words and no bar at the margin."""
    items = [item for placed in page.items for item in placed.drawing.items]
    heading = next(item for item in items if isinstance(item, Lettering) and item.text.string.startswith(title)
                   and item.text.cap > BODY)
    boxes = [Drawing((item,)).bounds() for item in items if not isinstance(item, Lettering)]
    return [box for box in boxes if box[3] < heading.bounds()[1] and box[3] - box[1] > 4 and box[0] > 20]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", ["correction", "abstract-game", "chess-battle", "incorrect-checkers", "charing-cross"])
def test_steps_have_pictures(game: str, paper: str) -> None:
    """Below the heading of the first steps are drawings of 4 mm and more, which are no words: several for each of two
    steps at least."""
    _, pages = lay_out_game(game, paper)
    assert len(pictures_below(pages[0], "The board")) > 3


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("game", ["wolves-and-wardens", "harbour"])
def test_long_steps_end_over_the_foot_of_the_first_sheet(game: str, language: str, tmp_path: Path) -> None:
    """Both games have a board of many tiles, standing pieces of many kinds, and flat things. The foot is what the
    lowest 30 mm of a page has that Typst did not set."""
    spec = with_paper_cells(load_spec(str(GAMES / game)))
    kit = replace(make_paper_kit(spec), words=load_words(language, tmp_path))
    page = next(iter(lay_out_set(kit, load_paper("letter")).one_sided))
    assert write_pages([page], load_theme("colour"), "Simplex", author="", title="", language=language)
    found = lettering(page)
    feet = [item.bounds() for placed in page.items if placed.id != "cover" for item in placed.drawing.items
            if isinstance(item, Lettering) and item.bounds()[3] < 30]
    assert len(feet) >= 2
    assert min(box[1] for _, box in found) >= max(box[3] for box in feet)
    assert max(box[2] for _, box in found) <= 215.9 - 9.9
    assert not overlaps([box for _, box in found])


@pytest.mark.parametrize(("language", "paper"), [
    ("de", "a4"), ("fr", "letter"), *(pytest.param(language, paper, marks=pytest.mark.slow) for language, paper in [
        ("en", "a4"), ("fr", "a4"), ("es", "a4"), ("nl", "a4"), ("en", "letter"), ("de", "letter"), ("es", "letter"),
        ("nl", "letter")])])
def test_a_set_with_many_kinds_of_parts_keeps_pictures_of_steps_in_every_language(language: str, paper: str,
                                                                                  tmp_path: Path) -> None:
    """A board of several tiles, standing and flat pieces, tokens and two aids, whose steps are in two rows at the
    least; the lower begins with the standing pieces. Its steps end over the foot. No words overlap but
    the boxes of two lines of the title, which are 12 mm high."""
    (tmp_path / "game.yaml").write_text(GAME_OF_MANY_PARTS)
    (tmp_path / "rules.md").write_text("# Quick reference\n\nMove a piece.\n")
    kit = replace(make_paper_kit(with_paper_cells(load_spec(str(tmp_path)))), words=load_words(language, tmp_path))
    page = next(iter(lay_out_set(kit, load_paper(paper)).one_sided))
    below_board, below_pieces = (pictures_below(page, kit.words.text(key)) for key in ("panel_board", "panel_pieces"))
    assert len(below_pieces) > 3
    assert len(below_board) > len(below_pieces) + 3
    found = lettering(page)
    feet = [item.bounds() for placed in page.items if placed.id != "cover" for item in placed.drawing.items
            if isinstance(item, Lettering) and item.bounds()[3] < 30]
    assert len(feet) >= 2
    assert min(box[1] for _, box in found) >= max(box[3] for box in feet)
    assert not overlaps([box for _, box in found if box[3] - box[1] < 12])


def test_words_on_pieces_in_a_close_list_are_read_or_are_bars(tmp_path: Path) -> None:
    """The closest lines of the list are 5.6 mm apart, and tokens in pictures of steps 4 mm wide: names on flat
    would have type of less than 5 points there, whose capitals are 1.16 mm high."""
    named = GAME_OF_MANY_PARTS.replace("moves: none, body: {tile: disc, face: plain}",
                                       "moves: W, body: {tile: hex, face: name}")
    gems = "".join(f"  gem{n}: {{count: 2, size: 18 mm, material: mdf-3mm, mark: star}}\n" for n in range(6))
    named = named.replace("tokens:\n", f"tokens:\n{gems}")
    (tmp_path / "game.yaml").write_text(named)
    (tmp_path / "rules.md").write_text("# Quick reference\n\nMove a piece.\n")
    page = next(iter(lay_out_set(make_paper_kit(load_spec(str(tmp_path))), load_paper("a4")).one_sided))
    caps = {item.text.string: item.text.cap for placed in page.items for item in placed.drawing.items
            if isinstance(item, Lettering)}
    assert {text: cap for text, cap in caps.items() if cap < 1.16} == {}


@pytest.mark.parametrize(("game", "has_lines"), [("abstract-game", False), ("chess-battle", True)])
def test_lines_to_cut_along_are_said_only_where_there_are_some(game: str, has_lines: bool) -> None:
    """A round token is a picture on a square of card, cut from mark to mark; corners are cut along lines."""
    _, pages = lay_out_game(game, "a4")
    assert ("along the lines" in " ".join(words(pages[0]))) is has_lines


def test_bases_are_named_where_they_are_printed() -> None:
    """The bases of the twelve pieces of Correction are below its board on A4."""
    _, pages = lay_out_game("correction", "a4")
    first = words(pages[0])
    place = first.index("Bases")
    assert (first[place - 1], first[place + 1]) == ("12", "2")
    assert "Board and bases" in words(pages[1])


@pytest.mark.parametrize("game", ["abstract-game", "incorrect-checkers"])
def test_pictures_of_steps_are_larger_than_drawn_where_the_sheet_has_room(game: str) -> None:
    """They are drawn 31 mm wide. On A4 three in a row have 57 mm each. The picture of the printed board is as
    wide as the thick board."""
    _, pages = lay_out_game(game, "a4")
    sides = [item.bounds() for placed in pages[0].items for item in placed.drawing.items
             if item.role is Role.DARK_SHADE and item.tone == "wood" and item.bounds()[0] < 55.0]
    assert max(box[2] for box in sides) - min(box[0] for box in sides) > 33.0
