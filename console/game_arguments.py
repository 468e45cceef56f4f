"""Games, options and agents as they are typed."""

from collections.abc import Mapping
from typing import Any

from hofspiele.envs.agents.agent import Agent, check_agents
from hofspiele.envs.agents.named import make_agent
from hofspiele.envs.core.arguments import Arguments, whole
from hofspiele.envs.core.game import Game
from hofspiele.envs.core.registry import make, spec_of
from hofspiele.envs.core.spec import GameSpec, Option

# what `read_agents` reads
AGENTS = ("agents", "trust")


def read_game(
    spec: GameSpec,
    given: Arguments,
    others: tuple[str, ...],
    known: Mapping[str, Any] | None = None,
) -> Game:
    """Return a game with the options that are given.

    Args:
        spec: of the game.
        given: its options, among other values.
        others: names of these.
        known: options that need not be given.

    Raises:
        ValueError: there is no option of a name, or one has a value that is not allowed.
    """
    given.check_names([*others, *spec.option_names])
    options = {
        option.name: _read(option, given.values[option.name])
        for option in spec.options
        if option.name in given.values
    }
    return make(spec.name, **(dict(known or {}) | options))


def read_spec(given: Arguments) -> GameSpec:
    """Return the specification of the game that is typed as a word or as ``game=``.

    Raises:
        ValueError: none or several are typed, or there is no such game.
    """
    words = [*given.words, *([given.values["game"]] if "game" in given.values else [])]
    if len(words) != 1:
        raise ValueError(f"{len(words)} games are named, expected one; see --help")
    return spec_of(words[0], own=True)


def _read(option: Option, text: str) -> Any:
    """The value that `text` stands for, or `text`, which the option's own check refuses."""
    if isinstance(option.default, bool):
        return {"true": True, "false": False}.get(text.lower(), text)
    return whole(text) if isinstance(option.default, int) else text


def format_value(value: Any) -> str:
    """How a value of an option is typed; nothing if there is none."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_agents(given: Arguments, game: Game, number: int) -> list[Agent]:
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
