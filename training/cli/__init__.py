"""Shared parts of commands: the command line, errors, files, progress and versions."""
