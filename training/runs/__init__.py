"""Training runs: built from settings, executed in a folder, and evaluated."""
