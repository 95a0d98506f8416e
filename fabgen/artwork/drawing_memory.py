"""What is worked out for a drawing, kept for those who ask about the same drawing again.

A search of a layout asks for the same drawings many times. A drawing is known by its identity: to compare all that it
draws would take longer than what is saved.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from fabgen.artwork.drawing import Drawing

Others = ParamSpec("Others")
Answer = TypeVar("Answer")


def remember_drawings(most: int) -> Callable[[Callable[Concatenate[Drawing, Others], Answer]],
                                             Callable[Concatenate[Drawing, Others], Answer]]:
    """A decorator: the function is asked once for each drawing, as this very object, and its other arguments, which
    have to be hashable. It forgets all of its answers when it has so many."""

    def remember(function: Callable[Concatenate[Drawing, Others], Answer]
                 ) -> Callable[Concatenate[Drawing, Others], Answer]:
        answers: dict[object, tuple[Drawing, Answer]] = {}

        @wraps(function)
        def ask(drawing: Drawing, /, *args: Others.args, **kwargs: Others.kwargs) -> Answer:
            key = id(drawing), args, *kwargs.items()
            if key not in answers:
                if len(answers) >= most:
                    answers.clear()
                # What is kept holds its drawing, so that no other one gets its id.
                answers[key] = drawing, function(drawing, *args, **kwargs)
            return answers[key][1]

        return ask

    return remember


__all__ = ["remember_drawings"]
