"""A menu of the legal actions, from which a person chooses by number or name."""

import unicodedata
from collections.abc import Mapping

# Number of spaces between two columns.
_GAP = 2


class Menu:
    """A menu of actions in columns and pages, which can be filtered by parts of their names.

    The keys of `names` choose the actions. A page has `width` characters and `height` lines.
    """

    def __init__(self, names: Mapping[int, str], width: int, height: int):
        self._names = names
        self._width, self._height = width, max(height, 1)
        self._found, self._first = list(names), 0

    def answer(self, typed: str) -> int | str:
        """Return the number that `typed` chooses, otherwise a page of actions or an error."""
        if not typed:
            return self._found[0] if len(self._found) == 1 else self._next_page()
        by_number = {str(number): number for number in self._names}
        by_name = {_plain(name): number for number, name in self._names.items()}
        chosen = by_number.get(typed, by_name.get(_plain(typed)))
        if chosen is not None:
            return chosen
        if typed.isdecimal():
            return f"no legal action has the number {typed[:20]}"
        words = _plain(typed).split()
        found = [number for name, number in by_name.items() if all(word in name for word in words)]
        if not found:
            return f"no legal action matches {typed!r}; type ? for help"
        self._found, self._first = found, 0
        return self.page()

    def page(self) -> str:
        """Return the current page of actions."""
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
            text.append("press Enter to choose it")
        elif len(shown) < len(self._found):
            text.append(
                f"{self._first + 1} to {self._end} of {len(entries)} actions; "
                "press Enter for more, or type part of a name to filter them"
            )
        return "\n".join(text)

    def _next_page(self) -> str:
        """Return the next page; after the last, remove the filter and return the first page."""
        if self._end < len(self._found):
            self._first = self._end
        else:
            self._found, self._first = list(self._names), 0
        return self.page()


def _plain(text: str) -> str:
    """Return `text` in lower case without accents, because not every keyboard has them."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
