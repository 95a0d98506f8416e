"""A game's name and options → all its files, verified and landed: load → check → figures → make → write → verify → manifest.

Nothing of a build is seen before all of it is proven: files are staged beside the target and swapped in at the end.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import fabgen
from fabgen.base import FabgenError, Problem, plural
from fabgen.check import check_spec
from fabgen.landing import Work, stage
from fabgen.manifest import Entry, Manifest, entry
from fabgen.spec.load import Spec, load_spec

FOLDERS = ("laser", "print", "rules", "diagrams")
SOURCE = "source"
PAPERS = ("a4", "letter")

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Options:
    """What a user chose for a build; lengths in mm, None where profiles decide. Written to `source/options.json` as it is."""

    machine: str = "generic"
    material: str | None = None
    kerf: float | None = None
    sheet: tuple[float, float] | None = None
    spacing: float | None = None
    papers: tuple[str, ...] = PAPERS

    def dump(self) -> bytes:
        """Deterministic JSON."""
        return (json.dumps(vars(self), indent=2, sort_keys=True) + "\n").encode()

    @classmethod
    def parse(cls, data: bytes) -> Options:
        """The options that `dump` wrote."""
        found: dict[str, Any] = json.loads(data)
        return cls(**{key: tuple(value) if isinstance(value, list) else value for key, value in found.items()})


@dataclass(frozen=True)
class Made:
    """A file that a build made, before it is written."""

    path: str
    data: bytes
    purpose: str
    size: tuple[float, float] | None = None
    pages: int | None = None

    def entry(self) -> Entry:
        return entry(self.path, self.data, self.purpose, self.size, self.pages)


@dataclass(frozen=True)
class Result:
    """Where a build landed, its manifest, and what a person should know of it."""

    target: Path
    manifest: Manifest
    notes: tuple[Problem, ...] = field(default=())


def build(game: str, out: Path, options: Options | None = None, only: Sequence[str] = FOLDERS, progress: Progress = lambda _: None) -> Result:
    """Make, verify and land the chosen folders of a game under `out`/<slug>. Raises FabgenError with every Problem; then nothing changed."""
    from fabgen.verify import verify

    options = options or Options()
    progress("reading the game")
    spec = load_spec(game, despite=True)
    problems = check_spec(spec)
    if any(p.level == "error" for p in problems):
        raise FabgenError(problems)
    with stage(out / spec.slug) as work:
        files: list[Made] = []
        notes = list(problems)
        for step in (source_files, *(MAKERS[folder] for folder in FOLDERS if folder in only)):
            for made in step(spec, options, notes, progress):
                work.write(made.path, made.data)
                files.append(made)
        manifest = Manifest(fabgen.__version__, spec.slug, spec.game.title, tuple(made.entry() for made in files))
        work.write("manifest.json", manifest.dump())
        progress("verifying")
        if found := verify(work.folder):
            raise FabgenError(found)
        notes += _stale(work, spec, only)
        landed = work.land(manifest, (SOURCE, *only))
    return Result(work.target, landed, tuple(notes))


def _stale(work: Work, spec: Spec, only: Sequence[str]) -> Iterator[Problem]:
    """A notice where folders that stay were made from another spec."""
    kept = [folder for folder in FOLDERS if folder not in only and work.former and work.former.within([folder])]
    former = {one.path: one.sha256 for one in work.former} if work.former else {}
    changed = [made for made in source_files(spec, Options(), [], lambda _: None) if made.path.endswith((".yaml", ".md"))
               and made.path.startswith(f"{SOURCE}/game") and former.get(made.path) not in (None, made.entry().sha256)]
    if kept and changed:
        yield Problem(spec.source.where(), f"{' and '.join(kept)} still show an earlier version of this game", "build without --only", "warning")


def source_files(spec: Spec, options: Options, notes: list[Problem], progress: Progress) -> Iterator[Made]:
    """All that this build came from, so that it can be proven and repeated."""
    yield Made(f"{SOURCE}/game.yaml", Path(spec.source.file).read_bytes(), "the game spec of this build")
    rulebook = spec.folder / spec.game.rulebook
    yield Made(f"{SOURCE}/{Path(spec.game.rulebook).name}", rulebook.read_bytes(), "the rules text of this build")
    yield Made(f"{SOURCE}/options.json", options.dump(), "the options of this build")
    yield from _profiles(spec, options)


def _profiles(spec: Spec, options: Options) -> Iterator[Made]:
    """Machine and materials, whole, as they were resolved."""
    from fabgen.make.profile import load_machine

    machine = load_machine(options.machine)
    yield Made(f"{SOURCE}/machine.json", _json(machine.model_dump(mode="json")), "the laser profile of this build")
    job = laser_job(options)
    keys = [spec.game.board.material, *(p.material for p in spec.game.players.values()), *(t.material for t in spec.game.tokens.values())]
    materials = {job.stock(key).material.name: job.stock(key).material for key in keys}
    shop = {name: material.model_dump(mode="json") for name, material in sorted(materials.items())}
    yield Made(f"{SOURCE}/shop.json", _json(shop), "the materials of this build")


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()


def laser_job(options: Options) -> Any:
    """The options as a job for the laser stage."""
    from fabgen.make.laser import Job
    from fabgen.make.profile import load_machine, load_material

    material = load_material(options.material).material if options.material else None
    return Job(load_machine(options.machine), material, options.kerf, options.sheet, options.spacing)


def laser_files(spec: Spec, options: Options, notes: list[Problem], progress: Progress) -> Iterator[Made]:
    """One SVG a sheet."""
    from fabgen.figures.kit import laser_kit
    from fabgen.make.laser import make_sheets
    from fabgen.make.profile import fit_of
    from fabgen.write.svg import write_sheet

    progress("laser sheets")
    job = laser_job(options)
    sheets = make_sheets(laser_kit(spec, lambda key: fit_of(job.stock(key).material)), job)
    for sheet in sheets:
        notes += sheet.notes
        count = plural(len(sheet.placements), "part")
        yield Made(f"laser/{sheet.name}.svg", write_sheet(sheet, job.machine), f"laser sheet of {sheet.material}, {count}", (sheet.width, sheet.height))


def print_files(spec: Spec, options: Options, notes: list[Problem], progress: Progress) -> Iterator[Made]:
    """One print-and-play PDF a paper."""
    from fabgen.figures.paper import paper_kit
    from fabgen.make.page import lay_out
    from fabgen.make.paper import load_paper
    from fabgen.make.theme import load_theme
    from fabgen.write.pages import write_pages

    kit = paper_kit(spec)
    for name in options.papers:
        progress(f"print-and-play for {name}")
        pages = lay_out(kit, load_paper(name))
        data = write_pages(pages, load_theme("colour"), title=f"{spec.game.title}: print-and-play", author=spec.game.designer)
        yield Made(f"print/{file_stem(spec)}-pnp-{name}-fold.pdf", data, f"print-and-play, {name}, fold-over, full colour",
                   (pages[0].width, pages[0].height), len(pages))


def file_stem(spec: Spec) -> str:
    """What the names of a game's documents start with: slug and version."""
    return f"{spec.slug}-{''.join(c if c.isalnum() or c == '.' else '-' for c in spec.game.version)}"


def rules_files(spec: Spec, options: Options, notes: list[Problem], progress: Progress) -> Iterator[Made]:
    """The rulebook."""
    from fabgen.figures.catalogue import book_figures, cover
    from fabgen.figures.book import Imprint, read_book
    from fabgen.make.theme import load_theme
    from fabgen.write import png
    from fabgen.write.booklet import A5, write_booklet

    progress("rulebook")
    game = spec.game
    imprint = Imprint(game.title, game.designer, game.version, len(game.players), game.summary or "", game.year or "", game.source or "")
    book = read_book(spec.folder / game.rulebook, book_figures(spec), imprint, cover(spec))
    data = write_booklet(book, load_theme("colour"))
    yield Made(f"rules/{file_stem(spec)}-rules.pdf", data, "rulebook, A5, in reading order", (A5.width, A5.height), png.page_count(data))


def diagram_files(spec: Spec, options: Options, notes: list[Problem], progress: Progress) -> Iterator[Made]:
    """Every figure that stands alone, as SVG, PDF and PNG."""
    from fabgen.figures.catalogue import every_figure

    progress("diagrams")
    for figure in every_figure(spec):
        stem = figure.reference.replace(":", "-").replace(" ", "-")
        for suffix, (data, size) in render(figure, ("svg", "pdf", "png")).items():
            yield Made(f"diagrams/{stem}.{suffix}", data, f"diagram: {figure.caption}", size)


def render(figure: Any, suffixes: Sequence[str]) -> dict[str, tuple[bytes, tuple[float, float]]]:
    """A figure in some formats, each with its size in mm."""
    from fabgen.make.theme import load_theme
    from fabgen.write import pdf, png, svg

    theme, margin = load_theme("colour"), 2.0
    width, height = (side + 2 * margin for side in figure.drawing.size())
    out: dict[str, tuple[bytes, tuple[float, float]]] = {}
    paged = pdf.write_drawing(figure.drawing, theme, margin, title=figure.caption, subject=figure.alt) if {"pdf", "png"} & set(suffixes) else b""
    for suffix in suffixes:
        if suffix == "svg":
            out[suffix] = svg.write_drawing(figure.drawing, theme, margin, figure.caption), (width, height)
        elif suffix == "pdf":
            out[suffix] = paged, (width, height)
        else:
            out[suffix] = png.render(paged), (width, height)
    return out


MAKERS: dict[str, Callable[[Spec, Options, list[Problem], Progress], Iterator[Made]]] = {
    "laser": laser_files, "print": print_files, "rules": rules_files, "diagrams": diagram_files,
}

__all__ = ["FOLDERS", "MAKERS", "Made", "Options", "Result", "build", "file_stem", "laser_job", "render", "replace"]
