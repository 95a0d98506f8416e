"""rules.md → Book: blocks as written, and every mistake found at its line and column."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.path import rectangle
from fabgen.core.languages import load_words
from fabgen.core.problems import FabgenError, Problem, problem_error
from fabgen.figures.components.component_list import compose_emblems, compose_panorama_of_start
from fabgen.figures.rulebook.chapter_emblems import choose_emblems
from fabgen.figures.rulebook.game_rulebook import read_game_rulebook
from fabgen.figures.rulebook.rulebook import BookImprint, Component, make_component_table, read_book
from fabgen.figures.rulebook.rules_text import FigureLibrary
from fabgen.spec.load import load_spec
from fabgen.typeset.blocks import (
    Block,
    Book,
    BookFigure,
    FigureRow,
    Heading,
    Listing,
    NoteBox,
    PageBreak,
    Paragraph,
    TextRun,
    TextTable,
    plain_text,
    walk_blocks,
)

SQUARE = draw(Role.GRID, rectangle(0, 0, 20, 20))
IMPRINT = BookImprint("Gambit", "Ada Byron", "2.0", 2, summary="A short game.", year="1843", source="a letter")


def drawn(kind: str, name: str, caption: str) -> tuple[Block, ...]:
    if name == "broken":
        raise problem_error("this figure cannot be drawn")
    return (BookFigure(SQUARE, (TextRun(caption),), alt=f"{kind} {name}"),)


FIGURES = FigureLibrary({"board": (), "moves": ("knight", "pawn"), "example": ("friend", "broken")}, drawn)


def read(tmp_path: Path, text: str, imprint: BookImprint = IMPRINT) -> Book:
    path = tmp_path / "rules.md"
    path.write_text(text, encoding="utf-8")
    return read_book(path, FIGURES, imprint)


def problems(tmp_path: Path, text: str, imprint: BookImprint = IMPRINT) -> tuple[Problem, ...]:
    with pytest.raises(FabgenError) as error:
        read(tmp_path, text, imprint)
    return error.value.problems


def test_blocks_as_written(tmp_path: Path) -> None:
    text = """# Overview

Plain, **bold**, *slanted* and `c3-c4`,
see [below](#the-end).

- one
- two

3. three

> **Mind.** A note.

| Piece | Count |
|-------|------:|
| Pawn  | 4     |

---

## The end!
"""
    head, paragraph, bullets, numbers, note, table, stop, end = read(tmp_path, text).body
    assert head == Heading(1, (TextRun("Overview"),), "overview")
    assert isinstance(paragraph, Paragraph)
    assert plain_text(paragraph.text) == "Plain, bold, slanted and c3-c4, see below."
    assert {run for run in paragraph.text if run != TextRun(run.text)} == {
        TextRun("bold", bold=True),
        TextRun("slanted", italic=True),
        TextRun("c3-c4", notation=True),
        TextRun("below", link="#the-end"),
    }
    assert bullets == Listing(((Paragraph((TextRun("one"),)),), (Paragraph((TextRun("two"),)),)))
    assert numbers == Listing(((Paragraph((TextRun("three"),)),),), first=3)
    assert note == NoteBox((Paragraph((TextRun("Mind.", bold=True), TextRun(" A note."))),))
    assert table == TextTable(
        ((TextRun("Piece"),), (TextRun("Count"),)), (((TextRun("Pawn"),), (TextRun("4"),)),), ("left", "right")
    )
    assert stop == PageBreak()
    assert end == Heading(2, (TextRun("The end!"),), "the-end")


def test_figures_alone_and_in_a_row(tmp_path: Path) -> None:
    body = read(tmp_path, "![A board](board)\n\n![N](moves:knight)\n![P](moves:pawn) ![F](example:friend)\n").body
    assert isinstance(body[0], BookFigure)
    assert plain_text(body[0].caption) == "1.\N{NO-BREAK SPACE}A board"
    assert isinstance(body[1], FigureRow)
    assert [figure.alt for figure in body[1].figures] == ["moves knight", "moves pawn", "example friend"]


def test_anchors_are_unique_as_on_github(tmp_path: Path) -> None:
    book = read(tmp_path, "# A & B\n\n## Move\n\n## Move\n\n## Déjà vu\n")
    assert [heading.anchor for heading in book.headings] == ["a--b", "move", "move-1", "déjà-vu"]


def test_quotes_are_curled_and_signs_kept(tmp_path: Path) -> None:
    (paragraph,) = read(tmp_path, "The \"piece's\" way: 2 < 3 & 5 > 4.\n").body
    assert isinstance(paragraph, Paragraph)
    assert plain_text(paragraph.text) == "The “piece’s” way: 2 < 3 & 5 > 4."


def test_the_quick_reference_is_parted_from_the_body(tmp_path: Path) -> None:
    book = read(tmp_path, "# Start\n\nText.\n\n# Quick Reference\n\nShort.\n\n## Turn\n")
    assert [plain_text(h.text) for h in book.headings] == ["Start", "Quick Reference", "Turn"]
    assert len(book.body) == 2
    assert len(book.reference) == 3


def test_the_imprint_names_the_designer(tmp_path: Path) -> None:
    book = read(tmp_path, "# Start\n")
    assert (book.byline, book.facts) == ("A game by Ada Byron", "2 players")
    assert plain_text(book.imprint[0]) == (
        "Game design by Ada Byron. Rules version 2.0. First published in 1843. Source: a letter."
    )
    assert read(tmp_path, "# Start\n", BookImprint("G", "D", "1", 1)).facts == "1 player"


CASES = [  # text, line, column, what, hint
    ("Text.\n\n![x](example:freind)\n", 3, 1, "no figure `freind`", "friend"),
    ("![N](moves:knight) ![x](moves:pwan)\n", 1, 20, "no figure `pwan`", "pawn"),
    ("- a\n- b\n\n  ![x](bord)\n", 4, 3, "no figure `bord`", "board"),
    ("Text.\n\n![](example:first)\n", 3, 1, "no figure `first` among `example`", "friend"),
    ("> **A.**\n>\n> ![x](board:big)\n", 3, 3, "`board` takes no name", "`board` alone"),
    ("![x](moves)\n", 1, 1, "`moves` needs the name", "knight, pawn"),
    ("![x](art/photo.png)\n", 1, 1, "is a picture file", "board"),
    ("![x](https://example.org/a.svg)\n", 1, 1, "is a picture file", ""),
    ("![](board)\n", 1, 1, "has no caption", "![...](board)"),
    ("![x](example:broken)\n", 1, 1, "cannot be drawn", ""),
    ("Look at ![x](board) here.\n", 1, 9, "among words", "paragraph of its own"),
    ("# Setup\n\nSee the\nother [part](#setpu).\n", 4, 7, "`#setpu`", "#setup"),
    ("A [file](other.md).\n", 1, 3, "leads nowhere", "#setup"),
    ("| a | b |\n|---|---|\n| x | y [z](#no) |\n", 3, 9, "`#no`", ""),
    ("Text\n\n<div>\nno\n</div>\n", 3, 1, "HTML", "Markdown"),
    ("Some <b>bold</b> text.\n", 1, 6, "HTML", "**bold**"),
    ("Text\n\n```\ncode\n```\n", 3, 1, "code block", "c3-c4"),
    ("Text\n\n    code\n", 3, 5, "code block", "spaces"),
    ("#### Deep\n", 1, 1, "level 4", "###"),
    ("#\n", 1, 1, "no words", ""),
    ("> # In a note\n", 1, 1, "cannot stand in a list or a note", ""),
    ("- a\n  - b\n    - c\n      - d\n", 4, 7, "nested too deeply", "three"),
    ("|a|b|c|d|e|f|g|h|i|\n|-|-|-|-|-|-|-|-|-|\n", 1, 1, "9 columns", "two tables"),
    ("Fine.\n\nA שלום here.\n", 3, 3, "U+05E9, hebrew letter shin", "Latin"),
    ("# Moves ♞\n", 1, 9, "U+265E, black chess knight", ""),
    ("![a ♞](board)\n", 1, 5, "U+265E", ""),
    ("", 1, 1, "no text", "# Overview"),
    ("Text.\n\nSee [the part][nowhere].\n", 3, 5, "a reference that is not there", "#heading"),
    ("![x][nowhere]\n", 1, 1, "a reference that is not there", "(board)"),
    ("See [a part](#the part).\n", 1, 5, "a link with spaces", "hyphens"),
    ("One.\nA note[^1] here.\n", 2, 7, "a footnote", "a note"),
    ("It is ~~not~~ so.\n", 1, 7, "struck out", ""),
    ("All of {{components}}.\n", 1, 8, "a placeholder of another program", "![](components)"),
    ("As in [[Moving]].\n", 1, 7, "a link of a wiki", "[words](#heading)"),
    ("- a\n- [ ] b\n", 2, 3, "a box to tick", "brackets"),
    ("| a | b |\n|---|\n| c | d |\n", 1, 1, "belongs to no table", "dashes"),
    ("Words.\n| a | b |\n", 2, 1, "belongs to no table", ""),
    ("|a|b|\n|-|-|\n|c|d|\n|e|f|g|\n", 4, 1, "has 3 cells, the table 2 columns", "add a column"),
    ("> |a|b|\n> |-|-|\n> |c|d|e\n", 3, 1, "has 3 cells", ""),
    ("# Setup\n\n# Play\n\n# Setup\n", 5, 1, "two chapters have the title `Setup`", "other words"),
    ("# A\n\n# Quick reference\n\nShort.\n\n# More\n", 7, 1, "a chapter follows", "put it last"),
]


@pytest.mark.parametrize(("text", "line", "column", "what", "hint"), CASES)
def test_a_mistake_is_found_at_its_place(
    tmp_path: Path, text: str, line: int, column: int, what: str, hint: str
) -> None:
    found = [p for p in problems(tmp_path, text) if what in p.what]
    assert found, problems(tmp_path, text)
    assert (found[0].where.line, found[0].where.column) == (line, column)
    assert found[0].where.file.endswith("rules.md")
    assert hint in found[0].hint


@pytest.mark.parametrize("text", [
    "Escaped: \\[a\\]\\[b\\], \\~~c~~, [one] and [two].\n", "- \\[ ] a\n", "See [that][1].\n\n[1]: https://example.org\n",
    "|a|b|\n|-|-|\n|c \\| d|e|\n|f|\n", "One | two | three.\n",
])
def test_what_only_looks_like_a_mistake(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text).body


def test_words_of_the_spec_are_curled_as_those_of_the_text(tmp_path: Path) -> None:
    (figure,) = read(tmp_path, "![The king's \"guard\".](board)\n").body
    assert isinstance(figure, BookFigure)
    assert "The king’s “guard”." in plain_text(figure.caption)
    book = read(tmp_path, "# A\n", BookImprint("King's Gambit", "D", "1", 2, summary="A queen's game."))
    assert (book.title, book.summary) == ("King’s Gambit", "A queen’s game.")


def test_all_mistakes_at_once(tmp_path: Path) -> None:
    text = "[a](#x)\n\n![b](c)\n\n<p>\n\n# Quick reference\n\n# More\n"
    assert len(problems(tmp_path, text)) == 4


def test_words_of_the_title_page_that_the_font_lacks(tmp_path: Path) -> None:
    (found,) = problems(tmp_path, "# A\n", BookImprint("♞", "D", "1", 2))
    assert found.where.key == "title"
    assert "black chess knight" in found.what


def test_the_component_list_counts() -> None:
    table = make_component_table([Component("Pawn", SQUARE, 4, 8), Component("Board", SQUARE, None, 1)], load_words())
    assert [plain_text(cell) for row in table.rows for cell in row if not isinstance(cell, Drawing)] == [
        "Pawn", "4", "8", "Board", "–", "1"]
    assert [row[0] for row in table.rows] == [SQUARE, SQUARE]


def test_rows_of_one_kind_are_a_group() -> None:
    rows = [Component("Board", SQUARE, None, 1), Component("King", SQUARE, 1, 2, group="pieces"),
            Component("Pawn", SQUARE, 8, 16, group="pieces"), Component("Quick reference", SQUARE, 1, 2, group="aids")]
    assert make_component_table(rows, load_words()).groups == (1, 2, 1)


def test_a_card_for_each_player_asks_for_no_column_of_its_own() -> None:
    """Armies are unequal: a column for each player would have a number in the row of the card alone."""
    pawn = Component("Pawn", SQUARE, None, 8, group="pieces")
    table = make_component_table([pawn, Component("Card", SQUARE, 1, 2, group="aids")], load_words())
    assert [len(table.head), *map(len, table.rows)] == [3, 3, 3]


def test_every_goes_into_notes_lists_and_rows() -> None:
    figure = BookFigure(SQUARE, (TextRun("f"),))
    inner = Paragraph((TextRun("p"),))
    blocks: list[Block] = [NoteBox((Listing(((inner,),)),)), FigureRow((figure,))]
    assert [type(b).__name__ for b in walk_blocks(blocks)] == [
        "NoteBox",
        "Listing",
        "Paragraph",
        "FigureRow",
        "BookFigure",
    ]


def test_a_short_reference_has_a_picture_of_the_start() -> None:
    """Twelve checkers of each player; the words of Charing Cross fill the page."""
    short, long = (read_game_rulebook(load_spec(game)) for game in ("incorrect-checkers", "charing-cross"))
    panorama = short.draw_panorama()
    assert panorama
    assert [tone_count(panorama, tone) for tone in ("black", "white")] == [12, 12]
    assert long.draw_panorama() is None


def test_a_game_whose_board_is_empty_at_the_start_shows_a_moment_of_play() -> None:
    panorama = compose_panorama_of_start(load_spec("correction"))
    assert panorama
    assert min(tone_count(panorama, tone) for tone in ("green", "orange")) > 1


def tone_count(drawing: Drawing, tone: str) -> int:
    return sum(item.role is Role.PIECE and item.tone == tone for item in drawing.items)


def test_emblems_show_pieces_in_colours_that_are_seen_on_that_of_the_book() -> None:
    """Chess Battle has a black book: of its first four players, Blue, Orange and White are seen on it. A piece of two
    plates has a base and an upright."""
    rows, move, _ = compose_emblems(load_spec("chess-battle"))
    first, one = rows[0]
    assert [tone_count(first, tone) for tone in ("blue", "orange", "white", "black")] == [2, 2, 2, 0]
    assert sum(tone_count(one, tone) for tone in ("blue", "orange", "white")) == 2, "a single piece"
    assert all(tone_count(row, "black") == 0 for row, _ in rows)
    assert move
    assert tone_count(move[0], "red") == 1, "the arrow, told from the mover and from the band"
    flat, jump, _ = compose_emblems(load_spec("incorrect-checkers"))
    assert [tone_count(flat[0][0], tone) for tone in ("black", "white")] == [1, 1], "one kind: a piece of each player"
    assert jump
    assert [tone_count(jump[0], tone) for tone in ("black", "white", "blue")] == [0, 2, 1], (
        "White jumps over White")


def test_a_piece_that_is_hardly_seen_on_its_band_gives_way_or_has_a_light_rim() -> None:
    """Green moves alone on the cover of Correction, whose book is blue: Orange, which is seen on that, takes its place;
    in rows, Green has a rim, because only two play. Black jumps over White on the cover of Charing Cross: on black, it
    has a rim."""
    rows, move, _ = compose_emblems(load_spec("correction"))
    assert all(tone_count(row, "green") and tone_count(row, "orange") for row, _ in rows)
    assert [white_faces(row) for row, _ in rows] == [tone_count(row, "green") // 2 for row, _ in rows]
    assert move
    assert (tone_count(move[0], "green"), white_faces(move[0])) == (0, 0)
    spec = load_spec("charing-cross")
    book = spec.game.book.model_copy(update={"colour": "black"})
    on_red, on_black = (compose_emblems(spec).move, compose_emblems(
        replace(spec, game=spec.game.model_copy(update={"book": book}))).move)
    assert on_red
    assert on_black
    assert white_faces(on_black[0]) == white_faces(on_red[0]) + 1


def white_faces(row: Drawing) -> int:
    return sum(item.role is Role.FACE and item.tone == "white" for item in row.items)


def test_emblems_show_tokens_that_every_game_needs() -> None:
    """Chess Battle has corners of two kinds, and medals and locks for variants. The tokens of Correction are blue, like
    its book: two lie beside a piece. Charing Cross has none."""
    chess = [row for row, _ in compose_emblems(load_spec("chess-battle")).tokens]
    assert [[tone_count(row, tone) for row in chess] for tone in ("yellow", "red", "sky")] == [[1, 0], [0, 1], [0, 0]]
    ((correction, _),) = compose_emblems(load_spec("correction")).tokens
    assert tone_count(correction, "blue") == 2
    assert compose_emblems(load_spec("charing-cross")).tokens == ()


def test_the_picture_of_a_chapter_fits_what_its_figures_show() -> None:
    """The chapter on the pieces of Correction has eleven figures of moves; the next one has none that stands alone, and
    `Denial tokens` names its tokens. The first of the pictures is for the end of the book."""
    spec = load_spec("correction")
    rows, move, (token,) = emblems = compose_emblems(spec)
    body = read_game_rulebook(spec).body
    titles = [plain_text(block.text) for block in body if isinstance(block, Heading) and block.level == 1]
    first, *chosen = choose_emblems(spec.game, body, emblems)
    assert first == rows[0]
    shown = dict(zip(titles, chosen, strict=True))
    assert shown["The pieces"] == move
    assert shown["Denial tokens"] == token
    others = [shown[title] for title in ("The game in short", "Setting up", "Your turn", "End of the game")]
    assert set(others) <= set(rows)
    assert others[0] != others[1], "other pieces each time"
