"""A job → advice in words on the first page of its job sheet: first steps, hazards, remarks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fabgen.core.problems import join_words
from fabgen.laser.estimate import FILLED_BY_PART
from fabgen.laser.job_sheet.work import AS_IT_IS, JOIN, LIFT, JobContent, time_words
from fabgen.materials.material import Material

ACRYLIC = ("cast acrylic", "extruded acrylic")  # kinds of material with the same hazards
ALWAYS = (  # hazards of every job
    "Wear the eye protection that this machine asks for; never run it with a lid or a lock overridden.",
    "Never leave a running cutter alone. Have an extinguisher or a wet cloth at hand, and know the stop button.",
    "Switch exhaust and air assist on before the first cut, and let the fumes clear before you open the lid.",
)
OF_KIND = {
    "acrylic": (
        "Acrylic fumes sting and burn easily: strong exhaust, no pauses in the middle of a cut.",
        "Cut edges hold stress: alcohol, window cleaner or solvent glue crazes them. Clean with soap and water; before "
        "gluing, anneal (70 °C for 2 to 4 hours, Acrifix's manual says), and let them cool slowly.",
        "Lay sheets 20 mm above the honeycomb, or keep the foil on below: flashes mark the underside.",
    ),
    "plywood": ("Plywood may flare up where its glue is thick; edges are sooty: wipe them before you touch faces.",),
    "MDF": ("MDF makes fine dust and much smoke: exhaust on, and do not sand it without a mask.",),
    "card": ("Card catches fire at once where the beam stays: keep watching, low power, air assist on.",),
}
AFTER = {"acrylic": OF_KIND["acrylic"][1], "plywood": "Edges are sooty: wipe them before you touch faces.",
         "MDF": "Do not sand MDF without a mask: its dust is fine."}
PEEL = "Edges and corners may be sharp: peel and wash the parts before somebody plays with them."
CLEAR = "Never cut PVC, vinyl, or a sheet of which nobody knows what it is: chlorine harms people and machines."


def list_hazards(materials: Iterable[Material], *, at_home: bool = True) -> list[str]:
    """The hazards of these materials, the most general first, each once. Where a service cuts, only those of the work
    that remains to be done at home."""
    kinds = dict.fromkeys("acrylic" if material.kind in ACRYLIC else material.kind for material in materials)
    if not at_home:
        return [*(AFTER[kind] for kind in kinds if kind in AFTER), PEEL]
    return list(dict.fromkeys([*ALWAYS, *(line for kind in kinds for line in OF_KIND[kind]), CLEAR]))


def list_first_steps(work: JobContent) -> list[str]:
    """The steps to tick off before the first cut, or before the order where a service cuts."""
    return list(_order_steps(work) if work.machine.service else _cut_steps(work))


def _order_steps(work: JobContent) -> Iterator[str]:
    """The steps before ordering from a service."""
    yield "Upload the files as they are; the size that the service shows must be that of the sheet in the table above."
    yield "Choose the material and its thickness as the table says, and make each colour what the sheet's page says."
    yield "Kerf is compensated in the files: ask for none on top."
    if work.has_joints and not work.is_fit_test:
        yield "Order a build with --fit-test first: one of each joint, in the same material."


def _cut_steps(work: JobContent) -> Iterator[str]:
    """The steps before the first cut."""
    materials = [sheet.stock.material for sheet in work.sheets]
    unmeasured = dict.fromkeys(material.name for material in materials if not material.measured)
    if unmeasured and work.has_joints:
        names = ", ".join(unmeasured)
        yield f"Measure the sheets without foil ({names}); if one differs, build again with --thickness."
    yield "Kerf: cut the coupon of fabgen calibrate once for each material; build again if it says another kerf."
    yield "Open the file and check its size in the program: it must be that of the sheet in the table above."
    yield "Set kerf offset and any scaling of the program to nothing: the files are compensated and at true size."
    if work.has_joints and not work.is_fit_test:
        yield "Build with --fit-test and cut that first: one of each joint. Too tight, too loose: measure, build again."
    yield "Focus on the sheet's top. Try the settings on a scrap of the same sheet: they are a place to start."


def list_remarks(work: JobContent) -> list[str]:
    """Remarks about this job, about ways to engrave, about handwork and about the machine."""
    joining = f", {JOIN:g} s to put one into another" if work.joined_parts else ""
    handwork = f"Handwork is a rough guess: {LIFT:g} s to lift a part and peel it{joining}; glue and paint come on top."
    remarks = [*work.remarks, *_engraving_remarks(work), handwork, *work.machine.notes]
    return [text[:1].upper() + text[1:] for text in remarks]


def _engraving_remarks(work: JobContent) -> Iterator[str]:
    """How long engraving takes, as the job does it and in other ways."""
    if AS_IT_IS in work.engraving_seconds:
        other_styles = [
            f"{name} {time_words(seconds)}"
            for name, seconds in work.engraving_seconds.items()
            if name not in (AS_IT_IS, FILLED_BY_PART)
        ]
        time = time_words(work.engraving_seconds[AS_IT_IS])
        yield f"Engraving takes {time}; marked in another way (--engrave), {join_words(other_styles, 'or')}."
        if FILLED_BY_PART in work.engraving_seconds:
            time = time_words(work.engraving_seconds[FILLED_BY_PART])
            yield f"A program that fills part by part takes {time} to engrave."
