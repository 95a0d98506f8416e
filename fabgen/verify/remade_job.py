"""The `job.json` of a build and the same data made again from `source/` → every Problem where they differ: prices,
times, handwork, remarks and whatever else no other check has a second source for.

A layout that the user stopped early, or that another program found with high effort, cannot be made again. Where it
differs, only what does not depend on it is compared.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from itertools import zip_longest
from typing import Any

from fabgen.core.problems import Location, Problem, shorten
from fabgen.verify.files import AGAIN
from fabgen.verify.readers import content

FILE = "laser/job.json"
STOPPED = "stopped early"  # the words that end the `nesting` of a sheet whose search the user ended
NAMES = ("name", "operation", "material", "id")  # keys that name a row of a list
UNCERTAIN = "nesting"  # a search that was stopped may have found the best layout, but it cannot say so
MOST_NAMED = 12  # Problems of the file


def is_same_layout(built: Mapping[str, Any], remade: Mapping[str, Any]) -> bool:
    """Whether both jobs have the same sheets, with the same parts at the same places."""
    layouts = ([(sheet.get("name"), sheet.get("places")) for sheet in job["sheets"]] for job in (built, remade))
    return next(layouts) == next(layouts)


def is_repeatable(built: Mapping[str, Any], effort: str) -> bool:
    """Whether the layout of a job can be made again."""
    return effort == "normal" and not any(STOPPED in str(sheet.get(UNCERTAIN)) for sheet in built["sheets"])


def compare_jobs(built: Mapping[str, Any], remade: Mapping[str, Any], effort: str) -> list[Problem]:
    """The Problems of a job's data, which `verify` has found sound, against the data made again."""
    if is_same_layout(built, remade):
        skipped = () if is_repeatable(built, effort) else (UNCERTAIN,)
        differences = [*_compare("", built, remade, skipped)]
    elif is_repeatable(built, effort):
        return [Problem(Location(FILE, key="sheets"), "its parts do not lie where this game's layout puts them", AGAIN)]
    else:
        differences = [*_compare("", _free_of_layout(built), _free_of_layout(remade))]
    problems = [Problem(Location(FILE, key=key), what, AGAIN) for key, what in differences]
    return content.limit_problems(problems, MOST_NAMED)


def _free_of_layout(job: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a job that does not depend on where its parts lie."""
    facts = {key: job.get(key) for key in ("fabgen", "game", "title", "handwork_minutes", "remarks")}
    bills = [row for row in _list(job, "materials") if isinstance(row, dict)]
    return {**facts, "materials": {str(bill.get("material")): _price_of_area(job, bill) for bill in bills}}


def _price_of_area(job: Mapping[str, Any], bill: Mapping[str, Any]) -> str:
    """The price of a material per square metre of the sheets that were bought, as text in whole units."""
    sheets = [sheet for sheet in job["sheets"] if sheet.get("material") == bill.get("material")]
    area = sum(sheet["width_mm"] * sheet["height_mm"] for sheet in sheets if not sheet.get("offcut")) / 1e6
    price = bill.get("price")
    try:
        return f"{price['amount'] / area:.0f} {price['currency']} for 1 m²" if price and area else "no price"
    except (KeyError, TypeError):
        return json.dumps(price)


def remarks_of(job: Mapping[str, Any]) -> list[str]:
    """The remarks of a job; none where they are no texts."""
    return [remark for remark in _list(job, "remarks") if isinstance(remark, str)]


def _list(job: Mapping[str, Any], key: str) -> list[Any]:
    """The list at a key of a job's data; empty where there is none."""
    value = job.get(key)
    return value if isinstance(value, list) else []


def _compare(key: str, value: Any, right: Any, skipped: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """The key of each value that differs from the right one, and what it is and must be."""
    if isinstance(value, dict) and isinstance(right, dict):
        for name in dict.fromkeys((*right, *value)):
            if name not in skipped:
                yield from _compare(f"{key}.{name}".lstrip("."), value.get(name), right.get(name), skipped)
    elif _is_texts(value) and _is_texts(right):
        for text in (text for text in value if text not in right):
            yield key, f"“{shorten(text)}” is not of this job"
        for text in (text for text in right if text not in value):
            yield key, f"“{shorten(text)}” is missing"
        if sorted(value) == sorted(right) and value != right:
            yield key, "its texts are in another order"
    elif isinstance(value, list) and isinstance(right, list):
        for number, (row, right_row) in enumerate(zip_longest(value, right)):
            yield from _compare(f"{key}.{_name_of(right_row, number)}", row, right_row, skipped)
    elif value != right or isinstance(value, bool) != isinstance(right, bool):
        stated, wanted = (shorten(json.dumps(data, ensure_ascii=False)) for data in (value, right))
        yield key, f"it is {stated}, it must be {wanted}"


def _is_texts(value: Any) -> bool:
    """Whether a value is a list of nothing but texts."""
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _name_of(row: Any, number: int) -> str:
    """What a row of a list is called in messages: its name, or its place from 0."""
    names = [row[key] for key in NAMES if key in row] if isinstance(row, dict) else []
    return str(names[0]) if names else str(number)
