"""A spec and what a user chose of it → the parts to cut: the whole kit, some things of it, or one of each joint.

What is chosen is cut exactly as in the whole kit: same drawings, same names; only counts differ. Build and verify ask
here, so that they cannot disagree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.artwork.part import Part
from fabgen.artwork.path import Path
from fabgen.base import FabgenError, Problem, Where, nearest, problem
from fabgen.figures.fit_coupons import coupons
from fabgen.figures.kit import FitOf, laser_kit
from fabgen.figures.names import named
from fabgen.options import Options
from fabgen.spec.load import Spec

MOST = 500  # of one thing


def chosen_parts(spec: Spec, fit_of: FitOf, options: Options) -> list[Part]:
    """The parts to cut under some options. Raises FabgenError with a Problem for each name that is nothing here."""
    parts = laser_kit(spec, fit_of)
    if options.names:
        parts = named(parts, fit_of, spec.game.players)
    behind = _behind(spec, parts)
    parts = [from_behind(part) if part.name in behind else part for part in parts]
    if options.parts:
        parts = some(spec, parts, options.parts)
    return one_of_each_joint(parts, coupons(spec, fit_of)) if options.fit_test else parts


def from_behind(part: Part) -> Part:
    """The part as a laser makes it from its other side: all of it mirrored, outline included, so that what is marked on
    the back of a clear sheet is right when it is seen through the sheet."""
    unseen = tuple((-x1, y0, -x0, y1) for x0, y0, x1, y1 in part.unseen)
    return replace(part, drawing=part.drawing.mirrored(), unseen=unseen, mirrored=True)


def _behind(spec: Spec, parts: Sequence[Part]) -> set[str]:
    """The names of the parts that are marked on their backs: boards, tokens, and what carries a piece's diagram."""
    game = spec.game
    names = {f"{name} token" for name, token in game.tokens.items() if token.side == "back"}
    names |= {f"{player} {name} {piece.body.face}" for player in game.players for name, piece in game.pieces.items()
              if piece.body.side == "back"}
    boards = {part.name for part in parts if part.group == "board"} if game.board.side == "back" else set()
    return names | boards


@dataclass(frozen=True)
class Choice:
    """Some things: a piece or a token by its name, `green knight` for one player's, a part by its name, or all that
    stands on one sheet (`board`, `box`, `green pieces`)."""

    name: str
    count: int


def choice(text: str) -> Choice:
    """A choice as it is written: `knight:2`, or `knight` for one. ValueError for anything else."""
    match = re.fullmatch(r"\s*([^\s:][^:]*?)\s*(?::\s*(\d+)\s*)?", text)
    if not match:
        raise ValueError(f"`{text}` is not a choice of parts: write it like knight:2")
    count = int(match[2] or 1)
    if not 0 < count <= MOST:
        raise ValueError(f"{count} of the {match[1]}: from 1 to {MOST}")
    return Choice(match[1], count)


def some(spec: Spec, parts: Sequence[Part], texts: Iterable[str]) -> list[Part]:
    """Parts of these things only, as many as are asked for; of a piece, all that it takes, for each player."""
    counts = {part.name: 0 for part in parts}
    problems = []
    for one in map(choice, texts):
        shares = _shares(spec, parts, one.name)
        if not shares:
            known = [*spec.game.pieces, *spec.game.tokens, *dict.fromkeys(part.group for part in parts), *counts]
            problems.append(Problem(Where(), f"there is no `{one.name}` to cut", nearest(one.name, known)))
        for name, share in shares.items():
            counts[name] += one.count * share
    if problems:
        raise FabgenError(problems)
    return [replace(part, count=counts[part.name]) for part in parts if counts[part.name]]


def _shares(spec: Spec, parts: Sequence[Part], name: str) -> dict[str, int]:
    """The parts that a name means, and how many of each go into one of it."""
    game, known = spec.game, [part.name for part in parts]
    if name in known:
        return {name: 1}
    if f"{name} token" in known and name in game.tokens:
        return {f"{name} token": 1}
    if sheet := {part.name: part.count for part in parts if part.group == name}:
        return sheet
    own = {f"{player} {piece}": (player, piece) for player in game.players for piece in game.pieces}
    owners = {owner: whose for owner, whose in own.items() if name in (owner, whose[1])}
    found: dict[str, int] = {}
    for owner, (player, piece) in owners.items():
        each = max(1, game.pieces[piece].each)
        found |= {part.name: max(1, part.count // each) for part in parts
                  if part.name.startswith(f"{owner} ") and _is_of(part.name, player, piece, game.pieces)}
    return found


def _is_of(name: str, player: str, piece: str, pieces: Iterable[str]) -> bool:
    """Whether a part is of a player's piece, and not of one whose name goes on where this one's ends."""
    longer = (f"{player} {other} " for other in pieces if other.startswith(f"{piece} "))
    return not any(name.startswith(one) for one in longer)


def one_of_each_joint(parts: Sequence[Part], plates: Sequence[Part] = ()) -> list[Part]:
    """The smallest things in which each joint of the kit is once, to be cut first: parts of the game where one goes
    into another, and `plates` for joints of large things.

    Joints are the same where slots are alike in the same material. FabgenError where nothing goes into anything.
    """
    known = {part.name: part for part in parts}
    best: dict[object, tuple[float, list[str]]] = {}
    for base in parts:
        uprights = [part.name for part in parts if base.name in part.into]
        if uprights:
            names = [*uprights, base.name]
            area = sum(_room(known[name]) for name in names)
            kind = (base.material, _slots(base), tuple(sorted(_slots(known[name]) for name in uprights)))
            if kind not in best or area < best[kind][0] - 1e-6:
                best[kind] = (area, names)
    if not best and not plates:
        raise problem("nothing here goes into anything: there is no joint to test", "build without --fit-test", Where())
    wanted = {name for _, names in best.values() for name in names}
    return [*(replace(part, count=1) for part in parts if part.name in wanted), *plates]


def _room(part: Part) -> float:
    width, height = part.drawing.only(Role.EDGE).size()
    return width * height


def _slots(part: Part) -> tuple[str, ...]:
    """The measures of a part's holes, to a hundredth of a mm, wherever they lie."""
    sizes = (path.bounds() for path in _holes(part.drawing))
    return tuple(sorted(f"{x1 - x0:.2f}x{y1 - y0:.2f}" for x0, y0, x1, y1 in sizes))


def _holes(drawing: Drawing) -> Iterator[Path]:
    yield from (path for item in drawing.only(Role.HOLE).items if isinstance(item, Shape) for path in item.paths)
