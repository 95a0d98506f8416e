"""The value of an SVG attribute, as anybody may write it → the value as fabgen understands it, or what is wrong.

A value that comes out of here goes in again unchanged, so that a drawing that was cleaned once stays as it is. Numbers
keep the digits that they were written with.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice

from fabgen.artwork.drawing_budget import LARGEST_NUMBER, MOST_SEGMENTS, SMALLEST_NUMBER
from fabgen.core.english import join_words
from fabgen.core.problems import shorten

LABEL, LAYER_MODE, HREF = "inkscape:label", "inkscape:groupmode", "xlink:href"
NAMES = ("id", LABEL, LAYER_MODE)

_BLANK = " \t\r\n\f,"
_GAP = f"[{_BLANK}]*"
_NUMBER = r"(?>[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)"  # all of its digits, or none
_ONE_NUMBER = re.compile(_NUMBER)
_NUMBERS = re.compile(f"(?:{_GAP}{_NUMBER})*+")
_LENGTH = re.compile(rf"({_NUMBER})(px|pt|pc|mm|cm|in|%)?")
_SHARE = re.compile(rf"({_NUMBER})(%)?")
_ARGUMENT = re.compile(rf"{_GAP}({_NUMBER})(deg|grad|rad|turn|px|pt|pc|mm|cm|in)?")
_FUNCTION = re.compile(rf"{_GAP}([a-zA-Z]+)[ \t\r\n\f]*\(([^()]*)\)")
_COMMAND = re.compile(f"{_GAP}([MmZzLlHhVvCcSsQqTtAa])")
_ARC = re.compile(  # the two flags may stand without a space before, between and after them
    _GAP + _GAP.join([f"({_NUMBER})"] * 3 + ["([01])"] * 2 + [f"({_NUMBER})"] * 2)
)
_COLOUR = re.compile(r"#?[0-9a-fA-F]{3,8}|[a-zA-Z]{1,30}|(?:rgb|hsl)a?\([-+0-9.,%/ ]{1,60}\)")
_KEYWORD = re.compile(r"[a-zA-Z-]{1,30}(?: [a-zA-Z]{1,30})?")
_REFERENCE = re.compile(r"""url\(\s*["']?(#[^"'()\s]{1,200})["']?\s*\)""")
_PLAIN_NUMBER = re.compile(r"[-+]?[0-9]{0,20}(?:\.?[0-9]{1,20})(?:[eE][-+]?[0-9]{1,3})?")
_MANY = 8 * MOST_SEGMENTS  # numbers: more are not read, since a drawing cannot have so many

ARGUMENT_COUNTS = {  # how many numbers each command of a path takes
    "m": 2, "z": 0, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7,
}  # fmt: skip
_FUNCTIONS = {  # how many numbers each function of a transform takes
    "matrix": (6,), "translate": (1, 2), "translatex": (1,), "translatey": (1,), "scale": (1, 2), "scalex": (1,),
    "scaley": (1,), "rotate": (1, 3), "skew": (1, 2), "skewx": (1,), "skewy": (1,),
}  # fmt: skip


class WrongValueError(Exception):
    """A value that an attribute cannot have: what is wrong with it, and a hint."""

    def __init__(self, what: str, hint: str) -> None:
        self.what, self.hint = what, hint
        super().__init__(what)


def clean_value(tag: str, name: str, value: str) -> str | None:
    """The value of an attribute as it is understood; None where it says nothing that is read. Raises
    WrongValueError."""
    if name in NAMES:
        return value
    if name in ("href", HREF):
        return _clean_reference(value.strip()) if tag == "use" else None
    text = value.strip(" \t\r\n\f")
    if name not in _CLEANERS or text in ("", "inherit", "auto"):
        return None
    return _CLEANERS[name](text)


def _clean_reference(text: str) -> str | None:
    """The element of the same file that a clone shows."""
    if text and not text.startswith("#"):
        raise WrongValueError(f"leads out of the file: `{shorten(text)}`", "copy the shape into this drawing")
    return text or None


def _clean_number(text: str) -> str:
    return _clean_numbers([text])[0]


def _clean_numbers(texts: list[str]) -> list[str]:
    """Numbers as they are understood; those that are written plainly keep their digits."""
    for value, text in zip(map(float, texts), texts, strict=True):
        if not abs(value) <= LARGEST_NUMBER:
            hint = f"numbers in a drawing are from -{LARGEST_NUMBER:g} to {LARGEST_NUMBER:g}"
            raise WrongValueError(f"has the number {shorten(text)}, which is too large", hint)
        if abs(value) < SMALLEST_NUMBER and text.lower().partition("e")[0].strip("+-.0"):
            hint = f"write 0 for numbers under {SMALLEST_NUMBER:g}"
            raise WrongValueError(f"has the number {shorten(text)}, which is too close to 0", hint)
    return [text if _PLAIN_NUMBER.fullmatch(text) else repr(float(text)) for text in texts]


def _clean_place(text: str) -> str:
    match = _LENGTH.fullmatch(text)
    if not match:
        hint = "a length is a number with px, mm, cm, in, pt, pc, % or without a unit, like 5mm"
        raise WrongValueError(f"is `{shorten(text)}`, which is not a length", hint)
    return _clean_number(match[1]) + (match[2] or "")


def _clean_size(text: str) -> str:
    match = _LENGTH.fullmatch(text)
    if match and float(match[1]) < 0:
        raise WrongValueError(f"is `{shorten(text)}`, which is less than 0", "write a positive length")
    return _clean_place(text)


def _clean_share(text: str) -> str:
    match = _SHARE.fullmatch(text)
    if not match:
        hint = "write a number from 0, which is invisible, to 1"
        raise WrongValueError(f"is `{shorten(text)}`, which is not a number", hint)
    return _clean_number(match[1]) + (match[2] or "")


def _clean_paint(text: str) -> str:
    """A colour; `black` for gradients, patterns and words that are not known: all of them are ink."""
    parts = text.partition("(")[2].split(",")[:3]
    if text.startswith("rgb") and any("." in part and "%" not in part for part in parts):
        raise WrongValueError(f"is `{shorten(text)}`, a colour with fractions", "write it like #1a2b3c")
    return text if _COLOUR.fullmatch(text) else "black"


def _clean_keyword(text: str) -> str | None:
    words = " ".join(text.split())
    return words if _KEYWORD.fullmatch(words) else None


def _clean_cutter(text: str) -> str | None:
    """What clips or masks a shape. The shape is refused whatever it is, so it only counts that there is something."""
    match = _REFERENCE.fullmatch(text)
    return None if text == "none" else f"url({match[1]})" if match else "url(#elsewhere)"


def _clean_view_box(text: str) -> str:
    numbers = _read_numbers(text)
    hint = "it is four numbers: left, top, width and height, like 0 0 100 80"
    if len(numbers) != 4:
        raise WrongValueError(f"is `{shorten(text)}`", hint)
    if min(float(numbers[2]), float(numbers[3])) <= 0:
        raise WrongValueError(f"is `{shorten(text)}`, without a width and a height over 0", hint)
    return " ".join(numbers)


def _clean_points(text: str) -> str:
    numbers = _read_numbers(text)
    if len(numbers) % 2 or not numbers:
        raise WrongValueError(f"is `{shorten(text)}`, which is not a list of x and y", "like 0,0 10,0 10,10")
    return " ".join(f"{x},{y}" for x, y in zip(numbers[::2], numbers[1::2], strict=True))


def _read_numbers(text: str) -> list[str]:
    """All numbers of a text, up to more than a drawing may have; none where there is anything else in it."""
    numbers, end = _read_run(text, 0)
    return [] if text[end:].strip(_BLANK) and len(numbers) < _MANY else numbers


def _read_run(text: str, place: int, size: int = 1) -> tuple[list[str], int]:
    """The numbers that follow each other from a place on, in whole groups of a size, and where they end."""
    run = _NUMBERS.match(text, place)
    end = run.end() if run else place
    matches = list(islice(_ONE_NUMBER.finditer(text, place, end), _MANY))
    matches = matches[: len(matches) - len(matches) % size]
    return _clean_numbers([match[0] for match in matches]), matches[-1].end() if matches else place


def _clean_transform(text: str) -> str | None:
    """The functions of a transform with commas between their numbers; None for none. Raises WrongValueError."""
    functions, place = list[str](), 0
    while match := _FUNCTION.match(text, place):
        functions.append(_clean_function(match[1].lower(), match[2]))
        place = match.end()
    if (rest := text[place:].strip(_BLANK)) not in ("", "none"):
        raise WrongValueError(f"cannot be read from `{shorten(rest)}` on", "like translate(10 5) scale(2)")
    return " ".join(functions) or None


def _clean_function(name: str, arguments: str) -> str:
    """One function of a transform. Raises WrongValueError where it is unknown, or has another number of arguments."""
    numbers, place = list[str](), 0
    while match := _ARGUMENT.match(arguments, place):
        numbers.append(_clean_number(match[1]) + (match[2] or ""))
        place = match.end()
    if arguments[place:].strip(_BLANK) or len(numbers) not in _FUNCTIONS.get(name, ()):
        hint = f"write {join_words(_FUNCTIONS, 'or')} with its numbers, like translate(10 5)"
        raise WrongValueError(f"has `{shorten(f'{name}({arguments})')}`, which cannot be read", hint)
    return f"{name}({', '.join(numbers)})"


def _clean_path(text: str) -> str | None:
    """The commands of a path and their numbers with one space between, up to more than a drawing may have."""
    if text == "none":
        return None
    parts, place = list[str](), 0
    while (match := _COMMAND.match(text, place)) and (parts or match[1] in "Mm"):
        size = ARGUMENT_COUNTS[match[1].lower()]
        arguments, end = _read_arcs(text, match.end()) if size == 7 else _read_run(text, match.end(), size or 1)
        if bool(arguments) != bool(size):
            break
        parts += [match[1], *arguments]
        place = end
        if len(parts) >= _MANY:
            return " ".join(parts)
    if rest := text[place:].strip(_BLANK):
        hint = "a path is a list of commands with their numbers, like M 0 0 L 10 0 L 10 10 Z"
        raise WrongValueError(f"cannot be read from `{shorten(rest)}` on", hint)
    return " ".join(parts)


def _read_arcs(text: str, place: int) -> tuple[list[str], int]:
    """The numbers of the arcs that follow each other from a place on, and where they end."""
    numbers: list[str] = []
    while len(numbers) < _MANY and (match := _ARC.match(text, place)):
        numbers += _clean_numbers(list(match.groups()))
        place = match.end()
    return numbers, place


_PLACES = ("x", "y", "cx", "cy", "x1", "y1", "x2", "y2")
_SIZES = ("width", "height", "r", "rx", "ry", "stroke-width")
_SHARES = ("opacity", "fill-opacity", "stroke-opacity")
_PAINTS = ("fill", "stroke", "color")
_KEYWORDS = (
    "fill-rule", "clip-rule", "stroke-linejoin", "stroke-linecap", "visibility", "display", "vector-effect",
    "preserveAspectRatio",
)  # fmt: skip
_CUTTERS = ("clip-path", "mask")
_CLEANERS: dict[str, Callable[[str], str | None]] = {
    **dict.fromkeys(_PLACES, _clean_place), **dict.fromkeys(_SIZES, _clean_size),
    **dict.fromkeys(_SHARES, _clean_share), **dict.fromkeys(_PAINTS, _clean_paint),
    **dict.fromkeys(_KEYWORDS, _clean_keyword), **dict.fromkeys(_CUTTERS, _clean_cutter),
    "viewBox": _clean_view_box, "points": _clean_points, "transform": _clean_transform, "d": _clean_path,
}  # fmt: skip
STYLE_PROPERTIES = _CLEANERS.keys() - {"viewBox", "preserveAspectRatio", "points", "d"}  # what a style sheet may say
