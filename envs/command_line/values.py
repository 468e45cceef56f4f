"""Values in the arguments of commands, such as ``[3,4]`` in ``num_players=[3,4]``.

==========================  ================================================
``[a,b]``                   a list
``{a:1,b:2}``               a mapping
``true``, ``false``         a boolean
``null``                    no value
``12``, ``1_000``, ``1e6``  an integer
``0.5``, ``1e-3``           a number
``a,b``                     several values
``'a,b'``, ``"7"``          a string, in which a backslash protects a quote
==========================  ================================================

Everything else is a string. In brackets, a backslash protects characters that would end the string.
"""

import re
import shlex
from pathlib import Path
from typing import Any

from hofspiele.envs.core.registry import loadable_name

_CONSTANTS = {"null": None, "true": True, "false": False}
_INTEGER = re.compile(r"[+-]?(0|[1-9](_?\d)*)")
_NUMBER = re.compile(r"[+-]?(\d(_?\d)*\.?\d*|\.\d+)([eE][+-]?\d+)?")
# Maximum number of characters of a number. No allowed value needs more, and Python refuses to parse
# thousands of digits.
_MOST_DIGITS = 30
# Numbers with an exponent are integers if they are whole and at most this.
_LARGEST = 2**53
_QUOTED = re.compile(r"""'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)\"""", re.DOTALL)
# Strings without quotes: outside of brackets, in a list or after a colon, and in front of a colon.
_OUTSIDE = re.compile(r"[^,]*")
_INSIDE = re.compile(r"(?:\\.|[^],[{}\\])*", re.DOTALL)
_KEY = re.compile(r"(?:\\.|[^],[{}:\\])*", re.DOTALL)
_PROTECTED = re.compile(r"\\([][{},:\\'\"])")


class Several(list[Any]):
    """Values with commas but without brackets around them, such as ``a,b``."""


def read_value(text: str) -> Any:
    """Return the value that `text` stands for; raise ValueError if its brackets do not match."""
    reader = _Reader(text)
    values = [reader.value(_OUTSIDE)]
    while reader.skipped(","):
        values.append(reader.value(_OUTSIDE))
    if reader.rest:
        raise ValueError(f"{reader.rest!r} follows a complete value; quote it: {quoted(text)}")
    return Several(values) if len(values) > 1 else values[0]


def written(value: Any) -> str:
    """Return the text of a value, which `read_value` reads."""
    if isinstance(value, list):
        return f"[{','.join(map(_inside, value))}]"
    if isinstance(value, dict):
        entries = (f"{_inside(key, ':')}:{_inside(entry)}" for key, entry in value.items())
        return "{" + ",".join(entries) + "}"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return f"{value:_}" if abs(value) >= 10_000 else str(value)
    text = str(value)
    is_literal = text != "" and _read(text) == text
    return quoted(text) if isinstance(value, str) and not is_literal else text


def quoted(text: str) -> str:
    """Return `text` in quotes, so that `read_value` reads it literally."""
    return "'" + re.sub(r"(['\\])", r"\\\1", text) + "'"


def shell_command(command: str, /, *words: str, **values: Any) -> str:
    """Return ``hofspiele COMMAND WORD … NAME=VALUE …``, ready to paste into a shell."""
    arguments = [argument(name, value) for name, value in values.items()]
    return " ".join(["hofspiele", command, *map(_for_shell, words), *arguments])


def argument(name: str, value: Any) -> str:
    """Return ``NAME=VALUE``, ready to paste into a shell."""
    return _for_shell(f"{name}={written(value)}")


def replay_command(records: Path, number: int, game: str, **values: Any) -> str:
    """Return the command that replays game `number` of the file `records`."""
    loadable = loadable_name(game)
    named = {} if loadable == game else {"spec": loadable}
    return shell_command("replay", str(records), game=number, **values, **named)


def _for_shell(word: str) -> str:
    if "'" in word and not set('"$`\\!\n') & set(word):
        return f'"{word}"'
    return shlex.quote(word)


def _inside(value: Any, special: str = "") -> str:
    """Return the text of a value in brackets."""
    text = written(value)
    is_plain = isinstance(value, str) and text == value
    return quoted(value) if is_plain and set(text) & {*"[]{},\\", *special} else text


def _read(text: str) -> Any:
    try:
        return read_value(text)
    except ValueError:
        return None


def _scalar(text: str) -> Any:
    """Return the constant, number or string that `text` stands for."""
    if text.lower() in _CONSTANTS:
        return _CONSTANTS[text.lower()]
    if len(text) > _MOST_DIGITS or not text.isascii() or not _NUMBER.fullmatch(text):
        return text
    if _INTEGER.fullmatch(text):
        return int(text)
    if text.lstrip("+-").startswith("0") and text.lstrip("+-").isdecimal():
        return text  # Names may consist of digits, such as 007.
    number = float(text)
    is_whole = "e" in text.lower() and abs(number) <= _LARGEST and number.is_integer()
    return int(number) if is_whole else number


class _Reader:
    """The part of a text that is not read yet."""

    def __init__(self, text: str):
        self.rest = text.strip()

    def skipped(self, start: str) -> bool:
        """Skip `start` and spaces around it; return whether the rest began with it."""
        if found := self.rest.startswith(start):
            self.rest = self.rest[len(start) :].lstrip()
        return found

    def value(self, plain: re.Pattern[str]) -> Any:
        """Read and return a value; `plain` matches strings without quotes."""
        if self.skipped("["):
            return self._entries("]", lambda: self.value(_INSIDE))
        if self.skipped("{"):
            return dict(self._entries("}", self._entry))
        if found := _QUOTED.match(self.rest):
            self._skip(found)
            return _PROTECTED.sub(r"\1", found[2] if found[1] is None else found[1])
        found = plain.match(self.rest)
        assert found is not None  # It matches an empty string, too.
        self._skip(found)
        text = found[0].strip()
        return _scalar(text if plain is _OUTSIDE else _PROTECTED.sub(r"\1", text))

    def _skip(self, found: re.Match[str]) -> None:
        self.rest = self.rest[found.end() :].lstrip()

    def _entry(self) -> tuple[str, Any]:
        name = self.value(_KEY)
        if not self.skipped(":"):
            raise ValueError(f"{name} has no value, expected {{{name}:VALUE}}")
        return str(name), self.value(_INSIDE)

    def _entries(self, end: str, entry: Any) -> list[Any]:
        found: list[Any] = []
        while not self.skipped(end):
            if found and not self.skipped(","):
                raise ValueError(f"{end} is missing" + (f" before {self.rest!r}" * bool(self.rest)))
            found.append(entry())
        return found
