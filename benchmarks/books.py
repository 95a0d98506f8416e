"""Seconds of each step of a rulebook: its figures, the choice of a layout, the pages. Typst's process included.

`python benchmarks/books.py [--cpu | --clock] [GAME ...]`, by default the five games that come with fabgen. With `--cpu`
seconds of the processor: figures, layout and pages of the book that a build makes, and Typst's process (Linux only).
With `--clock` seconds by the clock, the best of seven: from the start of a new process to the PDF, of it the book alone
(what is drawn and set when the game has been read and Typst's process was started), and the book once more in the same
process.
"""

from __future__ import annotations

import gc
import os
import subprocess
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
from fabgen.book.rulebook_pdf import fit_to_format, write_book
from fabgen.figures.rulebook.game_rulebook import read_game_rulebook
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec
from fabgen.typeset.typst_process import typst_process

T = TypeVar("T")
RUNS = 7
ONCE = "--once"  # for the processes of `--clock`
START = f"""import gc, runpy
gc.set_threshold({YOUNG}, 50, 100)
runpy.run_path({__file__!r}, run_name="__main__")"""  # which search for cycles as rarely as a command, from the start


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


def print_clock_seconds(games: Sequence[str]) -> None:
    """Prints one line for each game, each column the best of all runs."""
    print("game                 process  book  again")
    for game in games:
        runs = [subprocess.run([sys.executable, "-c", START, ONCE, game, str(time.time())], check=True, text=True,
                               stdout=subprocess.PIPE).stdout.split() for _ in range(RUNS)]
        process, book, again = (min(map(float, column)) for column in zip(*runs, strict=True))
        print(f"{game:20} {process:7.2f} {book:5.2f} {again:6.2f}")


def print_once(game: str, started: float) -> None:
    """Prints the seconds of one process, which was started at a time: until the PDF, of the book, and of the book made
    again."""
    seconds = []
    for _ in range(2):
        typst_process().start()
        spec = load_spec(game)
        _, book = timed(lambda spec=spec: write_book(read_game_rulebook(spec), load_theme("colour"), A5))  # type: ignore[misc]
        seconds += [time.time() - started, book]
    print(*seconds[:2], seconds[3])


def main() -> None:
    """Prints one line for each game. Each starts with a new Typst process, as a command does, and Python searches for
    cycles as rarely as there."""
    gc.set_threshold(YOUNG, 50, 100)
    if "--cpu" in sys.argv:
        print_processor_seconds([name for name in sys.argv[1:] if name != "--cpu"] or sorted(template_folders()))
        return
    if "--clock" in sys.argv:
        print_clock_seconds([name for name in sys.argv[1:] if name != "--clock"] or sorted(template_folders()))
        return
    if ONCE in sys.argv:
        print_once(sys.argv[2], float(sys.argv[3]))
        return
    look = load_book_theme("workshop", Path())
    print("game                 figures  layout  ranked  book in all  pages  least full")
    for game in sys.argv[1:] or sorted(template_folders()):
        spec = load_spec(game)
        typst_process().start()  # as a build does
        book, figures = timed(lambda spec=spec: read_game_rulebook(spec))  # type: ignore[misc]
        _, whole = timed(lambda book=book: write_book(book, load_theme("colour"), A5))  # type: ignore[misc]
        typst_process().stop()
        ranked, layout = timed(lambda book=book: rank_layouts(fit_to_format(book, A5), A5, look))  # type: ignore[misc]
        _, score = ranked[0]
        print(f"{game:20} {figures:7.2f} {layout:7.2f} {len(ranked):7} {figures + whole:12.2f} {score.pages:6} "
              f"{min(score.grown_fills):11.2f}")


if __name__ == "__main__":
    main()
