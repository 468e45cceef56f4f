"""Parts that all commands share: the command line, errors, progress and versions."""
