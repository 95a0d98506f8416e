"""The `standard` rule set: what most abstract games need, as options of the spec; no Python."""
