"""What no other check looks for in the description of a laser job, and what the same job made from `source/` tells: a
price, a time, a remark, a word of the job sheet that somebody changed."""

from __future__ import annotations

import copy
import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from built import reseal, share_build
from commands import tiny
from PIL import Image

from fabgen.build import Result, build, verify_build
from fabgen.spec.build_options import Options
from fabgen.verify import verify
from fabgen.verify.remade_job import compare_jobs

DATA, SHEET = "laser/job.json", "laser/job-sheet.pdf"
SHOP = """\
machine: lightburn
bed: 500 x 300 mm
materials:
  acrylic-3mm:
    measured: 2.9 mm
    price: {price} EUR
    stock:
      - {{sheet: 480 x 290 mm, colour: red}}
      - {{offcut: [[0, 0], [200, 0], [200, 150], [0, 150]], colour: green, name: corner}}
"""


def build_in_shop(folder: Path, price: str = "20") -> Result:
    """The parts of a game cut in a shop that has an offcut in one colour, and whole sheets in another one only."""
    shop = folder / "shop.yaml"
    folder.mkdir(parents=True, exist_ok=True)
    shop.write_text(SHOP.format(price=price))
    return build(str(tiny(folder / "tiny")), folder / "out", Options(shop=str(shop)), ["laser"])


@pytest.fixture(scope="session")
def cut_in_shop(tmp_path_factory: pytest.TempPathFactory) -> Result:
    return share_build(tmp_path_factory, "cut-in-shop", build_in_shop)


@pytest.fixture
def folder(cut_in_shop: Result, tmp_path: Path) -> Path:
    return Path(shutil.copytree(cut_in_shop.target, tmp_path / "tiny"))


def told(folder: Path) -> list[tuple[str, str]]:
    return [(problem.where.file, problem.what) for problem in verify_build(folder)]


def plant(folder: Path, change: Callable[[Any], object]) -> list[tuple[str, str]]:
    """The Problems of a job whose data was changed, each by its key."""
    data = json.loads((folder / DATA).read_text("utf-8"))
    change(data)
    (folder / DATA).write_text(json.dumps(data), "utf-8")
    reseal(folder, DATA)
    assert verify(folder) == []  # no other check reads this value
    return [(problem.where.key, problem.what) for problem in verify_build(folder) if problem.where.file == DATA]


@pytest.mark.slow
def test_a_job_of_a_shop_is_made_again(folder: Path) -> None:
    remarks = json.loads((folder / DATA).read_text("utf-8"))["remarks"]
    assert [remark for remark in remarks if remark.startswith("the shop has no sheet of acrylic-3mm/clear: there is")]
    assert told(folder) == []


@pytest.mark.slow
@pytest.mark.parametrize(("change", "key", "what"), [
    (lambda job: job["materials"][0]["price"].update(amount=1.5), "materials.acrylic-3mm/clear.price", "it is 1.5"),
    (lambda job: job["materials"][0].update(minutes=0.5), "materials.acrylic-3mm/clear.minutes", "it is 0.5"),
    (lambda job: job.update(handwork_minutes=2), "handwork_minutes", "it is 2, it must be "),
    (lambda job: job["remarks"].append("Cut twice."), "remarks", "“Cut twice.” is not of this job"),
    (lambda job: job["engraving_minutes"].update({"as it is": 1.25}), "engraving_minutes.as it is", "it is 1.25"),
    (lambda job: job["sheets"][0].update(travel_mm=1), "sheets.board.travel_mm", "it is 1, it must be "),
    (lambda job: job.pop("remarks"), "remarks", "it is null, it must be ["),
    (lambda job: job.update(materials=3), "materials", "it is 3, it must be ["),
    (lambda job: job.update(game="other"), "game", 'it is "other", it must be "tiny"'),
])
def test_a_value_that_somebody_changed(folder: Path, change: Callable[[Any], object], key: str, what: str) -> None:
    [(found_key, found)] = plant(folder, change)
    assert found_key.startswith(key)
    assert found.startswith(what)


@pytest.mark.slow
def test_a_job_sheet_with_another_price(folder: Path, tmp_path: Path) -> None:
    other = build_in_shop(tmp_path / "other", price="30")
    shutil.copy(other.target / SHEET, folder / SHEET)
    reseal(folder, SHEET)
    assert verify(folder) == []  # no other check reads what the job sheet says
    [(file, what)] = told(folder)
    assert file == SHEET
    assert what.startswith("page 1 says “")


@pytest.mark.slow
def test_a_job_sheet_with_the_picture_of_another_game(folder: Path) -> None:
    """The picture of the finished game is replaced by a grey one of the same size."""
    grey = io.BytesIO()
    Image.new("RGB", (450, 288), "#606060").save(grey, "JPEG")
    with pikepdf.open(folder / SHEET, allow_overwriting_input=True) as pdf:
        [picture] = [stream for stream in pdf.objects
                     if isinstance(stream, pikepdf.Stream) and stream.get("/Filter") == "/DCTDecode"]
        assert (int(picture.Width), int(picture.Height)) == (450, 288)
        picture.write(grey.getvalue(), filter=pikepdf.Name.DCTDecode)
        pdf.save(folder / SHEET)
    reseal(folder, SHEET)
    assert told(folder) == [(SHEET, "page 1 does not look like this game's")]


@pytest.mark.slow
@pytest.mark.parametrize("options", [
    Options(fit_test=True), Options(parts=("pawn:2",)), Options(material="birch-ply-3mm", thickness=3.1, names=True),
    Options(effort="high", engrave="hatch:0.4mm:45", formats=("dxf",), papers=("letter",)),
], ids=["fit test", "parts", "another material", "high effort"])
def test_other_jobs_are_made_again(tmp_path: Path, options: Options) -> None:
    assert told(build(str(tiny(tmp_path / "tiny")), tmp_path / "out", options, ["laser"]).target) == []


SHEETS = [{"name": "board", "material": "mdf-3mm", "offcut": False, "width_mm": 500, "height_mm": 400,
           "nesting": "1.00", "places": [{"id": "board-1", "x_mm": 10}]}]
JOB = {"fabgen": "1", "game": "tiny", "title": "Tiny", "sheets": SHEETS, "handwork_minutes": 3, "remarks": ["Test."],
       "materials": [{"material": "mdf-3mm", "sheets": 1, "minutes": 2, "price": {"amount": 5.0, "currency": "EUR"}}],
       "minutes": 2}


def other(**changes: Any) -> dict[str, Any]:
    """The job with another layout, which the user stopped early, and other changes."""
    job = copy.deepcopy(JOB) | changes
    job["sheets"][0] |= {"nesting": "1.00, stopped early", "places": [{"id": "board-1", "x_mm": 20}]}
    return job


def test_a_layout_that_nobody_stopped_is_made_again() -> None:
    moved = copy.deepcopy(JOB)
    moved["sheets"][0]["places"][0]["x_mm"] = 20
    [problem] = compare_jobs(moved, JOB, "normal")
    assert problem.what == "its parts do not lie where this game's layout puts them"
    assert compare_jobs(moved, JOB, "high") == []


@pytest.mark.parametrize(("changes", "keys"), [
    ({}, []),
    ({"minutes": 9}, []),  # depends on where the parts lie
    ({"handwork_minutes": 9}, ["handwork_minutes"]),
    ({"remarks": ["Test.", "Cut twice."]}, ["remarks"]),
    ({"remarks": []}, ["remarks"]),
    ({"materials": None}, ["materials.mdf-3mm"]),
    ({"materials": [{"material": "mdf-3mm", "price": "free"}]}, ["materials.mdf-3mm"]),
    ({"materials": [JOB["materials"][0] | {"price": {"amount": 4.0, "currency": "EUR"}}]}, ["materials.mdf-3mm"]),
])
def test_of_a_layout_that_was_stopped_the_rest_is_compared(changes: dict[str, Any], keys: list[str]) -> None:
    """5 EUR for 0.2 m² are 25 EUR for 1 m², 4 EUR are 20."""
    assert [problem.where.key for problem in compare_jobs(other(**changes), JOB, "normal")] == keys


def test_twice_the_sheets_cost_twice_as_much() -> None:
    job = other(materials=[JOB["materials"][0] | {"sheets": 2, "price": {"amount": 10.0, "currency": "EUR"}}])
    job["sheets"] = [*job["sheets"], {**job["sheets"][0], "name": "board-2"}]
    assert compare_jobs(job, JOB, "normal") == []
