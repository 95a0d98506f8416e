"""An XML file → its root element, and every Problem of the file itself.

Files with a DOCTYPE are refused unread, because entities can hide or multiply what is cut.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

from fabgen.core.files import read_file
from fabgen.core.problems import FabgenError, Location, Problem

LARGEST_XML_FILE = 60_000_000  # bytes of a file; a larger one is not read


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
        return read_file(path, LARGEST_XML_FILE).decode(), []
    except FabgenError as error:
        return None, [replace(problem, where=Location(file), hint="") for problem in error.problems]
    except UnicodeDecodeError as error:
        before = error.object[: error.start]
        where = Location(file, before.count(b"\n") + 1, error.start - before.rfind(b"\n"))
        return None, [Problem(where, f"this is no file of fabgen: byte {error.start + 1} is not UTF-8")]
