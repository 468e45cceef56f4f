"""One game in the terminal, played decision by decision, scored and recorded."""

import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from hofspiele.console.game_arguments import format_value
from hofspiele.console.terminal import format_table
from hofspiele.envs.agents.agent import Agent, choose_actions
from hofspiele.envs.core import Game, GameRecord, Table
from hofspiele.envs.core.arguments import Arguments
from hofspiele.envs.core.records import read_records, write_records
from hofspiele.envs.core.registry import spec_argument

_LARGEST_SEED = 2**64 - 1
# Longer names of agents are cut in the table of points.
_NAME_WIDTH = 14


class Decision(NamedTuple):
    """One decision: the position before it, the name of the action, and the position after it."""

    before: np.record
    action: str
    after: np.record


class TerminalGame:
    """One game between agents, of which one may be a person.

    Args:
        game: the game.
        agents: the agents, by seat.
        given: the arguments, of which ``seed`` (random by default) and ``record``, the file to
            which the game is added, are read.

    Attributes:
        start: the position after the deal.
        state: the present position.

    Raises:
        ValueError: the seed is wrong, or the file contains something other than games.
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
            # A file that can't be written is reported before the game, not after it.
            write_records(self._file, self._earlier_records())

    def decisions(self) -> Iterator[Decision]:
        """Play the game to its end, and yield each decision."""
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
        """Return the game, its options and seed, and the agents."""
        options = " ".join(
            f"{name}={format_value(value)}"
            for name, value in self.game.options.items()
            if value is not None
        )
        seats = ", ".join(f"player {seat}: {agent.name}" for seat, agent in enumerate(self.agents))
        return f"{self.game.spec.title}, {options} seed={self.seed}\n{seats}"

    def sheet(self) -> str:
        """Return a table with the present points and rank of each player."""
        columns = self.game.score_sheet(self.state) | {"rank": self.game.ranks(self.state).tolist()}
        rows = [["player", *columns]]
        for seat, agent in enumerate(self.agents):
            points = [str(column[seat]) for column in columns.values()]
            rows.append([f"{seat} {agent.name[:_NAME_WIDTH]}", *points])
        return format_table(rows)

    def ending(self) -> str:
        """Add the game to the file of records; return the result and how to replay it."""
        if not self._played:
            return "\nstopped before the first decision"
        lines = ["", self.sheet()]
        if not self.game.is_over(self.state):
            lines.append(
                f"stopped at decision {len(self._played) + 1}; points as if the game ended here"
            )
        elif self.game.truncated(np.array([self.state]))[0]:
            lines.append("a draw, because the game took too long")
        if self._file is not None:
            names = [agent.name for agent in self.agents]
            record = GameRecord.from_actions(self.game, self.seed, self._played, names)
            records = [*self._earlier_records(), record]
            write_records(self._file, records)
            found = spec_argument(self.game.name)
            lines.append(
                " ".join(
                    [f"to replay it: hofspiele replay {self._file} game={len(records)}", *found]
                )
            )
        return "\n".join(lines)

    def _earlier_records(self) -> list[GameRecord]:
        assert self._file is not None
        return read_records(self._file) if self._file.exists() else []
