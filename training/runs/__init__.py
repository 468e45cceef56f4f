"""Training runs: built from a configuration, carried out in a folder, and measured."""
