"""The settings of commands that let agents play: `evaluate`, `tournament` and `dataset`."""

from dataclasses import dataclass

from hofspiele.training.settings.game import ChosenGame
from hofspiele.training.settings.setting import REQUIRED, setting
from hofspiele.training.settings.train import MOST_THREADS

_AGENTS = (
    "results folders or files of trained agents (.pt, .onnx, or .zip of stable-baselines3), names, "
    "or MODULE:NAME of your own"
)
_ROUNDED = "rounded up so that each deal is played from every seat"


@dataclass(frozen=True)
class Playing:
    """What these commands have in common."""

    game: ChosenGame = setting(ChosenGame(), "")
    num_players: int | None = setting(
        None, "null: with game=null as the trained agent was trained, otherwise the game's default"
    )
    seed: int = setting(1, "seed of the deals and of the agents' random choices", least=0)
    deterministic: bool = setting(
        True, "trained agents take the most probable action; false: they sample one"
    )
    trust: bool = setting(
        False,
        "true: allow code in files of stable-baselines3 whose policy cannot be read from plain "
        "data",
    )


@dataclass(frozen=True)
class Matches(Playing):
    """Matches whose parts are played at the same time."""

    threads: int | None = setting(
        None,
        "threads that play at the same time; null: one for each core; the results are the same",
        least=1,
        most=MOST_THREADS,
    )
    cluster: str | None = setting(
        None,
        "null: this process; local: Ray on all cores of this machine; auto or HOST:PORT: a Ray "
        "cluster; the results are the same",
    )


@dataclass(frozen=True)
class Evaluate(Matches):
    """An agent, its opponents, and the files to write."""

    agent: str = setting(
        REQUIRED,
        "results folder or file of a trained agent (.pt, .onnx, or .zip of stable-baselines3), a "
        "name, or MODULE:NAME of your own",
    )
    opponents: list[str] = setting(
        ["greedy"], "agents on the other seats, given likewise: one for all, or one per seat"
    )
    games: int = setting(1000, f"number of games, {_ROUNDED}")
    json: str | None = setting(None, "file for the results and everything needed to repeat them")
    plot: str | None = setting(None, "PNG file for a plot of ranks and win shares")
    records: str | None = setting(None, "file for the game records of all games")


@dataclass(frozen=True)
class Tournament(Matches):
    """The agents of a tournament, and when it ends."""

    agents: list[str] = setting(REQUIRED, _AGENTS)
    confidence: float = setting(
        0.95,
        "stop when the order of the ladder is certain at this confidence level",
        above=0,
        below=1,
    )
    games: int = setting(
        1200,
        "stop at the latest after this number of games of each line-up, rounded up to whole rounds",
    )
    deals_per_round: int = setting(
        20,
        "deals between two updates of the ladder; each line-up plays each deal once in every "
        "rotation of the seats",
        least=2,
    )
    records: bool = setting(
        False, "true: keep all games as game records in the folder's games.jsonl"
    )
    results: str | None = setting(
        None, "folder; a tournament in it is resumed; null: results/tournament-…"
    )


@dataclass(frozen=True)
class Dataset(Playing):
    """The games of a dataset, and its files."""

    agents: list[str] = setting(
        REQUIRED, f"{_AGENTS}; one for all seats, or one per seat, which rotate from game to game"
    )
    games: int = setting(1000, "number of games, each with its own deal", least=1)
    to: str = setting(REQUIRED, "folder to write to; an unfinished dataset there is resumed")
    deterministic: bool = setting(
        False, "false: trained agents sample their actions; true: they take the most probable one"
    )
    games_per_shard: int = setting(
        250,
        "games in a Parquet file; they stay in memory while they are played, and a kill loses them",
        least=1,
    )
    torch_threads: int = setting(
        1, "threads of torch; more help only while other cores are idle", least=1, most=MOST_THREADS
    )
    minari: bool = setting(True, "also write a Minari dataset; false: Parquet only")
    id: str | None = setting(
        None, "name of the Minari dataset, as NAMESPACE/NAME-v0; null: hofspiele/GAME/AGENTS-v0"
    )
