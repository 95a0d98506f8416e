"""Values on the command line, as text → values of options: lengths, names of profiles, folders, paths.

A text that cannot be read raises ValueError or FabgenError. Imports are inside the functions, so that `--help` answers
at once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from fabgen.materials.operations import FitName
from fabgen.spec.build_options import BOOK_FORMATS, DIAGRAM_THEMES, FIGURE_FORMATS, FOLDERS


def read_length(text: str) -> float:
    """A length in mm."""
    from fabgen.core.units import parse_length

    return parse_length(text)


def read_sheet_size(text: str) -> tuple[float, float]:
    """Width and height in mm."""
    from fabgen.core.units import parse_size

    return parse_size(text)


def read_machine_name(text: str) -> str:
    """The name of a built-in machine, or the path of a machine's file."""
    from fabgen.laser.machine import machine_names

    return check_profile(text, "machine", machine_names())


def read_material_name(text: str, shop: str | None = None) -> str:
    """The name of a material, built in or in a shop, or the path of a material's file."""
    from fabgen.laser.shop import load_shop

    return check_profile(text, "material", load_shop(shop).materials())


def read_material_key(text: str, shop: str | None = None) -> str:
    """The same, with a colour for all parts behind a slash, if it has one."""
    from fabgen.materials.key import MaterialKey

    key = MaterialKey.parse(text)
    return str(MaterialKey(read_material_name(key.material, shop), key.colour))


NO_SHOP = "none"  # the value of --shop for the built-in materials
POSTER = "poster"  # the board in one piece, on paper of its own size


def read_shop_path(text: str) -> str | None:
    """The path of a shop file, which must exist and be sound. None for `none`, which stands for the built-in
    materials."""
    from fabgen.core.files import find_kind
    from fabgen.laser.shop import load_shop

    if text == NO_SHOP:
        return None
    path = expand_home(text)
    if not find_kind(path):
        raise ValueError(f"there is no file `{path}`: `fabgen new-shop` writes one")
    load_shop(str(path))
    return str(path)


def check_profile(text: str, kind: str, names: list[str]) -> str:
    """A known name, or the path of a file of the user. Raises ValueError for anything else."""
    from fabgen.core.english import join_words
    from fabgen.core.files import find_kind
    from fabgen.core.problems import nearest_hint

    if not text.endswith((".yaml", ".yml")):
        starting = [name for name in names if text and name.startswith(text)]
        if text not in names:
            hint = f"did you mean {join_words(starting, 'or')}?" if starting else nearest_hint(text, names)
            raise ValueError(f"there is no {kind} `{text}`: {hint}")
        return text
    path = expand_home(text)
    if not find_kind(path):
        raise ValueError(f"there is no file `{path}`")
    return str(path)


LONGEST_JOB = 10_000.0  # minutes: a longer job is a typing error


def read_minutes(text: str) -> float:
    """A time in minutes."""
    try:
        minutes = float(text.removesuffix("min").strip())
    except ValueError:
        raise ValueError(f"`{text}` is not a time in minutes: write 40") from None
    if not 0 < minutes <= LONGEST_JOB:
        raise ValueError(f"{text} is out of range: from 1 to {LONGEST_JOB:g} minutes")
    return minutes


def read_fit(text: str) -> str:
    """The name of a class of joints."""
    from fabgen.core.english import join_words

    if text not in get_args(FitName):
        raise ValueError(f"there is no fit `{text}`: write {join_words(get_args(FitName), 'or')}")
    return text


def read_formats(text: str) -> tuple[str, ...]:
    """The names of formats of laser files, separated by commas."""
    from fabgen.core.problems import nearest_hint
    from fabgen.laser.formats.registry import FORMATS

    names = _split_list(text)
    for name in names:
        if name not in FORMATS:
            raise ValueError(f"there is no format `{name}`: {nearest_hint(name, list(FORMATS))}")
    return names


def read_parts(text: str) -> tuple[str, ...]:
    """Parts to cut, each with its count: `knight:2,denial:4`."""
    from fabgen.laser.selection import read_choice

    names = _split_list(text)
    for name in names:
        read_choice(name)
    return names


def read_engrave(text: str) -> str:
    """A way to engrave areas, as it was written."""
    from fabgen.laser.machine import read_engraving

    read_engraving(text)
    return text


def read_bridges(text: str) -> str:
    """Bridges of outlines, as they were written."""
    from fabgen.laser.bridges import read_bridges as read

    read(text)
    return text


def read_papers(text: str) -> tuple[str, ...]:
    """Names of papers, separated by commas; `poster` is one of them."""
    from fabgen.typeset.papers import load_paper

    names = _split_list(text)
    for name in names:
        if name != POSTER:
            load_paper(name)
    return names


def read_sold_papers(text: str) -> tuple[str, ...]:
    """Names of papers that one can buy, which excludes `poster`."""
    names = read_papers(text)
    if POSTER in names:
        raise ValueError("a poster is no paper of a printer")
    return names


def read_back_offset(text: str) -> tuple[float, float]:
    """Two lengths in mm: to the right and up."""
    from fabgen.paper.duplex import PrintAssembly

    words = text.split(",")
    if len(words) != 2:
        raise ValueError(f"`{text}` is not an offset: write how far right and how far up, like 0.5,-1.25")
    offset = read_length(words[0].strip()), read_length(words[1].strip())
    return PrintAssembly("duplex", offset=offset).offset


def read_books(text: str) -> tuple[str, ...]:
    """Kinds of rulebooks. `large`, `booklet` and `press` mean both of their kinds."""
    from fabgen.core.problems import nearest_hint

    chosen: list[str] = []
    for name in _split_list(text):
        matching = [book for book in BOOK_FORMATS if book == name or book.partition("-")[0] == name]
        if not matching or name == "half":
            raise ValueError(f"there is no book `{name}`: {nearest_hint(name, BOOK_FORMATS)}")
        chosen += matching
    return tuple(book for book in BOOK_FORMATS if book in chosen)


SHORTEST, LONGEST = 0.1, 60.0  # seconds that a picture of a film is shown


def read_seconds(text: str) -> tuple[float, ...]:
    """Times in seconds, separated by commas."""
    times = []
    for word in text.split(","):
        try:
            time = float(word)
        except ValueError:
            raise ValueError(f"`{word.strip()}` is not a time in seconds: write 2, or 1.5,2,4") from None
        if not SHORTEST <= time <= LONGEST:
            raise ValueError(f"{time:g} seconds is out of range: from {SHORTEST:g} to {LONGEST:g}")
        times.append(time)
    return tuple(times)


def read_figure_formats(text: str) -> tuple[str, ...]:
    """Formats of figures, in the order of a build."""
    names = _split_list(text)
    for name in names:
        if name not in FIGURE_FORMATS:
            raise ValueError(f"there is no format `{name}`: write some of {', '.join(FIGURE_FORMATS)}")
    return tuple(name for name in FIGURE_FORMATS if name in names)


def read_built_theme(text: str) -> str:
    """The name of a theme for the diagrams of a build, or the path of a file of the user's own, which is checked."""
    from fabgen.diagrams.files import check_built_theme

    name = check_profile(text, "theme of diagrams", [*DIAGRAM_THEMES])
    check_built_theme(name)
    return name


def read_built_figure_formats(text: str) -> tuple[str, ...]:
    """Formats of the figures of a build, one of which shows that the figures are right."""
    names = read_figure_formats(text)
    if not {"svg", "pdf"} & {*names}:
        raise ValueError("a build proves its diagrams by their SVG or PDF: write one of these too")
    return names


def read_folders(texts: Sequence[str]) -> tuple[str, ...]:
    """Folders of a build, in the order of a build: all that the lists name, of an option that may be given several
    times."""
    from fabgen.core.problems import nearest_hint

    names = [name for text in texts for name in _split_list(text)]
    for name in names:
        if name not in FOLDERS:
            raise ValueError(f"there is no folder `{name}`: {nearest_hint(name, FOLDERS)}")
    return tuple(folder for folder in FOLDERS if folder in names)


def read_language_tag(text: str) -> str:
    """The tag of a language. Raises ValueError for a text of another form."""
    if not re.fullmatch(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*", text):
        raise ValueError(f"`{text}` is not the tag of a language: write one such as pl, pt-BR or x-elvish")
    return text


def _split_list(text: str) -> tuple[str, ...]:
    """The names in a list with commas, each once. Raises ValueError for an empty list."""
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    if not names:
        raise ValueError("nothing is named here")
    return names


def expand_home(text: str) -> Path:
    """A path with `~` replaced by the home folder, also if the shell has not replaced it."""
    if not text:
        raise ValueError("nothing is named here")
    try:
        return Path(text).expanduser()
    except RuntimeError:  # there is no home folder: then `~` is part of a name
        return Path(text)
