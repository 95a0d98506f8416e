"""A laser file and the job → whether it lies on a sheet that there is, is run as the material asks, and says the same
as the other formats of its sheet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

import numpy as np

from fabgen.core.problems import Location, Problem
from fabgen.core.units import format_number
from fabgen.materials.operations import Operation
from fabgen.verify.expect import Shop
from fabgen.verify.geometry import Points
from fabgen.verify.operations import groups
from fabgen.verify.shown import Element, Shown, few, scale_name

SIZE = 0.01  # mm that a sheet may differ in size
SAME = 0.02  # mm that a mark may lie elsewhere in another format


def check_stock(shown: Shown, shop: Shop, key: str) -> Iterator[Problem]:
    """Whether the file is as large as a sheet of the job."""
    sizes = shop.sheets_of(key)
    yield from _on_offcut(shown, shop, key)
    if any(_alike(shown, size) for size in sizes):
        return
    width, height = sizes[0]
    ratio = shown.width / width
    told = f": it is scaled by {scale_name(ratio)}" if abs(shown.height / height - ratio) < 1e-3 else ""
    what = f"the file is {shown.width:g} x {shown.height:g} mm, the sheet of this job {width:g} x {height:g} mm{told}"
    yield Problem(Location(shown.file, key="svg" if shown.form == "svg" else ""), what)


def _on_offcut(shown: Shown, shop: Shop, key: str) -> Iterator[Problem]:
    """Marks beside the offcut, where the file is as large as one and as no whole sheet."""
    import shapely

    offcuts = [one for one in shop.offcuts_of(key) if _alike(shown, one.bounds[2:])]
    whole = [size for size in shop.sheets_of(key) if _alike(shown, size)]
    if not offcuts or len(whole) > len(offcuts) or not shown.elements:
        return
    drawn = shapely.MultiLineString([ring.points for e in shown.elements for ring in e.rings])
    if not any(one.buffer(SIZE).covers(drawn) for one in offcuts):
        yield Problem(Location(shown.file), "something lies beside the offcut that the file is as large as")


def _alike(shown: Shown, size: Sequence[float]) -> bool:
    return max(abs(shown.width - size[0]), abs(shown.height - size[1])) <= SIZE


def check_layers(shown: Shown, shop: Shop, key: str) -> Iterator[Problem]:
    """Whether the layers of a project hold the speeds, powers and passes of the material."""
    known = groups(shown, shop.machine)
    for layer in shown.layers:
        for operation in known.get(layer.name, ()):
            yield from _setting(shown, (layer.speed, layer.power, layer.passes), shop, key, operation)


def _setting(
    shown: Shown, found: tuple[float, float, int], shop: Shop, key: str, operation: Operation
) -> Iterator[Problem]:
    wanted = shop.setting_of(key, operation)
    if wanted is None:
        return
    for name, value, right in zip(("speed", "power", "passes"), found, wanted, strict=True):
        if abs(value - right) > 1e-3:
            what = f"the {name} of {operation.value} is {format_number(value)}, the material asks for {format_number(right)}"
            yield Problem(Location(shown.file, key=operation.value), what)


def check_agreement(files: Sequence[Shown]) -> Iterator[Problem]:
    """Whether every mark of a sheet lies in the same place in all its formats."""
    sheets: dict[str, list[Shown]] = defaultdict(list)
    for shown in files:
        sheets[str(PurePosixPath(shown.file).with_suffix(""))].append(shown)
    for same in sheets.values():
        first, *others = sorted(same, key=lambda shown: shown.form != "svg")  # what most people see
        for other in others:
            yield from few(_unlike(first, other))


def _unlike(one: Shown, other: Shown) -> Iterator[Problem]:
    first, second = ({e.id: e for e in shown.elements} for shown in (one, other))
    name = PurePosixPath(one.file).name
    for id in sorted({*first} ^ {*second}):
        here, there = (other, one) if id in first else (one, other)
        yield here.problem(id, f"there is no {id}, as there is in {PurePosixPath(there.file).name}")
    for id in sorted({*first} & {*second}):
        off = float(np.abs(_box(first[id]) - _box(second[id])).max())
        if off > SAME:
            yield other.problem(id, f"it lies {format_number(off)} mm off its place in {name}", "", second[id].spot)


def _box(element: Element) -> Points:
    points = np.concatenate([ring.points for ring in element.rings])
    box: Points = np.concatenate([points.min(axis=0), points.max(axis=0)])
    return box
