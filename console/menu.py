"""A menu of the legal actions, from which a person chooses by number or name."""

import textwrap
import unicodedata
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

# Number of spaces between two columns, and an unbreakable space.
_GAP, _UNBROKEN = 2, "\xa0"


class Entry(NamedTuple):
    """An action in a menu."""

    name: str  # the name in written games
    heading: str  # the heading of neighbouring entries that belong together, or ""
    words: str  # a description of the action below the heading


class Menu:
    """A menu of actions in pages, which can be filtered by parts of their names and descriptions.

    Actions are numbered from 1. Those with the same heading follow it in lines, others are in
    columns. A page has `width` characters and `height` lines.
    """

    def __init__(self, entries: Sequence[Entry], width: int, height: int):
        self._entries = entries
        self._width, self._height = width, max(height, 1)
        self._filter(list(range(len(entries))))

    def answer(self, typed: str) -> int | str:
        """Return the place of the entry that `typed` chooses, or a page of actions or an error."""
        if not typed:
            return self._found[0] if len(self._found) == 1 else self._next_page()
        if typed.isdecimal():
            number = int(typed[:20])
            if 1 <= number <= len(self._entries):
                return number - 1
            return f"no legal action has the number {typed[:20]}"
        names = [_plain(name) for name, _, _ in self._entries]
        if _plain(typed) in names:
            return names.index(_plain(typed))
        words = _plain(typed).split()
        texts = [_plain(" ".join(entry)) for entry in self._entries]
        found = [place for place, text in enumerate(texts) if all(word in text for word in words)]
        if not found:
            return f"no legal action matches {typed!r}; type ? for help"
        self._filter(found)
        return self.page()

    def page(self) -> str:
        """Return the current page of actions."""
        text = self._lines[self._first : self._first + self._height]
        if len(self._found) == 1:
            text.append("press Enter to choose it")
        elif len(self._lines) > self._height:
            text.append(
                f"{len(self._found)} actions; press Enter for more, or type part of a name to "
                "filter them"
            )
        return "\n".join(text)

    def _filter(self, found: list[int]) -> None:
        self._found, self._first, self._lines = found, 0, []
        for heading, group in groupby(found, lambda place: self._entries[place].heading):
            places = list(group)
            digits = len(str(places[-1] + 1))
            entries = [f"{place + 1:>{digits}} {self._entries[place].words}" for place in places]
            self._lines += self._wrapped(heading, entries) if heading else self._columns(entries)

    def _wrapped(self, heading: str, entries: Sequence[str]) -> list[str]:
        """Return a heading and entries in lines that break only between entries."""
        text = (" " * _GAP).join(entry.replace(" ", _UNBROKEN) for entry in entries)
        lines = textwrap.wrap(f"{heading}: {text}", self._width, subsequent_indent=" " * 4)
        return [line.replace(_UNBROKEN, " ") for line in lines]

    def _columns(self, entries: Sequence[str]) -> list[str]:
        column = max(map(len, entries)) + _GAP
        lines = -(-len(entries) // max(self._width // column, 1))
        return [
            "".join(entry.ljust(column) for entry in entries[line::lines]).rstrip()
            for line in range(lines)
        ]

    def _next_page(self) -> str:
        """Return the next page; after the last, remove the filter and return the first page."""
        self._first += self._height
        if self._first >= len(self._lines):
            self._filter(list(range(len(self._entries))))
        return self.page()


def _plain(text: str) -> str:
    """Return `text` in lower case without accents, because not every keyboard has them."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
