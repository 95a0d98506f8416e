"""A PDF in colours of a screen → the same pages in inks, with the boxes of the trimmed page and of its bleed, and the
printing condition that the inks are meant for: what the standards PDF/X-1a and PDF/X-4 have in common.

Whatever is painted is converted where it is painted. A page that states inks keeps them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fabgen.artwork.press_inks import MOST_INK, PROFILE, Cmyk, PressInks
from fabgen.core.problems import FabgenError, problem_error
from fabgen.core.units import POINTS_PER_MM, format_number

CONDITION = "FOGRA39"  # the name of the printing condition in the registry of the ICC
CONDITION_NAME = "Offset printing on coated paper (ISO 12647-2:2004/Amd 1, paper types 1 and 2)"
REGISTRY = "http://www.color.org"
FILL, STROKE = ("sc", "scn"), ("SC", "SCN")
GREYS, COLOURS = 1, 3  # the numbers that state a grey, and red, green and blue
Space = int | None  # how many numbers state a colour that is converted; None where it is left as it is


@dataclass(frozen=True)
class InkChoice:
    """The inks of colours, and how much of all of them together a place may take, in %. Where that is less than a
    colour needs, it has less of the three colours, and as much black."""

    inks: PressInks
    most: float = MOST_INK

    def convert(self, colour: str) -> Cmyk:
        """The inks of a colour `#rrggbb`."""
        *colours, black = self.inks.convert(colour)
        total = sum(colours)
        if total + black <= self.most:
            return colours[0], colours[1], colours[2], black
        factor = max(0.0, self.most - black) / total
        cyan, magenta, yellow = (int(10 * ink * factor) / 10 for ink in colours)
        return cyan, magenta, yellow, black


def convert_pages(pdf: Any, inks: InkChoice, bleed: float) -> None:
    """Turns the pages of an open PDF, whose bleed in mm is around them already, into pages for a press. Raises
    FabgenError for a picture or a gradient in colours of a screen."""
    for number, page in enumerate(pdf.pages, 1):
        _set_boxes(page, bleed * POINTS_PER_MM)
        page.obj.Contents = pdf.make_stream(_convert_stream(page.obj, page.obj, inks, f"page {number}"))
    for form in _forms(pdf):
        form.write(_convert_stream(form, form, inks, "a part of a page"))
    _add_output_intent(pdf)


def _set_boxes(page: Any, bleed: float) -> None:
    """The box of the page with its bleed, in points, and that of the trimmed page."""
    left, bottom, right, top = (float(side) for side in page.mediabox)
    page.obj.BleedBox = page.obj.MediaBox
    sides = left + bleed, bottom + bleed, right - bleed, top - bleed
    page.obj.TrimBox = [round(side, 4) for side in sides]


def _forms(pdf: Any) -> Iterator[Any]:
    """Everything else that is painted: forms and tiles of patterns."""
    import pikepdf

    for thing in pdf.objects:
        is_stream = isinstance(thing, pikepdf.Stream)
        if is_stream and (thing.get("/Subtype") == "/Form" or thing.get("/PatternType") == 1):
            yield thing


# ---- Colours


def _convert_stream(painted: Any, owner: Any, inks: InkChoice, where: str) -> bytes:
    """The code of a page or a form with inks in place of colours. The colour spaces of its resources go."""
    import pikepdf

    resources = owner.get("/Resources", pikepdf.Dictionary())
    spaces = {str(name): _read_space(space, where) for name, space in resources.get("/ColorSpace", {}).items()}
    for painted_object in resources.get("/XObject", {}).values():
        space = painted_object.get("/ColorSpace", "/DeviceGray")
        if painted_object.get("/Subtype") == "/Image" and space not in ("/DeviceCMYK", "/DeviceGray"):
            raise _unprintable(where)
    code = pikepdf.unparse_content_stream([*_convert(pikepdf.parse_content_stream(painted), spaces, inks, where)])
    for name in [name for name, space in spaces.items() if space]:
        del resources.ColorSpace[name]
    if "/ColorSpace" in resources and not resources.ColorSpace.keys():
        del resources.ColorSpace
    return code


def _read_space(space: Any, where: str) -> Space:
    """How many numbers state a colour of a space that is converted. Raises FabgenError for a gradient."""
    import pikepdf

    name = str(space[0]) if isinstance(space, pikepdf.Array) else str(space)
    numbers = {"/DeviceGray": GREYS, "/CalGray": GREYS, "/DeviceRGB": COLOURS, "/CalRGB": COLOURS, "/DeviceCMYK": None}
    if name == "/ICCBased":
        return {1: GREYS, 3: COLOURS}.get(int(space[1].N))
    if name not in numbers:
        raise _unprintable(where)
    return numbers[name]


def _convert(code: Any, spaces: dict[str, Space], inks: InkChoice, where: str) -> Iterator[Any]:
    """Instructions with `k` and `K` in place of those that choose a colour space and a colour. Typst states a colour
    whenever it chooses a space, so the initial colour of a space is never painted."""
    import pikepdf

    fill: Space = None
    stroke: Space = None
    saved: list[tuple[Space, Space]] = []
    for instruction in code:
        if isinstance(instruction, pikepdf.ContentStreamInlineImage):
            raise _unprintable(where)
        operator, operands = str(instruction.operator), instruction.operands
        if operator == "q":
            saved.append((fill, stroke))
        elif operator == "Q" and saved:
            fill, stroke = saved.pop()
        elif operator in ("cs", "CS"):
            name = str(operands[0])
            space = spaces[name] if name in spaces else _read_space(operands[0], where)
            fill, stroke = (space, stroke) if operator == "cs" else (fill, space)
            if space:
                continue
        elif operator == "sh":
            raise _unprintable(where)
        elif (operator in FILL and fill) or operator in ("g", "rg"):
            yield _paint(operands, "k", inks)
            continue
        elif (operator in STROKE and stroke) or operator in ("G", "RG"):
            yield _paint(operands, "K", inks)
            continue
        yield instruction


def _paint(operands: Any, operator: str, inks: InkChoice) -> Any:
    """The instruction that chooses the inks of a grey or a colour."""
    import pikepdf

    numbers = [float(number) for number in operands]
    channels = numbers * 3 if len(numbers) == GREYS else numbers
    colour = "#" + "".join(f"{round(255 * min(max(channel, 0.0), 1.0)):02x}" for channel in channels)
    return pikepdf.ContentStreamInstruction(_operands(inks.convert(colour)), pikepdf.Operator(operator))


def _operands(colour: Cmyk) -> list[Any]:
    from decimal import Decimal

    return [Decimal(format_number(ink / 100)) for ink in colour]


def _unprintable(where: str) -> FabgenError:
    what = f"{where} has a picture or a gradient in colours of a screen, which a page for a press cannot hold"
    return problem_error(what, "leave it out, or state its inks: cmyk(0%, 40%, 100%, 0%)")


def _add_output_intent(pdf: Any) -> None:
    """The printing condition for which the inks are meant, with its profile."""
    from pikepdf import Array, Dictionary, Name, String

    profile = pdf.make_stream(PROFILE.read_bytes(), N=4, Alternate=Name.DeviceCMYK)
    intent = Dictionary(
        Type=Name.OutputIntent, S=Name.GTS_PDFX, OutputConditionIdentifier=String(CONDITION),
        OutputCondition=String(CONDITION_NAME), RegistryName=String(REGISTRY), Info=String(CONDITION_NAME),
        DestOutputProfile=profile)
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])
