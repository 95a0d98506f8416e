"""The model's files as other programs read them: pygltflib for GLB, lib3mf (of the 3MF Consortium) for 3MF; and what
`verify` tells of files that were spoilt."""

from __future__ import annotations

import builtins
import io
import json
import re
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import lib3mf
import pygltflib
import pytest
from commands import TINY

from fabgen.build import build, verify_build
from fabgen.core.problems import FabgenError
from fabgen.spec.build_options import Options
from fabgen.verify import verify
from fabgen.verify.model import check_model

GAME = TINY + "setup: {green: {pawn: b1}}\n"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built model of a board of 3x3 cells of 40 mm with a border, one pawn on it, and the box."""
    folder = tmp_path_factory.mktemp("tiny")
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (folder / "rules.md").write_text("# Tiny\n", "utf-8")
    return build(str(folder / "game.yaml"), folder / "out", Options(box=True), ["model"]).target


def model_of(built: Path, form: str) -> Path:
    [path] = (built / "model").glob(f"*.{form}")
    return path


def test_3mf_is_read_by_its_reference_reader(built: Path) -> None:
    wrapper = lib3mf.get_wrapper()
    model = wrapper.CreateModel()
    reader = model.QueryReader("3mf")
    reader.SetStrictModeActive(True)
    reader.ReadFromFile(str(model_of(built, "3mf")))
    assert reader.GetWarningCount() == 0
    assert model.GetUnit() == lib3mf.ModelUnit.MilliMeter
    items, names = model.GetBuildItems(), []
    while items.MoveNext():
        item = items.GetCurrent()
        mesh = item.GetObjectResource()
        assert mesh.IsManifoldAndOriented()
        names.append(item.GetPartNumber())
    assert names[:3] == ["board 1: board, part 1", "green pawn 1: green pawn base, part 1",
                         "green pawn 1: green pawn standee, part 2"]
    assert len(names) == len(set(names)) >= 3 + 5 + 2 + 5  # the box: bottom, four walls, lid and its rim; the tray
    colours = model.GetBaseMaterialGroups()
    assert colours.MoveNext()
    group = colours.GetCurrentBaseMaterialGroup()
    looks = {group.GetName(number): group.GetDisplayColor(number) for number in group.GetAllPropertyIDs()}
    green = looks["acrylic-3mm/green"]
    assert (green.Red, green.Green, green.Blue) == (0x00, 0x9E, 0x73)


def test_a_figure_is_cut_through_in_its_solid(built: Path) -> None:
    """A pawn has one slot, in its foot, and no other hole. By Euler, vertices and triangles less the edges of a body
    with n holes are 2 - 2 n; each triangle has half of three edges."""
    wrapper = lib3mf.get_wrapper()
    model = wrapper.CreateModel()
    model.QueryReader("3mf").ReadFromFile(str(model_of(built, "3mf")))
    items, sums = model.GetBuildItems(), {}
    while items.MoveNext():
        mesh = items.GetCurrent().GetObjectResource()
        sums[items.GetCurrent().GetPartNumber()] = mesh.GetVertexCount() - mesh.GetTriangleCount() / 2
    assert sums["green pawn 1: green pawn standee, part 2"] == 0
    assert sums["board 1: board, part 1"] == 2


def test_glb_is_read_by_another_reader(built: Path) -> None:
    """In metres, y up: the board lies on the ground and is 3 mm high; the pawn stands on it, at b1."""
    data = pygltflib.GLTF2().load(str(model_of(built, "glb")))
    boxes = {node.name: corners(data, node) for node in data.nodes if node.mesh is not None}
    low, high = boxes["board 1: board, part 1"]
    assert (low[1], high[1]) == pytest.approx((0.0, 0.003), abs=1e-6)
    side = high[0] - low[0]
    assert side == pytest.approx(-low[2], abs=1e-5)  # square: away from the player is -z
    border = (side - 0.12) / 2
    low, high = boxes["green pawn 1: green pawn base, part 1"]
    assert low[1] == pytest.approx(0.003, abs=1e-6)
    assert (low[0] + high[0]) / 2 == pytest.approx(border + 0.06, abs=5e-4)  # the middle of the second of three files
    assert -(low[2] + high[2]) / 2 == pytest.approx(border + 0.02, abs=5e-4)  # and of the first of three ranks
    assert "green pawn 1: green pawn base, part 1, marks" in boxes


def corners(data: Any, node: Any) -> tuple[list[float], list[float]]:
    """The lowest and the highest place of a node's mesh, from the bounds of its accessor and its own matrix."""
    bounds = data.accessors[data.meshes[node.mesh].primitives[0].attributes.POSITION]
    matrix = [node.matrix[4 * n : 4 * n + 4] for n in range(4)]  # by columns
    places = [[sum(matrix[k][axis] * value for k, value in enumerate([*corner, 1.0])) for axis in range(3)]
              for corner in ((x, y, z) for x in (bounds.min[0], bounds.max[0]) for y in (bounds.min[1], bounds.max[1])
                             for z in (bounds.min[2], bounds.max[2]))]
    return [min(axis) for axis in zip(*places, strict=True)], [max(axis) for axis in zip(*places, strict=True)]


def test_the_same_game_has_the_same_bytes(built: Path, tmp_path: Path) -> None:
    again = build(str(built.parents[1] / "game.yaml"), tmp_path, Options(box=True), ["model"]).target
    for form in ("glb", "3mf"):
        assert model_of(again, form).read_bytes() == model_of(built, form).read_bytes()


def test_a_build_is_proven(built: Path) -> None:
    assert verify_build(built) == []


def spoil_3mf(change: Callable[[str], str]) -> Callable[[bytes], bytes]:
    def spoil(data: bytes) -> bytes:
        buffer = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(buffer, "w") as new:
            for name in old.namelist():
                text = old.read(name).decode()
                new.writestr(name, change(text) if name.endswith(".model") else text)
        return buffer.getvalue()

    return spoil


def without_last_item(text: str) -> str:
    start = text.rindex("<item ")
    return text[:start] + text[text.index("/>", start) + 2 :]


def widen_slots(text: str) -> str:
    """The left sides of slots in the base are moved by 2 mm: its box stays, and its volume does not."""
    start = text.index("<vertices>", text.index('name="green pawn base"'))
    end = text.index("</vertices>", start)
    spots = [(float(x), float(y)) for x, y in re.findall(r'x="([^"]*)" y="([^"]*)"', text[start:end])]
    outer = [(min(values), max(values)) for values in zip(*spots, strict=True)]
    inner = {x for x, y in spots if all(low + 4 < at < high - 4
                                        for at, (low, high) in zip((x, y), outer, strict=True))}
    moved = re.sub(r' x="([^"]*)"', lambda m: f' x="{float(m[1]) - 2:.4f}"' if float(m[1]) in inner and float(
        m[1]) < sum(inner) / len(inner) else m[0], text[start:end])
    return text[:start] + moved + text[end:]


def spoil_glb(change: Callable[[Any], None]) -> Callable[[bytes], bytes]:
    def spoil(data: bytes) -> bytes:
        size = struct.unpack_from("<I", data, 12)[0]
        tree = json.loads(data[20 : 20 + size])
        change(tree)
        text = json.dumps(tree).encode()
        text += b" " * (-len(text) % 4)
        rest = data[20 + size :]
        return struct.pack("<4sIIII", b"glTF", 2, 20 + len(text) + len(rest), len(text), 0x4E4F534A) + text + rest

    return spoil


def move_a_node(tree: Any) -> None:
    node = next(node for node in tree["nodes"] if node.get("name", "").endswith("standee, part 2"))
    node["matrix"][12] += 0.0005  # m


def scale_a_node(tree: Any) -> None:
    node = next(node for node in tree["nodes"] if node.get("name", "").startswith("board 1"))
    node["matrix"] = [1.01 * value if n < 12 else value for n, value in enumerate(node["matrix"])]


def rename_a_node(tree: Any) -> None:
    next(node for node in tree["nodes"] if node.get("name", "").startswith("tray"))["name"] = "x"


def drop_a_triangle(tree: Any) -> None:
    node = next(node for node in tree["nodes"] if node.get("name", "").startswith("board 1"))
    surface = tree["meshes"][node["mesh"]]["primitives"][0]
    tree["accessors"][surface["indices"]]["count"] -= 3


DEFECTS: dict[str, tuple[str, Callable[[bytes], bytes], str]] = {
    "cut short": ("glb", lambda data: data[:-100], "damaged"),
    "no GLB": ("glb", lambda data: b"PK" + data, "damaged"),
    "a part moved": ("glb", spoil_glb(move_a_node), "is elsewhere, or of another size"),
    "a part scaled": ("glb", spoil_glb(scale_a_node), "is elsewhere, or of another size"),
    "a hole in a surface": ("glb", spoil_glb(drop_a_triangle), "is not closed"),
    "a part renamed": ("glb", spoil_glb(rename_a_node), "is not in this file"),
    "no zip": ("3mf", lambda data: data[:50], "damaged"),
    "a part gone": ("3mf", spoil_3mf(without_last_item), "is not in this file"),
    "in inches": ("3mf", spoil_3mf(lambda text: text.replace("millimeter", "inch")), "not the millimetre"),
    "a triangle gone": ("3mf", spoil_3mf(lambda text: text.replace('<triangle v1="0"', '<other v1="0"', 1)),
                        "is not closed"),
    "wider slots": ("3mf", spoil_3mf(widen_slots), "mm³ in "),
    "thicker": ("3mf", spoil_3mf(lambda text: text.replace('z="3.0000"', 'z="3.1000"')), "of another size"),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_told(built: Path, tmp_path: Path, name: str) -> None:
    form, spoil, words = DEFECTS[name]
    path = model_of(built, form)
    good = path.read_bytes()
    from fabgen.verify.files import manifest_of

    entries = list(manifest_of(built))
    assert check_model(built, entries) == []
    path.write_bytes(spoil(good))
    try:
        problems = [problem.what for problem in check_model(built, entries)]
        assert any(words in problem for problem in problems), problems
        assert verify(built) != []
    finally:
        path.write_bytes(good)


def test_without_the_packages_there_is_a_hint(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name in ("manifold3d", "trimesh"):
            raise ImportError(name)
        return find(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(FabgenError) as error:
        build(str(built.parents[1] / "game.yaml"), tmp_path, Options(), ["model"])
    assert [problem.hint for problem in error.value.problems] == ["pip install 'fabgen[model]'"]
    assert not [*tmp_path.rglob("*.glb")]
