"""The old name of `fabgen.rules.protocol`, for rule sets of other packages → its names, with a warning."""

from __future__ import annotations

import warnings

from fabgen.rules.protocol import Doubt, OptionErrors, OptionMistake, Outcome, Rules, RuleSet, RuleSetInput
from fabgen.rules.rule_sets import rule_sets

__all__ = ["Doubt", "OptionErrors", "OptionMistake", "Outcome", "RuleSet", "RuleSetInput", "Rules", "rule_sets"]

warnings.warn("fabgen.rules.game moved to fabgen.rules.protocol; this name goes in the next release",
              DeprecationWarning, stacklevel=2)
