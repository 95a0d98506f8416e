"""What is worked out for a drawing is worked out once, for this very object."""

from __future__ import annotations

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.drawing_memory import remember_drawings
from fabgen.artwork.path import circle


def test_a_drawing_is_asked_about_once_for_each_other_argument() -> None:
    asked: list[tuple[int, float]] = []

    @remember_drawings(most=8)
    def width(drawing: Drawing, scale: float) -> float:
        asked.append((id(drawing), scale))
        return scale * drawing.size()[0]

    disc, same_disc = (draw(Role.FACE, circle((0.0, 0.0), 5.0)) for _ in range(2))
    assert disc == same_disc
    assert [width(disc, 1.0), width(disc, 2.0), width(disc, 1.0), width(same_disc, 1.0)] == [10.0, 20.0, 10.0, 10.0]
    assert asked == [(id(disc), 1.0), (id(disc), 2.0), (id(same_disc), 1.0)]


def test_all_answers_are_forgotten_when_there_are_too_many() -> None:
    asked = []

    @remember_drawings(most=2)
    def count_items(drawing: Drawing) -> int:
        asked.append(drawing)
        return len(drawing.items)

    first, second, third = (draw(Role.FACE, circle((0.0, 0.0), radius)) for radius in (1.0, 2.0, 3.0))
    for drawing in (first, second, first, third, third, first):
        assert count_items(drawing) == 1
    assert list(map(id, asked)) == list(map(id, (first, second, third, first)))
