"""The values that commands take: each with its type, default, range and explanation."""
