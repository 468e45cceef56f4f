"""Measure an agent: ``python -m training.evaluate agent=PATH opponents=[greedy] games=1000``."""

from pathlib import Path

import hydra
import torch
from omegaconf import DictConfig, ListConfig, OmegaConf
from rich.console import Console

import envs
from envs.agents import Agent, make_agent
from envs.core import Game, write_records
from training.actor import load_agent
from training.command import command
from training.evaluation import evaluate, evaluation_table


@hydra.main(version_base="1.3", config_path="../configs/evaluation", config_name="evaluate")
@command
def main(config: DictConfig) -> None:
    """Play the games and print the table."""
    torch.set_num_threads(config.torch_threads)
    console = Console(soft_wrap=True)
    game = _game(config)
    agent = _agent(config.agent, game, config.deterministic)
    opponents = [_agent(name, game, config.deterministic) for name in config.opponents]
    num_deals = -(-config.games // game.num_players)
    evaluation, match = evaluate(
        game, agent, opponents, num_deals, config.seed, config.records is not None
    )
    console.print(evaluation_table([evaluation]))
    if config.records is not None:
        write_records(config.records, match.records)
        console.print(f"all games are in {config.records}")


def _game(config: DictConfig) -> Game:
    trained = _training_config(config.agent)
    if trained is None and config.game is None:
        raise ValueError("game is null, but the agent was not trained here; give game=NAME")
    options = {} if trained is None else dict(trained.game.options)
    if config.num_players is not None:
        options["num_players"] = config.num_players
    name = config.game if config.game is not None else trained.game.name  # type: ignore[union-attr]
    return envs.make(name, **options)


def _training_config(agent: str) -> DictConfig | ListConfig | None:
    path = Path(agent)
    file = (path if path.is_dir() else path.parent) / "config.yaml"
    return OmegaConf.load(file) if path.exists() and file.is_file() else None


def _agent(name: str, game: Game, deterministic: bool) -> Agent:
    """A trained agent if there is such a path, else a scripted one."""
    if Path(name).exists():
        return load_agent(name, game, deterministic)
    try:
        return make_agent(name)
    except ValueError as error:
        raise ValueError(f"{error}; nor is there a file or folder of that name") from None


if __name__ == "__main__":
    main()
