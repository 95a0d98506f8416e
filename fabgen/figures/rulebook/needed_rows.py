"""A game and its rules text → the rows of its legend that a reader needs: those that the book explains nowhere else.

The marks of diagrams always stay, and so do other signs of what a piece may do; the ring of jumps, which only pieces
as they are made have, where the book shows such a piece without a caption. Left out are

* pieces of players, and tokens, which the list of components shows with their names; of pieces that go one way only
  where the text says which way each player's pieces go;
* zones that the caption of the board or the setup names, with a word for the pattern of each where the legend has
  several, and an area that the caption of a figure names, where there is no other: several differ by their signs;
* signs of what happens or may happen to a piece, such as one that was captured, where the caption of each figure that
  shows one names its cells; but the signs of pieces that were placed or turned, and of tokens that were taken up, stay
  where a figure of the book has them;
* cells that people have shaded or framed, where the caption has a word for that, such as *tinted* or *circled*;
* a sign that differs from another of the legend only in its size or its place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from fabgen.core.languages import Catalogue
from fabgen.figures.boards.board import zone_pattern
from fabgen.figures.diagrams.legend import (
    LegendRow,
    chain_actions,
    find_crowded_cells,
    find_shared_cells,
    legend_rows,
)
from fabgen.figures.positions.captions import settle_claims
from fabgen.figures.positions.claims import Trace, coloured_areas, find_captured_cells, make_trace
from fabgen.figures.rulebook.passages import read_passages
from fabgen.rules.boards import Cell
from fabgen.spec.examples import Case
from fabgen.spec.load import Spec
from fabgen.spec.markdown import curl_quotes
from fabgen.spec.rules_file import read_rules_text, rulebook_path

BOARD_FIGURES = ("board", "setup")
EXAMPLE_FIGURES = ("example", "comic")
MADE_PIECES = ("top:", "assembled:")  # how the names of figures begin that show the upper side of a piece as it is made
CROSSES = {"capture", "captured piece"}  # the kinds of a piece that can be captured, and of one that was
SIGNS = ("placed piece", "returned piece", "turned piece", "lifted token")  # the kinds of signs that captions leave out
DRAWN_BY_HAND = ("shaded", "framed")  # the kinds of cells that people have drawn into positions
LISTED_KINDS = ("player", "token")  # which the list of components shows


@dataclass(frozen=True)
class _CaptionedCase:
    """An example that a book shows, with the caption that it has there, in one picture or in a comic."""

    case: Case
    trace: Trace
    caption: str
    is_comic: bool


def find_needed_rows(spec: Spec, words: Catalogue) -> list[LegendRow]:
    """The rows of a book's legend. Raises FabgenError for a rules text that cannot be read."""
    captions: dict[str, list[str]] = {}
    passages = read_passages(read_rules_text(spec), rulebook_path(spec))
    for passage in passages:
        if passage.figure:
            captions.setdefault(passage.figure, []).append(passage.text)
    book_words = _BookWords(spec, captions, [passage.text for passage in passages], words)
    rows = legend_rows(spec, words)
    kinds = Counter(row.kind for row in rows)
    return [row for row in rows if not book_words.explain(row, kinds)]


class _BookWords:
    """What a book explains outside its legend; `captions` are those of each figure that it shows, by reference, and
    `texts` its passages."""

    def __init__(self, spec: Spec, captions: Mapping[str, Sequence[str]], texts: Sequence[str], words: Catalogue
                 ) -> None:
        self.has_components = "components" in captions
        self.has_uncaptioned_piece = any(
            figure.startswith(MADE_PIECES) and not all(texts) for figure, texts in captions.items())
        self.texts = texts
        self.pattern_words = {spec.game.zone_name(zone): words.text(f"pattern_{pattern}").split("|")
                              for zone in spec.game.board.zones if (pattern := zone_pattern(spec.game, zone)) != "none"}
        self.board_captions = [text for figure in BOARD_FIGURES for text in captions.get(figure, ())]
        self.players = {spec.game.player_name(player).casefold() for player in spec.game.players}
        self.cell_title = spec.lattice.title
        self.cases = [
            _CaptionedCase(case, make_trace(case), text or case.example.title, kind == "comic")
            for case in spec.cases for kind in EXAMPLE_FIGURES
            for text in captions.get(f"{kind}:{case.example.id}", ())
        ]
        self.views = [(view, text) for view_id, view in spec.position_views.items()
                      for text in captions.get(f"position:{view_id}", ())]
        self.drawn_positions = [(view.seen_position, text or view.title) for view, text in self.views]
        self.drawn_words = {kind: words.text(f"pattern_{kind}").split("|") for kind in DRAWN_BY_HAND}
        self.areas = self._find_named_areas()

    def explain(self, row: LegendRow, kinds: Counter[str]) -> bool:
        """Whether the book explains the sign of a row without its legend, which has so many rows of each of `kinds`, or
        shows no such sign."""
        if row.kind in LISTED_KINDS:
            return self.has_components and self._says_way(row)
        if row.kind == "jump ring":
            return not self.has_uncaptioned_piece
        if row.kind == "zone":
            return all(self._describes_zone(name, is_single=kinds["zone"] == 1) for name in row.name.split("\n"))
        if row.kind == "area":
            return kinds["area"] == 1 and row.name in self.areas
        if row.kind in CROSSES and kinds.keys() >= CROSSES:
            return False  # two signs with a cross: each row says how it differs from the other
        if row.kind == "refusal beside":
            return "refusal" in kinds
        if row.kind in DRAWN_BY_HAND:
            return self._describes_drawn_cells(row.kind)
        if row.kind == "way":  # the sign of a piece in a diagram has the same point
            return True
        if row.kind not in _CELLS_OF:
            return False
        if row.kind in SIGNS:
            return not any(_CELLS_OF[row.kind](shown, row.name) for shown in self.cases)
        cells_by_caption = [(shown.caption, _CELLS_OF[row.kind](shown, row.name)) for shown in self.cases]
        if row.kind == "inset":
            cells_by_caption += [(text, find_crowded_cells(position)) for position, text in self.drawn_positions]
        return all(self._names_cells(caption, cells) for caption, cells in cells_by_caption)

    def _says_way(self, row: LegendRow) -> bool:
        """Whether a passage says which way the pieces of the player of a row go, if the row says it: it has the player
        and the way."""
        names = row.name.split("\n")
        return row.kind != "player" or len(names) == 1 or any(
            all(_is_named(name, text) for name in names) for text in self.texts)

    def _describes_zone(self, name: str, *, is_single: bool) -> bool:
        """Whether a caption of the board names a zone and, unless the legend has a single one, has a word for its
        pattern."""
        if name.casefold() in self.players:
            return False  # the caption may speak of the player
        stems = [re.escape(stem) for stem in self.pattern_words.get(name, ())]  # none for a tint without a pattern
        looks = "" if is_single else rf"(?<!\w)(?:{'|'.join(stems)})"
        return any(_is_named(name, text) and re.search(looks, text, re.IGNORECASE) for text in self.board_captions)

    def _describes_drawn_cells(self, kind: str) -> bool:
        """Whether the caption of each position in which people have shaded or framed cells has a word for that."""
        stems = "|".join(map(re.escape, self.drawn_words[kind]))
        return all(re.search(rf"(?<!\w)(?:{stems})", text, re.IGNORECASE) for view, text in self.views
                   if getattr(view, kind))

    def _names_cells(self, caption: str, cells: set[Cell]) -> bool:
        return all(_is_named(self.cell_title(cell), caption) for cell in cells)

    def _find_named_areas(self) -> set[str]:
        """The areas that captions name, each of a figure whose others are named already or by the same caption."""
        named: set[str] = set()
        shown = [({name for name, cells in coloured_areas(shown.case).items() if cells}, shown.caption)
                 for shown in self.cases]
        while new := {name for areas, text in shown for name in areas - named
                      if all(area in named or _is_named(area, text) for area in areas)}:
            named |= new
        return named


def _is_named(name: str, text: str) -> bool:
    """Whether a text has a name, as words of their own."""
    pattern = rf"(?<!\w){re.escape(curl_quotes(name))}(?!\w)"
    return bool(re.search(pattern, curl_quotes(text), re.IGNORECASE))


def _find_captured(captioned_case: _CaptionedCase, _: str) -> set[Cell]:
    """The cells whose pieces claimed actions capture."""
    claims, position = settle_claims(captioned_case.case), captioned_case.case.position
    actions = (*claims.legal, *(claims.exactly or ()))
    return {cell for action in actions for cell in find_captured_cells(position.setting.lattice, position, action)}


def _find_numbered(captioned_case: _CaptionedCase, _: str) -> set[Cell]:
    """The cells to which arrows with numbers lead. A comic has a picture for each step, with its number above it."""
    if captioned_case.is_comic:
        return set()
    chains = chain_actions(settle_claims(captioned_case.case))
    return {leg.end for leg in captioned_case.trace.legs if leg.number} | {
        cell for action in chains for cell in action.path[1:]
    }


_CELLS_OF: Mapping[str, Callable[[_CaptionedCase, str], set[Cell]]] = {
    "move": lambda shown, _: {leg.end for leg in shown.trace.legs},
    "number": _find_numbered,
    "captured piece": lambda shown, _: shown.trace.captured_pieces.keys() - {*shown.trace.returned_cells},
    "homed piece": lambda shown, _: {*shown.trace.replaced_cells},
    "placed piece": lambda shown, _: {*shown.trace.placed_cells},
    "returned piece": lambda shown, _: {*shown.trace.returned_cells},
    "turned piece": lambda shown, _: {*shown.trace.turned_cells},
    "lifted token": lambda shown, name: {*shown.trace.lifted_tokens.get(name, ())},
    "capture": _find_captured,
    "inset": lambda shown, _: find_shared_cells(shown.case, shown.trace),
}

__all__ = ["find_needed_rows"]
