"""The content of an agent file in either format."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.spec import COMPONENTS
from hofspiele.training.networks.description import NetworkDescription
from hofspiele.training.networks.registry import description_of, has_critic, weight_shapes

# Maximum size of a file in bytes. Networks for our games are far smaller.
_MOST_BYTES = 2**28


@dataclass(frozen=True)
class AgentFile:
    """The content of an agent file.

    Attributes:
        game: name of the game.
        tables: the options of each setup in which the agent was trained. Commands play in the first
            setup by default.
        fingerprint: the fingerprint of the game's observations and actions; see `fingerprint`.
        hofspiele: the version that wrote the file; for an exported file, the version that wrote
            the ``.pt`` file.
        network: the description of the network.
        use_solver: whether the heuristic takes solved decisions; see `SolverAssistedAgent`.
        weights: the weights of `Actor` by name, as arrays. If the file has a value network, its
            weights have the prefix ``critic.``.
        recipe: the configuration with which the agent was trained, only for information.
        commit: Git commit of the checkout in which the training started, marked ``-dirty`` if
            files had changed, or None.
    """

    game: str
    tables: list[dict[str, Any]]
    fingerprint: str
    hofspiele: str
    network: NetworkDescription
    use_solver: bool
    weights: dict[str, np.ndarray]
    recipe: Any
    commit: str | None

    def metadata(self) -> dict[str, Any]:
        """Return all fields by name, except the weights, as JSON-serialisable values."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        del values["weights"]
        return values | {"network": self.network.to_dict()}


def read_bytes(file: Path) -> bytes:
    """Return the bytes of an agent file; raise ValueError if it is larger than allowed."""
    if (size := file.stat().st_size) > _MOST_BYTES:
        raise ValueError(f"it has {size:,} bytes, expected at most {_MOST_BYTES:,}")
    return file.read_bytes()


def fingerprint(game: Game) -> str:
    """Return 16 hex digits that depend on the name, observation layout and actions of `game`.

    A network can play all games with the same fingerprint, even with a different number of players.
    """
    pieces = [[piece.name, *piece.shape] for piece in game.layout.pieces]
    actions = [game.action_name(action) for action in range(game.num_actions)]
    return hashlib.sha256(json.dumps([game.name, pieces, actions]).encode()).hexdigest()[:16]


def identity_of(game: Game) -> dict[str, Any]:
    """Return the values that identify `game` in stored settings, as JSON-serialisable values."""
    identity = {"name": game.name, "options": game.options, "fingerprint": fingerprint(game)}
    return identity | components_sha256([game])


def components_sha256(games: Iterable[Game]) -> dict[str, dict[str, str]]:
    """Return the digests of the component files of `games`, because the files may change later.

    Returns:
        A mapping of ``components_sha256`` to the SHA-256 of each file by its path, or {} if all
        games have the bundled components.
    """
    digests = {
        game.options[COMPONENTS]: game.components_sha256
        for game in games
        if game.components_sha256 is not None
    }
    return {"components_sha256": digests} if digests else {}


def checked_contents(content: Any, expected_format: str) -> AgentFile:
    """Check `content`, a mapping of ``format`` and all fields, and return it as an `AgentFile`.

    Raises:
        ValueError: the format is not the expected one, or a value is missing or wrong.
    """
    _check_format(content, expected_format)
    names = [field.name for field in fields(AgentFile)]
    if missing := [name for name in names if name not in content]:
        raise ValueError(
            f"the agent file is incomplete: {', '.join(missing)} missing; train a new agent"
        )
    network = description_of(content["network"])
    _check_values(content)
    _check_weights(content["weights"], network)
    return AgentFile(**{name: content[name] for name in names} | {"network": network})


def _check_format(content: Any, expected: str) -> None:
    found = content.get("format") if isinstance(content, Mapping) else type(content).__name__
    if found == expected:
        return
    if str(found).startswith(expected.rstrip("0123456789")):
        raise ValueError(
            f"format is {shown(found)} (hofspiele {shown(content.get('hofspiele'))}), expected "
            f"{expected!r}; use the version of hofspiele that wrote the file, or train a new agent"
        )
    raise ValueError(f"format is {shown(found)}, expected {expected!r}")


def _check_values(content: Mapping[str, Any]) -> None:
    """Raise ValueError if a text field, ``tables`` or ``use_solver`` has a wrong value."""
    for name in ("game", "fingerprint", "hofspiele"):
        value = content[name]
        if not isinstance(value, str) or not value.isprintable():
            raise ValueError(f"{name} is {shown(value)}, expected printable text")
    tables, use_solver = content["tables"], content["use_solver"]
    if not isinstance(tables, list) or not tables or not all(isinstance(t, dict) for t in tables):
        raise ValueError(f"tables are {shown(tables)}, expected the options of at least one setup")
    if not isinstance(use_solver, bool):
        raise ValueError(f"use_solver is {shown(use_solver)}, expected true or false")


def _check_weights(weights: Any, network: NetworkDescription) -> None:
    """Raise ValueError unless the weights are finite arrays with the shapes of `network`."""
    if not isinstance(weights, dict) or not all(
        isinstance(name, str) and isinstance(array, np.ndarray) for name, array in weights.items()
    ):
        raise ValueError(f"weights are {shown(weights)}, expected tensors by name")
    found = {name: array.shape for name, array in weights.items()}
    expected = weight_shapes(network, with_critic=has_critic(weights))
    for name in [*expected, *found]:
        if found.get(name) != expected.get(name):
            raise ValueError(
                f"the weights do not match the described network: {shown(name)} has shape "
                f"{found.get(name)}, expected {expected.get(name)}"
            )
    for name, array in weights.items():
        if not np.isfinite(array).all():
            raise ValueError(
                f"{name} contains NaN or infinity: training diverged, or the file is corrupt; "
                "train a new agent"
            )


def check_fits(content: AgentFile, game: Game) -> None:
    """Raise ValueError unless the agent was trained for `game` and its observations and actions."""
    expected = fingerprint(game)
    if content.game != game.name:
        raise ValueError(f"this agent plays {content.game}, not {game.name}")
    if content.fingerprint != expected:
        raise ValueError(
            f"this agent was trained with hofspiele {content.hofspiele} for other components or "
            f"another version of {game!r} (fingerprint {content.fingerprint}, expected "
            f"{expected}); train a new agent"
        )
    sizes = content.network.observation_size, content.network.num_actions
    if sizes != (game.observation_size, game.num_actions):
        raise ValueError(
            f"network.observation_size and num_actions are {sizes[0]} and {sizes[1]}, "
            f"expected {game.observation_size} and {game.num_actions} as in {game!r}"
        )
