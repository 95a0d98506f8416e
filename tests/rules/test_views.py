"""What players see of positions in games of all rule sets."""

import pytest

from fabgen.rules.match import begin
from fabgen.rules.views import describe_reveals, hides, view
from fabgen.spec.load import load_spec


@pytest.mark.parametrize("name", ["correction", "chess-battle", "charing-cross"])
def test_templates_hide_nothing_between_decisions(name):
    """Orders of Chess Battle are given at once: no position holds one."""
    match = begin(load_spec(name).play)
    for _ in range(12):
        actors = match.actors()
        if not actors:
            break
        for player in (*match.rules.setting.players, "nobody"):
            assert match.view(player) == match.rules.show(match.position)
        match = match.play({player: next(iter(match.texts(player))) for player in actors})
    assert not match.is_secret()
    assert match.record("nobody") == match.record()
    assert match.reveals() == ()


class Guessing:
    """The rules of a plug-in that says nothing about views."""

    def show(self, position):
        return f"all of {position}"


def test_rules_without_views_show_everything():
    rules = Guessing()
    assert view(rules, "it", "white") == "all of it"
    assert not hides(rules)
    assert describe_reveals(rules, "it", "move") == ()
