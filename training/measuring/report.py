"""What an evaluation leaves behind where it is asked to: a report, a picture, all its games."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from omegaconf import DictConfig, OmegaConf

from hofspiele.envs.agents import MatchResult
from hofspiele.envs.core import Game, write_records
from hofspiele.envs.core.files import replacing
from hofspiele.training.cli.versions import versions
from hofspiele.training.measuring.evaluation import Evaluation
from hofspiele.training.measuring.plots import plot_evaluation
from hofspiele.training.players.lookup import Player


@dataclass(frozen=True)
class Files:
    """Where to; None for what nobody asked for."""

    json: Path | None
    plot: Path | None
    records: Path | None

    @classmethod
    def from_config(cls, config: DictConfig) -> "Files":
        """ValueError where there is no such folder: better before the games than after them."""
        return cls(**{name: _file(name, config[name]) for name in ("json", "plot", "records")})

    def written(self) -> dict[str, Path]:
        """Those that were asked for, by kind."""
        return {kind: file for kind, file in vars(self).items() if file is not None}


def _file(name: str, value: Any) -> Path | None:
    file = None if value is None else Path(str(value))
    if file is not None and (file.is_dir() or not file.parent.is_dir()):
        raise ValueError(f"{name} is {file}, expected a file in a folder that is there")
    return file


def write_files(
    files: Files,
    config: DictConfig,
    game: Game,
    players: list[Player],
    evaluation: Evaluation,
    match: MatchResult,
) -> None:
    """Write what was asked for."""
    if files.records is not None:
        write_records(files.records, match.records)
    if files.json is not None:
        content = {
            "config": OmegaConf.to_container(config),
            "game": {"name": game.name, "options": game.options},
            "agent_sha256": {player.agent.name: player.sha256 for player in players},
            "evaluation": evaluation.to_dict(),
            "versions": versions(),
        }
        with replacing(files.json) as temporary:
            temporary.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    if files.plot is not None:
        plot_evaluation(evaluation, files.plot, repr(game))
