"""The agents of a run beside the one that learns; trained ones draw their actions."""

from omegaconf import DictConfig

from hofspiele.envs.agents import Agent
from hofspiele.envs.core import Game
from hofspiele.training.players.lookup import find_players, names_of


def find_teacher(config: DictConfig, game: Game) -> Agent | None:
    """Whose behaviour is cloned first, None for nobody's; ValueError if there is no such agent."""
    name = config.imitation.agent
    return None if name is None else find_players(names_of(name), game, False)[0].agent


def find_evaluation_opponents(config: DictConfig, game: Game, name: str) -> list[Agent]:
    """The agents that the trained one is measured against.

    Args:
        config: as in ``configs/train.yaml``.
        game: what is played.
        name: that the trained agent goes by.

    Raises:
        ValueError: there is no such agent, or one of them goes by `name` too.
    """
    players = find_players(names_of(config.evaluation.opponents), game, False)
    agents = [player.agent for player in players]
    if name in {agent.name for agent in agents}:
        raise ValueError(
            f"this run and one of evaluation.opponents are both called {name!r}; "
            "choose another name=…"
        )
    return agents
