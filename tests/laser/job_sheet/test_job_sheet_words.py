"""The words of a job sheet: in the language of the game, and true of its materials and parts."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from commands import tiny
from core.test_languages import SHIPPED, english, game, named, read
from pypdfium2 import PdfDocument
from recipe_games import put_recipe

from fabgen.core.languages import load_words
from fabgen.figures.assembly.assembly import BODIES, JOINING, assemblies
from fabgen.figures.components.part_names import COUPONS, PANELS, PartNames
from fabgen.laser.job import make_laser_job
from fabgen.laser.job_sheet.job_sheet import make_job_content, write_job_pdf
from fabgen.laser.job_sheet.work import JobContent
from fabgen.materials.material import load_material
from fabgen.production.laser_files import timed_sheets
from fabgen.spec.build_options import Options
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec

OF_ACRYLIC = ("foil", "anneal", "peel", "acrylic", "craze", "alcohol")


def content(path: str, options: Options | None = None) -> JobContent:
    spec, options = load_spec(path, language=options.language if options else None), options or Options()
    job = make_laser_job(spec, options)
    parts, sheets, _ = timed_sheets(spec, job, options)
    return make_job_content(spec, job, parts, sheets, options)


def text(work: JobContent) -> str:
    """All words of a job sheet, in one line."""
    pages = (page.get_textpage().get_text_range() for page in PdfDocument(write_job_pdf(work, "a4")[0]))
    return " ".join(" ".join(pages).split())


def names_of(work: JobContent) -> Iterator[str]:
    """What stays as it is in every language: files, layers, materials, colours, options and commands."""
    yield from (name for entry in work.sheets for name in (*entry.files, entry.stock.key, entry.sheet.name))
    yield from ("generic", "cut-inner", "cut-outer", "engrave", "score", "EUR", "min")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), [("correction", Options(fit_test=True)), ("chess-battle", Options())])
def test_no_english_is_left_on_a_job_sheet(name: str, options: Options, tmp_path: Path) -> None:
    """Only messages of the program and notes of a machine are English. No registry knows the tag of the language."""
    path = game(name, tmp_path)
    work = content(str(path), options)
    bare = replace(work, remarks=(), machine=work.machine.model_copy(update={"notes": (), "about": "1"}))
    known = named(path) | {word.casefold() for name in names_of(work) for word in re.findall("[A-Za-z]+", name)}
    texts = (re.sub(r"\.svg|#[0-9A-F]{6}", " ", told) for told in read(write_job_pdf(bare, "a4")[0], "und"))
    assert english(texts, known) == set()


@pytest.mark.slow
@pytest.mark.parametrize(("language", "expected"), [
    ("de", ("4 Platten", "45 Teile", "anritzen (score)", "Löcher schneiden (cut-inner)", "von 0,2 mm ist ausgeglichen",
            "Grün: Bauer, Sockel", "4 je Spieler", "60,00 EUR")),
    ("fr", ("4 plaques", "45 pièces", "marquer (score)", "découper les trous (cut-inner)", "de 0,2 mm est compensé",
            "pion, socle", "4 par joueur", "60,00 EUR")),
])
def test_a_job_sheet_speaks_the_language_of_the_build(language: str, expected: tuple[str, ...]) -> None:
    work = content("correction", Options(language=language))
    data = write_job_pdf(work, "a4")[0]
    said = text(work).replace("\N{NO-BREAK SPACE}", " ")
    assert [phrase for phrase in expected if phrase not in said] == []
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert str(pdf.Root.Lang) == load_words(language).language


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("name", template_folders())
def test_a_job_in_plywood_has_no_words_of_acrylic(name: str) -> None:
    said = text(content(name, Options(material="birch-ply-3mm"))).casefold()
    assert [word for word in OF_ACRYLIC if word in said] == []
    assert "sooty" in said


@pytest.mark.slow
@pytest.mark.parametrize(("material", "glue", "other"), [
    ("acrylic-3mm", "acrylic cement", "wood glue"), ("birch-ply-3mm", "wood glue", "cement"),
    ("card-2mm", "white glue", "wood glue"),
])
def test_a_standee_is_glued_with_what_suits_its_material(material: str, glue: str, other: str) -> None:
    said = text(content("correction", Options(material=material)))
    assert glue in said
    assert other not in said


@pytest.mark.slow
def test_a_job_without_slots_says_nothing_of_slots(tmp_path: Path) -> None:
    """Only tokens and a board of one part are cut: no thickness matters."""
    work = content("correction", Options(parts=("board", "denial")))
    assert {part.group for part in work.parts.values()} == {"board", "denial tokens"}
    said = text(work).casefold()
    assert [word for word in ("slot", "--fit-test", "--thickness", "whose base") if word in said] == []


@pytest.mark.slow
def test_bases_are_told_apart_in_words() -> None:
    """The second sign of the table in docs/look.md: both rear corners are cut."""
    assert "Whose base is whose: green: no mark; orange: both rear corners cut off." in text(content("correction"))


@pytest.mark.slow
def test_discs_have_no_corners_that_could_be_cut() -> None:
    """The second sign of the table in docs/look.md, on a disc: one notch, so that it stays round. Black has it, as the
    bar in figures and on paper, though Black begins."""
    assert "Whose base is whose: black: a notch at the rear; white: no mark." in text(
        content("incorrect-checkers"))


@pytest.mark.slow
def test_signs_of_several_kinds_of_bases_are_in_the_order_of_the_pieces(tmp_path: Path) -> None:
    """Shepherds on square bases, which have two corners cut off, and sheep, which are discs and have a notch: by the
    same two signs, whichever comes first, and not in an order of chance, which would be the same for both games."""
    shepherd, sheep = (f"  {line}\n" for line in (
        "shepherd: {of: [red, blue], each: 2, moves: K, body: {standee: pawn}}",
        "sheep: {each: {red: 6, blue: 6, wild: 6}, plural: sheep, moves: none, body: {tile: disc, face: plain}}"))
    corners, notch = "both rear corners cut off", "a notch at the rear"
    for pieces, signs in ((shepherd + sheep, f"{corners} / {notch}"), (sheep + shepherd, f"{notch} / {corners}")):
        path = put_recipe(tmp_path, "neutral-pieces", "# Two Shepherds\n", (shepherd + sheep, pieces))
        assert f"blue: {signs};" in text(content(str(path)))


def test_every_part_has_a_title_in_every_language(tmp_path: Path) -> None:
    spec = load_spec(str(tiny(tmp_path / "tiny")))
    panels = [*PANELS, *COUPONS]
    for language in SHIPPED:
        names = PartNames(spec.game, load_words(language))
        titles = [names.title(name if name in PANELS else f"{name} 1 of mdf-3mm") for name in panels]
        assert len({*titles}) == len(titles), language
        if language == "en":
            assert titles == [name if name in PANELS else f"{name} 1 of mdf-3mm" for name in panels]


def test_every_step_has_words() -> None:
    words = load_words()
    assert all(step in words for step, _ in BODIES.values())
    assert all(step in words for steps in JOINING.values() for step in steps)


@pytest.mark.slow
def test_players_with_different_materials_have_their_own_glue() -> None:
    spec = load_spec("correction")
    acrylic, plywood = load_material("acrylic-3mm"), load_material("birch-ply-3mm")
    stocks = {"acrylic-3mm/clear": acrylic, "acrylic-3mm/green": acrylic, "acrylic-3mm/orange": plywood}
    job = make_laser_job(spec, Options())
    [steps, *_] = [figure.steps for figure in assemblies(spec, job.fit, stocks.__getitem__)]
    assert [step.partition(":")[0] for step in (steps[0], steps[-1])] == ["orange", "green"]
