"""Measure an agent: ``python -m training.evaluate agent=PATH opponents=[greedy] games=1000``."""

import json
from pathlib import Path

import hydra
import torch
from omegaconf import DictConfig, OmegaConf
from rich.console import Console

from hofspiele.envs.core import write_records
from hofspiele.envs.core.files import replacing
from hofspiele.training.cli.command import command
from hofspiele.training.measuring.evaluation import agents_table, evaluate, ranks_table
from hofspiele.training.measuring.plots import plot_evaluation
from hofspiele.training.players.lookup import find_game, find_players, names_of, options_of
from hofspiele.training.runs.folder import versions


@hydra.main(version_base="1.3", config_path="../configs/evaluation", config_name="evaluate")
@command
def main(config: DictConfig) -> None:
    """Play the games, print the tables and write the files that were asked for."""
    torch.set_num_threads(config.torch_threads)
    console = Console(soft_wrap=True, markup=False)  # names and values may have brackets
    files = _files_to_write(config)
    names = [str(config.agent), *names_of(config.opponents)]
    game = find_game(names, config.game, config.num_players, options_of(config.options))
    players = find_players(names, game, config.deterministic)
    agent, *opponents = [player.agent for player in players]
    num_deals = -(-config.games // game.num_players)
    evaluation, match = evaluate(
        game, agent, opponents, num_deals, config.seed, files["records"] is not None
    )
    console.print(agents_table(evaluation))
    console.print(ranks_table(evaluation))
    if files["records"] is not None:
        write_records(files["records"], match.records)
    if files["json"] is not None:
        content = {
            "config": OmegaConf.to_container(config),
            "game": {"name": game.name, "options": game.options},
            "agent_sha256": {player.agent.name: player.sha256 for player in players},
            "evaluation": evaluation.to_dict(),
            "versions": versions(),
        }
        with replacing(files["json"]) as temporary:
            temporary.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    if files["plot"] is not None:
        plot_evaluation(evaluation, files["plot"], repr(game))
    for kind, file in files.items():
        if file is not None:
            console.print(f"{kind} in {file}")


def _files_to_write(config: DictConfig) -> dict[str, Path | None]:
    """Checked before the games are played."""
    files = {}
    for kind in ("records", "json", "plot"):
        file = None if config[kind] is None else Path(str(config[kind]))
        if file is not None and (file.is_dir() or not file.parent.is_dir()):
            raise ValueError(f"{kind} is {file}, expected a file in a folder that is there")
        files[kind] = file
    return files


if __name__ == "__main__":
    main()
