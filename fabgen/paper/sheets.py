"""A kit and a paper → all sheets of a print-and-play set, numbered and with rulers: cover, board tiles, then pieces and
tokens group by group. Sheets that are printed on both sides come last, each followed by its back: they are a file of
their own, so that no sheet has a blank back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, product

from fabgen.artwork.paper_things import PaperBatch, PaperKit
from fabgen.artwork.path import Point
from fabgen.core.english import join_words
from fabgen.core.languages import Catalogue
from fabgen.core.problems import FabgenError, Problem
from fabgen.paper.cover import make_cover_pages
from fabgen.paper.duplex import BACK, FOLD_ASSEMBLY, PrintAssembly, make_side_imprint
from fabgen.paper.imposition import impose_batches, list_without_bases
from fabgen.paper.sheet_blocks import SheetBlock
from fabgen.paper.strip_blocks import BASES, list_base_grids, measure_bases
from fabgen.paper.tile_sheets import make_board_sheets, name_set
from fabgen.paper.tiles import BLEED, CLEAR, PaperTiling, misses_ruler, tile_board
from fabgen.spec.game import capitalize_first
from fabgen.typeset.pages import (
    OFF_RULER,
    RULER_DEPTH,
    RULER_LENGTH,
    SHEET,
    PageItem,
    SheetBody,
    SheetPage,
    find_low_ruler_foot,
    make_page,
)
from fabgen.typeset.papers import Paper

OVER_TILE = (0.2, 1 / 3, 0.5, 0.7, 0.0)  # of the room that a tile and bases below it leave: what is over the tile
OVER_SEAM = (0.5, *OVER_TILE)  # the same of a tile that has words over a seam at its upper edge
CALM = 6.0  # mm over, between and below a tile and bases: with less a sheet looks crowded
AIR = 14.0  # mm over, between and below a tile and bases: more is not missed
OVER_ZERO = 9.0  # mm by which upright bars start above the corner: their 0 is not beside that of the level ones


@dataclass(frozen=True)
class SheetSet:
    """The pages of a set: those of sheets that are printed on one side, the cover first, and those of sheets that are
    printed on both, each front before its back."""

    one_sided: tuple[SheetPage, ...]
    two_sided: tuple[SheetPage, ...]


def lay_out_set(kit: PaperKit, paper: Paper, assembly: PrintAssembly = FOLD_ASSEMBLY) -> SheetSet:
    """The pages of the set. Raises FabgenError with a Problem for everything that does not fit on this paper."""
    tiling, bodies = _sheets(kit, paper, assembly)
    thin = {batch.name for batch in kit.batches if batch.is_thin}
    # Sheets of card before those of plain paper, else in their order: each kind of paper is printed in one go.
    bodies = sorted(bodies, key=lambda body: (body.back_items is not None, thin.issuperset(body.batch_names)))
    backs = sum(body.back_items is not None for body in bodies)
    covers = make_cover_pages(kit, paper, tiling, [body.batch_names for body in bodies], assembly, backs)
    all_sheets = [*covers, *bodies]
    total = len(all_sheets)
    pages = [[*_pages(kit, body, assembly, n, total)] for n, body in enumerate(all_sheets, 1)]
    one_sided, two_sided = pages[:total - backs], pages[total - backs:]
    return SheetSet(tuple(chain.from_iterable(one_sided)), tuple(chain.from_iterable(two_sided)))


def _pages(kit: PaperKit, body: SheetBody, assembly: PrintAssembly, number: int, total: int) -> Iterator[SheetPage]:
    """The front of a sheet and, where there is one, its back."""
    frame, assembly = body.frame, assembly if body.back_items is not None else FOLD_ASSEMBLY
    imprint = make_side_imprint(frame, assembly, number, total, kit.words)
    thin = {batch.name for batch in kit.batches if batch.is_thin}
    if thin.issuperset(body.batch_names):  # as it is of the cover, on which there is nothing to cut out
        imprint = replace(imprint, print_mode=kit.words.text("on_plain_paper", mode=imprint.print_mode))
    yield make_page(body, name_set(kit), imprint, str(number), kit.words)
    if body.back_items is not None:
        title = kit.words.text("title_of_back", title=body.title)
        back = replace(body, title=title, items=body.back_items, corner=None)
        back_imprint = make_side_imprint(frame, assembly, number, total, kit.words, BACK)
        yield make_page(back, name_set(kit), back_imprint, kit.words.text("mark_of_back", number=number), kit.words)


def _sheets(kit: PaperKit, paper: Paper, assembly: PrintAssembly) -> tuple[PaperTiling, Sequence[SheetBody]]:
    """The tiling of the board, and all sheets of board, pieces and tokens. Their problems are raised together."""
    problems: list[Problem] = []
    tiling: PaperTiling | None = None
    batch_sheets: list[SheetBody] = []
    try:
        tiling = tile_board(kit.board.bounds(), kit.seams_x, kit.seams_y, paper)
    except FabgenError as error:
        problems += error.problems
    impose = partial(impose_batches, kit.batches, paper, kit.words, assembly)
    try:
        batch_sheets = impose(bases_matter=False)  # strips lie well, and bases below the board, where both may be
    except FabgenError as error:
        problems += error.problems
    if problems or not tiling:
        raise FabgenError(problems)
    standing = list_without_bases(kit.batches, batch_sheets)
    tiling, bases = _place_bases_below_board(tiling, standing, kit.words, CALM)
    if standing and not bases:
        batch_sheets = impose()
        tiling, bases = _place_bases_below_board(tiling, list_without_bases(kit.batches, batch_sheets), kit.words)
    foot = _find_foot_clear_of_board(tiling)
    board_sheets = [replace(sheet, ruler_foot=foot) for sheet in make_board_sheets(kit, tiling)]
    for number, grid in bases.items():
        board = board_sheets[number]
        title = capitalize_first(join_words([board.title, kit.words.text("list_bases")], kit.words.text("and")))
        board_sheets[number] = replace(board, title=title, items=(*board.items, grid),
                                       batch_names=(*board.batch_names, BASES))
    return tiling, [*board_sheets, *batch_sheets]


def _find_foot_clear_of_board(tiling: PaperTiling) -> float | None:
    """How high the upright bars start where a board reaches near to them: below the board, if they have room there,
    and with their 0 over that of the level ones, if there is room for that, too; else None."""
    frame, low = tiling.frame, find_low_ruler_foot(tiling.frame)
    feet = [tiling.place_of(tile)[1] - (tile.box_with_tabs[3] - tile.box_with_tabs[1]) for tile in tiling.tiles]
    is_near = tiling.at[0] - BLEED < frame.paper.margin + RULER_DEPTH + OFF_RULER
    highest = min(feet) - CLEAR - RULER_LENGTH
    return min(highest, low + OVER_ZERO) if is_near and highest > low else None


def _place_bases_below_board(tiling: PaperTiling, standing: Sequence[PaperBatch], words: Catalogue,
                             least_air: float = 0.0) -> tuple[PaperTiling, dict[int, PageItem]]:
    """The bases of pieces that have no room elsewhere, below the lowest tiles of the board, which are higher on their
    sheets then, by the numbers of these tiles: on as few sheets as may be, about as many on each. No bases where there
    is no room for all of them, with `least_air` mm over, between and below tile and bases."""
    boxes = [tile.box_with_tabs for tile in tiling.tiles]
    numbers = sorted(range(len(boxes)), key=lambda n: boxes[n][3] - boxes[n][1])
    for count in range(1, min(len(numbers), len(standing)) + 1):
        ends = [len(standing) * n // count for n in range(count + 1)]
        higher, bases = dict[int, Point](), dict[int, PageItem]()
        for number, first, end in zip(numbers, ends, ends[1:], strict=False):
            if found := _place_bases_below_tile(tiling, number, standing[first:end], words, least_air):
                higher[number], (grid, at) = found
                bases[number] = PageItem(grid.drawing.moved(*at), id=SHEET)
        if len(bases) == count:
            return replace(tiling, higher=higher), bases
    return tiling, {}


def _place_bases_below_tile(tiling: PaperTiling, number: int, standing: Sequence[PaperBatch], words: Catalogue,
                            least_air: float) -> tuple[Point, tuple[SheetBlock, Point]] | None:
    """The place of a tile that is higher on its sheet, and a grid of the bases of some pieces with its place below it,
    clear of the head where that may be; None without room."""
    frame, (x0, y0, x1, y1) = tiling.frame, tiling.tiles[number].box_with_tabs
    width, spare = frame.right - frame.left_edge, frame.top - frame.bottom - 2 * CLEAR - (y1 - y0)
    if width * spare < measure_bases(standing):
        return None
    grids = [grid for grid in list_base_grids(standing, words)
             if grid.width <= width and grid.height <= spare - least_air]
    # First those that leave most air between the head, the tile and the foot, where there is little of it.
    calm = sorted(grids, key=lambda grid: max(0.0, grid.height + AIR - spare))
    for grid, share in product(calm, OVER_SEAM if tiling.tiles[number].north else OVER_TILE):
        rest = spare - grid.height
        place = tiling.at[0], frame.top - CLEAR - share * rest
        if place[0] - CLEAR >= frame.left_edge or misses_ruler(tiling.tiles[number:number + 1], place, frame):
            # Level with the left edge of the board, but for one that is so near to the ruler that bases would touch it.
            left = place[0] if place[0] >= frame.left_edge else place[0] + (x1 - x0 - grid.width) / 2
            x = min(max(frame.left_edge, left), frame.right - grid.width)
            return place, (grid, (x, place[1] - (y1 - y0) - CLEAR - (1 - share) / 2 * rest - grid.height))
    return None


__all__ = ["PageItem", "SheetPage", "SheetSet", "lay_out_set"]
