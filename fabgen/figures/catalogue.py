"""A spec → every figure that can be asked for by name: board, setup, components, legend, moves and examples.

One figure serves the stand-alone diagrams, the rulebook and the command line; the rules core is the only source of
its marks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fabgen.artwork.book import Block, Figure, Run
from fabgen.artwork.drawing import Drawing, Role, together, write
from fabgen.figures.blocks import Figures
from fabgen.figures.book import claims, component_table
from fabgen.figures.components import ICON, component_list, cover, picture, tallest
from fabgen.figures.diagram import draw_diagram
from fabgen.figures.kit import token_face
from fabgen.figures.legend import draw_legend
from fabgen.figures.position import Claims, draw_icon, draw_position, tone_of
from fabgen.figures.silhouettes import silhouette
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
    game = spec.game
    board = draw_position(game, spec.lattice, Position(spec.setting, {}), Claims(), BOARD_CELL)
    files, ranks = game.grid
    width, height = files * BOARD_CELL, ranks * BOARD_CELL
    waiting = [_waiting(spec, player).moved(*_seat(spec, player, width, height)) for player in game.players]
    pile = [_pile(spec, name, i).moved(width + 0.6 * BOARD_CELL, height / 2) for i, name in enumerate(game.tokens)]
    words = f"{_board_words(spec)} Each player's pieces lie beside the board."
    return Named("setup", "", together([board, *waiting, *pile]), "Ready to play.", words)


def _waiting(spec: Spec, player: str) -> Drawing:
    """A row of a player's pieces, its middle at x = 0, standing on y = 0."""
    game, sign, tone = spec.game, list(spec.game.players).index(player), tone_of(spec.game, player)
    bodies = [piece.body for piece in game.pieces.values() for _ in range(piece.each)]
    shapes = [silhouette(body.standee, body.height) for body in bodies]
    scale, width, step = 0.95 * BOARD_CELL / tallest(spec), 0.6 * BOARD_CELL, 0.75 * BOARD_CELL
    icons = [draw_icon(shape, scale * shape.height, width, sign, tone) for shape in shapes]
    return together(icon.moved((i - (len(icons) - 1) / 2) * step, 0) for i, icon in enumerate(icons))


def _seat(spec: Spec, player: str, width: float, height: float) -> tuple[float, float]:
    """Where a player's row stands: behind the edge that the player's forward leads away from."""
    away = BOARD_CELL * 0.35
    seats = {"up": (width / 2, -away - 1.35 * BOARD_CELL), "down": (width / 2, height + away),
             "right": (-width / 2, height / 2), "left": (width * 1.5, height / 2)}
    return seats[spec.game.players[player].forward]


def _pile(spec: Spec, name: str, number: int) -> Drawing:
    token = spec.game.tokens[name]
    side = 0.8 * BOARD_CELL
    face = token_face(token).scaled(side / token.size).moved(side / 2, -number * 1.3 * side)
    return face + write(Role.LABEL, f"× {token.count}", (side * 1.15, -number * 1.3 * side - 1.2), 2.4, anchor="start")


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
