"""The agents that commands name, trained ones by path and scripted ones by name, and their game."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from omegaconf import ListConfig

import envs
from envs.agents import Agent, make_agent
from envs.core import Game
from training.agent_file import find_file, load_agent, read_agent


@dataclass(frozen=True)
class Player:
    """An agent that was asked for.

    Attributes:
        agent: it plays.
        sha256: of its file; None for scripted agents, which their name says all about.
    """

    agent: Agent
    sha256: str | None


def names_of(value: Any) -> list[str]:
    """A configured list of agents; a single one needs no brackets."""
    return [str(name) for name in value] if isinstance(value, ListConfig) else [str(value)]


def find_game(agents: Sequence[str], name: str | None, num_players: int | None) -> Game:
    """The game called `name`, with the options of the first trained one of `agents` if it plays it.

    Args:
        agents: as the user names them.
        name: None takes the trained agent's.
        num_players: None takes the trained agent's, or the game's default.
    """
    trained = next((read_agent(agent) for agent in agents if Path(agent).exists()), None)
    if trained is None and name is None:
        raise ValueError(
            f"game is null, but none of the agents {', '.join(agents)} is a trained one that could "
            f"tell; give game=NAME, one of: {', '.join(envs.game_names())}"
        )
    options: dict[str, Any] = {}
    if trained is not None and name in (None, trained.game):
        name, options = trained.game, dict(trained.options)
    if num_players is not None:
        options["num_players"] = num_players
    assert name is not None
    return envs.make(name, **options)


def find_players(names: Sequence[str], game: Game, deterministic: bool) -> list[Player]:
    """One player for each of `names`, the same one where they are the same.

    Raises:
        ValueError: there is no such agent, or different ones would go by one name in the results.
    """
    found = {name: _find_player(name, game, deterministic) for name in dict.fromkeys(names)}
    called: dict[str, tuple[str, Player]] = {}
    for name, player in found.items():
        other, first = called.setdefault(player.agent.name, (name, player))
        if first.sha256 != player.sha256:
            raise ValueError(
                f"{other} and {name} are different agents, but both are called "
                f"{player.agent.name!r}; rename or copy one of them"
            )
    return [called[found[name].agent.name][1] for name in names]


def _find_player(name: str, game: Game, deterministic: bool) -> Player:
    if Path(name).exists():
        digest = hashlib.sha256(find_file(name).read_bytes()).hexdigest()
        return Player(load_agent(name, game, deterministic), digest)
    try:
        return Player(make_agent(name), None)
    except ValueError as error:
        raise ValueError(f"{error}; nor is there a file or folder of that name") from None
