"""The commands ``hofspiele play`` and ``hofspiele watch``: one game in the terminal."""

import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hofspiele.console.person import Person, Quit, say
from hofspiele.envs.agents.agent import Agent, check_agents, choose_actions
from hofspiele.envs.agents.named import make_agent
from hofspiele.envs.command_line.agents import AGENT, NETWORKS, TRUST
from hofspiele.envs.command_line.command import command
from hofspiele.envs.command_line.game import ChosenGame
from hofspiele.envs.command_line.setting import setting
from hofspiele.envs.command_line.values import replay_command, written
from hofspiele.envs.core import Game, GameRecord, Table
from hofspiele.envs.core.checks import whole_number
from hofspiele.envs.core.text.records import read_records, write_records
from hofspiele.envs.core.text.words import distinct
from hofspiele.envs.pictures.presentation import presentation_of
from hofspiele.envs.replay.text import all_have_decided
from hofspiele.envs.reports.result_table import ResultTable


@dataclass(frozen=True)
class GameSettings:
    """Settings that the commands `play` and `watch` share."""

    game: ChosenGame = setting(
        ChosenGame(),
        "a game that `hofspiele games` lists, or your own as MODULE:SPEC; its options are set by "
        "name",
        word=True,
    )
    agents: list[str] = setting(
        ["greedy"], f"the agents, one for each seat that no person has, or one for all: {AGENT}"
    )
    trust: bool = TRUST
    networks: list[str] = NETWORKS
    seed: int | None = setting(
        None, "seed of the deal and of all agents; null: random", least=0, most=2**64 - 1
    )
    record: str | None = setting(None, "file to which the game is added, for `hofspiele replay`")

    def make_agents(self, game: Game, number: int) -> list[Agent]:
        """Return the agents for `number` seats; raise ValueError if they do not fit."""
        names = self.agents * number if len(self.agents) == 1 else self.agents
        if len(names) != number:
            seats = "all seats" if number == game.num_players else "all other seats"
            expected = f"1 (for {seats}) or {number} (one for each)" if number > 1 else "1"
            raise ValueError(f"agents has {len(names)} names, expected {expected}")
        agents = [
            make_agent(name, from_user=True, trust=self.trust, networks=self.networks)
            for name in names
        ]
        check_agents("agents", agents, game)
        return agents


class TerminalGame:
    """One game between `agents`, in the order of their seats, and a person at `seat`, if any.

    Raise ValueError or OSError if the game can't be added to the file in `settings`.
    """

    def __init__(
        self, game: Game, agents: Sequence[Agent], settings: GameSettings, seat: int | None = None
    ):
        self._game, self._agents, self._seat = game, [*agents], seat
        names = [agent.name for agent in agents]
        if seat is not None:
            names.insert(seat, Person.name)
        self._presentation = presentation_of(game, distinct(names))
        if seat is not None:
            self._agents.insert(seat, Person(self._presentation))
        self._seed = secrets.randbelow(2**32) if settings.seed is None else settings.seed
        self._state = game.new(self._seed)
        self._file = None if settings.record is None else Path(settings.record)
        self._played: list[int] = []
        if self._file is not None:
            # If the file can't be written, this reports it before the game instead of after it.
            write_records(self._file, self._earlier_records())

    def play(self, pause: float = 0.0) -> None:
        """Play and show the game as the person or a spectator sees it, then its result; record it.

        There are `pause` seconds between two decisions. A spectator reads the position when another
        player decides, or once all have chosen; persons read it before their own decisions.
        """
        say(self._headline())
        if self._seat is None:
            say(self._board())
        try:
            for before, action, after in self._decisions():
                scene = self._presentation.scene(after, self._seat, before=before, action=action)
                event = self._presentation.describe_event(scene)
                say(event[:1].upper() + event[1:])
                is_next = after["player"] != before["player"]
                is_next = is_next and all_have_decided(self._game, after)
                if after["over"] or (self._seat is None and is_next):
                    say(self._board())
                time.sleep(pause)
        except Quit:
            pass
        finally:
            say(self._ending())

    def _decisions(self) -> Iterator[tuple[np.record, str, np.record]]:
        """Play to the end; yield each decision as position, action name and next position."""
        table = Table(self._game, 1)
        table.reset(deal_seeds=[self._seed])
        rng = np.random.default_rng([0xC0, self._seed])
        while not self._game.is_over(self._state):
            games = np.arange(1)
            (action,) = actions = choose_actions(table, games, self._agents, table.players, rng)
            table.step(actions)
            before, finished = self._state, table.finished[0]
            self._state = (table.final_states if finished else table.states)[0].copy()
            self._played.append(int(action))
            yield before, self._game.action_name(int(action)), self._state

    def _board(self) -> str:
        scene = self._presentation.scene(self._state, self._seat)
        return f"\n{self._presentation.describe_position(scene, brief=True)}\n"

    def _headline(self) -> str:
        options = " ".join(
            f"{name}={written(value)}"
            for name, value in self._game.options.items()
            if value is not None
        )
        seats = ", ".join(self._presentation.names)
        return f"{self._game.spec.title}, {options} seed={self._seed}\nplayers: {seats}"

    def _sheet(self) -> str:
        """Return a table with the current points and rank of each player, the best first."""
        ranks = self._game.ranks(self._state).tolist()
        columns = {"rank": ranks} | self._game.score_sheet(self._state)
        rows = [
            (name, *(str(column[seat]) for column in columns.values()))
            for seat, name in enumerate(self._presentation.names)
        ]
        rows.sort(key=lambda row: int(row[1]))
        return str(ResultTable("points and ranks", ("player", *columns), rows))

    def _ending(self) -> str:
        """Add the game to the file of records; return the result and the command to replay it."""
        if not self._played:
            return "\nstopped before the first decision"
        lines = ["", self._sheet()]
        if not self._game.is_over(self._state):
            lines.append(
                f"stopped at decision {len(self._played) + 1}; the points above are counted as if "
                "the game had ended here"
            )
        elif self._game.truncated(np.array([self._state]))[0]:
            lines.append("a draw: the turn limit was reached")
        if self._file is not None:
            names = self._presentation.names
            record = GameRecord.from_actions(self._game, self._seed, self._played, names)
            records = [*self._earlier_records(), record]
            write_records(self._file, records)
            again = replay_command(self._file, len(records), self._game.name)
            lines.append(f"replay it with: {again}")
        return "\n".join(lines)

    def _earlier_records(self) -> list[GameRecord]:
        assert self._file is not None
        return read_records(self._file) if self._file.exists() else []


@dataclass(frozen=True)
class Play(GameSettings):
    """Settings of a game between a person and agents."""

    seat: int = setting(0, "your seat, counted from 0", least=0)


@command(Play)
def play(settings: Play) -> None:
    """Play a game against agents in the terminal.

    You see what a player at your seat would see. Choose actions by number or name;
    type ? for help, q to stop.

      hofspiele play kardinal num_players=3 agents=greedy,search-200 seat=1
    """
    game = settings.game.make(None)
    seat = whole_number("seat", settings.seat, 0, game.num_players - 1)
    agents = settings.make_agents(game, game.num_players - 1)
    TerminalGame(game, agents, settings, seat).play()


@dataclass(frozen=True)
class Watch(GameSettings):
    """Settings of a game between agents."""

    pace: float = setting(1.0, "seconds between two decisions", least=0, most=3600)


@command(Watch)
def watch(settings: Watch) -> None:
    """Watch agents play each other: ``hofspiele watch kou_ka_roi agents=random,greedy,greedy``.

    You see all hands.
    """
    game = settings.game.make(None)
    agents = settings.make_agents(game, game.num_players)
    TerminalGame(game, agents, settings).play(settings.pace)
