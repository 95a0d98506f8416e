"""Results that are kept from save to save: by their content, and not without end."""

from __future__ import annotations

import pytest

from fabgen.serve import studio
from fabgen.serve.look import Look
from fabgen.serve.studio import Store, Studio
from fabgen.spec.load import load_spec


def test_a_result_is_made_once_for_the_same_content() -> None:
    store, made = Store(), list[int]()
    for content in ("a", "b", "a"):
        assert store.get("figure", content, lambda content=content: made.append(1) or content) == content
    assert len(made) == 2


@pytest.mark.parametrize("pack", [bytes, lambda data: {"kit.pdf": data}, lambda data: [data]])
def test_what_takes_too_much_room_is_dropped(monkeypatch: pytest.MonkeyPatch, pack: object) -> None:
    """Ten results of 100 000 bytes each in a store of 350 000: three stay, whatever holds them."""
    monkeypatch.setattr(studio, "LARGEST_STORE", 350_000)
    store, made = Store(), list[int]()

    def ask(number: int) -> None:
        store.get("print", number, lambda: made.append(number) or pack(bytes([number]) * 100_000))  # type: ignore[operator]

    for number in range(10):
        ask(number)
    made.clear()
    for number in (9, 8, 7):
        ask(number)
    assert made == []
    ask(6)
    assert made == [6]


@pytest.mark.parametrize("game", ["charing-cross", "incorrect-checkers"])
def test_a_rulebook_is_known_after_a_save_that_did_not_change_it(game: str) -> None:
    """It holds no function that is made anew with each spec: that has no key, and the book would be set again."""
    store, made = Store(), list[bool]()
    for _ in range(2):
        content = Studio(load_spec(game), Look(), store)._book_arguments
        made.append(store.has("book", content))
        store.get("book", content, lambda: b"set once")
    assert made == [False, True]
