"""Part sets → how densely they are nested, in what time and memory: the figures of docs/performance.md.

Run from a checkout with fabgen installed: `python benchmarks/nest.py [CASE ...]`, or `--set FILE.py:FUNCTION` with
`--sheet`, `--spacing` and `--margin` for parts of your own (a list of name, polygon, count, turns). Each case runs in a
process of its own; times are the processor's, children included, since the result does not depend on the clock.
Every layout is checked on its true outlines by shapely: all there, apart by the gap, inside of the margins.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import resource
import subprocess
import sys
from pathlib import Path

import shapely
from part_sets import SETS, PartSet
from shapely import Polygon, affinity

from fabgen.laser.nest.layout import EFFORTS, NestItem, NestLayout, NestPosition, SheetLimits
from fabgen.laser.nest.nest import nest_parts

SHEET, STRIP = (600.0, 400.0, 5.0, 1.0), 10_000.0
CASES = {  # set, times, sheet with margin and gap, effort, goal (a density for strips, sheets over the bound else)
    "A strip": ("a", 1, (STRIP, 400.0, 0.0, 1.0), "normal", 0.85),
    "B strip": ("b", 1, (STRIP, 600.0, 0.0, 1.0), "normal", 0.74),
    "B": ("b", 1, SHEET, "normal", 1.25),
    "C": ("c", 1, SHEET, "normal", 1.16),
    "D": ("d", 1, SHEET, "normal", 1.34),
    "B x 10": ("b", 10, SHEET, "normal", 1.20),
    "C x 25": ("c", 25, SHEET, "normal", 1.20),
    "C high": ("c", 1, SHEET, "high", 1.13),
    "D high": ("d", 1, SHEET, "high", 1.30),
}
TOLERANCE = 1e-3  # mm


def parts(name: str) -> PartSet:
    """A set by its letter, or FILE.py:FUNCTION."""
    if name in SETS:
        return SETS[name]()
    path, _, function = name.rpartition(":")
    spec = importlib.util.spec_from_file_location("parts", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path} is not Python")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return list(getattr(module, function)())


def lying(polygon: Polygon, spot: NestPosition) -> Polygon:
    """A part where it lies, by shapely's own turning."""
    turned = affinity.rotate(polygon, spot.turn, origin=(0, 0))
    return affinity.translate(turned, spot.x - turned.bounds[0], spot.y - turned.bounds[1])


def faults(items: list[NestItem], layout: NestLayout, room: SheetLimits) -> int:
    """How many parts are missing, outside, or too near to another."""
    bad = abs(len(layout.positions) - sum(item.count for item in items))
    field = shapely.box(room.margin, room.margin, room.width - room.margin, room.height - room.margin)
    for n in range(len(layout.sheets)):
        areas = [lying(items[s.item].area, s) for s in layout.positions if s.sheet == n]
        bad += sum(not field.buffer(TOLERANCE).covers(area) for area in areas)
        near = shapely.STRtree(areas).query(areas, predicate="dwithin", distance=room.spacing - TOLERANCE)
        bad += int((near[0] < near[1]).sum())
    return bad


def run(name: str, times: int, sheet: tuple[float, float, float, float], effort: str) -> dict[str, object]:
    """One case, in this process."""
    room = SheetLimits(*sheet)
    items = [NestItem(p, p.bounds, count * times, tuple(int(t) for t in turns)) for _, p, count, turns in parts(name)]
    layout = nest_parts(items, room, effort="high" if effort == "high" else "normal")
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    right = max(lying(items[s.item].area, s).bounds[2] for s in layout.positions)
    density = sum(item.area.area * item.count for item in items) / (right * room.height)
    return {
        "parts": len(layout.positions),
        "runs": layout.layouts_tried,
        "used": layout.sheets_used,
        "ratio": layout.ratio,
        "density": density if len(layout.sheets) == 1 else 0.0,
        "seconds": own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime,
        "MB": own.ru_maxrss / (1024 if sys.platform != "darwin" else 1024 * 1024),
        "faults": faults(items, layout, room),
    }


def main() -> None:
    """Print the table; one case in this process with --one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", help=f"of {', '.join(CASES)} (all)")
    parser.add_argument("--set", help="FILE.py:FUNCTION, or a letter")
    parser.add_argument("--times", type=int, default=1, help="how often the set is taken")
    parser.add_argument("--sheet", default="600x400", help="of --set, in mm")
    parser.add_argument("--margin", type=float, default=5.0)
    parser.add_argument("--spacing", type=float, default=1.0)
    parser.add_argument("--effort", choices=EFFORTS, default="normal")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.one:
        print(json.dumps(run(*json.loads(chosen.one))))
        return
    cases = {name: CASES[name] for name in chosen.cases or CASES}
    if chosen.set:
        width, height = map(float, chosen.sheet.split("x"))
        room = (width, height, chosen.margin, chosen.spacing)
        cases = {chosen.set: (chosen.set, chosen.times, room, chosen.effort, 0)}
    print("case         parts  sheets   ratio  density  goal  runs  cpu s    MB  bad")
    for name, (*case, goal) in cases.items():
        command = [sys.executable, str(Path(__file__)), "--one", json.dumps(case)]
        told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        print(
            f"{name:<12}{told['parts']:>6}{told['used']:>8.2f}{told['ratio']:>8.4f}{told['density']:>9.4f}{goal:>6}"
            f"{told['runs']:>6}{told['seconds']:>7.1f}{told['MB']:>6.0f}  {told['faults']}",
            flush=True,
        )


if __name__ == "__main__":
    main()
