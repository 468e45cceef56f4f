"""Parts that all commands share: configuration, errors, progress and versions."""
