"""The scripted and trained agents of a run; trained ones sample their actions."""

from collections.abc import Iterable
from typing import Any

from omegaconf import DictConfig, ListConfig, OmegaConf

from hofspiele.envs.agents import Agent
from hofspiele.envs.core import Game
from hofspiele.training.players.lookup import find_players, names_of

# The values of a configuration that name agents: one, a list, or the keys of a mapping.
_NAMING = ("agent", "evaluation.opponents", "imitation.agent", "opponents.shares")


def named_agents(config: DictConfig) -> list[str]:
    """Return all agents that a run's configuration names, each once.

    The league's own names, such as those of past selves, are among them.
    """
    values = [OmegaConf.select(config, value) for value in _NAMING]
    return [*dict.fromkeys(str(name) for value in values for name in _entries(value))]


def _entries(value: Any) -> Iterable[Any]:
    return value if isinstance(value, DictConfig | ListConfig) else [value]


def find_teacher(config: DictConfig, game: Game) -> Agent | None:
    """Return the agent to imitate, None without one; ValueError if it does not exist."""
    name = config.imitation.agent
    if name is None:
        return None
    return find_players(names_of(name), game, False, config.trust)[0].agent


def find_evaluation_opponents(config: DictConfig, game: Game, name: str) -> list[Agent]:
    """Return the agents that the trained one is measured against.

    Args:
        config: as in ``configs/train.yaml``.
        game: the game of the run.
        name: the name of the trained agent.

    Raises:
        ValueError: an agent does not exist, or also has the name `name`.
    """
    players = find_players(names_of(config.evaluation.opponents), game, False, config.trust)
    agents = [player.agent for player in players]
    if name in {agent.name for agent in agents}:
        raise ValueError(
            f"this run and one of evaluation.opponents are both called {name!r}; "
            "choose another name=…"
        )
    return agents
