"""A spec → every figure that can be asked for by name: board, setup, components, legend, moves and examples.

One figure serves the stand-alone diagrams, the rulebook and the command line; the rules core is the only source of
its marks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fabgen.artwork.book import Block, Figure, Run
from fabgen.artwork.drawing import Drawing, together
from fabgen.figures.blocks import Figures
from fabgen.figures.book import claims, component_table
from fabgen.figures.components import ICON, component_list, cover, picture
from fabgen.figures.diagram import draw_diagram
from fabgen.figures.legend import draw_legend
from fabgen.figures.position import Claims, draw_position
from fabgen.figures.setup import draw_setup
from fabgen.rules.position import Position
from fabgen.spec.cases import Case
from fabgen.spec.load import Spec
from fabgen.words import Words, load_words

MOVES_CELL, BOARD_CELL = 9.0, 11.0  # mm
COLUMNS = {"board": 3, "setup": 3, "legend": 4}  # of the page's four, the most that a figure takes; 2 for others


@dataclass(frozen=True)
class Named:
    """A figure by the name that files and references use: `caption` stands under it, `alt` tells it in words."""

    kind: str
    name: str
    drawing: Drawing
    caption: str
    alt: str

    @property
    def reference(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else self.kind


def figure_names(spec: Spec) -> dict[str, tuple[str, ...]]:
    """The kinds of figures and the names in each; a kind without names stands alone."""
    alone: dict[str, tuple[str, ...]] = {"board": (), "setup": (), "components": (), "legend": ()}
    return alone | {"moves": tuple(spec.game.pieces), "example": tuple(e.id for e in spec.game.examples)}


def every_figure(spec: Spec) -> list[Named]:
    """All figures of a game that stand alone, in a reader's order."""
    names = figure_names(spec)
    alone = [draw_figure(spec, kind) for kind in ("board", "setup", "legend")]
    return alone + [draw_figure(spec, kind, name) for kind in ("moves", "example") for name in names[kind]]


def draw_figure(spec: Spec, kind: str, name: str = "") -> Named:
    """A figure by its kind and name; KeyError for one that the game does not have."""
    return _FIGURES[kind](spec, name)


def book_figures(spec: Spec, words: Words | None = None) -> Figures:
    """What a rulebook of this game may refer to."""
    words = words or load_words()

    def draw(kind: str, name: str, caption: str) -> tuple[Block, ...]:
        if kind == "components":
            return (component_table(component_list(spec), words),)
        named = draw_figure(spec, kind, name)
        lines = _claimed(_case(spec, name), words) if kind == "example" else ()
        columns = COLUMNS.get(kind, 2)
        return (Figure(named.drawing, (Run(caption or named.caption),), lines, columns=columns, alt=named.alt),)

    return Figures(figure_names(spec), draw)


def _claimed(case: Case, words: Words) -> tuple[tuple[Run, ...], ...]:
    exactly = None if case.exactly is None else [str(a) for a in case.exactly]
    return claims(words, [str(a) for a in case.legal], [str(a) for a in case.illegal], exactly)


def _board(spec: Spec, _: str) -> Named:
    drawing = draw_position(spec.game, spec.lattice, Position(spec.setting, {}), Claims(), BOARD_CELL)
    return Named("board", "", drawing, f"The board of {spec.game.title}.", _board_words(spec))


def _board_words(spec: Spec) -> str:
    files, ranks = spec.game.grid
    zones = "; ".join(f"{name}: {zone.cells}" for name, zone in spec.game.board.zones.items())
    return f"A board of {files} by {ranks} cells" + (f" with zones: {zones}." if zones else ".")


def _setup(spec: Spec, _: str) -> Named:
    """The board with everybody's pieces waiting at their own edge."""
    words = f"{_board_words(spec)} Each player's pieces lie beside the board."
    return Named("setup", "", draw_setup(spec, BOARD_CELL), "Ready to play.", words)


def _moves(spec: Spec, name: str) -> Named:
    movement = spec.rules.movements[name]
    drawing = draw_diagram(spec.diagram(name), MOVES_CELL)
    alt = f"Movement of the {name}, forward is up. {movement.words()}"
    return Named("moves", name, drawing, f"{name.capitalize()}. {movement.words()}", alt)


def _example(spec: Spec, name: str) -> Named:
    case = _case(spec, name)
    shown = Claims(case.legal, case.illegal, case.exactly or ())
    drawing = draw_position(spec.game, spec.lattice, case.position, shown, BOARD_CELL)
    return Named("example", name, drawing, case.example.title, f"{case.example.title}. {_case_words(case)}")


def _case(spec: Spec, name: str) -> Case:
    return {case.example.id: case for case in spec.cases}[name]


def _case_words(case: Case) -> str:
    parts = [f"Position: {case.position}."]
    parts += [f"Legal: {', '.join(map(str, case.legal))}."] if case.legal else []
    parts += [f"Not legal: {', '.join(map(str, case.illegal))}."] if case.illegal else []
    parts += [f"All moves: {', '.join(map(str, case.exactly)) or 'none'}."] if case.exactly is not None else []
    return " ".join(parts)


def _components(spec: Spec, _: str) -> Named:
    pictures = [picture(spec, name).moved(0, -i * 1.15 * ICON) for i, name in enumerate(spec.game.pieces)]
    return Named("components", "", together(pictures), "Components.", "The components of the game.")


def _legend(spec: Spec, _: str) -> Named:
    words = load_words()
    drawing, told = draw_legend(spec, words)
    return Named("legend", "", drawing, words.legend, "; ".join(told))


_FIGURES: dict[str, Callable[[Spec, str], Named]] = {
    "board": _board, "setup": _setup, "components": _components, "legend": _legend, "moves": _moves,
    "example": _example,
}

__all__ = ["Named", "book_figures", "component_list", "cover", "draw_figure", "every_figure", "figure_names"]
