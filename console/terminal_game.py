"""The course of one game: decision by decision, recorded, scored."""

import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from hofspiele.console.game_arguments import format_value
from hofspiele.console.terminal import table
from hofspiele.envs.agents.agent import Agent, choose_actions
from hofspiele.envs.core import Game, GameRecord, Table
from hofspiele.envs.core.arguments import Arguments
from hofspiele.envs.core.records import read_records, write_records
from hofspiele.envs.core.registry import spec_argument

_LARGEST_SEED = 2**64 - 1
# of an agent's name beside its points
_NAME_WIDTH = 14


class Decision(NamedTuple):
    """One decision: the position before, what was done, and the position after."""

    before: np.record
    action: str
    after: np.record


class TerminalGame:
    """One game that agents play, one of them a person perhaps.

    Args:
        game: what is played.
        agents: who decides, by seat.
        given: of its values, ``seed`` (a new one if it is not given) and ``record``, the file to
            which the game is added.

    Attributes:
        start: the position after the deal; state: the present one.

    Raises:
        ValueError: the seed is none, or the file holds something else than games.
        OSError: the file can't be read or written.
    """

    NAMES = ("seed", "record")

    def __init__(self, game: Game, agents: Sequence[Agent], given: Arguments):
        self.game = game
        self.agents = agents
        self.seed = given.integer("seed", secrets.randbelow(2**32), 0, _LARGEST_SEED)
        self.start = self.state = game.new(self.seed)
        self._file = Path(given.values["record"]) if "record" in given.values else None
        self._played: list[int] = []
        if self._file is not None:
            write_records(self._file, self._records_before())  # before anybody has played in vain

    def decisions(self) -> Iterator[Decision]:
        """Play to the end."""
        table = Table(self.game, 1)
        table.reset(deal_seeds=[self.seed])
        rng = np.random.default_rng([0xC0, self.seed])
        while not self.game.is_over(self.state):
            games = np.arange(1)
            (action,) = actions = choose_actions(table, games, self.agents, table.players, rng)
            table.step(actions)
            before, finished = self.state, table.finished[0]
            self.state = (table.final_states if finished else table.states)[0].copy()
            self._played.append(int(action))
            yield Decision(before, self.game.action_name(int(action)), self.state)

    def headline(self) -> str:
        """What is played and by whom."""
        options = " ".join(
            f"{name}={format_value(value)}"
            for name, value in self.game.options.items()
            if value is not None
        )
        seats = ", ".join(f"player {seat}: {agent.name}" for seat, agent in enumerate(self.agents))
        return f"{self.game.spec.title}, {options} seed={self.seed}\n{seats}"

    def sheet(self) -> str:
        """Points and rank of each player as they are now, a line each."""
        columns = self.game.score_sheet(self.state) | {"rank": self.game.ranks(self.state).tolist()}
        rows = [["player", *columns]]
        for seat, agent in enumerate(self.agents):
            points = [str(column[seat]) for column in columns.values()]
            rows.append([f"{seat} {agent.name[:_NAME_WIDTH]}", *points])
        return table(rows)

    def ending(self) -> str:
        """What came of it, with the file that keeps it, which is written here."""
        if not self._played:
            return "\nbroken off before the first decision"
        lines = ["", self.sheet()]
        if not self.game.is_over(self.state):
            lines.append(
                f"broken off at decision {len(self._played) + 1}; all is as if it ended here"
            )
        elif self.game.truncated(np.array([self.state]))[0]:
            lines.append("a draw: the game has taken too long")
        if self._file is not None:
            names = [agent.name for agent in self.agents]
            record = GameRecord.from_actions(self.game, self.seed, self._played, names)
            records = [*self._records_before(), record]
            write_records(self._file, records)
            found = spec_argument(self.game.name)
            lines.append(
                " ".join(
                    [f"to see it again: hofspiele replay {self._file} game={len(records)}", *found]
                )
            )
        return "\n".join(lines)

    def _records_before(self) -> list[GameRecord]:
        assert self._file is not None
        return read_records(self._file) if self._file.exists() else []
