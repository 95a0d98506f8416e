"""What is cut out of print-and-play sheets: backs behind fronts, rounds and names as many as the game has, ink over
cuts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fabgen.core.problems import Problem
from fabgen.core.units import format_number
from fabgen.spec.build_options import Options
from fabgen.verify.files import AGAIN
from fabgen.verify.pdfpaths import Box, Spot
from fabgen.verify.pdfsides import Side
from fabgen.verify.printset import SIZE, PrintSet, is_round, middle, near

BLEED = 2.0  # mm of ink beyond a cut


def check_backs(one: PrintSet) -> Iterator[Problem]:
    """Defect 3: what is large and filled on a front has its like behind it, over the edge that the sheet names."""
    if not one.duplex:
        return
    for place in range(0, len(one.read.sides) - 1, 2):
        front, back = one.read.sides[place : place + 2]
        chits = _chit_sheet(front)
        if not chits:
            continue
        behind, before = [_through(spot, back, one.options) for spot in _crosses(back)], _crosses(front)
        if len(behind) < 4 or not all(any(near(spot, other) for other in before) for spot in behind):
            yield Problem(one.on(place + 2), "the crosses do not stand behind those of the front", AGAIN)
        grounds = [_through(middle(box), back, one.options) for box in back.areas if is_round(box)]
        lone = [box for box in chits if not any(near(middle(box), spot) for spot in grounds)]
        if lone:
            x, y = middle(lone[0])
            yield Problem(one.on(place + 2), f"nothing stands behind what is cut out at {format_number(x, 1)}, {format_number(y, 1)}",
                          "backs must be mirrored over the edge that the sheet names")


def _through(spot: Spot, side: Side, options: Options) -> Spot:
    """A place on a back → the same as it is seen from the front: the paper's long edge stands upright on a sheet that
    is read upright."""
    dx, dy = options.back_offset or (0.0, 0.0)
    x, y = spot[0] - dx, spot[1] - dy
    book = (side.height >= side.width) == (options.flip == "long")
    return (side.width - x, y) if book else (x, side.height - y)


def _chit_sheet(side: Side) -> list[Box]:
    """The outlines of round things that are cut out, and of what is square their grounds."""
    rounds = [box for box in side.cuts if is_round(box)]
    return rounds or [box for box in side.areas if is_round(box)] if _crosses(side) else []


def _crosses(side: Side) -> list[Spot]:
    """The middles of level and upright lines of 3 mm that cross there."""
    short = [(a, b) for a, b in side.lines if abs(abs(a[0] - b[0]) + abs(a[1] - b[1]) - 3.0) < SIZE]
    level, upright = ([((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in short if abs(a[axis] - b[axis]) < SIZE]
                      for axis in (1, 0))
    return [spot for spot in upright if any(near(spot, other) for other in level)]


def check_chits(one: PrintSet) -> Iterator[Problem]:
    """Defects 1, 5 and 9: round tokens are as many and as large as the spec says, ink reaches over their cuts, and no
    word comes near one."""
    if one.poster:
        return
    after = 2 if one.duplex else 1  # the cover, with things in small
    sheets = [(n, side) for n, side in enumerate(one.read.sides, 1) if n > after and not one.boarded(side)]
    wanted = Counter[float]()
    for token in one.spec.game.tokens.values():
        if token.shape == "disc":
            wanted[round(token.size, 1)] += token.count * (2 if one.options.assembly == "fold" else 1)
    seen = Counter(round(box[2] - box[0], 1) for _, side in sheets for box in side.cuts if is_round(box))
    for size, count in sorted(wanted.items()):
        if seen[size] < count:
            yield Problem(one.where, f"{seen[size]} rounds of {size:g} mm are cut out, the game needs {count}", AGAIN)
    for place, side in sheets:
        yield from (Problem(one.on(place), what, AGAIN) for what in dict.fromkeys(_rims(side)))


def _rims(side: Side) -> Iterator[str]:
    for box in (box for box in side.cuts if is_round(box)):
        (x, y), half = middle(box), (box[2] - box[0]) / 2
        grounds = [(area[2] - area[0]) / 2 for area in side.areas if is_round(area) and near(middle(area), (x, y))]
        if not grounds or max(grounds) < half + BLEED - SIZE:
            yield "a round is cut where no ink reaches beyond: a white rim would show"
        for word in side.words:
            corners = [(u, v) for u in (word.box[0], word.box[2]) for v in (word.box[1], word.box[3])]
            out = [((u - x) ** 2 + (v - y) ** 2) ** 0.5 for u, v in corners]
            if min(out) < half and max(out) > half - 0.5:
                yield f"“{word.text}” comes too near to a cut"


def check_names(one: PrintSet) -> Iterator[Problem]:
    """Defect 9: each standing piece has its name on it, as many times as there are pieces."""
    game, start = one.spec.game, 2 if one.duplex else 1
    wanted = Counter[str]()
    for name, piece in game.pieces.items():
        if piece.body.shape is not None and not one.poster:
            wanted[name.capitalize()] += piece.each * len(game.players)
    seen = Counter(word.text for side in one.read.sides[start:] for word in side.words)
    yield from (Problem(one.where, f"{seen[name]} pieces are named {name}, the game has {count}", AGAIN)
                for name, count in wanted.items() if seen[name] < count)
