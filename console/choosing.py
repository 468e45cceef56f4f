"""Games, options and agents as they are typed."""

from collections.abc import Mapping
from typing import Any

from hofspiele.envs.agents.agent import Agent, check_agents
from hofspiele.envs.agents.named import make_agent
from hofspiele.envs.core.arguments import Arguments
from hofspiele.envs.core.game import Game
from hofspiele.envs.core.registry import make, spec_of
from hofspiele.envs.core.spec import Option

# what `chosen_agents` reads
AGENTS = ("agents", "trust")


def chosen_game(
    name: str, given: Arguments, others: tuple[str, ...], known: Mapping[str, Any] | None = None
) -> Game:
    """The game `name` with the options that are given.

    Args:
        name: of the game.
        given: its options, among other values.
        others: names of these.
        known: options that need not be given.

    Raises:
        ValueError: there is no such game or name, or an option has a value that is not allowed.
    """
    spec = spec_of(name)
    given.check_names([*others, *spec.option_names])
    options = {
        option.name: _read(option, given.values[option.name])
        for option in spec.options
        if option.name in given.values
    }
    return make(name, **(dict(known or {}) | options))


def _read(option: Option, text: str) -> Any:
    """The value that `text` stands for, or `text`, which the option's own check refuses."""
    if isinstance(option.default, bool):
        return {"true": True, "false": False}.get(text.lower(), text)
    if isinstance(option.default, int) and text.isascii() and text.isdecimal() and len(text) < 20:
        return int(text)
    return text


def as_typed(value: Any) -> str:
    """How a value of an option is typed; nothing if there is none."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def chosen_agents(given: Arguments, game: Game, number: int) -> list[Agent]:
    """The agents for `number` seats: one for each, or one for all; greedy if none are given.

    Raises:
        ValueError: there is no such agent, it can't play `game`, or they are too few or too many.
    """
    names = given.names("agents", "greedy")
    if len(names) == 1:
        names *= number
    if len(names) != number:
        raise ValueError(
            f"agents names {len(names)}, expected {number}, one for each seat, or one for all"
        )
    trust = given.flag("trust")
    agents = [make_agent(name, own=True, trust=trust) for name in names]
    check_agents("agents", agents, game)
    return agents
