"""Kou-Ka-Roi: simultaneous choice and set collection for 2 to 4 players (rules: README.md)."""
