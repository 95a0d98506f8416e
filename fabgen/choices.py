"""Words on the command line → values: lengths, names of profiles, folders, paths.

ValueError or FabgenError says why not. What is needed is imported when a word is read, so that
`--help` answers at once.
"""

from __future__ import annotations

from pathlib import Path

from fabgen.options import FOLDERS


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

    return _profile(text, "machine", machine_names())


def material(text: str) -> str:
    """The name or the file of a material."""
    from fabgen.make.profile import material_names

    return _profile(text, "material", material_names())


def _profile(text: str, kind: str, names: list[str]) -> str:
    """A built-in name, or the path of a file of the user's own."""
    from fabgen.base import nearest

    if not text.endswith((".yaml", ".yml")):
        if text not in names:
            raise ValueError(f"there is no {kind} `{text}`: {nearest(text, names)}")
        return text
    path = home(text)
    if not path.is_file():
        raise ValueError(f"there is no file `{path}`")
    return str(path)


def papers(text: str) -> tuple[str, ...]:
    """Names of papers."""
    from fabgen.make.paper import load_paper

    names = _split(text)
    for name in names:
        load_paper(name)
    return names


def only(text: str) -> tuple[str, ...]:
    """Folders of a build, in their order."""
    from fabgen.base import nearest

    names = _split(text)
    for name in names:
        if name not in FOLDERS:
            raise ValueError(f"there is no folder `{name}`: {nearest(name, FOLDERS)}")
    return tuple(folder for folder in FOLDERS if folder in names)


def _split(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    if not names:
        raise ValueError("nothing is named here")
    return names


def home(text: str) -> Path:
    """A path whose `~` is the home folder, also where the shell has left it."""
    if not text:
        raise ValueError("nothing is named here")
    try:
        return Path(text).expanduser()
    except RuntimeError:  # nobody is at home: then it is a name like others
        return Path(text)
