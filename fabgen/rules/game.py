"""The old name of `fabgen.rules.protocol`, kept for rule sets of other packages → the same names, with a deprecation
warning."""

from __future__ import annotations

import warnings

from fabgen.rules.protocol import Doubt, OptionErrors, OptionMistake, Outcome, Rules, RuleSet, RuleSetInput
from fabgen.rules.rule_sets import rule_sets

Given = RuleSetInput

__all__ = [
    "Doubt", "Given", "OptionErrors", "OptionMistake", "Outcome", "RuleSet", "RuleSetInput", "Rules", "rule_sets",
]  # fmt: skip

warnings.warn("fabgen.rules.game moved to fabgen.rules.protocol; this name goes in the next release",
              DeprecationWarning, stacklevel=2)
