"""A spec, its job and the sheets of it → `job-sheet.pdf` for the person at the laser, `job.json` for programs.

Both describe the files beside them and nothing else: times are those of the estimate, speeds those of the sheets. In
the JSON, times are in minutes, lengths in mm, speeds in mm/s and powers in per cent.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import fabgen
from fabgen.artwork.drawing import Drawing, NamedView, Role
from fabgen.artwork.export.pdf import ask_true_size
from fabgen.artwork.part import Part
from fabgen.artwork.themes import load_theme
from fabgen.core.english import join_words
from fabgen.core.languages import Catalogue
from fabgen.core.problems import Problem
from fabgen.figures.assembly.assembly import assemblies
from fabgen.figures.components.dice import list_bought_dice, short_die_name
from fabgen.figures.components.part_names import PartNames
from fabgen.figures.joints.fit_coupons import coupon_assemblies
from fabgen.figures.pieces.bases import PlateOutline, base_outline_kind, player_sign
from fabgen.figures.pieces.drawn_outlines import describe_edge_sign
from fabgen.laser.estimate import (
    SLOW_ENGRAVING,
    Bill,
    Estimate,
    estimate_sheet,
    is_filled,
    list_bills,
    time_other_styles,
)
from fabgen.laser.job import LaserJob
from fabgen.laser.job_sheet.job_sheet_typst import LAYOUT, JobSheetProject
from fabgen.laser.job_sheet.work import AS_IT_IS, AssemblyInstructions, JobContent, JobSheetEntry, time_words
from fabgen.laser.machine import Machine
from fabgen.laser.nest.layout import describe_shape
from fabgen.laser.second_sides import SUFFIX, make_second_sides
from fabgen.laser.sheet import LaserSheet
from fabgen.laser.shop import offcut_text
from fabgen.materials.key import MaterialKey
from fabgen.materials.operations import Operation
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec
from fabgen.typeset.papers import load_paper
from fabgen.typeset.typst_process import typst_process

JOB_SHEET_FILE, JOB_DATA_FILE = "job-sheet.pdf", "job.json"
BASES = ("base", "tile")  # the parts of pieces whose outlines have a player's sign
CUT_CORNERS = {"lr": "base_both_cut", "l": "base_left_cut", "r": "base_right_cut"}
CUT_DISCS = {"lr": "disc_both_cut", "l": "disc_left_cut", "r": "disc_right_cut"}
PRINTED_LEVELS = ("error", "warning")


def material_bills(
    sheets: Sequence[LaserSheet], job: LaserJob, *, is_from_scrap: bool = False, times: Sequence[Estimate] = (),
    seconds: Sequence[JobSheetEntry] = (),
) -> list[Bill]:
    """The bill of each material: sheets, time and price. A job that is cut from a scrap has no price. `times` are the
    estimates of the sheets if they are known already; the second files take time and no sheets."""
    times = times or [estimate_sheet(sheet, job.machine) for sheet in sheets]
    bills = list_bills(sheets, times, lambda key: None if is_from_scrap else job.stock(key).material.price,
                       job.priced_area)
    more = Counter[str]()
    for entry in seconds:
        more[entry.sheet.material] += entry.time.total  # type: ignore[assignment]
    return [replace(bill, seconds=bill.seconds + more[bill.material]) for bill in bills]


def _remarks_on_components(spec: Spec, cut_names: Collection[str], options: Options, words: Catalogue
                           ) -> Iterator[str]:
    """What becomes of tiles with the faces of dice; and what the whole game needs that is not cut."""
    for name, die in spec.game.dice.items():
        if f"{name} die face 1" in cut_names:
            yield words.text("job_die_faces", die=short_die_name(spec.game, name, words), size=words.number(die.size))
    if options.fit_test or options.parts:
        return
    cards = (f"{deck.total} {words.count('cards_of_deck', deck.total, deck=spec.game.deck_name(name))}"
             for name, deck in spec.game.decks.items())
    if things := [*list_bought_dice(spec, words), *cards]:
        yield words.text("job_not_cut", things="; ".join(things))


def _remarks_on_bridges(job: LaserJob, sheets: Sequence[LaserSheet], words: Catalogue) -> Iterator[str]:
    """How the parts hang in their sheets, and how their bridges are cut in each kind of material."""
    if job.bridges is None:
        return
    yield words.text("job_bridges", width=words.number(job.bridges.width), count=job.bridges.count)
    families = {job.stock(sheet.material).material.family for sheet in sheets}
    if "acrylic" in families:
        yield words.text("job_bridges_acrylic")
    if families - {"acrylic"}:
        yield words.text("job_bridges_wood")


def make_job_content(
    spec: Spec, job: LaserJob, parts: Sequence[Part], sheets: Sequence[LaserSheet], options: Options,
    times: Mapping[str, Estimate] = MappingProxyType({}),
) -> JobContent:
    """The content of a job sheet for these sheets. It explains only the assembly of things with parts on them. `times`
    are those of sheets and second sides that are known, by name."""
    cut_names = {spot.part for sheet in sheets for spot in sheet.placements}
    words = spec.words
    all_figures = assemblies(spec, job.fit, job.stock, words)
    all_figures += coupon_assemblies(spec, job.fit, words) if options.fit_test else []
    figures = [figure for figure in all_figures if cut_names & {*figure.names}]
    assembly_figures = [
        AssemblyInstructions(figure.title, figure.view, figure.steps, figure.is_large) for figure in figures
    ]
    formats = options.formats or job.machine.default_formats
    job_sheets, seconds = (
        [JobSheetEntry(sheet, job.stock(sheet.material), times.get(sheet.name) or estimate_sheet(sheet, job.machine),
                       tuple(f"{sheet.name}.{suffix}" for suffix in formats)) for sheet in runs]
        for runs in (sheets, make_second_sides(sheets, parts, job)))
    money = material_bills(sheets, job, is_from_scrap=options.fit_test, times=[sheet.time for sheet in job_sheets],
                           seconds=seconds)
    # The note that engraving takes long is left out: the pages show the times of all ways to engrave.
    notes = dict.fromkeys(_note_line(note) for sheet in sheets for note in sheet.notes
                          if note.level in PRINTED_LEVELS and note.code != SLOW_ENGRAVING)
    names = PartNames(spec.game, words)
    cut_parts = {part.name: names.with_title(part) for part in parts if part.name in cut_names}
    assembly_figures = [*_turning_steps(seconds, sheets, cut_parts, words), *assembly_figures]
    ways = _engraving_seconds([*job_sheets, *seconds], job.machine, cut_parts.values())
    return JobContent(
        spec.game.title,
        job.machine,
        tuple(job_sheets),
        cut_parts,
        tuple(money),
        tuple(assembly_figures),
        (*_remarks_on_bridges(job, sheets, words), *_remarks_on_second_sides(seconds, words), *notes,
         *_remarks_on_components(spec, cut_names, options, words)),
        ways,
        options.fit_test,
        frozenset(name for figure in figures for name in figure.names),
        tuple(_base_signs(spec, cut_names, words)),
        options.scrap or options.sheet,
        words,
        tuple(seconds),
    )


def _remarks_on_second_sides(seconds: Sequence[JobSheetEntry], words: Catalogue) -> Iterator[str]:
    """The second files, which the list of sheets has not, with their time."""
    if seconds:
        files = join_words([entry.files[0] for entry in seconds], words.text("and"))
        time = time_words(sum(entry.time.total for entry in seconds))
        yield words.text("job_both_sides_note", files=files, time=time)


def _turning_steps(
    seconds: Sequence[JobSheetEntry], sheets: Sequence[LaserSheet], parts: Mapping[str, Part], words: Catalogue
) -> Iterator[AssemblyInstructions]:
    """How the parts of each sheet with a second file are turned over: its file, every part in its hole, the second
    file."""
    fronts = {sheet.name: sheet for sheet in sheets}
    for second in seconds:
        front = fronts[second.sheet.name.removesuffix(SUFFIX)]
        counts = Counter(spot.part for spot in front.placements if parts[spot.part].both_sides)
        kinds = join_words([f"{count} × {parts[name].title}" for name, count in counts.items()], words.text("and"))
        suffix = second.files[0].rpartition(".")[2]
        picture = _draw_both_sides(parts[next(iter(counts))])
        yield AssemblyInstructions(words.text("job_both_sides"), NamedView(picture), (
            words.text("job_both_sides_first", front=f"{front.name}.{suffix}"),
            words.text("job_both_sides_turn", parts=kinds),
            words.text("job_both_sides_second", back=second.files[0], time=time_words(second.time.total)),
        ))


def _draw_both_sides(part: Part) -> Drawing:
    """A part's front, and beside it the hole with the part turned over."""
    assert part.back, "only parts with a back come here"
    width, _ = part.drawing.size()
    hole, apart = part.drawing.only(Role.EDGE).mirrored(), 1.25 * width
    return part.drawing.without(Role.HOLE) + (hole + part.back).moved(apart, 0)


def _base_signs(spec: Spec, cut_names: Collection[str], words: Catalogue) -> list[str]:
    """How the bases of each player look, in words; empty unless several players have bases on the sheets. Pieces of two
    colours carry no player's sign."""
    game = spec.game
    bodies = [(player, game.pieces[piece].body) for player, piece in game.armies
              if {f"{player} {piece} {part}" for part in BASES} & {*cut_names}]
    shapes = {player: tuple(dict.fromkeys(  # in the order of the pieces
        base_outline_kind(body) for owner, body in bodies if owner == player and not body.reverse))
        for player in game.players}
    signs = [(player, _sign_words(game.sign_number(player), shapes[player], words))
             for player in game.players if shapes[player]]
    return [words.text("player_note", player=game.player_name(player), text=text) for player, text in signs
            ] if len(signs) > 1 else []


def _sign_words(number: int, shapes: Collection[PlateOutline], words: Catalogue) -> str:
    """The sign of this number, from 0, in words, on bases of these shapes: notches, and the corners that are cut,
    or the sides of a disc, which has no corners; on drawn ones lines along the edge."""
    shapes_of_sign: dict[tuple[int, str], list[PlateOutline]] = {}
    for shape in shapes:
        if shape != "drawn":
            shapes_of_sign.setdefault(player_sign(shape, number), []).append(shape)
    signs = [_cut_sign_words(*sign, having, words) for sign, having in shapes_of_sign.items()]
    if "drawn" in shapes:
        signs.append(describe_edge_sign(number, words))
    return " / ".join(signs)


def _cut_sign_words(notches: int, cuts: str, shapes: Collection[PlateOutline], words: Catalogue) -> str:
    """What is cut off bases of these shapes, in words."""
    ways = [CUT_CORNERS] * (set(shapes) != {"disc"}) + [CUT_DISCS] * ("disc" in shapes)
    corners = " / ".join(words.text(way[cuts]) for way in ways) if cuts else ""
    if notches and corners:
        return words.text("base_marks", notches=words.count("base_notches", notches), corners=corners)
    return words.count("base_notches", notches) if notches else corners or words.text("base_plain")


def _engraving_seconds(work: Sequence[JobSheetEntry], machine: Machine, parts: Iterable[Part]) -> dict[str, float]:
    """The seconds that engraving takes, as the job does it and in other ways. Empty if nothing is filled."""
    seconds = sum(sheet.time.seconds.get(Operation.ENGRAVE, 0.0) for sheet in work)
    filled = seconds and is_filled(machine, Operation.ENGRAVE)
    return {AS_IT_IS: seconds, **time_other_styles([sheet.sheet for sheet in work], machine, parts)} if filled else {}


def _note_line(note: Problem) -> str:
    """A note as one line: place, message and the first line of its hint."""
    place = f"{note.where.key}: " if note.where.key else ""
    return f"{place}{note.what}" + (f"; {note.hint.splitlines()[0]}" if note.hint else "")


def write_job_pdf(work: JobContent, paper: str, draw_game: Callable[[], bytes] = bytes
                  ) -> tuple[bytes, tuple[float, float], int]:
    """The job sheet, the size of its pages in mm, and their number. `draw_game` draws the finished game as a JPEG file
    for the first page; without it there is no such picture."""
    setter, theme, page = typst_process(), load_theme("workshop"), load_paper(paper)
    setter.start()  # it gets ready while the pictures are drawn
    project = JobSheetProject(work, page, draw_game())
    count, shown = setter.evaluate(project.files(theme), LAYOUT)
    data = setter.compile_pdf(project.files(theme, shown))
    return ask_true_size(data), page.size, count


def write_job_json(work: JobContent, game: str) -> bytes:
    """The job as JSON for programs. The same job gives the same bytes; keys keep the order of this function."""
    machine = work.machine
    data = {
        "fabgen": fabgen.__version__, "game": game, "title": data_title(work),
        "machine": {"name": machine.name, "about": machine.about, "watts": machine.watts, "bed_mm": list(machine.bed),
                    "order": [operation.value for operation in machine.order], "sorts": machine.sorts},
        "sheets": [_sheet(work, sheet) for sheet in work.sheets],
        "parts": list(_parts(work)),
        "materials": [_bill(bill) for bill in work.bills],
        "minutes": _minutes(work.laser_seconds),
        "handwork_minutes": _minutes(work.handwork_seconds),
        "engraving_minutes": {name: _minutes(seconds) for name, seconds in work.engraving_seconds.items()},
        "remarks": list(work.remarks),
    }
    if work.second_sides:
        data["second_sides"] = [
            {"name": entry.sheet.name, "files": list(entry.files), "minutes": _minutes(entry.time.total)}
            for entry in work.second_sides]
    return (json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n").encode()


def data_title(work: JobContent) -> str:
    """The title of the job for programs, which is the same in every language."""
    return f"{work.title}: fit test" if work.is_fit_test else work.title


def _sheet(work: JobContent, job_sheet: JobSheetEntry) -> dict[str, Any]:
    """The data of one sheet."""
    sheet = job_sheet.sheet
    counts = Counter(spot.part for spot in sheet.placements)
    spots = [{"id": spot.instance, "part": spot.part, "turn": spot.turn, "x_mm": round(spot.x, 3),
              "y_mm": round(spot.y, 3)} for spot in sheet.placements]
    return {
        "name": sheet.name,
        "files": list(job_sheet.files),
        "material": sheet.material,
        "colour": job_sheet.stock.colour,
        "thickness_mm": job_sheet.stock.material.measured or job_sheet.stock.material.thickness,
        "thickness_measured": job_sheet.stock.material.measured is not None,
        "width_mm": sheet.width,
        "height_mm": sheet.height,
        "kerf_mm": sheet.kerf,
        "spacing_mm": sheet.spacing,
        "stock": sheet.stock_name,
        "offcut": sheet.is_offcut,
        "nesting": sheet.nesting,
        "leftover": _leftover(work, job_sheet),
        "operations": list(_operations(work, job_sheet)),
        "travel_mm": round(job_sheet.time.travel),
        "minutes": _minutes(job_sheet.time.total),
        "parts": dict(counts),
        "places": spots,
    }


def _leftover(work: JobContent, job_sheet: JobSheetEntry) -> dict[str, Any] | None:
    """What remains of a sheet in one piece, with its entry for a shop file. None if nothing remains."""
    if job_sheet.sheet.leftover is None:
        return None
    width, height = job_sheet.sheet.leftover.size()
    name = f"{data_title(work)}, {job_sheet.sheet.name}"
    return {
        "material": MaterialKey.parse(job_sheet.stock.key).material,
        "colour": job_sheet.stock.colour,
        "name": name,
        "width_mm": round(width, 1),
        "height_mm": round(height, 1),
        "shape": describe_shape(job_sheet.sheet.leftover),
        "area_mm2": round(float(job_sheet.sheet.leftover.area().area)),
        "shop": offcut_text(job_sheet.sheet.leftover, job_sheet.stock.colour, name),
    }


def _operations(work: JobContent, job_sheet: JobSheetEntry) -> Iterator[dict[str, Any]]:
    """The operations of a sheet in working order."""
    layers = {operation: name for name, operations in work.machine.layer_groups() for operation in operations}
    for operation in work.machine.order:
        if operation in job_sheet.time.seconds:
            setting = job_sheet.sheet.settings.get(operation)
            paint = work.machine.operations[operation]
            yield {"operation": operation.value, "layer": layers[operation], "paint": paint.paint,
                   "colour": paint.colour, **(setting.model_dump(exclude_none=True) if setting else {}),
                   "length_mm": round(job_sheet.time.lengths[operation]),
                   "minutes": _minutes(job_sheet.time.seconds[operation])}


def _parts(work: JobContent) -> Iterator[dict[str, Any]]:
    """The data of each kind of part."""
    counts = Counter(spot.part for job_sheet in work.sheets for spot in job_sheet.sheet.placements)
    for name, part in work.parts.items():
        width, height = part.drawing.only(Role.EDGE).size()
        yield {"name": name, "count": counts[name], "material": part.material, "group": part.group,
               "mirrored": part.mirrored,
               "width_mm": round(width, 3), "height_mm": round(height, 3), "into": list(part.into)}


def _bill(bill: Bill) -> dict[str, Any]:
    """The data of one material's bill."""
    price = {"amount": round(bill.price.amount, 2), "currency": bill.price.currency} if bill.price else None
    return {"material": bill.material, "sheets": bill.sheets, "minutes": _minutes(bill.seconds), "price": price}


def _minutes(seconds: float) -> float:
    """Seconds as minutes, rounded."""
    return round(seconds / 60, 2)
