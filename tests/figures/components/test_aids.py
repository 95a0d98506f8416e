"""Aids of paper: what stands on them, how many there are, that words have room, and how they lie on the sheets."""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from specs import changed, loaded, put

from fabgen.artwork.drawing import Drawing, Lettering, Role, draw
from fabgen.artwork.paper_things import Leaf
from fabgen.artwork.path import rectangle
from fabgen.artwork.text import text_width
from fabgen.check.game import check_spec
from fabgen.core.problems import FabgenError
from fabgen.figures.components.card_sides import has_legible_figures, set_sides
from fabgen.figures.components.player_aids import make_aid_batches
from fabgen.paper.sheet_blocks import make_leaf_blocks
from fabgen.spec.load import load_spec, with_players
from fabgen.typeset.blocks import Block, BookFigure, FigureRow, Listing, NoteBox, TextRun

RULES = """\
# Skirmish

Take turns.

# Quick reference

Move **one** piece. Then:

1. Say what you do.
2. Wait for the answer.

| Do | Cost |
|---|---|
| Strike | 1 |

![Guard](moves:guard)

# Long

{long}
"""


def aided(folder: Path, aids: str, long: str = "word") -> list[tuple[str, int, Leaf]]:
    path = put(folder, changed(("tokens:", f"aids:\n  {aids}\ntokens:")))
    path.with_name("rules.md").write_text(RULES.replace("{long}", long))
    spec = load_spec(str(path), allow_errors=True)
    found = [(batch.name, batch.count, batch.thing) for batch in make_aid_batches(spec)]
    return [(name, count, thing) for name, count, thing in found if isinstance(thing, Leaf)]


def said(drawing: Drawing) -> list[str]:
    return [item.text.string for item in drawing.items if isinstance(item, Lettering)]


def inside(leaf: Leaf, rim: float) -> bool:
    """Whether all but the banner up to the cuts is so far from these."""
    x0, y0, x1, y1 = leaf.drawing.without(Role.GLUE, Role.PLAYER_STRIP).bounds()
    return x0 >= rim - 1e-6 and y0 >= rim - 1e-6 and x1 <= leaf.width - rim + 1e-6 and y1 <= leaf.height - rim + 1e-6


def test_a_few_short_labels_stand_side_by_side_on_a_low_slip(tmp_path: Path) -> None:
    """Twelve rows of 18.9 mm are 226.8 mm: US Letter has 279.4 mm, less two margins of 10, 13 for the head, 9 for the
    foot and 5 for marks above and below."""
    ((name, count, slip),) = aided(tmp_path, "order slip: {kind: slips, count: 24, lines: [Round, To]}")
    assert (name, count) == ("order slips", 24)
    assert {*said(slip.drawing)} == {"Order slip", "Round", "To"}
    assert (slip.width, slip.height) == (57, 18.9)
    assert 12 * slip.height <= 279.4 - 20 - 13 - 9 - 10
    cuts, (before, behind) = ([path.bounds() for item in slip.drawing.only(role).items for path in item.paths]  # type: ignore[union-attr]
                              for role in (Role.CUT_LINE, Role.GRID))
    assert before[2] < 57 / 2 < behind[0], "each label has a line on its half of the slip"
    assert min(before[2] - before[0], behind[2] - behind[0]) > 23
    assert cuts == [pytest.approx((0, 0, 57, 18.9))], "neighbours share the lines along which they are cut"
    words = [item.bounds() for item in slip.drawing.items if isinstance(item, Lettering)]
    assert all(x0 >= 2 and y1 <= 18.9 - 2 for x0, _, _, y1 in words)
    assert min(y0 for _, y0, _, _ in words) >= 10, "10 mm to write in"


def test_slips_have_a_line_to_write_on_behind_each_label(tmp_path: Path) -> None:
    ((name, count, slip),) = aided(tmp_path, "order slip: {kind: slips, count: 24, lines: [Round, To, Via, By]}")
    assert (name, count) == ("order slips", 24)
    assert said(slip.drawing) == ["order slip", "Skirmish", "Round", "To", "Via", "By"]
    lines = slip.drawing.only(Role.GRID).items
    assert len(lines) == 4
    assert all(line.bounds()[2] - line.bounds()[0] >= 15 for line in lines)
    assert inside(slip, 3.0)


def test_a_card_is_the_quick_reference_one_for_each_player(tmp_path: Path) -> None:
    ((_, count, card),) = aided(tmp_path, "help: {kind: card}")
    assert count == 2
    words = " ".join(said(card.drawing))
    for text in ("Quick reference", "Move", "one", "Say what you do", "Wait", "Strike", "Cost"):
        assert all(word in words for word in text.split())
    assert "Take turns" not in words
    assert card.drawing.only(Role.MOVE).items, "the figure of the chapter"
    assert inside(card, 3.0)
    assert any(item.text.bold for item in card.drawing.items
               if isinstance(item, Lettering) and item.text.string == "one")


def test_a_key_is_not_much_smaller_than_the_chapter() -> None:
    """An Abstract Game: capitals of its chapter are 2.8 mm on a card of 86 x 156 mm, and those of its key 2.24 mm,
    where 1.8 mm are usual."""
    (full,) = [batch.thing for batch in make_aid_batches(load_spec("abstract-game")) if "reference" in batch.name]
    assert isinstance(full, Leaf)
    smaller = full.smaller[0].draw()
    assert smaller
    for leaf in (full, smaller):
        caps = {item.text.string: item.text.cap for item in leaf.drawing.items if isinstance(item, Lettering)}
        assert caps["may move here"] >= 0.8 * caps["Start:"] - 1e-4


@pytest.mark.parametrize(("moves", "key"), [
    ("fmWfcF", "may move here may move here only to capture"),  # ahead without capture, diagonally only to capture
    ("R", "may move or capture here and further along this line"),
])
def test_a_card_explains_the_marks_that_are_on_it_and_no_other(tmp_path: Path, moves: str, key: str) -> None:
    path = put(tmp_path, changed(("tokens:", "aids:\n  help: {kind: card}\ntokens:"),
                                 ("moves: fmWfcF", f"moves: {moves}")))
    path.with_name("rules.md").write_text(RULES.replace("{long}", "word"))
    (card,) = (batch.thing for batch in make_aid_batches(load_spec(str(path), allow_errors=True))
               if isinstance(batch.thing, Leaf))
    words = " ".join(said(card.drawing))
    assert key in words
    assert words.count("may ") == key.count("may ")
    assert inside(card, 3.0)


def test_words_on_cards_are_7_point_or_more_and_do_not_overlap(tmp_path: Path) -> None:
    ((_, _, card),) = aided(tmp_path, "help: {kind: card, text: Long}", long="many a word of rules " * 45)
    texts = [item.text for item in card.drawing.items if isinstance(item, Lettering)]
    assert min(text.cap for text in texts) >= 1.64  # Source Sans: 0.66 of the size, 7 pt are 2.47 mm
    rows: dict[float, list[tuple[float, float]]] = {}
    for text in texts:
        rows.setdefault(round(text.at[1], 3), []).append((text.at[0], text.at[0] + text_width(text.string, text.cap)))
    for row in rows.values():
        row.sort()
        assert all(a[1] <= b[0] + 1e-6 for a, b in pairwise(row))


def test_a_long_chapter_goes_on_behind_a_fold(tmp_path: Path) -> None:
    long = "\n\n".join(["some words of rules that say what may be done and what not " * 3] * 9)
    ((_, _, card),) = aided(tmp_path, "help: {kind: card, text: Long, size: 70 x 90 mm}", long=long)
    assert (card.width, card.height, card.fold) == (140, 90, 70)
    texts = [item for item in card.drawing.items if isinstance(item, Lettering)]
    left = [item for item in texts if item.bounds()[2] <= 70 - 3]
    assert left
    assert len(left) < len(texts)
    assert all(item.bounds()[2] <= 67.1 or item.bounds()[0] >= 73 for item in texts)
    assert " ".join(said(card.drawing)).count("what may") == 27


def test_two_cards_fill_a_sheet_without_a_fold(tmp_path: Path) -> None:
    """The chapter takes two sides of 86 x 112 mm in type that is not small. With a size in the spec it is folded."""
    long = "\n\n".join(["some words of rules that say what may be done and what not " * 3] * 10)
    ((_, _, card),) = aided(tmp_path, "help: {kind: card, text: Long}", long=long)
    assert (card.width, card.height, card.fold) == (120, 156, 0)
    assert inside(card, 3.0)
    ((_, _, folded),) = aided(tmp_path, "help: {kind: card, text: Long, size: 86 x 112 mm}", long=long)
    assert (folded.width, folded.height, folded.fold) == (172, 112, 86)


def test_a_short_chapter_beside_other_things_has_a_large_figure() -> None:
    """An Abstract Game: on a card that saves a sheet, the diagram of its piece, three cells wide, is as large as leaves
    room for capitals of 2.2 mm."""
    (full,) = [batch.thing for batch in make_aid_batches(load_spec("abstract-game"))]
    assert isinstance(full, Leaf)
    smaller = full.smaller[0].draw()
    assert smaller
    texts = [item.text for item in smaller.drawing.items if isinstance(item, Lettering)]
    assert [2.2 <= text.cap <= 2.3 for text in texts if text.string == "Start:"] == [True]
    green = [item.bounds() for item in smaller.drawing.items if item.role is Role.MOVE]
    assert max(box[2] for box in green) - min(box[0] for box in green) > 20.0


def test_a_list_is_on_one_side_with_the_words_that_introduce_it(tmp_path: Path) -> None:
    """Fifteen or more lines leave no room for all ten items on the first side, and up to twenty for some."""
    items = "\n".join(f"- item{number} is a rule" for number in range(1, 11))
    for lines in range(15, 24):
        text = "\\\n".join(["some words"] * lines)
        cards = aided(tmp_path, "help: {kind: card, text: Long, size: 86 x 112 mm}",
                      long=f"{text}\n\nintro: choose one of these\n\n{items}")
        sides = {(number, item.text.at[0] > leaf.width / 2 and leaf.fold > 0)
                 for number, (_, _, leaf) in enumerate(cards) for item in leaf.drawing.items
                 if isinstance(item, Lettering) and item.text.string.startswith(("item", "intro:"))}
        assert len(sides) == 1, lines


@pytest.mark.slow
def test_a_very_long_chapter_takes_several_cards_and_no_word_is_lost(tmp_path: Path) -> None:
    words = [f"word{number}" for number in range(1, 601)]
    long = "\n\n".join(" ".join(words[start:start + 12]) for start in range(0, 600, 12))
    cards = aided(tmp_path, "help: {kind: card, text: Long, size: 70 x 90 mm}", long=long)
    names, counts, leaves = zip(*cards, strict=True)
    assert names == tuple(f"helps, card {number} of {len(cards)}" for number in range(1, len(cards) + 1))
    assert len(cards) > 1
    assert set(counts) == {2}
    texts = [word for leaf in leaves for text in said(leaf.drawing) for word in text.split()]
    assert texts == ["Long", "Skirmish", *words]
    assert all(inside(leaf, 3.0) for leaf in leaves)


@pytest.mark.slow
def test_a_table_that_fits_on_a_side_is_never_divided(tmp_path: Path) -> None:
    """Seven paragraphs of six lines leave no room for the table behind them on any side that they begin."""
    rows = "".join(f"| row{number} | answer |\n" for number in range(1, 9))
    for paragraphs in range(1, 8):
        text = "\n\n".join(["some words of rules that say what may be done " * 4] * paragraphs)
        cards = aided(tmp_path, "help: {kind: card, text: Long, size: 60 x 70 mm}",
                      long=f"{text}\n\n| Case | Answer |\n|---|---|\n{rows}")
        sides = {(number, item.text.at[0] > leaf.width / 2 and leaf.fold > 0)
                 for number, (_, _, leaf) in enumerate(cards) for item in leaf.drawing.items
                 if isinstance(item, Lettering) and (item.text.string.startswith("row") or item.text.string == "Case")}
        assert len(sides) == 1, paragraphs


@pytest.mark.slow
def test_a_chapter_that_is_too_long_says_which_size_would_do(tmp_path: Path) -> None:
    long = "many words\n\n" * 150
    with pytest.raises(FabgenError) as raised:
        aided(tmp_path, "help: {kind: card, text: Long, size: 40 x 40 mm}", long=long)
    (problem,) = raised.value.problems
    match = re.fullmatch(r"a card of (\d+) x (\d+) mm would do", problem.hint)
    assert match
    assert aided(tmp_path, f"help: {{kind: card, text: Long, size: {match[1]} x {match[2]} mm}}", long=long)


def test_a_word_wider_than_the_card_is_divided(tmp_path: Path) -> None:
    ((_, _, card),) = aided(tmp_path, "help: {kind: card, text: Long, size: 40 x 60 mm}", long="x" * 60)
    assert "".join(said(card.drawing)) == "LongSkirmish" + "x" * 60
    assert inside(card, 3.0)  # the banner reaches 2 mm into the rim of 5 mm


def test_a_score_sheet_has_numbered_rows_under_the_players(tmp_path: Path) -> None:
    ((_, count, sheet),) = aided(tmp_path, "score: {kind: score, rows: 12}")
    assert count == 1
    assert said(sheet.drawing) == ["score", "Skirmish", "White", "Black", *map(str, range(1, 13))]
    assert inside(sheet, 3.0)


@pytest.mark.parametrize(("aid", "words"), [
    ("{kind: card, text: Nothing}", "no chapter `Nothing`"),
    ("{kind: card, text: Long, size: 40 x 40 mm}", "needs 13 cards of this size, and 8 are the most"),
    ("{kind: slips, count: 3, lines: [A very long label indeed], size: 40 x 40 mm}", "no room to write"),
    ("{kind: score, rows: 60}", "no room for 60 rows"),
])
def test_what_does_not_fit_is_reported_at_its_place(tmp_path: Path, aid: str, words: str) -> None:
    with pytest.raises(FabgenError) as raised:
        aided(tmp_path, f"thing: {aid}", long="many words\n\n" * 150)
    (found,) = raised.value.problems
    assert words in found.what
    assert found.where.key.startswith("aids.thing")
    assert found.where.line > 1


@pytest.mark.parametrize(("aid", "words"), [
    ("{kind: slips, count: 3}", "slips need `lines`"),
    ("{kind: slips, lines: [To]}", "slips need `count`"),
    ("{kind: score}", "score need `rows`"),
    ("{kind: card, rows: 3}", "card have no `rows`"),
    ("{kind: card, size: 20 x 20 mm}", "from 30 mm to 260 mm"),
    ("{kind: cards}", "card"),
    ("{kind: slips, count: 3, lines: ['שלום']}", "U+05E9"),
    ("{kind: card, text: Nothing}", "no chapter `Nothing`"),
])
def test_check_tells_what_is_wrong_with_an_aid(tmp_path: Path, aid: str, words: str) -> None:
    found = check_spec(loaded(tmp_path, ("tokens:", f"aids:\n  thing: {aid}\ntokens:")))
    assert any(words in f"{one.what} {one.hint}" for one in found), found


@pytest.mark.slow
def test_every_template_has_a_card_and_its_order_slips_where_orders_are_written() -> None:
    for game in ("correction", "chess-battle", "charing-cross", "abstract-game", "incorrect-checkers"):
        leaves = {batch.name: batch.count for batch in make_aid_batches(load_spec(game))}
        assert leaves == {"quick references": 2} | ({"order slips": 36} if game == "chess-battle" else {})


@pytest.mark.slow
def test_aids_are_as_many_as_who_plays_needs() -> None:
    """9 slips for each and a card for two, also where one of them has nobody to share it with: 4 seats are taken unless
    more are asked for."""
    spec = load_spec("chess-battle")
    for players, cards in ((4, 2), (5, 3), (12, 6)):
        counts = {batch.name: batch.count for batch in make_aid_batches(with_players(spec, players))}
        assert counts == {"order slips": 9 * players, "quick references": cards}


def test_slips_count_for_each_player_or_in_all(tmp_path: Path) -> None:
    ((_, count, _),) = aided(tmp_path, "slip: {kind: slips, each: 7, lines: [To]}")
    assert count == 2 * 7
    with pytest.raises(FabgenError, match="`each` is for each player"):
        load_spec(str(put(tmp_path, changed(("tokens:", "aids:\n  slip: {kind: slips, count: 4, each: 7, "
                                                        "lines: [To]}\ntokens:")))))


def test_shared_aids_are_not_counted_in_another_way(tmp_path: Path) -> None:
    ((_, count, _),) = aided(tmp_path, "slip: {kind: slips, shared_by: 2, lines: [To]}")
    assert count == 1
    counted_twice = "aids:\n  help: {kind: card, count: 4, shared_by: 2}\ntokens:"
    with pytest.raises(FabgenError, match="`shared_by` says how many there are"):
        load_spec(str(put(tmp_path, changed(("tokens:", counted_twice)))))


def test_what_is_written_on_wants_paper_and_cards_want_card(tmp_path: Path) -> None:
    path = put(tmp_path, changed(("tokens:", "aids:\n  slip: {kind: slips, count: 4, lines: [To]}\n"
                                             "  points: {kind: score, rows: 9}\n  help: {kind: card}\ntokens:")))
    path.with_name("rules.md").write_text(RULES)
    batches = make_aid_batches(load_spec(str(path), allow_errors=True))
    thin = {batch.name: batch.thing.thin for batch in batches if isinstance(batch.thing, Leaf)}
    assert thin == {"slips": True, "points": True, "helps": False}
    assert len({batch.group for batch in batches}) == 2


def test_three_slips_or_two_cards_stand_abreast() -> None:
    """210 mm less two margins of 10, the ruler's band of 7 and 5 for marks on either side are 173 mm of A4. Sideways,
    it has 210 - 20 - 13 - 9 - 10 = 158 mm for the height of cards, and US Letter 279.4 - 37 = 242.4 mm for their
    width."""
    slips, cards = (batch.thing for batch in make_aid_batches(load_spec("chess-battle")))
    assert isinstance(slips, Leaf)
    assert isinstance(cards, Leaf)
    assert 3 * slips.width <= 173
    assert 2 * cards.width <= 242.4
    assert cards.height <= 158


def test_leaves_share_their_cuts_and_none_is_lost() -> None:
    leaf = Leaf(Drawing(), 62, 40)
    blocks = make_leaf_blocks("slip", leaf, 40, (190, 250))  # 3 x 6 a sheet
    assert [(block.width, block.height) for block in blocks] == [(186, 240), (186, 240), (186, 80)]
    marks = [item for item in blocks[0].drawing.items if item.role is Role.TRIM]
    lines = [path for item in marks for path in item.paths]  # type: ignore[union-attr]
    assert len(lines) == 2 * (4 + 7)
    for path in lines:
        x0, y0, x1, y1 = path.bounds()
        assert x1 <= -1 + 1e-9 or x0 >= 187 - 1e-9 or y1 <= -1 + 1e-9 or y0 >= 241 - 1e-9, "marks lie outside"


def test_a_card_names_the_characters_that_the_font_lacks(tmp_path: Path) -> None:
    seed = Path(__file__).parents[2] / "fuzz" / "seeds" / "squares"
    shutil.copytree(seed, tmp_path / "game")
    rules = tmp_path / "game" / "rules.md"
    rules.write_text(rules.read_text("utf-8").replace("Take the horsemen.", "Roll 🎲 first."), "utf-8")
    with pytest.raises(FabgenError) as caught:
        make_aid_batches(load_spec(str(tmp_path / "game")))
    assert "the font has no '🎲' (U+1F3B2)" in caught.value.problems[0].what


@pytest.mark.parametrize(("text", "what"), [
    ("Roll &#127922; first.", "the font has no character '\N{GAME DIE}'"), ("![](components)", ""),
    ("| a | b |\n|---|---|\n| &#127922; | x |", "the font has no character '\N{GAME DIE}'")])
def test_a_card_is_set_or_there_is_a_problem(tmp_path: Path, text: str, what: str) -> None:
    """Characters that Markdown writes as numbers, and the list of components, which has lines broken by hand."""
    seed = Path(__file__).parents[2] / "fuzz" / "seeds" / "squares"
    shutil.copytree(seed, tmp_path / "game")
    rules = tmp_path / "game" / "rules.md"
    rules.write_text(rules.read_text("utf-8").replace("Take the horsemen.", f"\n\n{text}\n\n"), "utf-8")
    assert make_aid_batches(load_spec(str(tmp_path / "game")))
    told = [problem.what for problem in check_spec(load_spec(str(tmp_path / "game"))) if problem.level == "error"]
    assert [what in one for one in told] == [True] * bool(what)


@pytest.mark.parametrize(
    ("between", "says"),
    [("\n", ["the lettering of a figure on the card `card` would be too small"]), ("\n\n", [])],
    ids=["side by side", "one below the other"],
)
def test_a_legend_beside_other_figures_is_too_small_for_a_card(tmp_path: Path, between: str, says: list[str]) -> None:
    path = put(tmp_path, changed(("tokens:", "aids:\n  card: {kind: card}\ntokens:")))
    figures = between.join(["![](moves:guard)", "![](legend)"])
    path.with_name("rules.md").write_text(f"# Skirmish\n\nMove.\n\n# Quick reference\n\n{figures}\n")
    told = [problem.what for problem in check_spec(load_spec(str(path), allow_errors=True), book=False)
            if "card" in problem.what]
    assert [what[:len(start)] for what, start in zip(told, says, strict=True)] == says


def figure(width: float, height: float = 10.0) -> BookFigure:
    return BookFigure(draw(Role.GRID, rectangle(0, 0, width, height)), (TextRun("It."),))


@pytest.mark.parametrize(("blocks", "is_legible"), [
    ([figure(100)], True), ([figure(120)], False), ([figure(20, 90)], False),
    # three abreast on 60 mm, with two gaps of 3 mm between them: 18 mm each, 0.33 of 54.5 mm
    ([FigureRow((figure(20), figure(54), figure(40)))], True),
    ([FigureRow((figure(20), figure(56), figure(20)))], False),
    ([FigureRow((figure(20), figure(20, 90)))], False),
    ([NoteBox((figure(100),))], True), ([NoteBox((figure(120),))], False),
    ([Listing(((figure(120),),))], False), ([NoteBox((FigureRow((figure(20), figure(90))),))], False),
])
def test_figures_are_not_shrunk_further_than_can_be_read(blocks: list[Block], is_legible: bool) -> None:
    """To 0.55 of their size alone, to 0.33 in a row, also inside boxes and lists; 60 x 80 mm, capitals of 2 mm."""
    assert has_legible_figures(blocks, 60, 80, 2.0) is is_legible


@pytest.mark.parametrize(("wide", "first", "last"), [(20, 0, 76), (12, 5.667, 70.333)])
def test_a_row_of_figures_begins_and_ends_where_the_lines_do(wide: float, first: float, last: float) -> None:
    """Three figures of 20 mm leave 8 mm between two of 76 mm. Those of 12 mm would have 20 mm between them: each is in
    the middle of a third of what is left beside two gaps of 1.5 capitals of 2 mm, 23.33 mm."""
    (side,) = set_sides([FigureRow((figure(wide), figure(wide), figure(wide)))], 76, 100, 2.0)
    edges = [item.bounds() for item in side.only(Role.GRID).items]
    assert min(box[0] for box in edges) == pytest.approx(first, abs=0.02)
    assert max(box[2] for box in edges) == pytest.approx(last, abs=0.02)
