"""Knatsch: dice for castles, tournaments and action cards, 2 to 6 players (rules: README.md)."""
