"""Contours on a sheet → travel and time of our order, against a lower bound and against vpype.

Run from a checkout with fabgen installed: `python benchmarks/tour.py [-n 60,500,5000] [--seeds 0] [--vpype PATH]`.
Parts lie on a jittered grid in random order, each with none to three holes; every contour has 16 points where it may
be entered. Measured is the way from home through all contours and back, holes before their outline. The bound is that
of Held and Karp (1-trees, subgradient) for a tour through one fixed entry of each contour: it holds for any order,
and only orders that choose their entries come below it. vpype runs in an environment of its own
(`pip install vpype`); it knows no holes, so its orders may cut a part loose before its holes. Seconds are those of
the processes themselves, vpype's start included (about one).
"""

from __future__ import annotations

import argparse
import math
import os
import random
import re
import shutil
import subprocess
import tempfile
import time
from itertools import pairwise
from pathlib import Path

import numpy as np

from fabgen.artwork.path import Point
from fabgen.laser.order.tour import RouteStop, StopGroup, find_route, find_tour

ENTRIES, CELL = 16, 46.0
HOME = (0.0, 0.0)
PIXEL = 25.4 / 96
PATIENCE = 300  # seconds that vpype gets
Contour = list[Point]


def parts(count: int, seed: int) -> list[tuple[list[Contour], Contour]]:
    """Holes and outline of each part, so many contours in all."""
    rng = random.Random(seed)
    kinds: list[tuple[str, int]] = []
    while (total := sum(1 + holes for _, holes in kinds)) < count:
        holes = min(rng.choices((0, 1, 2, 3), (4, 3, 2, 1))[0], count - total - 1)
        kinds.append((rng.choice(("disc", "square", "tall")), holes))
    columns = max(1, round(math.sqrt(len(kinds) * 1.5)))
    cells = list(range(len(kinds)))
    rng.shuffle(cells)
    return [part(kind, holes, cell % columns, cell // columns, rng)
            for (kind, holes), cell in zip(kinds, cells, strict=True)]


def part(kind: str, holes: int, column: int, row: int, rng: random.Random) -> tuple[list[Contour], Contour]:
    """A part in its cell of the grid."""
    x, y = ((k + 0.5) * CELL + rng.uniform(-4, 4) for k in (column, row))
    outline = shape(kind, x, y, rng.uniform(12, 18))
    turns = [2 * math.pi * j / max(1, holes) + rng.random() for j in range(holes)]
    r = 0 if holes == 1 else 6
    return [shape("disc", x + r * math.cos(a), y + r * math.sin(a), 2.5) for a in turns], outline


def shape(kind: str, x: float, y: float, r: float) -> Contour:
    """A contour as its entries."""
    if kind == "disc":
        turns = [2 * math.pi * i / ENTRIES for i in range(ENTRIES)]
        return [(x + r * math.cos(a), y + r * math.sin(a)) for a in turns]
    w, h = (r, r) if kind == "square" else (0.7 * r, 1.25 * r)
    corners, steps = [(w, -h), (w, h), (-w, h), (-w, -h), (w, -h)], ENTRIES // 4
    return [(x + p[0] + (q[0] - p[0]) * i / steps, y + p[1] + (q[1] - p[1]) * i / steps)
            for p, q in pairwise(corners) for i in range(steps)]


def ours(made: list[tuple[list[Contour], Contour]]) -> tuple[float, float, int]:
    """Travel, seconds and holes that come too late, of our order."""
    def stop(contour: Contour) -> RouteStop:
        return RouteStop(tuple((p, p) for p in contour))

    pieces = [StopGroup(tuple(map(stop, holes)), (stop(outline),)) for holes, outline in made]
    started = time.process_time()
    found = find_route(pieces, HOME)
    seconds = time.process_time() - started
    lines = [(*holes, outline) for holes, outline in made]
    points = [lines[step.group][step.stop][step.way] for step in found.steps]
    place = {(step.group, step.stop): n for n, step in enumerate(found.steps)}
    late = sum(n > place[p, len(made[p][0])] for (p, s), n in place.items())
    assert len(place) == len(points) == sum(len(own) for own in lines), "every contour once"
    return length(points), seconds, late


def length(points: list[Point]) -> float:
    """From home through points and back."""
    return sum(math.dist(p, q) for p, q in pairwise([HOME, *points, HOME]))


def bound(points: list[Point]) -> float:
    """The Held-Karp bound of a tour from home through points."""
    z = np.array([complex(*p) for p in (HOME, *points)])
    gaps = np.abs(z[:, None] - z[None, :])
    every = [HOME, *points]
    best, above = 0.0, length([every[i] for i in find_tour(every, 4000)[1:]])
    weights, step, since = np.zeros(len(z)), 1.0, 0
    for turn in range(200 if len(z) <= 600 else 60):
        total, degrees = one_tree(gaps, weights)
        here = total - 2 * weights.sum()
        if here > best + 1e-9:
            best, since = here, turn
        elif turn - since > 8:
            step, since = 0.7 * step, turn
        excess = degrees - 2
        if not excess.any():
            break
        weights = weights + step * max(above - here, above * 0.002) / (excess**2).sum() * excess
    return best


def one_tree(gaps: np.ndarray, weights: np.ndarray) -> tuple[float, np.ndarray]:
    """Length and degrees of a least tree over all nodes but the first, and the first joined to it twice."""
    count = len(gaps)
    degrees, parents = np.zeros(count, dtype=int), np.ones(count, dtype=int)
    done = np.zeros(count, dtype=bool)
    done[:2] = True
    near = gaps[1] + weights + weights[1]
    near[:2] = np.inf
    total = 0.0
    for _ in range(count - 2):
        node = int(near.argmin())
        total += near[node]
        degrees[[node, parents[node]]] += 1
        done[node], near[node] = True, np.inf
        other = gaps[node] + weights + weights[node]
        closer = (other < near) & ~done
        near[closer], parents[closer] = other[closer], node
    other = gaps[0] + weights + weights[0]
    other[0] = np.inf
    a, b = np.argsort(other)[:2]
    degrees[[0, a, b]] += (2, 1, 1)
    return total + other[a] + other[b], degrees


def others(made: list[tuple[list[Contour], Contour]], program: str) -> tuple[float, float] | None:
    """Travel and seconds of vpype's `reloop linesort --two-opt` on the same contours; None where it takes too long."""
    contours = [contour for holes, outline in made for contour in (*holes, outline)]
    side = max(v for contour in contours for p in contour for v in p) + CELL
    drawn = "".join(f'<polygon points="{" ".join(f"{x:.4f},{y:.4f}" for x, y in c)}" fill="none" stroke="red"/>\n'
                    for c in contours)
    size = f'width="{side}mm" height="{side}mm" viewBox="0 0 {side} {side}"'
    with tempfile.TemporaryDirectory() as folder:
        given, found = Path(folder, "in.svg"), Path(folder, "out.svg")
        given.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n{drawn}</svg>\n')
        command = [program, "read", "--no-crop", str(given), "reloop", "linesort", "--two-opt", "write", str(found)]
        before = os.times()
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return None
        after = os.times()
        seconds = after.children_user + after.children_system - before.children_user - before.children_system
        lines = re.findall(r'<poly(?:line|gon)[^>]* points="([^"]+)"', found.read_text())
    ends = [[(float(x) * PIXEL, float(y) * PIXEL) for x, y in (p.split(",") for p in line.split())] for line in lines]
    assert len(ends) == len(contours), "every contour once"
    return length([line[0] for line in ends]), seconds


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", default="60,500,5000", help="contours")
    parser.add_argument("--seeds", default="0")
    parser.add_argument("--vpype", default=shutil.which("vpype"), help="the program, to be compared with")
    chosen = parser.parse_args()
    heads = [("contours", 8), ("seed", 5), ("bound mm", 10), ("ours", 8), ("ratio", 8), ("late", 6), ("s", 7)]
    heads += [("vpype", 9), ("ratio", 8), ("s", 7)] if chosen.vpype else []
    print("".join(f"{head:>{width}}" for head, width in heads))
    for count in map(int, chosen.n.split(",")):
        for seed in map(int, chosen.seeds.split(",")):
            made = parts(count, seed)
            least = bound([contour[0] for holes, outline in made for contour in (outline, *holes)])
            travel, seconds, late = ours(made)
            row = f"{count:>8}{seed:>5}{least:>10.0f}{travel:>8.0f}{travel / least:>8.3f}{late:>6}{seconds:>7.2f}"
            found = others(made, chosen.vpype) if chosen.vpype else None
            print(row + (f"{found[0]:>9.0f}{found[0] / least:>8.3f}{found[1]:>7.2f}" if found else ""), flush=True)


if __name__ == "__main__":
    main()
