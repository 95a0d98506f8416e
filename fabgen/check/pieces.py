"""A game's pieces and tokens → every Problem of making them: unknown shapes, bases that are too small, pieces that tip
over, diagrams that do not fit on paper. Warnings do not stop a build."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.part import Part
from fabgen.artwork.path import rectangle
from fabgen.artwork.text import missing_characters
from fabgen.check.drawing_elements import find_in_file
from fabgen.check.part_flaws import CUT_FLAWS, FINE_MARKS, SHARP_CORNER, THIN_WEB, Flaw, find_flaws, list_faces
from fabgen.check.piece_room import find_faults, find_paper_problems, fit_of_players
from fabgen.core.english import count_things, join_words
from fabgen.core.model_problems import Key
from fabgen.core.problems import FabgenError, Problem, nearest_hint
from fabgen.core.units import format_number
from fabgen.figures.boards.board import art_overhang, board_size, draw_art
from fabgen.figures.components.kit import draw_token
from fabgen.figures.diagrams.marks import MARKS
from fabgen.figures.diagrams.movement_diagram import main_direction
from fabgen.figures.pieces.bases import make_base
from fabgen.figures.pieces.bodies import has_known_shapes, make_piece_parts, make_player_piece
from fabgen.figures.pieces.crossed_panels import CROSSED
from fabgen.figures.positions.piece_icons import piece_silhouette
from fabgen.figures.silhouettes.silhouettes import SHAPES
from fabgen.materials.key import MaterialKey
from fabgen.materials.material import is_known_material, load_material
from fabgen.spec.board import CELL_SIZES
from fabgen.spec.build_options import Options
from fabgen.spec.drawings import DrawingPath, is_art
from fabgen.spec.load import Spec, with_paper_cells
from fabgen.spec.pieces import MOST_LETTERS, is_letters

if TYPE_CHECKING:
    from fabgen.check.size_requirements import SizeRequirements

CELLS_ON_PAPER = [float(cell) for cell in range(int(CELL_SIZES[0]), int(CELL_SIZES[1]) + 1)]  # mm, to propose
ALIKE_AREAS = 0.9  # of the area that either of two drawn outlines covers: what alike ones share, one on the other
FLAT = 0.05  # mm: flattening of curves to compare outlines
ALIKE_SIZES = 0.85  # of the height of a figure: a larger one is told from it at a glance
ORIGIN = "from the lower left corner"  # of the page of a drawing: from there its places are counted
MOST_LISTED_PLACES = 3  # places that are listed for flaws of the same words; the others are counted


def check_shapes(spec: Spec) -> Iterator[Problem]:
    """Shapes and marks that a spec names must be in fabgen's registries, or be drawings."""
    for name, piece in spec.game.pieces.items():
        for key, kind, valid in (("standee", "shape", SHAPES), ("crossed", "shape", CROSSED), ("back", "mark", MARKS)):
            if isinstance(word := getattr(piece.body, key), str):
                for problem in _check_word(spec, ("pieces", name, "body", key), kind, word, list(valid)):
                    is_piece = key == "back" and word in spec.game.pieces
                    yield replace(problem, hint=f"for that piece: `back: {{piece: {word}}}`") if is_piece else problem
        if (sign := piece.body.sign) is not None:
            yield from _check_sign(spec, ("pieces", name, "body", "sign"), sign)
    for name, token in spec.game.tokens.items():
        if token.mark is not None:
            yield from _check_word(spec, ("tokens", name, "mark"), "mark", token.mark, list(MARKS))


def can_draw_figures(spec: Spec) -> bool:
    """Whether figures of a game can be drawn: it was read without an error, and all shapes and marks are known."""
    return not any(problem.level == "error" for problem in (*spec.problems, *check_shapes(spec)))


def materials_without_tone(spec: Spec) -> set[str]:
    """The materials of a game that are not known and name no colour: how things of them look cannot be said."""
    materials = {*spec.game.materials.values()}
    return {key for key in materials if not MaterialKey.parse(key).colour and not is_known_material(key, spec.folder)}


def check_towers(spec: Spec) -> Iterator[Problem]:
    """Pieces that are put on top of each other must be flat."""
    for name, piece in spec.game.pieces.items() if spec.features.towers else ():
        if piece.body.shape is not None:
            where = spec.source.key_location("pieces", name, "body")
            what = f"nothing can be put on top of the {name}, and this game has towers of pieces"
            yield Problem(where, what, "a flat piece: `body: {tile: disc}`", "warning")


def check_hidden_pieces(spec: Spec) -> Iterator[Problem]:
    """Pieces that the rules hide from opponents must look alike from behind: flat, of one outline, with the same mark
    on their other side."""
    kinds = [name for name in spec.game.pieces if spec.features.hides_kind(name)]
    first_kinds = dict[str, str]()  # by player: the first kind that can be turned face down
    for name in kinds:
        body, where = spec.game.pieces[name].body, spec.source.key_location("pieces", name, "body")
        hint = "`body: {tile: square, back: star}` lies face down, or stands in a holder with its back to the others"
        if body.tile is None or body.reverse:
            reason = ("its other side has another colour" if body.reverse
                      else "its body shows it to everybody")
            yield Problem(where, f"the {name} is hidden from opponents, and {reason}", hint, "warning")
            continue
        clear = [player for player in spec.game.owners(name) if "clear" in spec.game.players[player].material]
        if body.back is None and clear:
            what = f"the {name} of {clear[0]} is hidden from opponents, and its face is seen through clear material"
            yield Problem(where, what, "a `back` covers it, or another colour of the material", "warning")
        for player in spec.game.owners(name):
            other_body = spec.game.pieces[first_kinds.setdefault(player, name)].body
            if (other_body.tile, other_body.back, other_body.base) != (body.tile, body.back, body.base):
                what = f"the {name} and the {first_kinds[player]} are hidden from opponents, and differ from behind"
                yield Problem(where, what, "the same `tile`, `base` and `back` for both", "warning")
                break


def check_both_sides(spec: Spec) -> Iterator[Problem]:
    """A tile that is engraved on both sides must hide the one behind the other."""
    for name, piece in spec.game.pieces.items():
        clear = [player for player in spec.game.owners(name)
                 if MaterialKey.parse(spec.game.players[player].material).colour == "clear"]
        if piece.body.both_sides and clear:
            what = f"the {name} of {join_words(clear)} is clear, and its two engravings are seen through each other"
            where = spec.source.value_location("pieces", name, "body", "both_sides")
            yield Problem(where, what, "another colour of the material", "warning")


def check_reverses(spec: Spec) -> Iterator[Problem]:
    """A piece with the colour of the other player on its other side must belong to two players. Where the rules turn
    pieces over, each needs such a side (unless each player has one for every cell, to put in its place), and where they
    turn nobody over, none does."""
    turns_over, cells = spec.features.turns_over, len(spec.lattice.cells)
    for name, piece in spec.game.pieces.items():
        where = spec.source.key_location("pieces", name, "body")
        owners = spec.game.owners(name)
        is_replaced = all(spec.game.count_of(player, name) >= cells for player in owners)
        if turns_over and not piece.body.reverse and len(owners) == 2 and not is_replaced:
            what = f"the {name} is turned over to change sides, and its other side does not show whose it is then"
            hint = f"`body: {{tile: {piece.body.tile or 'disc'}, reverse: other player}}` has a side in each colour"
            yield Problem(where, what, hint, "warning")
        elif turns_over is False and piece.body.reverse and not spec.features.gains_captured:
            what = f"the {name} has a side in each colour, and no rule turns it over"
            neutral = "`claims`, " if piece.body.reverse == "neutral" else ""
            hint = f"{neutral}`captured: flips` or `captured: captor` under `rules` does, or take `reverse` out"
            yield Problem(where, what, hint, "warning")
        if piece.body.reverse == "other player" and len(owners) != 2:
            where = spec.source.value_location("pieces", name, "body", "reverse")
            players = count_things(len(owners), "player")
            what = f"the {name} belongs to {players}, and `reverse: other player` is for exactly two"
            yield Problem(where, what, "`reverse: neutral` gives the pieces of each player a neutral side"
                          if {*owners} & {*spec.game.neutral} else "`back: star` gives its other side a mark instead")


def check_alike_pieces(spec: Spec) -> Iterator[Problem]:
    """A warning for each two kinds of pieces of one player that have the same figure: where what is on them is the same
    too, nobody can tell them apart; else the figures of the rulebook show them alike."""
    if not can_draw_figures(spec):
        return
    game = spec.game
    looks = {name: _look_of_kind(spec, name) for name in game.pieces if name not in spec.diagram_problems}
    for name, other_name in combinations(looks, 2):
        look, other_look = looks[name], looks[other_name]
        shared_owners = [player for player in game.owners(name) if player in game.owners(other_name)]
        is_same_figure = look.figure == other_look.figure or _have_drawn_outlines_alike(spec, name, other_name)
        heights = sorted((look.height, other_look.height))
        is_alike = is_same_figure and heights[0] >= ALIKE_SIZES * heights[1]
        if not shared_owners or not is_alike:
            continue
        kinds = f"the {game.piece_name(name)} and the {game.piece_name(other_name)}"
        what = f"{kinds} of {game.player_name(shared_owners[0])} look the same"
        if game.piece_name(name).casefold() == game.piece_name(other_name).casefold():
            what = f"the pieces {name} and {other_name} of {game.player_name(shared_owners[0])} look the same"
        if look.face != other_look.face:
            what += " in the figures of the rulebook, and differ only by what is etched on them"
        has_figure = game.pieces[name].body.shape is not None
        is_drawn = game.pieces[name].body.has_drawn_outline
        outline = "another drawing for one of them" if is_drawn else "another outline: `tile: hex`"
        hint = ("another figure for one of them, like `standee: wolf`" if has_figure else
                f"`face: sign` with a `sign` of its own for each, or {outline}")
        yield Problem(spec.source.key_location("pieces", other_name, "body"), what, hint, "warning")


def _have_drawn_outlines_alike(spec: Spec, name: str, other_name: str) -> bool:
    """Whether two kinds are cut along different drawings whose outlines nobody tells apart, and carry no sign."""
    bodies = [spec.game.pieces[kind].body for kind in (name, other_name)]
    are_drawn = all(isinstance(body.tile, DrawingPath) for body in bodies)
    have_signs = any(body.face == "sign" for body in bodies)
    if not are_drawn or have_signs or bodies[0].tile == bodies[1].tile:
        return False
    import shapely  # not for games without drawings, whose check does without it

    plans = [make_base(spec.game, next(iter(spec.game.players)), kind) for kind in (name, other_name)]
    first, second = (shapely.Polygon(plan.outline().flatten(FLAT)).buffer(0) for plan in plans)
    return bool(first.intersection(second).area >= ALIKE_AREAS * first.union(second).area)


class _KindLook(NamedTuple):
    """What people see of a kind of piece: its figure as the rulebook shows it, the height of the figure in mm, and what
    is etched on the piece."""

    figure: tuple[str, ...]
    height: float
    face: tuple[str, str]


def _look_of_kind(spec: Spec, name: str) -> _KindLook:
    """What people see of a kind of piece."""
    body = spec.game.pieces[name].body
    texts = {"name": spec.game.piece_name(name), "sign": body.sign or "", "plain": ""}
    etched = str(spec.base_diagram(name)) if body.face == "diagram" else texts[body.face].casefold()
    if body.shape is not None:
        figure: tuple[str, ...] = ("crossed" if body.crossed else "standee", body.shape)
    else:
        letter = next((character for character in name.upper() if character.isalpha()), "")
        sign = body.sign.casefold() if body.face == "sign" and body.sign else letter
        figure = ("flat", str(body.tile or body.stack or ""), sign)
    return _KindLook(figure, piece_silhouette(spec.game, name).height, (body.face, etched))


def _check_word(spec: Spec, key: Key, kind: str, word: str, valid: list[str]) -> Iterator[Problem]:
    """A Problem if a name is neither in a registry nor a drawing."""
    if word not in valid and not is_art(word):  # problems of a drawing are reported when the spec is loaded
        yield Problem(spec.source.value_location(*key), f"there is no {kind} `{word}`", nearest_hint(word, valid))


def _check_sign(spec: Spec, key: Key, sign: str) -> Iterator[Problem]:
    """A Problem of a sign that is no mark, no drawing and no letters that the font has."""
    if not is_letters(sign):
        letters = f"or 1 to {MOST_LETTERS} letters or figures"
        yield from (replace(problem, hint=f"{problem.hint}; {letters}")
                    for problem in _check_word(spec, key, "mark", sign, list(MARKS)))
    elif missing := missing_characters(sign):
        what = f"fabgen's font has no {join_words([f'`{character}`' for character in missing])}"
        yield Problem(spec.source.value_location(*key), what, "other letters, a mark, or a drawing like art/dragon.svg")


class DrawnPart(NamedTuple):
    """The key and the path of a drawing, and the part that it is cut from or etched on."""

    key: Key
    word: str
    part: Part

    def shows(self, flaw: Flaw) -> bool:
        """Whether a flaw of its part may be one of the drawing: of its outline and its holes where it is cut, of what
        is engraved where it is etched."""
        is_etched = self.key[-1] in ("back", "sign", "mark", "art")
        return self.part.name == flaw.part and (flaw.kind == CUT_FLAWS or is_etched == (flaw.kind == FINE_MARKS))


def parts_with_drawings(spec: Spec) -> Iterator[DrawnPart]:
    """The parts that show a drawing of the designer, made for the first player who has them."""
    game = spec.game
    for name, piece in game.pieces.items():
        if not has_known_shapes(piece.body):  # a drawing of it cannot be read: reported when the spec is loaded
            continue
        player = next(iter(game.owners(name)), next(iter(game.players)))
        carrier, back = piece.body.diagram_part, "tile back" if piece.body.both_sides else "back"
        for key, suffix in (("standee", "standee"), ("crossed", "face"), ("tile", "tile"), ("back", back),
                            ("sign", carrier)):
            word = getattr(piece.body, key)
            if not isinstance(word, DrawingPath):
                continue
            body = make_player_piece(spec, player, name, fit_of_players(spec))
            if any(fault.level == "error" for fault in body.find_faults()):
                continue
            yield from (DrawnPart(("pieces", name, "body", key), word, part)
                        for part in list_faces(make_piece_parts(body)) if part.name == f"{body.name} {suffix}")
    for name, token in game.tokens.items():
        for key in ("shape", "mark"):
            if isinstance(word := getattr(token, key), DrawingPath):
                part = Part(f"{name} token", draw_token(token), token.count, token.material, f"{name} tokens")
                yield DrawnPart(("tokens", name, key), word, part)
    if isinstance(game.board.art, DrawingPath):
        size = board_size(game, spec.spaces)
        drawing = draw(Role.EDGE, rectangle(0, 0, *size)) + draw_art(game, size)
        yield DrawnPart(("board", "art"), game.board.art, Part("board art", drawing, 1, game.board.material, "board"))


def check_drawings(spec: Spec) -> Iterator[Problem]:
    """Problems of the designer's drawings that no laser can make, each at its key, with the file and the place."""
    for drawn, flaws in drawing_flaws(spec):
        yield drawing_problem(spec, drawn, *flaws)
    yield from _check_board_art(spec)


def drawing_flaws(spec: Spec) -> Iterator[tuple[DrawnPart, Sequence[Flaw]]]:
    """The flaws of drawings on the parts that show them, grouped by their words."""
    for drawn in parts_with_drawings(spec):
        try:
            material = load_material(drawn.part.material, spec.folder).material
        except FabgenError:  # reported by check_materials
            continue
        groups: dict[tuple[str, str, str], list[Flaw]] = {}
        for flaw in filter(drawn.shows, find_flaws(drawn.part, material)):
            groups.setdefault((flaw.message, flaw.hint, flaw.level), []).append(flaw)
        yield from ((drawn, group) for group in groups.values())


def drawing_problem(spec: Spec, drawn: DrawnPart, *flaws: Flaw) -> Problem:
    """A flaw of a part, or several of the same words, as one Problem of the drawing that the part shows. Places are
    those in the file, as in the Problems of files that cannot be read."""
    key, word, part = drawn
    places = [place for flaw in flaws if isinstance(word, DrawingPath)
              and (place := find_in_file(spec, key, word, part, flaw.middle))]
    spots = [", ".join(format_number(length, 1) for length in point) for point, _ in places]
    flaw, what = flaws[0], f"{word}: {flaws[0].message}"
    if len(flaws) > 1:
        remainder = [f"{len(spots) - MOST_LISTED_PLACES} more"] if len(spots) > MOST_LISTED_PLACES + 1 else []
        listed = spots[:MOST_LISTED_PLACES] if remainder else spots
        what = f"{word}: at {len(flaws)} places {flaw.message}"
        what += f": {'; '.join(listed + remainder)}, in mm {ORIGIN}" if spots else ""
    elif spots:
        what += f", at {spots[0]} mm {ORIGIN}"
    hints = [flaw.hint] if flaw.hint else []
    if flaw.code == THIN_WEB:
        hints = [f"{flaw.hint}: draw it wider there, or make the {'token' if key[0] == 'tokens' else 'piece'} larger"]
    if len(flaws) == 1 and places and (element := places[0][1]):
        hints.append(f"in the file it is the element `{element}`")
    if flaw.code == SHARP_CORNER:
        hints.append("in Inkscape: Path > Path Effects > Corners (Fillet/Chamfer)")
    if len(flaws) > 1:
        hints.append("`fabgen check --pictures DIR` draws every place")
    return Problem(spec.source.value_location(*key), what, "\n".join(hints), flaw.level, flaw.code)


def _check_board_art(spec: Spec) -> Iterator[Problem]:
    """Problems of art on a board that cannot carry it, or of art that is larger than the cells."""
    art, where = spec.game.board.art, spec.source.value_location("board", "art")
    if not isinstance(art, DrawingPath):
        return
    if spec.game.board.build == "inlay":
        yield Problem(where, "an inlaid board has no art: each space is a piece of its own", "take `art` out")
    elif (distance := art_overhang(spec.game, board_size(spec.game, spec.spaces))) > 0.1:
        what = f"{art} reaches {distance:.1f} mm beyond the cells, where its page ends"
        yield Problem(where, what, "draw it within the page, which is laid over the cells")


def check_paper_cell(spec: Spec) -> Iterator[Problem]:
    """Problems of pieces that do not fit the cells which the spec gives for paper, with the least such cell that they
    do fit."""
    if not spec.game.board.paper_cell:
        return

    def problems_with(cell: float) -> list[Problem]:
        board = spec.game.board.model_copy(update={"paper_cell": cell})
        resized = with_paper_cells(replace(spec, game=spec.game.model_copy(update={"board": board})))
        return [problem for name in _sound_pieces(spec) for problem in find_paper_problems(resized, name)]

    if problems := problems_with(spec.game.board.paper_cell):
        larger = (cell for cell in CELLS_ON_PAPER if cell > spec.game.board.paper_cell)
        smallest_cell = next((cell for cell in larger if not problems_with(cell)), None)
        hint = f"`paper_cell: {smallest_cell:g} mm` or more" if smallest_cell else "take `paper_cell` out"
        yield Problem(spec.source.value_location("board", "paper_cell"), problems[0].what, hint)


def find_piece_errors(spec: Spec) -> Iterator[str]:
    """What is wrong with pieces that cannot be made, as `check_pieces` reports it, but without the sizes that would
    cure it, which take longest to find."""
    for name in _sound_pieces(spec):
        yield from (fault.what for fault in find_faults(spec, name) if fault.level == "error")


def _sound_pieces(spec: Spec) -> Iterator[str]:
    """The pieces with nothing wrong that is reported elsewhere."""
    for name, piece in spec.game.pieces.items():
        if has_known_shapes(piece.body) and name not in spec.unsound_pieces and name not in spec.diagram_problems:
            yield name


def check_pieces(spec: Spec, options: Options | None = None) -> Iterator[Problem]:
    """Problems of bases: they must leave room in their cells, hold their pieces upright, and carry legible marks, in
    acrylic and on paper. The sizes in hints are right for a build with the options."""
    sizes: SizeRequirements | None = None  # made for the first fault: most games have none
    for name in _sound_pieces(spec):
        where = spec.source.key_location("pieces", name, "body")
        for fault in find_faults(spec, name):
            from fabgen.check.piece_hints import with_size_hint  # late: it loads the products
            from fabgen.check.size_requirements import SizeRequirements

            sizes = sizes or SizeRequirements.of_options(spec, options)
            yield with_size_hint(sizes, name, fault).problem(where)
        # A piece must not point where it does not move.
        travel, direction = spec.game.pieces[name].body.travel, main_direction(spec.diagram(name))
        if travel and travel != direction and not spec.game.one_set:
            reason = f"its moves lead {direction}" if direction else "it moves equally in all directions"
            what = f"the {name} points {travel}, but {reason}"
            yield Problem(where, what, f"`travel: {direction}`" if direction else "take `travel` out", "warning")
