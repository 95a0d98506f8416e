"""What is known of a former search never changes what a search finds: in random changes of a book, in changes of each
kind that move lines, and in the files of a build."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import fabgen.book.layout_marks as layout_marks
from fabgen.book.book_format import A5, FORMATS, BookFormat
from fabgen.book.book_theme import BookTheme, built_in_theme, load_book_theme
from fabgen.book.known_layouts import KnownLayouts, known_layouts
from fabgen.book.layout import Layout, Mark
from fabgen.book.layout_marks import ask_layout, measure_layout
from fabgen.book.layout_search import rank_layouts
from fabgen.book.layout_sizes import largest_layout
from fabgen.book.rulebook_typst import RulebookProject
from fabgen.build import build
from fabgen.core.cache import ResultCache
from fabgen.figures.rulebook.game_rulebook import read_game_rulebook
from fabgen.spec.build_options import Options
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec
from fabgen.typeset.blocks import Block, Book, BookFigure, Heading, Listing, Paragraph, TextRun, TextTable
from tests.book.one_book import book

SENTENCE = "a piece may jump over another one that stands beside it, and lands on the next free space of the board"
WORDS = SENTENCE.split()


def words(*numbers: int) -> tuple[TextRun, ...]:
    return (TextRun(" ".join(WORDS[number % len(WORDS)] for number in numbers) + "."),)


def several_pages() -> tuple[Block, ...]:
    """Thirty paragraphs of different lengths, with a heading before each tenth."""
    blocks: list[Block] = []
    for number in range(30):
        if number % 10 == 0:
            blocks.append(Heading(1, words(number), f"part-{number}"))
        blocks.append(Paragraph(words(*range(number, number + 25 + 7 * (number % 5)))))
    return tuple(blocks)


@pytest.fixture
def pages_set(monkeypatch: pytest.MonkeyPatch) -> list[Layout]:
    """The layouts whose pages are set."""
    layouts: list[Layout] = []
    start_measuring = layout_marks._start_measuring

    def noted(project: RulebookProject) -> Callable[[], Any]:
        layouts.append(project.layout)
        return start_measuring(project)

    monkeypatch.setattr(layout_marks, "_start_measuring", noted)
    return layouts


def measured(
    old: Book, new: Book, page: BookFormat = A5, look: BookTheme | None = None
) -> tuple[list[Mark], list[Mark]]:
    """The marks of a book for which one knows those of another, and those that are measured."""
    known, layout, look = KnownLayouts(), largest_layout(old, page), look or built_in_theme()
    measure_layout(old, page, layout, look, known)
    return (measure_layout(new, page, layout, look, KnownLayouts(known.current)),
            measure_layout(new, page, layout, look))


def changed(blocks: tuple[Block, ...], number: int, change: Callable[[str], str]) -> tuple[Block, ...]:
    """Blocks of which one paragraph is changed."""
    paragraph = blocks[number]
    assert isinstance(paragraph, Paragraph)
    text = change(paragraph.text[0].text)
    return (*blocks[:number], replace(paragraph, text=(TextRun(text),)), *blocks[number + 1:])


def test_a_word_as_long_as_another_moves_nothing(pages_set: list[Layout]) -> None:
    blocks = several_pages()
    known, fresh = measured(book(*blocks), book(*changed(blocks, 5, lambda text: text.replace("jump", "hump", 1))))
    assert known == fresh
    assert len(pages_set) == 2  # of the old book, and of the new one without knowledge


@pytest.mark.parametrize("change", [
    lambda text: f"{text} {text}",  # twice as many lines
    lambda text: text[:-1] + ":",  # it announces the next block now, and stays with it
    lambda text: "Jump.",
])
def test_what_moves_a_line_or_holds_blocks_together_is_measured_again(
    change: Callable[[str], str], pages_set: list[Layout]
) -> None:
    blocks = several_pages()
    known, fresh = measured(book(*blocks), book(*changed(blocks, 5, change)))
    assert known == fresh
    assert len(pages_set) == 3


def test_items_of_a_list_that_are_as_high_together_but_not_each(pages_set: list[Layout]) -> None:
    """Two and one lines are as high as one and two; but a page may end between the items."""
    long, short = Paragraph(words(*range(20))), Paragraph(words(1, 2, 3))
    blocks = several_pages()
    one, other = ((*blocks[:6], Listing(((first,), (second,))), *blocks[6:])
                  for first, second in ((long, short), (short, long)))
    known, fresh = measured(book(*one), book(*other))
    assert known == fresh
    assert len(pages_set) == 3


def test_layouts_that_were_asked_for_are_measured_once_each(pages_set: list[Layout]) -> None:
    content, page, look = book(*several_pages()), A5, built_in_theme()
    usual = largest_layout(content, page)
    layouts = [replace(usual, air=air) for air in (1.0, 1.1, 1.2)]
    known = KnownLayouts()
    for layout in (*layouts, layouts[0]):
        ask_layout(content, page, layout, look, known)
    assert pages_set == layouts
    asked = [measure_layout(content, page, layout, look, known) for layout in reversed(layouts)]
    assert pages_set == layouts
    assert asked == [measure_layout(content, page, layout, look) for layout in reversed(layouts)]
    assert asked[0][-1] != asked[-1][-1]  # more space between lines moves the last block


def test_tables_and_captions_count_too(pages_set: list[Layout]) -> None:
    blocks, cover = several_pages(), book().cover
    assert cover

    def with_both(cell: str, caption: str) -> Book:
        table = TextTable((words(1), words(2)), (((TextRun(cell),), words(4)),), ("left", "left"))
        figure = BookFigure(cover, (TextRun(caption),), columns=2)
        return book(*blocks[:4], table, *blocks[4:8], figure, *blocks[8:])

    old = with_both("jump", "A jump.")
    for cell, caption, times in (("hump", "A jump.", 2), ("jump", "A hump.", 4), ("jump " * 40, "A jump.", 7),
                                 ("jump", "A jump. " * 30, 10)):
        known, fresh = measured(old, with_both(cell, caption))
        assert known == fresh
        assert len(pages_set) == times


def test_a_theme_of_ones_own_may_do_anything(pages_set: list[Layout], tmp_path: Path) -> None:
    (tmp_path / "mine.typ").write_text('#let theme = (chapter: (body, theme) => block(body))\n')
    blocks = several_pages()
    look = load_book_theme("mine.typ", tmp_path)
    known, fresh = measured(book(*blocks), book(*changed(blocks, 5, lambda text: text.replace("jump", "hump", 1))),
                            look=look)
    assert known == fresh
    assert len(pages_set) == 3


@cache
def rules_of(game: str) -> Book:
    return read_game_rulebook(load_spec(game))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "page"), [*((game, "a5") for game in sorted(template_folders())),
                                            ("correction", "a4")])  # in one column, and in two
def test_any_changed_word_gives_the_layouts_that_a_search_without_knowledge_gives(game: str, page: str) -> None:
    content, look, rng, known = rules_of(game), built_in_theme(), random.Random(f"{game} {page}"), KnownLayouts()
    rank_layouts(content, FORMATS[page], look, known)
    paragraphs = [number for number, block in enumerate(content.body)
                  if isinstance(block, Paragraph) and any(len(run.text) > 20 and not run.see for run in block.text)]
    for _ in range(2):
        number = rng.choice(paragraphs)
        paragraph = content.body[number]
        assert isinstance(paragraph, Paragraph)
        runs = [*paragraph.text]
        place = rng.choice([n for n, run in enumerate(runs) if len(run.text) > 20 and not run.see])
        split = runs[place].text.split(" ")
        split[rng.randrange(1, len(split))] = rng.choice(["so", "pieces", "everywhere", "neverthelessandwithout"])
        runs[place] = replace(runs[place], text=" ".join(split))
        body = (*content.body[:number], replace(paragraph, text=tuple(runs)), *content.body[number + 1:])
        new = replace(content, body=body)
        found = rank_layouts(new, FORMATS[page], look, KnownLayouts(known.current))
        assert found == rank_layouts(new, FORMATS[page], look)


def test_the_cache_keeps_what_was_measured_last(tmp_path: Path, pages_set: list[Layout]) -> None:
    content, cache = book(*several_pages()), ResultCache(tmp_path)
    for _ in range(2):
        with known_layouts(cache, "a game") as known:
            measure_layout(content, A5, largest_layout(content, A5), built_in_theme(), known)
    assert len(pages_set) == 1
    with known_layouts(cache, "another game") as known:
        assert known.former == {}


@pytest.mark.slow
def test_a_build_after_a_changed_word_has_the_bytes_of_one_without_a_cache(tmp_path: Path) -> None:
    folder = tmp_path / "chess-battle"  # its reference fits only with smaller figures
    shutil.copytree(template_folders()["chess-battle"], folder)
    rules, kept = folder / "rules.md", ResultCache(tmp_path / "kept")
    game = str(folder / "game.yaml")
    build(game, tmp_path / "out", Options(), ["rules"], cache=kept)
    rules.write_text(rules.read_text("utf-8").replace("shrinking", "shrunken", 1), "utf-8")
    with_cache = build(game, tmp_path / "out", Options(), ["rules"], cache=kept)
    without = build(game, tmp_path / "fresh", Options(), ["rules"])
    assert [(entry.path, entry.sha256) for entry in with_cache.manifest.entries] == [
        (entry.path, entry.sha256) for entry in without.manifest.entries]
