"""The registry of laser formats: every format can be written, read back and chosen, and says what its files carry."""

from __future__ import annotations

from typing import get_args

import pytest
from laser.formats.one_sheet import SHEET

from fabgen.cli.option_values import read_formats
from fabgen.laser.formats.registry import FORMATS, Suffix
from fabgen.laser.machine import load_machine
from fabgen.verify.readers import READERS


def test_every_format_has_a_reader() -> None:
    assert set(FORMATS) == set(READERS) == set(get_args(Suffix))
    assert all(form.suffix == suffix for suffix, form in FORMATS.items())


@pytest.mark.parametrize(("suffix", "start"), [
    ("svg", b"<?xml"), ("dxf", b"  0\nSECTION"), ("lbrn2", b"<?xml"), ("pdf", b"%PDF-"), ("gcode", b"; fabgen")])
def test_a_sheet_is_written_in_each(suffix: str, start: bytes) -> None:
    assert FORMATS[suffix].write(SHEET, load_machine("lightburn")).startswith(start)


def test_each_is_an_option_of_the_command_line() -> None:
    assert read_formats("svg,dxf,lbrn2,pdf,gcode") == tuple(FORMATS)


def test_lightburn_projects_and_gcode_carry_settings() -> None:
    assert [suffix for suffix, form in FORMATS.items() if form.carries_settings] == ["lbrn2", "gcode"]
    machine = load_machine("lightburn")
    changed = machine.model_copy(update={"formats": ("svg", "dxf", "lbrn2", "pdf")})
    assert changed.default_formats == ("svg", "lbrn2")
    assert changed.model_copy(update={"formats": ("pdf", "svg")}).default_formats == ("pdf",)


@pytest.mark.parametrize("suffix", list(FORMATS))
def test_formats_with_grids_can_write_them(suffix: str) -> None:
    writer, has_grids = FORMATS[suffix].load_writer(), FORMATS[suffix].has_grids
    assert (hasattr(writer, "write_steps"), hasattr(writer, "grid_colours")) == (has_grids, has_grids)
