"""Re-exports; goes with the move."""

from fabgen.make.machine import Colour, Format, Machine, Motion, Paint, load_machine, machine_names
from fabgen.materials.material import (
    Material,
    Piece,
    Price,
    Setting,
    Stock,
    fit_of,
    load_material,
    material_names,
    plain_material,
    split_key,
)
from fabgen.materials.operations import CUTS, Operation, Some

__all__ = [
    "CUTS", "Colour", "Format", "Machine", "Material", "Motion", "Operation", "Paint", "Piece", "Price", "Setting",
    "Some", "Stock", "fit_of", "load_machine", "load_material", "machine_names", "material_names", "plain_material",
    "split_key",
]
