"""How a set is joined and folded → small pictures from the origin, 26 mm high, and the steps in words.

Folds are drawn and named as on the sheets and in their key.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.paper_things import Net
from fabgen.artwork.path import Box, Path, Point, circle, line, polygon, rectangle
from fabgen.artwork.text import text_width
from fabgen.core.languages import Catalogue
from fabgen.core.problems import join_words
from fabgen.paper.cut_marks import draw_cross, draw_diamond, draw_fold_mark, draw_tab
from fabgen.paper.duplex import Mode
from fabgen.paper.strip_blocks import format_base_size
from fabgen.paper.tiles import TAB as TAB_DEPTH
from fabgen.paper.tiles import PaperTiling, name_half
from fabgen.typeset.pages import BODY

PictureSteps = tuple[Drawing, list[str]]
BOARD_WIDTH = 48.0  # mm: the width of the picture of a board
MOST_SIZES = 4  # sizes of bases that a step lists; of more sizes it names only the largest
# Of the capitals: from line to line in the name of a tile; those of a name of two lines.
LABEL_LEADING, SMALLER_LABEL = 1.7, 0.8
TAB, TILE_GAP = 2.4, 6.4  # mm: a tab in the picture, and the gap between tiles that are not joined yet
HALF_GAP, WASTE = 8.0, 1.4  # mm: the gap between halves, and the ink beyond a seam that is cut off
SMALL_STRIPES = 1.4  # mm from stripe to stripe of such a tab
TWO_TILES_WIDTH = 23.6  # mm: the width of two tiles and their gap, where the joined board is drawn beside them
MOST_TILES = 6, 4  # columns and rows of tiles in a picture
MOST_JOINS, FIRST_JOINS = 3, 2  # joins that a step lists; of more, how many before "and so on"
MOST_NAMES = 3  # tiles that a step names; of more it says which is not meant
TOKEN_STEPS: dict[Mode, list[str]] = {  # keys of words
    "fold": ["block_cut", "block_fold", "dry_cut"],
    "duplex": ["duplex_light", "duplex_cut"],
    "single": ["glue_blocks", "dry_cut"],
}
STRAIGHT_CUTS = {"dry_cut": "dry_cut_by_marks"}  # for tokens that marks beside their block show how to cut


def standee_steps(nets: Sequence[Net], words: Catalogue, bases: str = "") -> PictureSteps:
    """The steps for standees: a strip with its folds, the same half folded from the side, and the finished piece with
    its flaps named. `bases` are the numbers of the sheets that have bases to cut out; empty where none has."""
    if nets[0].base:
        return _draw_slotted_standee(nets[0].icon, words), [
            words.text("slotted_cut"),
            words.text("slotted_fold"),
            words.text("slotted_base", sizes=_list_base_sizes(nets, words)),
            words.text("slotted_sides"),
        ]
    first_arrow, second_arrow = _draw_arrow((23.5, 13), (28, 13)), _draw_arrow((43, 13), (47.5, 13))
    laid_flat = _draw_strip(nets[0].icon, words) + first_arrow
    return laid_flat + _draw_half_folded_strip() + second_arrow + _draw_standing_piece(nets[0], words), [
        words.text("tent_cut"),
        words.text("tent_fold"),
        words.text("tent_sides"),
        _word_bases(nets, words, bases),
    ]


def _word_bases(nets: Sequence[Net], words: Catalogue, sheets: str) -> str:
    """The step for the bases of tents: cut those that are printed, or else card of their size."""
    if sheets:
        return words.text("tent_bases", sheets=sheets, sizes=_list_base_sizes(nets, words))
    if len({net.card_size for net in nets}) > 1:
        return words.text("tent_glue", sizes=_list_base_sizes(nets, words))
    width, depth = (words.number(side, 1) for side in nets[0].card_size)
    return words.text("tent_card", width=width, depth=depth)


def _list_base_sizes(nets: Sequence[Net], words: Catalogue) -> str:
    """The size of all bases in mm, or their sizes in whole mm with the names of the pieces."""
    sizes = {net.card_size for net in nets}
    if len(sizes) == 1:
        return format_base_size(*sizes.pop(), words)
    names_by_size: dict[tuple[int, int], list[str]] = {}
    for net in nets:
        width, depth = net.card_size
        names_by_size.setdefault((round(width), round(depth)), []).append(net.kind)
    if len(names_by_size) > MOST_SIZES:
        largest = format_base_size(max(w for w, _ in names_by_size), max(d for _, d in names_by_size), words)
        return words.text("base_size_up_to", size=largest)
    final_and = words.text("and")
    return ", ".join(f"{join_words(dict.fromkeys(names), final_and)} {format_base_size(*size, words)}"
                     for size, names in names_by_size.items())


def _draw_strip(icon: Drawing, words: Catalogue) -> Drawing:
    """A strip laid flat with a piece's picture on both faces: the diagram at its lower end, the name at its upper
    one."""
    x0, x1, lower, middle, upper, top = 1.0, 10.0, 4.5, 13.6, 22.7, 26.5
    faces = _draw_faces(icon, (x0, lower, x1, upper))
    outline = draw(Role.HOLE, rectangle(x0, 0, x1 - x0, top))
    grid = draw(Role.GRID, rectangle(3.25, 0.8, 4.5, 3), line((3.25, 2.3), (7.75, 2.3)), line((4.75, 0.8), (4.75, 3.8)),
                line((6.25, 0.8), (6.25, 3.8)))
    plate = draw(Role.SHADE, rectangle(2.5, 24.1, 6, 1.0))
    folds = combine_drawings(draw_fold_mark((x0, x1 + 1), y == middle).moved(0, y) for y in (lower, middle, upper))
    labels = combine_drawings(
        draw_text(Role.NOTE, words.text(key), (x1 + 2, y - BODY / 2), BODY, anchor="start")
        for key, y in (("strip_flap", lower), ("strip_middle", middle), ("strip_flap", upper))
    )
    return faces + outline + grid + plate + folds + labels


def _draw_faces(icon: Drawing, box: Box) -> Drawing:
    """A piece's picture, whose foot is at the origin, on both faces of a strip: each foot at an end of the box, the
    heads at the fold in its middle. The box is grey where there is no picture."""
    left, low, right, high = box
    if not icon.items:
        return draw(Role.SHADE, rectangle(left, low, right - left, high - low))
    width, height = icon.size()
    face = icon.scaled(0.94 * min((right - left) / width, (high - low) / 2 / height))
    x0, y0, x1, _ = face.bounds()
    face = face.moved(-(x0 + x1) / 2, -y0)
    middle = (left + right) / 2
    return face.moved(middle, low) + face.turned(180).moved(middle, high)


def _draw_slotted_standee(icon: Drawing, words: Catalogue) -> Drawing:
    """The picture of a slotted standee: a strip with its base below it, the same folded, and the piece over its
    base."""
    x0, x1, base, low, middle, high, top = 1.0, 10.0, 6.5, 8.5, 16.5, 24.5, 26.5
    left, right = 3.5, 7.5
    faces = _draw_faces(icon, (x0, low, x1, high))
    corners = [(left, base), (left, low), (x0, low), (x0, high), (left, high), (left, top), (right, top), (right, high),
              (x1, high), (x1, low), (right, low), (right, base)]
    outline = draw(Role.HOLE, polygon(corners), rectangle(x0, 0, x1 - x0, base - 0.7))
    slit = draw(Role.TRIM, line((left, 3.6), (right, 3.6)))
    diagram = draw(Role.GRID, *(rectangle(x0 + 2.5 + 1.4 * i, 0.5, 1.4, 2.2) for i in range(3)))
    labels = combine_drawings(
        draw_text(Role.NOTE, words.text(key), (x1 + 2, y - BODY / 2), BODY, anchor="start")
        for key, y in (("strip_base", 3.0), ("strip_tab", 7.5), ("strip_middle", middle), ("strip_tab", 25.5))
    )
    crease = draw_fold_mark((x0, x1 + 1), True).moved(0, middle)
    strip = faces + outline + slit + diagram + crease + labels
    closed = _draw_paper_edge((33.2, 4.5), (33.2, 8), (35.4, 22.5), (37.6, 8), (37.6, 4.5))
    middle_x, foot = 60.0, 8.0
    upright = _draw_paper_edge(
        (middle_x - 0.2, foot), (middle_x - 0.2, 26), (middle_x + 0.2, 26), (middle_x + 0.2, foot)
    )
    upright += _draw_paper_edge((50, foot), (70, foot)) + draw(
        Role.TRIM, line((middle_x, foot), (middle_x, foot - 2.4))
    )
    parts = ((53.0, "standee_near", "standee_diagram"), (67.5, "standee_far", "standee_name"))
    captions = combine_drawings(
        draw_text(Role.NOTE, words.text(side), (x, foot - 4.0), BODY, bold=True)
        + draw_text(Role.NOTE, words.text(content), (x, foot - 7.6), BODY)
        for x, side, content in parts
    )
    return (
        strip
        + _draw_arrow((24.5, 13), (29, 13))
        + closed
        + _draw_arrow((42, 13), (46.5, 13))
        + upright
        + captions
    )


def _draw_half_folded_strip() -> Drawing:
    """A strip from its side, folded in the middle and at its flaps."""
    return _draw_paper_edge((29, 6), (33.2, 4.5), (35.4, 22.5), (37.6, 4.5), (41.8, 6))


def _draw_standing_piece(net: Net, words: Catalogue) -> Drawing:
    """The standee from its side: diagram flap at the left, where its owner sits, name flap at the right, each with its
    share of the base."""
    left, right, foot = 49.0, 71.0, 8.0
    near, far = net.folds[0].y, net.height - net.folds[-1].y
    middle = left + (right - left) * near / (near + far)
    standee = _draw_paper_edge((left, foot), (middle - 0.2, foot), (middle - 0.2, 26), (middle + 0.2, 26),
                          (middle + 0.2, foot), (right, foot))
    first = (left + middle) / 2 - 1.0
    parts = ((first, "standee_near", "standee_diagram"), (max((middle + right) / 2, first + 15.0), "standee_far",
                                                          "standee_name"))
    captions = combine_drawings(
        draw_text(Role.NOTE, words.text(side), (x, foot - 4.0), BODY, bold=True)
        + draw_text(Role.NOTE, words.text(content), (x, foot - 7.6), BODY)
        for x, side, content in parts
    )
    return standee + captions


def token_steps(mode: Mode, words: Catalogue, has_own_backs: bool = False,
                faces: Sequence[Drawing] = (), has_cut_lines: bool = True) -> PictureSteps:
    """The steps for tokens: a block with its fold, the same from its side, and the tokens cut out; or a flat sheet, its
    back, and the tokens. `has_own_backs`: some tokens have a back that differs from their front.
    `faces` are the fronts of the kinds of tokens: the pictures show the first one on the block, and up to four
    of them cut out; plain squares where there are none. Without `has_cut_lines` all are cut by their marks."""
    keys = [STRAIGHT_CUTS.get(key, key) if not has_cut_lines else key for key in TOKEN_STEPS[mode]]
    keys += ["single_backs"] if mode == "single" and has_own_backs else []
    picture = _draw_folding_block(faces) if mode == "fold" else _draw_flat_sheet(faces, mode == "duplex")
    return picture, list(map(words.text, keys))


def _draw_flat_sheet(faces: Sequence[Drawing], is_double_sided: bool) -> Drawing:
    """A flat sheet, its back where both sides are printed, and tokens cut out of it."""
    places = [(x, y) for y in (8.4, 13.0, 17.6) for x in (3.8, 8.4)]
    tokens = combine_drawings(_draw_face(faces, 0, x, y, 2.3) for x, y in places)
    front = tokens + draw(Role.HOLE, rectangle(0.5, 1, 11.2, 24)) + draw_cross(2.0, 23.2, 1.0)
    back = front.mirrored().moved(28.6, 0) if is_double_sided else Drawing()
    turned = _draw_arrow((12.6, 13), (16.2, 13)) if is_double_sided else Drawing()
    cut = _draw_arrow((28.4, 13), (32.0, 13)) if is_double_sided else _draw_arrow((15, 13), (19.5, 13))
    return front + back + turned + cut + _draw_tokens(faces).moved(0 if is_double_sided else -10, 0)


def _draw_tokens(faces: Sequence[Drawing]) -> Drawing:
    """Four tokens that are cut out, of as many kinds as there are."""
    places = [(x, y) for y in (15.5, 9.5) for x in (35.4, 41.2)]
    tokens = combine_drawings(_draw_face(faces, number, x, y, 2.6) for number, (x, y) in enumerate(places))
    return tokens if faces else tokens + draw(Role.HOLE, *(_square(x, y, 2.6) for x, y in places))


def _draw_face(faces: Sequence[Drawing], number: int, x: float, y: float, half: float) -> Drawing:
    """The face of a kind of token around x, y, twice `half` mm wide; a plain square without faces."""
    if not faces:
        return draw(Role.SHADE, _square(x, y, half))
    face = faces[number % len(faces)]
    x0, y0, x1, y1 = face.bounds()
    centred = face.moved(-(x0 + x1) / 2, -(y0 + y1) / 2)
    return centred.scaled(2 * half / max(x1 - x0, y1 - y0)).moved(x, y)


def _square(x: float, y: float, half: float) -> Path:
    """A token of a picture, around x, y."""
    return rectangle(x - half, y - half, 2 * half, 2 * half)


def _draw_folding_block(faces: Sequence[Drawing]) -> Drawing:
    """A block with its fold, the same half folded from its side, and tokens cut out of it."""
    upside_down = [face.turned(180) for face in faces]
    block = (
        combine_drawings(_draw_face(faces if y > 13 else upside_down, 0, x, y, 2.3)
                         for y in (4.5, 9.1, 16.9, 21.5) for x in (3.8, 8.4))
        + draw(Role.HOLE, rectangle(0.5, 1, 11.2, 24))
        + draw_fold_mark((0.5, 11.7), True).moved(0, 13)
    )
    half = _draw_paper_edge((18.5, 4), (22.5, 22), (26.5, 4))
    arrows = _draw_arrow((13.2, 13), (17.7, 13)) + _draw_arrow((27.4, 13), (31.9, 13))
    return block + half + _draw_tokens(faces) + arrows


def tile_steps(tiling: PaperTiling, words: Catalogue, board: Drawing | None = None) -> PictureSteps:
    """The steps for the board: its tiles apart, arrows that show how they are joined, and the board as it is drawn in
    `board`, at any size; plain without. A board on one sheet is only cut out."""
    columns = len({tile.box[0] for tile in tiling.tiles})
    rows = len(tiling.tiles) // columns
    if columns == rows == 1:
        return _draw_cut_board(tiling, board), [words.text("cut_board"), words.text("glue_board")]
    labels = [[tile.label for tile in tiling.tiles[j * columns:(j + 1) * columns]] for j in range(rows)]
    if halves := [words.text(key) for tile in tiling.tiles if (key := name_half(tiling, tile))]:
        picture = _draw_halves(halves, is_column=rows > 1) + _draw_arrow((25.8, 13), (29.0, 13))
        joined = _draw_joined_board(columns, rows, board)
        return picture + joined, _tell_halves(is_column=rows > 1, words=words)
    return _draw_tiles(labels, board), _tile_texts(labels, words)


def _draw_cut_board(tiling: PaperTiling, board: Drawing | None) -> Drawing:
    """A board of one sheet on that sheet with its corner marks, an arrow, and the board that was cut out."""
    x0, y0, x1, y1 = tiling.board
    shape = board or draw(Role.HOLE, rectangle(x0, y0, x1 - x0, y1 - y0))
    sheet_width, sheet_height = tiling.frame.width, tiling.frame.height
    factor = min(19.0 / sheet_width, 24.0 / sheet_height)
    width, height = sheet_width * factor, sheet_height * factor
    small = _centre(shape, (1 + width / 2, 13), factor * (x1 - x0))
    left, low, right, high = small.bounds()
    marks = [line(start, end) for x, s in ((left, -1), (right, 1)) for y, t in ((low, -1), (high, 1))
             for start, end in (((x + 0.5 * s, y), (x + 1.5 * s, y)), ((x, y + 0.5 * t), (x, y + 1.5 * t)))]
    sheet = draw(Role.HOLE, rectangle(1, 13 - height / 2, width, height))
    cut_out = _centre(shape, (1 + width + 9 + (right - left) / 2, 13), right - left)
    return sheet + small + draw(Role.TRIM, *marks) + _draw_arrow((width + 2.8, 13), (width + 8, 13)) + cut_out


def _centre(drawing: Drawing, middle: Point, width: float) -> Drawing:
    """A drawing `width` mm wide around a point."""
    x0, y0, x1, y1 = drawing.bounds()
    return drawing.moved(-(x0 + x1) / 2, -(y0 + y1) / 2).scaled(width / (x1 - x0)).moved(*middle)


def _draw_tiles(labels: Sequence[Sequence[str]], board: Drawing | None) -> Drawing:
    """Up to four tiles apart and joined. Of more tiles, as many as there is room for, apart only."""
    columns, rows = len(labels[0]), len(labels)
    if max(columns, rows) <= 2:
        return (
            _draw_tiles_apart(labels, TWO_TILES_WIDTH)
            + _draw_arrow((25.2, 13), (28.4, 13))
            + _draw_joined_board(columns, rows, board)
        )
    return _draw_tiles_apart([row[:MOST_TILES[0]] for row in labels[:MOST_TILES[1]]], BOARD_WIDTH - 2.0)


def _tell_halves(*, is_column: bool, words: Catalogue) -> list[str]:
    """The steps that say how to cut and glue the two halves of a board, one above the other or side by side."""
    return [words.text("cut_lower_half" if is_column else "cut_right_half"),
            words.text("keep_tab_of_half", overlap=f"{TAB_DEPTH:g}"),
            *map(words.text, ("keep_diamonds", "glue_halves", "trim_board"))]


def _tile_texts(labels: Sequence[Sequence[str]], words: Catalogue) -> list[str]:
    """The steps that say how to cut and glue rows of tiles, given their labels."""
    across, down = _list_joins(labels), _list_joins([*zip(*labels, strict=True)])
    if across and down:
        cut = words.text("cut_both_seams")
        glue = words.text("glue_rows", across=_join_words(across, words), down=_join_words(down, words))
    else:
        cut = _word_cut(labels[0][0], across or down, bool(down), words)
        glue = _word_glue(across or down, words)
    keep_tabs = words.text("keep_tabs", overlap=f"{TAB_DEPTH:g}")
    return [f"{cut} {keep_tabs}", f"{glue} {words.text('on_tab')}", words.text("trim_board")]


def _word_cut(first: str, joins: Sequence[tuple[str, str]], is_column: bool, words: Catalogue) -> str:
    """Which tiles of a single row or column are cut along a seam: by their names where they are few."""
    if len(joins) > MOST_NAMES:
        return words.text("cut_upper_seams_but" if is_column else "cut_left_seams_but", tile=first)
    tiles = join_words([tile for _, tile in joins], words.text("and"))
    return words.text("cut_upper_seams" if is_column else "cut_left_seams", tiles=tiles)


def _word_glue(joins: Sequence[tuple[str, str]], words: Catalogue) -> str:
    """How the tiles of a single row or column are glued."""
    return words.text("glue_tiles", joins=_join_words(joins, words))


def _list_joins(lines: Sequence[Sequence[str]]) -> list[tuple[str, str]]:
    """In each row or column, every tile but the first, after the neighbour onto whose tab it is glued."""
    return [pair for line_labels in lines for pair in pairwise(line_labels)]


def _join_words(joins: Sequence[tuple[str, str]], words: Catalogue) -> str:
    """Which tile is glued onto the tab of which. Where there are too many joins to list, the first two."""
    texts = [words.text("tile_onto", tile=tile, other=other) for other, tile in joins]
    if len(texts) <= MOST_JOINS:
        return ", ".join(texts)
    return ", ".join(texts[:FIRST_JOINS]) + words.text("and_so_on")


def _draw_tiles_apart(labels: Sequence[Sequence[str]], total_width: float) -> Drawing:
    """Tiles with their tabs, `total_width` mm wide, and arrows from each tile to the tab that it will cover."""
    columns, rows = len(labels[0]), len(labels)
    gap = TILE_GAP if max(columns, rows) <= 2 else max(2.2, min(TILE_GAP, 12.0 / max(columns, rows)))
    width = min(17.0, (total_width - gap * (columns - 1)) / columns)
    height = min(17.0, (24.0 - gap * (rows - 1)) / rows)
    factor, items = gap / TILE_GAP, list[Drawing]()
    tab, corner = TAB * factor, 1.5 * factor
    for j in range(rows):
        for i in range(columns):
            x, y = 1 + i * (width + gap), 25 - height - j * (height + gap)
            right, level, upright = x + width, y + height / 2, x + width / 2
            if i + 1 < columns:
                items += [draw_tab([(right, y), (right + tab, y + corner), (right + tab, y + height - corner),
                                    (right, y + height)], SMALL_STRIPES * factor),
                          _draw_pointer().turned(180).scaled(factor).moved(right + gap - 0.4 * factor, level)]
            if j + 1 < rows:
                items += [draw_tab([(x, y), (x + corner, y - tab), (right - corner, y - tab), (right, y)],
                                   SMALL_STRIPES * factor),
                          _draw_pointer().turned(90).scaled(factor).moved(upright, y - gap + 0.4 * factor)]
            label = _draw_tile_label(labels[j][i], upright, level, 0.85 * width)
            items += [_draw_tile_outline(x, y, width, height), label]
    return combine_drawings(items)


def _draw_halves(names: Sequence[str], *, is_column: bool) -> Drawing:
    """Two halves apart, one above the other or side by side: the first with its tab, the second with the ink beyond its
    seam, which scissors cut off, and an arrow from its cut to the tab that it will cover."""
    if is_column:
        width, height = 17.0, (24.0 - HALF_GAP) / 2
        (x, low), (other_x, y) = (2.6, 1.0), (2.6, 1.0 + height + HALF_GAP)
        seam, turn = (x, low + height), 0
        tab = [(x, y), (x + 1.5, y - TAB), (x + width - 1.5, y - TAB), (x + width, y)]
    else:
        width, height = (22.6 - HALF_GAP) / 2, 17.0
        (x, low), (other_x, y) = (1.0 + width + HALF_GAP, 2.6), (1.0, 2.6)
        seam, turn = (x, low), 90
        tab = [(1.0 + width, y), (1.0 + width + TAB, y + 1.5), (1.0 + width + TAB, y + height - 1.5),
               (1.0 + width, y + height)]
    long = width if is_column else height
    waste = draw(Role.SHADE, rectangle(0, 0, long, WASTE)) + draw(Role.TRIM, line((-1.6, 0), (long + 1.2, 0)))
    pointer = _draw_pointer().turned(90).moved(long / 2, WASTE + 0.3)
    cut = (waste + _draw_scissors().moved(long + 1.4, 0) + pointer).turned(turn).moved(*seam)
    tiles = _draw_tile_outline(other_x, y, width, height) + _draw_tile_outline(x, low, width, height)
    labels = [_draw_tile_label(name, left + width / 2, bottom + height / 2, 0.85 * width)
              for name, (left, bottom) in zip(names, ((other_x, y), (x, low)), strict=True)]
    return combine_drawings([draw_tab(tab, SMALL_STRIPES), tiles, cut, *labels])


def _draw_scissors() -> Drawing:
    """Scissors with the tips of their blades at the origin, to its right."""
    blades = draw(Role.HOLE, *(line((0, -0.5 * side), (2.4, 0.55 * side)) for side in (-1, 1)))
    return blades + draw(Role.HOLE, *(circle((3.0, 0.9 * side), 0.65) for side in (-1, 1)))


def _draw_joined_board(columns: int, rows: int, art: Drawing | None) -> Drawing:
    """The joined board with its art, and with whole diamonds at the ends of the seams."""
    width, height = (8.6 if columns > 1 else 17.0), (8.6 if rows > 1 else 17.0)
    left, low = 40 - width * columns / 2, 13 - height * rows / 2
    right, high = left + width * columns, low + height * rows
    tiles = [_draw_tile_outline(left + i * width, low + j * height, width, height)
             for i in range(columns) for j in range(rows)]
    ends = [(left + width, y) for y in (low - 1.6, high + 1.6)] if columns > 1 else []
    sides = [(x, low + height) for x in (left - 1.6, right + 1.6)] if rows > 1 else []
    ground = [_centre(art, (40, 13), min(right - left, (high - low) * art.size()[0] / art.size()[1]))] if art else []
    board = combine_drawings([*ground, *tiles, *(draw_diamond(x, y, 1.0) for x, y in ends + sides)])
    return board.moved(-40, -13).scaled(0.85).moved(38.4, 13)


def _draw_tile_outline(x: float, y: float, width: float, height: float) -> Drawing:
    return draw(Role.HOLE, rectangle(x, y, width, height))


def _draw_tile_label(label: str, x: float, y: float, room: float) -> Drawing:
    """The name of a tile around x, y, no wider than `room` mm: a long one has a line for each word."""
    lines = [label] if text_width(label, BODY) <= room else label.split(" ")
    cap = BODY * min(1.0 if len(lines) == 1 else SMALLER_LABEL, *(room / text_width(line, BODY) for line in lines))
    first = y + (len(lines) - 1) * cap * LABEL_LEADING / 2 - cap / 2
    return combine_drawings(draw_text(Role.NOTE, line, (x, first - number * cap * LABEL_LEADING), cap)
                            for number, line in enumerate(lines))


def _draw_pointer() -> Drawing:
    """A short thick arrow that starts at the origin and points to the right."""
    return draw(Role.TRIM, line((0, 0), (1.8, 0))) + draw(Role.NOTE, polygon([(1.4, -1.1), (3.3, 0), (1.4, 1.1)]))


def _draw_paper_edge(*points: Point) -> Drawing:
    """Paper seen from its edge."""
    return draw(Role.EDGE, line(*points))


def _draw_arrow(start: Point, end: Point) -> Drawing:
    """A short level arrow to the next picture."""
    y, tip = start[1], end[0]
    return draw(Role.TRIM, line(start, (tip - 1.4, y))) + draw(
        Role.NOTE, polygon([(tip - 1.8, y - 0.9), (tip, y), (tip - 1.8, y + 0.9)])
    )
