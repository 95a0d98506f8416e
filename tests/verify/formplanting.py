"""How defects are planted in laser files of each format, with libraries that fabgen.verify does not read them with,
where there are any: ElementTree for LightBurn projects, pikepdf for PDF; ezdxf edits DXF."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import ezdxf
import pikepdf

NUMBER = r"-?\d+(?:\.\d+)?"
Place = Callable[[float, float], tuple[float, float]]


class Form(ABC):
    """A laser file that is open for damage; marks go by their ids, all contours of one together."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.load()

    @abstractmethod
    def load(self) -> None: ...

    @abstractmethod
    def save(self) -> None: ...

    @abstractmethod
    def ids(self) -> list[str]: ...

    @abstractmethod
    def replace(self, id: str, place: Place) -> None:
        """Every point of a mark goes elsewhere; radii as the first coordinate grows."""

    @abstractmethod
    def remove(self, id: str) -> None: ...

    @abstractmethod
    def double(self, id: str, name: str) -> None:
        """The same mark again, at once after it, under another name."""

    @abstractmethod
    def open(self, id: str) -> None:
        """Its last segment is left out, or it is no longer closed."""

    @abstractmethod
    def put(self, id: str, last: bool) -> None:
        """To the end of the file, or to its beginning."""

    def move(self, prefix: str, dx: float, dy: float) -> None:
        for id in self.ids():
            if id.startswith(prefix):
                self.replace(id, lambda x, y: (x + dx, y + dy))


class Dxf(Form):
    def load(self) -> None:
        self.document = ezdxf.readfile(self.path)
        self.model = self.document.modelspace()

    def save(self) -> None:
        self.document.saveas(self.path)

    @staticmethod
    def name(entity: Any) -> str:
        return str(entity.get_xdata("FABGEN")[0].value)

    def of(self, id: str) -> list[Any]:
        return [e for e in self.model if self.name(e) == id]

    def ids(self) -> list[str]:
        return list(dict.fromkeys(self.name(e) for e in self.model))

    def replace(self, id: str, place: Place) -> None:
        for e in self.of(id):
            if e.dxftype() == "CIRCLE":
                x, y, radius = e.dxf.center.x, e.dxf.center.y, e.dxf.radius
                e.dxf.center, e.dxf.radius = place(x, y), radius * (place(1, 0)[0] - place(0, 0)[0])
            else:
                e.set_points([(*place(x, y), bulge) for x, y, bulge in e.get_points("xyb")], format="xyb")

    def remove(self, id: str) -> None:
        for e in self.of(id):
            self.model.delete_entity(e)

    def double(self, id: str, name: str) -> None:
        for e in self.of(id):
            again = e.copy()
            again.set_xdata("FABGEN", [(1000, name)])
            self.model.add_entity(again)

    def open(self, id: str) -> None:
        (e,) = self.of(id)
        e.closed = False

    def put(self, id: str, last: bool) -> None:
        mine = self.of(id)
        rest = [e for e in self.model if e not in mine]
        self.model.entity_space.entities[:] = [*rest, *mine] if last else [*mine, *rest]


class Lbrn2(Form):
    def load(self) -> None:
        self.root = ElementTree.parse(self.path).getroot()

    def save(self) -> None:
        ElementTree.ElementTree(self.root).write(self.path, encoding="UTF-8", xml_declaration=True)

    def of(self, id: str) -> list[ElementTree.Element]:
        return [node for node in self.root.iter("Shape") if node.get("Name") == id]

    def ids(self) -> list[str]:
        shapes = (node for node in self.root.iter("Shape") if node.get("Type") != "Group")
        return list(dict.fromkeys(node.get("Name", "") for node in shapes))

    def group_of(self, shape: ElementTree.Element) -> ElementTree.Element:
        """What a shape stands in: the children of a part's group."""
        return next(node for node in self.root.iter("Children") if shape in [*node])

    def replace(self, id: str, place: Place) -> None:
        grown = place(1, 0)[0] - place(0, 0)[0]
        for node in self.of(id):
            if node.get("Type") == "Ellipse":
                x, y = map(float, node.findtext("XForm", "").split()[4:])
                _text(node, "XForm", "1 0 0 1 {:.4f} {:.4f}".format(*place(x, y)))
                radius = f"{float(node.get('Rx', '0')) * grown:.4f}"
                node.set("Rx", radius)
                node.set("Ry", radius)
                continue
            points = re.sub(rf"V({NUMBER}) ({NUMBER})", _put(place, "V{:.4f} {:.4f}"), node.findtext("VertList", ""))
            for c in ("c0", "c1"):
                points = re.sub(rf"{c}x({NUMBER}){c}y({NUMBER})", _put(place, c + "x{:.4f}" + c + "y{:.4f}"), points)
            _text(node, "VertList", points)

    def remove(self, id: str) -> None:
        for node in self.of(id):
            self.group_of(node).remove(node)

    def double(self, id: str, name: str) -> None:
        for node in self.of(id):
            again = ElementTree.fromstring(ElementTree.tostring(node))
            again.set("Name", name)
            group = self.group_of(node)
            group.insert(list(group).index(self.of(id)[-1]) + 1, again)

    def open(self, id: str) -> None:
        (node,) = self.of(id)
        _text(node, "PrimList", re.sub(r"[LB]\d+ 0$", "", node.findtext("PrimList", "")))

    def put(self, id: str, last: bool) -> None:
        """Its layer comes last, or first: a program works layer by layer, wherever shapes are in the file."""
        layers = self.root.findall("CutSetting")
        number = self.of(id)[0].get("CutIndex")
        (mine,) = [layer for layer in layers if layer.find("index").get("Value") == number]  # type: ignore[union-attr]
        rest = [layer for layer in layers if layer is not mine]
        first = list(self.root).index(layers[0])
        for layer in layers:
            self.root.remove(layer)
        for place, layer in enumerate([*rest, mine] if last else [mine, *rest]):
            layer.find("priority").set("Value", str(place))  # type: ignore[union-attr]
            self.root.insert(first + place, layer)


def _text(node: ElementTree.Element, tag: str, text: str) -> None:
    child = node.find(tag)
    assert child is not None
    child.text = text


def _put(place: Place, form: str) -> Callable[[re.Match[str]], str]:
    return lambda match: form.format(*place(float(match[1]), float(match[2])))


class Pdf(Form):
    """The content of the page as blocks of steps: what stands before the first mark, then each mark."""

    def load(self) -> None:
        self.document = pikepdf.open(self.path, allow_overwriting_input=True)
        self.blocks: list[tuple[str, list[Any]]] = [("", [])]
        for step in pikepdf.parse_content_stream(self.document.pages[0]):
            operands, operator = list(step.operands), str(step.operator)
            if operator == "BMC":
                self.blocks.append((str(operands[0])[1:], []))
            self.blocks[-1][1].append([operands, operator])

    def save(self) -> None:
        steps = [(operands, pikepdf.Operator(name)) for _, block in self.blocks for operands, name in block]
        self.document.pages[0].Contents = self.document.make_stream(pikepdf.unparse_content_stream(steps))
        self.document.save(self.path)

    def of(self, id: str) -> list[Any]:
        return next(block for name, block in self.blocks if name == id)

    def ids(self) -> list[str]:
        return [name for name, _ in self.blocks if name]

    def replace(self, id: str, place: Place) -> None:
        for step in self.of(id):
            if step[1] in ("m", "l", "c"):
                values = [float(v) for v in step[0]]
                step[0] = [v for i in range(0, len(values), 2) for v in place(values[i], values[i + 1])]

    def remove(self, id: str) -> None:
        self.blocks = [(name, block) for name, block in self.blocks if name != id]

    def double(self, id: str, name: str) -> None:
        place = self.ids().index(id) + 2
        block = [[list(operands), operator] for operands, operator in self.of(id)]
        block[0][0] = [pikepdf.Name(f"/{name}")]
        self.blocks.insert(place, (name, block))

    def open(self, id: str) -> None:
        block = self.of(id)
        block[:] = [step for step in block if step[1] != "h"]

    def put(self, id: str, last: bool) -> None:
        mine = (id, self.of(id))
        rest = [one for one in self.blocks if one[0] != id]
        self.blocks = [*rest, mine] if last else [rest[0], mine, *rest[1:]]


FORMS: dict[str, type[Form]] = {"dxf": Dxf, "lbrn2": Lbrn2, "pdf": Pdf}
