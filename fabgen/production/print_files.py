"""A game → the files of `print/`: a print-and-play set for each paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fabgen.core.problems import FabgenError
from fabgen.production.build_files import BuildFile, Progress, document_stem, run_all
from fabgen.spec.build_options import Options
from fabgen.spec.cell_size import resize_cells
from fabgen.spec.load import Spec


def make_print_files(spec: Spec, options: Options, progress: Progress) -> Iterator[BuildFile]:
    """One print-and-play PDF for each paper. What does not fit is reported for all papers together."""
    from fabgen.check.board_hints import add_tile_hints
    from fabgen.check.chosen_size import CellTrials
    from fabgen.check.fewer_sheets import offer_printed_backs, offer_smaller_cells
    from fabgen.check.size_requirements import SizeRequirements
    from fabgen.paper.print_and_play import make_kit, make_print_pdfs, warn_of_unused_options

    progress("print-and-play")
    kit = make_kit(spec, options)
    objections = [CellTrials(spec, options, is_print_only).any_objection for is_print_only in (False, True)]
    summary = (*offer_smaller_cells(spec, kit, options, *objections), *offer_printed_backs(kit, options))
    notes = warn_of_unused_options(options)
    try:
        files = [*make_print_pdfs(spec, kit, options, document_stem(spec), run_all, progress)]
    except FabgenError as error:
        resizable = replace(spec, game=resize_cells(spec.game, spec.game.board.cell))  # without cells for paper alone
        raise FabgenError(add_tile_hints(SizeRequirements.of_options(resizable, options), error.problems)) from None
    for file in files:
        yield BuildFile(f"print/{file.name}", file.data, file.purpose, file.size, file.pages, notes, summary)
