"""The model of a game → whether both of its files hold the same closed solids in the same places.

GLB is read by its container and its accessors (glTF 2.0), 3MF by its XML (core specification): nothing of what wrote
them is used. For each part: its surface is closed, and its volume and its box are the same in both files, in mm.
"""

from __future__ import annotations

import json
import struct
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from fabgen.core.manifest import ManifestEntry
from fabgen.core.problems import Location, Problem

METRE = 1000.0  # mm
CLOSE = 0.01  # mm by which boxes may differ: GLB holds single precision, in metres
SHARE = 0.001  # by which volumes may differ
MARKS = ", marks"  # the end of the names of nodes with what is etched on a part
CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
COMPONENTS: dict[int, Any] = {5126: np.float32, 5125: np.uint32, 5123: np.uint16, 5121: np.uint8}
AGAIN = "build the model again: --only model"


@dataclass(frozen=True)
class ReadSolid:
    """A part in a file: its volume in mm³, its box in mm (x right, y away, z up), and whether its surface is closed."""

    volume: float
    box: tuple[float, ...]
    is_closed: bool


def check_model(folder: Path, present: list[ManifestEntry]) -> list[Problem]:
    """Every Problem of the model's files."""
    problems: list[Problem] = []
    parts: dict[str, dict[str, ReadSolid]] = {}
    for entry in present:
        reader = READERS.get(entry.path.rpartition(".")[2]) if entry.folder == "model" else None
        if reader:
            try:
                parts[entry.path] = dict(reader((folder / entry.path).read_bytes()))
            except (ValueError, KeyError, IndexError, TypeError, struct.error, zipfile.BadZipFile,
                    ElementTree.ParseError) as error:
                problems.append(Problem(Location(entry.path), f"the file is damaged: {error}", AGAIN))
    for path, solids in parts.items():
        problems += [Problem(Location(path), f"the surface of {name} is not closed", AGAIN)
                     for name, solid in solids.items() if not solid.is_closed]
        if not solids:
            problems.append(Problem(Location(path), "the model has no part", AGAIN))
    if len(parts) == 2:
        problems += _compare(*parts.items())
    return problems


def _compare(first: tuple[str, dict[str, ReadSolid]], second: tuple[str, dict[str, ReadSolid]]) -> Iterator[Problem]:
    """The Problems of parts that differ between the two files."""
    (path, solids), (other_path, others) = first, second
    for name in sorted(solids.keys() ^ others.keys()):
        missing = other_path if name in solids else path
        yield Problem(Location(missing), f"{name} is not in this file, and in the other one", AGAIN)
    for name in sorted(solids.keys() & others.keys()):
        a, b = solids[name], others[name]
        if any(abs(u - v) > CLOSE for u, v in zip(a.box, b.box, strict=True)):
            yield Problem(Location(path), f"{name} is elsewhere, or of another size, than in {other_path}", AGAIN)
        elif abs(a.volume - b.volume) > SHARE * abs(b.volume) + CLOSE:
            what = f"{name} has {a.volume:.1f} mm³ here and {b.volume:.1f} mm³ in {other_path}"
            yield Problem(Location(path), what, AGAIN)


def read_glb(data: bytes) -> Iterator[tuple[str, ReadSolid]]:
    """The parts of a GLB by the names of their nodes, without marks."""
    magic, version, length = struct.unpack_from("<4sII", data)
    if magic != b"glTF" or version != 2 or length != len(data):
        raise ValueError("it is no GLB of version 2, or was cut short")
    size = struct.unpack_from("<I", data, 12)[0]
    tree, start = json.loads(data[20 : 20 + size]), 20 + size
    binary = data[start + 8 : start + 8 + struct.unpack_from("<I", data, start)[0]]

    def accessor(number: int) -> NDArray[Any]:
        """The numbers of an accessor, row by row."""
        of = tree["accessors"][number]
        view, kind = tree["bufferViews"][of["bufferView"]], np.dtype(COMPONENTS[of["componentType"]])
        width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3}[of["type"]]
        offset = view.get("byteOffset", 0) + of.get("byteOffset", 0)
        return np.frombuffer(binary, kind, of["count"] * width, offset).reshape(-1, width)

    def walk(number: int, above: NDArray[np.float64]) -> Iterator[tuple[str, ReadSolid]]:
        node = tree["nodes"][number]
        matrix = above @ np.array(node.get("matrix", np.eye(4).T.ravel()), dtype=float).reshape(4, 4).T
        if "mesh" in node and not node["name"].endswith(MARKS):
            [surface] = tree["meshes"][node["mesh"]]["primitives"]
            corners = accessor(surface["attributes"]["POSITION"]).astype(float)
            x, y, z = (corners @ matrix[:3, :3].T + matrix[:3, 3]).T * METRE
            yield node["name"], _solid(np.column_stack([x, -z, y]), accessor(surface["indices"]).reshape(-1, 3))
        for child in node.get("children", ()):
            yield from walk(child, matrix)

    for root in tree["scenes"][tree.get("scene", 0)]["nodes"]:
        yield from walk(root, np.eye(4))


def read_3mf(data: bytes) -> Iterator[tuple[str, ReadSolid]]:
    """The parts of a 3MF by the part numbers of its items."""
    import io

    with zipfile.ZipFile(io.BytesIO(data)) as package:
        root = ElementTree.fromstring(package.read("3D/3dmodel.model"))
    if root.get("unit") != "millimeter":
        raise ValueError("its unit is not the millimetre")
    meshes = {}
    for thing in root.iter(f"{CORE}object"):
        corners = np.array([[float(vertex.get(axis, "nan")) for axis in "xyz"]
                            for vertex in thing.iter(f"{CORE}vertex")])
        triangles = np.array([[int(triangle.get(key, "-1")) for key in ("v1", "v2", "v3")]
                              for triangle in thing.iter(f"{CORE}triangle")])
        meshes[thing.get("id")] = corners, triangles
    for item in root.iter(f"{CORE}item"):
        corners, triangles = meshes[item.get("objectid")]
        matrix = np.array([float(value) for value in item.get("transform", "").split()]).reshape(4, 3)
        yield str(item.get("partnumber")), _solid(corners @ matrix[:3] + matrix[3], triangles)


READERS = {"glb": read_glb, "3mf": read_3mf}


def _solid(corners: NDArray[np.float64], triangles: NDArray[Any]) -> ReadSolid:
    """The volume inside of a surface (a sum over its triangles), its box, and whether each edge has two sides."""
    if not len(triangles):
        raise ValueError("a part has no surface")
    places, numbers = np.unique(corners.round(4), axis=0, return_inverse=True)  # equal corners are one
    faces = numbers.ravel()[triangles]
    a, b, c = (places[faces[:, n]] for n in range(3))
    volume = float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)
    edges = np.vstack([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    edges = edges[edges[:, 0] != edges[:, 1]]
    edge_counts, reverse_counts = (np.unique(ends, axis=0, return_counts=True) for ends in (edges, edges[:, ::-1]))
    is_closed = np.array_equal(edge_counts[0], reverse_counts[0]) and np.array_equal(edge_counts[1], reverse_counts[1])
    return ReadSolid(volume, (*places.min(axis=0), *places.max(axis=0)), is_closed)
