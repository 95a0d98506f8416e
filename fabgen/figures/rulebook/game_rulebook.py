"""A compiled game → its rulebook as blocks, the same for all formats and page sizes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from fabgen.figures.boards.board_motif import find_board_motif
from fabgen.figures.components.component_list import (
    Emblem,
    compose_cover,
    compose_emblems,
    compose_panorama_of_start,
    compose_whole_cover,
)
from fabgen.figures.diagrams.catalogue import make_figure_library
from fabgen.figures.rulebook.book_colours import choose_accent
from fabgen.figures.rulebook.chapter_emblems import choose_emblems
from fabgen.figures.rulebook.marks_key import add_marks_key
from fabgen.figures.rulebook.rulebook import BookImprint, read_book
from fabgen.spec.load import Spec
from fabgen.spec.rules_file import read_rules_text, rulebook_path
from fabgen.typeset.blocks import Block, Book, Listing, Paragraph, TextTable, plain_text

MOST_LETTERS = 900  # of the reference: with more words, a page has no room for a picture below them


def read_game_rulebook(spec: Spec) -> Book:
    """The content of a game's rulebook; the cover is drawn when it is asked for. Raises FabgenError with every Problem
    of its text."""
    game, words = spec.game, spec.words
    most = len((spec.full_game or game).active_players)
    imprint = BookImprint(game.title, game.designer, game.version, len(game.active_players), game.summary or "",
                          game.year or "", game.source or "", most, game.facts)
    figures = make_figure_library(spec, words)
    path, text = spec.folder / rulebook_path(spec), read_rules_text(spec)
    book = read_book(path, figures, imprint, None, words, game.rulings, text)
    tones = tuple(player.tone(name) for name, player in game.players.items())
    reference = add_marks_key(spec, book.reference, words)
    panorama = partial(spec.compute_once, "panorama", partial(compose_panorama_of_start, spec))
    if count_letters(reference) <= MOST_LETTERS:
        book = replace(book, draw_panorama=panorama)
    return replace(book, reference=reference, tones=tones, colour=game.book.colour or "", accent=choose_accent(game),
                   motif=find_board_motif(game.board),
                   add_cover=partial(_add_cover, spec),
                   draw_emblems=partial(_draw_emblems, spec, book.body),
                   draw_whole_cover=partial(spec.compute_once, "whole cover", partial(compose_whole_cover, spec)))


def count_letters(blocks: Iterable[Block]) -> int:
    """The letters of the words of some blocks, without those of figures."""
    count = 0
    for block in blocks:
        if isinstance(block, Paragraph):
            count += len(plain_text(block.text))
        elif isinstance(block, Listing):
            count += sum(map(count_letters, block.items))
        elif isinstance(block, TextTable):
            count += sum(len(plain_text(cell)) for row in block.rows for cell in row if isinstance(cell, tuple))
    return count


def _draw_emblems(spec: Spec, body: tuple[Block, ...]) -> tuple[Emblem, ...]:
    """The pictures for the end and the chapters of a body, which are drawn only once."""
    return choose_emblems(spec.game, body, spec.compute_once("emblems", partial(compose_emblems, spec)))


def _add_cover(spec: Spec, book: Book) -> Book:
    """A game's rulebook with its cover, which is drawn only once."""
    cover = spec.compute_once("cover", partial(compose_cover, spec))
    return replace(book, cover=cover.drawing, cover_window=cover.window, cover_fills=cover.fills,
                   cover_pieces=cover.pieces)
