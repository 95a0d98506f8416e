"""The engine against the plain generator of `plain.py`: random movements, boards and men."""

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from rules import plain
from rules.helpers import betza_texts, engine, positions, quiet_and_captures, setting

SIZES = st.tuples(st.integers(1, 8), st.integers(1, 8))
BOARDS = SIZES.flatmap(lambda size: positions(setting(*size, ("it",), one="up", two="down")))


@hypothesis_settings(max_examples=400)
@given(betza_texts, BOARDS)
def test_both_generators_agree(text, position):
    lattice = position.setting.lattice
    men = {lattice.place(cell): man.player for cell, man in position.men.items()}
    rules = engine(position.setting, it=text)
    for cell, man in position.men.items():
        forward = {"one": 1, "two": -1}[man.player]
        here, fresh = lattice.place(cell), cell in position.unmoved
        expected = plain.targets(text, lattice.files, lattice.ranks, men, here, forward, fresh)
        found = quiet_and_captures(rules.moves(position, cell))
        assert tuple({lattice.place(target) for target in part} for part in found) == expected


@pytest.mark.parametrize(("text", "quiet"), [
    ("fsN", {(0, 3), (4, 3)}), ("hrN", {(3, 4), (4, 1), (1, 0), (0, 3)}), ("fF2", {(1, 3), (0, 4), (3, 3), (4, 4)})])
def test_the_plain_generator_itself(text, quiet):
    assert plain.targets(text, 5, 5, {(2, 2): "one"}, (2, 2)) == (quiet, set())
