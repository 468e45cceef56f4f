"""Rules pages: their generated tables and pictures. `python -m tools.rules_pages` updates them."""
