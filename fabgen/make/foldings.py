"""How a set is joined and folded → small pictures from the origin, 26 mm high, and the steps in words.

A fold is drawn as the sheets mark it, and called as their key calls it.
"""

from __future__ import annotations

from collections.abc import Sequence

from fabgen.artwork.drawing import Drawing, Role, draw, together, write
from fabgen.artwork.net import Net
from fabgen.artwork.path import Point, circle, line, polygon, rectangle
from fabgen.base import words
from fabgen.make.frame import BODY
from fabgen.make.marking import cross, diamond, fold_mark
from fabgen.make.sides import Mode
from fabgen.make.tile import Tiling

Steps = tuple[Drawing, list[str]]
BOARD_WIDTH, STANDEE_WIDTH, TOKEN_WIDTH = 48.0, 77.0, 44.0  # mm: the widths of the pictures
MOST_SIZES = 4  # sizes of bases that a step lists
TAB, APART = 2.4, 6.4  # mm: a tab in the picture, and the gap between tiles that are not joined yet
TRIMMED = "Trim the outside from mark to mark. Thick board under it keeps it flat."
TOKEN: dict[Mode, list[str]] = {
    "fold": [
        "Cut the block out roughly and score its fold.",
        "Fold: print outside. Glue it all over and press it flat under a book.",
        "When it is dry, cut the tokens out.",
    ],
    "duplex": [
        "Hold the sheet against the light: crosses of both sides meet. Over 1 mm out? Adjust the printer’s offset.",
        "Cut the tokens out, from the front.",
    ],
    "single": ["Glue the sheet onto thick card and press it flat under a book.", "When it is dry, cut the tokens out."],
}
BEHIND = "Glue each back behind its front."
WHOLE = ["Cut the board out, from mark to mark.", "Glue it to thick board, and it lies flat."]


def standee_steps(nets: Sequence[Net]) -> Steps:
    """A strip with its folds, the same half folded from the side, and the piece as it stands, its flaps named."""
    if nets[0].base:
        return _slotted_picture(), [
            "Score the middle fold, cut each strip out from mark to mark, then along the grey lines: the base comes "
            "off, a tab stays at each face.",
            "Middle fold: print outside. Glue the two faces back to back, tabs too.",
            f"Glue the base onto thick card of its size: {_bases(nets)}. Slit it along its grey line.",
            "Push the tab into the slit, the diagram in front of the piece. The diagram points at your opponent, the "
            "name at you.",
        ]
    return _strip() + _arrow((23.5, 13), (28, 13)) + _half() + _arrow((43, 13), (47.5, 13)) + _standing(), [
        "Score the three folds of each strip, then cut it out from mark to mark.",
        "Middle fold: print outside. Glue the two faces back to back; leave the flaps free.",
        "Flap folds: print inside. The diagram flap is the front: it points at your opponent. "
        "The name flap is the rear: it points at you.",
        f"Glue both flaps onto thick card, cut to the size of the base: {_bases(nets)}.",
    ]


def _bases(nets: Sequence[Net]) -> str:
    """What sizes in mm the bases have, with the pieces of each where there are several."""
    kinds: dict[tuple[float, float], list[str]] = {}
    for net in nets:
        kinds.setdefault(net.footprint, []).append(net.kind)
    if len(kinds) == 1:
        return _millimetres(*next(iter(kinds)))
    if len(kinds) > MOST_SIZES:
        return f"up to {_millimetres(max(w for w, _ in kinds), max(d for _, d in kinds))}"
    return ", ".join(f"{words(dict.fromkeys(names))} {_millimetres(*size)}" for size, names in kinds.items())


def _millimetres(width: float, depth: float) -> str:
    return f"{width:.0f} x {depth:.0f} mm"


def _strip() -> Drawing:
    """A strip laid flat: the diagram at its lower end, the name at its upper one."""
    x0, x1, lower, middle, upper, top = 1.0, 10.0, 4.5, 13.6, 22.7, 26.5
    faces = draw(Role.SHADE, rectangle(x0, lower, x1 - x0, upper - lower))
    outline = draw(Role.HOLE, rectangle(x0, 0, x1 - x0, top))
    grid = draw(Role.GRID, rectangle(3.25, 0.8, 4.5, 3), line((3.25, 2.3), (7.75, 2.3)), line((4.75, 0.8), (4.75, 3.8)),
                line((6.25, 0.8), (6.25, 3.8)))
    plate = draw(Role.SHADE, rectangle(2.5, 23.7, 6, 1.8, 0.9))
    folds = together(fold_mark((x0, x1 + 1), y == middle).moved(0, y) for y in (lower, middle, upper))
    named = together(
        write(Role.NOTE, name, (x1 + 2, y - BODY / 2), BODY, anchor="start")
        for name, y in (("flap", lower), ("middle", middle), ("flap", upper))
    )
    return faces + outline + grid + plate + folds + named


def _slotted_picture() -> Drawing:
    """A strip with its base below it, the same folded, and the piece over its base."""
    x0, x1, base, low, middle, high, top = 1.0, 10.0, 6.5, 8.5, 16.5, 24.5, 26.5
    left, right = 3.5, 7.5
    faces = draw(Role.SHADE, rectangle(x0, low, x1 - x0, high - low))
    figure = [(left, base), (left, low), (x0, low), (x0, high), (left, high), (left, top), (right, top), (right, high),
              (x1, high), (x1, low), (right, low), (right, base)]
    outline = draw(Role.HOLE, polygon(figure), rectangle(x0, 0, x1 - x0, base - 0.7))
    slit = draw(Role.TRIM, line((left, 3.6), (right, 3.6)))
    diagram = draw(Role.GRID, *(rectangle(x0 + 2.5 + 1.4 * i, 0.5, 1.4, 2.2) for i in range(3)))
    named = together(
        write(Role.NOTE, name, (x1 + 2, y - BODY / 2), BODY, anchor="start")
        for name, y in (("base", 3.0), ("tab", 7.5), ("middle", middle), ("tab", 25.5))
    )
    crease = fold_mark((x0, x1 + 1), True).moved(0, middle)
    strip = faces + outline + slit + diagram + crease + named
    closed = _sheet((33.2, 4.5), (33.2, 8), (35.4, 22.5), (37.6, 8), (37.6, 4.5))
    middle_x, foot = 60.0, 8.0
    stands = _sheet((middle_x - 0.2, foot), (middle_x - 0.2, 26), (middle_x + 0.2, 26), (middle_x + 0.2, foot))
    stands += _sheet((50, foot), (70, foot)) + draw(Role.TRIM, line((middle_x, foot), (middle_x, foot - 2.4)))
    flaps = ((53.0, "rear:", "name"), (67.5, "front:", "diagram"))
    words = together(
        write(Role.NOTE, first, (x, foot - 4.0), BODY, bold=True) + write(Role.NOTE, second, (x, foot - 7.6), BODY)
        for x, first, second in flaps
    )
    forward = _arrow((63, 13), (74, 13)) + write(Role.NOTE, "forward", (68.5, 15), BODY)
    return strip + _arrow((24.5, 13), (29, 13)) + closed + _arrow((42, 13), (46.5, 13)) + stands + words + forward


def _half() -> Drawing:
    return _sheet((29, 6), (33.2, 4.5), (35.4, 22.5), (37.6, 4.5), (41.8, 6))


def _standing() -> Drawing:
    """The standee from its side: name flap to the left, diagram flap to the right, and which way is forward."""
    middle, foot = 61.0, 8.0
    stands = _sheet((51, foot), (middle - 0.2, foot), (middle - 0.2, 26), (middle + 0.2, 26), (middle + 0.2, foot),
                    (73, foot))
    flaps = ((55.0, "rear:", "name"), (68.5, "front:", "diagram"))
    named = together(
        write(Role.NOTE, first, (x, foot - 4.0), BODY, bold=True) + write(Role.NOTE, second, (x, foot - 7.6), BODY)
        for x, first, second in flaps
    )
    forward = _arrow((64, 13), (75, 13)) + write(Role.NOTE, "forward", (69.5, 15), BODY)
    return stands + named + forward


def token_steps(mode: Mode = "fold", turned: bool = False) -> Steps:
    """A block with its fold, folding from the side, and tokens cut from the doubled sheet; or of a flat sheet, its
    front and its back. `turned`: some chits have backs of their own."""
    told = TOKEN[mode] + ([BEHIND] if mode == "single" and turned else [])
    return (_folding() if mode == "fold" else _flat(mode == "duplex")), told


def _flat(both: bool) -> Drawing:
    """A sheet, the same from behind where both sides are printed, and tokens cut out of it."""
    places = [(x, y) for y in (7.0, 13.0, 19.0) for x in (3.6, 8.6)]
    tokens = draw(Role.SHADE, *(circle(p, 2.0) for p in places))
    front = tokens + draw(Role.HOLE, rectangle(0.5, 1, 11.2, 24)) + cross(2.0, 23.2, 1.0)
    back = front.mirrored().moved(28.6, 0) if both else Drawing()
    turned = _arrow((12.6, 13), (16.2, 13)) if both else Drawing()
    cut = _arrow((28.4, 13), (32.0, 13)) if both else _arrow((15, 13), (19.5, 13))
    return front + back + turned + cut + (_tokens() if both else _tokens().moved(-10, 0))


def _tokens() -> Drawing:
    places = [(x, y) for y in (9.5, 15.5) for x in (35.4, 41.2)]
    return draw(Role.SHADE, *(circle(p, 2.6) for p in places)) + draw(Role.HOLE, *(circle(p, 2.6) for p in places))


def _folding() -> Drawing:
    block = (
        draw(Role.SHADE, *(circle((x, y), 2.0) for y in (4.2, 9.2, 16.8, 21.8) for x in (3.6, 8.6)))
        + draw(Role.HOLE, rectangle(0.5, 1, 11.2, 24))
        + fold_mark((0.5, 11.7), True).moved(0, 13)
    )
    half = _sheet((18.5, 4), (22.5, 22), (26.5, 4))
    return block + half + _tokens() + _arrow((13.2, 13), (17.7, 13)) + _arrow((27.4, 13), (31.9, 13))


def tile_steps(tiling: Tiling) -> Steps:
    """Tiles as they lie apart, which way they are joined, and the board; one sheet is only cut out."""
    columns = len({tile.box[0] for tile in tiling.tiles})
    rows = len(tiling.tiles) // columns
    if columns == rows == 1:
        return _joined(1, 1).moved(-18.4, 0), WHOLE
    shown = min(columns, 2), min(rows, 2)
    return _apart(*shown) + _arrow((25.2, 13), (28.4, 13)) + _joined(*shown), _tile_words(columns, rows)


def _tile_words(columns: int, rows: int) -> list[str]:
    keep = "Keep the grey tabs and the white rim."
    whole = "Half-diamonds become whole."
    if columns == 1:
        cut = "A2" if rows == 2 else "each tile but A1"
        on = ", and so on downwards" if rows > 2 else ""
        return [f"Cut {cut} along its upper seam. {keep}", f"Glue A2 onto the tab of A1{on}. {whole}", TRIMMED]
    if rows == 1:
        cut = "B1" if columns == 2 else "each tile but A1"
        on = ", and so on to the right" if columns > 2 else ""
        return [f"Cut {cut} along its left seam. {keep}", f"Glue B1 onto the tab of A1{on}. {whole}", TRIMMED]
    return [
        f"Cut along the upper and left seams, where “onto” stands. {keep}",
        f"Glue each row: B1 onto the tab of A1, B2 onto A2. Then glue the lower row{'s' * (rows > 2)} onto the tabs "
        f"above. {whole}",
        TRIMMED,
    ]


def _cell(columns: int, rows: int) -> tuple[float, float]:
    """Width and height in mm of a tile in the picture."""
    return (8.6 if columns > 1 else 17.0), (8.6 if rows > 1 else 17.0)


def _apart(columns: int, rows: int) -> Drawing:
    """The first tiles with their tabs, and arrows from each to the one whose tab it will cover."""
    (width, height), items = _cell(columns, rows), list[Drawing]()
    for j in range(rows):
        for i in range(columns):
            x, y = 1 + i * (width + APART), 24 - height - j * (height + APART)
            right, level, upright = x + width, y + height / 2, x + width / 2
            if i + 1 < columns:
                items += [draw(Role.GLUE, polygon([(right, y), (right + TAB, y + 1.5), (right + TAB, y + height - 1.5),
                                                   (right, y + height)])),
                          _pointer().turned(180).moved(right + APART - 0.4, level)]
            if j + 1 < rows:
                items += [draw(Role.GLUE, polygon([(x, y), (x + 1.5, y - TAB), (right - 1.5, y - TAB), (right, y)])),
                          _pointer().turned(90).moved(upright, y - APART + 0.4)]
            items += [_tile(x, y, width, height), _name(i, j, upright, level)]
    return together(items)


def _joined(columns: int, rows: int) -> Drawing:
    """The same joined, with whole diamonds at the ends of the seams."""
    width, height = _cell(columns, rows)
    left, low = 40 - width * columns / 2, 13 - height * rows / 2
    right, high = left + width * columns, low + height * rows
    tiles = [_tile(left + i * width, low + j * height, width, height) for i in range(columns) for j in range(rows)]
    ends = [(left + width, y) for y in (low - 1.6, high + 1.6)] if columns > 1 else []
    sides = [(x, low + height) for x in (left - 1.6, right + 1.6)] if rows > 1 else []
    whole = together([*tiles, *(diamond(x, y, 1.0) for x, y in ends + sides)])
    return whole.moved(-40, -13).scaled(0.85).moved(38.4, 13)


def _tile(x: float, y: float, width: float, height: float) -> Drawing:
    return draw(Role.HOLE, rectangle(x, y, width, height))


def _name(column: int, row: int, x: float, y: float) -> Drawing:
    return write(Role.NOTE, f"{'AB'[column]}{row + 1}", (x, y - BODY / 2), BODY)


def _pointer() -> Drawing:
    """A short thick arrow that starts at the origin and points to the right."""
    return draw(Role.TRIM, line((0, 0), (1.8, 0))) + draw(Role.NOTE, polygon([(1.4, -1.1), (3.3, 0), (1.4, 1.1)]))


def _sheet(*points: Point) -> Drawing:
    """Paper seen from its edge."""
    return draw(Role.EDGE, line(*points))


def _arrow(start: Point, end: Point) -> Drawing:
    """A short level arrow to the next picture."""
    y, tip = start[1], end[0]
    return draw(Role.TRIM, line(start, (tip - 1.4, y))) + draw(
        Role.NOTE, polygon([(tip - 1.8, y - 0.9), (tip, y), (tip - 1.8, y + 0.9)])
    )
