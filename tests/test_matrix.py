"""The games that come with fabgen, on every machine, in every way of paper and in every book: built, and proven by the
build.

Each machine cuts one of the games, each way of paper prints one, and each format of a book sets one; of formats in two
sizes of paper, each size sets another game. Every game has its turn at all three. The way and the formats of a build
without options are not here: tests/test_templates.py builds every game so. With FABGEN_MATRIX=all, each by each.
"""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path

import pytest

from fabgen.build import build
from fabgen.laser.machine import machine_names
from fabgen.spec.build_options import BOOK_FORMATS, DEFAULT_BOOKS, FOLDED_SHEETS, Options
from fabgen.spec.game_folder import template_folders

pytestmark = pytest.mark.slow

GAMES = sorted(template_folders())
MANY_PARTS = ("chess-battle", "incorrect-checkers")  # whose sheets take longest: few machines cut them
BOOKS = tuple(name for name in BOOK_FORMATS if name not in (*DEFAULT_BOOKS, *FOLDED_SHEETS))  # most rules need more
# Every way to assemble and every ink, but for that of a build without options: ("fold", "long", "full").
PAPER = [("fold", "long", "bw"), ("duplex", "long", "low"), ("duplex", "short", "bw"),
         ("duplex", "short", "full"), ("single", "long", "low"), ("single", "long", "full")]
EVERYTHING = os.environ.get("FABGEN_MATRIX") == "all"
TURNS = [*GAMES, *GAMES, *(game for _ in machine_names() for game in GAMES if game not in MANY_PARTS)]
CUT = [(game, machine) for game in GAMES for turn, machine in zip(TURNS, sorted(machine_names()), strict=False)
       if EVERYTHING or game == turn]
PRINTED = [(game, *way) for (g, game), (w, way) in product(enumerate(GAMES), enumerate(PAPER))
           if EVERYTHING or g == w % len(GAMES)]
SET = {game: tuple(book for b, book in enumerate(BOOKS) if EVERYTHING or g == b % len(GAMES))
       for g, game in enumerate(GAMES)}


@pytest.mark.parametrize(("game", "machine"), CUT)
def test_laser_files_of_a_game_are_proven_for_a_machine(tmp_path: Path, game: str, machine: str) -> None:
    made = build(game, tmp_path, Options(machine=machine), ["laser"])
    assert made.folder_summaries["laser"]


@pytest.mark.parametrize(("game", "assembly", "flip", "ink"), PRINTED)
def test_a_printed_set_is_proven_for_each_way(tmp_path: Path, game: str, assembly: str, flip: str, ink: str) -> None:
    papers = ("a4", "letter") if ink == "full" else ("a4",)
    build(game, tmp_path, Options(papers=papers, assembly=assembly, flip=flip, ink=ink), ["print"])


def test_every_machine_every_way_of_paper_every_book_and_every_game_has_its_turn() -> None:
    assert {machine for _, machine in CUT} == set(machine_names())
    assert {tuple(way) for _, *way in PRINTED} == set(PAPER)
    assert min(sum(game == other for other, *_ in CUT) for game in GAMES) >= 2
    assert {game for game, *_ in PRINTED} == set(GAMES)
    assert {book for books in SET.values() for book in books} == set(BOOKS)
    assert min(map(len, SET.values())) >= 1
    if not EVERYTHING:
        for sizes in (("a4", "letter"), ("large-a4", "large-letter"), ("press-a5", "press-half-letter")):
            assert len({game for game in GAMES for size in sizes if size in SET[game]}) == len(sizes)


@pytest.mark.parametrize("game", GAMES)
def test_the_books_of_a_game_are_proven_in_further_sizes(tmp_path: Path, game: str) -> None:
    build(game, tmp_path, Options(books=SET[game]), ["rules"])
