"""How a set is joined, folded and glued → steps, each a picture that is understood by itself and what it says in words.

Sheets that are cut are drawn from above, whatever is glued or stands at a slant. The pieces, tokens and boards in the
pictures are those of the set. All lengths in mm.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from fabgen.artwork.clipped_drawing import clip_drawing
from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape, combine_drawings, draw, draw_text
from fabgen.artwork.paper_things import Net, draw_card_ground, draw_fold_mark
from fabgen.artwork.path import Matrix, Path, Point, apply_matrix, circle, line, polygon, rectangle
from fabgen.artwork.text import text_width
from fabgen.core.english import join_words
from fabgen.core.languages import Catalogue
from fabgen.paper.cut_marks import draw_cross, draw_diamond, draw_tab, make_corner_marks
from fabgen.paper.duplex import Mode
from fabgen.paper.strip_blocks import format_base_size
from fabgen.paper.tiles import TAB as TAB_DEPTH
from fabgen.paper.tiles import PaperTiling, name_half
from fabgen.typeset.pages import BODY

Step = tuple[Drawing, str]
PICTURE = (31.0, 21.0)  # the width or height of the picture of a step
LEAST_CAP = 1.17  # the capitals of type of 5 points; pictures show smaller words as grey bars
LEAST_ZOOM = 0.8  # of the size of a picture: the least that words on tokens are drawn for
AHEAD = (0.5, 0.36)  # where 1 mm away from the viewer is drawn: to the right and up
ACROSS = (-0.62, 0.36)  # the same of pieces that are seen from the left of their owner: to the left and up
FLAT = 0.02  # how far from a curve the corners of its slanting picture may be
THICK = 1.5  # thick card and board in a picture
LIFT = 5.0  # how far over it things are that will be glued onto it
# A strip in a picture: its width, its flap with the diagram, a face, and the flap with the name.
STRIP_WIDTH, FRONT_FLAP, FACE, BACK_FLAP = 8.0, 4.4, 7.6, 3.4
STRIPS = 3  # in the picture of a block
STANDING = 1.45  # of the width of a strip: that of a standing piece, which has these other measures
STANDING_HEIGHT, DIAGRAM_DEPTH, NAME_DEPTH = 12.7, 8.0, 6.2
PRESS = 4.6  # the length of arrows that press a strip together
SLANT = (2.6, 1.35)  # of a strip that is folded in the middle: how far its ridge is behind its foot; of its length
# Sizes of bases that a step lists, and pieces that it names with them; of more it tells only the largest size.
MOST_SIZES, MOST_SIZED = 4, 6
# Of the capitals: from line to line in the name of a tile; those of a name of two lines.
LABEL_LEADING, SMALLER_LABEL = 1.7, 0.8
SMALL_MARK = 0.5, 2.0  # from the corners of what is cut out in a picture: where its cut marks begin and end
TAB, TILE_GAP = 2.4, 6.4  # a tab in the picture, and the gap between tiles that are not joined yet
HALF_GAP, WASTE = 7.0, 1.4  # the gap between halves, and the ink beyond a seam that is cut off
SMALL_STRIPES = 1.4  # from stripe to stripe of such a tab
TILES_WIDTH, TILES_HEIGHT = 29.0, 23.0  # tiles and their gaps
LINED_AT = 0.3  # of the height of a token that is cut along its line: near that a knife is on its line
LINED, LINED_GAP = 0.5, 2.6  # of the block of others: the size of such a token beside it; from one to the other
NOTHING = Drawing()
MOST_TILES = 6, 4  # columns and rows of tiles in a picture
MOST_JOINS, FIRST_JOINS = 3, 2  # joins that a step lists; of more, how many before "and so on"
MOST_NAMES = 3  # tiles that a step names; of more it says which is not meant
TOKEN_STEPS: dict[Mode, list[str]] = {  # keys of words
    "fold": ["block_cut", "block_fold", "dry_cut"],
    "duplex": ["duplex_light", "duplex_cut"],
    "single": ["glue_blocks", "dry_cut"],
}
STRAIGHT_CUTS = {"dry_cut": "dry_cut_by_marks"}  # for tokens that marks beside their block show how to cut


def standee_steps(nets: Sequence[Net], words: Catalogue, bases: str = "") -> list[Step]:
    """The steps for standees: a block of strips, one of them folded in the middle, the same with its flaps folded
    outwards before an eye that reads the diagram, and on its way onto its base. `bases` are the numbers of the sheets
    that have bases to cut out; empty where none has."""
    net = nets[0]
    if net.base:
        return [
            (_draw_block(net), words.text("slotted_cut")),
            (_draw_folded_strip(net), words.text("slotted_fold")),
            (_draw_slit_base(net), words.text("slotted_base", sizes=_list_base_sizes(nets, words))),
            (_draw_piece_over_base(net), words.text("slotted_sides")),
        ]
    return [
        (_draw_block(net), words.text("tent_cut")),
        (_draw_folded_strip(net), words.text("tent_fold")),
        (_draw_eye().moved(-24.0, 1.0) + _draw_standing_piece(net), words.text("tent_sides")),
        (_draw_piece_over_base(net), _word_bases(nets, words, bases)),
    ]


def _word_bases(nets: Sequence[Net], words: Catalogue, sheets: str) -> str:
    """The step for the bases of tents: cut those that are printed, or else card of their size."""
    if sheets:
        return words.text("tent_bases", sheets=sheets)
    if len({net.card_size for net in nets}) > 1:
        return words.text("tent_glue", sizes=_list_base_sizes(nets, words))
    return words.text("tent_card", size=format_base_size(*nets[0].card_size, words))


def _list_base_sizes(nets: Sequence[Net], words: Catalogue) -> str:
    """The size of all bases in mm, or their sizes in whole mm with the names of the pieces."""
    sizes = {net.card_size for net in nets}
    if len(sizes) == 1:
        return format_base_size(*sizes.pop(), words)
    names_by_size: dict[tuple[int, int], list[str]] = {}
    for net in nets:
        width, depth = net.card_size
        names_by_size.setdefault((round(width), round(depth)), []).append(net.kind)
    if len(names_by_size) > MOST_SIZES or sum(len({*names}) for names in names_by_size.values()) > MOST_SIZED:
        largest = format_base_size(max(w for w, _ in names_by_size), max(d for _, d in names_by_size), words)
        return words.text("base_size_up_to", size=largest)
    final_and = words.text("and")
    return ", ".join(f"{join_words(dict.fromkeys(names), final_and)} {format_base_size(*size, words)}"
                     for size, names in names_by_size.items())


def _draw_block(net: Net) -> Drawing:
    """Strips side by side with the marks of their folds, and a knife that cuts them apart. A slotted strip has its base
    at its lower end."""
    strip = _draw_strip(net)
    width, height = STRIPS * STRIP_WIDTH, strip.bounds()[3]
    folds = _list_folds(net)
    marks = combine_drawings(draw_fold_mark((-1.6, width + 1.6), way == "mountain").moved(0, y) for y, way in folds)
    cut = draw(Role.TRIM, line((2 * STRIP_WIDTH, -1.0), (2 * STRIP_WIDTH, height + 3.0)))
    strips = combine_drawings(strip.moved(number * STRIP_WIDTH, 0) for number in range(STRIPS))
    return _place_at_origin(strips + marks + cut + _draw_knife().moved(2 * STRIP_WIDTH, height + 0.6))


def _list_folds(net: Net) -> list[tuple[float, str]]:
    """The heights of the folds of a strip in a picture, and which way they are folded."""
    if net.base:
        return [(FRONT_FLAP + BACK_FLAP + FACE, "mountain")]
    return [(FRONT_FLAP, "valley"), (FRONT_FLAP + FACE, "mountain"), (FRONT_FLAP + 2 * FACE, "valley")]


def _draw_strip(net: Net) -> Drawing:
    """A strip from above, with its lower left corner at the origin: flap, the piece on both faces with heads at the
    fold in the middle, flap; or its base below both faces."""
    low = FRONT_FLAP + (BACK_FLAP if net.base else 0.0)
    top = low + 2 * FACE + (0.0 if net.base else BACK_FLAP)
    face, plate = _draw_face_of(net, STRIP_WIDTH, FACE), _draw_name_plate(STRIP_WIDTH, BACK_FLAP)
    drawn = face.moved(0, low) + face.turned(180).moved(STRIP_WIDTH, low + 2 * FACE)
    drawn += plate.moved(0, FRONT_FLAP if net.base else top - BACK_FLAP)
    ground = draw_card_ground(net.tone, (0, 0, STRIP_WIDTH, top))
    ends = [line((0, low), (STRIP_WIDTH, low))] if net.base else []
    outline = draw(Role.HOLE, rectangle(0, 0, STRIP_WIDTH, top), *ends)
    return ground + _draw_diagram(net, STRIP_WIDTH, FRONT_FLAP) + drawn + outline


def _draw_face_of(net: Net, width: float, height: float) -> Drawing:
    """The piece on a face of its strip, in the middle of its foot at y = 0; grey where there is no picture."""
    if not net.icon.items:
        return draw(Role.SHADE, rectangle(0.2 * width, 0, 0.6 * width, 0.8 * height))
    icon_width, icon_height = net.icon.size()
    icon = net.icon.scaled(0.92 * min(width / icon_width, height / icon_height))
    x0, y0, x1, _ = icon.bounds()
    return icon.moved(width / 2 - (x0 + x1) / 2, 0.04 * height - y0)


def _draw_diagram(net: Net, width: float, depth: float) -> Drawing:
    """What is on the flap before the owner, or on that part of a base, in a flap of a picture; a few cells where that
    is empty, or nothing but a level line, as the slit of a base with a plain face."""
    front = net.base * 0.6 if net.base else net.folds[0].y
    drawn = clip_drawing(net.drawing, (0, 0, net.width, front)) if net.drawing.items else Drawing()
    drawn = Drawing(tuple(item for item in drawn.items if isinstance(item, Shape)))
    x0, y0, x1, y1 = drawn.bounds() if drawn.items else (0.0, 0.0, 0.0, 0.0)
    if x1 <= x0 or y1 <= y0:
        return draw(Role.GRID, *(rectangle(width / 2 + 1.2 * number, depth / 2 - 0.6, 1.2, 1.2)
                                 for number in (-1.5, -0.5, 0.5)))
    factor = min(0.9 * width / (x1 - x0), 0.86 * depth / (y1 - y0))
    centred = drawn.moved(-(x0 + x1) / 2, -(y0 + y1) / 2).scaled(factor)
    return centred.moved(width / 2, depth / 2)


def _draw_name_plate(width: float, depth: float) -> Drawing:
    """The name on a flap, as a bar."""
    return draw(Role.MARK, rectangle(0.2 * width, 0.36 * depth, 0.6 * width, 0.28 * depth))


def _draw_folded_strip(net: Net) -> Drawing:
    """A strip that is folded in the middle, with the print outside, and arrows that press its faces together: its back
    leans away, so that its blank inside is seen."""
    behind, stretch = SLANT
    low = 0.0 if net.base else FRONT_FLAP
    length = low + FACE
    front = draw_card_ground(net.tone, (0, 0, STRIP_WIDTH, length))
    front += _draw_face_of(net, STRIP_WIDTH, FACE).moved(0, low) + draw(Role.HOLE, rectangle(0, 0, STRIP_WIDTH, length))
    if not net.base:
        front += _draw_diagram(net, STRIP_WIDTH, FRONT_FLAP) + draw(Role.HOLE, line((0, low), (STRIP_WIDTH, low)))
    leaning: Matrix = (STANDING, 0.0, behind / length, stretch, 0.0, 0.0)
    width, ridge = STANDING * STRIP_WIDTH, stretch * length
    foot = 0.25 * ridge
    inside = polygon([(width + behind, ridge), (width + 2 * behind, foot), (width + behind * foot / ridge, foot)])
    back = draw(Role.SHADE, inside, tone="white") + draw(Role.HOLE, inside)
    near, far = (-0.8, 0.5 * ridge), (width + 2 * behind + 0.8, 0.5 * ridge)
    arrows = _draw_arrow((near[0] - PRESS, near[1]), near) + _draw_arrow((far[0] + PRESS, far[1]), far)
    return _place_at_origin(back + _slant(front, leaning) + arrows)


def _draw_standing_piece(net: Net) -> Drawing:
    """A piece from the left of its owner, its foot from the origin to the left and up: the name behind it, its face,
    and the diagram before it at the left. A slotted one is its face alone, with its tab."""
    width, height = STANDING * STRIP_WIDTH, STANDING_HEIGHT
    face = draw_card_ground(net.tone, (0, 0, width, height)) + _draw_face_of(net, width, height)
    outline = rectangle(0, 0, width, height)
    if net.base:
        tab = rectangle(0.3 * width, -1.8, 0.4 * width, 1.8)
        face = draw(Role.SHADE, tab, tone="white") + draw(Role.HOLE, tab) + face
    standing = _slant(face + draw(Role.EDGE, outline), (*ACROSS, 0.0, 1.0, 0.0, 0.0))
    if net.base:
        return standing
    flaps = []
    for depth, foot, drawn in ((NAME_DEPTH, 0.0, _draw_name_plate(width, NAME_DEPTH)),
                               (DIAGRAM_DEPTH, -DIAGRAM_DEPTH, _draw_diagram(net, width, DIAGRAM_DEPTH))):
        flap = draw_card_ground(net.tone, (0, 0, width, depth)) + drawn + draw(Role.HOLE, rectangle(0, 0, width, depth))
        flaps.append(_slant(flap, (*ACROSS, 1.0, 0.0, foot, 0.0)))
    behind, before = flaps
    return behind + standing + before


def _draw_piece_over_base(net: Net) -> Drawing:
    """A piece over its base of thick card, and arrows that show how it comes down onto it: with its flaps, or with its
    tab into the slit."""
    width = STANDING * STRIP_WIDTH
    base = _draw_slab(DIAGRAM_DEPTH + NAME_DEPTH, width, ACROSS, net.tone if net.base else "").moved(-DIAGRAM_DEPTH, 0)
    if net.base:
        top = _draw_diagram(net, width, DIAGRAM_DEPTH) + draw(
            Role.EDGE, line((0.25 * width, DIAGRAM_DEPTH), (0.75 * width, DIAGRAM_DEPTH)))
        base += _slant(top, (*ACROSS, 1.0, 0.0, -DIAGRAM_DEPTH, 0.0))
    left, right = width * ACROSS[0] - DIAGRAM_DEPTH, NAME_DEPTH
    arrows = [_draw_arrow((x, y + LIFT), (x, y)) for x, y in ((left - 1.6, width * ACROSS[1]), (right + 1.6, 0.0))]
    return _place_at_origin(combine_drawings([base, *arrows, _draw_standing_piece(net).moved(0, LIFT)]))


def _draw_slit_base(net: Net) -> Drawing:
    """The base of a slotted piece over the thick card that it is glued onto."""
    width, deep = STANDING * STRIP_WIDTH, DIAGRAM_DEPTH + NAME_DEPTH
    printed = draw_card_ground(net.tone, (0, 0, width, deep)) + _draw_diagram(net, width, DIAGRAM_DEPTH)
    printed += _draw_name_plate(width, NAME_DEPTH).moved(0, DIAGRAM_DEPTH)
    printed += draw(Role.HOLE, rectangle(0, 0, width, deep)) + draw(
        Role.EDGE, line((0.25 * width, DIAGRAM_DEPTH), (0.75 * width, DIAGRAM_DEPTH)))
    return _draw_over_slab(_slant(printed, (*ACROSS, 1.0, 0.0, 0.0, 0.0)), _draw_slab(deep, width, ACROSS, ""))


def _draw_slab(width: float, deep: float, ahead: Point, tone: str) -> Drawing:
    """A sheet of thick card, or of board, that lies on the table: its near left corner is at the origin, above its
    thickness. `ahead` is as AHEAD and ACROSS are: its right or its left side is seen, too."""
    back = deep * ahead[0], deep * ahead[1]
    side = width if ahead[0] > 0 else 0.0  # where the side that is seen begins
    top = polygon([(0, 0), (width, 0), (width + back[0], back[1]), back])
    front = rectangle(0, -THICK, width, THICK)
    flank = polygon([(side, 0), (side + back[0], back[1]), (side + back[0], back[1] - THICK), (side, -THICK)])
    sides = draw(Role.DARK_SHADE, front, tone="wood") + draw(Role.DARK_SHADE, flank, tone="wood")
    return sides + draw(Role.SHADE, top, tone=tone or "wood") + draw(Role.HOLE, top, front, flank)


def _draw_over_slab(sheet: Drawing, slab: Drawing) -> Drawing:
    """A sheet of paper that is glued onto a slab below it, with arrows below its near edge."""
    lifted = _place_at_origin(sheet).moved(0, THICK + LIFT)
    x0, low, x1, _ = lifted.bounds()
    arrows = [_draw_arrow((x, low - 0.6), (x, low - LIFT + 1.0))
              for x in (x0 + share * (x1 - x0) for share in (0.2, 0.72))]
    return _place_at_origin(slab) + lifted + combine_drawings(arrows)


def _slant(drawing: Drawing, matrix: Matrix) -> Drawing:
    """A drawing as it is seen on a surface at a slant, without its words. Curves become short lines."""
    items = list[Shape]()
    for item in drawing.items:
        if isinstance(item, Lettering):
            continue
        paths = [polygon([apply_matrix(matrix, p) for p in path.flatten(FLAT)]) if path.closed
                 else line(*(apply_matrix(matrix, p) for p in path.trace(FLAT))) for path in item.paths]
        items.append(Shape(tuple(paths), item.role, item.tone))
    return Drawing(tuple(items))


def _lay_down(drawing: Drawing) -> Drawing:
    """A drawing as it lies on the table."""
    return _slant(drawing, (1.0, 0.0, *AHEAD, 0.0, 0.0))


def _place_at_origin(drawing: Drawing) -> Drawing:
    """A drawing with the lower left corner of its bounds at the origin."""
    x0, y0, _, _ = drawing.bounds()
    return drawing.moved(-x0, -y0)


def _draw_eye() -> Drawing:
    """An eye that looks to the right, beside a piece."""
    lids = polygon([(0, 6.5), (1.4, 7.9), (3.2, 8.4), (5.0, 7.9), (6.4, 6.5), (5.0, 5.1), (3.2, 4.6), (1.4, 5.1)])
    return draw(Role.SHADE, lids, tone="white") + draw(Role.HOLE, lids) + draw(Role.MARK, circle((3.9, 6.5), 1.2))


def _draw_knife() -> Drawing:
    """A craft knife with its tip at the origin, above it at the right: a blade with a slanting edge, a collar, and a
    handle with grooves."""
    blade = polygon([(0, 0), (1.45, 2.35), (1.45, 4.0), (0.35, 4.0)])
    collar = polygon([(0.15, 4.0), (1.65, 4.0), (1.75, 5.0), (0.05, 5.0)])
    handle = polygon([(0.05, 5.0), (1.75, 5.0), (1.75, 9.6), (1.35, 10.2), (0.45, 10.2), (0.05, 9.6)])
    grooves = draw(Role.HOLE, *(line((0.05, y), (1.75, y)) for y in (5.7, 6.3, 6.9)))
    knife = draw(Role.SHADE, blade, handle, tone="white") + draw(Role.MARK, collar)
    return (knife + draw(Role.HOLE, blade, handle) + grooves).turned(-32)


def token_steps(mode: Mode, words: Catalogue, *, has_own_backs: bool = False,
                faces: Sequence[Drawing] = (), has_cut_lines: bool = True, along_line: Drawing = NOTHING
                ) -> list[Step]:
    """The steps for tokens: a block with its fold, the same from its side, and the tokens cut out; or a block that is
    glued onto thick card, or one with both sides, and the tokens. `has_own_backs`: some tokens have a back that differs
    from their front. `faces` are the fronts of the kinds of tokens: the pictures show the first one, as blocks hold
    one kind each; plain squares where there are none. Without `has_cut_lines` all are cut by their
    marks; `along_line` is one that is cut along its line, where others are not."""
    texts = [words.text(STRAIGHT_CUTS.get(key, key) if not has_cut_lines else key) for key in TOKEN_STEPS[mode]]
    if mode == "single" and has_own_backs:
        texts[0] = f"{texts[0]} {words.text('single_backs')}"
    if mode == "fold":
        pictures = [_draw_folding_block(faces), _draw_half_folded_block(), _draw_tokens(faces, along_line)]
    elif mode == "duplex":
        pictures = [_draw_both_sides(faces), _draw_tokens(faces, along_line)]
    else:
        block = _draw_flat_block(faces)
        width, depth = (length + 2.0 for length in block.size())
        pictures = [_draw_over_slab(_lay_down(block), _draw_slab(width, depth, AHEAD, "")),
                    _draw_tokens(faces, along_line)]
    return [*zip(pictures, texts, strict=True)]


def _draw_flat_block(faces: Sequence[Drawing]) -> Drawing:
    """A block of nine tokens from above."""
    places = [(x, y) for y in (2.7, 7.7, 12.7) for x in (2.7, 7.7, 12.7)]
    tokens = combine_drawings(_draw_face(faces, 0, x, y, 2.5) for x, y in places)
    return draw(Role.SHADE, rectangle(-0.8, -0.8, 17, 17), tone="white") + tokens + draw(
        Role.HOLE, rectangle(-0.8, -0.8, 17, 17))


def _draw_both_sides(faces: Sequence[Drawing]) -> Drawing:
    """The front and the back of a block that is printed on both sides."""
    places = [(x, y) for y in (6.4, 11.0, 15.6) for x in (3.8, 8.4)]
    tokens = combine_drawings(_draw_face(faces, 0, x, y, 2.3) for x, y in places)
    front = tokens + draw(Role.HOLE, rectangle(0.5, 0, 11.2, 23)) + draw_cross(2.0, 21.2, 1.0)
    return front + front.mirrored().moved(29.0, 0) + _draw_arrow((12.6, 11.5), (16.2, 11.5))


def _draw_tokens(faces: Sequence[Drawing], along_line: Drawing) -> Drawing:
    """A block of four tokens of a kind with its marks, the last of which a knife is cutting out, and beside it the one
    that is cut along its line, with a knife on that."""
    half = 4.6
    places = [(half, 3 * half), (3 * half, 3 * half), (half, half), (3 * half, half)]
    tokens = combine_drawings(_draw_face(faces, 0, x, y, half) for x, y in places)
    tokens = tokens if faces else tokens + draw(Role.HOLE, *(_square(x, y, half) for x, y in places))
    side, (near, far) = 4 * half, SMALL_MARK
    ends = [(at, edge, sign) for at in (0.0, side / 2, side) for edge, sign in ((0.0, -1), (side, 1))]
    marks = [line((at, edge + sign * near), (at, edge + sign * far)) for at, edge, sign in ends]
    marks += [line((edge + sign * near, at), (edge + sign * far, at)) for at, edge, sign in ends]
    cut = draw(Role.TRIM, *marks, line((side, -far), (side, side + far)))
    block = tokens + cut + _draw_knife().moved(side, 0.36 * side)
    if along_line.items:
        lined = _fit(along_line, LINED * side, LINED * side).moved(block.bounds()[2] + LINED_GAP, 0)
        block += lined + _draw_knife().moved(*_find_point_to_cut(lined))
    return block.moved(far, far)


def _find_point_to_cut(lined: Drawing) -> Point:
    """The point of a token's outline where a knife is seen best: in the middle across, near LINED_AT of its height."""
    left, low, right, high = lined.bounds()
    x, y = (left + right) / 2, low + LINED_AT * (high - low)
    outlines = [path.trace(FLAT) for item in lined.only(Role.HOLE).items if isinstance(item, Shape)
                for path in item.paths]
    crossings = [y0 + (y1 - y0) * (x - x0) / (x1 - x0) for points in outlines
                 for (x0, y0), (x1, y1) in pairwise(points) if min(x0, x1) <= x < max(x0, x1)]
    return x, min(crossings, key=lambda level: abs(level - y), default=y)


def _draw_face(faces: Sequence[Drawing], number: int, x: float, y: float, half: float) -> Drawing:
    """The face of a kind of token around x, y, twice `half` mm wide, with grey bars for small words; a plain square
    without faces."""
    if not faces:
        return draw(Role.SHADE, _square(x, y, half))
    face = faces[number % len(faces)]
    x0, y0, x1, y1 = face.bounds()
    centred = face.moved(-(x0 + x1) / 2, -(y0 + y1) / 2)
    return make_legible(centred.scaled(2 * half / max(x1 - x0, y1 - y0)), LEAST_ZOOM).moved(x, y)


def _square(x: float, y: float, half: float) -> Path:
    """A token of a picture, around x, y."""
    return rectangle(x - half, y - half, 2 * half, 2 * half)


def _draw_folding_block(faces: Sequence[Drawing]) -> Drawing:
    """A block with its fold."""
    upside_down = [face.turned(180) for face in faces]
    tokens = combine_drawings(_draw_face(faces if y > 11 else upside_down, 0, x, y, 2.3)
                              for y in (3.0, 7.6, 15.4, 20.0) for x in (3.8, 8.4))
    outline = draw(Role.HOLE, rectangle(0.5, 0, 11.2, 23))
    return (tokens + outline + draw_fold_mark((-1.5, 13.7), True).moved(0, 11.5)).moved(1.5, 0)


def _draw_half_folded_block() -> Drawing:
    """A block from its side, which is being folded, with arrows that press its halves together."""
    paper = _draw_paper_edge((7, 1), (11, 20), (15, 1))
    return paper + _draw_arrow((1, 9), (6, 9)) + _draw_arrow((21, 9), (16, 9))


def aid_step(text: str) -> Step:
    """How cards of words are cut out: one with marks at its corners, and a knife."""
    left, low, width, height = 2.0, 2.0, 15.0, 19.0
    right = left + width
    lines = [line((left + 2, y), (right - (5.5 if number == 3 else 2.0), y))
             for number, y in enumerate((14.4, 11.4, 8.4, 5.4))]
    card = draw(Role.SHADE, rectangle(left, low, width, height), tone="white") + draw(Role.GRID, *lines)
    card += draw(Role.MARK, rectangle(left + 2, 17.0, 8.0, 1.5))
    marks = draw(Role.TRIM, *make_corner_marks(width, height, SMALL_MARK)).moved(left, low)
    cut = draw(Role.HOLE, line((right, low), (right, low + height)))
    return card + marks + cut + _draw_knife().moved(right, 8.0), text


def tile_steps(tiling: PaperTiling, words: Catalogue, board: Drawing | None = None) -> list[Step]:
    """The steps for the board: its tiles apart, with what is cut and arrows that show how they are joined, the board as
    it is drawn in `board`, at any size, and how it is glued onto thick board; plain without. A board on one sheet is
    glued on and cut out."""
    columns = len({tile.box[0] for tile in tiling.tiles})
    rows = len(tiling.tiles) // columns
    x0, y0, x1, y1 = tiling.board
    shape = board or draw(Role.HOLE, rectangle(x0, y0, x1 - x0, y1 - y0))
    glue = _draw_glued_board(shape)
    if columns == rows == 1:
        return [(glue, words.text("cut_board")), (_draw_cut_board(shape), words.text("glue_board"))]
    labels = [[tile.label for tile in tiling.tiles[j * columns:(j + 1) * columns]] for j in range(rows)]
    halves = [words.text(key) for tile in tiling.tiles if (key := name_half(tiling, tile))]
    is_column = rows > 1
    apart = (_draw_halves(halves, board, is_column=is_column) if halves else
             _draw_tiles_apart([row[:MOST_TILES[0]] for row in labels[:MOST_TILES[1]]]))
    texts = _tell_halves(is_column=is_column, words=words) if halves else _tile_texts(labels, words)
    return [*zip((apart, _draw_joined_board(columns, rows, shape), glue), texts, strict=True)]


def fit_picture(picture: Drawing) -> Drawing:
    """The picture of a step as large as those of other steps."""
    return _fit(picture, *PICTURE)


def make_legible(picture: Drawing, shrunk: float) -> Drawing:
    """A picture with grey bars for words that are too small to be read when it is shrunk."""
    return combine_drawings(_draw_grey_bar(i) if isinstance(i, Lettering) and i.text.cap * shrunk < LEAST_CAP
                            else Drawing((i,)) for i in picture.items)


def _draw_grey_bar(words: Lettering) -> Drawing:
    """A grey bar half as high as the words it replaces."""
    left, low, right, high = words.bounds()
    return draw(Role.SHADE, rectangle(left, low + (high - low) / 4, right - left, (high - low) / 2))


def _fit(drawing: Drawing, width: float, height: float) -> Drawing:
    """A drawing as large as a box allows, with the lower left corner of its bounds at the origin."""
    wide, high = drawing.size()
    return _place_at_origin(drawing.scaled(min(width / wide, height / high)))


def _draw_glued_board(shape: Drawing) -> Drawing:
    """The printed board over the thick board that it is glued onto."""
    small = _fit(shape, 19.0, 21.0)
    width, depth = small.size()
    ground = draw(Role.SHADE, rectangle(0, 0, width, depth), tone="white") + small
    sheet = _lay_down(ground + draw(Role.HOLE, rectangle(0, 0, width, depth)))
    return _draw_over_slab(sheet, _draw_slab(width + 1.6, depth + 1.6, AHEAD, ""))


def _draw_cut_board(shape: Drawing) -> Drawing:
    """The board from above with marks at its corners, along which a knife cuts it out."""
    small = _fit(shape, 19.0, 19.0).moved(2.0, 2.0)
    left, low, right, high = small.bounds()
    marks = draw(Role.TRIM, *make_corner_marks(right - left, high - low, SMALL_MARK)).moved(left, low)
    return small + marks + _draw_knife().moved(right, low + 0.35 * (high - low))


def _tell_halves(*, is_column: bool, words: Catalogue) -> list[str]:
    """The steps that say how to cut and glue the two halves of a board, one above the other or side by side."""
    cut = words.text("cut_lower_half" if is_column else "cut_right_half")
    return [f"{cut} {words.text('keep_tab_of_half')}", *map(words.text, ("glue_halves", "trim_board"))]


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


def _draw_tiles_apart(labels: Sequence[Sequence[str]]) -> Drawing:
    """Tiles with their tabs, and arrows from each tile to the tab that it will cover."""
    columns, rows = len(labels[0]), len(labels)
    gap = TILE_GAP if max(columns, rows) <= 2 else max(2.2, min(TILE_GAP, 12.0 / max(columns, rows)))
    width = min(17.0, (TILES_WIDTH - gap * (columns - 1)) / columns)
    height = min(17.0, (TILES_HEIGHT - gap * (rows - 1)) / rows)
    factor, items = gap / TILE_GAP, list[Drawing]()
    tab, corner = TAB * factor, 1.5 * factor
    for j in range(rows):
        for i in range(columns):
            x, y = i * (width + gap), TILES_HEIGHT - height - j * (height + gap)
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
    return _place_at_origin(combine_drawings(items))


def _draw_halves(names: Sequence[str], board: Drawing | None, *, is_column: bool) -> Drawing:
    """Two halves of a board apart, one above the other or side by side: the first with its tab, the second with the ink
    beyond its seam, which a knife cuts off, and an arrow from its cut to the tab that it will cover. They have their
    names where `board` is None."""
    if is_column:
        width, height = 21.0, (TILES_HEIGHT - HALF_GAP) / 2
        (x, low), (other_x, y) = (0.0, 0.0), (0.0, height + HALF_GAP)
        seam, turn = (x, low + height), 0
        tab = [(x, y), (x + 1.5, y - TAB), (x + width - 1.5, y - TAB), (x + width, y)]
    else:
        width, height = (27.0 - HALF_GAP) / 2, 17.0
        (x, low), (other_x, y) = (width + HALF_GAP, 0.0), (0.0, 0.0)
        seam, turn = (x, low), 90
        tab = [(width, y), (width + TAB, y + 1.5), (width + TAB, y + height - 1.5), (width, y + height)]
    long = width if is_column else height
    waste = draw(Role.SHADE, rectangle(0, 0, long, WASTE)) + draw(Role.TRIM, line((-1.6, 0), (long + 1.2, 0)))
    pointer = _draw_pointer().turned(90).moved(long / 2, WASTE + 0.3)
    knife = _draw_knife().turned(-turn).moved(long + 1.2, 0)
    cut = (waste + knife + pointer).turned(turn).moved(*seam)
    places = ((other_x, y), (x, low))
    if board is None:
        tiles = [_draw_tile_label(name, left + width / 2, bottom + height / 2, 0.85 * width)
                 for name, (left, bottom) in zip(names, places, strict=True)]
    else:
        tiles = [art.moved(*place) for art, place in zip(_halve(board, width, height, is_column=is_column), places,
                                                         strict=True)]
    outlines = combine_drawings(_draw_tile_outline(*place, width, height) for place in places)
    return _place_at_origin(combine_drawings([draw_tab(tab, SMALL_STRIPES), *tiles, outlines, cut]))


def _halve(board: Drawing, width: float, height: float, *, is_column: bool) -> list[Drawing]:
    """The upper and lower, or left and right, half of a board, each `width` by `height` mm large at the origin."""
    x0, y0, x1, y1 = board.bounds()
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    boxes = [(x0, y, x1, y1), (x0, y0, x1, y)] if is_column else [(x0, y0, x, y1), (x, y0, x1, y1)]
    return [_slant(clip_drawing(board, box), (width / (box[2] - box[0]), 0.0, 0.0, height / (box[3] - box[1]),
                                              -box[0] * width / (box[2] - box[0]),
                                              -box[1] * height / (box[3] - box[1]))) for box in boxes]


def _draw_joined_board(columns: int, rows: int, art: Drawing) -> Drawing:
    """The joined board with its art, its seams, and whole diamonds at their ends."""
    small = _fit(art, 20.0, 20.0).moved(2.0, 2.0)
    left, low, right, high = small.bounds()
    xs = [left + (right - left) * number / columns for number in range(1, columns)]
    ys = [low + (high - low) * number / rows for number in range(1, rows)]
    seams = [line((x, low - 0.8), (x, high + 0.8)) for x in xs] + [line((left - 0.8, y), (right + 0.8, y)) for y in ys]
    diamonds = [draw_diamond(x, y, 1.1) for x in xs for y in (low - 1.6, high + 1.6)]
    diamonds += [draw_diamond(x, y, 1.1) for x in (left - 1.6, right + 1.6) for y in ys]
    outline = draw(Role.HOLE, rectangle(left, low, right - left, high - low), *seams)
    return _place_at_origin(combine_drawings([small, outline, *diamonds]))


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
    """A short level or upright arrow."""
    length = abs(end[0] - start[0]) + abs(end[1] - start[1])
    turn = (0 if end[0] > start[0] else 180) if start[1] == end[1] else (90 if end[1] > start[1] else -90)
    arrow = draw(Role.TRIM, line((0, 0), (length - 1.6, 0))) + draw(
        Role.NOTE, polygon([(length - 2.2, -1.1), (length, 0), (length - 2.2, 1.1)]))
    return arrow.turned(turn).moved(*start)
