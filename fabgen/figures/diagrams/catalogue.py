"""A spec → every figure that has a name: board, map, setup, components, legend, moves, examples, comics of examples,
positions without claims, pieces and player boards.

One figure serves the stand-alone diagrams, the rulebook and the command line; the rules core is the only source of
its marks. A figure is drawn at the scale that is asked for and not enlarged afterwards, so that marks keep their least
sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw_text
from fabgen.artwork.picture_rows import picture_row
from fabgen.artwork.text import text_width
from fabgen.core.english import join_words as listed
from fabgen.core.languages import Catalogue
from fabgen.core.units import format_number
from fabgen.figures.assembly.assembled_piece import can_be_drawn, draw_assembled
from fabgen.figures.boards.board import zone_pattern
from fabgen.figures.boards.board_tones import find_board_tones
from fabgen.figures.boards.neighbour_map import draw_neighbours, list_neighbours
from fabgen.figures.boards.surface import surface_of
from fabgen.figures.components.component_list import ICON, describe_spaces, draw_cover, list_components
from fabgen.figures.components.player_boards import draw_whole_board
from fabgen.figures.components.slips import draw_filled_slips, find_slips
from fabgen.figures.diagrams.legend import WIDEST, LegendRow, draw_legend, draw_narrow_legend, legend_rows
from fabgen.figures.diagrams.movement_diagram import draw_blocking_lines, draw_diagram, draw_diagram_cells
from fabgen.figures.pieces.bodies import PlayerPiece, foot_and_height, make_player_piece, underside_of
from fabgen.figures.pieces.piece_views import draw_side_views, draw_top_view
from fabgen.figures.positions.captions import (
    describe_case,
    describe_movement,
    describe_step,
    figure_claims,
    is_line_printed,
    movement_alt_text,
    reading_lines,
    write_claim_lines,
)
from fabgen.figures.positions.claims import FigureClaims, coloured_areas, make_trace, played_steps
from fabgen.figures.positions.close_up import (
    crop_box,
    find_action_cells,
    find_window,
    level_windows,
    list_wider_windows,
    widen_window,
)
from fabgen.figures.positions.comic import BOOK, COLUMN, draw_comic, draw_film, list_wider_comics
from fabgen.figures.positions.explanation_colour import in_explanation_colour
from fabgen.figures.positions.figure_track import draw_figure_track
from fabgen.figures.positions.piece_icons import draw_piece, player_tone
from fabgen.figures.positions.position import draw_position, has_signs
from fabgen.figures.positions.position_figure import FreeDrawing
from fabgen.figures.positions.position_words import describe_position
from fabgen.figures.positions.scene import START, draw_scene, find_scene, scene_names
from fabgen.figures.positions.setup import draw_setup
from fabgen.figures.rulebook.needed_rows import find_needed_rows
from fabgen.figures.rulebook.rulebook import make_component_table
from fabgen.figures.rulebook.rules_text import FigureLibrary, figure_anchor
from fabgen.materials.material import load_material, make_fit
from fabgen.rules.boards import Cell
from fabgen.rules.position import HIDDEN, Piece, Position
from fabgen.spec.drawn_positions import PositionView
from fabgen.spec.examples import Case
from fabgen.spec.game import Game, capitalize_first
from fabgen.spec.load import Spec, with_players
from fabgen.spec.rules_file import read_rules_text
from fabgen.typeset.blocks import Block, BookFigure, TextRun, WiderDrawing, WiderDrawings

MOVES_CELL, BOARD_CELL = 9.0, 11.0  # mm
PIECE_SIDE = 20.0  # mm: the cell of a piece that is shown alone
MOST_STEPS = {"comic": 10, "film": 60}  # of a line, by the kind of figure that shows it step by step
# Of its true size: a piece whose parts are joined; one from above in a book, where it is no larger than boards need.
ASSEMBLED, TOP_IN_BOOK = 0.7, 0.65
LEAST_SIGNED = 7.3  # mm: the cells of a figure in a book that has marks or signs in them
# Without the cells of a book.
WITHOUT_CELLS = ("legend", "comic", "scene", "piece", "side", "top", "assembled", "player-board")
LABEL_CAP = 2.1  # mm: the capitals of the words of a picture, as in the legend
ROW, NAME_CAP = 1.15, 2.6  # of the list of components: its rows in heights of a piece, capitals in mm
# The widest of each kind, of the page's four columns; 2 for other figures.
COLUMNS = {"board": 3, "map": 3, "setup": 3, "seats": 3, "legend": 4, "comic": 4, "scene": 4, "piece": 1,
           "player-board": 4}
PAGE, LARGER = 4, 1.5  # columns of a page; how much larger a map may be drawn to fill it
MAP_COLUMNS = {
    "board": 4,
    "map": 4,
    "setup": 4,
    "seats": 4,
    "legend": 4,
    "comic": 4,
    "scene": 4,
    "piece": 1,
    "example": 3,
    "position": 3,
    "player-board": 4,
}  # the same for maps, whose spaces have names


@dataclass(frozen=True)
class NamedFigure:
    """A figure with the kind and name that files and references use; `caption` and `alt` text are in `language`."""

    kind: str
    name: str
    drawing: Drawing
    caption: str
    alt: str
    language: str = "en-GB"

    @property
    def reference(self) -> str:
        """The figure as files and references name it: `moves:knight`."""
        return f"{self.kind}:{self.name}" if self.name else self.kind


def figure_names(spec: Spec) -> dict[str, tuple[str, ...]]:
    """The kinds of figures and the names in each; a kind without names has a single figure."""
    without_names: dict[str, tuple[str, ...]] = {"board": (), "setup": (), "components": (), "legend": ()}
    without_names |= {"map": ()} if spec.game.board.map else {}
    seats = {"seats": names} if (names := tuple(map(str, own_seatings(spec)))) else {}
    examples = tuple(example.id for example in spec.game.examples)
    named = {"example": examples, "comic": _examples_by_steps(spec, "comic"), "scene": scene_names(spec),
             "position": tuple(spec.position_views),
             "piece": (*_pieces_by_name(spec), *_hidden_pieces_by_name(spec)),
             **dict.fromkeys(("side", "top"), tuple(_pieces_by_name(spec))), "assembled": _assembled_names(spec),
             "player-board": tuple(spec.game.player_boards)}
    named = {"moves": tuple(spec.game.pieces)} | {kind: names for kind, names in named.items() if names}
    return without_names | seats | named


def own_seatings(spec: Spec) -> list[int]:
    """The numbers of players, fewer than all, for which the spec says another set-up, hands or board."""
    whole = spec.full_game is None and spec.play is not None
    return sorted(number for number, seating in spec.game.seatings.items() if seating.differs) if whole else []


def film_names(spec: Spec) -> tuple[str, ...]:
    """The names of the films of a game, which are figures that move: no book can show them."""
    return _examples_by_steps(spec, "film")


def _examples_by_steps(spec: Spec, kind: str) -> tuple[str, ...]:
    """The examples whose line has no more steps than this kind of figure can show; also those that could not be judged
    because of other mistakes: their figures are not missing."""
    written = {example.id: len(example.line) for example in spec.game.examples}
    steps = written | {case.example.id: len(played_steps(case)) for case in spec.cases}
    return tuple(name for name, count in steps.items() if 0 < count <= MOST_STEPS[kind])


def _pieces_by_name(spec: Spec) -> dict[str, Piece]:
    """Every kind of piece that a player has, by the name of its figure: `green-pawn`."""
    return {f"{player}-{kind}": Piece(player, kind) for player in spec.game.players for kind in spec.game.army(player)}


def _assembled_names(spec: Spec) -> tuple[str, ...]:
    """The pieces that have a picture of their joined parts."""
    bodies = {kind: piece.body for kind, piece in spec.game.pieces.items()}
    return tuple(name for name, piece in _pieces_by_name(spec).items() if not bodies[piece.kind].crossed)


def _hidden_pieces_by_name(spec: Spec) -> dict[str, Piece]:
    """A hidden piece of each player, by the name of its figure, where the rules hide pieces: `green-hidden`."""
    return {f"{player}-{HIDDEN}": Piece(player, HIDDEN) for player in spec.game.players if spec.features.hides}


def draw_all_figures(spec: Spec) -> list[NamedFigure]:
    """All figures of a game that are files of their own, in reading order."""
    return [draw_figure(spec, kind, name) for kind, name in stand_alone_figures(spec)]


def stand_alone_figures(spec: Spec) -> list[tuple[str, str]]:
    """Kind and name of all figures of a game that are files of their own, in reading order. A piece that never moves
    has none of its moves, which would be a ring in a box."""
    names = figure_names(spec)
    names["moves"] = tuple(piece for piece in names["moves"] if spec.diagram(piece).marks)
    pairs = [("board", ""), *([("map", "")] if "map" in names else []), ("setup", ""),
             *(("seats", name) for name in names.get("seats", ())), ("legend", "")]
    return pairs + [(kind, name) for kind in ("moves", "example", "position") for name in names.get(kind, ())]


def draw_figure(spec: Spec, kind: str, name: str = "", words: Catalogue | None = None, scale: float = 1.0, *,
                close: bool = False) -> NamedFigure:
    """A figure that stands alone, by its kind and name, `scale` times as large as in a rulebook.

    The figure of an example is the close-up that a book shows where its caption is the example's title; with `close`,
    it shows only the cells around the action. An example that holds under another reading of the rules says so in the
    drawing. Raises KeyError for a figure that the game does not have.
    """
    words = words or spec.words
    window = book_window(spec, _find_case(spec, name), "") if kind == "example" and not close else frozenset[Cell]()
    if close:
        figure = _draw_example(spec, name, words, scale, close)
    elif window:
        figure = _draw_close_up(spec, name, words, scale, window)
    else:
        figure = _draw_once(spec, kind, name, words, scale)
    lines = reading_lines(_find_case(spec, name), words) if kind in ("example", "comic", "film") else ()
    return replace(figure, drawing=figure.drawing + _write_readings(figure.drawing, lines), language=words.language)


def _draw_once(spec: Spec, kind: str, name: str, words: Catalogue, scale: float) -> NamedFigure:
    """A figure, drawn when it is first asked for: a rulebook and a file of its own may show the same one."""
    return spec.compute_once((kind, name, words.language, scale), lambda: _DRAW[kind](spec, name, words, scale))


def book_window(spec: Spec, case: Case, caption: str) -> frozenset[Cell]:
    """The cells that the figure of an example shows in a book under a caption; none where it shows the whole board."""
    captions = (caption or case.example.title,)
    return frozenset(find_window(spec, case, figure_claims(case), captions))


def _draw_close_up(spec: Spec, name: str, words: Catalogue, scale: float, window: frozenset[Cell]) -> NamedFigure:
    """The close-up of an example for a book, drawn once for all books in a language."""
    key = ("close-up", name, words.language, scale, tuple(sorted(window)))
    return spec.compute_once(key, lambda: _draw_example(spec, name, words, scale, window=window))


def example_cell_size(scale: float) -> float:
    """The side in mm of a board's cells in the figure of an example."""
    return BOARD_CELL * scale


def make_figure_library(spec: Spec, words: Catalogue | None = None, widest: float = WIDEST, *, has_ground: bool = True,
                        is_in_book: bool = True) -> FigureLibrary:
    """The figures that a rulebook of this game may refer to; `widest` is the width of a legend in mm. Without their
    ground, light cells are white paper. In a book, the legend leaves out what the book explains elsewhere."""
    words = words or spec.words

    def draw_window(name: str, window: frozenset[Cell]) -> Drawing:
        """The close-up of an example on the ground of the book."""
        drawing = _draw_close_up(spec, name, words, 1.0, window).drawing
        return drawing if has_ground else drawing.without(Role.LIGHT_CELL)

    def find_wider(case: Case, window: frozenset[Cell]) -> WiderDrawings:
        """The wider close-ups of an example, with no other pieces and tokens."""
        position = case.seen_position
        others = {*position.pieces, *chain(*position.tokens.values())} - window
        return WiderDrawings(WiderDrawing(more * BOARD_CELL, partial(draw_window, case.example.id, frozenset(cells)))
                             for more, cells in list_wider_windows(spec.lattice, window)
                             if is_in_book and others.isdisjoint(cells))

    def draw_wide_comic(case: Case, window: frozenset[Cell]) -> Drawing:
        """The comic of an example with so much of the board in its pictures, on the ground of the book."""
        key = ("comic", case.example.id, words.language, tuple(sorted(window)))
        drawing = spec.compute_once(key, lambda: draw_comic(spec, case, BOARD_CELL, words, window=window))
        return drawing if has_ground else drawing.without(Role.LIGHT_CELL)

    def find_wider_comics(case: Case, drawing: Drawing) -> WiderDrawings:
        """The comics of an example with wider pictures."""
        in_row = picture_row(drawing).pictures
        return WiderDrawings(
            WiderDrawing(in_row * more * BOARD_CELL, partial(draw_wide_comic, case, frozenset(cells)))
            for more, cells in list_wider_comics(spec, case) if is_in_book)

    def draw(kind: str, name: str, caption: str) -> tuple[Block, ...]:
        """The blocks in place of a reference to a figure; none for an example that could not be read, which is an error
        of its own."""
        is_of_case = kind in ("example", "comic") or (kind == "scene" and name != START)
        if is_of_case and all(case.example.id != name for case in spec.cases):
            return ()
        if kind == "components":
            player_count = len(spec.game.active_players) if spec.full_game else 0  # named where more may play
            return (make_component_table(list_components(spec, words), words, player_count),)
        columns = (MAP_COLUMNS if spec.game.board.map else COLUMNS).get(kind, 2)
        scale = _map_scale(spec, widest) if columns == PAGE and kind != "player-board" else 1.0
        scale = TOP_IN_BOOK if kind == "top" else scale
        narrow = None
        case = _find_case(spec, name) if kind in ("example", "comic") else None
        window = book_window(spec, case, caption) if case and kind == "example" else frozenset[Cell]()
        if window and is_in_book and case and not case.shown_cells:
            window = frozenset(widen_window(spec.lattice, window))
        # The lines under a figure name the reading of an example.
        named = _draw_close_up(spec, name, words, scale, window) if window else _draw_once(
            spec, kind, name, words, scale)
        if kind == "legend":
            rows = find_needed_rows(spec, words) if is_in_book else legend_rows(spec, words)
            named = replace(named, drawing=draw_legend(spec, words, widest, rows)[0], alt=_list_entries(rows))
            narrow = draw_narrow_legend(spec, words, rows)
        elif kind == "comic":
            narrow = spec.compute_once(("narrow comic", name, words.language, scale),
                                       lambda: _draw_comic(spec, name, words, scale, COLUMN).drawing)
            narrow = narrow if has_ground else narrow.without(Role.LIGHT_CELL)
        drawing = named.drawing if has_ground else named.drawing.without(Role.LIGHT_CELL)
        if kind == "moves" and has_ground:
            key = ("moves on the board", name, scale)
            drawing = spec.compute_once(key, lambda: _draw_moves_cells(spec, name, scale) + named.drawing)
        lines = write_claim_lines(spec, case, words) if case else ()
        claims = tuple(line.text for line in lines if is_line_printed(spec, line))
        silent_claims = tuple(line.text for line in lines if not is_line_printed(spec, line))
        brief_caption = (TextRun(spec.game.piece_name(name).capitalize()),) if kind == "moves" and not caption else ()
        caption_runs = (TextRun(caption or named.caption),)
        is_near = bool(window) or (kind == "position" and bool(spec.position_views[name].shown_cells))
        is_on_board = kind not in WITHOUT_CELLS and not spec.game.board.map  # spaces of a map differ
        cell = MOVES_CELL if kind == "moves" else BOARD_CELL * scale if is_on_board else 0.0
        figure = BookFigure(drawing, caption_runs, claims, silent_claims, columns=columns, alt=named.alt,
                            brief=brief_caption, cell=cell, narrow=narrow, close_up=is_near,
                            comic_cell=BOARD_CELL * scale if kind == "comic" and not spec.game.board.map else 0.0,
                            wider=find_wider(case, window) if case and window
                            else find_wider_comics(case, drawing) if case and kind == "comic" else WiderDrawings(),
                            least_cell=LEAST_SIGNED if is_on_board and kind != "moves" and has_signs(drawing) else 0.0)
        others = _seatings_without_figure(spec) if kind == "setup" else ()
        return (figure, *(replace(block, anchor=figure_anchor(f"seats:{number}"))
                          for number in others for block in draw("seats", number, "")
                          if isinstance(block, BookFigure)))

    def draw_whole(name: str) -> Drawing | None:
        """The whole board of an example in a book; None where the example says which cells its figure shows."""
        if _find_case(spec, name).shown_cells:
            return None
        drawing = _draw_once(spec, "example", name, words, 1.0).drawing
        return drawing if has_ground else drawing.without(Role.LIGHT_CELL)

    def draw_level(examples: Sequence[tuple[str, str]]) -> list[tuple[Drawing, WiderDrawings]]:
        """The close-ups of examples with their captions, all as high as the highest, and wider ones. Those of examples
        that say which cells their figures show stay as they are."""
        cases = [_find_case(spec, name) for name, _ in examples]
        windows = [book_window(spec, case, caption) for case, (_, caption) in zip(cases, examples, strict=True)]
        level = [window if case.shown_cells else frozenset(higher) for case, window, higher in zip(
            cases, windows, level_windows(spec.lattice, windows), strict=True)]
        return [(draw_window(case.example.id, window), find_wider(case, window))
                for case, window in zip(cases, level, strict=True)]

    def draw_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> BookFigure | None:
        """The slips of a table that has the labels of slips for its head, filled in; None for any other, and without
        rows."""
        if not rows or (name := find_slips(spec, head)) is None:
            return None
        title = capitalize_first(spec.game.aid_name(name, len(rows), english=words.language.startswith("en")))
        said = ("; ".join(f"{label}: {written}" for label, written in zip(head, row, strict=False)) for row in rows)
        return BookFigure(draw_filled_slips(spec, name, rows), (TextRun(title),), columns=PAGE if len(rows) > 1 else 2,
                          alt=f"{title}. {'. '.join(said)}.")

    players = map(spec.game.player_name, spec.game.players)
    proper = (*spec.game.pieces, *map(spec.game.piece_name, spec.game.pieces), *players)
    return FigureLibrary(figure_names(spec), draw, tuple(spec.game.rulings), proper, draw_whole, draw_level,
                         draw_table)


def _seatings_without_figure(spec: Spec) -> list[str]:
    """The numbers of players with another set-up whose figure the rules text does not refer to: it comes with that of
    the whole game."""
    numbers = [str(number) for number in own_seatings(spec)]
    text = read_rules_text(spec) if numbers else ""
    return [number for number in numbers if f"(seats:{number})" not in text]


def _map_scale(spec: Spec, width: float) -> float:
    """How much larger a map may be drawn that takes the whole width of a page in mm."""
    if not spec.game.board.map:
        return 1.0
    return max(1.0, min(LARGER, width / (spec.spaces.size[0] / spec.spaces.cell_size * BOARD_CELL)))


def _draw_board(spec: Spec, _: str, words: Catalogue, scale: float) -> NamedFigure:
    side = BOARD_CELL * scale
    drawing = draw_position(spec, Position(spec.setting, {}), FigureClaims(), side, plain=True)
    surface = surface_of(spec.game, spec.lattice, side, spec.map_spaces)
    names = -min(0.0, *drawing.bounds()[:2])
    drawing += draw_figure_track(spec, surface.spaces.size, side, names, drawing.size()[0])
    return NamedFigure(
        "board", "", drawing, words.text("caption_board", title=spec.game.title), _describe_board(spec, words)
    )


def _draw_map(spec: Spec, _: str, words: Catalogue, scale: float) -> NamedFigure:
    """The figure of a map's spaces and their neighbours."""
    caption = words.text("caption_map", title=spec.game.title)
    alt = words.text("alt_map", spaces=list_neighbours(spec))
    return NamedFigure("map", "", draw_neighbours(spec, BOARD_CELL * scale, words), caption, alt)


def _describe_board(spec: Spec, words: Catalogue) -> str:
    """The board in words, for readers who cannot see it."""
    visible = {name: zone for name, zone in spec.game.board.zones.items() if zone_pattern(spec.game, name) != "none"}
    zones = "; ".join(f"{spec.game.zone_name(name)}: {zone.cells}" for name, zone in visible.items())
    if spec.game.board.grid:
        files, ranks = spec.game.grid
        return words.count("alt_zones" if zones else "alt_board", ranks, files=files, ranks=ranks, zones=zones)
    spaces = describe_spaces(spec, words)
    return words.text("alt_spaces_zones" if zones else "alt_spaces", spaces=spaces, zones=zones)


def _draw_setup(spec: Spec, _: str, words: Catalogue, scale: float) -> NamedFigure:
    """The figure of the start position, with what players hold beside the board."""
    game = spec.game
    parts = [_describe_board(spec, words)]
    if game.setup:
        parts.append(words.text("alt_setup", position=describe_position(spec, spec.start, words)))
    else:
        parts.append(words.text("alt_hands" if game.hand else "alt_placing"))
    if game.tokens:
        counts = (words.count("alt_tokens", token.count, token=game.token_name(name))
                  for name, token in game.tokens.items())
        parts.append(words.text("alt_beside", things=listed(counts, words.text("and"))))
    caption = words.text("caption_setup" if game.setup or game.hand else "caption_placing")
    return NamedFigure("setup", "", draw_setup(spec, BOARD_CELL * scale), caption, " ".join(parts))


def _draw_seats(spec: Spec, name: str, words: Catalogue, scale: float) -> NamedFigure:
    """The figure of the start position of fewer players."""
    if name not in map(str, own_seatings(spec)):
        raise KeyError(name)
    fewer = with_players(spec, int(name))
    named = _draw_setup(fewer, "", words, scale)
    players = listed([fewer.game.player_name(player) for player in fewer.game.active_players], words.text("and"))
    caption = words.count("caption_seats", int(name), players=players)
    return replace(named, kind="seats", name=name, caption=caption, alt=f"{caption} {named.alt}")


def _draw_moves(spec: Spec, name: str, words: Catalogue, scale: float) -> NamedFigure:
    description, diagram, cell = describe_movement(spec, name, words), spec.diagram(name), MOVES_CELL * scale
    lines = in_explanation_colour(spec, draw_blocking_lines(spec.movement(name), diagram, cell))
    drawing = draw_diagram(diagram, cell) + lines
    piece = spec.game.piece_name(name)
    caption = words.text("caption_moves", piece=piece.capitalize(), words=description)
    return NamedFigure("moves", name, drawing, caption, movement_alt_text(spec, name, description, words))


def _draw_moves_cells(spec: Spec, name: str, scale: float) -> Drawing:
    """The cells under a movement diagram in a book, in the tone of the board. As a file of its own it has none: a
    layouter puts it on any ground, and verify reads its marks."""
    if spec.lattice.plane is None:
        return Drawing()
    return draw_diagram_cells(spec.diagram(name), MOVES_CELL * scale, find_board_tones(spec).light)


def _draw_example(spec: Spec, name: str, words: Catalogue, scale: float, close: bool = False,
                  window: Collection[Cell] = ()) -> NamedFigure:
    """The figure of an example: the whole board, the cells around its action alone, or a window that runs on."""
    case = _find_case(spec, name)
    claims = figure_claims(case)
    side, trace = BOARD_CELL * scale, make_trace(case)
    cells = find_action_cells(spec.lattice, case.seen_position, claims, trace) if close else window
    box = crop_box(spec.lattice, cells, side) if cells else None
    drawing = draw_position(spec, case.seen_position, claims, side, trace, coloured_areas(case), box=box,
                            runs_on=not close)
    title = case.example.title
    alt_title = title if title.endswith((".", "!", "?")) else f"{title}."
    return NamedFigure("example", name, drawing, title, f"{alt_title} {describe_case(spec, case, words)}")


def _draw_comic(spec: Spec, name: str, words: Catalogue, scale: float, room: float = BOOK) -> NamedFigure:
    """The figure of an example as rows of pictures for a `room` of so many mm: before its line, after each step of it,
    and at the end."""
    case = _find_line(spec, "comic", name)
    return _name_line("comic", spec, case, draw_comic(spec, case, BOARD_CELL * scale, words, room), words)


def _draw_film(spec: Spec, name: str, words: Catalogue, scale: float) -> NamedFigure:
    """The figure of an example as pictures that are shown one after another."""
    case = _find_line(spec, "film", name)
    return _name_line("film", spec, case, draw_film(spec, case, BOARD_CELL * scale, words), words)


def _find_line(spec: Spec, kind: str, name: str) -> Case:
    """The case of an example whose line this kind of figure can show. Raises KeyError for another one."""
    if name not in _examples_by_steps(spec, kind):
        raise KeyError(name)
    return _find_case(spec, name)


def _name_line(kind: str, spec: Spec, case: Case, drawing: Drawing, words: Catalogue) -> NamedFigure:
    """The figure of a line of play with its words."""
    title = case.example.title
    return NamedFigure(kind, case.example.id, drawing, title, f"{title}. {describe_case(spec, case, words)}")


def _draw_view(spec: Spec, name: str, words: Catalogue, scale: float) -> NamedFigure:
    """The figure of a position that claims nothing."""
    view, side = spec.position_views[name], BOARD_CELL * scale
    free = FreeDrawing(view.is_flipped, view.shaded, view.framed, view.arrows, view.labels, view.acting)
    box = crop_box(spec.lattice, view.shown_cells, side, is_flipped=view.is_flipped)
    drawing = draw_position(spec, view.seen_position, FigureClaims(), side, plain=True, free=free, box=box,
                            runs_on=bool(box))
    return NamedFigure("position", name, drawing, view.title, f"{view.title}. {_describe_view(spec, view, words)}")


def _describe_view(spec: Spec, view: PositionView, words: Catalogue) -> str:
    """A position and what is drawn into it, in words."""
    joint = words.text("and")
    things = [words.text("free_arrow", start=start, end=end) for start, end in view.arrows]
    things += [words.text("free_frame", cells=listed(view.framed, joint))] if view.framed else []
    things += [words.text("free_shade", cells=listed(view.shaded, joint))] if view.shaded else []
    things += [words.text("free_label", words=label, cell=cell) for cell, label in view.labels]
    parts = [words.text("alt_position", position=describe_position(spec, view.seen_position, words))]
    parts += [words.text("alt_view", player=spec.game.player_title(view.viewer))] if view.viewer else []
    if view.acting:
        parts.append(capitalize_first(f"{words.text('legend_actor')}: {listed(view.acting, joint)}."))
    parts += [words.text("alt_free", things=listed(things, joint))] if things else []
    return " ".join(parts)


def _draw_scene(spec: Spec, name: str, words: Catalogue, scale: float) -> NamedFigure:
    """The figure of the start or of an example on the table, as the cover shows one."""
    scene = find_scene(spec, name)
    parts = [words.text("alt_position", position=describe_position(spec, scene.position, words))]
    if scene.step:
        parts.append(words.text("alt_played", line=", ".join(describe_step(spec, scene.step, words))))
    title = _find_case(spec, name).example.title if name != START else words.text("caption_setup")
    alt_title = title if title.endswith((".", "!", "?")) else f"{title}."
    return NamedFigure("scene", name, draw_scene(spec, scene, WIDEST * scale), title, " ".join([alt_title, *parts]))


def _draw_one_piece(spec: Spec, name: str, words: Catalogue, scale: float) -> NamedFigure:
    """The picture of one piece as figures of positions show it."""
    piece = (_pieces_by_name(spec) | _hidden_pieces_by_name(spec))[name]
    drawing = draw_piece(spec, piece, PIECE_SIDE * scale).in_group("pieces")
    named = _piece_words(spec, name) if piece.kind != HIDDEN else {
        "piece": capitalize_first(words.count("hidden_piece", 1)), "player": spec.game.player_title(piece.player)}
    return NamedFigure("piece", name, drawing, words.text("caption_piece", **named), words.text("alt_piece", **named))


def _draw_side(spec: Spec, name: str, words: Catalogue, scale: float) -> NamedFigure:
    """The picture of a piece from the front and from the side; its usual size is its true size."""
    piece = _made_piece(spec, name)
    drawing = draw_side_views(piece, *_tones_of_layers(spec.game, piece)).scaled(scale)
    measures = _measures(piece)
    alt = words.text("alt_side_flat" if piece.body.tile else "alt_side", **_piece_words(spec, name), **measures)
    return NamedFigure("side", name, drawing, words.text("caption_side", **_piece_words(spec, name)), alt)


def _tones_of_layers(game: Game, piece: PlayerPiece) -> tuple[str, str]:
    """The colours of the upper and the lower side of a piece as it is made."""
    return player_tone(game, piece.player), player_tone(game, underside_of(game, piece.player, piece.kind))


def _draw_top(spec: Spec, name: str, words: Catalogue, scale: float) -> NamedFigure:
    """The picture of a piece from above; its usual size is its true size."""
    piece = _made_piece(spec, name)
    drawing = draw_top_view(piece, player_tone(spec.game, piece.player)).scaled(scale)
    alt = words.text("alt_top", **_piece_words(spec, name), **_measures(piece),
                     words=describe_movement(spec, piece.kind, words))
    return NamedFigure("top", name, drawing, words.text("caption_top", **_piece_words(spec, name)), alt)


def _draw_assembled_piece(spec: Spec, name: str, words: Catalogue, scale: float) -> NamedFigure:
    """The picture of a piece whose parts are joined. Raises KeyError for a kind that has none."""
    piece = _made_piece(spec, name)
    if not can_be_drawn(piece):
        raise KeyError(name)
    tones = _tones_of_layers(spec.game, piece)
    drawing = draw_assembled(piece, *tones, ASSEMBLED * scale, LABEL_CAP * scale, words)
    named = _piece_words(spec, name)
    alt = words.text("alt_assembled", **named, words=describe_movement(spec, piece.kind, words))
    return NamedFigure("assembled", name, drawing, words.text("caption_piece", **named), alt)


def _made_piece(spec: Spec, name: str) -> PlayerPiece:
    """The piece as it is cut from the nominal thickness of its material."""
    piece = _pieces_by_name(spec)[name]
    material = load_material(spec.game.players[piece.player].material, spec.folder).material
    return make_player_piece(spec, piece.player, piece.kind, make_fit(material))


def _measures(piece: PlayerPiece) -> dict[str, str]:
    """The measures of a piece in mm, as its alt texts name them."""
    width, depth = piece.base_plan.size()
    thick = piece.fit.thickness
    height = foot_and_height(piece)[1] + (thick if piece.body.shape else 0.0)
    height *= 2 if piece.body.has_second_layer else 1
    lengths = {"width": width, "depth": depth, "height": height, "thickness": thick}
    return {key: format_number(length, 1) for key, length in lengths.items()}


def _piece_words(spec: Spec, name: str) -> dict[str, str]:
    """The names of a piece and its player, as words have them."""
    piece = _pieces_by_name(spec)[name]
    return {"piece": spec.game.piece_name(piece.kind).capitalize(), "player": spec.game.player_title(piece.player)}


def _write_readings(drawing: Drawing, lines: Sequence[str]) -> Drawing:
    """The readings under which an example holds, in lines below its figure: whoever sees the figure alone must not take
    it for the rules of this edition."""
    if not lines:
        return Drawing()
    x0, y0, x1, _ = drawing.bounds()
    widest = max(text_width(line, 1.0) for line in lines)
    cap = min(NAME_CAP, (x1 - x0) / widest)
    spots = ((line, ((x0 + x1) / 2, y0 - (1.0 + 1.8 * (n + 1)) * cap)) for n, line in enumerate(lines))
    return combine_drawings(draw_text(Role.LABEL, line, spot, cap) for line, spot in spots).in_group("labels")


def _find_case(spec: Spec, name: str) -> Case:
    return {case.example.id: case for case in spec.cases}[name]


def _draw_components(spec: Spec, _: str, words: Catalogue, scale: float) -> NamedFigure:
    """The component list as a figure: a row for each kind with its picture and how many there are."""
    rows = list_components(spec, words)
    sizes = [row.picture.size() for row in rows]
    widest, y, drawings = max(width for width, _ in sizes), 0.0, list[Drawing]()
    for number, (row, (_wide, height)) in enumerate(zip(rows, sizes, strict=True), 1):
        x0, y0 = row.picture.bounds()[:2]
        drawings.append(row.picture.moved(-x0, y - y0 - height).without_groups().in_group(f"rows/{number}/picture"))
        label_spot = (widest + 2 * NAME_CAP, y - height / 2 - NAME_CAP / 2)
        label = f"{row.total} × {row.name}"
        words_drawing = draw_text(Role.LABEL, label, label_spot, NAME_CAP, anchor="start")
        drawings.append(words_drawing.in_group(f"rows/{number}/labels"))
        y -= height + (ROW - 1) * ICON
    counts = (words.text("alt_count", count=row.total, component=row.name) for row in rows)
    return NamedFigure("components", "", combine_drawings(drawings).scaled(scale), words.text("caption_components"),
                 words.text("alt_components", things=listed(counts, words.text("and"))))


def _draw_legend(spec: Spec, _: str, words: Catalogue, scale: float) -> NamedFigure:
    rows = legend_rows(spec, words)
    drawing = draw_legend(spec, words, rows=rows)[0].scaled(scale)
    return NamedFigure("legend", "", drawing, words.text("legend"), _list_entries(rows))


def _list_entries(rows: Sequence[LegendRow]) -> str:
    """The words of a legend."""
    return "; ".join(row.text for row in rows)


def _draw_player_board(spec: Spec, name: str, words: Catalogue, scale: float) -> NamedFigure:
    """The player board of the first player, as wide as a page."""
    game, board = spec.game, spec.game.player_boards[name]
    shown_name = capitalize_first(game.player_board_name(name))
    places = (f"{capitalize_first(place.name or key)}: {len(place.labels)}" for key, place in board.places.items())
    return NamedFigure("player-board", name, draw_whole_board(game, name, WIDEST * scale),
                       words.text("caption_player_board", board=shown_name),
                       words.text("alt_player_board", board=shown_name, places="; ".join(places)))


_DRAW: dict[str, Callable[[Spec, str, Catalogue, float], NamedFigure]] = {
    "board": _draw_board, "map": _draw_map, "setup": _draw_setup, "seats": _draw_seats, "components": _draw_components,
    "legend": _draw_legend, "moves": _draw_moves, "example": _draw_example, "comic": _draw_comic, "film": _draw_film,
    "position": _draw_view, "scene": _draw_scene, "piece": _draw_one_piece, "side": _draw_side, "top": _draw_top,
    "assembled": _draw_assembled_piece, "player-board": _draw_player_board,
}

__all__ = [
    "NamedFigure",
    "draw_all_figures",
    "draw_cover",
    "draw_figure",
    "figure_names",
    "film_names",
    "list_components",
    "make_figure_library",
    "stand_alone_figures",
]
