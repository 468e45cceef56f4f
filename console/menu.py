"""The legal actions of a decision, to choose from by number or name."""

import unicodedata
from collections.abc import Mapping

# between two columns, and around a number
_GAP = 2


class Menu:
    """Actions in pages of columns, narrowed down by parts of their names.

    Args:
        names: the actions' names by the numbers that choose them.
        width: columns of the terminal.
        height: lines of a page.
    """

    def __init__(self, names: Mapping[int, str], width: int, height: int):
        self._names = names
        self._width = width
        self._height = max(height, 1)
        self._found = list(names)
        self._first = 0

    def answer(self, typed: str) -> int | str:
        """The number that `typed` chooses, or what is to be shown instead."""
        if not typed:
            return self._found[0] if len(self._found) == 1 else self._next_page()
        by_number = {str(number): number for number in self._names}
        by_name = {_plain(name): number for number, name in self._names.items()}
        chosen = by_number.get(typed, by_name.get(_plain(typed)))
        if chosen is not None:
            return chosen
        if typed.isdecimal():
            return f"no action has the number {typed[:20]} now"
        words = _plain(typed).split()
        found = [number for name, number in by_name.items() if all(word in name for word in words)]
        if not found:
            return f"no action with {typed!r} in its name is possible now; ? tells what to type"
        self._found, self._first = found, 0
        return self.page()

    def page(self) -> str:
        """The actions from the first that is to be shown, as many as there is room for."""
        digits = len(str(max(self._names)))
        entries = [f"{number:>{digits}} {self._names[number]}" for number in self._found]
        column = max(map(len, entries)) + _GAP
        room = max(self._width // column, 1) * self._height
        shown = entries[self._first : self._first + room]
        lines = -(-len(shown) // max(self._width // column, 1))
        text = [
            "".join(entry.ljust(column) for entry in shown[line::lines]).rstrip()
            for line in range(lines)
        ]
        self._end = self._first + len(shown)
        if len(self._found) == 1:
            text.append("Enter takes it")
        elif len(shown) < len(self._found):
            text.append(
                f"{self._first + 1} to {self._end} of {len(entries)} actions; Enter shows more, "
                "part of a name those with it"
            )
        return "\n".join(text)

    def _next_page(self) -> str:
        """After the last one all actions again."""
        if self._end < len(self._found):
            self._first = self._end
        else:
            self._found, self._first = list(self._names), 0
        return self.page()


def _plain(text: str) -> str:
    """Small letters without accents, which not every keyboard has."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
