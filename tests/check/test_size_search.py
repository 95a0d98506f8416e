"""One search for sizes: the first in the order that is given, with as few tries as possible, and a record of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fabgen.check.size_search import Requirement, SizeSearch, Wants, find_size

CELLS = [float(mm) for mm in range(8, 121)]


def at_least(least: float, tries: list[float] | None = None) -> Requirement[float]:
    return needs(f"{least:g} or more", lambda size: size >= least, "larger", tries)


def at_most(most: float, tries: list[float] | None = None) -> Requirement[float]:
    return needs(f"{most:g} at most", lambda size: size <= most, "smaller", tries)


def needs(name: str, is_right: object, wants: Wants = "", tries: list[float] | None = None) -> Requirement[float]:
    def objection(size: float) -> str:
        if tries is not None:
            tries.append(size)
        assert callable(is_right)
        return "" if is_right(size) else name

    return Requirement(name, objection, wants)


def names(search: SizeSearch[float]) -> dict[float, str]:
    return {size: needed.name if needed else "found" for size, needed in search.tried.items()}


def test_the_first_size_in_the_order_is_found() -> None:
    assert find_size(CELLS, [at_least(47), at_most(60)]).size == 47
    assert find_size(CELLS[::-1], [at_least(47), at_most(60)]).size == 60
    assert find_size(CELLS, []).size == 8


def test_no_size_meets_what_excludes_each_other_and_the_record_says_so() -> None:
    """47 mm is the first that is large enough, and too large; every larger one is too."""
    search = find_size(CELLS, [at_least(47), at_most(46)])
    assert search.size is None
    assert names(search)[47] == "46 at most"
    assert names(search)[46] == "47 or more"
    assert max(search.tried) == 47


def test_what_wants_the_sizes_to_come_is_found_by_halving() -> None:
    """113 cells are halved seven times, and the cell that is found is tried for everything."""
    tries: list[float] = []
    assert find_size(CELLS, [at_least(47, tries)]).size == 47
    assert len(set(tries)) <= 1 + 7 + 1


def test_the_search_ends_at_a_size_that_no_later_one_can_mend() -> None:
    tries: list[float] = []
    assert find_size(CELLS, [at_most(7, tries)]).size is None
    assert tries == [8]


def test_where_nothing_follows_each_size_is_tried_in_turn() -> None:
    tries: list[float] = []
    odd = needs("a multiple of 10", lambda size: size % 10 == 0, "", tries)
    search = find_size(CELLS, [odd, at_least(11)])
    assert search.size == 20
    assert [size for size, name in names(search).items() if name == "a multiple of 10"] == [*range(11, 20)]
    assert names(search)[20] == "found"


def test_sizes_may_be_sheets() -> None:
    sheets = [(40.0, 40.0), (50.0, 40.0), (60.0, 30.0)]
    area = Requirement[tuple[float, float]]("area", lambda size: "" if size[0] * size[1] >= 1800 else "too small")
    wide = Requirement[tuple[float, float]]("width", lambda size: "" if size[0] > 55 else "too narrow")
    search = find_size(sheets, [area, wide])
    assert search.size == (60, 30)
    assert [*search.tried] == [(40, 40), (50, 40), (60, 30)]


@given(st.lists(st.integers(0, 130), max_size=3), st.lists(st.integers(0, 130), max_size=3), st.integers(1, 5),
       st.booleans())
def test_it_finds_what_trying_every_size_finds(leasts: list[int], mosts: list[int], step: int, upward: bool) -> None:
    requirements = [*map(at_least, leasts), needs("step", lambda size: size % step == 0), *map(at_most, mosts)]
    sizes = CELLS if upward else CELLS[::-1]
    wanted = next((size for size in sizes if all(needed.is_met(size) for needed in requirements)), None)
    search = find_size(sizes, requirements)
    assert search.size == wanted
    assert [size for size, needed in search.tried.items() if needed is None] == ([] if wanted is None else [wanted])
    assert all(needed is None or not needed.is_met(size) for size, needed in search.tried.items())
