"""The player aids of a spec → leaves of paper: slips to write on, cards with a chapter of the rulebook, score sheets.

The least type is 7 point on cards and 8 point on slips and sheets. All lengths in mm.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial

from fabgen.artwork.drawing import Drawing, Role, Shape, combine_drawings, draw, draw_text
from fabgen.artwork.paper_things import Leaf, PaperBatch, SmallerLeaf
from fabgen.artwork.path import line, rectangle
from fabgen.artwork.text import cap_height, missing_characters, text_width
from fabgen.core.english import join_words
from fabgen.core.languages import Catalogue
from fabgen.core.problems import FabgenError, Problem
from fabgen.figures.components.aid_sizes import (
    CARD,
    CLOSE_RIM,
    FULL_CARD,
    RIM,
    SMALLER_CARDS,
    TITLE,
    aid_count,
    aid_size,
    card_sizes,
    flat_card_sizes,
    is_low_slip,
)
from fabgen.figures.components.card_sides import (
    CardBanner,
    has_legible_figures,
    needs_setting,
    set_sides,
    smallest_type,
)
from fabgen.figures.components.slips import LABEL, draw_aid_title, draw_slip, find_writing_room, has_fold
from fabgen.figures.diagrams.catalogue import MOVES_CELL, make_figure_library
from fabgen.figures.diagrams.legend import KEY_CAP, WIDEST, draw_marks_key
from fabgen.figures.positions.piece_icons import player_tones
from fabgen.figures.rulebook.marks_key import find_key_place
from fabgen.figures.rulebook.rulebook import write_briefly
from fabgen.figures.rulebook.rules_text import figure_anchor, find_unprintable, read_blocks, remove_codes
from fabgen.spec.game import Aid, capitalize_first
from fabgen.spec.load import Spec
from fabgen.spec.rules_file import read_chapters
from fabgen.typeset.blocks import Block, BookFigure, FigureRow, TextRun

LEAST_ROW = 4.4  # mm: the lowest row of a sheet
# mm: capitals on a card of one side, 10 points at most: all cards look alike
FLAT_CAPS = (2.3, 2.25, 2.2, 2.15, 2.1, 2.0, 1.9, 1.8, 1.7, 1.65)
LEAST_START_CELL, CAPTION_GAP = 4.0, 1.4  # mm: the cells of a picture of the start; to its caption
LEAST_DIAGRAM_CELL = 3.4  # mm: of a movement diagram that is smaller for the sake of that picture
BLEED, TOUCH = 2.0, 0.01  # mm: ink beyond a cut; how near to a cut reaches it
NO_START = Drawing()
ROW_GAP = 2.0  # mm between figures in a row
LEAST_AMPLE = 2.0  # mm: capitals of type that is ample
# Gaps that are worth smaller type, as LOOSER, with the least capitals in mm that they may have: first those with which
# type of 9 points is best.
AIRY = ((1.75, 2.1), (1.5, 2.1), (1.75, LEAST_AMPLE), (1.5, LEAST_AMPLE), (1.3, LEAST_AMPLE))
LEAST_AIRY = AIRY[-1][0]
LOOSER = (3.0, 2.6, 2.3, 2.0, 1.75, 1.5, 1.35, 1.2, 1.1)  # of their size: gaps between paragraphs that fill a card
CAPS = (2.4, 2.3, 2.2, 2.1, 2.0, 1.9, 1.8, 1.7, 1.65)  # mm: capitals on a card, the largest first; 1.65 is 7 points
LEAST_TYPE = 5.0  # points: smaller lettering in a figure cannot be read
BESIDE_KEY, LEAST_KEY = 5.0, 36.0  # mm: between a diagram and a key beside it; the least room for that
USUAL_ROOM = CARD[0] - 2 * RIM  # mm: what a card of the usual width has for words; wider ones have larger keys
LARGER_KEY = 1.2  # how much larger a key may be on a wider card: as large as the words of a full card
KEY_SHARE, LEAST_KEY_TYPE = 0.8, 8.0  # of the capitals of the chapter, and points: the least type of the key
DENSER = 1.25  # a legend is drawn so much wider than its room and then shrunk: its capitals are 1.68 mm or more
AMPLE, ONE_SIDE = 2.0, 1.9  # mm: capitals of ample type; with smaller ones than these two sides are better than one
LARGE_TYPE = 2.0  # mm: the least capitals on a card of the usual size where a larger one is an option
CLOSE_FIGURES = (0.85, 1.0, 1.15, 1.3, 1.5, 1.7)  # of its size: a figure on a card that saves a sheet
LONGEST_ROW = 3  # figures side by side on a card with the start of the game
SIDES = 2  # of a card: one is folded behind the other
MOST_CARDS, LARGEST_CARD = 8, 260.0  # that one chapter may take; mm: the largest side that a spec may ask for
MOST_NAMED = 6  # characters that a message names


@dataclass(frozen=True)
class AidContext:
    """The spec and the language that all aids of a game share."""

    spec: Spec
    words: Catalogue
    start: Drawing = field(default_factory=Drawing)  # at true size, as the set has it; empty where cards show none

    def banner(self, rim: float = RIM) -> CardBanner:
        """What is beside and under the first heading of a card that is printed at home, whose words are `rim` mm from
        the cuts."""
        game = self.spec.game
        return CardBanner(game.title, player_tones(game), rim)


@dataclass(frozen=True)
class _FlatSetting:
    """A card of one side: its capitals in mm, how large its gaps are, and the card."""

    cap: float
    looser: float
    leaf: Leaf


def make_aid_batches(spec: Spec, start: Drawing = NO_START) -> list[PaperBatch]:
    """Every aid as a batch of leaves, cards with a picture of the start, which is given at true size. Raises
    FabgenError with every Problem in them."""
    if not spec.game.aids:
        return []
    kit = AidContext(spec, spec.words, start)
    batches, problems = list[PaperBatch](), list[Problem]()
    for name, aid in spec.game.aids.items():
        if character_problems := [*_missing_characters(spec, name, aid)]:
            problems += character_problems
            continue
        try:
            leaves = make_leaves(kit, name, aid)
        except FabgenError as error:
            problems += error.problems
            continue
        batches += (_leaf_batch(kit, name, aid_count(spec, aid), leaf, number, len(leaves))
                    for number, leaf in enumerate(leaves, 1))
    if problems:
        raise FabgenError(problems)
    return batches


def _leaf_batch(kit: AidContext, name: str, count: int, leaf: Leaf, number: int, total: int) -> PaperBatch:
    """The batch of an aid or, where that takes several cards, of card `number` of `total`. Leaves of card form one
    group of batches, leaves of paper another."""
    plural = kit.spec.game.aid_name(name, count, english=kit.words.language.startswith("en"))
    group = kit.words.text("paper_aids" if leaf.thin else "aids")
    if total == 1:
        return PaperBatch(plural, count, leaf, group, f"{name} aid")
    batch_name = kit.words.text("card_of_aid", aid=plural, number=number, total=total)
    return PaperBatch(batch_name, count, leaf, group, f"{name} card {number} aid")


def _missing_characters(spec: Spec, name: str, aid: Aid) -> Iterator[Problem]:
    """A Problem for each character in the aid's own words that the font lacks."""
    texts: list[tuple[tuple[str | int, ...], str]] = [((), name)]
    texts += [((key, i), text) for key in ("lines", "columns") for i, text in enumerate(getattr(aid, key))]
    for key, text in texts:
        yield from find_unprintable(text, lambda _, key=key: spec.source.key_location("aids", name, *key))  # type: ignore[misc]


def check_aids(spec: Spec, *, has_figures: bool = True) -> Iterator[Problem]:
    """A Problem for each aid that has no room for its content. A card is set only where a cautious estimate does not
    show that its chapter fits. Without `has_figures`, no figure of the game can be drawn, and cards are left out."""
    try:
        kit = AidContext(spec, spec.words)
    except FabgenError:  # words that are missing are reported as those of the language
        return
    for name, aid in spec.game.aids.items():
        if character_problems := [*_missing_characters(spec, name, aid)]:
            yield from character_problems
            continue
        try:
            if aid.kind == "card":
                if not has_figures:
                    continue
                width, height = _card_room(card_sizes(aid)[-1])
                blocks = _read_card(kit, name, aid, width, height)
                if needs_setting(blocks, width, height, AMPLE, SIDES * MOST_CARDS):
                    _set_card(kit, name, blocks, width, height, kit.banner())
            else:
                make_leaves(kit, name, aid)
        except FabgenError as error:
            yield from error.problems


def make_leaves(kit: AidContext, name: str, aid: Aid) -> list[Leaf]:
    """The leaves of an aid: several only where a chapter takes more than one card. Raises FabgenError."""
    if aid.kind == "card":
        return _draw_cards(kit, name, aid)
    return [_draw_slip(kit, name, aid) if aid.kind == "slips" else _draw_score_sheet(kit, name, aid)]


def _draw_slip(kit: AidContext, name: str, aid: Aid) -> Leaf:
    """A slip to write on. Raises FabgenError where it has no room for that."""
    width, height = aid_size(aid)
    if not is_low_slip(aid):
        long, pitch = find_writing_room(aid)
        if long < 15 or pitch < 6:
            raise _aid_error(kit, name, "size", f"the slips `{name}` have no room to write: {width:g} x {height:g} mm",
                             "15 mm beside the labels, and 6 mm for each line, are the least")
    return Leaf(draw_slip(kit.spec, name, aid), width, height, thin=True, has_fold_marks=has_fold(aid))


def _draw_score_sheet(kit: AidContext, name: str, aid: Aid) -> Leaf:
    """A sheet with numbered rows under the headings of columns."""
    width, height = aid_size(aid)
    headings, rows = score_columns(kit.spec, aid), aid.rows or 0
    top, left = height - 2 * RIM - TITLE, RIM + 8.0
    pitch, row_height = (width - RIM - left) / len(headings), (top - RIM - 6.0) / rows
    if row_height < LEAST_ROW or any(text_width(heading, LABEL, bold=True) > pitch - 1.0 for heading in headings):
        raise _aid_error(kit, name, "size", f"the sheet `{name}` of {width:g} x {height:g} mm has no room for "
                         f"{rows} rows under {len(headings)} columns",
                         f"rows of {LEAST_ROW} mm are the least: a larger size, or fewer rows")
    xs, ys = [left + pitch * i for i in range(len(headings) + 1)], [top - 6.0 - row_height * j for j in range(rows + 1)]
    grid_lines = [*(line((x, ys[-1]), (x, top)) for x in xs), *(line((RIM, y), (xs[-1], y)) for y in ys)]
    labels = [draw_text(Role.LABEL, heading, (left + pitch * (i + 0.5), top - 4.0), LABEL, bold=True)
              for i, heading in enumerate(headings)]
    numbering = [
        draw_text(Role.COORDINATE, str(j + 1), (left - 2.0, y - row_height / 2 - LABEL / 2), LABEL, anchor="end")
        for j, y in enumerate(ys[:-1])
    ]
    drawing = combine_drawings(
        [draw_aid_title(kit.spec, name, width, height), draw(Role.GRID, *grid_lines), *labels, *numbering]
    )
    return Leaf(drawing, width, height, thin=True)


def score_columns(spec: Spec, aid: Aid) -> tuple[str, ...]:
    """The headings of a score sheet: those in the spec, else the names of the players."""
    return aid.columns or tuple(capitalize_first(spec.game.player_name(player)) for player in spec.game.active_players)


def _card_room(size: tuple[float, float]) -> tuple[float, float]:
    """Width and height in mm of the room for a chapter on one side of a card."""
    return size[0] - 2 * RIM, size[1] - 2 * RIM


def _draw_cards(kit: AidContext, name: str, aid: Aid) -> list[Leaf]:
    """The chapter on one side of a card, the smallest with room for it in type that is not small, which needs no fold.
    A longer one is on as many cards as it takes; where a card has a back, that is at the right of a fold."""
    for size in flat_card_sizes(aid, aid_count(kit.spec, aid)):
        least_cap = LARGE_TYPE if size == CARD and not aid.size else ONE_SIDE
        try:
            leaves = _draw_flat_card(kit, name, aid, size, least_cap)
        except FabgenError:  # something in the chapter is larger than this card
            continue
        if leaves and size == FULL_CARD and len(leaves) == 1:
            return [replace(leaves[0], smaller=_list_smaller_cards(kit, name, aid))]
        if leaves:
            return leaves
    *sizes, last_size = card_sizes(aid)
    for size in sizes:
        try:
            return _draw_folded_cards(kit, name, aid, size)
        except FabgenError:
            continue
    return _draw_folded_cards(kit, name, aid, last_size)


def _list_smaller_cards(kit: AidContext, name: str, aid: Aid) -> tuple[SmallerLeaf, ...]:
    """The chapter on one side of smaller cards with closer lines and smaller figures, each drawn once for all papers,
    when it is asked for. Where a card has no room for it, a narrower one that is no higher has none either."""
    too_small = list[tuple[float, float]]()

    def draw_once(size: tuple[float, float]) -> Leaf | None:
        if any(size[0] <= width and size[1] <= height for width, height in too_small):
            return None
        card = kit.spec.compute_once(("smaller card", kit.words.language, name, size),
                                     lambda: _draw_close_card(kit, name, aid, size))
        if card is None:
            too_small.append(size)
        return card

    return tuple(SmallerLeaf(*size, partial(draw_once, size)) for size in SMALLER_CARDS)


def _draw_flat_card(kit: AidContext, name: str, aid: Aid, size: tuple[float, float], least_cap: float) -> list[Leaf]:
    """The chapter on one side of a card, in the largest type that allows it; on a full card with closer lines where
    these allow larger type. Empty where its capitals would be lower than the `least_cap` in mm."""
    usual = _find_largest_type(kit, name, aid, size, least_cap)
    close = _find_largest_type(kit, name, aid, size, least_cap, is_close=True) if size == FULL_CARD else None
    settings = [setting for setting in (usual, close) if setting]
    return [max(settings, key=lambda setting: (setting.looser >= LEAST_AIRY, setting.cap)).leaf] if settings else []


def _draw_close_card(kit: AidContext, name: str, aid: Aid, size: tuple[float, float]) -> Leaf | None:
    """The same with closer lines, and with the start beside movement diagrams where that has room: the figures are the
    largest of CLOSE_FIGURES that leave room for large type. None where capitals would be lower than LARGE_TYPE, or
    where something is larger than the card."""
    for context in ((kit, replace(kit, start=Drawing())) if kit.start.items else (kit,)):
        try:
            setting = _find_largest_type(context, name, aid, size, LARGE_TYPE, figure=CLOSE_FIGURES[0], is_close=True)
        except FabgenError:
            continue
        if setting is None:
            continue
        for figure in reversed(CLOSE_FIGURES[1:]):
            try:
                larger = _find_largest_type(context, name, aid, size, setting.cap, figure=figure, is_close=True)
            except FabgenError:
                continue
            if larger and larger.looser >= min(setting.looser, LEAST_AIRY):
                return larger.leaf
        return setting.leaf
    return None


def _find_largest_type(kit: AidContext, name: str, aid: Aid, size: tuple[float, float], least_cap: float, *,
                       figure: float | None = None, is_close: bool = False) -> _FlatSetting | None:
    """One side of a card with the chapter in the largest type that has room. Its paragraphs are so far from each other
    that they fill it: type of LEAST_AMPLE with gaps is better than larger type without. None where capitals would be
    lower than the `least_cap`. Raises FabgenError where something is larger than the card."""
    rim = CLOSE_RIM if size in SMALLER_CARDS and figure else RIM
    room = size[0] - 2 * rim, size[1] - 2 * rim
    chapter = _read_legible_chapter(kit, name, aid, room[0])

    @cache
    def set_chapter(cap: float, looser: float) -> Drawing | None:
        """The side with these capitals; None where the chapter needs more than one."""
        blocks = _explain_marks(kit, name, chapter, *room, figure=figure, cap=cap)
        sides = set_sides(blocks, *room, cap, kit.banner(rim), is_close=is_close, looser=looser)
        return sides[0] if len(sides) == 1 else None

    caps = [cap for cap in FLAT_CAPS if cap >= least_cap]
    largest = find_first(caps, lambda cap: set_chapter(cap, 1.0) is not None)
    if largest is None:
        return None
    airy = (find_first([cap for cap in caps if least_ample <= cap <= largest],
                       lambda cap, gap=gap: set_chapter(cap, gap) is not None)  # type: ignore[misc]
            for gap, least_ample in AIRY)
    first = next(filter(None, airy), largest)
    looser = find_first(LOOSER, lambda factor: set_chapter(first, factor) is not None) or 1.0
    side = set_chapter(first, looser)
    if side is None:
        return None
    side = side.moved(rim, size[1] - rim)
    return _FlatSetting(first, looser, Leaf(side, *size, bleed=draw_bleed(side, *size)))


def draw_bleed(side: Drawing, width: float, height: float) -> Drawing:
    """What of a side reaches to its left, right and upper cut, BLEED mm beyond these: level rectangles."""
    bleed = list[Drawing]()
    for item in side.items:
        if not isinstance(item, Shape) or item.role not in (Role.GLUE, Role.PLAYER_STRIP):
            continue
        x0, y0, x1, y1 = item.bounds()
        left, right, top = x0 < TOUCH, x1 > width - TOUCH, y1 > height - TOUCH
        if left or right or top:
            x0, x1, y1 = x0 - BLEED * left, x1 + BLEED * right, y1 + BLEED * top
            bleed.append(Drawing((replace(item, paths=(rectangle(x0, y0, x1 - x0, y1 - y0),)),)))
    return combine_drawings(bleed)


def find_first(values: Sequence[float], is_good: Callable[[float], bool]) -> float | None:
    """The first of some values that is good, where all behind a good one are good too; None where none is."""
    place = bisect_left(values, True, key=is_good)
    return values[place] if place < len(values) else None


def _draw_folded_cards(kit: AidContext, name: str, aid: Aid, size: tuple[float, float]) -> list[Leaf]:
    """The chapter on as many cards as it takes. Where a card has a back, that is at the right of a fold."""
    width, height = size
    sides = set_card_sides(kit.spec, name, aid, *_card_room(size), kit.words, kit.banner())
    sides = [side.moved(RIM, height - RIM) for side in sides]
    cards = [sides[number:number + SIDES] for number in range(0, len(sides), SIDES)]
    return [
        Leaf(
            combine_drawings(side.moved(number * width, 0) for number, side in enumerate(card)),
            width * len(card), height, width if len(card) > 1 else 0.0, sides=tuple(card),
        )
        for card in cards
    ]


def set_card_sides(spec: Spec, name: str, aid: Aid, width: float, height: float, words: Catalogue,
                   banner: CardBanner | None = None) -> list[Drawing]:
    """The sides of the cards of a chapter, each with its top at y = 0, for a room of `width` by `height` mm.

    Raises FabgenError where the chapter is missing or too long, or something in it is too large or would become too
    small.
    """
    kit = AidContext(spec, words)
    return _set_card(kit, name, _read_card(kit, name, aid, width, height), width, height, banner)


def _read_card(kit: AidContext, name: str, aid: Aid, width: float, height: float) -> list[Block]:
    """The blocks of the chapter that a card shows. Raises FabgenError as `set_card_sides`, except where only setting
    the chapter shows that it does not fit."""
    return _explain_marks(kit, name, _read_legible_chapter(kit, name, aid, width), width, height)


def _read_legible_chapter(kit: AidContext, name: str, aid: Aid, width: float) -> list[Block]:
    """The blocks of the chapter, in a room of `width` mm. Raises FabgenError where the chapter is missing, or where
    letters in its figures would be too small to read."""
    blocks = read_chapter(kit.spec, name, aid, kit.words, width)
    if smallest_type(blocks, width, CAPS[0]) < LEAST_TYPE:
        raise _aid_error(
            kit, name, "size", f"the lettering of a figure on the card `{name}` would be too small to read",
            "put that figure in a paragraph of its own, without figures beside it, or write a larger size",
        )
    return blocks


def _explain_marks(kit: AidContext, name: str, chapter: Sequence[Block], width: float, height: float, *,
                   figure: float | None = None, cap: float = CAPS[0]) -> list[Block]:
    """The blocks of a chapter with a key of marks, for capitals of `cap` mm or less; a single movement diagram is
    `figure` of its size, with the start beside it. Raises FabgenError where a figure would be too small to read."""
    blocks = _add_key(kit, chapter, width, figure, cap)
    if not has_legible_figures(blocks, width, height, CAPS[0]):
        raise _aid_error(kit, name, "size", f"a figure on the card `{name}` would be too small to read",
                         "write a larger size, or fewer figures side by side")
    return blocks


def _add_key(kit: AidContext, blocks: Sequence[Block], width: float, figure: float | None, cap: float) -> list[Block]:
    """The blocks of a card, with a key of the marks below the last of its movement diagrams, or beside it where that
    stands alone and has room. A diagram of `figure` of its size has the start beside it instead. The key is larger on a
    wider card, and where the capitals of the chapter are as high as `cap` mm. As they are where they need no key."""
    spec, words = kit.spec.full_spec or kit.spec, kit.words
    place = find_key_place(spec, blocks, prints_single_captions=False)
    if place is None:
        return [*blocks]
    last, pieces = place.block, place.pieces
    diagram, larger = blocks[last], max(1.0, width / USUAL_ROOM)
    least_cap = max(KEY_SHARE * cap, min(cap, cap_height(LEAST_KEY_TYPE)))
    key_larger = max(min(larger, LARGER_KEY), least_cap / KEY_CAP)
    if isinstance(diagram, BookFigure):
        drawing = diagram.drawing.scaled(larger * (figure or 1.0))
        if figure or kit.start.items:
            diagram = replace(diagram, drawing=_put_start_beside(kit, drawing, width, pieces))
        elif (room := width - drawing.size()[0] - BESIDE_KEY) >= LEAST_KEY * max(1.0, key_larger / LARGER_KEY):
            key = draw_marks_key(spec, pieces, words, room / key_larger).scaled(key_larger)
            return [*blocks[:last], replace(diagram, drawing=_draw_beside(drawing, key)), *blocks[last + 1:]]
    elif isinstance(diagram, FigureRow):
        diagram = _add_start_to_row(kit, diagram, width, figure)
    key = draw_marks_key(spec, pieces, words, width / key_larger).scaled(key_larger)
    return [*blocks[:last], diagram, *([BookFigure(key, ())] if key.items else []), *blocks[last + 1:]]


def _add_start_to_row(kit: AidContext, row: FigureRow, width: float, figure: float | None) -> FigureRow:
    """A row of movement diagrams with a picture of the start at its end, whose cells are LEAST_START_CELL mm or more
    wide; the row as it is where that has no room, with diagrams of `figure` of their size."""
    count = len(row.figures)
    if count < LONGEST_ROW and kit.start.items:
        start_factor = LEAST_START_CELL / kit.spec.spaces.cell_size
        free = width - kit.start.size()[0] * start_factor - ROW_GAP * count
        factor = min(1.0, free / sum(each.drawing.size()[0] for each in row.figures))
        if factor * MOVES_CELL >= LEAST_DIAGRAM_CELL:
            figures = tuple(replace(each, drawing=each.drawing.scaled(factor)) for each in row.figures)
            start = BookFigure(kit.start.scaled(start_factor), (TextRun(kit.words.text("start_of_game")),))
            return replace(row, figures=(*figures, start))
    if figure is None:
        return row
    across = (width - ROW_GAP * (LONGEST_ROW - 1)) / LONGEST_ROW
    factor = min(figure, 1.0) * min(across / each.drawing.size()[0] for each in row.figures)
    return replace(row, figures=tuple(replace(each, drawing=each.drawing.scaled(min(1.0, factor)))
                                      for each in row.figures))


def _put_start_beside(kit: AidContext, diagram: Drawing, width: float, pieces: Sequence[str]) -> Drawing:
    """A movement diagram of some pieces with the start at its right, both equally high and together no wider than
    `width` mm, with their captions; the diagram alone where the cells of the start would be smaller than
    LEAST_START_CELL mm."""
    if not kit.start.items:
        return diagram
    (diagram_width, diagram_height), (start_width, start_height) = diagram.size(), kit.start.size()
    height = min(diagram_height, (width - BESIDE_KEY) / (diagram_width / diagram_height + start_width / start_height))
    factor = height / start_height
    if factor * kit.spec.spaces.cell_size < LEAST_START_CELL - 1e-6:
        return diagram
    start = kit.start.scaled(factor)
    x0, low, x1, _ = start.bounds()
    names = join_words([capitalize_first(kit.spec.game.piece_name(piece)) for piece in pieces], kit.words.text("and"))
    left, bottom, right, _ = (diagram := diagram.scaled(height / diagram_height)).bounds()
    gap = width - diagram_width * height / diagram_height - (x1 - x0)
    return combine_drawings([
        diagram, _draw_caption(names, (left + right) / 2, bottom),
        (start + _draw_caption(kit.words.text("start_of_game"), (x0 + x1) / 2, low)).moved(
            right + max(BESIDE_KEY, gap / 2) - x0, bottom - low)])


def _draw_caption(text: str, middle: float, foot: float) -> Drawing:
    """The caption of a figure with its foot at some height, around the middle of that."""
    return draw_text(Role.LABEL, text, (middle, foot - CAPTION_GAP - LABEL), LABEL)


def _draw_beside(diagram: Drawing, explanation: Drawing) -> Drawing:
    """A diagram with the key of its marks, or the start, at its right, level with its middle."""
    if not explanation.items:
        return diagram
    _, bottom, right, top = diagram.bounds()
    left, low, _, high = explanation.bounds()
    return diagram + explanation.moved(right + BESIDE_KEY - left, (bottom + top - low - high) / 2)


def _set_card(kit: AidContext, name: str, blocks: Sequence[Block], width: float, height: float,
              banner: CardBanner | None) -> list[Drawing]:
    """The sides of the cards of a chapter. Raises FabgenError where it is too long, or too large for a side."""
    settings = list(_try_settings(blocks, width, height, banner))
    sides = _choose_setting(settings) if settings else []
    cards = -(-len(sides) // SIDES)
    if sides and cards <= MOST_CARDS:
        return sides
    what = (f"needs {cards} cards of this size, and {MOST_CARDS} are the most" if sides else
            "has a row of a table, a figure or a word that is larger than the card")
    enough = _find_card_size(blocks, width, height, banner)
    hint = f"a card of {enough[0]:g} x {enough[1]:g} mm would do" if enough else "shorten the chapter"
    raise _aid_error(kit, name, "size", f"the chapter on the card `{name}` {what}", hint)


def _find_card_size(blocks: Sequence[Block], width: float, height: float, banner: CardBanner | None
                    ) -> tuple[float, float] | None:
    """A size of card in mm that has room for blocks, in steps of 10 mm more than this room; None where none has."""
    for more in range(10, int(LARGEST_CARD - 2 * RIM - max(width, height)) + 1, 10):
        sides = set_sides(blocks, width + more, height + more, AMPLE, banner)
        if sides and len(sides) <= SIDES * MOST_CARDS:
            return width + more + 2 * RIM, height + more + 2 * RIM
    return None


def _try_settings(blocks: Sequence[Block], width: float, height: float, banner: CardBanner | None
                  ) -> Iterator[tuple[float, list[Drawing]]]:
    """Settings of a card with their capitals in mm, the largest type first; stops when smaller type cannot help."""
    fits_card = False
    for cap in CAPS:
        if fits_card and cap < ONE_SIDE:
            return
        if sides := set_sides(blocks, width, height, cap, banner):
            yield cap, sides
            fits_card = fits_card or len(sides) <= SIDES
            if len(sides) == 1 or len(sides) > 2 * SIDES * MOST_CARDS:
                return


def _choose_setting(settings: list[tuple[float, list[Drawing]]]) -> list[Drawing]:
    """One side in type that is not small, else one card in the largest type that allows it, else as few cards as ample
    type takes, in the largest type for that number."""
    large_single = [sides for cap, sides in settings if len(sides) == 1 and cap >= ONE_SIDE]
    fits_card = [sides for _, sides in settings if len(sides) <= SIDES]
    ample = [sides for cap, sides in settings if cap >= AMPLE] or [sides for _, sides in settings]
    by_cards = sorted(ample, key=lambda sides: -(-len(sides) // SIDES))
    return (large_single or fits_card or by_cards)[0]


def read_chapter(spec: Spec, name: str, aid: Aid, words: Catalogue, width: float = WIDEST) -> list[Block]:
    """The blocks of the chapter that a card shows, its heading first; `width` in mm is the room for a legend."""
    heading, chapters = aid.text or words.text("quick_reference"), read_chapters(spec)
    for chapter_heading, (_, text) in chapters.items():
        if chapter_heading.casefold() == heading.casefold():
            if missing := missing_characters(" ".join(text.split())):
                listed = join_words([f"{character!r} (U+{ord(character):04X})" for character in missing[:MOST_NAMED]])
                raise _aid_error(
                    AidContext(spec, words),
                    name,
                    "text",
                    f"the chapter `{chapter_heading}` on the card `{name}` cannot be set: the font has no {listed}",
                    "write it in other letters: the font has Latin, Greek and Cyrillic, and common signs",
                )
            figures = make_figure_library(spec.full_spec or spec, words, min(DENSER * width, WIDEST),
                                          has_ground=False, is_in_book=False)  # cards are printed at home
            # The problems of the text are reported with the book.
            blocks, _ = read_blocks(text, str(spec.folder / spec.game.rulebook), figures)
            # The flaps of pieces have no such lines, and the key does not explain them.
            blocks = [_without_lines(block) for block in blocks]
            is_quick_reference = chapter_heading.casefold() == words.text("quick_reference").casefold()
            return remove_codes(write_briefly(blocks) if is_quick_reference else blocks, figures.rulings, words)
    raise _aid_error(
        AidContext(spec, words),
        name,
        "text",
        f"the rulebook has no chapter `{heading}` for the card `{name}`",
        f"its chapters: {', '.join(chapters)}",
    )


def _without_lines(block: Block) -> Block:
    """A movement diagram, or a row of these, without the lines along which ways are blocked."""
    if isinstance(block, BookFigure) and block.anchor.startswith(figure_anchor("moves")):
        return replace(block, drawing=block.drawing.without(Role.PATH))
    if isinstance(block, FigureRow):
        return replace(block, figures=tuple(_without_lines(figure) for figure in block.figures))  # type: ignore[misc]
    return block


def _aid_error(kit: AidContext, name: str, key: str, what: str, hint: str) -> FabgenError:
    return FabgenError([Problem(kit.spec.source.key_location("aids", name, key), what, hint)])


__all__ = ["check_aids", "make_aid_batches", "make_leaves", "read_chapter", "score_columns", "set_card_sides"]
