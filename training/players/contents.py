"""What every agent file says, in whatever form: all that is needed to play."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown
from hofspiele.training.networks.description import NetworkDescription

# Of a file: far more than any network for our games has.
_MOST_BYTES = 2**28


@dataclass(frozen=True)
class AgentFile:
    """What an agent file holds.

    Attributes:
        game: name of the game.
        tables: options of each of the games that the agent was trained in; the first are those that
            it is measured at where none are given.
        fingerprint: of the game's observations and actions, see `fingerprint`.
        hofspiele: version that wrote the file.
        network: what the network is.
        use_solver: whether it decides only what is not solved (see `SolverAssistedAgent`).
        weights: those of `Actor` by their names, as tensors or arrays by the form of the file.
        recipe: how the agent was trained, for people.
        commit: git commit of the checkout in which its training began, or None.
    """

    game: str
    tables: list[dict[str, Any]]
    fingerprint: str
    hofspiele: str
    network: NetworkDescription
    use_solver: bool
    weights: dict[str, Any]
    recipe: Any
    commit: str | None

    def told(self) -> dict[str, Any]:
        """All but the weights, JSON-ready."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        del values["weights"]
        return values | {"network": self.network.to_dict()}


def read_bytes(file: Path) -> bytes:
    """Return the bytes of an agent's file; ValueError if they are more than an agent may have."""
    if (size := file.stat().st_size) > _MOST_BYTES:
        raise ValueError(f"{file}: {size:,} bytes, expected at most {_MOST_BYTES:,}")
    return file.read_bytes()


def fingerprint(game: Game) -> str:
    """16 hex digits that change with the names, shapes or order of observations and actions.

    A network can play any game of its own fingerprint, with other numbers of players too.
    """
    pieces = [[piece.name, *piece.shape] for piece in game.layout.pieces]
    actions = [game.action_name(action) for action in range(game.num_actions)]
    return hashlib.sha256(json.dumps([game.name, pieces, actions]).encode()).hexdigest()[:16]


def checked_contents(content: Any, expected_format: str, file: Path) -> AgentFile:
    """What was read of `file`: values by the names of `AgentFile`'s fields, and a ``format``.

    Raises:
        ValueError: it is of another format, lacks something, or has a value that can not be.
    """
    _check_format(content, expected_format, file)
    names = [field.name for field in fields(AgentFile)]
    if missing := [name for name in names if name not in content]:
        raise ValueError(f"{file}: the agent file lacks {', '.join(missing)}; train an agent anew")
    try:
        network = NetworkDescription.from_dict(content["network"])
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{file}: {error}") from error
    _check_names(content, file)
    _check_tables(content["tables"], file)
    if not isinstance(content["use_solver"], bool):
        raise ValueError(
            f"{file}: use_solver is {shown(content['use_solver'])}, expected true or false"
        )
    return AgentFile(**{name: content[name] for name in names} | {"network": network})


def _check_format(content: Any, expected: str, file: Path) -> None:
    found = content.get("format") if isinstance(content, Mapping) else type(content).__name__
    if found == expected:
        return
    if str(found).startswith(expected.rstrip("0123456789")):
        raise ValueError(
            f"{file}: a trained agent in the format {shown(found)}, written by hofspiele "
            f"{shown(content.get('hofspiele'))}, expected {expected!r}; play it with the "
            "version that wrote it, or train an agent anew"
        )
    raise ValueError(f"{file}: format is {shown(found)}, expected {expected!r}")


def _check_names(content: Mapping[str, Any], file: Path) -> None:
    """They stand in messages."""
    for name in ("game", "fingerprint", "hofspiele"):
        value = content[name]
        if not isinstance(value, str) or not value.isprintable():
            raise ValueError(f"{file}: {name} is {shown(value)}, expected a name")


def _check_tables(tables: Any, file: Path) -> None:
    if not isinstance(tables, list) or not tables or not all(isinstance(t, dict) for t in tables):
        raise ValueError(
            f"{file}: tables are {shown(tables)}, expected options of at least one table"
        )


def check_finite(finite: Mapping[str, bool], file: Path) -> None:
    """Raise ValueError unless all numbers of the weights of each name are finite."""
    for name, are_finite in finite.items():
        if not are_finite:
            raise ValueError(
                f"{file}: {name} holds what are no finite numbers: that agent was not trained to "
                "its end; train one anew"
            )


def check_fits(content: AgentFile, game: Game, file: Path) -> None:
    """Raise ValueError unless the agent was trained for `game`, its observations and actions."""
    expected = fingerprint(game)
    if content.game != game.name:
        raise ValueError(
            f"{file}: trained for {content.game}, expected an agent for {game.name} (observations "
            f"and actions are {content.fingerprint}, expected {expected})"
        )
    if content.fingerprint != expected:
        raise ValueError(
            f"{file}: trained with hofspiele {content.hofspiele} for observations and actions "
            f"{content.fingerprint}, expected {expected} as in {game!r}: other components "
            "or another version of the game; train an agent anew"
        )
    sizes = content.network.observation_size, content.network.num_actions
    if sizes != (game.observation_size, game.num_actions):
        raise ValueError(
            f"{file}: network.observation_size and num_actions are {sizes[0]} and {sizes[1]}, "
            f"expected {game.observation_size} and {game.num_actions} as in {game!r}"
        )
