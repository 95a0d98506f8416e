"""The aids of a spec → leaves of paper: slips to write on, cards with a chapter of the rulebook, sheets for scores.

Words keep the least sizes: 7 point type on cards, 8 on what is written on. All mm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from fabgen.artwork.book import Block
from fabgen.artwork.drawing import Drawing, Role, draw, together, write
from fabgen.artwork.net import Batch, Leaf
from fabgen.artwork.path import line
from fabgen.artwork.text import text_width
from fabgen.base import FabgenError, Problem, many
from fabgen.declared import read_text
from fabgen.figures.blocks import read_blocks, unprintable
from fabgen.figures.book import briefly
from fabgen.figures.cards import SMALLEST_FIGURE, set_sides, smallest_figure
from fabgen.figures.catalogue import book_figures
from fabgen.figures.cited import uncited
from fabgen.figures.legend import WIDEST
from fabgen.spec.game import Aid
from fabgen.spec.load import Spec
from fabgen.words import Words, load_words

RIM = 5.0  # mm between words and a cut
# mm, unless the spec says: three slips or two cards abreast on A4; 0: as high as need be
SLIP, CARD, SHEET = (57.0, 0.0), (86.0, 112.0), (100.0, 140.0)
PITCH, LEAST_ROW = 8.5, 4.4  # mm from line to line of a slip; the lowest row of a sheet
CAPS = (2.4, 2.3, 2.2, 2.1, 2.0, 1.9, 1.8, 1.7, 1.65)  # mm: capitals on a card, the best first; 1.65 is 7 points
LABEL, TITLE = 2.1, 2.6  # mm: capitals of labels and titles
DENSER = 1.25  # than its room: a legend is shrunk to it, its capitals to 1.68 mm at the least
AMPLE = 2.0  # mm: capitals under this are worth a second side
SIDES = 2  # of a card: one is folded behind the other


@dataclass(frozen=True)
class Kit:
    """What all aids of a game share."""

    spec: Spec
    words: Words


def aid_batches(spec: Spec) -> list[Batch]:
    """Every aid as a batch of leaves; raises FabgenError with every Problem in them."""
    if not spec.game.aids:
        return []
    kit = Kit(spec, load_words(spec.game.language, spec.folder))
    batches, problems = list[Batch](), list[Problem]()
    for name, aid in spec.game.aids.items():
        if unknown := [*_unprintable(spec, name, aid)]:
            problems += unknown
            continue
        try:
            leaf = LEAVES[aid.kind](kit, name, aid)
        except FabgenError as error:
            problems += error.problems
            continue
        batches.append(_batch(kit, name, aid_count(spec, aid), leaf))
    if problems:
        raise FabgenError(problems)
    return batches


def _batch(kit: Kit, name: str, count: int, leaf: Leaf) -> Batch:
    """Leaves of card stand together, and leaves of paper."""
    called = many(name, count) if kit.words.language.startswith("en") else name
    said = kit.words.said
    return Batch(called, count, leaf, said("player aids, on paper") if leaf.thin else said("player aids"))


def _unprintable(spec: Spec, name: str, aid: Aid) -> Iterator[Problem]:
    """The characters of an aid's own words that the font lacks."""
    texts: list[tuple[tuple[str | int, ...], str]] = [((), name)]
    texts += [((key, i), text) for key in ("lines", "columns") for i, text in enumerate(getattr(aid, key))]
    for key, text in texts:
        yield from unprintable(text, lambda _, key=key: spec.source.where("aids", name, *key))  # type: ignore[misc]


def aid_count(spec: Spec, aid: Aid) -> int:
    """How many there are for those who play: a card for each, one sheet, unless the spec says."""
    players = len(spec.game.players)
    return aid.each * players if aid.each else aid.count or (1 if aid.kind == "score" else players)


def aid_size(aid: Aid) -> tuple[float, float]:
    """Width and height in mm of one side of an aid."""
    if aid.size:
        return aid.size
    if aid.kind == "slips":
        return SLIP[0], 2 * RIM + TITLE + PITCH * len(aid.lines) + 1.0
    return CARD if aid.kind == "card" else SHEET


def check_aids(spec: Spec) -> Iterator[Problem]:
    """Every aid must have room for what stands on it."""
    try:
        aid_batches(spec)
    except FabgenError as error:
        yield from error.problems


def _slip(kit: Kit, name: str, aid: Aid) -> Leaf:
    """The aid's name, and a line to write on behind each label."""
    width, height = aid_size(aid)
    labels = max(text_width(label, LABEL, bold=True) for label in aid.lines)
    pitch = (height - 2 * RIM - TITLE) / len(aid.lines)
    start = RIM + labels + 3.0
    if width - RIM - start < 15 or pitch < 6:
        raise _wrong(kit, name, "size", f"the slips `{name}` have no room to write: {width:g} x {height:g} mm",
                     "15 mm beside the labels, and 6 mm for each line, are the least")
    drawn = [_title(kit, name, width, height)]
    for number, label in enumerate(aid.lines, 1):
        base = height - RIM - TITLE - pitch * number + 1.0
        drawn.append(write(Role.LABEL, label, (RIM, base), LABEL, anchor="start", bold=True))
        drawn.append(draw(Role.GRID, line((start, base - 0.6), (width - RIM, base - 0.6))))
    return Leaf(together(drawn), width, height, thin=True)


def _title(kit: Kit, name: str, width: float, height: float) -> Drawing:
    """The game at the left, the aid at the right, small; the aid alone where there is no room for both."""
    base, cap, title = height - RIM - LABEL, 1.7, kit.spec.game.title
    right = write(Role.COORDINATE, name, (width - RIM, base), cap, anchor="end")
    if text_width(title, cap, bold=True) + text_width(name, cap) + 4 > width - 2 * RIM:
        return right
    return right + write(Role.COORDINATE, title, (RIM, base), cap, anchor="start", bold=True)


def _score(kit: Kit, name: str, aid: Aid) -> Leaf:
    """Numbered rows under columns."""
    width, height = aid_size(aid)
    heads, rows = score_columns(kit.spec, aid), aid.rows or 0
    top, left = height - 2 * RIM - TITLE, RIM + 8.0
    across, high = (width - RIM - left) / len(heads), (top - RIM - 6.0) / rows
    if high < LEAST_ROW or any(text_width(head, LABEL, bold=True) > across - 1.0 for head in heads):
        raise _wrong(kit, name, "size", f"the sheet `{name}` of {width:g} x {height:g} mm has no room for {rows} rows "
                     f"under {len(heads)} columns",
                     f"rows of {LEAST_ROW} mm are the least: a larger size, or fewer rows")
    xs, ys = [left + across * i for i in range(len(heads) + 1)], [top - 6.0 - high * j for j in range(rows + 1)]
    rules = [*(line((x, ys[-1]), (x, top)) for x in xs), *(line((RIM, y), (xs[-1], y)) for y in ys)]
    words = [write(Role.LABEL, head, (left + across * (i + 0.5), top - 4.0), LABEL, bold=True)
             for i, head in enumerate(heads)]
    numbers = [write(Role.COORDINATE, str(j + 1), (left - 2.0, y - high / 2 - LABEL / 2), LABEL, anchor="end")
               for j, y in enumerate(ys[:-1])]
    drawn = together([_title(kit, name, width, height), draw(Role.GRID, *rules), *words, *numbers])
    return Leaf(drawn, width, height, thin=True)


def score_columns(spec: Spec, aid: Aid) -> tuple[str, ...]:
    """The heads of a sheet: its own, else the players that play."""
    return aid.columns or tuple(player[:1].upper() + player[1:] for player in spec.game.players)


def _card(kit: Kit, name: str, aid: Aid) -> Leaf:
    """A chapter of the rulebook on one side, or on two with a fold between them."""
    width, height = aid_size(aid)
    sides = card_sides(kit.spec, name, aid, width - 2 * RIM, height - 2 * RIM, kit.words)
    if len(sides) > SIDES:
        raise _wrong(kit, name, "size", f"the chapter on the card `{name}` needs more than two sides of "
                     f"{width:g} x {height:g} mm", "write a larger size, or a shorter chapter")
    drawn = together(side.moved(RIM + number * width, height - RIM) for number, side in enumerate(sides))
    return Leaf(drawn, width * len(sides), height, width if len(sides) > 1 else 0.0)


def card_sides(spec: Spec, name: str, aid: Aid, width: float, height: float, words: Words) -> list[Drawing]:
    """What stands on a card, side by side, each hanging from y = 0 in a room in mm. FabgenError where its chapter is
    not there, or a figure would be too small."""
    blocks = chapter(spec, name, aid, words, width)
    if smallest_figure(blocks, width) < SMALLEST_FIGURE:
        raise _wrong(Kit(spec, words), name, "size", f"a figure on the card `{name}` would be too small to read",
                     "write a larger size")
    settings = list(_settings(blocks, width, height))
    if not settings:
        raise _wrong(Kit(spec, words), name, "size", f"the chapter on the card `{name}` has a paragraph or a figure "
                     "higher than the card", "write a larger size")
    return _best(settings)


def _settings(blocks: Sequence[Block], width: float, height: float) -> Iterator[tuple[float, list[Drawing]]]:
    """Ways to set a card, the largest type first, as far as there may be a better one."""
    few = False
    for cap in CAPS:
        if few and cap < AMPLE:
            return
        if sides := set_sides(blocks, width, height, cap):
            yield cap, sides
            few = few or len(sides) <= SIDES
            if len(sides) == 1:
                return


def _best(settings: list[tuple[float, list[Drawing]]]) -> list[Drawing]:
    """One side in ample type, else two in the largest, else the fewest there can be."""
    ample = [sides for cap, sides in settings if len(sides) == 1 and cap >= AMPLE]
    double = [sides for _, sides in settings if len(sides) <= SIDES]
    return (ample or double or sorted((sides for _, sides in settings), key=len))[0]


def chapter(spec: Spec, name: str, aid: Aid, words: Words, width: float = WIDEST) -> list[Block]:
    """The chapter of the rulebook that a card shows, its heading first; `width` in mm is the room for a legend."""
    title, chapters = aid.text or words.quick_reference, chapters_of(spec)
    for head, (_, text) in chapters.items():
        if head.casefold() == title.casefold():
            figures = book_figures(spec, words, min(DENSER * width, WIDEST))
            blocks = read_blocks(text, str(spec.folder / spec.game.rulebook), figures)[0]  # faults: told with the book
            short = head.casefold() == words.quick_reference.casefold()
            return uncited(briefly(blocks) if short else blocks, figures.rulings, words)
    raise _wrong(Kit(spec, words), name, "text", f"the rulebook has no chapter `{title}` for the card `{name}`",
                 f"its chapters: {', '.join(chapters)}")


def chapters_of(spec: Spec) -> dict[str, tuple[int, str]]:
    """The chapters of a rulebook by their headings: the line of each, from 1, and its text with the heading."""
    text = read_text(spec.folder / spec.game.rulebook)
    starts = [match.start() for match in re.finditer(r"^# ", text, re.MULTILINE)] + [len(text)]
    parts = [(text.count("\n", 0, start) + 1, text[start:end]) for start, end in pairwise(starts)]
    found: dict[str, tuple[int, str]] = {}
    for number, part in parts:
        found.setdefault(part.partition("\n")[0][2:].strip(), (number, part))
    return found


def _wrong(kit: Kit, name: str, key: str, what: str, hint: str) -> FabgenError:
    return FabgenError([Problem(kit.spec.source.where("aids", name, key), what, hint)])


LEAVES = {"slips": _slip, "score": _score, "card": _card}

__all__ = ["aid_batches", "aid_count", "aid_size", "card_sides", "chapter", "check_aids", "score_columns"]
