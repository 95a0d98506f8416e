"""A PDF page → every colour with which it paints, in the numbers of its own colour space, and what it paints with it.

PDFium converts colours while it reads a page, so the page's instructions are followed here: pikepdf splits them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

Kind = Literal["words", "an area", "a line", "a picture"]
CMYK, GREY, RGB, PATTERN = "DeviceCMYK", "DeviceGray", "DeviceRGB", "Pattern"
BY_OPERATOR = {"g": GREY, "G": GREY, "rg": RGB, "RG": RGB, "k": CMYK, "K": CMYK}
FILLS = frozenset(("f", "F", "f*", "B", "B*", "b", "b*"))
STROKES = frozenset(("S", "s", "B", "B*", "b", "b*"))
WORDS = frozenset(("Tj", "TJ", "'", '"'))
INVISIBLE = 3  # a rendering mode of words
MOST_NESTED = 12  # forms within forms


@dataclass(frozen=True)
class Colour:
    """A colour of a page: its space and its numbers, each 0 to 1. The numbers are empty for patterns and pictures."""

    space: str
    numbers: tuple[float, ...] = ()


@dataclass(frozen=True)
class PaintedColour:
    """A colour, and what is painted with it."""

    kind: Kind
    colour: Colour


@dataclass
class PaintedPage:
    """The colours of a page, how often something is painted that has no tag, and the ids of its marked content."""

    colours: set[PaintedColour] = field(default_factory=set)
    untagged: int = 0
    marked_ids: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class _State:
    """The part of the graphics state that matters here. A page begins with black of DeviceGray."""

    fill: Colour = Colour(GREY, (0.0,))
    stroke: Colour = Colour(GREY, (0.0,))
    mode: int = 0


def read_painted_page(page: Any) -> PaintedPage:
    """The colours of a page of a pikepdf document."""
    painted = PaintedPage()
    _follow(page, page.get("/Resources", {}), _State(), painted, [], 0)
    return painted


def _follow(code: Any, resources: Any, state: _State, painted: PaintedPage, tags: list[str], depth: int) -> None:
    """Follows the instructions of a page or a form."""
    import pikepdf

    saved: list[_State] = []
    for instruction in pikepdf.parse_content_stream(code):
        if isinstance(instruction, pikepdf.ContentStreamInlineImage):
            space = instruction.iimage.obj.get("/ColorSpace", instruction.iimage.obj.get("/CS", "DeviceGray"))
            painted.colours.add(PaintedColour("a picture", Colour(name_space(space, resources))))
            painted.untagged += not tags
            continue
        operator, operands = str(instruction.operator), instruction.operands
        if operator == "q":
            saved.append(state)
        elif operator == "Q" and saved:
            state = saved.pop()
        elif operator in ("BDC", "BMC"):
            tags.append(str(operands[0]))
            if operator == "BDC" and isinstance(operands[1], pikepdf.Dictionary) and "/MCID" in operands[1]:
                painted.marked_ids.add(int(operands[1].MCID))
        elif operator == "EMC" and tags:
            tags.pop()
        elif operator == "Do":
            _paint_object(resources.XObject[str(operands[0])], resources, state, painted, tags, depth)
        elif operator == "sh":
            space = resources.Shading[str(operands[0])].ColorSpace
            painted.colours.add(PaintedColour("an area", Colour(name_space(space, resources))))
            painted.untagged += not tags
        else:
            state = _choose_colour(operator, operands, resources, state)
            colours = set(_list_colours(operator, state))
            painted.colours |= colours
            painted.untagged += bool(colours) and not tags


def _paint_object(thing: Any, resources: Any, state: _State, painted: PaintedPage, tags: list[str], depth: int) -> None:
    """Paints a form or a picture."""
    if thing.get("/Subtype") == "/Form" and depth < MOST_NESTED:
        _follow(thing, thing.get("/Resources", resources), state, painted, tags, depth + 1)
    elif thing.get("/Subtype") == "/Image":
        space = name_space(thing.get("/ColorSpace", GREY), resources)
        colour = state.fill if thing.get("/ImageMask") else Colour(space)
        painted.colours.add(PaintedColour("a picture", colour))
        painted.untagged += not tags


def _choose_colour(operator: str, operands: Any, resources: Any, state: _State) -> _State:
    """The state after an instruction that may choose a colour."""
    if operator in BY_OPERATOR:
        colour = Colour(BY_OPERATOR[operator], tuple(float(number) for number in operands))
    elif operator in ("cs", "CS"):
        colour = Colour(name_space(operands[0], resources))
    elif operator in ("sc", "scn", "SC", "SCN"):
        chosen = state.fill if operator.islower() else state.stroke
        if chosen.space == PATTERN:
            return state
        colour = replace(chosen, numbers=tuple(float(number) for number in operands))
    elif operator == "Tr":
        return replace(state, mode=int(operands[0]))
    elif operator == "gs":
        return state
    else:
        return state
    return replace(state, fill=colour) if operator.islower() else replace(state, stroke=colour)


def _list_colours(operator: str, state: _State) -> Iterator[PaintedColour]:
    """What an instruction paints."""
    if operator in FILLS:
        yield PaintedColour("an area", state.fill)
    if operator in STROKES:
        yield PaintedColour("a line", state.stroke)
    if operator in WORDS and state.mode != INVISIBLE:
        yield PaintedColour("words", state.fill)


def name_space(space: Any, resources: Any) -> str:
    """The name of a colour space; that of a profile says how many colours it has: `ICCBased 3`."""
    import pikepdf

    if not isinstance(space, pikepdf.Array):
        name = str(space)
        named = resources.get("/ColorSpace", {})
        if name in named:
            return name_space(named[name], resources)
        short = {"/G": GREY, "/RGB": RGB, "/CMYK": CMYK}
        return short.get(name, name.removeprefix("/"))
    kind = str(space[0]).removeprefix("/")
    if kind == "ICCBased":
        return f"{kind} {int(space[1].N)}"
    if kind in ("Indexed", "Separation", "DeviceN"):  # these stand for colours of another space
        return name_space(space[1 if kind == "Indexed" else 2], resources)
    return kind
