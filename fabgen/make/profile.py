"""Re-exports; goes with the move."""

from fabgen.make.machine import Colour, Format, Machine, Motion, Paint, load_machine, machine_names
from fabgen.materials.material import (
    Material,
    StockPiece,
    Price,
    LaserSetting,
    Stock,
    make_fit,
    load_material,
    material_names,
    material_data,
    split_key,
)
from fabgen.materials.operations import CUTS, Operation, PositiveLength

__all__ = [
    "CUTS", "Colour", "Format", "Machine", "Material", "Motion", "Operation", "Paint", "StockPiece", "Price", "LaserSetting",
    "PositiveLength", "Stock", "make_fit", "load_machine", "load_material", "machine_names", "material_names", "material_data",
    "split_key",
]
