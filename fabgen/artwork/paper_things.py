"""The artwork of a part made of paper → a value that says how it is cut, folded and glued, but not where it is on a
page.

A `Net` is a strip that is folded up, and may have its base at its lower end. A `Chit` is flat and has two sides. A
`Leaf` is flat and has one. A `CardPack` holds cards of one size with two sides each.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape, combine_drawings, draw
from fabgen.artwork.motif import Motif
from fabgen.artwork.path import MIRROR, Path, circle, corner_shape, line, polygon, rectangle
from fabgen.core.languages import Catalogue

ChitOutline = Literal["disc", "square", "corner", "drawn"]
DASH = (1.6, 0.9)  # mm on and off of a valley fold's dashes
DOT, DOTTED = 0.25, 0.7  # mm: the dot of a mountain fold, and the gaps beside it
DARK_TONES = ("black", "blue", "red", "wine", "denim", "walnut")  # that are darker than 50 L* in full colour
PAPER_TONES = ("", "white")  # that are as light as paper
CARD_OF_PAPER_TONES = "wood"  # the tone of the card around these


@dataclass(frozen=True)
class Fold:
    """A fold across a net at height `y` in mm. A `mountain` fold bends the printed sides outwards, a `valley` fold
    towards each other."""

    y: float
    way: Literal["mountain", "valley"]


@dataclass(frozen=True)
class Net:
    """A rectangle to cut out, with its lower left corner at the origin, in mm.

    * `icon`: its picture for a list of parts, with its foot at the origin.
    * `kind`: its name without the owner.
    * `base`: the height of the strip at its lower end, in mm, that is cut off as its base and slit. The rest is folded
      and stands in the slit. 0: no base.
    * `tone`: the colour of its player.
    """

    drawing: Drawing
    width: float
    height: float
    folds: tuple[Fold, ...]
    icon: Drawing
    kind: str = ""
    base: float = 0.0
    tone: str = ""

    @property
    def card_size(self) -> tuple[float, float]:
        """Width and depth in tenths of a mm of the thick card under its base, which it covers."""
        width, depth = self.footprint
        return round(width, 1), round(depth, 1)

    @property
    def footprint(self) -> tuple[float, float]:
        """Width and depth in mm of the surface on which it stands: its base, or else the flaps before the first fold
        and behind the last."""
        return self.width, self.base or self.folds[0].y + self.height - self.folds[-1].y

    @cached_property
    def cut_and_folds(self) -> tuple[object, ...]:
        """What is equal for strips that are cut and folded alike: ways of folds, and measures to 0.01 mm."""
        measures = self.width, self.height, self.base, *(fold.y for fold in self.folds)
        return tuple(fold.way for fold in self.folds), *(round(measure, 2) for measure in measures)


def draw_card_ground(tone: str, box: tuple[float, float, float, float]) -> Drawing:
    """The ground of a rectangle of card that carries something in a tone: left, bottom, right and top in mm."""
    left, bottom, right, top = box
    return draw(Role.CARD_GROUND, rectangle(left, bottom, right - left, top - bottom), tone=card_tone(tone))


def card_tone(tone: str) -> str:
    """The tone of card that carries something in a tone: one that is as light as paper would not be seen."""
    return CARD_OF_PAPER_TONES if tone in PAPER_TONES else tone


CARD_RIM = 1.9  # mm of card around a disc, at the middle of each side of its square
SMALL_TOKEN = 16.0  # mm: a square token that is no larger has as much card around its plate
PLATE_INSIDE = 2.5  # mm from the cut of a square of card to the plate, or the frame, on it: a cut may be a little off
PLATE_RIM, PLATE_CORNER = 0.5, 1.6  # mm: how broad the rim of a plate is, and the radius of the corners of a square one
PLATE_SIGN = {"disc": 0.82, "square": 0.74}  # of the width of what is in the rim: a sign


def find_card_rim(shape: str, size: float, *, has_plate: bool) -> float:
    """How many mm of card are on each side of a chit, beyond its own size, when it has been cut out. A disc is on a
    square of card, because straight cuts part squares. A small square token with its sign on a plate has as much card
    around it, so that its sign is not smaller. Others have none."""
    is_small_token = shape == "square" and has_plate and size <= SMALL_TOKEN
    return CARD_RIM if shape == "disc" or is_small_token else 0.0


def draw_plate_with_sign(shape: Literal["disc", "square"], size: float, tone: str, sign: Drawing) -> Drawing:
    """A light plate with a rim in a square of card `size` mm wide around the origin, PLATE_INSIDE mm from its cuts, and
    on it a sign as large as it is to be."""
    half = size / 2 - PLATE_INSIDE
    rim, field = (circle((0, 0), half - inset) if shape == "disc" else
                  rectangle(inset - half, inset - half, 2 * (half - inset), 2 * (half - inset), PLATE_CORNER - inset)
                  for inset in (0.0, PLATE_RIM))
    plate = draw(Role.DEEP_SHADE, rim, tone="black" if tone in PAPER_TONES else tone) + draw(
        Role.SHADE, field, tone="white")
    x0, y0, x1, y1 = sign.bounds()
    centred = sign.moved(-(x0 + x1) / 2, -(y0 + y1) / 2)
    points = (point for item in centred.items if isinstance(item, Shape) for path in item.paths
              for point in path.flatten(FLAT))
    reach = max((math.hypot(x, y) if shape == "disc" else max(abs(x), abs(y)) for x, y in points), default=half)
    return plate + centred.scaled(PLATE_SIGN[shape] * (half - PLATE_RIM) / reach)


@dataclass(frozen=True)
class Chit:
    """A flat counter centred on the origin. Each side is drawn as seen from that side, and inked to `bleed` mm beyond
    the cut.

    * `size`: of its box, in mm.
    * `turns`: players turn it over during play, so that its back is needed.
    * `is_piece`: it is a piece, not a token.
    * `look`: what tells it from others on a table: its front without the diagram and the name.
    * `arm`: the width in mm of the arms of a corner, whose elbow is at the lower left of its front.
    * `drawn`: the cut of a shape that the designer has drawn, as seen from its front.
    """

    front: Drawing
    back: Drawing
    shape: ChitOutline
    size: float
    bleed: float
    turns: bool = False
    is_piece: bool = False
    look: Drawing = field(default_factory=Drawing)
    arm: float = 0.0
    drawn: Path | None = None

    @property
    def has_cut_line(self) -> bool:
        """Whether its cut is drawn as a line, because marks at the edges of a block do not show it."""
        return self.shape != "square"

    def outline(self, bleed: float = 0.0) -> Path:
        """Its cut, or the edge of its ink where that reaches `bleed` mm beyond it, as seen from its front."""
        if self.drawn is not None:
            return widened_outline(self.drawn, bleed)
        return chit_outline(self.shape, self.size, self.arm, bleed)

    def back_outline(self, bleed: float = 0.0) -> Path:
        """Its cut, or the edge of its ink `bleed` mm beyond it, as seen from its back."""
        return self.outline(bleed).transformed(MIRROR)


FLAT = 0.02  # mm: flattening of an outline that is widened


@lru_cache(maxsize=64)
def widened_outline(outline: Path, bleed: float) -> Path:
    """A closed outline `bleed` mm further out, with round corners; itself without a bleed."""
    if not bleed:
        return outline
    import shapely

    area = shapely.Polygon(outline.flatten(FLAT)).buffer(bleed)
    return polygon([*area.exterior.coords][:-1])


def chit_outline(shape: ChitOutline, size: float, arm: float, bleed: float = 0.0) -> Path:
    """The outline of a chit around the origin, `bleed` mm beyond its cut."""
    half, side = size / 2 + bleed, size + 2 * bleed
    if shape == "corner":
        return corner_shape(side, arm + 2 * bleed)
    return circle((0, 0), half) if shape == "disc" else rectangle(-half, -half, side, side)


@dataclass(frozen=True)
class SmallerLeaf:
    """A smaller leaf that would do: its size in mm, and how it is drawn; that gives None where its content has no room
    on it. Most sizes are only tried."""

    width: float
    height: float
    draw: Callable[[], Leaf | None]


@dataclass(frozen=True)
class Leaf:
    """A rectangle of paper printed on one side, with its lower left corner at the origin, in mm: a slip, a score sheet,
    a card.

    The area to the right of an upright fold at x = `fold` is its back, folded behind and glued; 0: no fold. `sides` are
    its front and its back then, each with its lower left corner at the origin, to be printed on both sides of the paper
    instead. `thin`: printed on paper, not on card. `is_net`: the outline on it is cut out, and folded up to a box with
    the print outside. `is_board`: it is a track or a player board. `smaller`: the same on smaller leaves, the largest
    first. `bleed`: what reaches to its cuts, with the ink beyond them. `has_fold_marks`: it has the ends of a fold on
    itself, for players to fold it over what they have written on it.
    """

    drawing: Drawing
    width: float
    height: float
    fold: float = 0.0
    thin: bool = False
    sides: tuple[Drawing, ...] = ()
    is_net: bool = False
    is_board: bool = False
    smaller: tuple[SmallerLeaf, ...] = ()
    bleed: Drawing = field(default_factory=Drawing)
    has_fold_marks: bool = False

    @property
    def icon(self) -> Drawing:
        """Its picture for a list of parts, with the middle of its foot at the origin."""
        return self.drawing.moved(-self.width / 2, 0)

    @property
    def is_aid(self) -> bool:
        """Whether it is a player aid."""
        return not (self.is_net or self.is_board)


@dataclass(frozen=True)
class PackedCard:
    """One card of a pack: its id in files, and its sides, each with its lower left corner at the origin."""

    id: str
    front: Drawing
    back: Drawing


@dataclass(frozen=True)
class CardPack:
    """Cards of one size in mm, each with a front and a back."""

    cards: tuple[PackedCard, ...]
    width: float
    height: float

    @property
    def icon(self) -> Drawing:
        """Its picture for a list of parts, the face of the first card, with the middle of its foot at the origin."""
        return self.cards[0].front.moved(-self.width / 2, 0)


@dataclass(frozen=True)
class PaperBatch:
    """Several parts of one kind: their name for a reader, how many, and the group in which they are printed. `id` names
    one of them in files, the same in every language: `green knight`, `stop token`."""

    name: str
    count: int
    thing: Net | Chit | Leaf | CardPack
    group: str
    id: str = ""

    @property
    def is_thin(self) -> bool:
        """Whether the parts are printed on paper, not on card."""
        return isinstance(self.thing, Leaf) and self.thing.thin


@dataclass(frozen=True)
class PaperKit:
    """Everything that is to be printed: the board at true size with the x and y positions in mm where it may be
    divided, the batches of parts, the words of the game's language, a note for the first page, and what is to be
    bought, each with its number.

    * `tones`: the colours of the players.
    * `draw_picture`: draws the game on its table, for the first page.
    * `ground`: lies under the board and reaches beyond its edge, for boards that are cut by hand; its corners are
      square.
    * `cell`: the width of the board's cells in mm, 0 where they differ.
    * `substitute`: a sentence about pieces that people may have, and can use instead of those of paper.
    * `pitch`: a sentence that makes somebody want to play; `facts`: for how many players, of which age, how long.
    * `saves_ink`: whether pictures that only explain stay small.
    * `colour` and `motif`: those of the game's book, for the head of the first page; none where that saves ink.
    * `edge_words`: draws those words on the board that may move clear of the seams where it is divided, by the x and y
      positions of these.
    """

    title: str
    designer: str
    version: str
    board: Drawing
    seams_x: tuple[float, ...]
    seams_y: tuple[float, ...]
    batches: tuple[PaperBatch, ...]
    tones: tuple[str, ...]
    draw_picture: Callable[[], Drawing]
    words: Catalogue
    note: str = ""
    bought: tuple[str, ...] = ()
    ground: Drawing = field(default_factory=Drawing)
    cell: float = 0.0
    edge_words: Callable[[Sequence[float], Sequence[float]], Drawing] | None = None
    substitute: str = ""
    pitch: str = ""
    facts: tuple[str, ...] = ()
    saves_ink: bool = False
    colour: str = ""
    motif: Motif | None = None

    def draw_clear_board(self, cuts_x: Sequence[float], cuts_y: Sequence[float]) -> Drawing:
        """The board, with the words along its edge clear of the seams at these positions in mm."""
        if self.edge_words is None:
            return self.board
        words = self.edge_words(cuts_x, cuts_y)
        groups = {item.group for item in words.items}
        rest = (item for item in self.board.items if not (isinstance(item, Lettering) and item.group in groups))
        return Drawing(tuple(rest)) + words


def draw_fold_mark(span: tuple[float, float], mountain: bool) -> Drawing:
    """The mark of a fold on y = 0, between the two x of `span` in mm: dashes for a valley fold, dashes and dots for a
    mountain fold, as is usual in paper folding."""
    x, end = span
    steps: list[Path] = []
    lengths = (DASH[0], DOT) if mountain else (DASH[0],)
    gap = DOTTED if mountain else DASH[1]
    count = 0
    while x < end - 0.1:
        step = min(lengths[count % len(lengths)], end - x)
        steps.append(line((x, 0), (x + step, 0)))
        x, count = x + step + gap, count + 1
    return draw(Role.TRIM, *steps)


def draw_player_strip(tones: Sequence[str], width: float, height: float) -> Drawing:
    """The colours of the players side by side, from the origin to the right and up; without the patterns that tell
    pieces apart, which would be unrest at this size. Empty without tones."""
    share = width / max(1, len(tones))
    return combine_drawings(draw(Role.PLAYER_STRIP, rectangle(number * share, 0, share, height), tone=tone)
                            for number, tone in enumerate(tones))


ProductKind = Literal["board", "disc", "square", "corner", "card"]


@dataclass(frozen=True)
class SafeArea:
    """The area that is safe from the cut: width and height in mm around the origin, for a disc twice the diameter."""

    width: float
    height: float


@dataclass(frozen=True)
class PrintProduct:
    """One kind of part to order: how many, the size in mm that it should have when cut, the largest size allowed, and a
    function that draws its sides for a safe area: front, back, and further cards if it needs them.

    `ground` is the tone that fills it to its bleed, `back_ground` that of backs where it is another one; empty is
    white. A piece that `is_solid` has the whole colour there, others a tint of it. A board that `is_exact` is not
    printed smaller, because things have to fit its slots. If no product has room for its sides, it gets those of
    `plain`, which leave out what `lacks` names. The function raises FabgenError if a side does not fit.
    """

    name: str
    kind: ProductKind
    count: int
    size: tuple[float, float]
    largest_size: tuple[float, float]
    sides: Callable[[SafeArea], tuple[Drawing, ...]]
    ground: str = ""
    plain: Callable[[SafeArea], tuple[Drawing, ...]] | None = None
    lacks: str = ""
    back_ground: str | None = None
    is_solid: bool = False
    is_exact: bool = False
