"""An XML file → its root element, and every Problem of the file itself.

Files with a DOCTYPE are refused unread, because entities can hide or multiply what is cut.
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from fabgen.core.problems import Location, Problem

LARGEST = 60_000_000  # bytes of a file; a larger one is not read


def read_xml(path: Path, file: str) -> tuple[ElementTree.Element | None, list[Problem]]:
    """The root element; None, and a Problem, where the file cannot be read as XML in UTF-8."""
    text, problems = read_text(path, file)
    if text is None:
        return None, problems
    if re.search(r"<!\s*(DOCTYPE|ENTITY)|<\?(?!xml\s)", text, re.IGNORECASE) or re.match(
        r"""<\?xml[^>]*encoding\s*=\s*["'](?!utf-8)""", text, re.IGNORECASE
    ):
        what = "the file declares a document type, a style sheet or another encoding: it is not read"
        return None, [Problem(Location(file), what, "entities can hide or multiply what is cut")]
    try:
        return ElementTree.fromstring(text), []
    except ElementTree.ParseError as error:
        line, column = error.position
        what = f"the file is damaged: {str(error).split(':')[0]}"
        return None, [Problem(Location(file, line, column + 1), what, "build the game again")]
    except (ValueError, RecursionError) as error:
        return None, [Problem(Location(file), f"the file is damaged: {error}", "build the game again")]


def read_text(path: Path, file: str) -> tuple[str | None, list[Problem]]:
    """The text of a file; None, and a Problem, where it is too large or not UTF-8."""
    try:
        data = path.read_bytes() if path.stat().st_size <= LARGEST else None
    except OSError as error:
        return None, [Problem(Location(file), f"the file cannot be read: {error.strerror or error}")]
    if data is None:
        what = f"the file has more than {LARGEST // 1_000_000} MB"
        return None, [Problem(Location(file), what, "no sheet of fabgen is that large")]
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError as error:
        return None, [Problem(Location(file), f"this is no file of fabgen: byte {error.start + 1} is not UTF-8")]
