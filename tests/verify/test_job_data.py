"""What `laser/job.json` says: each number is changed alone, the manifest made to agree, and `verify` must tell it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from verify.planting import Planted

from fabgen.verify.job_data import check_job_data

FILE = "laser/job.json"


def change(key: tuple[str | int, ...], value: Callable[[Any], Any]) -> Callable[[Any], None]:
    def plant(job: Any) -> None:
        for step in key[:-1]:
            job = job[step]
        job[key[-1]] = value(job.get(key[-1]) if isinstance(job, dict) else job[key[-1]])

    return plant


DEFECTS: list[tuple[Callable[[Any], None], str]] = [
    (change(("sheets", 0, "kerf_mm"), lambda kerf: kerf + 0.05), "kerf_mm): error: it is 0.25, it must be 0.2"),
    (change(("sheets", 0, "spacing_mm"), lambda gap: gap + 1), "spacing_mm): error: it is 3.0, it must be 2.0"),
    (change(("sheets", 0, "width_mm"), lambda width: width + 1), "width_mm): error: it is 301.0"),
    (change(("sheets", 0, "material"), lambda _: "mdf-3mm"), "material): error: it is \"mdf-3mm\""),
    (change(("sheets", 0, "thickness_mm"), lambda _: 4.0), "thickness_mm): error: it is 4.0, it must be 3.0"),
    (change(("sheets", 1, "operations", 0, "power"), lambda power: power + 10), "engrave.power"),
    (change(("sheets", 1, "operations", 0, "colour"), lambda _: "#FF0000"), "engrave.colour"),
    (change(("sheets", 1, "operations", 1, "length_mm"), lambda length: 2 * length), "mm are said to be scored"),
    (change(("sheets", 1, "operations", 1, "length_mm"), lambda length: 1.02 * length + 2), "mm are said to be scored"),
    (change(("sheets", 1, "places", 0, "x_mm"), lambda x: x + 0.1), "the part does not lie at"),
    (change(("sheets", 1, "places", 0, "turn"), lambda turn: turn + 45), "the part does not lie at"),
    (change(("sheets", 1, "places", 0, "id"), lambda _: "red-knight-base-1"), "fabgen verify does not know the part"),
    (change(("sheets", 1, "places"), lambda places: places[:-1]), ".parts): error"),
    (change(("sheets", 0, "files"), lambda files: [*files, "board.dxf"]), "board.files"),
    (change(("machine", "watts"), lambda watts: watts + 1), "(machine): error"),
    (change(("parts", 0, "count"), lambda count: count + 1), ".count): error"),
    (change(("title",), lambda _: "Large"), "it must be \"Small\""),
    (change(("minutes",), lambda minutes: minutes + 5), "(minutes): error"),
    (change(("minutes",), lambda minutes: minutes + 0.06), "(minutes): error"),  # each time is rounded to 0.01
    (change(("dice",), lambda _: 2), "fabgen verify does not know `dice`"),
    (change(("sheets", 0, "colour_mm"), lambda _: 2), "fabgen verify does not know `colour_mm`"),
]


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize(("plant", "words"), DEFECTS, ids=[str(n) for n in range(len(DEFECTS))])
def test_a_changed_number_is_reported(copy: Planted, plant: Callable[[Any], None], words: str) -> None:
    job = json.loads(copy.text(FILE))
    plant(job)
    copy.write(FILE, json.dumps(job))
    problems = [str(problem) for problem in copy.problems()]
    assert any(FILE in problem and words in problem for problem in problems), problems


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "text", ["", "[]", "{", "7", '{"sheets": 7}', '{"sheets": [7]}', '{"sheets": [{"places": [{}]}]}'])
def test_damaged_data_is_a_problem(copy: Planted, text: str) -> None:
    copy.write(FILE, text)
    assert any(problem.where.file == FILE for problem in copy.problems())


@pytest.mark.parametrize(("data", "what"), [
    (b" " * 5_000_001, ["the file has 5.0 MB; fabgen reads at most 5 MB"]),
    (b"[" * 100_000, ["the file is damaged: it is not JSON"]), (b"\xff", ["the file is damaged: it is not JSON"]),
    (b"[]", ["it is no mapping"]), (None, []),
])
def test_a_file_that_cannot_be_read(tmp_path: Path, data: bytes | None, what: list[str]) -> None:
    """Without a file there is nothing to say: the manifest's check names it."""
    (tmp_path / "laser").mkdir()
    if data is not None:
        (tmp_path / FILE).write_bytes(data)
    expected: Any = None  # not asked
    assert [problem.what for problem in check_job_data(tmp_path, [], expected)] == what
