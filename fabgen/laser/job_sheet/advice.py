"""A job → advice in words on the first page of its job sheet: first steps, hazards, remarks. It says only what is true
of the job's materials and parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fabgen.artwork.drawing import Role
from fabgen.artwork.part import Part
from fabgen.artwork.themes import load_theme, shows_frost, tone_colour
from fabgen.core.english import join_words
from fabgen.core.languages import Catalogue
from fabgen.laser.estimate import AS_HATCH, AS_LINES, AS_OUTLINES, FILLED_BY_PART, HATCH
from fabgen.laser.job_sheet.work import AS_IT_IS, BRIDGE, JOIN, LIFT, TURN, JobContent, time_words
from fabgen.materials.key import MaterialKey
from fabgen.materials.material import Family, Material, make_fit
from fabgen.materials.operations import FitName

CLEAR = "clear"  # the colour on which frost is read against what is behind it
ALWAYS = ("hazard_eyes", "hazard_alone", "hazard_air")  # hazards of every job
OF_FAMILY: dict[Family, tuple[str, ...]] = {
    "acrylic": ("hazard_acrylic_fire", "hazard_acrylic_stress", "hazard_acrylic_flashes"),
    "plywood": ("hazard_plywood",),
    "MDF": ("hazard_mdf",),
    "card": ("hazard_card",),
}
AFTER: dict[Family, str] = {"acrylic": "hazard_acrylic_stress", "plywood": "hazard_soot", "MDF": "hazard_mdf_dust"}
FITS: dict[FitName, str] = {"loose": "job_fit_loose", "slide": "job_fit_slide", "press": "job_fit_press"}
ENGRAVINGS = {AS_HATCH: "job_engraving_hatch", AS_OUTLINES: "job_engraving_outlines", AS_LINES: "job_engraving_lines"}


def list_hazards(materials: Iterable[Material], words: Catalogue, *, at_home: bool = True) -> list[str]:
    """The hazards of these materials, the most general first, each once. Where a service cuts, only those of the work
    that remains to be done at home."""
    families = dict.fromkeys(material.family for material in materials)
    if at_home:
        keys = [*ALWAYS, *(key for family in families for key in OF_FAMILY[family]), "hazard_pvc"]
    else:
        sharp = "hazard_sharp_acrylic" if "acrylic" in families else "hazard_sharp"
        keys = [*(AFTER[family] for family in families if family in AFTER), sharp]
    return [words.text(key) for key in dict.fromkeys(keys)]


def list_first_steps(work: JobContent) -> list[str]:
    """The steps to tick off before the first cut, or before the order where a service cuts."""
    return list(_order_steps(work) if work.machine.service else _cut_steps(work))


def _order_steps(work: JobContent) -> Iterator[str]:
    """The steps before ordering from a service."""
    words = work.words
    yield words.text("job_step_upload")
    yield words.text("job_step_choose")
    yield words.text("job_step_no_kerf")
    if work.has_joints and not work.is_fit_test:
        yield words.text("job_step_order_fit_test")


def _cut_steps(work: JobContent) -> Iterator[str]:
    """The steps before the first cut."""
    words = work.words
    unmeasured = {material.name: material for material in work.materials_of_joints() if not material.measured}
    with_foil = [name for name, material in unmeasured.items() if material.family == "acrylic"]
    without_foil = [name for name in unmeasured if name not in with_foil]
    if with_foil:
        yield words.text("job_step_measure_foil", materials=", ".join(with_foil))
    if without_foil:
        yield words.text("job_step_measure", materials=", ".join(without_foil))
    yield words.text("job_step_kerf")
    yield words.text("job_step_size")
    yield words.text("job_step_no_scaling")
    if work.has_joints and not work.is_fit_test:
        yield words.text("job_step_fit_test")
    yield words.text("job_step_focus")


def list_remarks(work: JobContent) -> list[str]:
    """Remarks about this job, about ways to engrave, about bases and handwork, and about the machine."""
    bases = [work.words.text("job_bases", signs="; ".join(work.base_signs))] if work.base_signs else []
    remarks = [*bases, *_paint_remarks(work), *_fit_remarks(work), *work.remarks, *_engraving_remarks(work),
               _handwork_remark(work), *work.machine.notes]
    return [text[:1].upper() + text[1:] for text in remarks]


def _fit_remarks(work: JobContent) -> Iterator[str]:
    """How the joints of each class hold, with their play and nodes in mm and the materials that have them."""
    materials: dict[tuple[FitName, float, float], list[str]] = {}
    for material in work.materials_of_joints():
        fit = make_fit(material)
        materials.setdefault((material.fit, fit.clearance, fit.node), []).append(material.name)
    for (name, clearance, node), names in materials.items():
        words = work.words
        side = "job_slot_wider" if clearance > 0 else "job_slot_narrower" if clearance else "job_slot_equal"
        slot = words.text(side, play=words.number(abs(clearance)))
        slot += words.text("job_slot_nodes", height=words.number(node)) if node else ""
        yield words.text(FITS[name], materials=", ".join(dict.fromkeys(names)), slot=slot)


def _paint_remarks(work: JobContent) -> Iterator[str]:
    """Which sheets of acrylic are so pale that frost cannot be read on them, if something is engraved there. Nobody
    reads the marks of a fit test."""
    if work.is_fit_test:
        return
    pale = list[str]()
    for entry in work.sheets:
        colour = MaterialKey.parse(entry.stock.key).colour
        if entry.stock.material.family != "acrylic" or colour in (None, CLEAR):
            continue
        parts = (work.parts[spot.part] for spot in entry.sheet.placements if spot.part in work.parts)
        if not shows_frost(tone_colour(load_theme("colour"), colour)) and any(map(_is_engraved, parts)):
            pale.append(entry.stock.key)
    if pale:
        yield work.words.text("job_paint", materials=", ".join(dict.fromkeys(pale)))


def _is_engraved(part: Part) -> bool:
    """Whether a laser marks a part, on the one side or the other."""
    return bool(part.drawing.without(Role.EDGE, Role.HOLE).items or (part.both_sides and part.back))


def _handwork_remark(work: JobContent) -> str:
    """How the time of handwork is estimated."""
    words, counted = work.words, list[str]()
    key = "job_handwork_joined" if work.joined_parts else "job_handwork"
    if any(entry.stock.material.family == "acrylic" for entry in work.sheets):
        key = "job_handwork_foil_joined" if work.joined_parts else "job_handwork_foil"
    if work.bridge_count:
        counted.append(words.count("job_handwork_bridges", work.bridge_count, seconds=words.number(BRIDGE)))
    if work.turned_count:
        counted.append(words.count("job_handwork_turned", work.turned_count, seconds=words.number(TURN)))
    return " ".join([words.text(key, lift=words.number(LIFT), join=words.number(JOIN)), *counted])


def _engraving_remarks(work: JobContent) -> Iterator[str]:
    """How long engraving takes, as the job does it and in other ways."""
    if AS_IT_IS in work.engraving_seconds:
        words, times = work.words, {style: time_words(seconds) for style, seconds in work.engraving_seconds.items()}
        others = [words.text(key, time=times[style], pitch=words.number(HATCH)) for style, key in ENGRAVINGS.items()
                  if style in times]
        yield words.text("job_engraving", time=times[AS_IT_IS], others=join_words(others, words.text("or")))
        if FILLED_BY_PART in times:
            yield words.text("job_engraving_by_part", time=times[FILLED_BY_PART])
