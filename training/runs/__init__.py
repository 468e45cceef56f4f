"""Training runs: built from settings, carried out in a folder, and measured."""
