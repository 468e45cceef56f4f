"""Command lines that need no extra: arguments, and errors in one line."""
