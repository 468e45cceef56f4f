"""Text that people and files use: positions, records, component files, names and messages."""
