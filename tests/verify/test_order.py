"""What is wrong with the zip of an order is found: each defect is planted in a good one."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from specs import loaded

from fabgen.production.orders import make_pod_order
from fabgen.verify import verify
from fabgen.verify.pod_order import check_order

Files = dict[str, bytes]


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return make_pod_order(loaded(tmp_path_factory.mktemp("game")), "game-crafter").data


def checked(good: bytes, tmp_path: Path, change: Callable[[Files], None]) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(good)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    path = tmp_path / "order.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return [str(problem) for problem in check_order(path)]


def repainted(data: bytes, paint: Callable[[Image.Image], Image.Image], dpi: int = 300) -> bytes:
    stream = io.BytesIO()
    paint(Image.open(io.BytesIO(data))).save(stream, "PNG", dpi=(dpi, dpi))
    return stream.getvalue()


def first(files: Files, part: str) -> str:
    return next(name for name in files if part in name)


def line_at(inch: float) -> Callable[[Image.Image], Image.Image]:
    """A line of the colour red across the picture, so far from its left edge."""
    def paint(image: Image.Image) -> Image.Image:
        x, y = round(inch * 300), image.height // 2
        ImageDraw.Draw(image).line([(x, y - 20), (x, y + 20)], fill=(255, 0, 0), width=3)
        return image

    return paint


@pytest.mark.slow
def test_a_good_order_is_good(good: bytes, tmp_path: Path) -> None:
    assert checked(good, tmp_path, lambda _: None) == []
    assert verify(tmp_path / "order.zip") == []


@pytest.mark.slow
def test_a_missing_and_an_unknown_image_are_found(good: bytes, tmp_path: Path) -> None:
    def swap(files: Files) -> None:
        files["other.png"] = files.pop(first(files, "flag"))

    told = checked(good, tmp_path, swap)
    assert any("the file is missing from the zip" in what for what in told)
    assert any("other.png" in what and "not in the list" in what for what in told)


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize(("change", "what"), [
    (lambda data: repainted(data, lambda image: image.resize((image.width - 1, image.height))), "pixels"),
    (lambda data: repainted(data, lambda image: image, 299), "300 dots an inch"),
    (lambda data: data[:200], "is damaged"),
    (lambda data: repainted(data, line_at(0.2)), "cut zone"),  # between the cut at 1/8 in and the safe line at 1/4
    (lambda data: repainted(data, line_at(0.06)), "cut zone"),  # in the bleed
])
def test_a_spoilt_board_is_found(good: bytes, tmp_path: Path, change: Callable[[bytes], bytes], what: str) -> None:
    def spoil(files: Files) -> None:
        name = first(files, "board/")
        files[name] = change(files[name])

    assert any(what in told for told in checked(good, tmp_path, spoil))


@pytest.mark.slow
def test_a_line_inside_the_safe_line_is_allowed(good: bytes, tmp_path: Path) -> None:
    def draw(files: Files) -> None:
        name = first(files, "board/")
        files[name] = repainted(files[name], line_at(0.3))

    assert checked(good, tmp_path, draw) == []


@pytest.mark.slow
def test_a_round_piece_is_cut_round(good: bytes, tmp_path: Path) -> None:
    """The corner of the square around a disc is cut off: a dot there is in the cut zone."""
    def draw(files: Files) -> None:
        name = first(files, "circle")
        files[name] = repainted(files[name], corner)

    def corner(image: Image.Image) -> Image.Image:
        x = round(image.width * 0.2)
        ImageDraw.Draw(image).rectangle([x, x, x + 4, x + 4], fill=(255, 0, 0))
        return image

    assert any("cut zone" in told for told in checked(good, tmp_path, draw))


def zipped(tmp_path: Path, files: Files, change: Callable[[bytearray], None] = lambda data: None) -> list[str]:
    """The Problems of a zip whose bytes were changed."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    data = bytearray(stream.getvalue())
    change(data)
    (tmp_path / "order.zip").write_bytes(data)
    return [problem.what for problem in check_order(tmp_path / "order.zip")]


def in_both_headers(local: int, central: int, value: int) -> Callable[[bytearray], None]:
    """Sets a byte of the first file's two headers (APPNOTE.TXT 4.3.7 and 4.3.12)."""
    def change(data: bytearray) -> None:
        data[local] = value
        data[data.find(b"PK\1\2") + central] = value

    return change


LISTING = b"file,product,copies\n"
ORDER: Files = {"contents.csv": LISTING, "README.txt": b"x"}


@pytest.mark.parametrize(("change", "what"), [
    (in_both_headers(6, 8, 1), "`contents.csv` in the zip is encrypted"),
    (in_both_headers(8, 10, 99), "`contents.csv` in the zip is packed by method 99, which fabgen does not read"),
    (in_both_headers(8, 10, 14), "`contents.csv` in the zip is packed by method 14, which fabgen does not read"),
    (in_both_headers(42, 12, 0), "the zip cannot be read"),  # in the packed bytes
])
def test_a_zip_that_cannot_be_unpacked(tmp_path: Path, change: Callable[[bytearray], None], what: str) -> None:
    [told] = zipped(tmp_path, ORDER, change)
    assert told.startswith(what)


@pytest.mark.slow
@pytest.mark.parametrize(("files", "what"), [
    ({**ORDER, "../../evil": b"x"}, "`../../evil` is not a relative path"),
    ({**ORDER, "/etc/evil": b"x"}, "`/etc/evil` is not a relative path"),
    ({**ORDER, "board/": b""}, "`board/` is not a relative path"),
    ({"contents.csv": LISTING + b"a" * 200_000}, "the zip cannot be read: field larger than field limit"),
    ({"contents.csv": LISTING + b"\xff"}, "the zip cannot be read: 'utf-8' codec"),
    ({"contents.csv": LISTING + b",\n"}, "a row of the list names no file"),
    ({"contents.csv": b"\0" * 50_000_001}, "`contents.csv` in the zip has 50 MB; at most 50 are read"),
    ({f"{n}.png": bytes(45_000_000) for n in range(9)}, "the zip unpacks to 405 MB; at most 400 are read"),
    ({f"{n}.png": b"" for n in range(2001)}, "the zip has 2001 files; fabgen reads at most 2000"),
])
def test_a_zip_with_strange_files(tmp_path: Path, files: Files, what: str) -> None:
    [told] = zipped(tmp_path, files)
    assert told.startswith(what)


@pytest.mark.slow
def test_every_file_is_accounted_for(good: bytes, tmp_path: Path) -> None:
    assert checked(good, tmp_path, lambda files: files.update({"virus.exe": b"x"})) == [
        "virus.exe: error: the file is not in the list of the order\n  export the game again"]
    assert checked(good, tmp_path, lambda files: files.pop("README.txt")) == [
        "README.txt: error: the file is missing from the zip\n  export the game again"]


@pytest.mark.slow
@pytest.mark.parametrize("copies", ["", "0", "-1", "²", "1.5", "99999"])
def test_copies_that_are_no_number(good: bytes, tmp_path: Path, copies: str) -> None:
    def spoil(files: Files) -> None:
        head, row, *rest = files["contents.csv"].decode("utf-8-sig").split("\r\n")
        columns = row.split(",")
        columns[head.split(",").index("copies")] = copies
        files["contents.csv"] = "\r\n".join([head, ",".join(columns), *rest]).encode()

    [told] = checked(good, tmp_path, spoil)
    assert f"is ordered {copies or 'no'} times" in told


@pytest.mark.slow
def test_a_front_that_is_ordered_more_often_than_its_back_is_found(good: bytes, tmp_path: Path) -> None:
    def spoil(files: Files) -> None:
        lines = files["contents.csv"].decode("utf-8-sig").split("\r\n")
        column = lines[0].split(",").index("copies")
        number = next(n for n, line in enumerate(lines) if "-front." in line and "board" not in line)
        row = lines[number].split(",")
        row[column] = str(int(row[column]) + 1)
        files["contents.csv"] = "\r\n".join([*lines[:number], ",".join(row), *lines[number + 1:]]).encode()

    [told] = checked(good, tmp_path, spoil)
    assert re.search(r"-front\.png` is ordered \d+ times, and its back \d+ times", told)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_stands_twice(tmp_path: Path) -> None:
    """Which of the two is read differs between programs."""
    with zipfile.ZipFile(tmp_path / "order.zip", "w") as archive:
        for data in (LISTING, b"other"):
            archive.writestr("contents.csv", data)
    [problem] = check_order(tmp_path / "order.zip")
    assert problem.what == "`contents.csv` stands in the zip twice"


def test_a_file_that_is_no_zip_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "order.zip").write_bytes(b"nothing")
    assert ["cannot be read" in str(problem) for problem in check_order(tmp_path / "order.zip")] == [True]
