"""A manifest and its folder → every file that is missing, altered, or not as large as the manifest says.

Only what the manifest lists is fabgen's; whatever else lies in the folder is the user's and is not looked at.
"""

from __future__ import annotations

import hashlib
import math
from pathlib import Path

from fabgen.core.manifest import MANIFEST, Manifest, ManifestEntry, read_manifest
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.core.units import format_number

AGAIN = "build the game again"
SIZE = 0.01  # mm that a vector file may differ from the manifest
POINT = 25.4 / 72
LARGEST = 500_000_000  # bytes
MOST_PIXELS = 200_000_000


def manifest_of(folder: Path) -> Manifest:
    """The manifest of an output folder. Raises FabgenError where there is none or it is damaged."""
    path = folder / MANIFEST
    if not folder.is_dir():
        raise FabgenError(
            [
                Problem(
                    Location(str(folder)),
                    "there is no such folder",
                    "give the folder that `fabgen build` wrote, such as output/correction",
                )
            ]
        )
    manifest = read_manifest(path)
    if manifest is None:
        raise FabgenError(
            [
                Problem(
                    Location(str(path)),
                    "there is no manifest here",
                    "give the folder that `fabgen build` wrote, such as output/correction",
                )
            ]
        )
    return manifest


def check_file(folder: Path, entry: ManifestEntry) -> list[Problem]:
    """Whether a listed file is there with the listed contents."""
    path, where = folder / entry.path, Location(entry.path)
    try:
        if not path.is_file():
            return [Problem(where, "the file is missing", AGAIN)]
        size = path.stat().st_size
        if size > LARGEST:
            return [Problem(where, f"the file has {size} bytes, the manifest says {entry.bytes}", AGAIN)]
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        return [Problem(where, f"the file cannot be read: {error.strerror or error}")]
    if size != entry.bytes:
        return [
            Problem(
                where, f"the file has {size} bytes, the manifest says {entry.bytes}: it was altered or cut short", AGAIN
            )
        ]
    if digest != entry.sha256:
        return [
            Problem(
                where,
                "the file's contents are not those that were built (sha256)",
                f"{AGAIN}, or keep your own version under another name",
            )
        ]
    return []


def check_size(entry: ManifestEntry, width: float, height: float, tolerance: float = SIZE) -> list[Problem]:
    """Whether a file is as large as the manifest says, in mm."""
    if entry.size_mm is None:
        return [Problem(Location(entry.path), "the manifest does not say how large it is", AGAIN)]
    wide, high = entry.size_mm
    if abs(width - wide) <= tolerance and abs(height - high) <= tolerance:
        return []
    return [
        Problem(
            Location(entry.path),
            f"the file is {format_number(width)} x {format_number(height)} mm, the manifest says {format_number(wide)} x {format_number(high)} mm",
            "it would come out at another size",
        )
    ]


def check_png(folder: Path, entry: ManifestEntry) -> list[Problem]:
    """Whether a PNG is whole and has, at its resolution, the pixels that its size in mm takes, to a whole pixel."""
    from PIL import Image, UnidentifiedImageError

    where = Location(entry.path)
    try:
        with Image.open(folder / entry.path, formats=["PNG"]) as image:
            across, down = image.size
            dpi = image.info.get("dpi")
            if across * down <= MOST_PIXELS:
                image.verify()
    except (OSError, UnidentifiedImageError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        return [
            Problem(
                where,
                f"the picture is damaged: {str(error).splitlines()[0][:80] if str(error) else type(error).__name__}",
                AGAIN,
            )
        ]
    if not dpi or min(dpi) < 1:
        return [Problem(where, "the picture does not say its resolution: programs would guess its size", AGAIN)]
    if entry.size_mm is None:
        return [Problem(where, "the manifest does not say how large it is", AGAIN)]
    wanted = [mm / 25.4 * round(d, 1) for mm, d in zip(entry.size_mm, dpi, strict=True)]
    if all(math.floor(w + 1e-3) <= n <= math.ceil(w - 1e-3) for n, w in zip((across, down), wanted, strict=True)):
        return []
    size = " x ".join(format_number(n / d * 25.4, 2) for n, d in zip((across, down), dpi, strict=True))
    return [
        Problem(
            where,
            f"the picture has {across} x {down} pixels, which is {size} mm at {dpi[0]:.0f} dots an inch; "
            f"the manifest says {format_number(entry.size_mm[0])} x {format_number(entry.size_mm[1])} mm",
            AGAIN,
        )
    ]
