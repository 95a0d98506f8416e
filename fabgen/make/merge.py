"""Lines that may lie on each other → the same lines, none drawn twice: a double pass burns deeper and wider.

Only paths that share ground are taken apart; their straight pieces are joined along each common line, so a grid drawn
cell by cell becomes its long lines. Whatever lies on a line of `against` (the part's own edge) is left out.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from fabgen.artwork.path import Line, Path, Point, line

NEAR = 0.005  # mm between lines that count as one
TURN = 1e-5  # radians between directions that count as one
LEAST = 0.01  # mm of common length that counts
T = TypeVar("T")
Span = tuple[float, float]


@dataclass(frozen=True)
class _Straight:
    """A straight segment as direction (0 to pi), distance from the origin and interval along it; owner -1 is
    `against`."""

    owner: int
    angle: float
    off: float
    span: Span


def merged(paths: Sequence[tuple[T, Path]], against: Sequence[Path] = ()) -> list[tuple[T, Path]]:
    """The paths with their labels; a joined piece takes the label of its first owner."""
    straights = [s for i, (_, path) in enumerate(paths) for s in _straights(i, path)]
    straights += [s for path in against for s in _straights(-1, path)]
    bundles = _bundles(straights)
    bends = _bends(paths)
    doubled = {owner for bundle in bundles for owner in _sharing(bundle)}
    doubled |= {owner for drawn in bends.values() if len(drawn) > 1 for owner, _ in drawn}
    whole = [labelled for i, labelled in enumerate(paths) if i not in doubled]
    arcs = [(paths[drawn[0][0]][0], drawn[0][1]) for drawn in bends.values() if drawn[0][0] in doubled]
    lines = [(paths[owner][0], piece) for bundle in bundles for owner, piece in _pieces(bundle, doubled)]
    return whole + arcs + lines


def _straights(owner: int, path: Path) -> list[_Straight]:
    out = []
    for start, segment in path:
        length = math.dist(start, segment.to)
        if not isinstance(segment, Line) or length < 1e-9:
            continue
        angle = math.atan2(segment.to[1] - start[1], segment.to[0] - start[0]) % math.pi
        angle = 0.0 if math.pi - angle < TURN else angle
        c, s = math.cos(angle), math.sin(angle)
        a, b = sorted(p[0] * c + p[1] * s for p in (start, segment.to))
        out.append(_Straight(owner, angle, start[1] * c - start[0] * s, (a, b)))
    return out


def _bundles(straights: list[_Straight]) -> list[list[_Straight]]:
    """Segments that lie on a common line, together."""
    bundles: list[list[_Straight]] = []
    for alike in _runs(straights, lambda s: s.angle, TURN):
        bundles += _runs(alike, lambda s: s.off, NEAR)
    return bundles


def _runs(items: list[_Straight], key: Callable[[_Straight], float], step: float) -> list[list[_Straight]]:
    """Items in the order of a key, split where it jumps by more than a step."""
    ordered = sorted(items, key=lambda s: (key(s), s.owner, s.span))
    cuts = [0, *(i + 1 for i, (a, b) in enumerate(pairwise(ordered)) if key(b) - key(a) > step), len(ordered)]
    return [ordered[a:b] for a, b in pairwise(cuts) if a < b]


def _sharing(bundle: list[_Straight]) -> set[int]:
    """The owners of segments in a bundle that share ground, `against` left out."""
    found: set[int] = set()
    reach, last = -math.inf, -1
    for s in sorted(bundle, key=lambda s: s.span):
        if min(reach, s.span[1]) - s.span[0] > LEAST:
            found |= {s.owner, last}
        if s.span[1] > reach:
            reach, last = s.span[1], s.owner
    return found - {-1}


def _pieces(bundle: list[_Straight], doubled: set[int]) -> list[tuple[int, Path]]:
    """The ground of the doubled owners, joined, without that of `against`."""
    mine = sorted((s for s in bundle if s.owner in doubled), key=lambda s: s.span)
    blocked = sorted(s.span for s in bundle if s.owner == -1)
    joined: list[tuple[int, Span]] = []
    for s in mine:
        if joined and s.span[0] <= joined[-1][1][1] + LEAST:
            owner, (a, b) = joined[-1]
            joined[-1] = min(owner, s.owner), (a, max(b, s.span[1]))
        else:
            joined.append((s.owner, s.span))
    free = [(owner, rest) for owner, span in joined for rest in _without(span, blocked)]
    return [(owner, line(_at(mine[0], a), _at(mine[0], b))) for owner, (a, b) in free]


def _without(span: Span, blocked: list[Span]) -> list[Span]:
    rest, here = [], span[0]
    for a, b in blocked:
        rest.append((here, min(a, span[1])))
        here = max(here, b)
    return [(a, b) for a, b in [*rest, (here, span[1])] if b - a > LEAST]


def _at(s: _Straight, t: float) -> Point:
    c, n = math.cos(s.angle), math.sin(s.angle)
    return t * c - s.off * n, t * n + s.off * c


def _bends(paths: Sequence[tuple[T, Path]]) -> dict[object, list[tuple[int, Path]]]:
    """The arcs and curves by the line they draw, with their owners."""
    found: dict[object, list[tuple[int, Path]]] = defaultdict(list)
    for i, (_, path) in enumerate(paths):
        for start, segment in path:
            if not isinstance(segment, Line):
                bend = Path(start, (segment,))
                found[_trace(bend)].append((i, bend))
    return found


def _trace(bend: Path) -> object:
    """What two bends that are the same line have in common, whichever way they are drawn: ends and box, to 0.01 mm."""
    ends = sorted((bend.start, bend.end), key=lambda p: (round(p[0], 2), round(p[1], 2)))
    return tuple(round(v * 100) for v in (*ends[0], *ends[1], *bend.bounds()))
