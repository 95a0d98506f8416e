"""A checked spec and the user's options → the print-and-play files as bytes.

The name of a file says its paper, assembly and ink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from fabgen.artwork.paper_things import PaperKit
from fabgen.core.problems import Location, Problem
from fabgen.figures.boards.board_motif import find_board_motif
from fabgen.figures.components.paper_kit import make_paper_kit
from fabgen.figures.rulebook.book_colours import choose_colour
from fabgen.paper.duplex import PrintAssembly
from fabgen.paper.print_theme import print_theme
from fabgen.paper.sheets import lay_out_set
from fabgen.paper.tile_sheets import POSTER, lay_out_poster
from fabgen.spec.build_options import Options
from fabgen.typeset.pages import SheetPage, write_pages
from fabgen.typeset.papers import load_paper

if TYPE_CHECKING:
    from fabgen.spec.load import Spec

INKS = {"full": ("", "full colour"), "low": ("-lowink", "little ink"), "bw": ("-bw", "black only")}
MODES = {"fold": "fold-over", "duplex": "with backs", "single": "fronts only"}
# Calls the layouts of all papers and collects their problems, so that the user sees them all at once.
Pages = tuple[str, str, Sequence[SheetPage]]  # the paper, the key in SIDES, the pages of a file
Gather = Callable[[Iterable[Callable[[], Iterable[Pages]]]], list[Pages]]
# How many sides of its sheets a file prints: all of them one, or by `--assembly duplex` one file each.
SIDES = {"": "", "one": "one side", "both": "both sides, flip on the {} edge"}


@dataclass(frozen=True)
class PrintFile:
    """A print-and-play file: its name, its bytes, what it is for, the size of its first page in mm, its page count."""

    name: str
    data: bytes
    purpose: str
    size: tuple[float, float]
    pages: int


def print_assembly(options: Options) -> PrintAssembly:
    """How the set is printed. Raises FabgenError for a back offset that is out of range."""
    if options.assembly == "duplex":
        return PrintAssembly(
            "duplex", "short" if options.flip == "short" else "long", options.back_offset or (0.0, 0.0)
        )
    return PrintAssembly("single" if options.assembly == "single" else "fold")


def make_kit(spec: Spec, options: Options, *, has_round_cuts: bool = False) -> PaperKit:
    """The paper kit of the game, with the kind of standees that the user chose; for a plotter, which may cut rounds."""
    kit = make_paper_kit(spec, "slotted" if options.standees == "slotted" else "tent", has_round_cuts=has_round_cuts)
    if options.ink != "full":
        return replace(kit, saves_ink=options.ink == "low")
    return replace(kit, colour=choose_colour(spec.game), motif=find_board_motif(spec.game.board))


def make_print_pdfs(
    spec: Spec, kit: PaperKit, options: Options, stem: str, gather: Gather, progress: Callable[[str], None]
) -> Iterator[PrintFile]:
    """Yields one PDF for each paper; with backs, one of the sheets that are printed on one side, and one of the others.
    `gather` lays out all papers, and raises their problems together; `progress` receives a line for each file."""
    assembly = print_assembly(options)

    def lay_out_on(name: str) -> Iterator[Pages]:
        if name == POSTER:
            yield name, "", lay_out_poster(kit)
            return
        sheets = lay_out_set(kit, load_paper(name), assembly)
        yield name, "one" if assembly.is_double_sided else "", sheets.one_sided
        if sheets.two_sided:
            yield name, "both", sheets.two_sided

    for name, sides, pages in gather(partial(lay_out_on, name) for name in options.papers):
        progress(f"print-and-play for {name}")
        viewer = assembly.duplex_preference if sides == "both" else "Simplex"
        data = write_pages(
            pages,
            print_theme(options.ink, len(spec.game.players)),
            viewer,
            author=spec.game.designer,
            title=kit.words.text("print_and_play_title", title=spec.game.title),
            language=kit.words.language,
        )
        file, purpose = _name_and_purpose(name, sides, options, assembly)
        yield PrintFile(f"{stem}-{file}.pdf", data, purpose, (pages[0].width, pages[0].height), len(pages))


def _name_and_purpose(paper: str, sides: str, options: Options, assembly: PrintAssembly) -> tuple[str, str]:
    """The end of a file's name, and what the file is for."""
    ink, ink_label = INKS[options.ink]
    if paper == POSTER:
        return f"board-poster{ink}", f"the board in one piece, for a copy shop, {ink_label}"
    mode = {"": assembly.mode, "one": "duplex-1-one-side", "both": f"duplex-2-both-sides-{assembly.flip}"}[sides]
    standees = "-slotted" if options.standees == "slotted" else ""
    mode_label = ", ".join(filter(None, [MODES[assembly.mode], SIDES[sides].format(assembly.flip)]))
    return f"pnp-{paper}-{mode}{standees}{ink}", f"print-and-play, {paper}, {mode_label}, {ink_label}"


def warn_of_unused_options(options: Options) -> tuple[Problem, ...]:
    """Warnings for options that have no effect with the chosen assembly."""
    if options.assembly == "duplex":
        return ()
    options_set = [("--flip", options.flip != "long"), ("--back-offset", options.back_offset)]
    return tuple(Problem(Location(), f"{name} changes nothing here", "it is for --assembly duplex", "warning")
                 for name, is_given in options_set if is_given)
