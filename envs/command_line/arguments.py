"""Arguments of commands: words, and named values such as ``seat=1``."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from hofspiele.envs.command_line.values import read_value
from hofspiele.envs.core.checks import is_number, whole_number
from hofspiele.envs.core.text.suggest import nearest


def as_values(typed: Sequence[str]) -> list[str]:
    """Return the arguments with ``--name=value`` and ``--name value`` written as ``name=value``.

    Raises:
        ValueError: no value follows a ``--name``.
    """
    found, rest = [], iter(typed)
    for text in rest:
        if not text.startswith("-") or text == "-":
            found.append(text)
            continue
        name, equals, value = text.lstrip("-").partition("=")
        if "." not in name:  # A dotted name may contain an agent's name, such as search-50.
            name = name.replace("-", "_")
        if not equals:
            value = next(rest, "")
            if not value or value.startswith("--") or _has_name(value):
                raise ValueError(f"{text} has no value, expected {name}=VALUE; see --help")
        found.append(f"{name}={value}")
    return found


def read_argument(name: str, text: str) -> Any:
    """Return the value of ``NAME=TEXT``; raise ValueError if `text` is malformed."""
    try:
        return read_value(text)
    except ValueError as error:
        raise ValueError(f"{name} is {text!r}, expected a value: {error}") from None


class Arguments:
    """The words and named values of a command line, which are checked as they are read.

    Attributes:
        words: arguments without a name, including paths such as ``runs/seed=1/games.jsonl``.
        values: the typed values by name.

    Raises:
        ValueError: a name is repeated or has no value, or, in all methods, a value is not allowed.
    """

    def __init__(self, typed: Sequence[str]):
        typed = as_values(typed)
        self.words = [text for text in typed if not _has_name(text)]
        pairs = [text.split("=", 1) for text in typed if _has_name(text)]
        self.values = dict(pairs)
        if len(self.values) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise ValueError(f"{twice}= appears twice, expected once")

    def value(self, name: str, default: Any = None) -> Any:
        """Return the value `name` as `read_value` reads it, or `default` without one."""
        return read_argument(name, self.values[name]) if name in self.values else default

    def one_word(self, what: str) -> str:
        """Return the word, called `what` in messages; raise ValueError if there is not just one."""
        if len(self.words) != 1:
            given = f"{len(self.words)} {what}s given, expected one" if self.words else ""
            raise ValueError(f"{given or f'no {what} given'}; see --help")
        return self.words[0]

    def check_names(self, known: Iterable[str]) -> None:
        """Raise ValueError if a value has a name that is not in `known`; suggest a similar name."""
        known = [f"{name}=" for name in known]
        for name in (f"{name}=" for name in self.values):
            if name not in known:
                raise ValueError(f"unknown argument {name}{nearest(name, known) or '; see --help'}")

    def check_empty(self) -> None:
        """Raise ValueError if there is any argument."""
        if self.words:
            raise ValueError(f"unexpected argument {self.words[0]!r}; see --help")
        self.check_names([])

    def choice(self, name: str, allowed: Sequence[str]) -> str:
        """Return the value `name`, by default ``allowed[0]``; raise ValueError if not allowed."""
        text = self.values.get(name, allowed[0])
        if text not in allowed:
            raise ValueError(f"{name} is {text!r}, expected one of: {', '.join(allowed)}")
        return text

    def output_kind(self, kinds: Sequence[str], suffixes: Sequence[str]) -> str:
        """Return the value ``to``; by default the suffix of ``out``, or ``kinds[0]`` without one.

        Args:
            kinds: the allowed values of ``to``. The suffix ``txt`` also stands for the first.
            suffixes: the kinds that are written to a file with that suffix.

        Raises:
            ValueError: ``to`` is not allowed, or is missing and the suffix stands for no kind.
        """
        suffix = Path(self.values.get("out", "")).suffix.removeprefix(".").lower()
        if "to" in self.values or suffix in ("", "txt"):
            return self.choice("to", kinds)
        if suffix not in suffixes:
            allowed = ", ".join(f".{name}" for name in ("txt", *suffixes))
            raise ValueError(
                f"out is {self.values['out']}, expected a file ending in {allowed}; for other "
                f"names, set to=, one of: {', '.join(kinds)}"
            )
        return suffix

    def flag(self, name: str) -> bool:
        """Return the value `name` (default: False); raise ValueError unless it is true or false."""
        text = self.values.get(name, "false")
        if text not in ("true", "false"):
            raise ValueError(f"{name} is {text!r}, expected true or false")
        return text == "true"

    def integer(self, name: str, default: int, least: int, most: int = 99_999) -> int:
        """Return the value `name` as int; raise ValueError unless it is from `least` to `most`."""
        return whole_number(name, self.value(name, default), least, most)

    def names(self, name: str, default: str | None = None) -> list[str]:
        """Return the names in the value `name`, ``[a,b]`` or ``a,b``; [] if there is no value."""
        value = self.value(name, default)
        if value is None:
            return []
        return [str(part) for part in value] if isinstance(value, list) else [str(value)]

    def seconds(self, name: str, default: float, most: float) -> float:
        """Return the value `name` in seconds; raise ValueError unless it is from 0 to `most`."""
        seconds = self.value(name, default)
        if not is_number(seconds) or not 0 <= seconds <= most:
            raise ValueError(
                f"{name} is {seconds!r}, expected a number of seconds from 0 to {most:g}"
            )
        return float(seconds)


def _has_name(text: str) -> bool:
    name, equals, _ = text.partition("=")
    return bool(equals) and name == Path(name).name
