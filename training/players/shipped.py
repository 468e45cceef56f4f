"""The agents bundled with the package, named "trained"; see ``agents/README.md``."""

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hofspiele.envs.agents import Agent
from hofspiele.envs.core import Game
from hofspiele.envs.core.registry import loadable_name
from hofspiele.envs.core.text.installed import install_command
from hofspiele.training.cli.dependencies import lack_of
from hofspiele.training.players.agent_file import EXTRAS, ONNX, load_agent, read_agent
from hofspiele.training.players.contents import fingerprint
from hofspiele.training.players.file_agent import StoredAgent

FOLDER = Path(__file__).parents[1] / "agents"


class ShippedAgent(StoredAgent):
    """The agent that plays each game with the bundled agent for that game."""

    name = "trained"

    def __init__(self) -> None:
        _check_installed()

    def file(self, game: Game) -> Path:
        return shipped_file(game)

    def load(self, game: Game, *, deterministic: bool) -> Agent:
        # Training can start from the weights only if they are in a torch network.
        return shipped_agent(game, deterministic=deterministic, by_torch=True)

    def playing(self, game: Game) -> Agent:
        return shipped_agent(game)


@functools.cache
def shipped_file(game: Game) -> Path:
    """Return the bundled agent file for `game`.

    Raises:
        ValueError: no bundled agent was trained for `game`, or no library to play it is installed.
    """
    contents = {file: read_agent(file) for file in sorted(FOLDER.glob(f"*{ONNX}"))}
    fitting = {
        file: content
        for file, content in contents.items()
        if (content.game, content.fingerprint) == (game.name, fingerprint(game))
    }
    for file, content in fitting.items():
        if game.options in content.tables:
            return file
    tables = [table for content in fitting.values() for table in content.tables]
    names = sorted({content.game for content in contents.values()})
    found = (
        f"the bundled agents play {_described(tables)}"
        if tables
        else f"the bundled agents play: {', '.join(names) or 'no game yet'}"
    )
    raise ValueError(
        f"no bundled agent was trained for {game!r}; {found}; train your own: "
        f"hofspiele train game={loadable_name(game.name)}"
    )


def _check_installed() -> None:
    """Raise ValueError if neither onnxruntime nor torch is installed."""
    if not all(lack_of(ShippedAgent.name, (extra,)) for extra in EXTRAS[ONNX]):
        return
    commands = " or ".join(map(install_command, EXTRAS[ONNX]))
    raise ValueError(
        f"agent {ShippedAgent.name!r} needs onnxruntime or torch, and neither is installed; "
        f"install one of the extras that include them: {commands}"
    )


def _described(tables: Sequence[Mapping[str, Any]]) -> str:
    """Return each option with the values that it has in any of `tables`, as text."""
    values = {name: sorted({str(table[name]) for table in tables}) for name in tables[0]}
    return ", ".join(f"{name}={' or '.join(them)}" for name, them in values.items())


@functools.cache
def shipped_agent(game: Game, *, deterministic: bool = False, by_torch: bool = False) -> Agent:
    """Return the bundled agent for `game`; see `shipped_file` and `load_agent`."""
    file = shipped_file(game)
    agent = load_agent(file, game, deterministic=deterministic, by_torch=by_torch)
    agent.name = ShippedAgent.name
    return agent
