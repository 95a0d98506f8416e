"""A sheet and a format → its bytes. Every format is written from the same `Sheet`, so their sizes cannot differ."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from fabgen.laser.machine import Machine
from fabgen.laser.sheet import LaserSheet

WRITERS = {"svg": "svg", "dxf": "dxf", "lbrn2": "lbrn2", "pdf": "pdf"}  # a format's module; its suffix


def write_sheet(sheet: LaserSheet, machine: Machine, form: str) -> bytes:
    """The laser file of a sheet in one of the formats of WRITERS."""
    write: Callable[[LaserSheet, Machine], bytes] = import_module(f"fabgen.laser.formats.{WRITERS[form]}").write_sheet
    return write(sheet, machine)
