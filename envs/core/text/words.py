"""Numbers followed by a noun in the singular or plural, percentages, and lists of words."""

from collections.abc import Sequence


def counted(number: int, word: str) -> str:
    """Return `number`, followed by `word` in the singular or plural: "1 point", "2,000 points"."""
    return f"{number:,} {plural(number, word)}"


def plural(number: int, word: str) -> str:
    """Return `word` in the singular if `number` is 1, otherwise in the plural."""
    return word if number == 1 else f"{word}s"


def percent(chance: float) -> str:
    """Return a chance as a percentage: "42 %", or "<1 %" and ">99 %" if it is almost 0 or 1."""
    if 0 < chance < 0.01:
        return "<1 %"
    return ">99 %" if 0.99 < chance < 1 else f"{100 * chance:.0f} %"


def distinct(names: Sequence[str]) -> list[str]:
    """Return names with numbers behind those that are equal: "Ada", "greedy 1", "greedy 2"."""
    return [
        f"{name} {names[: place + 1].count(name)}" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]


def enumerated(words: Sequence[str]) -> str:
    """Return words as a list in a sentence: "a", "a and b", "a, b and c"."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last
