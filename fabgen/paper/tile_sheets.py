"""Tiles and the board's drawing → the sheets that show them, with tabs, cut marks, half-diamonds and the names of the
seams.

Only what is cut off or glued over carries marks: on the finished board nothing is visible but the game's own drawing.
"""

from __future__ import annotations

from dataclasses import replace

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.paper_things import PaperKit
from fabgen.artwork.path import Box, Path, Point, line, polygon, rectangle
from fabgen.artwork.text import text_width
from fabgen.core.languages import Catalogue
from fabgen.paper.cut_marks import CUT, JOIN, draw_key, draw_tab
from fabgen.paper.duplex import FOLD_ASSEMBLY, make_side_imprint
from fabgen.paper.tiles import BLEED, BOARD, CLEAR, TAB, BoardTile, PaperTiling, edge_of_ruler, name_half, tile_board
from fabgen.typeset.pages import (
    BODY,
    FOOT_BAND,
    HEAD_BAND,
    RULER_BAND,
    PageItem,
    SetName,
    SheetBody,
    SheetPage,
    make_page,
)
from fabgen.typeset.papers import LEAST_SIDE, Paper

POSTER = "poster"  # the name of the paper that is as large as the board needs
MARGIN = 10.0  # mm: the margin of the poster


def poster_paper(kit: PaperKit) -> Paper:
    """A paper with room for the board, cut marks, rulers and margins, rounded up to whole millimetres. Raises
    FabgenError where that is too large for a PDF."""
    x0, y0, x1, y1 = kit.board.bounds()
    width = x1 - x0 + 2 * MARGIN + RULER_BAND + 2 * CLEAR
    height = y1 - y0 + 2 * MARGIN + HEAD_BAND + FOOT_BAND + 2 * CLEAR
    size = max(LEAST_SIDE, float(-(-width // 1))), max(LEAST_SIDE, float(-(-height // 1)))
    name = kit.words.text("poster", width=f"{size[0]:g}", height=f"{size[1]:g}")
    return Paper(name=name, size=size, margin=MARGIN)


def name_set(kit: PaperKit) -> SetName:
    """What the heads of the sheets of a kit say of it."""
    return SetName(kit.title, kit.words.text("version_of_set", version=kit.version), kit.tones)


def lay_out_poster(kit: PaperKit) -> list[SheetPage]:
    """The single page of the poster, in a list."""
    tiling = tile_board(kit.board.bounds(), (), (), poster_paper(kit))
    (body,) = make_board_sheets(kit, tiling)
    return [
        make_page(
            replace(body, has_long_bars=True),
            name_set(kit),
            make_side_imprint(body.frame, FOLD_ASSEMBLY, 1, 1, kit.words),
            "1",
            kit.words,
        )
    ]


MARK = (1.0, 4.6)  # mm from the corner where a cut mark begins and ends; `tiles.CLEAR` leaves room for it
DIAMOND = 0.95  # mm: half of a diamond, beyond the mark of its seam
SEAM_MARK = 9.0  # mm from the corner to the end of the mark of a seam that is cut, where the sheet has room for that
UNDER = 0.4  # mm of ink that the striped tab leaves beyond a seam: the print ends there, and no white gap shows
NAME_OFFSET = 17.5  # mm from a tile's upper left corner to the middle of the name of a seam
NAME_CLEAR = 4.0  # mm from that corner to words and arrow, at the least
ABOVE_INK, BESIDE_INK = 1.4, 0.6  # mm from the ink beyond an upper and a left seam to its name
ARROW = 1.5  # mm: the head of an arrow; that of a seam that is cut has a shaft, and its tip on the seam
MAP = (22.0, 9.6)  # mm: the largest width and height of the map of the tiles


def make_board_sheets(kit: PaperKit, tiling: PaperTiling) -> list[SheetBody]:
    """One sheet per tile."""
    cuts_x = sorted({tile.box[2] for tile in tiling.tiles if tile.east})
    cuts_y = sorted({tile.box[1] for tile in tiling.tiles if tile.south})
    # The cut is shown by marks: a printed outline never meets the knife.
    art = kit.draw_clear_board(cuts_x, cuts_y).without(Role.EDGE)
    return [
        SheetBody(
            tiling.frame,
            _title_tile(tiling, tile, kit.words),
            _tile_items(kit.ground, art, tile, tiling, kit.words),
            (BOARD,),
            _draw_key_and_map(tiling, tile, kit.words),
        )
        for tile in tiling.tiles
    ]


def _title_tile(tiling: PaperTiling, tile: BoardTile, words: Catalogue) -> str:
    """What a sheet with a tile is called: the whole board, one of its halves, or a tile by its label."""
    if len(tiling.tiles) == 1:
        return words.text("board_title")
    if half := name_half(tiling, tile):
        return words.text("half_title", half=words.text(half))
    return words.text("tile_title", tile=tile.label)


def _draw_key_and_map(tiling: PaperTiling, tile: BoardTile, words: Catalogue) -> Drawing:
    """The key of the marks and, to the left of it, a map that shows which tile this is."""
    if len(tiling.tiles) == 1:
        return draw_key((CUT,), words)
    key = draw_key((CUT, JOIN), words)
    return key + draw_board_map(tiling, *MAP, tile).moved(key.bounds()[0] - 5.0, 0)


def draw_board_map(tiling: PaperTiling, width: float, height: float, tile: BoardTile) -> Drawing:
    """A small map of the tiles with the given one filled. Its upper right corner is at the origin."""
    x0, y0, x1, y1 = tiling.board
    factor = min(width / (x1 - x0), height / (y1 - y0))
    boxes = [rectangle(b[0], b[1], b[2] - b[0], b[3] - b[1]) for b in (t.box for t in tiling.tiles)]
    filled = draw(Role.NOTE, boxes[tiling.tiles.index(tile)])
    return (filled + draw(Role.GRID, *boxes)).moved(-x1, -y1).scaled(factor)


def _tile_items(ground: Drawing, art: Drawing, tile: BoardTile, tiling: PaperTiling, words: Catalogue
                ) -> tuple[PageItem, ...]:
    """The tabs of a tile, its part of the board's ground and of its drawing, and its marks, at their place on the
    sheet."""
    dx, dy = (place - edge for place, edge in zip(tiling.place_of(tile), (tile.box[0], tile.box[3]), strict=True))
    left, bottom, right, top = tile.box
    box = left - BLEED, bottom - BLEED, right + BLEED, top + BLEED
    part = Drawing(tuple(item for item in art.items if _overlap(item.bounds(), box)))
    clip = (box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy)
    ground_clip = (max(clip[0], edge_of_ruler(tiling.frame)), *clip[1:])
    id = "board" if len(tiling.tiles) == 1 else f"board tile {tile.label}"
    tabs = _draw_tabs(tile).moved(dx, dy)
    names = _draw_neighbour_names(tiling, tile, words)
    marks = (draw(Role.TRIM, *_make_cut_marks(tile, tiling)) + _draw_diamonds(tile) + names).moved(dx, dy)
    below = [PageItem(ground.moved(dx, dy), ground_clip, id)] if ground.items else []
    return *below, PageItem(part.moved(dx, dy), clip, id), PageItem(tabs, id=id), PageItem(marks, id=id)


def _overlap(a: Box, b: Box) -> bool:
    """True if two boxes overlap, or are less than 1 mm apart."""
    return a[0] <= b[2] + 1 and b[0] <= a[2] + 1 and a[1] <= b[3] + 1 and b[1] <= a[3] + 1


def _draw_tabs(tile: BoardTile) -> Drawing:
    """Striped glue tabs at the right and lower seams, with their free corners cut off. They cover the ink beyond the
    seam, so that the edge of the neighbour lies where the stripes begin."""
    left, bottom, right, top = tile.box
    tabs, slant = list[list[Point]](), 4 * UNDER / TAB
    if tile.east:
        tabs.append([(right + UNDER, bottom + slant), (right + TAB, bottom + 4), (right + TAB, top - 4),
                     (right + UNDER, top - slant)])
    if tile.south:
        tabs.append([(left + slant, bottom - UNDER), (left + 4, bottom - TAB), (right - 4, bottom - TAB),
                     (right - slant, bottom - UNDER)])
    return combine_drawings(map(draw_tab, tabs))


def _make_cut_marks(tile: BoardTile, tiling: PaperTiling) -> list[Path]:
    """Marks that continue every edge that is cut, the outer edges of the board and the upper and left seams. Beyond a
    seam they begin behind the ink, beside the slanting end of a tab; those of a seam that is cut are longer where it
    reaches the edge of the board, and go along the half-diamond there."""
    left, bottom, right, top = tile.box
    near, far = MARK
    west, south, east, north = (BLEED + 0.4 if neighbour else near
                                for neighbour in (tile.west, tile.south, tile.east, tile.north))
    levels = [y for y, cut in ((top, True), (bottom, not tile.south)) if cut]
    uprights = [x for x, cut in ((left, True), (right, not tile.east)) if cut]

    across, along = _find_room_of_seams(tile, tiling)

    def end(is_seam: bool, neighbour: str, room: float) -> float:
        """How far a mark reaches: further where a seam ends at the edge of the board."""
        return max(far, min(SEAM_MARK, room)) if is_seam and not neighbour else far

    north_seam, west_seam = ((top,) if tile.north else ()), ((left,) if tile.west else ())
    return [
        *(line((left - west, y), (left - end(y in north_seam, tile.west, across), y)) for y in levels),
        *(line((right + east, y), (right + end(y in north_seam, tile.east, across), y)) for y in levels),
        *(line((x, bottom - south), (x, bottom - end(x in west_seam, tile.south, along))) for x in uprights),
        *(line((x, top + north), (x, top + end(x in west_seam, tile.north, along))) for x in uprights),
    ]


def _find_room_of_seams(tile: BoardTile, tiling: PaperTiling) -> tuple[float, float]:
    """How far in mm marks may reach beyond both ends of level seams and of upright ones: as far as the box of the
    sheet that is free of rulers and words."""
    left, bottom, right, top = tile.box
    x, y, frame = *tiling.place_of(tile), tiling.frame
    return (min(x - frame.left_edge, frame.right - x - (right - left)),
            min(frame.top - y, y - (top - bottom) - frame.bottom))


def _draw_diamonds(tile: BoardTile) -> Drawing:
    """Half-diamonds where a seam reaches the edge of the board: the neighbour's half makes them whole."""
    left, bottom, right, top = tile.box
    half, out = DIAMOND, MARK[1] - DIAMOND
    ends = [
        (x, y, side)
        for x, side, joins in ((left, 1, tile.west), (right, -1, tile.east))
        if joins
        for y, ends in ((top + out, not tile.north), (bottom - out, not tile.south))
        if ends
    ]
    sides = [
        (x, y, side)
        for y, side, joins in ((top, -1, tile.north), (bottom, 1, tile.south))
        if joins
        for x, ends in ((left - out, not tile.west), (right + out, not tile.east))
        if ends
    ]
    upright = [polygon([(x, y - half), (x + side * half, y), (x, y + half)]) for x, y, side in ends]
    level = [polygon([(x - half, y), (x, y + side * half), (x + half, y)]) for x, y, side in sides]
    return combine_drawings(draw(Role.NOTE, path) for path in upright + level)


def _draw_neighbour_names(tiling: PaperTiling, tile: BoardTile, words: Catalogue) -> Drawing:
    """What is done at the seams, with the names of the neighbours: on the tabs, which go under these, and near the
    upper left corner beside the seams that are cut, clear of its cut marks. Of two halves, neither needs a name."""
    left, bottom, right, top = tile.box
    x, y = (left + right) / 2, (bottom + top) / 2
    tab, is_half = (TAB + BLEED) / 2, bool(name_half(tiling, tile))

    def name_tab(neighbour: str) -> str:
        if is_half:
            return words.text("glue_under_half", overlap=f"{TAB:g}")
        return words.text("glue_under", tile=neighbour, seam=f"{tile.label}–{neighbour}", overlap=f"{TAB:g}")

    def name_cut(neighbour: str) -> str:
        return words.text("cut_here") if is_half else words.text("onto", tile=neighbour)

    onto_west, onto_north = name_cut(tile.west), name_cut(tile.north)
    captions = [
        (tile.east, name_tab(tile.east), ARROW, 90, (right + tab + BODY / 2, y)),
        (tile.south, name_tab(tile.south), ARROW, 0, (x, bottom - tab - BODY / 2)),
        (tile.west, onto_west, BODY + BESIDE_INK + BLEED, 90,
         (left - BLEED - BESIDE_INK, top - _offset_of_name(onto_west))),
        (tile.north, onto_north, BODY + ABOVE_INK + BLEED, 0,
         (left + _offset_of_name(onto_north), top + BLEED + ABOVE_INK)),
    ]
    return combine_drawings(
        _words_with_arrow(text, long).turned(turn).moved(*at) for name, text, long, turn, at in captions if name
    )


def _offset_of_name(name: str) -> float:
    """How far in mm the middle of the name of a seam is from the tile's upper left corner: NAME_OFFSET, or more where a
    cut mark at the corner would go through its words."""
    return max(NAME_OFFSET, text_width(name, BODY) / 2 + NAME_CLEAR)


def _words_with_arrow(words: str, long: float) -> Drawing:
    """Words centred on the origin, followed by an arrow `long` mm down from the height of their capitals."""
    x, tip = text_width(words, BODY) / 2 + 0.7, (BODY - ARROW) / 2 if long == ARROW else BODY - long
    shaft = [line((x, BODY), (x, tip + ARROW))] if long > ARROW else []
    head = polygon([(x - 0.9, tip + ARROW), (x + 0.9, tip + ARROW), (x, tip)])
    return draw_text(Role.NOTE, words, (-1.5, 0), BODY) + draw(Role.TRIM, *shaft) + draw(Role.NOTE, head)
