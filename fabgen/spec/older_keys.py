"""A spec as written → the same with the keys of today, and a note for each older key in it.

A game that was written for older keys loads as before. One row for each older key: where it may stand, when it is one,
what is better today, and what is read instead. A row is only for a key that a spec could once have, or still may.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from fabgen.core.english import count_things
from fabgen.core.model_problems import Key
from fabgen.core.problems import Problem
from fabgen.core.yaml_models import YamlSource

ANY = "*"  # any name, in the place of a key
FACES = ("diagram", "name", "sign", "plain")


@dataclass(frozen=True)
class OlderKey:
    """A key that has a better form today.

    * `place`: the keys that lead to the mapping that holds it, ANY for any name.
    * `key`: its own.
    * `is_older`: whether its value, in that mapping, has the better form.
    * `better`: that form, for the value.
    * `reason`: why it is better; empty where that needs no words.
    * `convert`: changes the mapping to it; None where the older form is still read as it is.
    """

    place: tuple[str, ...]
    key: str
    is_older: Callable[[Any, dict[Any, Any]], bool]
    better: Callable[[Any], str]
    reason: str = ""
    convert: Callable[[dict[Any, Any]], None] | None = None


def _as_face(body: dict[Any, Any]) -> None:
    """`base: plain` was what is on the base before `face` was; what `face` says besides has the last word."""
    face = body.pop("base")
    body.setdefault("face", face)


def _named_spaces(names: dict[str, str]) -> str:
    """The spaces of a map with their names as keys."""
    key, name = next(iter(names.items()))
    return f'`spaces: {{{name}: "..."}}`, with `ids: {{{name}: {key}}}` where its short name is another than follows'


OLDER_KEYS = (
    OlderKey(
        ("pieces", ANY, "body"),
        "base",
        lambda value, body: value in FACES,
        lambda value: f"`face: {value}`",
        "`base` is the size of the base",
        _as_face,
    ),
    OlderKey(
        ("board", "map"),
        "names",
        lambda value, board_map: isinstance(value, dict) and bool(value) and bool(board_map.get("spaces")),
        _named_spaces,
        "spaces are called as people write them",
    ),
)


def with_keys_of_today(data: dict[str, Any], source: YamlSource) -> list[Problem]:
    """Changes older keys of a spec, as it was read, to those of today. A note for each kind of older key, at the first
    place where it stands."""
    notes = []
    for older in OLDER_KEYS:
        found = [(key, holder) for key, holder in _mappings_at(data, older.place, ())
                 if older.key in holder and older.is_older(holder[older.key], holder)]
        if not found:
            continue
        key, holder = found[0]
        value = holder[older.key]
        written = f"`{older.key}: {value}`" if isinstance(value, str) else f"`{older.key}`"
        times = f", {count_things(len(found), 'time')} here" if len(found) > 1 else ""
        what = f"{written} is an older form{times}{f': {older.reason}' if older.reason else ''}"
        notes.append(Problem(source.key_location(*key, older.key), what, f"write {older.better(value)}", "notice"))
        for _, holder in found:
            if older.convert and older.key in holder:  # an anchor may put one mapping into several places
                older.convert(holder)
    return notes


def _mappings_at(data: Any, place: tuple[str, ...], key: Key) -> Iterator[tuple[Key, dict[Any, Any]]]:
    """The mappings to which some keys lead, each with its place."""
    if not isinstance(data, dict):
        return
    if not place:
        yield key, data
        return
    for name, value in data.items():
        if place[0] in (ANY, name):
            yield from _mappings_at(value, place[1:], (*key, name))
