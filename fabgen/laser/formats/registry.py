"""The suffix of a laser file → its format: the module that writes it, and what such a file can hold.

Every format is written from the same `LaserSheet`, so their sizes cannot differ. A new format is a module with
`write_sheet`, an entry here, and a reader in `verify.readers`. If the module also has `write_steps` and `grid_colours`,
test grids are written in this format for programs that separate steps by layer or colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, cast

if TYPE_CHECKING:
    from fabgen.laser.sheet import LaserSheet

Suffix = Literal["svg", "dxf", "lbrn2", "pdf", "gcode"]


@dataclass(frozen=True)
class Format:
    """A format of laser files.

    * `separates_operations`: whether each operation has its own layer, even where two have one colour; else the layers
      or colours are those of the machine.
    * `carries_settings`: whether speeds and powers are in the file.
    * `has_grids`: whether a test grid can be written in it.
    * `pages`: the number of its pages; None where it has none.
    """

    suffix: Suffix
    module: str
    separates_operations: bool = False
    carries_settings: bool = False
    has_grids: bool = True
    pages: int | None = None

    def load_writer(self) -> Any:
        """The module that writes the format. It is imported late, because ezdxf and other libraries load slowly."""
        return import_module(f"fabgen.laser.formats.{self.module}")

    def write(self, sheet: LaserSheet, machine: Any) -> bytes:  # a `Machine`, which asks this module for its formats
        """The laser file of a sheet for a machine."""
        return cast("bytes", self.load_writer().write_sheet(sheet, machine))


_ALL = (
    Format("svg", "svg"),
    Format("dxf", "dxf"),
    Format("lbrn2", "lbrn2", separates_operations=True, carries_settings=True),
    Format("pdf", "pdf", has_grids=False, pages=1),
    Format("gcode", "gcode", carries_settings=True, has_grids=False),
)
FORMATS: dict[str, Format] = {form.suffix: form for form in _ALL}
