"""Generators for tables and pictures of the rules pages: `python -m tools.rules_pages`."""
