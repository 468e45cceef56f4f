"""Numbers followed by a noun in the singular or plural."""


def counted(number: int, word: str) -> str:
    """Return `number`, followed by `word` in the singular or plural: "1 point", "2,000 points"."""
    return f"{number:,} {plural(number, word)}"


def plural(number: int, word: str) -> str:
    """Return `word` in the singular if `number` is 1, otherwise in the plural."""
    return word if number == 1 else f"{word}s"
