"""The settings of the commands that measure, compare or export agents, and of `dataset`.

In Python, agents may also be objects (see `make_agent`), and ``game`` may be a name or a `Game`,
which also determines the number of players.
"""

from dataclasses import dataclass
from typing import Any

from hofspiele.envs.command_line.agents import (
    AGENT,
    NETWORKS,
    OWN_GAME,
    TRUST,
    GivenAgent,
    GivenAgents,
)
from hofspiele.envs.command_line.game import ChosenGame, GivenGame
from hofspiele.envs.command_line.setting import REQUIRED, setting
from hofspiele.training.settings.own_networks import name_networks
from hofspiele.training.settings.train import MOST_THREADS, TORCH_THREADS, name_agents

_ROUNDED = "rounded up so that each deal is played from every seat"


@dataclass(frozen=True)
class Common:
    """Settings that `evaluate`, `tournament`, `scorecard` and `dataset` share."""

    trust: bool = TRUST
    networks: list[str] = NETWORKS
    threads: int | None = setting(
        None,
        "number of threads that play games (does not affect the results); null: one per core",
        least=1,
        most=MOST_THREADS,
    )
    game: GivenGame = setting(
        ChosenGame(),
        "name of the game, or your own as MODULE:SPEC; null: the game of the first trained agent, "
        "or all games in scorecard",
    )

    def __post_init__(self) -> None:
        name_networks(self)
        game: Any = self.game
        if isinstance(game, str):
            object.__setattr__(self, "game", ChosenGame(game))
        elif not isinstance(game, ChosenGame):
            object.__setattr__(self, "game", ChosenGame.of(game.name, game.options))
            object.__setattr__(self, "num_players", game.num_players)
        fields = ("agent", "agents", "opponents")
        name_agents(self, *(field for field in fields if hasattr(self, field)))


@dataclass(frozen=True)
class Playing(Common):
    """Settings that `evaluate`, `tournament` and `dataset` share."""

    num_players: int | None = setting(
        None,
        "number of players; null: as in the agent's training if game is null, otherwise the game's "
        "default",
    )
    seed: int = setting(1, "seed of the deals and of the agents' random choices", least=0)
    deterministic: bool = setting(
        True, "true: trained agents take the most probable action; false: they sample one"
    )


@dataclass(frozen=True)
class Matches(Playing):
    """Settings of matches that can be played on a cluster."""

    cluster: str | None = setting(
        None,
        "where games are played (does not affect the results); null: in this process; local: with "
        "Ray on all cores of this machine; auto or HOST:PORT: on a Ray cluster",
    )


@dataclass(frozen=True)
class Evaluate(Matches):
    """Settings of an evaluation: the agent, its opponents, and the files to write."""

    agent: GivenAgent = setting(REQUIRED, f"the agent: {AGENT}")
    opponents: GivenAgents = setting(
        ["greedy"],
        "agents on the other seats, each given like agent=…: one for all, or one per seat",
    )
    games: int = setting(1000, f"number of games, {_ROUNDED}")
    json: str | None = setting(
        None, "file for the results and everything needed to repeat them", names_output=True
    )
    plot: str | None = setting(
        None, "PNG or SVG file for a plot of ranks and win shares", names_output=True
    )
    records: str | None = setting(None, "file for the records of all games", names_output=True)


@dataclass(frozen=True)
class Tournament(Matches):
    """Settings of a tournament: its agents, and when it ends."""

    agents: GivenAgents = setting(REQUIRED, f"list of agents: {AGENT}")
    confidence: float = setting(
        0.95,
        "stop when the order of the ladder is settled at this confidence level",
        above=0,
        below=1,
    )
    games: int = setting(1200, "maximum number of games per line-up, rounded up to complete rounds")
    deals_per_round: int = setting(
        20,
        "number of deals between two updates of the ladder; each line-up plays each deal once in "
        "every rotation of the seats",
        least=2,
    )
    records: bool = setting(False, "true: write records of all games to games.jsonl in the folder")
    results: str | None = setting(
        None,
        "folder of the tournament, which is resumed if it exists; null: results/tournament-…",
        names_output=True,
    )


@dataclass(frozen=True)
class Scorecard(Common):
    """Settings of a scorecard: the agent, and the part of the protocol to play."""

    agent: GivenAgent = setting(REQUIRED, f"the agent: {AGENT}")
    num_players: list[int] | None = setting(
        None, "number of players, or a list like [3,4]; null: all numbers that a game allows"
    )
    results: str | None = setting(
        None,
        "folder of the scorecard, which is resumed if it exists; null: results/scorecard-…",
        names_output=True,
    )


@dataclass(frozen=True)
class Dataset(Playing):
    """Settings of a dataset: its games and files."""

    agents: GivenAgents = setting(
        REQUIRED,
        f"one agent for all seats, or one per seat (they rotate after each game): {AGENT}",
    )
    games: int = setting(1000, "number of games, each with its own deal", least=1)
    to: str = setting(
        REQUIRED, "folder to write to; an unfinished dataset there is resumed", names_output=True
    )
    deterministic: bool = setting(
        False, "true: trained agents take the most probable action; false: they sample one"
    )
    games_per_shard: int = setting(
        250,
        "number of games per Parquet file; one thread plays all games of a file and keeps them in "
        "memory until it writes the file; they are lost if the process is killed before that",
        least=1,
    )


@dataclass(frozen=True)
class Compare:
    """Settings of a comparison of runs: what to show, and the file to write."""

    runs: list[str] = setting(
        REQUIRED, "folders of runs; runs that differ only in the seed form a group", word=True
    )
    plot: str | None = setting(
        None, "PNG or SVG file for a plot of the learning curves", names_output=True
    )

    def __post_init__(self) -> None:
        if isinstance(self.runs, list):
            object.__setattr__(self, "runs", [*map(str, self.runs)])


@dataclass(frozen=True)
class Export:
    """Settings of an export: the agent and the file to write."""

    agent: str = setting(REQUIRED, "run folder or .safetensors file of a trained agent")
    to: str | None = setting(
        None,
        "file to write, such as agent.onnx; null: the agent file's path with suffix .onnx",
        names_output=True,
    )
    positions: int = setting(
        4096,
        "minimum number of positions at which the model is compared with torch; they come from "
        "complete games with all numbers of players and options that the agent was trained for",
        least=1,
        most=10**6,
    )
    spec: str | None = OWN_GAME
    trust: bool = TRUST
    networks: list[str] = NETWORKS
    seed: int = setting(1, "seed of the games that the positions come from", least=0)
    torch_threads: int = TORCH_THREADS

    def __post_init__(self) -> None:
        name_networks(self)
