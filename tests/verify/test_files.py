"""Altered, lost and resized files are told, each at its own path."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pytest
from PIL import Image
from verify.planting import Planted

from fabgen.core.manifest import ManifestEntry
from fabgen.verify import verify
from fabgen.verify.files import check_pdf, check_png


def told(problems: list[object], *words: str) -> bool:
    return any(all(word in str(p) for word in words) for p in problems)


def entry_of(copy: Planted, path: str) -> dict[str, object]:
    manifest = json.loads(copy.text("manifest.json"))
    return next(entry for entry in manifest["files"] if entry["path"] == path)


def resize(copy: Planted, path: str, size: list[float] | None, **more: object) -> None:
    """Let the manifest say another thing of one file."""
    manifest = json.loads(copy.text("manifest.json"))
    for entry in manifest["files"]:
        if entry["path"] == path:
            entry |= more | ({"size_mm": size} if size else {})
    (copy.folder / "manifest.json").write_text(json.dumps(manifest))


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("path", ["laser/board.svg", "diagrams/board.pdf", "source/game.yaml", "source/options.json"])
def test_a_lost_file_is_reported(copy: Planted, path: str) -> None:
    (copy.folder / path).unlink()
    assert told(verify(copy.folder), f"{path}: error: the file is missing")


@pytest.mark.slow
def test_one_changed_byte_is_reported(copy: Planted) -> None:
    copy.edit("laser/board.svg", "1 unit is 1 mm", "1 unit is 2 mm")
    assert told(verify(copy.folder), "laser/board.svg", "not those that were built (sha256)")


@pytest.mark.slow
def test_a_file_cut_short_is_reported(copy: Planted) -> None:
    data = (copy.folder / "diagrams/board.png").read_bytes()
    (copy.folder / "diagrams/board.png").write_bytes(data[:-100])
    problems = verify(copy.folder)
    assert told(problems, "diagrams/board.png", f"the file has {len(data) - 100} bytes, the manifest says {len(data)}")
    assert told(problems, "diagrams/board.png", "the picture is damaged")


@pytest.mark.slow
def test_every_problem_comes_at_once(copy: Planted) -> None:
    (copy.folder / "laser/board.svg").write_text("garbage")
    (copy.folder / "diagrams/board.pdf").write_bytes(b"%PDF-1.4 garbage")
    (copy.folder / "diagrams/board.png").unlink()
    files = {p.where.file for p in verify(copy.folder)}
    assert {"laser/board.svg", "diagrams/board.pdf", "diagrams/board.png"} <= files


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("path", ["laser/board.svg", "diagrams/board.svg", "diagrams/board.pdf", "diagrams/board.png"])
def test_a_size_that_the_file_does_not_have_is_reported(copy: Planted, path: str) -> None:
    width, height = entry_of(copy, path)["size_mm"]  # type: ignore[misc]
    resize(copy, path, [width + 0.2, height])
    assert told(verify(copy.folder), path, "the manifest says")


@pytest.mark.slow
def test_formats_of_different_size_are_reported(copy: Planted) -> None:
    width, height = entry_of(copy, "diagrams/board.png")["size_mm"]  # type: ignore[misc]
    resize(copy, "diagrams/board.png", [width + 25.4, height])
    assert told(verify(copy.folder), "diagrams/board.png", "but board.pdf is") or told(
        verify(copy.folder), "diagrams/board.svg", "but board.pdf is"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"\xff",
        b'{"fabgen": "1", "files": 7}',
        b'{"fabgen":"1","game":"a","title":"b","files":[{"path":"../x"}]}',
    ],
)
def test_a_damaged_manifest_is_a_problem(copy: Planted, data: bytes) -> None:
    (copy.folder / "manifest.json").write_bytes(data)
    problems = verify(copy.folder)
    assert problems
    assert all("manifest" in str(p) for p in problems)


def test_a_folder_without_manifest_is_a_problem(tmp_path: Path) -> None:
    assert told(verify(tmp_path), "there is no manifest here")
    assert told(verify(tmp_path / "nowhere"), "there is no such folder")


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("game.yaml", "garbage: ["),
        ("game.yaml", ""),
        ("machine.json", "{}"),
        ("machine.json", "garbage"),
        ("shop.json", "{}"),
        ("shop.json", "[]"),
        ("options.json", '{"kerf": "wide"}'),
        ("options.json", '{"sheet": [0, -1]}'),
        ("options.json", "\udc80"),
    ],
)
def test_damaged_sources_are_problems(copy: Planted, file: str, data: str) -> None:
    (copy.folder / "source" / file).write_text(data, errors="surrogateescape")
    assert told(copy.problems(), file)


# PDF


@pytest.mark.slow
def test_a_pdf_of_another_size_is_reported(copy: Planted) -> None:
    path = copy.folder / "diagrams/board.pdf"
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        box = [float(side) for side in pdf.pages[0].mediabox]
        pdf.pages[0].mediabox = [0, 0, box[2] * 96 / 72, box[3] * 96 / 72]
        pdf.save(path)
    assert told(copy.problems(), "diagrams/board.pdf", "(page 1)", "the manifest says")


@pytest.mark.slow
def test_ink_off_the_page_is_reported(copy: Planted) -> None:
    path = copy.folder / "diagrams/board.pdf"
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        page = pdf.pages[0]
        page.contents_add(b"q 0 0 0 RG 1 w -10 5 m 50 5 l S Q")
        pdf.save(path)
    assert told(
        copy.problems(), "diagrams/board.pdf", "(page 1)", "ink stands 3.7 mm over the edge of the page"
    )  # 10.5 pt


@pytest.mark.slow
def test_a_font_that_is_not_embedded_is_reported(copy: Planted) -> None:
    path = copy.folder / "diagrams/board.pdf"
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        page = pdf.pages[0]
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Courier)
        page.add_resource(font, pikepdf.Name.Font, pikepdf.Name.FX)
        page.contents_add(b"BT /FX 8 Tf 20 20 Td (Hi) Tj ET")
        pdf.save(path)
    assert told(copy.problems(), "diagrams/board.pdf", "the font Courier is not embedded")


def printed(path: Path, *, scaling: bool, pages: int = 2) -> ManifestEntry:
    """A plain PDF of A4 pages that says nothing at all, with or without the wish to be printed at true size."""
    with pikepdf.new() as pdf:
        for _ in range(pages):
            pdf.add_blank_page(page_size=(595.2756, 841.8898))
        if scaling:
            pdf.Root.ViewerPreferences = pikepdf.Dictionary(PrintScaling=pikepdf.Name("/None"))
        pdf.save(path)
    return ManifestEntry("print/a.pdf", "", (210.0, 297.0), 2, "", 0)


def test_a_print_file_must_ask_for_true_size_and_hold_words(tmp_path: Path) -> None:
    (tmp_path / "print").mkdir()
    entry = printed(tmp_path / "print/a.pdf", scaling=False)
    problems = check_pdf(tmp_path, entry, prints=True)
    assert told(problems, "true size (PrintScaling)")
    assert told(problems, "no words can be read")
    assert not told(check_pdf(tmp_path, printed(tmp_path / "print/a.pdf", scaling=True), prints=True), "PrintScaling")


def test_a_lost_page_is_reported(tmp_path: Path) -> None:
    (tmp_path / "print").mkdir()
    entry = printed(tmp_path / "print/a.pdf", scaling=True, pages=1)
    assert told(check_pdf(tmp_path, entry, prints=True), "the PDF has 1 pages, the manifest says 2")


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7", b"garbage", b"\x00" * 1000])
def test_garbage_is_no_pdf(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.pdf").write_bytes(data)
    assert told(
        check_pdf(tmp_path, ManifestEntry("a.pdf", "", (1.0, 1.0), 1, "", 0), prints=False), "the PDF is damaged"
    )


# PNG: 50.8 mm at 300 dots an inch are 600 pixels; 25.5 mm are 301.18, so 301 or 302.


@pytest.mark.parametrize(
    ("pixels", "mm", "good"),
    [
        ((600, 300), (50.8, 25.4), True),
        ((600, 302), (50.8, 25.5), True),
        ((600, 301), (50.8, 25.5), True),
        ((601, 300), (50.8, 25.4), False),
        ((600, 303), (50.8, 25.5), False),
        ((599, 300), (50.8, 25.4), False),
    ],
)
def test_a_picture_is_right_to_the_pixel(
    tmp_path: Path, pixels: tuple[int, int], mm: tuple[float, float], good: bool
) -> None:
    Image.new("L", pixels).save(tmp_path / "a.png", dpi=(300, 300))
    assert (check_png(tmp_path, ManifestEntry("a.png", "", mm, None, "", 0)) == []) is good


def test_a_picture_must_say_its_resolution(tmp_path: Path) -> None:
    Image.new("L", (600, 300)).save(tmp_path / "a.png")
    assert told(
        check_png(tmp_path, ManifestEntry("a.png", "", (50.8, 25.4), None, "", 0)), "does not say its resolution"
    )
