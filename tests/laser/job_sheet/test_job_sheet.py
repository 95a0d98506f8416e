"""The job sheet and `job.json` of a build, read back with other readers and held against the files beside them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from svgelements import SVG

from fabgen.build import Result, build
from fabgen.core.languages import load_words
from fabgen.laser.job import make_laser_job
from fabgen.laser.job_sheet.advice import ALWAYS, list_hazards
from fabgen.laser.job_sheet.job_sheet import make_job_content, write_job_json, write_job_pdf
from fabgen.laser.job_sheet.job_sheet_typst import filled_share
from fabgen.laser.job_sheet.work import JobContent, time_words
from fabgen.laser.machine import load_machine
from fabgen.materials.material import load_material
from fabgen.production.laser_files import timed_sheets
from fabgen.spec.build_options import Options
from fabgen.spec.load import load_spec


def data(result: Result) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((result.target / "laser/job.json").read_text("utf-8"))
    return found


def words(pdf: bytes | Path) -> list[str]:
    """The text of each page."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()


def bookmarks(pdf: bytes) -> list[str]:
    """The titles of the bookmarks, each with its page."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [f"{mark.get_title()}: {mark.get_dest().get_index() + 1}" for mark in document.get_toc()]
    finally:
        document.close()


@pytest.fixture(scope="module")
def work() -> JobContent:
    spec, options = load_spec("correction"), Options(machine="lightburn")
    job = make_laser_job(spec, options)
    parts, sheets, _ = timed_sheets(spec, job, options)
    return make_job_content(spec, job, parts, sheets, options)


@pytest.mark.slow
def test_every_file_is_there_and_as_large_as_it_says(correction: Result) -> None:
    sheets = data(correction)["sheets"]
    assert sheets
    for sheet in sheets:
        for name in sheet["files"]:
            assert (correction.target / "laser" / name).is_file()
        drawn = SVG.parse(str(correction.target / "laser" / f"{sheet['name']}.svg"), ppi=25.4)
        assert (drawn.width, drawn.height) == pytest.approx((sheet["width_mm"], sheet["height_mm"]), abs=1e-3)


def test_parts_are_those_of_the_files(correction: Result) -> None:
    """Ids of outlines in the SVGs: one for each part that a sheet's `places` name."""
    sheets = data(correction)["sheets"]
    assert sheets
    for sheet in sheets:
        text = (correction.target / "laser" / f"{sheet['name']}.svg").read_text("utf-8")
        cut = set(re.findall(r'id="([^"]+)\.edge-1"', text))
        assert cut == {spot["id"] for spot in sheet["places"]}
        assert sum(sheet["parts"].values()) == len(cut)


def test_counts_are_those_of_the_box(correction: Result) -> None:
    """12 pieces of two parts each, a board, 20 tokens."""
    counts = {part["name"]: part["count"] for part in data(correction)["parts"]}
    assert sum(counts.values()) == 45
    assert (counts["green pawn standee"], counts["denial token"], counts["board"]) == (4, 20, 1)


def test_minutes_and_money_add_up(correction: Result) -> None:
    found = data(correction)
    assert found["minutes"] == pytest.approx(sum(one["minutes"] for one in found["sheets"]), abs=0.05)
    for sheet in found["sheets"]:
        assert sheet["minutes"] >= sum(one["minutes"] for one in sheet["operations"]) - 0.03
    assert sum(one["sheets"] for one in found["materials"]) == len(found["sheets"])
    price = load_material("acrylic-3mm").material.price
    assert price is not None
    assert {one["price"]["amount"] / one["sheets"] for one in found["materials"]} == {price.amount}


@pytest.mark.slow
def test_operations_stand_in_working_order_with_their_colours(work: JobContent) -> None:
    sheet = json.loads(write_job_json(work, "x"))["sheets"][1]
    assert [one["operation"] for one in sheet["operations"]] == ["engrave", "score", "cut-inner", "cut-outer"]
    assert [one["colour"] for one in sheet["operations"]] == ["#000000", "#0000FF", "#00E000", "#FF0000"]
    settings = load_material("acrylic-3mm").material.settings[60]
    assert [(one["speed"], one["power"]) for one in sheet["operations"]] == [
        (setting.speed, setting.power) for setting in (settings[o] for o in work.machine.order)]


@pytest.mark.slow
def test_the_pages_tell_files_sheets_parts_and_safety(work: JobContent) -> None:
    pdf, size, count = write_job_pdf(work, "a4")
    pages = words(pdf)
    assert (size, len(pages)) == ((210.0, 297.0), count)
    assert count == 1 + len(work.sheets) + 1
    first = pages[0]
    for expected in (*(one.files[0] for one in work.sheets), "eye protection", "Never leave", "acrylic", "--fit-test"):
        assert expected.lower() in first.lower()
    for one, page in zip(work.sheets, pages[1:], strict=False):
        assert one.files[0] in page
        kinds = {spot.part for spot in one.sheet.placements}
        assert all(kind in " ".join(page.split()) for kind in kinds)
        assert "test first" in page
    assert "knight standee" in " ".join(pages[-1].split())
    assert "slot" in pages[-1]
    assert bookmarks(pdf) == ["The job: 1", "board: 2", "green-pieces: 3", "orange-pieces: 4", "denial-tokens: 5",
                              "Putting together: 6"]


@pytest.mark.slow
def test_letter_and_the_same_bytes_again(work: JobContent) -> None:
    pdf, size, _ = write_job_pdf(work, "letter")
    assert size == pytest.approx((215.9, 279.4))
    assert write_job_pdf(work, "letter")[0] == pdf
    assert write_job_json(work, "x") == write_job_json(work, "x")


@pytest.mark.slow
def test_a_board_fills_its_share(work: JobContent) -> None:
    """6 cells of 40 mm and two borders of 18.5 mm on 600 x 400 mm; the corners are round, by less than 10 mm."""
    lost = (4 - 3.14159265) * 10**2
    assert (277**2 - lost) / (600 * 400) < filled_share(work, work.sheets[0].sheet) < 277**2 / (600 * 400)


@pytest.mark.slow
def test_ways_to_engrave_are_reported_with_their_times(work: JobContent) -> None:
    assert work.engraving_seconds["as outlines"] < work.engraving_seconds["as it is"]
    assert "Engraving takes" in words(write_job_pdf(work, "a4")[0])[0]


def test_hazards_are_those_of_the_materials() -> None:
    acrylic, ply = (load_material(name).material for name in ("acrylic-3mm", "birch-ply-3mm"))
    words = load_words()
    told = " ".join(list_hazards([acrylic, acrylic], words))
    assert "alcohol" in told
    assert "anneal" in told
    assert "fumes" in told
    assert "alcohol" not in " ".join(list_hazards([ply], words))
    assert list_hazards([], words) == [words.text(key) for key in (*ALWAYS, "hazard_pvc")]


@pytest.mark.parametrize(("seconds", "text"), [(0.2, "1 s"), (89, "89 s"), (91, "2 min"), (3700, "1 h 2 min")])
def test_times_as_people_say_them(seconds: float, text: str) -> None:
    assert time_words(seconds) == text


@pytest.mark.slow
def test_a_fit_test_shows_its_board_joint_and_does_not_ask_for_itself(tmp_path: Path) -> None:
    result = build("correction", tmp_path, Options(fit_test=True, machine="k40-whisperer"), ["laser"])
    pages = [" ".join(page.split()) for page in words((result.target / "laser/job-sheet.pdf").read_bytes())]
    assert "Board joint of acrylic-3mm/clear" in pages[-1]
    assert "--fit-test" not in pages[0]


@pytest.mark.slow
def test_who_sends_files_to_a_service_is_reported_of_no_laser(work: JobContent) -> None:
    sent = replace(work, machine=load_machine("ponoko"))
    pages = [" ".join(page.split()) for page in words(write_job_pdf(sent, "a4")[0])]
    assert "Upload the files" in pages[0]
    assert not any(text in page for page in pages for text in ("extinguisher", "Focus", "mm/s"))


@pytest.mark.parametrize("machine", ["glowforge", "epilog", "trotec", "trotec-convention", "universal"])
def test_machines_without_mm_a_second_are_reported_what_the_speeds_are(machine: str) -> None:
    assert any("mm/s" in note for note in load_machine(machine).notes)


@pytest.mark.slow
def test_what_is_to_know_is_reported_once_and_in_sentences(work: JobContent) -> None:
    first = words(write_job_pdf(work, "a4")[0])[0]
    assert first.count("ngraving takes") == 1
    assert "`" not in first
