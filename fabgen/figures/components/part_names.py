"""A spec and the words of a language → what people read instead of the name of a part: on the job sheet, in pictures of
an assembly. Names themselves stay the same in every language, in files and in their ids."""

from __future__ import annotations

import re
from dataclasses import replace

from fabgen.artwork.part import Part
from fabgen.core.languages import Catalogue
from fabgen.figures.components.dice import short_die_name
from fabgen.figures.components.player_boards import player_board_title
from fabgen.figures.pieces.bodies import layer_count
from fabgen.spec.components import CUBE
from fabgen.spec.game import Game

SUFFIX = r"( [a-z]+\d+-[a-z]+\d+)?( \d+)?"  # in the name of a part of a split plate: its cells, its number
OF_PIECES = {"standee": "part_standee", "base": "part_base", "face": "part_face", "side": "part_side",
             "pin": "part_pin", "tile": "part_tile", "back": "part_back"}
PANELS = {
    "board": "part_board", "board key": "part_board_key", "board base": "part_board_base",
    "board frame": "part_board_frame", "lamp layer": "part_lamp_layer", "lamp layer key": "part_lamp_key",
    "case front": "part_case_front", "case side": "part_case_side", "case foot": "part_case_foot",
    "strip along ranks": "part_rank_strip", "strip along files": "part_file_strip",
    "box bottom": "part_box_bottom", "box front": "part_box_front", "box back": "part_box_back",
    "box side": "part_box_side", "box left side": "part_box_left", "box right side": "part_box_right",
    "box lid": "part_box_lid", "box lid rim": "part_box_rim", "box rail": "part_box_rail",
    "tray bottom": "part_tray_bottom", "tray front": "part_tray_front", "tray side": "part_tray_side",
    "tray divider": "part_tray_divider",
}
COUPONS = {
    "finger joint": "part_finger_joint", "lap joint": "part_lap_joint", "board joint": "part_board_joint",
    "panel joint": "part_panel_joint", "inlay frame": "part_inlay_frame", "inlay space": "part_inlay_space",
}
SPACES = {"light cell": "space_light", "dark cell": "space_dark", "plain cell": "space_plain"}


class PartNames:
    """The names of a game's parts in one language."""

    def __init__(self, game: Game, words: Catalogue) -> None:
        self.game, self.words = game, words
        self._titles = {f"{token} token": words.text("part_token", token=game.token_name(token))
                        for token in game.tokens}
        for track in game.tracks:
            name = game.track_name(track)
            if track in game.own_tracks:
                self._titles[f"{track} track"] = words.text("track_title", track=name)
            self._titles |= {f"{player} {track} marker": words.count(
                "markers_of_player", 1, player=game.player_name(player), track=name) for player in game.active_players}
        self._titles |= {f"{player} {board} board": player_board_title(game, board, player, words)
                         for board in game.player_boards for player in game.active_players}
        for die in game.dice:
            name = short_die_name(game, die, words)
            self._titles |= {f"{die} die face {number}": words.text("part_die_face", die=name, number=number)
                             for number in range(1, CUBE + 1)}
        for player, piece in game.armies:
            layers = [f"layer {n}" for n in range(1, layer_count(game.pieces[piece].body))]
            for part in (*OF_PIECES, *layers):
                self._titles[f"{player} {piece} {part}"] = (
                    self.title_in_picture(piece, part) if game.says_owner(player, piece) else words.text(
                        "part_of_player", player=game.player_name(player), piece=game.piece_name(piece),
                        part=self._part_of_piece(part)))

    def title(self, name: str) -> str:
        """What people read instead of a part's name; the name itself for a part that the game does not know."""
        if name in self._titles:
            return self._titles[name]
        if name.endswith(" space"):
            spaces = (self._space(space) for space in name.removesuffix(" space").split(" and "))
            return self.words.text("part_space", space=f" {self.words.text('and')} ".join(spaces))
        if (match := re.fullmatch(r"(.+?)( \d+)? of (\S+)", name)) and match[1] in COUPONS:
            coupon = self.coupon(match[1] + (match[2] or ""))
            return self.words.text("assembly_coupon", coupon=coupon, material=match[3])
        panels = [panel for panel in PANELS if re.fullmatch(re.escape(panel) + SUFFIX, name)]
        return self.words.text(PANELS[panels[0]]) + name[len(panels[0]):] if panels else name

    def title_in_picture(self, piece: str, part: str) -> str:
        """The title of a part of a piece, without its player: `knight base`."""
        return self.words.text("part_of_piece", piece=self.game.piece_name(piece), part=self._part_of_piece(part))

    def coupon(self, name: str) -> str:
        """The name of a joint that is tested, or of one of its plates: `board joint 1`."""
        if name in COUPONS:
            return self.words.text(COUPONS[name])
        joint, _, number = name.rpartition(" ")
        return self.words.text("part_coupon", part=self.words.text(COUPONS[joint]), number=number)

    def with_title(self, part: Part) -> Part:
        """The part with its title in this language."""
        return replace(part, label=self.title(part.name))

    def _part_of_piece(self, part: str) -> str:
        """The name of a part in a piece."""
        if part in OF_PIECES:
            return self.words.text(OF_PIECES[part])
        return self.words.text("part_layer", number=part.rpartition(" ")[2])

    def _space(self, space: str) -> str:
        """The name of a zone, or of the plain cells of a checkered board."""
        if space in self.game.board.zones:
            return self.game.zone_name(space)
        return self.words.text(SPACES[space]) if space in SPACES else space


__all__ = ["SUFFIX", "PartNames"]
