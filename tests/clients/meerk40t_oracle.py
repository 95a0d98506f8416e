"""A program: laser files → what MeerK40t makes of them, as JSON. Runs in a process of its own, with a HOME of its own.

Its kernel is driven without device or window. Operations persist between jobs, so each file gets a fresh kernel.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from meerk40t.core import core, svg_io
from meerk40t.core.cutcode.cutcode import CutCode
from meerk40t.core.units import UNITS_PER_MM
from meerk40t.device import dummydevice
from meerk40t.dxf.plugin import plugin as dxf
from meerk40t.extra import lbrn
from meerk40t.fill import fills
from meerk40t.grbl import plugin as grbl
from meerk40t.image import imagetools
from meerk40t.kernel import Kernel
from meerk40t.network import kernelserver

PLUGINS = (
    kernelserver.plugin, dummydevice.plugin, core.plugin, imagetools.plugin, fills.plugin, grbl.plugin,
    svg_io.plugin, dxf, lbrn.plugin,
)  # fmt: skip


def told(path: str, bed: tuple[float, float]) -> dict[str, Any]:
    """The elements of a file, each with all operations that it is given to; lengths in mm."""
    kernel = Kernel("MeerK40t", "0.0.0", "FABGEN_TEST", ansi=False, ignore_settings=True)
    for plugin in PLUGINS:
        kernel.add_plugin(plugin)
    kernel(partial=True)
    kernel.console("service device start -i dummy 0\n")
    root = kernel.get_context("/")
    root.device.bedwidth, root.device.bedheight = (f"{side}mm" for side in bed)
    root.device.realize()
    kernel.console(f"load {path}\n")
    found = {"elements": [_element(node) for node in root.elements.elems()], "operations": list(_operations(root))}
    found |= _planned(kernel, root)
    kernel()
    return found


def _element(node: Any) -> dict[str, Any]:
    box, geometry = node.bbox(with_stroke=False), node.as_geometry()
    return {
        "key": str(id(node)),
        "id": node.id,
        "type": node.type,
        "box": [value / UNITS_PER_MM for value in box],
        "length": float(geometry.length()) / UNITS_PER_MM,
        "operations": [ref.parent.type for ref in node.references if ref.parent is not None],
    }


def _operations(root: Any) -> Any:
    for op in root.elements.ops():
        if op.children:
            nodes = [child.node if child.type == "reference" else child for child in op.children]
            yield {"type": op.type, "label": op.label, "speed": op.speed, "power": op.power, "passes": op.passes,
                   "elements": [str(id(node)) for node in nodes]}  # fmt: skip


def _planned(kernel: Any, root: Any) -> dict[str, Any]:
    """The cuts in the order in which they would be made: the speed of the operation, the start and the end of each."""
    planner = root.planner
    planner.opt_effect_combine = False  # with it, 0.9.9100 optimises nothing
    kernel.console("plan0 clear copy preprocess validate blob preopt optimize\n")
    cuts = [cut for item in planner.default_plan.plan if isinstance(item, CutCode) for cut in item.flat()]
    places = [[*map(float, cut.start), *map(float, cut.end)] for cut in cuts]
    pairs = zip([float(cut.settings["speed"]) for cut in cuts], places, strict=True)
    return {"cuts": [[speed, *(value / UNITS_PER_MM for value in place)] for speed, place in pairs]}


if __name__ == "__main__":
    across, down, *paths = sys.argv[1:]
    result = {path: told(path, (float(across), float(down))) for path in paths}
    sys.stdout.write("\n@@@" + json.dumps(result) + "\n")
    sys.stdout.flush()
