"""Games, options and agents in the arguments of commands."""

from collections.abc import Mapping
from typing import Any

from hofspiele.envs.agents.agent import Agent, check_agents
from hofspiele.envs.agents.named import make_agent
from hofspiele.envs.command_line.arguments import Arguments
from hofspiele.envs.core.game import Game
from hofspiele.envs.core.registry import make, spec_of
from hofspiele.envs.core.spec import GameSpec

# The names of the arguments that `read_agents` reads.
AGENTS = ("agents", "trust", "networks")


def read_game(
    spec: GameSpec,
    given: Arguments,
    others: tuple[str, ...],
    known: Mapping[str, Any] | None = None,
) -> Game:
    """Return a game with the given options.

    Args:
        spec: the specification of the game.
        given: the arguments, among them the options.
        others: the names of all other arguments that are allowed.
        known: values of options, which those among the arguments replace.

    Raises:
        ValueError: an argument is unknown, or an option has a value that is not allowed.
    """
    given.check_names([*others, *spec.option_names])
    options = {name: given.value(name) for name in spec.option_names if name in given.values}
    return make(spec.name, **(dict(known or {}) | options))


def read_spec(given: Arguments) -> GameSpec:
    """Return the specification of the game given as a positional argument or as ``game=``.

    Raises:
        ValueError: there is not exactly one game, or it is unknown.
    """
    words = [*([given.values["game"]] if "game" in given.values else []), *given.words]
    if not words:
        raise ValueError("no game given; `hofspiele games` lists all games")
    if len(words) > 1:
        raise ValueError(f"unexpected argument {words[1]!r}, expected NAME=VALUE; see --help")
    return spec_of(words[0], from_user=True)


def read_agents(given: Arguments, game: Game, number: int) -> list[Agent]:
    """Return the agents for `number` seats: one for each, one for all, or greedy by default.

    Raises:
        ValueError: an agent is unknown or can't play `game`, or the number of agents is wrong.
    """
    names = given.names("agents", "greedy")
    if len(names) == 1:
        names *= number
    if len(names) != number:
        seats = "all seats" if number == game.num_players else "all other seats"
        expected = f"1 (for {seats}) or {number} (one for each)" if number > 1 else "1"
        raise ValueError(f"agents has {len(names)} names, expected {expected}")
    agents = [
        make_agent(
            name, from_user=True, trust=given.flag("trust"), networks=given.names("networks")
        )
        for name in names
    ]
    check_agents("agents", agents, game)
    return agents
