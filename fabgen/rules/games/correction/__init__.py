"""Spawning from a supply and moves that the opponent may deny or banish → a rule set: a race of two across each
other's home row."""
