"""A spec → every figure that can be asked for by name: board, setup, components, legend, each piece's moves, each example.

One figure serves the stand-alone diagrams, the rulebook and the command line; the rules core is the only source of its marks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fabgen.artwork.book import Block, Figure, Run
from fabgen.artwork.drawing import Drawing, Role, together, write
from fabgen.figures.book import Component, claims, component_table
from fabgen.figures.blocks import Figures
from fabgen.figures.diagram import draw_diagram
from fabgen.figures.kit import token_face
from fabgen.figures.position import Claims, draw_icon, draw_position, tone_of
from fabgen.figures.silhouettes import silhouette
from fabgen.rules.diagram import Diagram, Meaning, Window
from fabgen.rules.position import Position
from fabgen.spec.load import Case, Spec
from fabgen.words import Words, load_words

MOVES_CELL, BOARD_CELL, LEGEND_CELL = 9.0, 11.0, 7.0  # mm
ICON = 15.0  # mm: height of the tallest piece in a list


@dataclass(frozen=True)
class Named:
    """A figure by the name that files, references and commands use, with the sentence under it and its words for who cannot see it."""

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
    return {"board": (), "setup": (), "components": (), "legend": (), "moves": tuple(spec.game.pieces), "example": tuple(e.id for e in spec.game.examples)}


def every_figure(spec: Spec) -> list[Named]:
    """All figures of a game that stand alone, in a reader's order."""
    names = figure_names(spec)
    alone = [draw_figure(spec, kind) for kind in ("board", "setup", "legend")]
    return alone + [draw_figure(spec, kind, name) for kind in ("moves", "example") for name in names[kind]]


def draw_figure(spec: Spec, kind: str, name: str = "") -> Named:
    """A figure by its kind and name; KeyError for one that the game does not have."""
    return {"board": _board, "setup": _setup, "legend": _legend, "moves": _moves, "example": _example, "components": _components}[kind](spec, name)


def book_figures(spec: Spec, words: Words | None = None) -> Figures:
    """What a rulebook of this game may refer to."""
    words = words or load_words()

    def draw(kind: str, name: str, caption: str) -> tuple[Block, ...]:
        if kind == "components":
            return (component_table(component_list(spec), words),)
        named = draw_figure(spec, kind, name)
        case = next((c for c in spec.cases if c.example.id == name), None) if kind == "example" else None
        lines = claims(words, [str(a) for a in case.legal], [str(a) for a in case.illegal],
                       None if case.exactly is None else [str(a) for a in case.exactly]) if case else ()
        return (Figure(named.drawing, (Run(caption or named.caption),), lines, columns=3 if kind in ("board", "setup", "legend") else 2, alt=named.alt),)

    return Figures(figure_names(spec), draw)


def component_list(spec: Spec) -> list[Component]:
    """What is in the box: board, pieces of each player, tokens, with their counts."""
    game = spec.game
    players = len(game.players)
    board = draw_position(game, spec.lattice, Position(spec.setting, {}), Claims(), 2.2).without(Role.COORDINATE)
    rows = [Component(f"Board, {game.board.grid} cells", board, None, 1)]
    rows += [Component(name.capitalize(), picture(spec, name), piece.each, piece.each * players) for name, piece in game.pieces.items()]
    return rows + [Component(f"{name.capitalize()} tokens", token_face(token).scaled(10 / token.size), None, token.count) for name, token in game.tokens.items()]


def picture(spec: Spec, piece: str, height: float = ICON) -> Drawing:
    """A piece as each player has it, side by side."""
    made = spec.game.pieces[piece].body
    shape, icons = silhouette(made.standee, made.height), []
    for number, player in enumerate(spec.game.players):
        icon = draw_icon(shape, height * shape.height / tallest(spec), 0.8 * height, number, tone_of(spec.game, player))
        icons.append(icon.moved(number * 0.75 * height, 0))
    return together(icons)


def tallest(spec: Spec) -> float:
    """The height in mm of a game's tallest piece: what the others are drawn in proportion to."""
    return max(silhouette(piece.body.standee, piece.body.height).height for piece in spec.game.pieces.values())


def cover(spec: Spec) -> Drawing:
    """The first player's pieces in a row: the picture of the title page."""
    game = spec.game
    tones = [tone_of(game, player) for player in game.players]
    icons, x = [], 0.0
    for i, piece in enumerate(game.pieces.values()):
        number = i % len(tones)
        shape = silhouette(piece.body.standee, piece.body.height)
        icon = draw_icon(shape, shape.height, 60, number, tones[number])
        x0, _, x1, _ = icon.bounds()
        icons.append(icon.moved(x - x0, 0))
        x += x1 - x0 + 6
    return together(icons)


def _board(spec: Spec, _: str) -> Named:
    drawing = draw_position(spec.game, spec.lattice, Position(spec.setting, {}), Claims(), BOARD_CELL, zones=True)
    return Named("board", "", drawing, f"The board of {spec.game.title}.", _board_words(spec))


def _board_words(spec: Spec) -> str:
    files, ranks = spec.game.grid
    zones = "; ".join(f"{name}: {zone.cells}" for name, zone in spec.game.board.zones.items())
    return f"A board of {files} by {ranks} cells" + (f" with zones: {zones}." if zones else ".")


def _setup(spec: Spec, _: str) -> Named:
    """The board with everybody's pieces waiting at their own edge."""
    game = spec.game
    board = draw_position(game, spec.lattice, Position(spec.setting, {}), Claims(), BOARD_CELL, zones=True)
    files, ranks = game.grid
    waiting = [_waiting(spec, player).moved(*_seat(spec, player, files * BOARD_CELL, ranks * BOARD_CELL)) for player in game.players]
    pile = [_pile(spec, name, i).moved((files + 0.6) * BOARD_CELL, ranks * BOARD_CELL / 2) for i, name in enumerate(game.tokens)]
    return Named("setup", "", together([board, *waiting, *pile]), "Ready to play.", f"{_board_words(spec)} Each player's pieces lie beside the board.")


def _waiting(spec: Spec, player: str) -> Drawing:
    """A row of a player's pieces, its middle at x = 0, standing on y = 0."""
    game, sign = spec.game, list(spec.game.players).index(player)
    kinds = [name for name, piece in game.pieces.items() for _ in range(piece.each)]
    step = 0.75 * BOARD_CELL
    shapes = [silhouette(game.pieces[kind].body.standee, game.pieces[kind].body.height) for kind in kinds]
    icons = [draw_icon(shape, 0.95 * BOARD_CELL * shape.height / tallest(spec), 0.6 * BOARD_CELL, sign, tone_of(game, player))
             .moved((i - (len(kinds) - 1) / 2) * step, 0) for i, shape in enumerate(shapes)]
    return together(icons)


def _seat(spec: Spec, player: str, width: float, height: float) -> tuple[float, float]:
    """Where a player's row stands: behind the edge that the player's forward leads away from."""
    away = BOARD_CELL * 0.35
    return {"up": (width / 2, -away - 1.35 * BOARD_CELL), "down": (width / 2, height + away), "right": (-width / 2, height / 2),
            "left": (width * 1.5, height / 2)}[spec.game.players[player].forward]


def _pile(spec: Spec, name: str, number: int) -> Drawing:
    token = spec.game.tokens[name]
    side = 0.8 * BOARD_CELL
    face = token_face(token).scaled(side / token.size).moved(side / 2, -number * 1.3 * side)
    return face + write(Role.LABEL, f"× {token.count}", (side * 1.15, -number * 1.3 * side - 1.1), 2.2, anchor="start")


def _moves(spec: Spec, name: str) -> Named:
    movement = spec.rules.movements[name]
    drawing = draw_diagram(spec.diagram(name), MOVES_CELL)
    return Named("moves", name, drawing, f"{name.capitalize()}. {movement.words()}", f"Movement of the {name}, forward is up. {movement.words()}")


def _example(spec: Spec, name: str) -> Named:
    case = next(c for c in spec.cases if c.example.id == name)
    shown = Claims(case.legal, case.illegal, case.exactly or ())
    drawing = draw_position(spec.game, spec.lattice, case.position, shown, BOARD_CELL)
    return Named("example", name, drawing, case.example.title, f"{case.example.title}. {_case_words(case)}")


def _case_words(case: Case) -> str:
    parts = [f"Position: {case.position}."]
    parts += [f"Legal: {', '.join(map(str, case.legal))}."] if case.legal else []
    parts += [f"Not legal: {', '.join(map(str, case.illegal))}."] if case.illegal else []
    parts += [f"All moves: {', '.join(map(str, case.exactly)) or 'none'}."] if case.exactly is not None else []
    return " ".join(parts)


def _components(spec: Spec, _: str) -> Named:
    pictures = [picture(spec, name).moved(0, -i * 1.15 * ICON) for i, name in enumerate(spec.game.pieces)]
    return Named("components", "", together(pictures), "Components.", "The components of the game.")


def used_meanings(diagrams: Mapping[str, Diagram]) -> list[Meaning]:
    """The meanings that some diagrams use, in the order of their definition."""
    used = {meaning for diagram in diagrams.values() for meaning in diagram.marks.values()}
    return [meaning for meaning in Meaning if meaning in used]


def _legend(spec: Spec, _: str) -> Named:
    """Only the marks that this game uses."""
    words, c = load_words(), LEGEND_CELL
    meanings = used_meanings({name: spec.diagram(name) for name in spec.game.pieces})
    sentences = {Meaning.MOVE: words.legend_move, Meaning.CAPTURE: words.legend_capture, Meaning.BOTH: words.legend_both}
    cells = [draw_diagram(Diagram({}, Window(0, 0, 0, 0)), c)]
    cells += [draw_diagram(Diagram({(0, 0): meaning}, Window(0, 0, 0, 0)), c).without(Role.SELF, Role.FORWARD) for meaning in meanings]
    texts = [words.legend_own, *(sentences[meaning] for meaning in meanings)]
    rows = [cell.moved(0, -i * 1.25 * c) + write(Role.LABEL, text, (0.85 * c, -i * 1.25 * c - 1.0), 2.1, anchor="start") for i, (cell, text) in enumerate(zip(cells, texts, strict=True))]
    return Named("legend", "", together(rows), words.legend, "; ".join(texts))
