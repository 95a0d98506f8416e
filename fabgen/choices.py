"""Words on the command line → values: lengths, names of profiles, folders, paths.

A word that does not fit raises ValueError or FabgenError. Imports are inside the functions, so that `--help` answers at
once.
"""

from __future__ import annotations

from pathlib import Path

from fabgen.options import EVERY_BOOK, FOLDERS


def length(text: str) -> float:
    """A length in mm."""
    from fabgen.units import mm

    return mm(text)


def sheet(text: str) -> tuple[float, float]:
    """Width and height in mm."""
    from fabgen.units import size

    return size(text)


def machine(text: str) -> str:
    """The name or the file of a machine."""
    from fabgen.make.profile import machine_names

    return _check_profile(text, "machine", machine_names())


def material(text: str, shop: str | None = None) -> str:
    """The name or the file of a material, built in or from a shop."""
    from fabgen.make.shop import load_shop

    return _check_profile(text, "material", load_shop(shop).materials())


NO_SHOP = "none"
POSTER = "poster"  # the board in one piece, on paper of its own size


def shop(text: str) -> str | None:
    """The path of a shop file, which must exist and be sound; None for `none`, which means the built-in materials."""
    from fabgen.make.shop import load_shop

    if text == NO_SHOP:
        return None
    path = home(text)
    if not path.is_file():
        raise ValueError(f"there is no file `{path}`: `fabgen new-shop` writes one")
    load_shop(str(path))
    return str(path)


def _check_profile(text: str, kind: str, names: list[str]) -> str:
    """A built-in name, or the path of a file of the user."""
    from fabgen.base import nearest, words

    if not text.endswith((".yaml", ".yml")):
        starting = [name for name in names if text and name.startswith(text)]
        if text not in names:
            hint = f"did you mean {words(starting, 'or')}?" if starting else nearest(text, names)
            raise ValueError(f"there is no {kind} `{text}`: {hint}")
        return text
    path = home(text)
    if not path.is_file():
        raise ValueError(f"there is no file `{path}`")
    return str(path)


def formats(text: str) -> tuple[str, ...]:
    """Formats of laser files."""
    from fabgen.base import nearest
    from fabgen.write.sheets import WRITERS

    names = _split_list(text)
    for name in names:
        if name not in WRITERS:
            raise ValueError(f"there is no format `{name}`: {nearest(name, list(WRITERS))}")
    return names


def parts(text: str) -> tuple[str, ...]:
    """Parts to cut, each with its count: `knight:2,denial:4`."""
    from fabgen.selection import choice

    names = _split_list(text)
    for name in names:
        choice(name)
    return names


def engrave(text: str) -> str:
    """How areas are engraved."""
    from fabgen.make.machine import read_engraving

    read_engraving(text)
    return text


def papers(text: str) -> tuple[str, ...]:
    """Names of papers."""
    from fabgen.make.paper import load_paper

    names = _split_list(text)
    for name in names:
        if name != POSTER:
            load_paper(name)
    return names


def sold(text: str) -> tuple[str, ...]:
    """Names of papers that print services offer."""
    names = papers(text)
    if POSTER in names:
        raise ValueError("a poster is no paper of a printer")
    return names


def back_offset(text: str) -> tuple[float, float]:
    """Two lengths in mm: to the right and up."""
    from fabgen.make.sides import Assembly

    words = text.split(",")
    if len(words) != 2:
        raise ValueError(f"`{text}` is not an offset: write how far right and how far up, like 0.5,-1.25")
    offset = length(words[0].strip()), length(words[1].strip())
    return Assembly("duplex", offset=offset).offset


def books(text: str) -> tuple[str, ...]:
    """Kinds of rulebooks; `large` and `booklet` mean both of their kinds."""
    from fabgen.base import nearest

    chosen: list[str] = []
    for name in _split_list(text):
        matching = [book for book in EVERY_BOOK if book == name or book.rpartition("-")[0] == name]
        if not matching or name == "half":
            raise ValueError(f"there is no book `{name}`: {nearest(name, EVERY_BOOK)}")
        chosen += matching
    return tuple(book for book in EVERY_BOOK if book in chosen)


def only(text: str) -> tuple[str, ...]:
    """Folders of a build, in the order of a build."""
    from fabgen.base import nearest

    names = _split_list(text)
    for name in names:
        if name not in FOLDERS:
            raise ValueError(f"there is no folder `{name}`: {nearest(name, FOLDERS)}")
    return tuple(folder for folder in FOLDERS if folder in names)


def _split_list(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    if not names:
        raise ValueError("nothing is named here")
    return names


def home(text: str) -> Path:
    """A path with `~` replaced by the home folder, also where the shell has not done so."""
    if not text:
        raise ValueError("nothing is named here")
    try:
        return Path(text).expanduser()
    except RuntimeError:  # there is no home folder: then `~` is part of a name
        return Path(text)
