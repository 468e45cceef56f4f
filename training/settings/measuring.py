"""The settings of the commands `evaluate`, `tournament` and `dataset`."""

from dataclasses import dataclass

from hofspiele.training.settings.game import ChosenGame
from hofspiele.training.settings.setting import REQUIRED, setting
from hofspiele.training.settings.train import MOST_THREADS

_AGENTS = (
    "results folders or files of trained agents (.pt, .onnx, or .zip from stable-baselines3), "
    "names, or your own agents as MODULE:NAME"
)
_ROUNDED = "rounded up so that each deal is played from every seat"


@dataclass(frozen=True)
class Playing:
    """Settings that all these commands share."""

    game: ChosenGame = setting(ChosenGame(), "")
    num_players: int | None = setting(
        None,
        "null: as the trained agent was trained if game is not given, otherwise the game's default",
    )
    seed: int = setting(1, "seed of the deals and of the agents' random choices", least=0)
    deterministic: bool = setting(
        True, "trained agents take the most probable action; false: they sample one"
    )
    trust: bool = setting(
        False,
        "true: let stable-baselines3 .zip files run code stored in them, for policies that plain "
        "data do not describe; only for files you trust",
    )


@dataclass(frozen=True)
class Matches(Playing):
    """Settings of matches that are played in parallel."""

    threads: int | None = setting(
        None,
        "number of playing threads (does not affect the results); null: one for each core",
        least=1,
        most=MOST_THREADS,
    )
    cluster: str | None = setting(
        None,
        "null: this process; local: Ray on all cores of this machine; auto or HOST:PORT: a Ray "
        "cluster (none of these affects the results)",
    )


@dataclass(frozen=True)
class Evaluate(Matches):
    """Settings of an evaluation: the agent, its opponents, and the files to write."""

    agent: str = setting(
        REQUIRED,
        "results folder or file of a trained agent (.pt, .onnx, or .zip from stable-baselines3), a "
        "name, or your own agent as MODULE:NAME",
    )
    opponents: list[str] = setting(
        ["greedy"], "agents on the other seats, named the same way: one for all, or one per seat"
    )
    games: int = setting(1000, f"number of games, {_ROUNDED}")
    json: str | None = setting(None, "file for the results and everything needed to repeat them")
    plot: str | None = setting(None, "PNG file for a plot of ranks and win shares")
    records: str | None = setting(None, "file for the records of all games")


@dataclass(frozen=True)
class Tournament(Matches):
    """Settings of a tournament: its agents, and when it ends."""

    agents: list[str] = setting(REQUIRED, _AGENTS)
    confidence: float = setting(
        0.95,
        "stop when the order of the ladder is settled at this confidence level",
        above=0,
        below=1,
    )
    games: int = setting(
        1200, "stop at the latest after this many games per line-up, rounded up to complete rounds"
    )
    deals_per_round: int = setting(
        20,
        "deals between two updates of the ladder; each line-up plays each deal once in every "
        "rotation of the seats",
        least=2,
    )
    records: bool = setting(False, "true: write records of all games to games.jsonl in the folder")
    results: str | None = setting(
        None, "folder of the tournament; if it exists, it is resumed; null: results/tournament-…"
    )


@dataclass(frozen=True)
class Dataset(Playing):
    """Settings of a dataset: its games and files."""

    agents: list[str] = setting(
        REQUIRED,
        f"{_AGENTS}; one for all seats, or one per seat (they change seats after each game)",
    )
    games: int = setting(1000, "number of games, each with its own deal", least=1)
    to: str = setting(REQUIRED, "folder to write to; an unfinished dataset there is resumed")
    deterministic: bool = setting(
        False, "false: trained agents sample their actions; true: they take the most probable one"
    )
    games_per_shard: int = setting(
        250,
        "games in a Parquet file; they are in memory until they are all played, and are lost if "
        "the process is killed",
        least=1,
    )
    torch_threads: int = setting(
        1,
        "threads of torch; more threads only help if other cores are idle",
        least=1,
        most=MOST_THREADS,
    )
    minari: bool = setting(True, "also write a Minari dataset; false: Parquet only")
    id: str | None = setting(
        None, "name of the Minari dataset, for example me/games-v0; null: hofspiele/GAME/AGENTS-v0"
    )
