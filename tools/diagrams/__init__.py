"""Diagrams of the documentation in ``docs/pictures``, which `python -m tools.diagrams` draws."""
