"""A game's pieces, tokens and cells as they are printed → a Problem for each pair that players could not tell apart.

Two things are told apart if they are cut to different outlines (MOST_SHARED), if their lightness differs by
LEAST_LIGHTNESS, or if what is drawn on them differs by LEAST_PATTERN (less of these two adds up, as squares of shares),
seen from 50 cm: printed at true size, rendered, and blurred as the eye blurs it. That must hold in every ink, and for
every view: in colour, copied in grey, and with each of three kinds of colour blindness. Colours count only by their
lightness, so nothing is told by colour alone. A miss in full colour, or in the ink that a build asks for, is an error;
in another ink it is a warning, because a game may be played without it.

All of it is computed in light, not in code values: lightness is L* of CIE 1976, colour blindness that of
`artwork.colour_vision`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from fabgen.artwork.colour_vision import BLINDNESS
from fabgen.artwork.drawing import Drawing, Item, Role, Shape
from fabgen.artwork.export import png
from fabgen.artwork.export.pdf import write_pages
from fabgen.artwork.paper_things import Chit, Net
from fabgen.artwork.path import Box, Path, Point, polygon
from fabgen.artwork.themes import LEAST_LIGHTNESS, Theme, resolve_ink
from fabgen.check.pieces import can_draw_figures, materials_without_tone
from fabgen.core.cache import ResultCache
from fabgen.core.english import join_words, name_owned_piece
from fabgen.core.languages import Catalogue
from fabgen.core.model_problems import Key
from fabgen.core.problems import FabgenError, Level, Problem
from fabgen.figures.boards.board import draw_board, is_dark
from fabgen.figures.boards.board_tones import find_board_tones
from fabgen.figures.components.paper_kit import make_piece_batch, make_token
from fabgen.figures.positions.piece_icons import player_tone
from fabgen.paper.print_theme import print_theme
from fabgen.rules.boards import Cell, TextError, parse_cells
from fabgen.spec.build_options import InkMode
from fabgen.spec.load import Spec, with_paper_cells
from fabgen.spec.origins import read_art_files

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    Pixels = NDArray[np.floating]
    Mask = NDArray[np.bool_]

InkChoice = tuple[str, int]  # full, low or bw; how many play
LookPair = tuple["PrintedLook", "PrintedLook"]
AlikeInk = tuple[str, tuple[str, ...]]  # an ink, as INKS words it, and the views in which two look alike in it
MARGIN = 2.0  # mm around what is compared: from farther away nothing is blurred into it
MOST_SHARED = 0.8  # of the area that either of two outlines covers: a disc and a square as wide share 0.79
LEAST_PATTERN = 6.0  # L*, root mean square over the thing: from this on what is drawn on it is seen
BLUR = 0.35  # mm, the standard deviation: at 50 cm fine lines of 0.75 mm become a tint, those of 1.5 mm are seen
MOST_VIEWS = 128  # that are kept of earlier games: tests and `serve` check one game many times
DPI = 90  # of the pictures that are compared: three and a half pixels a mm
MOST_COLOURS = 3  # in a hint
WIDEST_LINE = 2.0  # mm: of a drawing
HALF_LINE = 0.25  # mm: half the line around a figure
FLAT = 0.05  # mm: flattening of curves
INKS = {"full": "full colour", "low": "little ink", "bw": "black only"}
LUMINANCE = (0.2126, 0.7152, 0.0722)  # of linear red, green and blue (sRGB)
LUMA = (0.299, 0.587, 0.114)  # of their code values: how printers and copiers make grey (ITU-R BT.601)


@dataclass(frozen=True, eq=False)  # a drawing takes long to compare, and no look is made twice
class PrintedLook:
    """How a thing looks that is printed.

    * `name`: in messages; `key`: its place in the spec, which its colour comes from.
    * `drawing`: in mm; `outline`: within which it is compared, everywhere if empty.
    * `colour_hint`: how to give it another colour, which follows; `sign_hint`: what else would tell it from others.
    """

    name: str
    key: Key
    drawing: Drawing
    outline: tuple[Path, ...]
    tone: str = ""
    colour_hint: str = "give the player the `colour`"
    sign_hint: str = ""


def check_printed_looks(spec: Spec, ink: InkMode, cache: ResultCache) -> Iterator[Problem]:
    """A Problem for pieces that look like a cell or like those of another player, and for tokens that look alike: an
    error in full colour and in the `ink` of a build, a warning in others. Pictures that were compared before are not
    compared again."""
    if not can_draw_figures(spec) or materials_without_tone(spec):
        return
    try:
        words = spec.words
        translation = spec.translation.data if spec.translation else b""
        content = spec.source.file, spec.source.text, spec.game, read_art_files(spec), words, translation
    except FabgenError:  # a file that cannot be read: other checks report it
        return
    yield from cache.get("looks", (content, ink), lambda: [*_find_alike(spec, words, ink, cache)])


def _find_alike(spec: Spec, words: Catalogue, ink: InkMode, cache: ResultCache) -> Iterator[Problem]:
    """The Problems of all pairs of looks that must be told apart."""
    try:
        pairs = list(_list_pairs(with_paper_cells(spec), words))
    except FabgenError:  # a piece that does not fit: other checks report it
        return
    themes = {label: (mode, len(spec.game.players)) for mode, label in INKS.items()}
    numbers = {look: number for number, look in enumerate(dict.fromkeys(look for pair in pairs for look in pair))}
    content = [*numbers], [(numbers[first], numbers[second]) for first, second in pairs], themes  # each look only once
    alike_inks = cache.get("told apart", content, lambda: _find_alike_inks(pairs, themes, _find_window(numbers)))
    faults: dict[tuple[PrintedLook, tuple[AlikeInk, ...]], list[PrintedLook]] = {}
    for (first, second), inks in zip(pairs, alike_inks, strict=True):
        if inks:
            faults.setdefault((first, tuple(inks)), []).append(second)
    for (look, inks_of_look), alike_looks in faults.items():
        yield _report_alike(spec, look, alike_looks, inks_of_look, ink, _choose_hint(look, pairs, themes))


def _report_alike(spec: Spec, look: PrintedLook, alike_looks: Sequence[PrintedLook], inks: Sequence[AlikeInk],
                  ink: InkMode, hint: str) -> Problem:
    """The Problem of a look that some others look like in some inks: an error in full colour and in the `ink` of a
    build."""
    labels = {label for label, _ in inks}
    level: Level = "error" if labels & {INKS["full"], INKS[ink]} else "warning"
    if level == "error" and INKS["full"] not in labels:
        hint += "; or print in full colour, without `--ink`"
    where = "; ".join(f"in {label} {_describe_views(views)}" for label, views in inks)
    names = join_words([alike.name for alike in alike_looks])
    what = f"{look.name} and {names} look alike from 50 cm on paper {where}"
    return Problem(spec.source.key_location(*look.key), what, hint, level)


def _describe_views(views: Sequence[str]) -> str:
    """Who sees two looks alike.

    >>> _describe_views(["protanopia", "tritanopia"])
    'for colour-blind players (protanopia and tritanopia)'
    >>> _describe_views(["in colour", "in grey", "protanopia"])
    '(in colour, in grey, and for colour-blind players: protanopia)'
    """
    seen_by_all = [view for view in views if view not in BLINDNESS]
    kinds = join_words([view for view in views if view in BLINDNESS])
    if not seen_by_all:
        return f"for colour-blind players ({kinds})"
    return f"({join_words(seen_by_all)})" if not kinds else (
        f"({', '.join(seen_by_all)}, and for colour-blind players: {kinds})")


def _find_alike_inks(
    pairs: Sequence[LookPair], themes: Mapping[str, InkChoice], window: Box
) -> list[list[AlikeInk]]:
    """For each pair of looks the inks and the views in which they are not told apart, within a window."""
    inks_by_pair: list[list[AlikeInk]] = [[] for _ in pairs]
    looks = list(dict.fromkeys(look for pair in pairs for look in pair))
    for label, choice in themes.items():
        pictures = LookPictures(choice, looks, window)
        for inks, (first, second) in zip(inks_by_pair, pairs, strict=True):
            if views := pictures.alike_in(first, second):
                inks.append((label, tuple(views)))
    return inks_by_pair


def _choose_hint(look: PrintedLook, pairs: Sequence[LookPair], themes: Mapping[str, InkChoice]) -> str:
    """What would tell a look from all others that it must be told from: colours that none of these has, and that tell
    it from them; else a sign.

    Other looks may take their colour from the same place of the spec. The colours serve for all of them, so that all
    hints for one place name the same.
    """
    both_ways = [pair for first, second in pairs for pair in ((first, second), (second, first))]
    pairs_of_key = [(first, second) for first, second in both_ways if first.key == look.key]
    taken_tones = {look.tone, *(second.tone for _, second in pairs_of_key)}
    free_tones = [tone for tone in print_theme(*next(iter(themes.values()))).palette if tone not in taken_tones]
    trials = [(_in_tone(first, tone), second) for tone in free_tones for first, second in pairs_of_key]
    # In the window of the game: in another one pixels lie elsewhere, and a difference at the limit is another one.
    window = _find_window(dict.fromkeys(look for pair in pairs for look in pair))
    alike_inks = _find_alike_inks(trials, themes, window)
    unfit_tones = {trial.tone for (trial, _), inks in zip(trials, alike_inks, strict=True) if inks}
    tones = [tone for tone in free_tones if tone not in unfit_tones][:MOST_COLOURS]
    if not tones:
        return look.sign_hint or "give the cells another `pattern`, or the player a lighter or darker colour"
    colour = f"{look.colour_hint} {join_words(tones, 'or')}"
    return f"{colour}, or {look.sign_hint}" if look.sign_hint else colour


def _in_tone(look: PrintedLook, tone: str) -> PrintedLook:
    """A look in another tone."""
    items = (replace(item, tone=tone) if item.tone == look.tone else item for item in look.drawing.items)
    return replace(look, tone=tone, drawing=Drawing(tuple(items)))


def _list_pairs(spec: Spec, words: Catalogue) -> Iterator[LookPair]:
    """What must be told apart: every piece and every cell, pieces of a kind of two players, every two tokens."""
    game = spec.game
    things = {army: make_piece_batch(spec, *army, "tent", words).thing for army in game.armies}
    pieces = {army: _piece_look(spec, *army, thing) for army, thing in things.items()}
    cells = list(_cell_looks(spec))
    yield from ((look, cell) for look in pieces.values() for cell in cells)
    for (player, piece), (other_player, other_piece) in combinations(pieces, 2):
        if piece == other_piece and player != other_player:
            yield pieces[player, piece], pieces[other_player, other_piece]
    tokens = [_token_look(spec, name) for name in game.tokens]
    yield from combinations(tokens, 2)


def _piece_look(spec: Spec, player: str, piece: str, thing: object) -> PrintedLook:
    """How a player's piece looks: a flat one from above without its diagram, a standing one from the front."""
    name = f"the {name_owned_piece(player, piece)}" if len(spec.game.pieces) > 1 else f"{player} pieces"
    tone = player_tone(spec.game, player)
    if isinstance(thing, Chit):
        return PrintedLook(name, ("players", player), thing.look, _chit_outline(thing), tone)
    assert isinstance(thing, Net)
    shapes = [item for item in thing.icon.items if isinstance(item, Shape) and item.role is Role.PIECE]
    outline = tuple(_with_line(shape.paths[0]) for shape in shapes)
    return PrintedLook(name, ("players", player), thing.icon, outline, tone)


def _with_line(outline: Path) -> Path:
    """The outline of a figure with the outer half of the line that is drawn on it."""
    import shapely

    body = shapely.Polygon(outline.flatten(FLAT)).buffer(HALF_LINE)
    return polygon([*body.exterior.coords][:-1])


def _token_look(spec: Spec, name: str) -> PrintedLook:
    """How a token looks."""
    thing = make_token(spec.game.tokens[name])
    return PrintedLook(f"the token {name}", ("tokens", name), thing.look, _chit_outline(thing),
                       spec.game.tokens[name].tone, "take a `material` in", "give one of them another `mark`")


def _chit_outline(chit: Chit) -> tuple[Path, ...]:
    return (chit.outline(),)


def _cell_looks(spec: Spec) -> Iterator[PrintedLook]:
    """One cell of each look, its middle at the origin: with its ground, its zones, and what the designer painted."""
    board, lattice, border = spec.game.board, spec.lattice, spec.game.rim
    board_drawing = draw_board(spec.game, lattice, spec.map_spaces, tones=find_board_tones(spec))
    drawing = board_drawing.without(Role.COORDINATE, Role.TITLE)
    zones: dict[Cell, tuple[str, ...]] = {}
    for name, zone in board.zones.items():
        try:
            for cell in parse_cells(zone.cells, lattice):
                zones[cell] = (*zones.get(cell, ()), name)
        except TextError:  # reported where the spec is loaded
            continue
    middles = spec.spaces.scaled(board.cell).middles
    painted = [(item.tone, _filled_rings(item)) for item in drawing.only(Role.PICTURE).items if isinstance(item, Shape)]
    cells_by_look: dict[object, Cell] = {}
    for cell in lattice.cells:
        x, y = middles[cell]
        colours = [tone for tone, rings in painted if _holds(rings, (border + x, border + y))]
        look = board.chequered and is_dark(lattice, cell), zones.get(cell), tuple(colours[-1:])
        cells_by_look.setdefault(look, cell)
    for cell in cells_by_look.values():
        x, y = border + middles[cell][0], border + middles[cell][1]
        cell_drawing = _near_items(drawing, board.cell, (x, y))
        yield PrintedLook(f"the cell {lattice.title(cell)}", ("board",), cell_drawing.moved(-x, -y), ())


def _filled_rings(shape: Shape) -> list[BaseGeometry]:
    """The areas within each path of a filled shape."""
    import shapely

    outlines = [path.flatten(FLAT) for path in shape.paths]
    return [shapely.Polygon(outline).buffer(0) for outline in outlines if len(outline) > 2]


def _holds(rings: Sequence[BaseGeometry], spot: Point) -> bool:
    """Whether a place lies in a filled shape: in an odd number of its rings."""
    import shapely

    return sum(bool(shapely.contains_xy(ring, *spot)) for ring in rings) % 2 == 1


class LookPictures:
    """The looks of a game in the inks of a theme: for each the L* of its pixels in every view, and its outline."""

    def __init__(self, choice: InkChoice, looks: Sequence[PrintedLook], window: Box | None = None) -> None:
        import numpy as np

        self.window = window or _find_window(looks)
        views = _render_views([look.drawing for look in looks], choice, self.window)
        self.views = {look: views[look.drawing] for look in looks}
        self.stacks = {look: np.stack([view.ravel() for view in views.values()]) for look, views in self.views.items()}
        self.masks = {look: _make_mask(look.outline, next(iter(self.views[look].values())).shape, self.window)
                      for look in looks}

    def alike_in(self, first_look: PrintedLook, second_look: PrintedLook) -> list[str]:
        """The views in which two looks are not told apart."""
        import numpy as np

        mask = self.masks[first_look] & self.masks[second_look]
        either_mask = self.masks[first_look] | self.masks[second_look]
        have_outlines = first_look.outline and second_look.outline
        if have_outlines and mask.sum() < MOST_SHARED * either_mask.sum():
            return []
        places = np.flatnonzero(mask)
        first, second = (self.stacks[look].take(places, axis=1) for look in (first_look, second_look))
        views = self.views[first_look].keys()
        return [view for view, is_told in zip(views, _compare_views(first, second), strict=True) if not is_told]


def are_told_apart(first: Pixels, second: Pixels) -> bool:
    """Whether two things are told apart, by the L* of the same places on them as they are seen."""
    return bool(_compare_views(first.reshape(1, -1), second.reshape(1, -1))[0])


def _compare_views(first: Pixels, second: Pixels) -> Mask:
    """For each view, whether the two are told apart. `first`, `second`: L* as arrays of shape (views, pixels). Returns
    a mask of shape (views,)."""
    import numpy as np

    difference = first - second
    mean = difference.mean(axis=1)
    pattern = np.sqrt(((difference - mean[:, None]) ** 2).mean(axis=1))
    is_apart: Mask = (mean / LEAST_LIGHTNESS) ** 2 + (pattern / LEAST_PATTERN) ** 2 >= 1.0
    return is_apart


def _find_window(looks: Iterable[PrintedLook]) -> Box:
    """The part of the looks in which they are compared, in mm: all outlines, with what the blur brings in."""
    boxes = [path.bounds() for look in looks for path in look.outline] or [(-8.0, -8.0, 8.0, 8.0)]
    low, high = ([pick(side) for side in zip(*boxes, strict=True)] for pick in (min, max))
    return low[0] - MARGIN, low[1] - MARGIN, high[2] + MARGIN, high[3] + MARGIN


def _render_views(drawings: Sequence[Drawing], choice: InkChoice, window: Box) -> dict[Drawing, dict[str, Pixels]]:
    """L* of the pixels of each drawing in every view; `render_lights` says which pixels."""
    views = {drawing: cached for drawing in drawings if (cached := _known_views.get((drawing, choice, window)))}
    missing = [drawing for drawing in dict.fromkeys(drawings) if drawing not in views]
    for drawing, light in zip(missing, render_lights(missing, print_theme(*choice), window), strict=True):
        views[drawing] = _known_views[drawing, choice, window] = lightness_views(light)
    for key in [*_known_views][:-MOST_VIEWS]:
        del _known_views[key]
    return views


_known_views: dict[tuple[Drawing, InkChoice, Box], dict[str, Pixels]] = {}


@lru_cache(MOST_VIEWS)
def _make_mask(outline: tuple[Path, ...], shape: tuple[int, int], window: Box) -> Mask:
    """The pixels of a picture of the window, rows by columns, within an outline; all of them without one."""
    import numpy as np
    import shapely

    (rows, columns), (x0, y0, x1, y1) = shape, window
    x, y = np.meshgrid(x0 + (np.arange(columns) + 0.5) / columns * (x1 - x0),
                       y1 - (np.arange(rows) + 0.5) / rows * (y1 - y0))
    inside = np.full(x.shape, not outline)
    for path in outline:
        inside |= shapely.contains_xy(shapely.Polygon(path.flatten(FLAT)).buffer(0), x, y)
    return inside


def render_lights(drawings: Sequence[Drawing], theme: Theme, window: Box) -> Iterator[Pixels]:
    """For each drawing the linear red, green and blue (0 to 1) of its pixels on white paper, in a window in mm, blurred
    as they are seen from 50 cm. All are pages of one document, which takes less than one for each."""
    import numpy as np

    visible_drawings = [_seen_in(window, drawing, theme) for drawing in drawings]
    pages = write_pages(visible_drawings, window, theme, 0.0) if drawings else b""
    light = _decode(np.arange(256, dtype=np.float32) / 255)
    for pixels in png.render_pixels(pages, DPI) if drawings else ():
        yield _blur(light[pixels])


def _seen_in(window: Box, drawing: Drawing, theme: Theme) -> Drawing:
    """A drawing without the paths that lie beside a window, which shows the same. Shapes with a pattern stay whole,
    because a pattern is centred on its shape."""
    x0, y0, x1, y1 = window[0] - WIDEST_LINE, window[1] - WIDEST_LINE, window[2] + WIDEST_LINE, window[3] + WIDEST_LINE

    def is_near(thing: Item | Path) -> bool:
        left, bottom, right, top = thing.bounds()
        return left < x1 and bottom < y1 and right > x0 and top > y0

    items = list[Item]()
    for item in filter(is_near, drawing.items):
        ink = resolve_ink(theme, item.role, item.tone)
        # A shape with an open path has no fill.
        if isinstance(item, Shape) and all(path.closed for path in item.paths) and ink and ink.pattern == "plain":
            nearby_paths = tuple(filter(is_near, item.paths))
            # One path alone may be drawn otherwise than among others: pdfium moves a rectangle onto whole pixels.
            item = item if len(nearby_paths) == 1 else replace(item, paths=nearby_paths)
        items.append(item)
    return Drawing(tuple(item for item in items if not isinstance(item, Shape) or item.paths))


def _near_items(drawing: Drawing, reach: float, spot: Point) -> Drawing:
    """The items of a drawing that come within `reach` mm of a place, right or left and up or down."""
    boxes = ((item, item.bounds()) for item in drawing.items)
    return Drawing(tuple(item for item, (x0, y0, x1, y1) in boxes if x0 < spot[0] + reach and y0 < spot[1] + reach
                         and x1 > spot[0] - reach and y1 > spot[1] - reach))


def lightness_views(light: Pixels) -> dict[str, Pixels]:
    """L* of pixels in linear red, green and blue, in every view."""
    import numpy as np

    weights = np.array(LUMINANCE, np.float32)
    grey = _decode(_encode(light) @ np.array(LUMA, np.float32))
    views = {"in colour": light @ weights, "in grey": grey}
    views |= {name: light @ (weights @ np.array(matrix, np.float32)) for name, matrix in BLINDNESS.items()}
    return {name: lightness(luminance) for name, luminance in views.items()}


def lightness(luminance: Pixels) -> Pixels:
    """L* (0 to 100) of a luminance of 0 to 1."""
    import numpy as np

    y = np.clip(luminance, 0.0, 1.0)
    return np.where(y > (6 / 29) ** 3, 116 * np.cbrt(y) - 16, y * (29 / 3) ** 3)


def _decode(code: Pixels) -> Pixels:
    """Linear light of code values of sRGB, both 0 to 1."""
    import numpy as np

    return np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)


def _encode(light: Pixels) -> Pixels:
    """Code values of sRGB of linear light, both 0 to 1."""
    import numpy as np

    return np.where(light <= 0.0031308, light * 12.92, 1.055 * np.clip(light, 0.0, 1.0) ** (1 / 2.4) - 0.055)


def _blur(light: Pixels) -> Pixels:
    """Pixels after a Gaussian blur of BLUR mm; beyond the edge they go on as at it."""
    import numpy as np

    rows, columns = (_blur_weights(count) for count in light.shape[:2])
    blurred: Pixels = rows @ np.moveaxis(light, -1, 0) @ columns.T
    return np.moveaxis(blurred, 0, -1)


@lru_cache(MOST_VIEWS)
def _blur_weights(count: int) -> Pixels:
    """How much each of `count` pixels in a line counts (columns) in each one after the blur (rows)."""
    import numpy as np

    sigma = BLUR * DPI / 25.4
    reach = math.ceil(3 * sigma)
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    weights /= weights.sum()
    lines = np.zeros((count, count), np.float32)
    for offset, weight in zip(range(-reach, reach + 1), weights.tolist(), strict=True):
        pixels = np.arange(count)
        lines[pixels, np.clip(pixels + offset, 0, count - 1)] += np.float32(weight)
    return lines


__all__ = ["LookPictures", "PrintedLook", "are_told_apart", "check_printed_looks", "lightness", "lightness_views"]
