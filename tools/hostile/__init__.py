"""Attacks on everything that people and machines do to a library: `python -m tools.hostile`."""
