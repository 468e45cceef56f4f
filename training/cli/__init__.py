"""Shared parts of commands: the command line, terminal output, signals and extras."""
