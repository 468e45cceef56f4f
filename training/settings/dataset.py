"""The settings of `hofspiele dataset`."""

from dataclasses import dataclass

from hofspiele.envs.command_line.agents import AGENT
from hofspiele.envs.command_line.setting import REQUIRED, setting
from hofspiele.training.settings.measuring import Playing


@dataclass(frozen=True)
class Dataset(Playing):
    """Settings of a dataset: its games and files."""

    agents: list[str] = setting(
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
