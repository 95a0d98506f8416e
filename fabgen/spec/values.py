"""The values that keys of a spec hold: names, words, ids, counts, directions, lengths within limits."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, Strict, ValidationInfo, WithJsonSchema

from fabgen.core.english import join_words
from fabgen.core.languages import built_in_languages
from fabgen.core.model_problems import show_value
from fabgen.core.units import show_length

FORMAT = 1  # of specs; a change that breaks old specs raises it, and says here how to update them

MOST_KEY_LETTERS = 40  # in what the key of a board says of one thing


def _check_name(text: str) -> str:
    """The name, if it starts with a letter and holds only letters, digits, single spaces and hyphens."""
    if not re.fullmatch(r"[^\W\d_][\w-]*( [\w-]+)*", text):
        raise ValueError(
            f"`{text}` cannot be a name\nnames start with a letter and hold letters, digits, single spaces and - only"
        )
    return text


def _check_title(text: str) -> str:
    """What people read instead of a key: a name that may also hold apostrophes, full stops and `&`."""
    if not re.fullmatch(r"[^\W\d_][\w'’.-]*( ([\w'’.-]+|&))*", text):
        hint = "it starts with a letter and holds letters of any script, digits, single spaces and any of - ' . &"
        raise ValueError(f"`{text}` cannot be a name\n{hint}")
    return text


def _check_line(text: str, info: ValidationInfo) -> str:
    """The text with single spaces, if it is one line and not empty."""
    if not text.strip():
        raise ValueError(f"the {info.field_name} is empty\nwrite it after the colon")
    if "\n" in text.strip():
        raise ValueError("one line of text is needed here\nwrite all words in one line")
    return " ".join(text.split())


def check_key_words(text: str) -> str:
    """Words for the key of a board, if they are a few in one line. Raises ValueError with a hint for others."""
    words = " ".join(text.split())
    if not words:
        raise ValueError("there are no words here\nwrite a few, like no entry")
    if "\n" in text.strip():
        raise ValueError("one line of text is needed here\nwrite all words in one line")
    if len(words) > MOST_KEY_LETTERS:
        raise ValueError(f"{len(words)} characters are too many for the key of a board\n{MOST_KEY_LETTERS} at most")
    return words


def _as_text(value: object) -> object:
    """Versions and years may be written without quotes; a `Decimal` stays as it was written."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _check_version(value: object) -> object:
    """The version, if this fabgen can read it."""
    if isinstance(value, int) and not isinstance(value, bool) and value > FORMAT:
        what = f"this spec is of version {value}; this fabgen reads versions up to {FORMAT}"
        raise ValueError(f"{what}\nget a newer fabgen")
    if value != FORMAT or isinstance(value, bool):
        raise ValueError(f"there is no version {show_value(value)} of specs\nwrite `fabgen: {FORMAT}`")
    return value


def _check_id(text: str) -> str:
    """The id, if it holds only small letters, digits and hyphens."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", text):
        raise ValueError(f"`{text}` cannot be an id\nsmall letters, digits and hyphens, like long-spear")
    return text


def _check_language(text: str) -> str:
    """The language, if it is a short name or a YAML file."""
    if not re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]+)*|.+\.ya?ml", text):
        hint = f"fabgen speaks {join_words(built_in_languages())}; or write the name of a .yaml file beside the spec"
        raise ValueError(f"`{text}` is no language\n{hint}")
    return text


Name = Annotated[str, Field(max_length=40), AfterValidator(_check_name)]
Title = Annotated[str, Field(max_length=40), AfterValidator(_check_title)]
Text = Annotated[str, BeforeValidator(_as_text)]
KeyWords = Annotated[str, AfterValidator(check_key_words)]
Words = Annotated[Text, AfterValidator(_check_line)]
Id = Annotated[str, Field(max_length=60), AfterValidator(_check_id)]
Version = Annotated[Literal[1], BeforeValidator(_check_version)]
Language = Annotated[str, AfterValidator(_check_language)]
Count = Annotated[int, Strict()]
Direction = Literal["up", "down", "left", "right"]
FORWARDS = ("up", "down", "left", "right", "up-left", "up-right", "down-left", "down-right")
# Which of them a board has is known when it has been read: that is checked there.
Forward = Annotated[str, WithJsonSchema({"type": "string", "enum": [*FORWARDS]})]
MarkedSide = Literal["front", "back"]  # the side that a laser marks: marks seen through a clear sheet are on its back


LARGEST_SPAN = 1_000  # players, or minutes


def _read_span(value: object) -> tuple[int, int]:
    """A number, or the least and the most, written `2-4` or as a list of two. Raises ValueError for anything else."""
    numbers = value if isinstance(value, tuple | list) and len(value) == 2 else (value,)
    text = "" if isinstance(value, bool) else "-".join(str(number) for number in numbers)
    match = re.fullmatch(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?", text.strip())
    if not match:
        hint = "write a number, or the least and the most, like 2-4"
        raise ValueError(f"{show_value(value)} is neither a number nor a range\n{hint}")
    low, high = int(match[1]), int(match[2] or match[1])
    if low > high:
        raise ValueError(f"the range {show_value(value)} is out of order\nwrite the least first: {high}-{low}")
    if not 1 <= low <= high <= LARGEST_SPAN:
        raise ValueError(f"{show_value(value)} is out of range\nfrom 1 to {LARGEST_SPAN}")
    return low, high


Span = Annotated[tuple[int, int], BeforeValidator(_read_span)]  # the least and the most, written 2-4 or 3


def required_like(example: object) -> Any:
    """A required key, with an example of its value."""
    return Field(examples=[example])


def length_between(shortest: float, longest: float) -> AfterValidator:
    """Restricts a length to `shortest` to `longest` mm."""

    def check(value: float) -> float:
        if not shortest <= value <= longest:
            shown_value = show_length(value, shortest, longest)
            raise ValueError(f"{shown_value} mm is out of range\nfrom {shortest:g} mm to {longest:g} mm")
        return value

    return AfterValidator(check)
