"""What print-and-play sheets hold → every Problem of the tiles of the board and of the things that are cut out: backs
behind fronts, as many tokens and names as the game has, ink over cuts."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from fabgen.core.english import join_words
from fabgen.core.languages import Catalogue
from fabgen.core.problems import Location, Problem
from fabgen.core.units import format_number
from fabgen.spec.build_options import Options
from fabgen.spec.drawings import DrawingPath
from fabgen.spec.game import Aid, Game, capitalize_first
from fabgen.spec.load import Spec
from fabgen.verify.compare import compare_identities
from fabgen.verify.expected_things import count_made_pieces, other_sides_of
from fabgen.verify.files import AGAIN
from fabgen.verify.paper_cuts import SIZE, find_paper_cuts
from fabgen.verify.readers.page_pdf import PrintedDocument, PrintedPage, PrintedThing
from fabgen.verify.readers.pdf import Box, Spot

if TYPE_CHECKING:
    from shapely import Polygon

BESIDE_TRACK = 3.0  # mm from the spaces of a track around the board to the edge
OF_AIDS = re.compile(r".* (aid|card) \d.*")  # the ids of leaves of player aids, and of cards
CARD_OF_AID = re.compile(r"(.+) card (\d{1,2}) aid \d+")  # the id of a card of an aid that takes several
OF_SHEETS = ("sheet", "cover")  # the ids of a sheet's own words, and of the list of parts on the first sheet
BACK = " back"
COPIES = re.compile(r"(.+) (\d{1,5})(?:-to-(\d{1,5}))?( back)?")
MOST_COPIES = 2000  # in one block
LARGE = 8.0  # mm: the diameter of the smallest chit


@dataclass(frozen=True)
class PrintedFile:
    """A PDF of a set: its path in the output folder, what is in it, and whether its sheets are printed on both sides.
    """

    path: str
    read: PrintedDocument
    is_two_sided: bool


@dataclass(frozen=True)
class PrintedSet:
    """The files of a paper, what they should be, and what is in them: first the file of sheets that are printed on one
    side, then that of sheets that are printed on both, if there is one."""

    paper: str
    spec: Spec
    options: Options
    files: tuple[PrintedFile, ...]

    @property
    def location(self) -> Location:
        """The first file, as the place of what is wrong with the whole set."""
        return Location(self.files[0].path)

    @cached_property
    def sides(self) -> tuple[PrintedPage, ...]:
        """The pages of all files, one after the other."""
        return tuple(side for file in self.files for side in file.read.sides)

    @property
    def first_two_sided(self) -> int:
        """The number from 0 of the first page that has its back behind it; that of all pages where none has."""
        return sum(len(file.read.sides) for file in self.files if not file.is_two_sided)

    @property
    def words(self) -> Catalogue:
        """The words of the game's language."""
        return self.spec.words

    @property
    def poster(self) -> bool:
        """Whether the file is the board as one poster."""
        return self.paper == "poster"

    @property
    def has_backs(self) -> bool:
        """Whether backs are printed behind their fronts, where there are any."""
        return self.options.assembly == "duplex" and not self.poster

    def tile(self, side: PrintedPage) -> str:
        """The label of the board's tile that a side shows; empty for any other side."""
        numbered = self.words.text("tile_title", tile="@@")
        for title in (numbered, self._with_bases(numbered)):
            pattern = re.escape(title).replace("@@", r"([A-Z]+\d+)")
            if match := re.search(f"^{pattern}$", side.text, re.MULTILINE):
                return match[1]
        lines = side.text.split("\n")
        titles = {key: self.words.text("half_title", half=self.words.text(key)) for key in HALVES}
        return next((HALVES[key] for key, title in titles.items()
                     if title in lines or self._with_bases(title) in lines), "")

    def _with_bases(self, title: str) -> str:
        """The title of a sheet with a board or a part of it, where it has bases below that."""
        return capitalize_first(join_words([title, self.words.text("list_bases")], self.words.text("and")))

    def shows_board(self, side: PrintedPage) -> bool:
        """Whether a side shows the board or a tile of it."""
        return bool(self.tile(side)) or self.has_whole_board(side)

    def has_whole_board(self, side: PrintedPage) -> bool:
        """Whether the title of a side, which stands after the version of the set, or after a title of the game that
        leaves no room for that, is that of a board on one sheet, with or without bases below it."""
        board = self.words.text("board_title")
        titles = {capitalize_first(board), self._with_bases(board)}
        version = self.words.text("version_of_set", version=self.spec.game.version)
        game = self.spec.game.title
        heads = {version, game, *(f"{game[:end]}…" for end in range(1, len(game)))}  # a wide one is cut off
        return any(before in heads and line in titles for before, line in pairwise(side.text.split("\n")))

    def on(self, place: int) -> Location:
        """A page of the set, counted from 1, as the place of a Problem."""
        for file in self.files:
            if place <= len(file.read.sides) or file is self.files[-1]:
                return Location(file.path, key=f"page {place}")
            place -= len(file.read.sides)
        return self.location


def middle(box: Box) -> Spot:
    """The middle of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def near(first: Spot, second: Spot) -> bool:
    """Whether two places are the same, to 0.05 mm."""
    return abs(first[0] - second[0]) < 0.05 and abs(first[1] - second[1]) < 0.05


def is_round(box: Box) -> bool:
    """Whether a box is as wide as high and at least as large as a chit."""
    width, height = box[2] - box[0], box[3] - box[1]
    return width > LARGE - SIZE and abs(width - height) < SIZE


USUAL_ON_SQUARES, USUAL_ELSEWHERE = 0.85, 0.7  # of a cell: what a piece without a size of its own takes of it
SMOOTHED = 0.3  # mm by which the box of an outline may differ from that of its drawing
SMOOTHED_AREA = 0.02  # of its area, by which that may differ
CHIT_BLEED = 2.0  # mm of ink beyond the cut of a chit, where it does not share the cut with another
MOST_BLEED = 3.0  # mm: the same where both sides are printed
LEAST_RIM = 1.5  # mm of card between the picture of a disc and a straight cut
HOW_TOKENS_SHOW = {"disc": "are printed as discs", "corner": "are cut out along a line"}  # tokens, by their shapes
# mm from a cut, or from the ground of a square on the front, to the edge of the ground of its back: where two chits
# share a cut or behind the ground of a square, and beyond a cut.
BACK_REACH = (0.0, 3.0)


def check_backs(printed: PrintedSet) -> Iterator[Problem]:
    """Every large filled area on a front has its back behind it, mirrored over the edge that the sheet
    names; behind what is cut along a drawing, the mirrored drawing with the ink around it."""
    if not printed.has_backs:
        return
    for place in range(printed.first_two_sided, len(printed.sides) - 1, 2):
        front, back = printed.sides[place : place + 2]
        yield from _check_drawn_backs(printed, front, back, place)
        if not _crosses(front):
            continue
        if _is_symmetric(_crosses(front)):
            yield Problem(printed.on(place + 1), "the crosses look the same after half a turn", AGAIN)
        back_crosses, front_crosses = (
            [seen_from_front(spot, back, printed.options) for spot in _crosses(back)],
            _crosses(front),
        )
        if len(back_crosses) < 4 or not all(any(near(spot, other) for other in front_crosses) for spot in back_crosses):
            yield Problem(printed.on(place + 2), "the crosses do not stand behind those of the front", AGAIN)
        chits = [*_chit_sheet(front, _corner_tokens(printed), _standing_pieces(printed.spec.game)),
                 *_discs_on_cards(front, _round_things(printed.spec.game))]
        grounds = [_box_seen_from_front(box, back, printed.options) for box in back.areas]
        without_back = [box for box in chits if not any(_is_back_of(ground, box) for ground in grounds)]
        if without_back:
            x, y = middle(without_back[0])
            what = f"nothing stands behind what is cut out at {format_number(x, 1)}, {format_number(y, 1)}"
            yield Problem(printed.on(place + 2), what, "backs must be mirrored over the edge that the sheet names")


def _check_drawn_backs(printed: PrintedSet, front: PrintedPage, back: PrintedPage, place: int) -> Iterator[Problem]:
    """A Problem for the first thing on a front, the page `place` counted from 0, that is cut along a drawing and has no
    ground behind it that reaches as far beyond the cut everywhere."""
    import shapely

    sizes = _drawn_sizes(printed.spec.game, printed.options.assembly == "fold")
    cuts = [area for path in front.stroked for area in path.areas
            if any(size.is_of(area.bounds, area.area) for size in sizes)] if sizes else []
    grounds = [shapely.Polygon([seen_from_front((x, y), back, printed.options) for x, y in area.exterior.coords])
               for path in back.filled for area in path.areas] if cuts else []
    for cut in cuts:
        inked = cut.buffer(BACK_REACH[-1])
        if not any(inked.hausdorff_distance(ground) < SMOOTHED for ground in grounds):
            x, y = middle(cut.bounds)
            what = f"no mirrored drawing stands behind what is cut out at {format_number(x, 1)}, {format_number(y, 1)}"
            yield Problem(printed.on(place + 2), what, "backs must be mirrored over the edge that the sheet names")
            return


def seen_from_front(spot: Spot, side: PrintedPage, options: Options) -> Spot:
    """A place on a back as it is seen from the front. A sheet that is read upright has the paper's long edge
    upright."""
    dx, dy = options.back_offset or (0.0, 0.0)
    x, y = spot[0] - dx, spot[1] - dy
    is_mirrored_sideways = (side.height >= side.width) == (options.flip == "long")
    return (side.width - x, y) if is_mirrored_sideways else (x, side.height - y)


def _box_seen_from_front(box: Box, side: PrintedPage, options: Options) -> Box:
    """A box on a back as it is seen from the front."""
    ends = [seen_from_front(spot, side, options) for spot in (box[:2], box[2:])]
    xs, ys = sorted(x for x, _ in ends), sorted(y for _, y in ends)
    return xs[0], ys[0], xs[1], ys[1]


def _is_back_of(ground: Box, front: Box) -> bool:
    """Whether a ground on the back is exactly behind what is cut out of the front, or behind its ground: on each side
    it reaches as far beyond as BACK_REACH says."""
    return all(any(abs(reach - length) < SIZE for length in BACK_REACH) for reach in _reaches(ground, front))


def _reaches(outer: Box, inner: Box) -> tuple[float, float, float, float]:
    """How far a box reaches beyond another on the left, below, on the right and above."""
    return inner[0] - outer[0], inner[1] - outer[1], outer[2] - inner[2], outer[3] - inner[3]


def _chit_sheet(side: PrintedPage, corners: Collection[str], standing: Collection[str]) -> list[Box]:
    """The outlines of the corners that are cut out, and the grounds of discs and squares, without what is printed on
    these, around corners, on cards or on the strips of standing pieces."""
    corner_cuts = _corner_cuts(side, corners)
    grounds = [box for box in side.areas if is_round(box)]
    strips = [thing.box for thing in side.things
              if OF_AIDS.fullmatch(thing.id) or _copies(thing.id)[1].removesuffix(BACK) in standing]

    def is_chit(ground: Box) -> bool:
        """Whether a ground is that of a chit, and not a part of another drawing."""
        is_printed_on_chit = any(ground != outer and lies_within(ground, outer) for outer in grounds)
        is_inside = any(_lies_deep_within(ground, outer) for outer in (*side.areas, *corner_cuts))
        is_of_corner = any(_is_ground_of(ground, cut) for cut in corner_cuts)
        is_on_strip = any(lies_within(ground, strip) for strip in strips)
        return not (is_printed_on_chit or is_inside or is_of_corner or is_on_strip)

    return [*corner_cuts, *filter(is_chit, grounds)]


def _discs_on_cards(side: PrintedPage, names: Collection[str]) -> list[Box]:
    """The discs in the things of some names, each on a square of card that may be inked too: the filled circles that
    lie within no other. A hole in the ink of a card is none, and what is printed on a disc lies within it."""
    places = [thing.box for thing in side.things if _copies(thing.id)[1] in names]
    if not places:
        return []
    circles = dict.fromkeys(area.bounds for path in side.filled if any(lies_within(path.hull, box) for box in places)
                            for area in path.areas if _is_circle(area))
    return [box for box in circles if not any(box != outer and lies_within(box, outer) for outer in circles)]


def _is_circle(area: Polygon) -> bool:
    """Whether the outline of an area is a circle at least as large as a chit."""
    import shapely

    wanted = math.pi / 4 * (area.bounds[2] - area.bounds[0]) ** 2
    return is_round(area.bounds) and abs(shapely.Polygon(area.exterior).area - wanted) < SMOOTHED_AREA * wanted


def _lies_deep_within(box: Box, outer: Box) -> bool:
    """Whether a box is within another and touches none of its sides."""
    return all(reach > SIZE for reach in _reaches(outer, box))


def _is_symmetric(spots: Sequence[Spot]) -> bool:
    """Whether places are the same after half a turn of the smallest box around them."""
    xs, ys = ([spot[axis] for spot in spots] for axis in (0, 1))
    width, height = min(xs) + max(xs), min(ys) + max(ys)
    return all(any(near((width - x, height - y), partner) for partner in spots) for x, y in spots)


def _crosses(side: PrintedPage) -> list[Spot]:
    """The middles of crosses: level and upright lines of 3 mm with the same middle."""
    level_middles, upright_middles = list[Spot](), list[Spot]()
    for start, end in side.lines:
        width, height = abs(start[0] - end[0]), abs(start[1] - end[1])
        if abs(width + height - 3.0) >= SIZE:
            continue
        spot = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        if height < SIZE:
            level_middles.append(spot)
        if width < SIZE:
            upright_middles.append(spot)
    return [spot for spot in upright_middles if any(near(spot, middle) for middle in level_middles)]


def check_chits(printed: PrintedSet) -> Iterator[Problem]:
    """There are as many round tokens and corners as the spec says, of the right size, ink reaches
    over the cuts of corners, no straight cut runs through a round one, and no word comes near a cut line."""
    if printed.poster:
        return
    sheets = [  # behind the cover, which shows things at a smaller scale
        (n, side) for n, side in enumerate(printed.sides, 1) if n > 1 and not printed.shows_board(side)
    ]
    wanted = Counter[tuple[str, float]]()
    for token in printed.spec.game.tokens.values():
        if isinstance(token.shape, str) and token.shape in HOW_TOKENS_SHOW:
            wanted[token.shape, round(token.size, 1)] += token.count
    boards = player_board_ids(printed.spec)
    backs = range(printed.first_two_sided + 2, len(printed.sides) + 1, 2) if printed.has_backs else ()
    boxes = {"disc": [box for place, side in sheets for box in side.areas if is_round(box) and place not in backs],
             "corner": [box for _, side in sheets for box in side.cuts
                        if is_round(box) and not _is_on_board(box, side, boards)]}
    found_counts = Counter((shape, round(box[2] - box[0], 1)) for shape in boxes for box in boxes[shape])
    for (shape, size), count in sorted(wanted.items()):
        if found_counts[shape, size] < count:
            what = f"{found_counts[shape, size]} tokens of {size:g} mm {HOW_TOKENS_SHOW[shape]}, the game needs {count}"
            yield Problem(printed.location, what, AGAIN)
    yield from _check_drawn_outlines(printed, [side for _, side in sheets])
    for place, side in sheets:
        corner_faults = _check_rims(side, place in backs, _corner_tokens(printed))
        faults = dict.fromkeys([*corner_faults, *_check_discs(printed, side)])
        yield from (Problem(printed.on(place), what, AGAIN) for what in faults)


def player_board_ids(spec: Spec) -> dict[str, tuple[str, str]]:
    """The ids of the player boards on paper, with the key of each board and of its player."""
    return {f"{player} {board} board 1": (board, player) for board in spec.game.player_boards
            for player in spec.game.active_players}


def _is_on_board(box: Box, side: PrintedPage, boards: Collection[str]) -> bool:
    """Whether a box is a slot on a player board, which nobody cuts out."""
    return any(thing.id in boards and lies_within(box, thing.box) for thing in side.things)


def _check_drawn_outlines(printed: PrintedSet, sheets: Sequence[PrintedPage]) -> Iterator[Problem]:
    """Tokens and flat pieces of a drawn outline are cut along a line as large as the drawing is at their size, as often
    as the spec says, and ink goes on around each."""
    sizes = _drawn_sizes(printed.spec.game, printed.options.assembly == "fold")
    cuts = [(side, area) for side in sheets for path in side.stroked for area in path.areas] if sizes else []
    for size, things in sizes.items():
        count = sum(count for _, count in things)
        found_count = sum(size.is_of(area.bounds, area.area) and _has_ground(area.bounds, side) for side, area in cuts)
        if found_count < count:
            extent = f"{format_number(size.width, 1)} x {format_number(size.height, 1)} mm"
            names = join_words([name for name, _ in things])
            what = f"{found_count} {names} of {extent} are cut out of their ground along a line, the game needs {count}"
            yield Problem(printed.location, what, AGAIN)


class DrawnSize(NamedTuple):
    """The width and the height in mm of what is cut along a drawing, and its area in mm²."""

    width: float
    height: float
    area: float

    def is_of(self, box: Box, area: float) -> bool:
        """Whether an outline has this size, upright or turned by a quarter, but for how its drawing is smoothed."""
        width, height = box[2] - box[0], box[3] - box[1]
        is_as_large = any(abs(a - self.width) < SMOOTHED and abs(b - self.height) < SMOOTHED
                          for a, b in ((width, height), (height, width)))
        return is_as_large and abs(area - self.area) < SMOOTHED_AREA * self.area


def _drawn_sizes(game: Game, is_folded: bool) -> dict[DrawnSize, list[tuple[str, int]]]:
    """The things that are cut along drawings by their size: the name of each kind, and how many there are."""
    sizes = dict[DrawnSize, list[tuple[str, int]]]()
    for name, drawing, (width, height), count in _drawn_things(game, is_folded):
        x0, y0, x1, y1 = drawing.art.bounds()
        factor = min(width / (x1 - x0), height / (y1 - y0))
        area = sum(path.area() for path in drawing.art.areas)
        size = DrawnSize(factor * (x1 - x0), factor * (y1 - y0), factor**2 * area)
        sizes.setdefault(size, []).append((name, count))
    return sizes


def _has_ground(cut: Box, side: PrintedPage) -> bool:
    """Whether a filled area reaches beyond a cut on all sides, as far as ink has to."""
    wider = cut[0] - CHIT_BLEED, cut[1] - CHIT_BLEED, cut[2] + CHIT_BLEED, cut[3] + CHIT_BLEED
    return any(all(abs(a - b) < SMOOTHED for a, b in zip(area, wider, strict=True)) for area in side.areas)


def _drawn_things(game: Game, is_folded: bool) -> Iterator[tuple[str, DrawingPath, Spot, int]]:
    """What is cut along a drawing: `tokens` or the kind of piece, the drawing, the width and height in mm that it
    fits, and how many outlines there are where paper is folded: two of a piece that players turn over."""
    for token in game.tokens.values():
        if isinstance(token.shape, DrawingPath):
            yield "tokens", token.shape, (token.size, token.size), token.count
    other_sides = other_sides_of(game)
    for name, piece in game.pieces.items():
        if isinstance(piece.body.tile, DrawingPath) and name not in other_sides:
            side = round((USUAL_ON_SQUARES if game.board.grid else USUAL_ELSEWHERE) * game.board.cell, 2)
            is_neutral_behind = piece.body.reverse == "neutral"
            is_turned = piece.body.back or is_neutral_behind or (piece.body.reverse and len(game.owners(name)) == 2)
            sides = 2 if is_folded and is_turned else 1
            count = sides * sum(map(piece.count_of, game.active_players if is_neutral_behind else game.players))
            yield f"pieces named {name}", piece.body.tile, piece.body.base or (side, side), count


def _corner_tokens(printed: PrintedSet) -> set[str]:
    """The names of the tokens that are corners, which are cut along a line."""
    return {f"{name} token" for name, token in printed.spec.game.tokens.items() if token.shape == "corner"}


def _corner_cuts(side: PrintedPage, corners: Collection[str]) -> list[Box]:
    """The boxes of the lines along which corners are cut, in the things that have the names of such tokens."""
    places = [thing.box for thing in side.things if _copies(thing.id)[1].removesuffix(BACK) in corners]
    return [box for box in side.cuts if is_round(box) and any(lies_within(box, place) for place in places)]


def _standing_pieces(game: Game) -> set[str]:
    """The names of the standing pieces of all players."""
    return {f"{player} {name}" for name, piece in game.pieces.items() if piece.body.shape is not None
            for player in game.players}


def _is_square_tile(game: Game, name: str) -> bool:
    """Whether a round piece is a square on paper, on which a ring is an emblem: one of the only kind with a diagram,
    which nobody turns over and which points nowhere."""
    body = game.pieces[name].body
    return len(game.pieces) == 1 and body.face == "diagram" and not (body.back or body.reverse or body.travel)


def _round_things(game: Game) -> set[str]:
    """The names of the tokens and the flat pieces of all players that are discs on paper: a hexagon is one too."""
    flat = {f"{player} {name}" for name, piece in game.pieces.items()
            if (piece.body.tile or piece.body.stack) in ("disc", "hex") and not _is_square_tile(game, name)
            for player in game.players}
    markers = {f"{player} {name} marker" for name in game.tracks for player in game.active_players}
    return {*(f"{name} token" for name, token in game.tokens.items() if token.shape == "disc"), *flat, *markers}


def _check_rims(side: PrintedPage, is_back: bool, corners: Collection[str]) -> Iterator[str]:
    """Problems of corners on one side: no ink beyond the cut, or words near it. A back has no lines to cut along:
    `check_backs` proves its ink."""
    for box in _corner_cuts(side, corners):
        (x, y), radius = middle(box), (box[2] - box[0]) / 2
        if not is_back and not any(_is_ground_of(area, box) for area in side.areas):
            yield "a corner is cut where no ink reaches beyond: a white rim would show"
        for word in side.words:
            ends = [(u, v) for u in (word.box[0], word.box[2]) for v in (word.box[1], word.box[3])]
            distances = [((u - x) ** 2 + (v - y) ** 2) ** 0.5 for u, v in ends]
            if min(distances) < radius and max(distances) > radius - 0.5:
                yield f"“{word.text}” comes too near to a cut"


def _is_ground_of(area: Box, cut: Box) -> bool:
    """Whether an area is the ground of what is cut out along a line: it reaches beyond the cut on each side."""
    return all(CHIT_BLEED - SIZE < reach < MOST_BLEED + SIZE for reach in _reaches(area, cut))


def _check_discs(printed: PrintedSet, side: PrintedPage) -> Iterator[str]:
    """Problems of round tokens on one side: a straight cut through one, or nearer than a knife may stray."""
    sizes = {f"{name} token": token.size for name, token in printed.spec.game.tokens.items() if token.shape == "disc"}
    places = [(thing.box, sizes[kind]) for thing in side.things
              if (kind := _copies(thing.id)[1].removesuffix(BACK)) in sizes]
    if not places:
        return
    cuts = find_paper_cuts(side)
    for area in side.areas:
        is_disc = any(lies_within(area, box) and abs(area[2] - area[0] - size) < SIZE for box, size in places)
        if is_disc and any(cut.off(area) < LEAST_RIM for cut in cuts):
            yield f"a straight cut runs through a round token, or within {LEAST_RIM:g} mm of one"


def lies_within(box: Box, outer: Box) -> bool:
    """Whether a box lies within another, to the precision of sizes."""
    low, high = zip(box[:2], outer[:2], strict=True), zip(box[2:], outer[2:], strict=True)
    return all(a > b - SIZE for a, b in low) and all(a < b + SIZE for a, b in high)


def check_names(printed: PrintedSet) -> Iterator[Problem]:
    """Every standing piece has its name on it, as often as there are such pieces."""
    game = printed.spec.game
    wanted = Counter[str]()
    for name, piece in game.pieces.items():
        if piece.body.shape is not None and not printed.poster:
            wanted[(piece.name or name).capitalize()] += sum(map(piece.count_of, game.players))
    found = Counter(word.text for side in printed.sides[1:] for word in side.words)
    yield from (Problem(printed.location, f"{found[name]} pieces are named {name}, the game has {count}", AGAIN)
                for name, count in wanted.items() if found[name] < count)


BOARD_MARK = 3.6  # mm: the length of a cut mark of a board
HALVES = {"upper_half": "A1", "lower_half": "A2", "left_half": "A1", "right_half": "B1"}  # tiles with names
TILE_BLEED = 2.0  # mm of ink beyond the edges and seams of a tile
SEAM_CLEARANCE = {"grid": 0.5, "hexagons": 0.24, "map": 0.0}  # of a cell: from a seam to the middles of cells


def check_identities(printed: PrintedSet) -> Iterator[Problem]:
    """Every printed thing has its id; the set holds what the game and its options ask for, each thing once, and nothing
    else; copies of one thing look alike. A file whose ids were taken away is proven only by its shapes."""
    pages = list(enumerate(printed.sides, 1))
    if not any(thing.id for _, page in pages for thing in page.things):
        return
    places: dict[str, int] = {}
    read = list[str]()
    looks: dict[tuple[str, int], tuple[PrintedThing, int]] = {}
    for place, page in pages:
        for thing in page.things:
            if thing.id in OF_SHEETS:
                continue
            if not thing.id:
                what = "fabgen verify does not know what is printed here without an id"
                yield Problem(printed.on(place), what, AGAIN)
                continue
            ids, kind = _copies(thing.id)
            places |= dict.fromkeys(ids, place)
            read += ids
            first, first_place = looks.setdefault((kind, len(ids)), (thing, place))
            if not thing.id.startswith("board") and not _is_like(thing, first):
                yield Problem(
                    printed.on(place), f"{thing.id} does not look like {first.id} on page {first_place}", AGAIN
                )
    wanted = _wanted_ids(printed, read)
    two_sided = _two_sided_ids(printed)
    backs = [f"{id}{BACK}" for id in wanted if f"{id}{BACK}" in read or id.rpartition(" ")[0] in two_sided]
    labels = [f"board tile {label}" for _, page in pages if (label := printed.tile(page))]
    for id, fault in compare_identities(read, [*(labels or ["board"]), *wanted, *backs]):
        if fault == "missing":
            yield Problem(printed.location, f"{id} is on no sheet", AGAIN)
        elif fault == "unknown":
            yield Problem(printed.on(places[id]), f"fabgen verify does not know “{id}”, which is printed here", AGAIN)
        else:
            yield Problem(printed.on(places[id]), f"{id} is printed {read.count(id)} times", AGAIN)


def _two_sided_ids(printed: PrintedSet) -> set[str]:
    """The ids, without the number of the copy, of what has a back behind it in a set with backs: tokens, flat pieces
    and cards."""
    if not printed.has_backs:
        return set()
    game = printed.spec.game
    flat = {f"{player} {name}" for name, piece in game.pieces.items() if piece.body.shape is None
            for player in game.players}
    cards = {f"{name} {number} card" for name, deck in game.decks.items() for number in range(1, len(deck.cards) + 1)}
    return {*(f"{name} token" for name in game.tokens), *flat, *cards}


def count_aids(spec: Spec, aid: Aid) -> int:
    """How many of an aid the players of a game need. Unless the spec says otherwise, one for each player, and one score
    sheet for all."""
    players = len(spec.game.active_players)
    if aid.each:
        return aid.each * players
    if aid.shared_by:
        return math.ceil(players / aid.shared_by)
    return aid.count or (1 if aid.kind == "score" else players)


def _copies(id: str) -> tuple[list[str], str]:
    """The ids of the single things of a block, and the name of what they are copies of.

    >>> _copies("stop token 1-to-2 back")
    (['stop token 1 back', 'stop token 2 back'], 'stop token back')
    """
    match = COPIES.fullmatch(id)
    if not match:
        return [id], id
    name, first, last, side = match[1], int(match[2]), int(match[3] or match[2]), match[4] or ""
    return [f"{name} {copy}{side}" for copy in range(first, min(last, first + MOST_COPIES) + 1)], f"{name}{side}"


def _is_like(first: PrintedThing, second: PrintedThing) -> bool:
    """Whether two copies have the same size, upright or turned, and the same number of lines and words."""
    sizes = [sorted((box[2] - box[0], box[3] - box[1])) for box in (first.box, second.box)]
    is_as_large = all(abs(a - b) < SIZE for a, b in zip(*sizes, strict=True))
    return is_as_large and first.parts == second.parts and sorted(first.words) == sorted(second.words)


def _wanted_ids(printed: PrintedSet, read: Sequence[str]) -> list[str]:
    """The ids of everything besides the board that the spec asks for; copies are counted from 1. A chapter may take
    several cards: as many as the numbers in the ids that were `read` say. (That no word of it is missing is proven by
    setting the cards again.)"""
    if printed.poster:
        return []
    game = printed.spec.game
    counts = {f"{player} {name}": count for (player, name), count in count_made_pieces(game).items()}
    counts |= {f"{name} token": token.count for name, token in game.tokens.items()}
    for name, deck in game.decks.items():
        counts |= {f"{name} {number} card": card.count for number, card in enumerate(deck.cards, 1)}
    counts |= {f"{name} die": die.count for name, die in game.dice.items() if die.make != "buy"}
    for name, track in game.tracks.items():
        counts[f"{name} track"] = 0 if track.around else 1
        counts |= {f"{player} {name} marker": track.markers for player in game.active_players}
    counts |= {f"{player} {name} board": 1 for name in game.player_boards for player in game.active_players}
    cards = Counter[str]()
    for match in filter(None, map(CARD_OF_AID.fullmatch, read)):
        cards[match[1]] = max(cards[match[1]], int(match[2]))
    for name, aid in game.aids.items():
        number = cards[name] if aid.kind == "card" else 0
        names = [f"{name} card {card} aid" for card in range(1, number + 1)] or [f"{name} aid"]
        counts |= dict.fromkeys(names, count_aids(printed.spec, aid))
    return [f"{name} {copy}" for name, count in counts.items() for copy in range(1, count + 1)]


def check_tiles(printed: PrintedSet) -> Iterator[Problem]:
    """Tiles are labelled, cover the board once, and divide it only between cells."""
    board = printed.spec.game.board
    covers = 0 if printed.poster else 1  # whose list of parts names the board too
    whole = [side for side in printed.sides[covers:] if printed.has_whole_board(side)]
    if len(whole) == 1:
        yield from _check_undivided_board(printed, whole[0])
        return
    tiles = {name: side for side in printed.sides if (name := printed.tile(side)) and side.clips}
    columns, rows = sorted({_column(name) for name in tiles}), sorted({int(re.sub(r"\D", "", name)) for name in tiles})
    if not tiles or len(tiles) != columns[-1] * rows[-1]:
        yield Problem(printed.location, "a tile of the board is missing", AGAIN)
        return
    boxes = {(_column(name), int(re.sub(r"\D", "", name))): max(side.clips, key=lambda box: box[2] - box[0])
             for name, side in tiles.items()}
    widths = [_lengths(boxes, column, 0) for column in columns]
    heights = [_lengths(boxes, row, 1) for row in rows]
    rim = board_rim(printed.spec.game)
    middles, (width, height) = _cell_middles(printed), board_extent(printed)
    down = [height - 2 * rim - y for _, y in middles]  # rows are counted from the top
    for lengths, size, spots, direction in (
        (widths, width, [x for x, _ in middles], "across"),
        (heights, height, down, "down"),
    ):
        clearance = SEAM_CLEARANCE[_board_kind(printed)] * board.cell
        for what in _check_seams(lengths, size, rim, spots, clearance):
            yield Problem(printed.location, f"the tiles {what}, {direction}", AGAIN)


def _board_kind(printed: PrintedSet) -> str:
    """The kind of the board, as SEAM_CLEARANCE names it."""
    board = printed.spec.game.board
    return "grid" if board.grid else "map" if board.map else "hexagons"


def _cell_middles(printed: PrintedSet) -> list[tuple[float, float]]:
    """The middles of the board's cells in mm."""
    return list(printed.spec.spaces.middles.values())


def board_extent(printed: PrintedSet) -> tuple[float, float]:
    """Width and height of the board with its border, in mm."""
    (width, height), rim = printed.spec.spaces.size, board_rim(printed.spec.game)
    return width + 2 * rim, height + 2 * rim


def tile_place(label: str) -> tuple[int, int]:
    """The column and the row of a tile by its label, from 1; those of a board in one piece, which has no label."""
    return (_column(label), int(re.sub(r"\D", "", label))) if label else (1, 1)


def board_rim(game: Game) -> float:
    """How far the cells of the board are from its edge, in mm: a border, and the depth of a track around the board."""
    return game.board.border + sum(track.cell + BESIDE_TRACK for track in game.tracks.values() if track.around)


def _check_undivided_board(printed: PrintedSet, side: PrintedPage) -> Iterator[Problem]:
    """Problems of a board in one piece, which must be as large as its cut marks say."""
    marks = [(a, b) for a, b in side.lines if abs(abs(a[0] - b[0]) + abs(a[1] - b[1]) - BOARD_MARK) < SIZE]
    for axis, (size, direction) in enumerate(zip(board_extent(printed), ("wide", "high"), strict=True)):
        places = [a[axis] for a, b in marks if abs(a[axis] - b[axis]) < SIZE]
        if not places or abs(max(places) - min(places) - size) > SIZE:
            measured = format_number(max(places) - min(places), 2) if places else "nothing"
            yield Problem(
                printed.location,
                f"the tiles make {measured} mm of a board of {format_number(size, 1)} mm, {direction}",
                AGAIN,
            )


def _column(name: str) -> int:
    """The number of a tile's column by the letters of its label, from 1."""
    number = 0
    for letter in re.sub(r"\d", "", name):
        number = 26 * number + ord(letter) - 64
    return number


def _lengths(boxes: dict[tuple[int, int], Box], index: int, axis: int) -> set[float]:
    """The widths of the tiles of a column, or the heights of those of a row, without the ink beyond their cuts."""
    tile_boxes = [box for (column, row), box in boxes.items() if (row if axis else column) == index]
    return {round(box[2 + axis] - box[axis] - 2 * TILE_BLEED, 1) for box in tile_boxes}


def _check_seams(lengths: list[set[float]], board_length: float, border: float, middles: list[float],
                 least_distance: float) -> Iterator[str]:
    """What is wrong with the seams of a board along one axis: no seam may be nearer than `least_distance` to the middle
    of a cell."""
    if any(len(tile_lengths) != 1 for tile_lengths in lengths):
        yield "of a row are not alike"
        return
    sides = [next(iter(tile_lengths)) for tile_lengths in lengths]
    if abs(sum(sides) - board_length) > 0.2:
        yield f"make {format_number(sum(sides), 1)} mm of a board of {format_number(board_length, 1)} mm"
    seam = 0.0
    for side in sides[:-1]:
        seam += side
        if min(abs(seam - border - middle) for middle in middles) < least_distance - 0.2:
            yield "part a cell"
