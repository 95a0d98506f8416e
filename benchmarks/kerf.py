"""Five thousand outlines, no two the same → the time that their kerf takes, with the test that none crosses itself.

Run from a checkout with fabgen installed: `python benchmarks/kerf.py [-n RUNS]`. Outlines are of lines and arcs, as
games have them: discs, squares with round corners, slotted uprights, silhouettes, L and T pieces, hexagons, slots.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter

from fabgen.artwork.path import Path, circle, polygon, rectangle, rounded_polygon
from fabgen.laser.kerf import offset_path

COUNT, KERF = 5000, 0.2


def outline(number: int) -> Path:
    """One of eight kinds, each time a little larger."""
    k = 1 + number / COUNT / 3
    kinds = {
        0: lambda: circle((0, 0), 9 * k),
        1: lambda: rectangle(-12 * k, -12 * k, 24 * k, 24 * k, 2),
        2: lambda: polygon([(0, 0), (30 * k, 0), (30 * k, 60), (17, 60), (17, 30), (13, 30), (13, 60), (0, 60)]),
        3: lambda: rounded_polygon([((x * k, y * k), r) for (x, y), r in SILHOUETTE]),
        4: lambda: polygon([(0, 0), (40 * k, 0), (40 * k, 12), (12, 12), (12, 40), (0, 40)]),
        5: lambda: polygon([(0, 0), (12, 0), (12, 30), (30 * k, 30), (30 * k, 42), (-18, 42), (-18, 30), (0, 30)]),
        6: lambda: polygon([(15 * k * math.cos(math.radians(a)), 15 * k * math.sin(math.radians(a)))
                            for a in range(0, 360, 60)]),
        7: lambda: rectangle(-9 * k, -1.6, 18 * k, 3.2, 0.6),
    }
    return kinds[number % 8]()


SILHOUETTE = [((-9, -3), 0.3), ((9, -3), 0.3), ((9, 0), 0.5), ((14, 0), 1.0), ((14, 5), 2.0), ((6, 20), 4.0),
              ((8, 33), 2.0), ((8, 46), 7.0), ((-8, 46), 7.0), ((-8, 33), 2.0), ((-6, 20), 4.0), ((-14, 5), 2.0),
              ((-14, 0), 1.0), ((-9, 0), 0.5)]


def main() -> None:
    """Print the least time and what came out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=3, help="runs")
    runs = parser.parse_args().n
    paths = [outline(number) for number in range(COUNT)]
    times = []
    for _ in range(runs):
        started = time.process_time()
        made = [offset_path(path, KERF / 2) for path in paths]
        times.append(time.process_time() - started)
    told = Counter("exact" if one.is_exact else "polyline" for one in made)
    print(f"{COUNT} outlines, least of {runs} runs: {min(times):.3f} s; {dict(told)}")


if __name__ == "__main__":
    main()
