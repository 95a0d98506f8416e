"""A variant in Fairy-Stockfish's configuration → the files of a game; what the standard rules cannot say, key by key.

A variant inherits from another one of its file, or from one of those in `PARENTS`. Values that change no rule of play
are left out; every other key that is not understood is a warning with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from fabgen.core.english import join_words
from fabgen.core.files import read_text
from fabgen.core.problems import Location, Problem, nearest_hint, problem_error
from fabgen.core.yaml_models import yaml_bytes
from fabgen.rules.betza import NONE, BetzaError, parse_betza
from fabgen.rules.boards import file_name

MOVES = {
    "pawn": "fmWfcF", "knight": "N", "bishop": "B", "rook": "R", "queen": "Q", "king": "K", "commoner": "K",
    "fers": "F", "alfil": "A", "fersAlfil": "FA", "silver": "FfW", "aiwok": "RNF", "bers": "RF", "archbishop": "BN",
    "chancellor": "RN", "amazon": "QN", "knibis": "mNcB", "biskni": "mBcN", "kniroo": "mNcR", "rookni": "mRcN",
    "shogiPawn": "fW", "lance": "fR", "shogiKnight": "fN", "gold": "WfF", "dragonHorse": "BW", "clobber": "cW",
    "breakthrough": "fmWfF", "immobile": "none", "soldier": "fsW", "horse": "nN", "elephant": "nA",
    "janggiElephant": "nZ", "wazir": "W", "centaur": "KN",
}  # fmt: skip
STANDEES = ("pawn", "knight", "bishop", "rook", "queen", "king", "elephant", "horse")
CHESS = {"pawn": "p", "knight": "n", "bishop": "b", "rook": "r", "queen": "q", "king": "k"}
SMALL = {**CHESS, "doubleStep": "false", "castling": "false"}
PARENTS: dict[str, dict[str, str]] = {
    "chess": CHESS,
    "kingofthehill": {**CHESS, "flagPiece": "k", "flagRegion": "d4 e4 d5 e5"},
    "gardner": {
        **SMALL,
        "maxRank": "5",
        "maxFile": "e",
        "startFen": "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1",
        "promotionRegionWhite": "*5",
        "promotionRegionBlack": "*1",
    },
    "losalamos": {
        **SMALL,
        "bishop": "-",
        "maxRank": "6",
        "maxFile": "f",
        "startFen": "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1",
        "promotionRegionWhite": "*6",
        "promotionRegionBlack": "*1",
        "promotionPieceTypes": "nrq",
    },
    "breakthrough": {
        "breakthrough": "p",
        "startFen": "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w 0 1",
        "doubleStep": "false",
        "castling": "false",
        "stalemateValue": "loss",
        "flagPiece": "p",
        "flagRegionWhite": "*8",
        "flagRegionBlack": "*1",
    },
}
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
LOOKS = ("variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg", "nnueAlias")
SIDES = ("white", "black")
STUCK = {"draw": "draws", "loss": "loses", "win": "wins"}
CELL = 48  # mm: diagrams of five cells are legible on its bases


@dataclass
class Variant:
    """The values of a variant by key, with the line of each (0: of its parent), and the keys that have been used."""

    file: str
    name: str
    values: dict[str, str]
    lines: dict[str, int]
    known: set[str] = field(default_factory=lambda: {*LOOKS})
    problems: list[Problem] = field(default_factory=list)

    def value(self, key: str, default: str = "") -> str:
        """The value of a key, which counts as understood."""
        self.known.add(key)
        return self.values.get(key, default)

    def flag(self, key: str, default: bool) -> bool:
        """Whether a key is true."""
        return self.value(key, str(default).lower()).lower() == "true"

    def unsaid(self, key: str, why: str = "") -> None:
        """Adds a warning about a key that the standard rules cannot say."""
        self.known.add(key)
        where = Location(self.file, self.lines.get(key, 0), 1 if self.lines.get(key) else 0, f"{self.name}.{key}")
        written = f"{key} = {self.values[key]}" if key in self.values else key
        what = f"`{written}` cannot be said{f': {why}' if why else ''}"
        self.problems.append(Problem(where, what, "the game is written without it", "warning"))


def fairy_files(file: Path, name: str, folder: Path) -> tuple[dict[str, bytes], list[Problem]]:
    """The spec and the rules text of a variant, and a warning for each key that cannot be said. Raises FabgenError
    where the file, the variant or its board cannot be read."""
    variant = read_variant(file, name)
    game = _game(variant, folder.name)
    for key in variant.values:
        if key not in variant.known:
            variant.unsaid(key)
    spec = yaml_bytes(game)
    title = game["title"]
    rules = f"# {title}\n\nWrite here how the game is played.\n\n![](setup)\n\n"
    figures = "".join(f"![](moves:{piece})\n\n" for piece in game["pieces"])
    return {"game.yaml": spec, "rules.md": f"{rules}## Pieces\n\n{figures}".encode()}, variant.problems


def read_variant(file: Path, name: str) -> Variant:
    """A variant of a file with everything that it inherits. Raises FabgenError."""
    sections = _sections(read_text(file))
    if name not in sections:
        what = f"there is no variant `{name}` in this file"
        raise problem_error(what, nearest_hint(name, tuple(sections)), Location(str(file)))
    values, lines, chain, parent = dict[str, str](), dict[str, int](), [name], name
    while parent:
        line, grandparent, own_values = sections[parent]
        values = {key: value for key, (value, _) in own_values.items()} | values
        lines = {key: at for key, (_, at) in own_values.items()} | lines
        if grandparent in PARENTS and grandparent not in sections:
            values = {**PARENTS[grandparent], **values}
            break
        if grandparent and (grandparent not in sections or grandparent in chain):
            what = f"the variant `{parent}` inherits from `{grandparent}`, " + (
                "and so from itself" if grandparent in chain else "which is not in this file"
            )
            raise problem_error(what, f"known without a file: {join_words(PARENTS)}", Location(str(file), line, 1))
        chain.append(grandparent)
        parent = grandparent
    return Variant(str(file), name, values, lines)


class _Section(NamedTuple):
    """A variant as a file has it: the line of its head, its parent, and its values with their lines."""

    line: int
    parent: str
    values: dict[str, tuple[str, int]]


def _sections(text: str) -> dict[str, _Section]:
    """The sections of a file of variants, by the variant's name."""
    sections: dict[str, _Section] = {}
    current: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        head = re.fullmatch(r"\[([^:\]]+)(?::([^\]]+))?\]", stripped)
        if head:
            current = {}
            sections[head[1].strip()] = _Section(number, (head[2] or "").strip(), current)
        elif "=" in stripped and not stripped.startswith(("#", ";")):
            key, _, value = stripped.partition("=")
            current[key.strip()] = (value.strip(), number)
    return sections


def _game(variant: Variant, name: str) -> dict[str, Any]:
    """The spec of a variant as a mapping."""
    ranks, files = _number(variant, "maxRank", 8), _file_number(variant, "maxFile", "8")
    letters, moves = _pieces(variant)
    fen = variant.value("startFen", START).split()
    pieces, holes = _placement(variant, fen[0], files, ranks, letters)
    letters = _letters_in_play(variant, letters, pieces)
    moves = {kind: text for kind, text in moves.items() if kind in letters.values()}
    board = _Board(variant, files, ranks, letters, pieces)
    rules = board.rules(moves, fen[2] if len(fen) > 2 else "-")
    if len(fen) > 1 and fen[1] == "b":
        rules["turns"] = ["black", "white"]
    cells_by_army: dict[tuple[str, str], list[str]] = {(side, kind): [] for side in SIDES for kind in moves}
    for cell, side, kind in pieces:
        cells_by_army.get((side, kind), []).append(cell)
    setup = {side: {kind: " ".join(cells_by_army[side, kind]) for kind in moves} for side in SIDES}
    counts = {kind: max(1, *(len(cells_by_army[side, kind]) for side in SIDES)) for kind in moves}
    return {
        "fabgen": 1,
        "title": name.replace("-", " ").title(),
        "designer": "Unknown",
        "players": {
            "white": {"forward": "up", "material": "acrylic-3mm/white"},
            "black": {"forward": "down", "material": "acrylic-3mm/black"},
        },
        "board": {
            "grid": f"{files}x{ranks}",
            **({"holes": " ".join(holes)} if holes else {}),
            "chequered": True,
            "cell": f"{CELL} mm",
            "material": "birch-ply-3mm",
            **({"zones": {zone: {"cells": " ".join(cells), "pattern": "none"} for zone, cells in board.zones.items()}}
               if board.zones else {}),
        },
        "pieces": {
            kind: {
                "each": counts[kind],
                "moves": text,
                "body": {"standee": kind} if kind in STANDEES[:6] else {"tile": "disc"},
            }
            for kind, text in moves.items()
        },
        "setup": {side: {kind: cells for kind, cells in kinds.items() if cells} for side, kinds in setup.items()},
        "rules": rules,
    }


def _number(variant: Variant, key: str, default: int) -> int:
    """The number that a key has. Raises FabgenError for anything else."""
    text = variant.value(key, str(default))
    if not text.isdecimal() or len(text) > 4:
        raise problem_error(f"`{key} = {text}` is not a number", f"such as {default}", _place_of(variant, key))
    return int(text)


def _file_number(variant: Variant, key: str, default: str) -> int:
    """The file that a key names by its letter or its number, from 1. Raises FabgenError for anything else."""
    text = variant.value(key, default).lower()
    if not re.fullmatch(r"[a-z]|\d{1,2}", text) or text == "0":
        raise problem_error(f"`{key} = {text}` is no file of a board", "such as `h` or 8", _place_of(variant, key))
    return int(text) if text.isdecimal() else ord(text) - ord("a") + 1


def _pieces(variant: Variant) -> tuple[dict[str, str], dict[str, str]]:
    """The kinds of pieces by letter, and their movements. Raises FabgenError where there is none."""
    letters, moves = dict[str, str](), dict[str, str]()
    for key, value in variant.values.items():
        if key not in MOVES and not re.fullmatch(r"customPiece\d+", key) and key not in ("cannon", "banner"):
            continue
        variant.known.add(key)
        letter, _, text = value.partition(":")
        if letter == "-":
            continue
        kind = f"piece-{letter}" if key.startswith("custom") else re.sub(r"([A-Z])", r"-\1", key).lower()
        text = NONE if text == "-" else text or MOVES.get(key, "")
        try:
            parse_betza(text.replace("e", "") if key.startswith("custom") and text != NONE else text)
        except BetzaError:
            variant.unsaid(key, "its movement is not in the notation")
            text = NONE
        letters[letter] = kind
        moves[kind] = text
    if not moves:
        raise problem_error(f"the variant `{variant.name}` has no pieces", where=Location(variant.file))
    return letters, moves


def _placement(variant: Variant, text: str, files: int, ranks: int, letters: Mapping[str, str]
               ) -> tuple[list[tuple[str, str, str]], list[str]]:
    """The cell, the player and the kind of each piece of a FEN, and the cells of its walls. Raises FabgenError where it
    does not fit the board."""
    board, _, hand = text.partition("[")
    if hand not in ("", "]"):
        variant.unsaid("startFen", "pieces in hand are left out")
    rows = board.split("/")
    pieces, holes = list[tuple[str, str, str]](), list[str]()
    for rank, row in zip(range(ranks, 0, -1), rows, strict=False):
        column = 0
        for number, letter in re.findall(r"(\d+)|([A-Za-z*])", row):
            if number:
                column += int(number)
                continue
            if letter == "*":
                holes.append(f"{file_name(column)}{rank}")
                column += 1
                continue
            if letter.lower() not in letters:
                what = f"`startFen` has a piece `{letter}` that the variant `{variant.name}` does not name"
                raise problem_error(what, where=_place_of(variant, "startFen"))
            pieces.append((f"{file_name(column)}{rank}", SIDES[letter.islower()], letters[letter.lower()]))
            column += 1
        if column != files or re.search(r"[^A-Za-z0-9*]", row):
            rows = []
    if len(rows) != ranks:
        what = f"`startFen` does not fit a board of {files}x{ranks}, or has more than pieces on it"
        raise problem_error(what, where=_place_of(variant, "startFen"))
    return pieces, holes


def _letters_in_play(
    variant: Variant, letters: dict[str, str], pieces: list[tuple[str, str, str]]
) -> dict[str, str]:
    """The kinds of pieces by letter that are on the board at the start, or that pawns may become."""
    kinds = {kind for _, _, kind in pieces}
    pawns = variant.value("promotionPawnTypes", variant.value("pawnTypes", "p"))
    if any(letters.get(letter) in kinds for letter in pawns):
        kinds |= {letters[letter] for letter in variant.value("promotionPieceTypes", "nbrq") if letter in letters}
    return {letter: kind for letter, kind in letters.items() if kind in kinds}


def _place_of(variant: Variant, key: str) -> Location:
    """The place of a key in the file; the whole file where the value is inherited from elsewhere."""
    line = variant.lines.get(key, 0)
    return Location(variant.file, line, 1 if line else 0)


@dataclass
class _Board:
    """Translates the rules of one variant; the zones that they need gather in `zones`."""

    variant: Variant
    files: int
    ranks: int
    letters: Mapping[str, str]
    pieces: list[tuple[str, str, str]]
    zones: dict[str, list[str]] = field(default_factory=dict)

    def kinds(self, letters: str) -> list[str]:
        """The kinds of pieces of a set of letters; `*` is all of them, letters of other variants are none."""
        if letters == "*":
            return list(self.letters.values())
        return [self.letters[letter] for letter in letters if letter in self.letters]

    def region(self, key: str, default: str = "") -> list[str]:
        """The cells on the board of a region: squares, and `*8` for a rank. Raises FabgenError for anything else."""
        cells: list[str] = []
        text = self.variant.value(key, default)
        for word in text.replace("-", "").split():
            if not re.fullmatch(r"[a-z*]\d{1,2}", word):
                what = f"`{key} = {text}`: `{word}` is no square and no rank"
                raise problem_error(what, "such as `d4` or `*8`", _place_of(self.variant, key))
            files = range(self.files) if word[0] == "*" else [ord(word[0]) - ord("a")]
            rank = int(word[1:])
            cells += [f"{file_name(n)}{rank}" for n in files if n < self.files and rank <= self.ranks]
        return cells

    def zone(self, name: str, cells: list[str]) -> str:
        """The name of a zone of these cells."""
        self.zones[name] = cells
        return name

    def rules(self, moves: dict[str, str], rights: str) -> dict[str, Any]:
        """The options of the standard rules; adds the double step to the movement of pawns."""
        variant = self.variant
        rules: dict[str, Any] = {"set": "standard"}
        if "king" in moves and any(kind == "king" for _, _, kind in self.pieces):
            rules["royal"] = ["king"]
        rules["stuck"] = STUCK.get(variant.value("stalemateValue", "draw"), "draws")
        for key, usual in (("checkmateValue", "loss"), ("nFoldValue", "draw")):
            if variant.value(key, usual) != usual:
                variant.unsaid(key)
        if not variant.flag("checking", True):
            variant.unsaid("checking")
        self._pawns(moves, rules)
        if variant.flag("castling", True):
            self._castling(rules, rights)
        if variant.flag("mustCapture", False):
            rules["compulsory"] = True
        rules["repetition"] = _number(variant, "nFoldRule", 3) or None
        actions = 2 * _number(variant, "nMoveRule", 50)
        if actions:
            pawns = self.kinds(variant.value("nMoveRuleTypes", variant.value("pawnTypes", "p")))
            rules["no_progress"] = {"actions": actions, **({"moves_of": pawns} if pawns else {})}
        if goals := [*self._flags(), *self._extinction(), *self._lines()]:
            rules["win"] = goals
        return rules

    def _pawns(self, moves: dict[str, str], rules: dict[str, Any]) -> None:
        """Double steps, captures in passing and promotion."""
        variant = self.variant
        pawn = self.letters.get("p", "")
        if variant.flag("doubleStep", True) and pawn == "pawn":
            regions = {
                "white": self.region("doubleStepRegionWhite", "*2"),
                "black": self.region("doubleStepRegionBlack", f"*{self.ranks - 1}"),
            }
            starts = {(cell, side) for cell, side, kind in self.pieces if kind == pawn}
            step = {"white": 1, "black": -1}
            wrong = [cell for cell, side in starts if cell not in regions[side]
                     and 1 <= int(cell[1:]) + 2 * step[side] <= self.ranks]
            if wrong or any({*cells} - {cell for cell, owner in starts if owner == side}
                            and len({cell[1:] for cell in cells}) > 1 for side, cells in regions.items()):
                variant.unsaid("doubleStep", "two steps are for pawns that have not moved, wherever they start")
            else:
                moves[pawn] = "fmWfimnDfcF"
                rules["en_passant"] = {pawn: [pawn]}
        for kind, text in moves.items():
            moves[kind] = text if text == NONE else text.replace("e", "")  # `e`: captures in passing too
        kinds = self.kinds(variant.value("promotionPieceTypes", "nbrq").replace("-", ""))
        rows = {
            "white": self.region("promotionRegionWhite", "*8"),
            "black": self.region("promotionRegionBlack", "*1"),
        }
        may = not variant.flag("mandatoryPawnPromotion", True)
        pawns = [kind for kind in self.kinds(variant.value("promotionPawnTypes", variant.value("pawnTypes", "p")))
                 if kind in moves]
        if pawns and kinds and any(rows.values()):
            zones = {side: self.zone(f"{side} promotion", cells) for side, cells in rows.items() if cells}
            rule = {"zone": zones, "to": kinds, **({"choice": "may"} if may else {})}
            rules["promotion"] = {kind: dict(rule) for kind in pawns if kind not in kinds}

    def _castling(self, rules: dict[str, Any], rights: str) -> None:
        """Castling by the rights of the first position."""
        variant, entries = self.variant, dict[str, list[dict[str, Any]]]()
        mover = self.letters.get(variant.value("castlingKingPiece", "k"), "")
        partner = self.letters.get(variant.value("castlingRookPieces", "r"), "")
        ends = {
            "k": _file_number(variant, "castlingKingsideFile", "g"),
            "q": _file_number(variant, "castlingQueensideFile", "c"),
        }
        if not mover or not partner or not set(rights) & set("KQkq"):
            return
        for side, row in zip(SIDES, (1, self.ranks), strict=True):
            starts = [cell for cell, owner, kind in self.pieces if (owner, kind) == (side, mover)]
            for right, file in ends.items():
                if (right.upper() if side == "white" else right) not in rights:
                    continue
                steps = file - self._file(starts[0]) if len(starts) == 1 else 0
                if len(starts) != 1 or int(re.sub(r"\D", "", starts[0])) != row or abs(steps) < 2:
                    variant.unsaid("castling", f"the {mover} would go less than two cells, or is not at home")
                    return
                way = "r" if (steps > 0) == (side == "white") else "l"
                entry = {"partner": partner, "to": f"{way}W", "steps": abs(steps)}
                entries.setdefault(f"{side} {mover}", []).append(entry)
        all_steps = {entry["steps"] for of in entries.values() for entry in of}
        if len(all_steps) == 1 and len(entries) == 2 and all(len(of) == 2 for of in entries.values()):
            entries = {mover: [{"partner": partner, "steps": all_steps.pop()}]}
        if entries:
            rules["castling"] = entries

    def _file(self, cell: str) -> int:
        """The number of a cell's file, from 1."""
        return ord(cell[0]) - ord("a") + 1

    def _flags(self) -> Iterator[dict[str, Any]]:
        """The goal to bring a piece into a region."""
        variant, reach = self.variant, dict[str, str]()
        variant.known |= {"flagRegion", "flagPiece"}
        for side in SIDES:
            name = side.title()
            key = f"flagRegion{name}" if f"flagRegion{name}" in variant.values else "flagRegion"
            region = self.region(key)
            letter = variant.value(f"flagPiece{name}", variant.value("flagPiece", "*"))
            if not region:
                continue
            for kind in self.kinds(letter):
                reach[f"{side} {kind}"] = self.zone(f"{side} flag", region)
        if reach:
            yield {"reach": reach}

    def _extinction(self) -> Iterator[dict[str, Any]]:
        """The goal to capture all pieces, or all of a kind."""
        variant = self.variant
        value, types = variant.value("extinctionValue"), variant.value("extinctionPieceTypes")
        if not value or value == "none":
            return
        if value != "loss":
            variant.unsaid("extinctionValue")
            return
        fewer = _number(variant, "extinctionPieceCount", 0) + 1
        extra = {"fewer_than": fewer} if fewer > 1 else {}
        if types == "*":
            yield {"capture": "all", **extra}
        else:
            yield from ({"capture": [kind], **extra} for kind in self.kinds(types))

    def _lines(self) -> Iterator[dict[str, Any]]:
        """The goal to form a line."""
        variant, number = self.variant, _number(self.variant, "connectN", 0)
        ways = [variant.flag(f"connect{way}", True) for way in ("Horizontal", "Vertical", "Diagonal")]
        directions = {(True, True, True): "K", (True, True, False): "W", (False, False, True): "F"}
        if number > 1 and tuple(ways) in directions:
            yield {"line": number, "to": directions[ways[0], ways[1], ways[2]]}
        elif number:
            variant.unsaid("connectN")
