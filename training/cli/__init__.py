"""What all commands share: their configuration, errors, progress and versions."""
