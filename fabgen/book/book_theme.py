"""The name of a built-in look, or a Typst file of the game → the theme of a rulebook.

A theme is code of somebody else: it is compiled in the process of `typeset.typst_process`, with its limits of time and
memory. It sees the files of the project and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from fabgen.core.game_files import read_game_text
from fabgen.core.problems import FabgenError, Location, Problem, nearest_hint, problem_error
from fabgen.spec.build_options import BOOK_THEMES

BASE, THEME = "base.typ", "theme.typ"  # the files of a project that say how things look
SUFFIX = ".typ"
LARGEST = 200_000  # bytes of a theme


@dataclass(frozen=True)
class BookTheme:
    """A theme by its name and its Typst code. `file` is the path of a theme of the user's own, else empty."""

    name: str
    code: str
    file: str = ""

    @contextmanager
    def locate_errors(self) -> Iterator[None]:
        """Moves the Problems of setting pages to the file of the user's own theme, which causes them: the built-in
        files have none."""
        try:
            yield
        except FabgenError as error:
            if not self.file:
                raise
            raise FabgenError([self._locate(problem) for problem in error.problems]) from None

    def _locate(self, problem: Problem) -> Problem:
        """A Problem at its place in the theme. An error in another file of the project is due to a value of the
        theme."""
        if problem.where.file == THEME:
            return replace(problem, where=replace(problem.where, file=self.file))
        place = f" ({problem.where.file}, line {problem.where.line})" if problem.where.line else ""
        return replace(problem, where=Location(self.file), what=problem.what + place)


def load_book_theme(name: str, folder: Path) -> BookTheme:
    """A built-in theme, or the one in a file of a game's folder. Raises FabgenError with one Problem for a theme that
    is not there."""
    if name.endswith(SUFFIX):
        return BookTheme(name, read_game_text(folder, name, LARGEST), str(folder / name))
    if name not in BOOK_THEMES:
        hint = nearest_hint(name, BOOK_THEMES) or f"there are {', '.join(BOOK_THEMES)}"
        raise problem_error(f"there is no theme `{name}`", f"{hint}; a theme of your own is a file, like theme.typ")
    return built_in_theme(name)


@cache
def built_in_theme(name: str = BOOK_THEMES[0]) -> BookTheme:
    """A theme that comes with fabgen."""
    return BookTheme(name, _read(f"{name}{SUFFIX}"))


@cache
def read_base() -> str:
    """The functions of a book, and the values that a theme may replace."""
    return _read(BASE)


def _read(name: str) -> str:
    return (files("fabgen") / "book" / "themes" / name).read_text("utf-8")
