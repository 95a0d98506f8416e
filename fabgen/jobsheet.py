"""A spec, its job and the sheets of it → `job-sheet.pdf` for the person at the laser, `job.json` for programs.

Both tell what stands in the files beside them, and nothing else: times are those of the estimate, speeds those of the
sheets. Times in the JSON are minutes, lengths mm, speeds mm/s, powers per cent.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import fabgen
from fabgen.artwork.drawing import Role
from fabgen.artwork.part import Part
from fabgen.base import Problem
from fabgen.figures.assembly import assemblies
from fabgen.figures.fit_coupons import coupon_assemblies
from fabgen.laser.estimate import (
    SLOW_ENGRAVING,
    Bill,
    Estimate,
    estimate_sheet,
    is_filled,
    list_bills,
    time_other_styles,
)
from fabgen.laser.nest.layout import describe_shape
from fabgen.make.job import Job
from fabgen.make.job_pages import job_pages, toned
from fabgen.make.machine import Machine, Operation
from fabgen.make.paper import load_paper
from fabgen.make.putting import Together
from fabgen.make.sheet import Sheet
from fabgen.make.shopfile import piece_text
from fabgen.make.theme import load_theme
from fabgen.make.work import NOW, Sheeted, Work
from fabgen.options import Options
from fabgen.spec.load import Spec
from fabgen.write.pages import write_pages

SHEET, DATA = "job-sheet.pdf", "job.json"
SAID = ("error", "warning")


def costs(sheets: Sequence[Sheet], job: Job, scrap: bool = False, times: Sequence[Estimate] = ()) -> list[Bill]:
    """What each material takes; it costs nothing where the job is cut from a scrap. `times` are those of the sheets,
    where they are known."""
    times = times or [estimate_sheet(sheet, job.machine) for sheet in sheets]
    return list_bills(sheets, times, lambda key: None if scrap else job.stock(key).material.price, job.priced_area)


def job_work(spec: Spec, job: Job, parts: Sequence[Part], sheets: Sequence[Sheet], options: Options) -> Work:
    """What a job sheet tells of these sheets; of how to put together, only what is cut here."""
    cut = {spot.part for sheet in sheets for spot in sheet.placements}
    every = [*assemblies(spec, job.fit), *(coupon_assemblies(spec, job.fit) if options.fit_test else ())]
    things = [one for one in every if cut & {*one.names}]
    told = [Together(one.title, one.view, one.steps, one.large) for one in things]
    formats = options.formats or job.machine.written
    work = [Sheeted(sheet, job.stock(sheet.material), estimate_sheet(sheet, job.machine),
                    tuple(f"{sheet.name}.{form}" for form in formats)) for sheet in sheets]
    money = costs(sheets, job, options.fit_test, [one.time for one in work])
    notes = dict.fromkeys(_told(note) for sheet in sheets for note in sheet.notes
                          if note.level in SAID and note.code != SLOW_ENGRAVING)  # told with its figures below
    known = {part.name: part for part in parts if part.name in cut}
    title = f"{spec.game.title}: fit test" if options.fit_test else spec.game.title
    ways = _ways(work, job.machine, known.values())
    return Work(title, job.machine, tuple(work), known, tuple(money), tuple(told), tuple(notes), ways,
                options.fit_test, frozenset(name for one in things for name in one.names))


def _ways(work: Sequence[Sheeted], machine: Machine, parts: Iterable[Part]) -> dict[str, float]:
    """The seconds that engraving takes, as it is and in other ways; empty where nothing is filled."""
    now = sum(one.time.seconds.get(Operation.ENGRAVE, 0.0) for one in work)
    filled = now and is_filled(machine, Operation.ENGRAVE)
    return {NOW: now, **time_other_styles([one.sheet for one in work], machine, parts)} if filled else {}


def _told(note: Problem) -> str:
    place = f"{note.where.key}: " if note.where.key else ""
    return f"{place}{note.what}" + (f"; {note.hint.splitlines()[0]}" if note.hint else "")


def job_pdf(work: Work, paper: str) -> tuple[bytes, tuple[float, float], int]:
    """The job sheet, the size of its pages in mm, and their number."""
    pages = job_pages(work, load_paper(paper))
    theme = toned(load_theme("workshop"), work.machine)
    data = write_pages(pages, theme, title=f"{work.title}: job sheet", subject="what to take to the laser")
    return data, (pages[0].width, pages[0].height), len(pages)


def job_json(work: Work, game: str) -> bytes:
    """The same for programs; deterministic, keys in their order."""
    machine = work.machine
    data = {
        "fabgen": fabgen.__version__, "game": game, "title": work.title,
        "machine": {"name": machine.name, "about": machine.about, "watts": machine.watts, "bed_mm": list(machine.bed),
                    "order": [operation.value for operation in machine.order], "sorts": machine.sorts},
        "sheets": [_sheet(work, one) for one in work.sheets],
        "parts": list(_parts(work)),
        "materials": [_bill(bill) for bill in work.bills],
        "minutes": _minutes(sum(one.time.total for one in work.sheets)),
        "handwork_minutes": _minutes(work.handling),
        "engraving_minutes": {name: _minutes(seconds) for name, seconds in work.ways.items()},
        "remarks": list(work.remarks),
    }
    return (json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n").encode()


def _sheet(work: Work, one: Sheeted) -> dict[str, Any]:
    sheet, counts = one.sheet, Counter(spot.part for spot in one.sheet.placements)
    spots = [{"id": spot.instance, "part": spot.part, "turn": spot.turn, "x_mm": round(spot.x, 3),
              "y_mm": round(spot.y, 3)} for spot in sheet.placements]
    return {
        "name": sheet.name, "files": list(one.files), "material": sheet.material, "colour": one.stock.colour,
        "thickness_mm": one.stock.material.measured or one.stock.material.thickness,
        "thickness_measured": one.stock.material.measured is not None,
        "width_mm": sheet.width, "height_mm": sheet.height, "kerf_mm": sheet.kerf, "spacing_mm": sheet.spacing,
        "stock": sheet.piece, "offcut": sheet.owned, "nesting": sheet.nesting, "leftover": _leftover(work, one),
        "operations": list(_operations(work, one)), "travel_mm": round(one.time.travel),
        "minutes": _minutes(one.time.total), "parts": dict(counts), "places": spots,
    }


def _leftover(work: Work, one: Sheeted) -> dict[str, Any] | None:
    """What remains of a sheet in one piece, and how a shop file notes it."""
    if one.sheet.leftover is None:
        return None
    width, height = one.sheet.leftover.size()
    name = f"{work.title}, {one.sheet.name}"
    return {"material": one.stock.key.partition("/")[0], "colour": one.stock.colour, "name": name,
            "width_mm": round(width, 1), "height_mm": round(height, 1), "shape": describe_shape(one.sheet.leftover),
            "area_mm2": round(float(one.sheet.leftover.area().area)),
            "shop": piece_text(one.sheet.leftover, one.stock.colour, name)}


def _operations(work: Work, one: Sheeted) -> Iterator[dict[str, Any]]:
    """In working order."""
    layers = {operation: name for name, some in work.machine.groups() for operation in some}
    for operation in work.machine.order:
        if operation in one.time.seconds:
            setting = one.sheet.settings.get(operation)
            paint = work.machine.operations[operation]
            yield {"operation": operation.value, "layer": layers[operation], "paint": paint.paint,
                   "colour": paint.colour, **(setting.model_dump() if setting else {}),
                   "length_mm": round(one.time.lengths[operation]), "minutes": _minutes(one.time.seconds[operation])}


def _parts(work: Work) -> Iterator[dict[str, Any]]:
    counts = Counter(spot.part for one in work.sheets for spot in one.sheet.placements)
    for name, part in work.parts.items():
        width, height = part.drawing.only(Role.EDGE).size()
        yield {"name": name, "count": counts[name], "material": part.material, "group": part.group,
               "mirrored": part.mirrored,
               "width_mm": round(width, 3), "height_mm": round(height, 3), "into": list(part.into)}


def _bill(bill: Bill) -> dict[str, Any]:
    price = {"amount": round(bill.price.amount, 2), "currency": bill.price.currency} if bill.price else None
    return {"material": bill.material, "sheets": bill.sheets, "minutes": _minutes(bill.seconds), "price": price}


def _minutes(seconds: float) -> float:
    return round(seconds / 60, 2)
