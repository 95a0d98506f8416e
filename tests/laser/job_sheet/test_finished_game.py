"""The picture of the finished game on the first page of a job sheet, and the handwork that its parts take."""

from __future__ import annotations

import io
from dataclasses import replace

import pdfplumber
import pikepdf
import pytest
from laser.job_sheet.test_sheet_picture import work
from laser.laser_parts import disc
from pdfplumber.page import Page
from PIL import Image
from specs import with_lights

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.path import circle
from fabgen.core.languages import load_words
from fabgen.figures.assembly.assembly import assemblies
from fabgen.laser.bridges import Bridges
from fabgen.laser.estimate import estimate_sheet
from fabgen.laser.job import LaserJob, make_laser_job
from fabgen.laser.job_sheet.advice import list_remarks
from fabgen.laser.job_sheet.job_sheet import write_job_pdf
from fabgen.laser.job_sheet.work import JobContent, JobSheetEntry
from fabgen.laser.machine import load_machine
from fabgen.laser.second_sides import make_second_sides
from fabgen.laser.sheet_layout import make_sheets
from fabgen.production.laser_files import picture_drawer
from fabgen.spec.build_options import Options
from fabgen.spec.load import load_spec, with_board_options

MM = 25.4 / 72
ALT = "Game as it will look: its board and pieces on a table."


def grey_picture() -> bytes:
    """A JPEG file of the shape of such pictures."""
    buffer = io.BytesIO()
    Image.new("RGB", (450, 288), "#808080").save(buffer, "JPEG")
    return buffer.getvalue()


def pages(job: JobContent, with_picture: bool = True) -> tuple[list[Page], list[str]]:
    """The pages, and the words for the figures."""
    data = write_job_pdf(job, "a4", grey_picture)[0] if with_picture else write_job_pdf(job, "a4")[0]
    with pikepdf.open(io.BytesIO(data)) as pdf:
        alts = [str(element.Alt) for element in pdf.objects
                if isinstance(element, pikepdf.Dictionary) and element.get("/S") == "/Figure"]
    return pdfplumber.open(io.BytesIO(data)).pages, alts


def test_the_picture_stands_beside_the_title_and_is_described() -> None:
    """60 mm wide and, in the picture's shape, 38.4 mm high; 15 mm from the right edge of the paper."""
    (first, *_), alts = pages(work([disc(1)]))
    (picture,) = first.images
    assert (picture["x1"] - picture["x0"]) * MM == pytest.approx(60, abs=0.1)
    assert (picture["bottom"] - picture["top"]) * MM == pytest.approx(38.4, abs=0.1)
    assert (first.width - picture["x1"]) * MM == pytest.approx(15, abs=0.1)
    assert not first.crop((picture["x0"], picture["top"], picture["x1"], picture["bottom"])).extract_words()
    assert ALT in alts
    (plain, *_), alts = pages(work([disc(1)]), with_picture=False)
    assert not plain.images
    assert ALT not in alts


@pytest.mark.slow
def test_the_picture_costs_no_page() -> None:
    """Remarks fill the page, one after the other. As many as just fit without the picture leave less room for it."""
    plain = work([disc(1)])

    def with_remarks(count: int) -> JobContent:
        return replace(plain, remarks=("A line of words that says something true of this job.",) * count)

    fitting, too_many = 0, 64
    while too_many - fitting > 1:
        count = (fitting + too_many) // 2
        if len(pages(with_remarks(count), with_picture=False)[0]) > 2:
            too_many = count
        else:
            fitting = count
    for count, widths in ((fitting - 8, {60}), (fitting, {0, 40, 48}), (too_many, {60})):
        (first, *rest), _ = pages(with_remarks(count))
        width = round((first.images[0]["x1"] - first.images[0]["x0"]) * MM) if first.images else 0
        assert width in widths
        assert len(rest) == (2 if count == too_many else 1)


def test_items_are_closer_together_before_they_need_another_page() -> None:
    """On the first page, 12 remarks have the usual distance; 20 have less and do not run on."""
    plain = work([disc(1)])

    def read_lines(count: int) -> tuple[int, list[float]]:
        """The number of pages, and where each remark is on the first, in mm from the top."""
        shown, _ = pages(replace(plain, remarks=("Unmistakable.",) * count))
        return len(shown), [word["top"] * MM for word in shown[0].extract_words() if word["text"] == "Unmistakable."]

    (few_pages, few), (many_pages, many) = read_lines(12), read_lines(20)
    assert few_pages == many_pages == 2
    assert (len(few), len(many)) == (12, 20)
    assert few[1] - few[0] == pytest.approx(many[1] - many[0] + 1, abs=0.05)


def test_a_job_of_some_parts_has_no_picture_of_the_whole_game() -> None:
    spec = load_spec("correction")
    for options in (Options(fit_test=True), Options(parts=("board",))):
        assert picture_drawer(spec, make_laser_job(spec, options), options)() == b""


# Handwork


def job_of(both_sides: bool = False, bridges: Bridges | None = None, fit_test: bool = False) -> JobContent:
    """Four discs of white acrylic with a ring on them."""
    part = replace(disc(4, material="acrylic-3mm/white"), both_sides=both_sides,
                   back=draw(Role.MARK, circle((0, 0), 3)) if both_sides else None)
    job = LaserJob(load_machine("generic"), sheet=(600, 400), bridges=bridges)
    sheets = make_sheets([part], job)
    first, second = ([JobSheetEntry(sheet, job.stock(sheet.material), estimate_sheet(sheet, job.machine), ("x.svg",))
                      for sheet in some] for some in (sheets, make_second_sides(sheets, [part], job)))
    return JobContent("Game", job.machine, tuple(first), {part.name: part}, (), second_sides=tuple(second),
                      is_fit_test=fit_test)


@pytest.mark.parametrize(("job", "seconds", "words"), [
    (job_of(), 4 * 12, "glue and paint come on top."),
    (job_of(bridges=Bridges(3)), 4 * 12 + 4 * 3 * 20, "It includes 20 s for each of 12 bridges to cut and sand."),
    (job_of(both_sides=True), 4 * 12 + 4 * 10, "It includes 10 s for each of 4 parts to turn over."),
])
def test_handwork_counts_bridges_and_parts_that_are_turned(job: JobContent, seconds: float, words: str) -> None:
    """12 s to lift each of four discs; three bridges each, 20 s to cut and sand one; 10 s to turn a part over."""
    assert job.handwork_seconds == seconds
    assert sum(remark.endswith(words) for remark in list_remarks(job)) == 1


@pytest.mark.parametrize("fit_test", [False, True])
def test_nobody_paints_a_fit_test(fit_test: bool) -> None:
    assert any("dark paint" in remark for remark in list_remarks(job_of(fit_test=fit_test))) != fit_test


# The step of the tray


@pytest.mark.parametrize(("tracks", "lights", "expected"), [
    (0, False, "Put the board and the book into the box"),
    (1, False, "Put the board, the track and the book into the box"),
    (2, False, "Put the board, the tracks and the book into the box"),
    (0, True, "Put the light case with its board into the box, then the book"),
    (1, True, "Put the light case with its board into the box, then the track and the book"),
    (2, True, "Put the light case with its board into the box, then the tracks and the book"),
])
def test_the_step_of_the_tray_names_what_goes_under_it(tracks: int, lights: bool, expected: str) -> None:
    from fabgen.figures.assembly.assembly import _filling_step
    from fabgen.spec.components import Track

    game = load_spec("chess-battle").game
    board = game.board.model_copy(update={"build": "lights" if lights else "sheet"})
    track = Track.model_validate({"first": 1, "last": 9, "cell": "15 mm"})
    game = game.model_copy(update={"board": board, "tracks": {f"score {n}": track for n in range(tracks)}})
    assert _filling_step(game, load_words()) == f"{expected}, and the tray on top of them."


def test_the_last_step_of_a_tray_is_that_of_its_game() -> None:
    options = Options(box=True)
    spec = with_lights(with_board_options(load_spec("chess-battle"), options))
    job = make_laser_job(spec, options)
    (tray,) = [figure for figure in assemblies(spec, job.fit, job.stock) if figure.title == "The tray"]
    assert "light case" in tray.steps[-1]
