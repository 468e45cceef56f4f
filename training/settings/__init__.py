"""The settings of commands, each with its type, default, range and explanation."""
