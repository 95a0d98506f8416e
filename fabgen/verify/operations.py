"""The elements of a laser file and a machine → what the machine does to each, and whatever looks unlike its profile.

SVG and PDF are read by their looks, as programs do; DXF and LightBurn projects by layer, and the looks must agree.
"""

from __future__ import annotations

from collections.abc import Iterator

from fabgen.core.problems import Problem
from fabgen.core.units import format_number
from fabgen.laser.machine import Machine, Paint
from fabgen.materials.operations import Operation
from fabgen.verify.shown import Element, Shown, few

LAYERED = ("dxf", "lbrn2")
GROUPED = ("svg", *LAYERED)
WIDE = 0.001  # mm that a line's width may differ by rounding
Done = dict[int, Operation]


def operations(shown: Shown, machine: Machine) -> tuple[Done, list[Problem]]:
    """What the machine does to each element (by its order in the file); cuts of one colour all are CUT_OUTER.

    Problems: an element both filled and stroked, a colour that is not the machine's, a group that says something else.
    """
    done: Done = {}
    problems: list[Problem] = []
    for element in shown.elements:
        operation = _operation(shown, element, machine)
        if operation is None:
            problems.append(_unknown(shown, element, machine))
            continue
        done[element.order] = operation
        problems += _unlike(shown, element, operation, machine)
    return done, few(problems)


def apart(shown: Shown, machine: Machine) -> bool:
    """Whether the file tells inner cuts from outer ones."""
    looks = machine.operations
    return shown.form == "lbrn2" or looks[Operation.CUT_INNER] != looks[Operation.CUT_OUTER]


def groups(shown: Shown, machine: Machine) -> dict[str, tuple[Operation, ...]]:
    """The groups or layers of a format, each with its operations. A LightBurn project has one for each."""
    if shown.form == "lbrn2":
        return {operation.value: (operation,) for operation in machine.order}
    return dict(machine.layer_groups())


def _operation(shown: Shown, element: Element, machine: Machine) -> Operation | None:
    if shown.form in LAYERED:
        known = groups(shown, machine).get(element.group)
        return known[-1] if known else None
    looks = {_look(shown, paint): operation for operation, paint in machine.operations.items()}
    return looks.get((element.paint, element.colour.lower()))


def _look(shown: Shown, paint: Paint) -> tuple[str, str]:
    """How an operation looks in a format: DXF has no fills that programs agree on."""
    return "stroke" if shown.form == "dxf" else paint.paint, paint.colour.lower()


def _unlike(shown: Shown, element: Element, operation: Operation, machine: Machine) -> Iterator[Problem]:
    """Looks and groups that say something else than the operation."""
    if shown.form in LAYERED and (what := _off_colour(shown, element, machine.operations[operation], operation)):
        yield shown.problem(element.id, what, "some programs go by the layer, others by the colour", element.spot)
    width = machine.operations[operation].width
    if shown.form not in LAYERED and width is not None and not _as_wide(shown, element.width, width):
        yield shown.problem(
            element.id,
            f"the line is `{element.width}` wide, the profile `{machine.name}` says {format_number(width)} mm",
            "programs engrave lines that are wide",
        )
    if shown.form in GROUPED and operation not in groups(shown, machine).get(element.group, ()):
        yield shown.problem(
            element.id,
            f"{operation.value} by its colour, but it stands in the group `{element.group}`",
            "programs go by the colour, people by the group: both must say the same",
        )


def _off_colour(shown: Shown, element: Element, paint: Paint, operation: Operation) -> str:
    """What is wrong with the paint of an element on a layer; a LightBurn layer has its own palette."""
    wanted = _look(shown, paint)
    if shown.form == "lbrn2" and element.paint != wanted[0]:
        return f"the layer `{element.group}` is run as a {element.paint}, {operation.value} is a {wanted[0]}"
    if shown.form == "dxf" and (element.paint, element.colour.lower()) != wanted:
        return f"a {element.paint} of {element.colour} on the layer `{element.group}`, whose colour is {paint.colour}"
    return ""


def _as_wide(shown: Shown, found: str, width: float) -> bool:
    if shown.form == "svg":
        return found == format_number(width)
    return abs(float(found or "nan") - width) <= WIDE


def _unknown(shown: Shown, element: Element, machine: Machine) -> Problem:
    if shown.form in LAYERED:
        valid = ", ".join(groups(shown, machine))
        what = f"the layer `{element.group}` is not in the profile `{machine.name}`"
        return shown.problem(element.id, what, f"it has {valid}", element.spot)
    valid = "; ".join(f"{o.value} is a {p.paint} of {p.colour}" for o, p in machine.operations.items())
    if not element.paint:
        return shown.problem(
            element.id,
            f"the element must have either a fill or a stroke: {element.colour}",
            f"with both it is worked twice; {valid}",
        )
    return shown.problem(
        element.id,
        f"a {element.paint} of {element.colour} is not in the profile `{machine.name}`",
        f"a near colour gets another operation; {valid}",
    )


__all__ = ["Done", "apart", "groups", "operations"]
