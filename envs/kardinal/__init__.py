"""Kardinal & König with Der Vatikan: majorities and hidden hands for 3 to 5 players (README.md)."""
