"""The ten invariants hold for every sheet under every profile in every format, as other people's readers see them; and
each of them notices the defect that it is there for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from clients import invariants
from clients.clients import needed
from clients.invariants import INVARIANTS, Case
from clients.models import FORMS, model, written
from clients.readers import Contour, Seen, read

from fabgen.laser.machine import machine_names

pytestmark = pytest.mark.slow


def cases(name: str, form: str) -> list[Case]:
    made = model(name)
    datas = [written(name, n, form) for n in range(len(made.sheets))]
    return [Case(made, sheet, form, data, read(form, data)) for sheet, data in zip(made.sheets, datas, strict=True)]


@pytest.mark.slow
@pytest.mark.parametrize("name", machine_names())
def test_the_invariants_hold(name: str) -> None:
    needed("meerk40t")
    every = [case for form in FORMS for case in cases(name, form)]
    faults = [f"{case.sheet.name}.{case.form} {check.__name__}: {fault}"
              for case in every for check in INVARIANTS for fault in check(case)]  # fmt: skip
    assert faults == []
    assert len(every) == 3 * 4


Change = Callable[[tuple[Contour, ...]], tuple[Contour, ...]]


def one(index: int, change: Callable[[Contour], Contour]) -> Change:
    """One contour is another."""
    return lambda found: tuple(change(c) if n == index % len(found) else c for n, c in enumerate(found))


def moved(c: Contour, x: float, y: float) -> Contour:
    return replace(c, points=c.points + np.array([x, y]))


def grown(c: Contour, by: float) -> Contour:
    """A round contour with another radius."""
    middle = (c.points.min(axis=0) + c.points.max(axis=0)) / 2
    radius = np.ptp(c.points[:, 0]) / 2
    return replace(c, points=middle + (c.points - middle) * (radius + by) / radius)


# The sheet of tokens: an area and a rim each; the last contour is a rim.
DEFECTS: list[tuple[Callable[..., object], Change]] = [
    (invariants.size, lambda found: tuple(replace(c, points=c.points * 96 / 90) for c in found)),
    (invariants.size, one(-1, lambda c: moved(c, 0.05, 0))),
    (invariants.doubles, lambda found: (*found, found[-1])),
    (invariants.closed, one(-1, lambda c: replace(c, closed=False))),
    (invariants.closed, one(0, lambda c: replace(c, points=c.points[:-2]))),
    (invariants.inside, one(-1, lambda c: moved(c, -6, 0))),
    (invariants.counted, lambda found: found[:-1]),
    (invariants.counted, lambda found: (*found, found[0])),
    (invariants.looks, one(-1, lambda c: replace(c, look=("stroke", "#FE0000")))),
    (invariants.looks, one(0, lambda c: replace(c, look=("both", "#000000#000000")))),
    (invariants.kerf, one(-1, lambda c: grown(c, -0.2))),
    (invariants.kerf, one(-1, lambda c: grown(c, 0.1))),
    (invariants.apart, lambda found: tuple(grown(c, 0.5) if c.look[0] == "stroke" else c for c in found)),
]


@pytest.mark.sample(1)
@pytest.mark.parametrize(("check", "change"), DEFECTS, ids=[f"{c.__name__}-{n}" for n, (c, _) in enumerate(DEFECTS)])
def test_each_invariant_notices_its_defect(check: Callable[[Case], object], change: Change) -> None:
    good = cases("generic", "svg")[-1]
    assert list(check(good)) == []  # type: ignore[call-overload]
    bad = replace(good, seen=Seen(good.seen.size, change(good.seen.contours)))
    assert list(check(bad)) != []  # type: ignore[call-overload]


def test_a_part_that_is_cut_free_too_early_is_noticed() -> None:
    """The base of the knight: its outline before its slot, and before its engraving."""
    good = next(case for case in cases("lightburn", "dxf") if case.sheet.name == "green-pieces")
    marks = list(good.sheet.marks)
    edge = next(mark for mark in marks if mark.id == "green-knight-base-1.edge-1")
    hole = next(mark for mark in marks if mark.id == "green-knight-base-1.hole-1")
    for before in (hole, marks[0]):
        rest = [mark for mark in marks if mark is not edge]
        rest.insert(rest.index(before), edge)
        sheet = replace(good.sheet, marks=tuple(rest))
        from fabgen.laser.formats.registry import FORMATS

        data = FORMATS["dxf"].write(sheet, good.model.machine)
        assert list(invariants.ordered(Case(good.model, sheet, "dxf", data, read("dxf", data)))) != []


@pytest.mark.parametrize("form", ["svg", "dxf", "lbrn2", "pdf"])
def test_words_in_a_file_are_noticed(form: str) -> None:
    good = cases("generic", form)[-1]
    data = {
        "svg": lambda d: d.replace(b"</svg>", b"<text>a</text></svg>"),
        "dxf": lambda d: d.replace(b"\nCIRCLE\n", b"\nTEXT\n", 1),
        "lbrn2": lambda d: d.replace(b"<Notes", b"<Text/><Notes"),
        "pdf": lambda d: _lettered(d),
    }[form](good.data)
    assert list(invariants.plain(good)) == []
    assert list(invariants.plain(replace(good, data=data))) != []


def _lettered(data: bytes) -> bytes:
    import io

    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    page = Canvas(stream)
    page.drawString(100, 100, "a")
    page.save()
    assert data
    return stream.getvalue()
