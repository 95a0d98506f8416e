"""Seconds of each step of a rulebook: its figures, the choice of a layout, the pages. Typst's process included.

`python benchmarks/books.py [--cpu] [GAME ...]`, by default the five games that come with fabgen. With `--cpu` seconds
of the processor: figures, layout and pages of the book that a build makes, and Typst's process (Linux only).
"""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from fabgen.__main__ import YOUNG
from fabgen.artwork.themes import load_theme
from fabgen.book.book_format import A5
from fabgen.book.book_theme import load_book_theme
from fabgen.book.layout_search import rank_layouts
from fabgen.book.rulebook_pdf import write_book
from fabgen.figures.rulebook.game_rulebook import read_game_rulebook
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec
from fabgen.typeset.typst_process import typst_process

T = TypeVar("T")


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """The result of some work, and its seconds by the clock."""
    start = time.perf_counter()
    return work(), time.perf_counter() - start


def typst_seconds() -> float:
    """The seconds of the processor that Typst's process has used."""
    process = typst_process()._process
    assert process is not None
    fields = Path(f"/proc/{process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def print_processor_seconds(games: Sequence[str]) -> None:
    """Prints one line for each game."""
    print("game                 figures  pages  Typst  in all")
    for game in games:
        spec = load_spec(game)
        typst_process().start()
        begun = time.process_time()
        book = read_game_rulebook(spec)
        drawn = time.process_time()
        write_book(book, load_theme("colour"), A5)
        figures, pages, typst = drawn - begun, time.process_time() - drawn, typst_seconds()
        typst_process().stop()
        print(f"{game:20} {figures:7.2f} {pages:6.2f} {typst:6.2f} {figures + pages + typst:7.2f}")


def main() -> None:
    """Prints one line for each game. Each starts with a new Typst process, as a command does, and Python searches for
    cycles as rarely as there."""
    gc.set_threshold(YOUNG, 50, 100)
    if "--cpu" in sys.argv:
        print_processor_seconds([name for name in sys.argv[1:] if name != "--cpu"] or sorted(template_folders()))
        return
    look = load_book_theme("workshop", Path())
    print("game                 figures  layout  ranked  book in all  pages  least full")
    for game in sys.argv[1:] or sorted(template_folders()):
        spec = load_spec(game)
        typst_process().start()  # as a build does
        book, figures = timed(lambda spec=spec: read_game_rulebook(spec))  # type: ignore[misc]
        _, whole = timed(lambda book=book: write_book(book, load_theme("colour"), A5))  # type: ignore[misc]
        typst_process().stop()
        ranked, layout = timed(lambda book=book: rank_layouts(book, A5, look))  # type: ignore[misc]
        _, score = ranked[0]
        print(f"{game:20} {figures:7.2f} {layout:7.2f} {len(ranked):7} {figures + whole:12.2f} {score.pages:6} "
              f"{min(score.grown_fills):11.2f}")


if __name__ == "__main__":
    main()
