"""Game records: a JSON Lines file for each match, with one game per line.

A line contains everything that is needed to replay the game: name and options, seed of the deal,
actions by name, and players. Outcome and scores are included as a check.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from hofspiele.envs.core.checks import is_integer, is_number, is_text, shown
from hofspiele.envs.core.game import Game
from hofspiele.envs.core.registry import make
from hofspiele.envs.core.text import html
from hofspiele.envs.core.text.files import write_whole

FORMAT = "hofspiele game record 2"
_TO_WATCH = """from hofspiele.envs.replay import write_replay
write_replay(record, "game.html", "html")  # to watch it"""

# Maximum number of characters of a line, several hundred times the length of any record.
_LONGEST_LINE = 2**24


class RecordError(ValueError):
    """A record that is corrupt, or whose replay does not lead to the recorded result."""


@dataclass(frozen=True)
class GameRecord:
    """One played game."""

    game: str  #: name of the game
    options: Mapping[str, Any]  #: options of the game
    seed: int  #: seed of the deal
    actions: list[str] = field(repr=False)  #: all actions in order, see `Game.action_name`
    outcome: list[float]  #: utilities of the seats
    scores: list[float]  #: final points of the seats
    players: list[str] = field(default_factory=list)  #: names by seat, or empty
    #: The position from which the game starts, or None for a deal; then `seed` determines only
    #: later chance.
    start: Mapping[str, Any] | None = None
    where: str = field(default="this record", compare=False)  #: file and line, for messages

    @classmethod
    def from_actions(
        cls,
        game: Game,
        seed: int,
        actions: Iterable[int],
        players: Iterable[str] = (),
        start: Mapping[str, Any] | None = None,
    ) -> "GameRecord":
        """Start a game from `seed` and `start`, apply `actions` and return the game's record."""
        state = game.new(seed) if start is None else game.from_dict(start, seed)
        names = []
        for action in actions:
            game.apply(state, action)
            names.append(game.action_name(action))
        return cls(
            game=game.name,
            options=game.options,
            seed=int(seed),
            actions=names,
            outcome=game.outcome(state).tolist(),
            scores=game.scores(state).tolist(),
            players=list(players),
            start=start,
        )

    def replay(self) -> tuple[Game, np.record]:
        """Return the game and its last position; raise RecordError if the replay fails."""
        game, (*_, state) = self.game_and_positions()
        return game, state

    def game_and_positions(self) -> tuple[Game, list[np.record]]:
        """Return the game, and the positions after the deal and after each action.

        Raise RecordError if the game is unknown, an action is illegal, or the replay ends
        differently.
        """
        try:
            game = make(self.game, **self.options)
            positions = list(self._positions(game))
        except (ValueError, TypeError) as error:
            raise RecordError(f"{self.where} can't be replayed: {error}") from error
        found = (game.outcome(positions[-1]).tolist(), game.scores(positions[-1]).tolist())
        if found != (self.outcome, self.scores):
            raise RecordError(
                f"{self.where}: the replay ends with outcome and scores {found}, expected "
                f"{shown((self.outcome, self.scores))} as recorded; the game was probably played "
                "with different components or rules"
            )
        return game, positions

    def _positions(self, game: Game) -> Iterator[np.record]:
        state = game.new(self.seed) if self.start is None else game.from_dict(self.start, self.seed)
        yield state.copy()
        for number, name in enumerate(self.actions, 1):
            try:
                game.apply(state, game.action_index(name))
            except ValueError as error:
                raise ValueError(f"action {number}: {error}") from error
            yield state.copy()

    def _repr_html_(self) -> str:
        """Return the players, points and last position as HTML, with code for a replay."""
        options = [f"{k}={shown(v)}" for k, v in self.options.items() if v is not None]
        about = [f"{self.game}: {len(self.actions)} decisions", f"seed {self.seed}", *options]
        try:
            game, state = self.replay()
        except RecordError as error:
            sheet, end = [("points", *self.scores)], html.line(str(error))
        else:
            sheet = [(category, *points) for category, points in game.score_sheet(state).items()]
            end = html.code(game.draw(state)) + html.code(_TO_WATCH)
        seats = [f"player {seat}" for seat in range(len(self.scores))]
        utilities = [f"{utility:+.3g}" for utility in self.outcome]
        rows = [("", *self.players), *sheet, ("outcome", *utilities)]
        return html.table(", ".join(about), ("", *seats), rows) + end

    def to_json(self) -> str:
        """Return the record as one line of JSON."""
        content = {"format": FORMAT, **asdict(self)}
        del content["where"]
        if self.start is None:
            del content["start"]
        return json.dumps(content, ensure_ascii=False)

    @classmethod
    def from_json(cls, line: str) -> "GameRecord":
        """Return the record that `to_json` wrote; raise RecordError if `line` is anything else."""
        try:
            content = json.loads(line, object_pairs_hook=_without_repeats)
        # Invalid JSON raises ValueError, and deep nesting raises RecursionError.
        except (ValueError, RecursionError) as error:
            raise RecordError(f"not JSON ({error})") from error
        found = content.pop("format", None) if isinstance(content, dict) else None
        if found != FORMAT:
            raise RecordError(f"not a game record: format is {shown(found)}, expected {FORMAT!r}")
        content.setdefault("start", None)
        for name in content:
            if name not in _FIELDS:
                raise RecordError(f"unknown field {shown(name)}; fields: {', '.join(_FIELDS)}")
        for name, (expected, is_allowed) in _FIELDS.items():
            if name not in content:
                raise RecordError(f"field {name!r} is missing")
            if not is_allowed(content[name]):
                found = shown(content[name])
                raise RecordError(f"field {name!r} is {found}, expected {expected}")
        return cls(**content)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        raise ValueError("an object contains a duplicate key")
    return content


def _are_names(found: Any) -> bool:
    return isinstance(found, list) and all(is_text(name, _LONGEST_LINE) for name in found)


def _are_numbers(found: Any) -> bool:
    return isinstance(found, list) and all(map(is_number, found))


# For each field of a line: a description of the allowed values, for messages, and a check.
_FIELDS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "game": ("a name", lambda found: isinstance(found, str)),
    "options": ("an object", lambda found: isinstance(found, dict)),
    "seed": (
        "an integer from 0 to 2**64 - 1",
        lambda found: is_integer(found) and 0 <= found < 2**64,
    ),
    "actions": ("a list of names", _are_names),
    "outcome": ("a list of numbers", _are_numbers),
    "scores": ("a list of numbers", _are_numbers),
    "players": ("a list of names", _are_names),
    "start": (
        "a written position, or no such field",
        lambda found: found is None or isinstance(found, dict),
    ),
}


def write_records(path: str | os.PathLike[str], records: Iterable[GameRecord]) -> None:
    """Write the records of a match to a file atomically, and create its folder if necessary."""
    write_whole(path, "".join(record.to_json() + "\n" for record in records).encode())


def read_records(path: str | os.PathLike[str]) -> list[GameRecord]:
    """Read the records of a match; if one is invalid, raise RecordError with the file and line."""
    records = []
    if Path(path).is_fifo():
        raise RecordError(f"{path} is a pipe, expected a file")
    try:
        with Path(path).open(encoding="utf-8") as file:
            # The limit is for files whose lines never end, like /dev/zero.
            lines = iter(lambda: file.readline(_LONGEST_LINE), "")
            for number, line in enumerate(lines, 1):
                where = f"{path}, line {number}"
                try:
                    records.append(replace(GameRecord.from_json(line), where=where))
                except RecordError as error:
                    raise RecordError(f"{where}: {error}") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{path}: not a text file ({error})") from error
    return records
