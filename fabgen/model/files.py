"""The parts of a model → a GLB for the web, for viewers and for Blender, and a 3MF for printers, both in colour.

Equal parts have one mesh, which stands wherever such a part is. GLB is written by trimesh (in metres and with y up, as
glTF asks). 3MF follows the core specification 1.3 (3mf.io): a model file in a zip, in millimetres; lib3mf gives its
objects random numbers, so that the same model would not have the same bytes.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any
from xml.sax.saxutils import quoteattr

from fabgen.artwork.drawing import Drawing
from fabgen.core.problems import problem_error
from fabgen.model.model_parts import ModelPart

MM = 0.001  # of a metre
ROUGHNESS, DULL = {"acrylic": 0.18}, 0.75  # of surfaces: acrylic shines, wood, card and marks do not
SMOOTH = 0.8  # cosine of the angle between two faces that look like one curved surface
CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
TYPES = """<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
</Types>
"""
RELATIONS = """<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="model" Target="/3D/3dmodel.model" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>
"""
EPOCH = (1980, 1, 1, 0, 0, 0)  # the date of files in the zip


def write_glb(items: Sequence[ModelPart]) -> bytes:
    """The model as GLB: a mesh for each kind of part, and one for its marks; nodes have the names of the items."""
    import numpy as np

    trimesh = _load("trimesh")
    scene, materials, meshes = trimesh.Scene(), dict[tuple[str, str, float], Any](), dict[Any, str]()
    y_up = np.array([[MM, 0, 0, 0], [0, 0, MM, 0], [0, -MM, 0, 0], [0, 0, 0, 1]])

    def look(family: str, colour: str, alpha: float) -> Any:
        if (family, colour, alpha) not in materials:
            materials[family, colour, alpha] = trimesh.visual.material.PBRMaterial(
                name=f"{family} {colour} {alpha:g}", baseColorFactor=_linear(colour, alpha), metallicFactor=0.0,
                roughnessFactor=ROUGHNESS.get(family, DULL), alphaMode="BLEND" if alpha < 1 else "OPAQUE")
        return materials[family, colour, alpha]

    def add(name: str, kind: tuple[object, ...], body: Any, surface: tuple[str, str, float], matrix: Any) -> None:
        """A node at a matrix, with a mesh that an equal part already has, or one of its own."""
        known = meshes.get((kind, surface))
        if known:
            scene.graph.update(frame_to=name, matrix=matrix, geometry=known)
            return
        vertices, triangles = _mesh(body)
        if kind[0] == "body":
            mesh = trimesh.Trimesh(vertices[triangles].reshape(-1, 3), np.arange(triangles.size).reshape(-1, 3),
                                   vertex_normals=_normals(vertices, triangles), process=False)
        else:
            mesh = trimesh.Trimesh(vertices, triangles, process=False)
        mesh.visual = trimesh.visual.TextureVisuals(material=look(*surface))
        scene.add_geometry(mesh, node_name=name, geom_name=name, transform=matrix)
        meshes[kind, surface] = name

    for item in items:
        matrix = y_up @ np.array([*item.solid.matrix, [0, 0, 0, 1]])
        add(item.name, ("body", *_kind(item)), item.solid.plate,
            (item.look.family, item.look.colour, item.look.alpha), matrix)
        if (marks := item.solid.marks) is not None:
            add(f"{item.name}, marks", ("marks", *_kind(item)), marks, ("marks", item.look.marks, 1.0), matrix)
    data: bytes = scene.export(file_type="glb")
    return data


def write_3mf(items: Sequence[ModelPart]) -> bytes:
    """The model as 3MF: an object for each kind of part, in mm, with the colour of its material; no marks."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as package:
        for name, text in (("[Content_Types].xml", TYPES), ("_rels/.rels", RELATIONS),
                           ("3D/3dmodel.model", "\n".join(_model_lines(items)))):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
            package.writestr(entry, text)
    return buffer.getvalue()


def _model_lines(items: Sequence[ModelPart]) -> Iterator[str]:
    """The model file."""
    looks = list(dict.fromkeys(item.look for item in items))
    objects: dict[tuple[object, ...], int] = {}
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<model unit="millimeter" xml:lang="en-US" xmlns="{CORE}">'
    yield '<resources><basematerials id="1">'
    for look in looks:
        colour = f"{look.colour}{round(255 * look.alpha):02x}".upper()
        yield f"<base name={quoteattr(look.name)} displaycolor={quoteattr(colour)}/>"
    yield "</basematerials>"
    for item in items:
        kind = (*_kind(item), item.look)
        if kind not in objects:
            objects[kind] = len(objects) + 2
            name, look_number = quoteattr(item.solid.placed.part.name), looks.index(item.look)
            yield f'<object id="{objects[kind]}" type="model" name={name} pid="1" pindex="{look_number}"><mesh>'
            vertices, triangles = _mesh(item.solid.plate)
            yield "<vertices>"
            yield from (f'<vertex x="{x:.4f}" y="{y:.4f}" z="{z:.4f}"/>' for x, y, z in vertices)
            yield "</vertices><triangles>"
            yield from (f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in triangles)
            yield "</triangles></mesh></object>"
    yield "</resources><build>"
    for item in items:
        columns = zip(*item.solid.matrix, strict=True)
        matrix = " ".join(f"{value:.6f}" for column in columns for value in column)
        number, name = objects[*_kind(item), item.look], quoteattr(item.name)
        yield f'<item objectid="{number}" transform="{matrix}" partnumber={name}/>'
    yield "</build></model>"


def _kind(item: ModelPart) -> tuple[Drawing, float]:
    """What items with the same mesh have in common."""
    return item.solid.placed.part.drawing, item.solid.placed.thickness


def _mesh(body: Any) -> tuple[Any, Any]:
    """The vertices in mm and the triangles of a solid."""
    mesh = body.to_mesh64()
    return mesh.vert_properties[:, :3], mesh.tri_verts


def _normals(vertices: Any, triangles: Any) -> Any:
    """The normal at each corner of each triangle: the mean over the triangles that meet there and look like one surface
    with it, by their areas. So curves look round, and edges sharp."""
    import numpy as np

    corners = vertices[triangles]
    wide = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])  # twice the area long
    flat = wide / np.maximum(np.linalg.norm(wide, axis=1, keepdims=True), 1e-12)
    order = np.argsort(triangles.ravel(), kind="stable")
    owners, firsts = order // 3, np.searchsorted(triangles.ravel()[order], np.arange(len(vertices) + 1))
    normals = np.empty((triangles.size, 3))
    for first, last in pairwise(firsts):
        around = owners[first:last]
        alike = flat[around] @ flat[around].T >= SMOOTH
        sums = alike @ wide[around]
        normals[order[first:last]] = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-12)
    return normals


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _linear(colour: str, alpha: float) -> list[float]:
    """A colour as glTF holds it: in linear light (the inverse of the transfer function of sRGB, IEC 61966-2-1)."""
    shares = [value / 255 for value in _rgb(colour)]
    return [*(share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares), alpha]


def _load(package: str) -> Any:
    """A package of the extra `model`. Raises FabgenError with a hint where it is not installed."""
    import importlib

    try:
        return importlib.import_module(package)
    except ImportError:
        raise problem_error(f"the model needs {package}, which is not installed",
                            "pip install 'fabgen[model]'") from None
