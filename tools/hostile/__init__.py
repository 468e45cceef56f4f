"""Attacks on readers, writers, commands, servers and functions: `python -m tools.hostile`."""
