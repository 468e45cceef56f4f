"""Random attacks on readers, writers, commands and servers: `python -m tools.hostile --help`."""
