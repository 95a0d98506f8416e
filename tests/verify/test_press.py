"""Defects planted in a book for a print shop are found, each by the requirement that names it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from book.one_book import book
from built import share_written_game
from pikepdf import Array, Dictionary, Name, String
from verify.planting import GAME

from fabgen.artwork.themes import load_theme
from fabgen.book.book_format import FORMATS
from fabgen.book.book_theme import built_in_theme
from fabgen.book.press_pdf import write_press_pdf
from fabgen.book.rulebook_pdf import write_book
from fabgen.core.manifest import ManifestEntry, make_entry
from fabgen.spec.build_options import BOOK_THEMES, Options
from fabgen.typeset.blocks import Heading, NoteBox, Paragraph, TextRun
from fabgen.verify import proof_summary
from fabgen.verify.press import REQUIREMENTS, check_press_books, is_press_book

TEXT = """# Start

![The board.](board)

Read [the end](#end).

# End

Win.

# Quick reference

Win.
"""
MM = 72 / 25.4
ROOT = Path(__file__).parents[2]
Made = tuple[Path, list[ManifestEntry]]
Change = Callable[[pikepdf.Pdf], Any]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The books of a small game, verified by their build."""
    options = Options(books=("press-a5", "press-half-letter"))
    result = share_written_game(tmp_path_factory, "pressed", GAME, TEXT, options, ("rules",))
    return result.target, list(result.manifest)


def add_code(code: str) -> Change:
    """Paints something more on the first page, as decoration."""

    def change(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[0]
        page.contents_add(f"/Artifact BMC q {code} Q EMC".encode())

    return change


def set_box(key: str, *sides: float) -> Change:
    """A box of the first page, in mm."""
    return lambda pdf: pdf.pages[0].obj.__setitem__(key, [side * MM for side in sides])


def set_metadata(name: str, value: str) -> Change:
    def change(pdf: pikepdf.Pdf) -> None:
        with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
            metadata[name] = value

    return change


def drop_metadata(name: str) -> Change:
    def change(pdf: pikepdf.Pdf) -> None:
        with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
            del metadata[name]

    return change


def add_link(left: float, bottom: float, right: float, top: float) -> Change:
    """A link on the first page, at a place in mm."""

    def change(pdf: pikepdf.Pdf) -> None:
        rect = [side * MM for side in (left, bottom, right, top)]
        pdf.pages[0].obj.Annots = Array([pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=rect))])

    return change


def free_font(pdf: pikepdf.Pdf) -> None:
    fonts = [one for one in pdf.objects if isinstance(one, Dictionary) and "/FontDescriptor" in one]
    for key in ("/FontFile", "/FontFile2", "/FontFile3"):
        if key in fonts[0].FontDescriptor:
            del fonts[0].FontDescriptor[key]


def add_picture(space: Any) -> Change:
    def change(pdf: pikepdf.Pdf) -> None:
        count = 4 if space == Name.DeviceCMYK else 3
        picture = pdf.make_stream(bytes(count), Type=Name.XObject, Subtype=Name.Image, Width=1, Height=1,
                                  ColorSpace=space, BitsPerComponent=8)
        pdf.pages[0].add_resource(picture, Name.XObject, Name.Red)
        add_code("30 0 0 30 100 100 cm /Red Do")(pdf)

    return change


def add_form(pdf: pikepdf.Pdf) -> None:
    """A form that paints in RGB."""
    form = pdf.make_stream(b"1 0 0 rg 0 0 1 1 re f", Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 1, 1])
    pdf.pages[0].add_resource(form, Name.XObject, Name.Form1)
    add_code("30 0 0 30 100 100 cm /Form1 Do")(pdf)


def use_screen_profile(pdf: pikepdf.Pdf) -> None:
    profile = pdf.Root.OutputIntents[0].DestOutputProfile
    data = bytearray(profile.read_bytes())
    data[12:20] = b"mntrRGB "
    profile.write(bytes(data))


def drop(*keys: str) -> Change:
    """Leaves out a key of the catalogue, or of what is in it."""

    def change(pdf: pikepdf.Pdf) -> None:
        thing: Any = pdf.Root
        for key in keys[:-1]:
            thing = thing[int(key)] if key.isdigit() else thing[key]
        del thing[keys[-1]]

    return change


def add(key: str, value: Any) -> Change:
    return lambda pdf: pdf.Root.__setitem__(key, value)


def set_info(key: str, value: Any) -> Change:
    return lambda pdf: pdf.docinfo.__setitem__(key, value)


def unmark_words(pdf: pikepdf.Pdf) -> None:
    page = pdf.pages[0]
    code = page.Contents.read_bytes().replace(b"/MCID 0 ", b"/MCID 99 ", 1)
    page.obj.Contents = pdf.make_stream(code)


def move_words(pdf: pikepdf.Pdf) -> None:
    """Words of the first page, 1 mm inside the trimmed page: 4 mm from the left edge of its bleed."""
    font = next(iter(pdf.pages[0].obj.Resources.Font))
    add_code(f"BT {font} 10 Tf 1 0 0 1 {4 * MM} 300 Tm <00010002> Tj ET")(pdf)


ACTION = Dictionary(Type=Name.Action, S=Name.URI, URI=String("http://example.org"))
DEFECTS: list[tuple[str, Change, str]] = [
    ("pdfx-version", set_metadata("{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion", "PDF/X-3"), "say PDF/X-3"),
    ("pdfx-version", set_info("/GTS_PDFXConformance", String("PDF/X-1a")), "GTS_PDFXConformance"),
    ("title", set_info("/Title", String("Other")), "“Other”"),
    ("dates", set_info("/ModDate", String("D:20200101000000Z")), "ModDate is not the date"),
    ("dates", drop_metadata("xmp:MetadataDate"), "no xmp:MetadataDate"),
    ("document-names", drop_metadata("xmpMM:VersionID"), "no xmpMM:VersionID"),
    ("trapped", set_info("/Trapped", Name.Unknown), "Trapped is Unknown"),
    ("output-intent", drop("/OutputIntents"), "there are 0 output intents"),
    ("output-intent", drop("/OutputIntents", "0", "/OutputConditionIdentifier"), "does not name"),
    ("output-profile", drop("/OutputIntents", "0", "/DestOutputProfile"), "has no profile"),
    ("output-profile", use_screen_profile, "not that of a printer"),
    ("actions", add("/OpenAction", ACTION), "OpenAction"),
    ("actions", add("/AcroForm", Dictionary(Fields=Array())), "AcroForm"),
    ("annotations", add_link(50, 50, 60, 60), "page 1 has a link"),
    ("annotations", add_link(-10, 1, 1, 5), "page 1 has a link"),  # it reaches into the bleed
    ("layers", add("/OCProperties", Dictionary(OCGs=Array())), "layers"),
    ("transfer", lambda pdf: pdf.pages[0].add_resource(Dictionary(TR2=Name.Identity), Name.ExtGState), "transfer"),
    ("fonts", free_font, "is not embedded"),
    ("trim-box", lambda pdf: pdf.pages[0].obj.__delitem__("/TrimBox"), "page 1 has no TrimBox"),
    ("bleed-box", lambda pdf: pdf.pages[0].obj.__delitem__("/BleedBox"), "page 1 has no BleedBox"),
    ("inks", add_code("1 0 0 rg 100 100 9 9 re f"), "an area in DeviceRGB 100 0 0 %"),
    ("inks", add_code("1 0 0 RG 100 100 m 200 200 l S"), "a line in DeviceRGB"),
    ("inks", add_form, "an area in DeviceRGB"),
    ("pictures", add_picture(Name.DeviceRGB), "a picture in DeviceRGB"),
    ("pictures", add_code("30 0 0 30 100 100 cm BI /W 1 /H 1 /BPC 8 /CS /RGB ID abc EI"), "a picture in DeviceRGB"),
    ("blending", lambda pdf: pdf.pages[0].obj.__setitem__(
        "/Group", Dictionary(S=Name.Transparency, CS=Name.DeviceRGB)), "no inks"),
    ("total-ink", add_code("0.9 0.9 0.9 0.5 k 100 100 9 9 re f"), "320 % in all"),
    ("black", add_code("0.5 0.4 0.4 0.5 K 100 100 m 200 200 l S"), "grey a line in DeviceCMYK 50 40 40 50 %"),
    ("bleed", add_code("0 1 1 0 k 8.504 100 50 50 re f"), "ends 3 mm before the end of the bleed"),
    ("safe-zone", add_code(f"0 1 1 0 k {5 * MM} 100 50 50 re f"), "something is 2 mm from the edge"),
    ("safe-zone", move_words, "words are 1"),
    ("tags", drop("/MarkInfo"), "not tagged"),
    ("tags", drop("/Lang"), "its language"),
    ("tags", drop("/ViewerPreferences"), "show the title"),
    ("tags", unmark_words, "tagged words that no tag knows"),
    ("marked-content", lambda pdf: pdf.pages[0].contents_add(b"q 0 0 0 1 k 100 100 9 9 re f Q"), "paints 1 thing"),
]


def find(made: Made, tmp_path: Path, change: Change, **saving: Any) -> dict[str, str]:
    """What is found once the A5 book is changed, by the names of the requirements."""
    folder = Path(shutil.copytree(made[0], tmp_path / "out"))
    [entry] = [one for one in made[1] if one.path.endswith("-press-a5.pdf")]
    with pikepdf.open(folder / entry.path, allow_overwriting_input=True) as pdf:
        change(pdf)
        pdf.save(folder / entry.path, **saving)
    return read_faults(folder, entry)


def read_faults(folder: Path, entry: ManifestEntry) -> dict[str, str]:
    problems = check_press_books(folder, [entry])
    assert all(problem.where.file == entry.path for problem in problems)
    texts: dict[str, str] = {}
    for problem in problems:
        name = problem.what.split("`")[1]
        texts[name] = f"{texts.get(name, '')}{problem.what}\n"
    return texts


def test_an_unaltered_book_meets_the_list(made: Made) -> None:
    assert check_press_books(*made) == []
    names = [requirement.name for requirement in REQUIREMENTS]
    assert len(names) == len(set(names)) == 29
    assert "2 press books checked against the list of 29 requirements" in proof_summary(made[0], ["rules"])


@pytest.mark.slow
@pytest.mark.parametrize("look", BOOK_THEMES)
@pytest.mark.parametrize("ink", ["colour", "low", "bw"])
def test_every_look_meets_the_list(tmp_path: Path, look: str, ink: str) -> None:
    theme, page = load_theme(ink), FORMATS["press-a5"]
    content = book(Heading(1, (TextRun("Moves"),), "moves"), NoteBox((Paragraph((TextRun("Slide."),)),)))
    data = write_press_pdf(write_book(content, theme, page, built_in_theme(look)), page.bleed, theme)
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/x-rules-press-a5.pdf").write_bytes(data)
    assert check_press_books(tmp_path, [make_entry("rules/x-rules-press-a5.pdf", data, "", page.sheet, None)]) == []


def test_the_list_is_that_of_the_docs() -> None:
    text, changes = ((ROOT / name).read_text("utf-8") for name in ("docs/rulebook.md", "CHANGELOG.md"))
    rows = [f"| `{one.name}` | {one.text} | {one.asked_by} |" for one in REQUIREMENTS]
    assert "\n".join(rows) in text
    assert f"list of {len(REQUIREMENTS)} requirements" in changes


@pytest.mark.slow
@pytest.mark.parametrize(("name", "change", "words"), DEFECTS)
def test_a_planted_defect_is_found_by_its_name(
    made: Made, tmp_path: Path, name: str, change: Change, words: str
) -> None:
    faults = find(made, tmp_path, change)
    assert faults.keys() == {name}
    assert words in faults[name]


@pytest.mark.slow
@pytest.mark.parametrize(("change", "names"), [
    (set_box("/TrimBox", 3, 3, 140, 213), {"trim-box", "bleed-box"}),
    (set_box("/BleedBox", -1, 0, 154, 216), {"bleed-box", "box-nesting"}),
    (lambda pdf: pdf.pages[0].obj.__setitem__("/ArtBox", [0, 0, 9, 9]), {"box-nesting"}),
    (lambda pdf: pdf.pages[0].obj.__setitem__("/TrimBox", String("none")), {"trim-box", "bleed-box", "box-nesting",
                                                                        "bleed", "safe-zone"}),
    (lambda pdf: pdf.Root.__setitem__("/Names", Dictionary(JavaScript=Dictionary(
        Names=[String("a"), Dictionary(S=Name.JavaScript, JS=String("1"))]))), {"actions"}),
])
def test_a_defect_may_break_several_requirements(made: Made, tmp_path: Path, change: Change, names: set[str]) -> None:
    assert find(made, tmp_path, change).keys() == names


@pytest.mark.slow
@pytest.mark.parametrize("change", [
    add_link(-20, -20, -1, -1),  # beside the page
    add_code(f"0 1 1 0 k 0 0 {154 * MM} {216 * MM} re f"),  # a ground that fills the page and its bleed
    add_code("0 1 1 0.2 k 100 100 9 9 re f 0.3 0.1 0 0.2 K 100 100 m 200 200 l S"),
    add_picture(Name.DeviceCMYK),
])
def test_what_a_print_shop_takes_is_no_fault(made: Made, tmp_path: Path, change: Change) -> None:
    assert find(made, tmp_path, change) == {}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "saving"), [
    ("version", {"force_version": "1.7"}),
    ("encryption", {"encryption": pikepdf.Encryption(owner="a", user="", R=4)}),
])
def test_a_wrong_way_to_save_is_found(made: Made, tmp_path: Path, name: str, saving: dict[str, Any]) -> None:
    assert name in find(made, tmp_path, lambda _: None, **saving)


def test_a_missing_id_is_found(made: Made, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(made[0], tmp_path / "out"))
    [entry] = [one for one in made[1] if one.path.endswith("-press-a5.pdf")]
    data = (folder / entry.path).read_bytes()
    assert data.count(b"/ID [") == 1
    (folder / entry.path).write_bytes(data.replace(b"/ID [", b"/IE ["))
    assert read_faults(folder, entry).keys() == {"file-id"}


def test_a_damaged_book_is_reported_elsewhere(made: Made, tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    for entry in made[1]:
        if entry.folder == "rules":
            (tmp_path / entry.path).write_bytes(b"no PDF")
    assert check_press_books(tmp_path, [entry for entry in made[1] if entry.folder == "rules"]) == []


@pytest.mark.parametrize(("name", "is_press"), [
    ("x-rules-press-a5.pdf", True), ("x-rules-press-half-letter.pdf", True), ("x-rules-press-a5-fr.pdf", True),
    ("x-rules-press-half-letter-sr-Latn.pdf", True), ("x-rules-a5.pdf", False), ("x-rules-press-a6.pdf", False),
])
def test_a_translated_press_book_is_checked_too(name: str, is_press: bool) -> None:
    assert is_press_book(make_entry(f"rules/{name}", b"", "", (154.0, 216.0), None)) is is_press
