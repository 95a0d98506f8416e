"""A game's board → every Problem of building it: frames that are too narrow, cells without a lamp or a name, spaces of
a map that may be connected wrongly."""

from __future__ import annotations

from collections.abc import Iterator

from fabgen.artwork.part import Fit
from fabgen.artwork.text import missing_characters
from fabgen.core.english import count_things, join_words
from fabgen.core.problems import FabgenError, Problem
from fabgen.core.units import format_number
from fabgen.figures.boards.board import (
    board_size,
    draw_art_sign,
    find_meanings,
    find_same_sign,
    omitted_credits,
    omitted_decorations,
    unnamed_cell_messages,
)
from fabgen.figures.boards.edge_track import crowded_track_messages
from fabgen.figures.boards.inlay import LEAST_FRAME
from fabgen.figures.boards.light_board import CRATE_PLAY, LIP, LampFault, clear_width, find_lamp_fault
from fabgen.figures.boards.surface import surface_of
from fabgen.figures.diagrams.margin_key import find_margin_key
from fabgen.materials.material import load_material, make_fit
from fabgen.rules.boards import MapBoard
from fabgen.spec.board import HOLE_SIZES, LED_PITCHES, MOST_BOARD_PARTS
from fabgen.spec.build_options import Options
from fabgen.spec.drawings import DrawingPath
from fabgen.spec.load import Spec, with_paper_cells
from fabgen.spec.map_file import unnamed_shapes
from fabgen.spec.maps import GAP, LEAST_EDGE

CROSSED = 0.05  # of the cell: a curve that is so long within a space crosses it


def check_boards(spec: Spec, options: Options | None = None) -> Iterator[Problem]:
    """Problems of a border or of cells that do not suit the way the board is built."""
    board = spec.game.board
    if board.build == "inlay" and board.border < LEAST_FRAME:
        what = f"a frame of {board.border:g} mm is too narrow to hold an inlaid board"
        yield Problem(spec.source.key_location("board", "border"), what, f"a `border` of {LEAST_FRAME:g} mm or more")
    yield from find_crowded_track(spec, options)
    for what in unnamed_cell_messages(spec.game, spec.lattice, spec.spaces):
        from fabgen.check.board_hints import name_hint  # late: it loads the products
        from fabgen.check.size_requirements import SizeRequirements

        hint = name_hint(SizeRequirements.of_options(spec, options))
        yield Problem(spec.source.key_location("board", "cell"), what, hint, "warning")
    unknown = missing_characters(spec.game.title + spec.game.designer)  # reported by check_drawn_texts
    is_unread = spec.has_errors_under("board", "title", "designer")
    for what in () if unknown or is_unread else omitted_credits(spec.game, spec.spaces):
        hint = "a shorter title or name, or a wider board"
        yield Problem(spec.source.key_location("board"), what, hint, "notice")
    yield from _check_art_key(spec)
    yield from _check_decorations(spec, options)
    if board.grid:
        yield from _check_part_count(spec, options)
    if board.build == "lights":
        yield from _check_lights(spec, _fit(spec, board.lights.material), options)


def _check_decorations(spec: Spec, options: Options | None) -> Iterator[Problem]:
    """Notices of an ornament or a key of marks that the board does not get, though the spec asks for it."""
    board = spec.game.board
    is_asked = board.marks_key or board.art_key or any(find_meanings(spec.game)) or "ornament" in board.model_fields_set
    if not is_asked or spec.unsound_pieces or spec.diagram_problems:
        return
    from fabgen.check.size_requirements import SizeRequirements, board_part_count  # late: it loads the products

    count = board_part_count(spec, SizeRequirements.of_options(spec, options).job) if board.grid else 1
    for key, what, hint in omitted_decorations(spec.game, find_margin_key(spec), is_whole=count == 1):
        yield Problem(spec.source.key_location(*key), what, hint, "notice")


def _check_art_key(spec: Spec) -> Iterator[Problem]:
    """Problems of squares of the key of the art without a sign of their own, or with the sign of another one."""
    game, explained = spec.game, dict[tuple[int, int], str]()
    if not isinstance(game.board.art, DrawingPath) or spec.has_errors_under("board.art"):
        return
    for cell in (cell for cell in game.board.art_key if cell in spec.lattice):
        place, where = spec.lattice.place(cell), spec.source.key_location("board", "art_key", cell)
        if not draw_art_sign(game, place, 1.0, 0.0).items:
            what = f"the `art` has no sign that lies in {cell} alone"
            yield Problem(where, what, "name a square with a sign that touches no other square")
        elif same := find_same_sign(game, place, explained):
            what = f"{cell} has the same sign as {explained[same]}, which the key explains already"
            yield Problem(where, what, f"take `{cell}` out, or `{explained[same]}`")
        else:
            explained[place] = cell


def find_crowded_track(spec: Spec, options: Options | None = None) -> Iterator[Problem]:
    """A Problem for a track around the board with more numbers than there is room for, on the board or on paper."""
    name = spec.game.edge_track
    if name is None:
        return
    for variant, condition in ((spec, ""), (with_paper_cells(spec), ", with the cells for paper")):
        for what in crowded_track_messages(variant.game, board_size(variant.game, variant.spaces)):
            from fabgen.check.board_hints import track_hint  # late: it loads the products
            from fabgen.check.size_requirements import SizeRequirements

            hint = track_hint(SizeRequirements.of_options(variant, options))
            yield Problem(spec.source.key_location("tracks", name, "last"), f"{what}{condition}", hint)
            return


def _check_part_count(spec: Spec, options: Options | None) -> Iterator[Problem]:
    """A Problem for a board that would be cut in too many parts."""
    from fabgen.check.size_requirements import SizeRequirements, board_part_count  # late: it loads the products

    count = board_part_count(spec, SizeRequirements.of_options(spec, options).job)
    if count > MOST_BOARD_PARTS:
        width, height = board_size(spec.game)
        what = f"a board of {width:g} x {height:g} mm would be cut in {count} parts"
        hint = f"{MOST_BOARD_PARTS} at most: write a smaller `cell` or fewer cells, or cut larger sheets"
        yield Problem(spec.source.key_location("board", "cell"), what, hint)


def _check_lights(spec: Spec, fit: Fit, options: Options | None) -> Iterator[Problem]:
    """Problems of a light board: no room for the walls or the holes, or cells without a lamp."""
    board = spec.game.board
    if board.border < (least_border := LIP + fit.thickness + CRATE_PLAY):
        what = f"a border of {board.border:g} mm has no room for the walls under it"
        yield Problem(spec.source.key_location("board", "border"), what, f"a `border` of {least_border:g} mm or more")
    if fault := find_lamp_fault(spec.game, fit):
        hint = _hint_at_lamps(spec, fault, clear_width(board.cell, fit), options)
        yield Problem(spec.source.key_location("board", "lights", fault.key), fault.what, hint)


def _hint_at_lamps(spec: Spec, fault: LampFault, clear: float, options: Options | None) -> str:
    """The largest hole, or pitch of the lamps, that a cell with `clear` mm between its strips has room for."""
    lights = spec.game.board.lights
    if fault.key == "led_pitch":
        pitch = clear - lights.hole
        every = f"a pitch of {pitch:g} mm or less lights every cell; " if pitch >= LED_PITCHES[0] else ""
        return f"{every}without `led_pitch` each has its own"
    if clear >= HOLE_SIZES[0]:
        return f"{clear:g} mm or less"
    from fabgen.check.board_hints import lamp_hint  # late: it loads the products
    from fabgen.check.size_requirements import SizeRequirements

    return lamp_hint(SizeRequirements.of_options(spec, options))


def _fit(spec: Spec, key: str) -> Fit:
    """The fit of a material. 3 mm for an unknown material, which check_materials reports."""
    try:
        return make_fit(load_material(key, spec.folder).material)
    except FabgenError:
        return Fit(3.0, 0.1)


NEAR = 0.06  # of a cell: parallel borders that are nearer than this may have been meant to meet
FINE = 0.01  # mm: the grid to which outlines are rounded


def check_map(spec: Spec) -> Iterator[Problem]:
    """Warnings for spaces of a map that may be connected wrongly. Errors of a map are reported when it is read."""
    if isinstance(spec.lattice, MapBoard) and spec.map_spaces:
        yield from _check_gaps(spec, spec.lattice)
        yield from _check_isolated(spec, spec.lattice)
        yield from _check_links(spec, spec.lattice)
        yield from _check_unnamed(spec, spec.lattice)


def _check_gaps(spec: Spec, lattice: MapBoard) -> Iterator[Problem]:
    """Spaces that are not neighbours although their borders run along each other."""
    import shapely

    cell = spec.game.board.cell
    spaces = spec.spaces
    polygons = {name: shapely.Polygon(spaces.outlines[name], spaces.holes.get(name)) for name in lattice.names}
    outside = shapely.union_all(list(polygons.values()), grid_size=FINE).boundary.buffer(2 * FINE)
    outside_borders = {name: area.boundary.intersection(outside) for name, area in polygons.items()}
    tree = shapely.STRtree(list(polygons.values()))
    index_pairs = tree.query(list(polygons.values()), predicate="dwithin", distance=NEAR * cell)
    for first_index, second_index in sorted(index_pairs.T.tolist()):
        if first_index >= second_index:  # each pair is there in both orders
            continue
        first, second = lattice.names[first_index], lattice.names[second_index]
        if second in lattice.neighbours_by_cell[first]:
            continue
        gap = polygons[first].distance(polygons[second])
        shared_length = outside_borders[first].intersection(polygons[second].buffer(NEAR * cell)).length
        if shared_length > LEAST_EDGE * cell:
            first_title, second_title = lattice.title(first), lattice.title(second)
            what = (f"{first_title} and {second_title} are not neighbours, although they are only "
                    f"{format_number(gap)} mm apart along {format_number(shared_length)} mm")
            hint = (f"draw them less than {format_number(GAP * cell)} mm apart on the board, or write "
                    f"`joined: [{first_title} - {second_title}]`"
                    "\nif they are not meant to be neighbours, draw them more than "
                    f"{format_number(NEAR * cell)} mm apart")
            yield Problem(spec.source.value_location("board", "map"), what, hint, "warning")


def _check_isolated(spec: Spec, lattice: MapBoard) -> Iterator[Problem]:
    """A warning for spaces that neither a neighbour nor a line leads to."""
    spaces_on_lines = {name for line in lattice.lines for name in line.spaces}
    isolated = [name for name in lattice.names if not lattice.neighbours_by_cell[name] and name not in spaces_on_lines]
    if isolated:
        names = [lattice.title(name) for name in isolated]
        what = f"{join_words(names)} {'has' if len(isolated) == 1 else 'have'} no neighbours"
        hint = f"write `joined: [{names[0]} - ...]`, or a line that leads there"
        yield Problem(spec.source.value_location("board", "map"), what, hint, "warning")


def _check_links(spec: Spec, lattice: MapBoard) -> Iterator[Problem]:
    """A warning for each pair of joined spaces whose dashed curve crosses another space."""
    import shapely

    map_ = spec.game.board.map
    joined = map_.joined if map_ else ()
    surface = surface_of(spec.game, lattice, spec.game.board.cell, spec.map_spaces)
    areas = {name: shapely.Polygon(outline) for name, outline in surface.spaces.outlines.items()}
    links = {frozenset(pair): shapely.LineString(points) for pair, points in surface.links.items()}
    for number, text in enumerate(joined):
        pair = lattice.split_names(text)
        curve = links.get(frozenset(pair), shapely.LineString())
        crossed = [lattice.title(name) for name, area in areas.items()
                   if name not in pair and area.intersection(curve).length > CROSSED * spec.game.board.cell]
        if crossed:
            ends = " to ".join(map(lattice.title, pair))
            what = f"the dashed curve from {ends} crosses {join_words(crossed)}"
            hint = "leave open ground around the spaces between them, inside the outermost spaces of the map"
            yield Problem(spec.source.value_location("board", "map", "joined", number), what, hint, "warning")


def _check_unnamed(spec: Spec, lattice: MapBoard) -> Iterator[Problem]:
    """A warning for shapes of a map file that became spaces although they have no name."""
    names = [*unnamed_shapes(lattice.names)]
    map_ = spec.game.board.map
    if names and map_ and map_.file:
        verb, spaces = ("is", "a space") if len(names) == 1 else ("are", "spaces")
        what = (f"{count_things(len(names), 'shape')} of {map_.file} without a name {verb} taken for {spaces}: "
                f"{join_words([f'`{name}`' for name in names])}")
        hint = ("name what is a space in Inkscape's list of objects\n"
                "keep decoration out: put all spaces into one layer, and write `layer:` with its name")
        yield Problem(spec.source.value_location("board", "map"), what, hint, "warning")
