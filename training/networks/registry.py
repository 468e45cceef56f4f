"""Network architectures by name, and descriptions from configurations and files."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, NamedTuple

from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown
from hofspiele.training.networks import entities, mlp
from hofspiele.training.networks.description import MOST_PARTS, EntityKind, NetworkDescription
from hofspiele.training.networks.operations import Network

# Prefixes of the weights of the policy network and of the value network in agent files.
NETWORK, CRITIC = "network.", "critic."


class Architecture(NamedTuple):
    """A kind of network.

    Attributes:
        check: a function that raises ValueError if a description does not suit the architecture.
        policy: a function that returns a network from features to logits, given a description.
        value: a function that returns a network from features to outcomes, given a description.
    """

    check: Callable[[NetworkDescription], None]
    policy: Callable[[NetworkDescription], Network]
    value: Callable[[NetworkDescription], Network]


ARCHITECTURES = {
    "mlp": Architecture(mlp.check, mlp.policy, mlp.value),
    "entities": Architecture(entities.check, entities.EntityPolicy, entities.EntityValue),
}


def architecture_of(description: NetworkDescription) -> Architecture:
    """Return the architecture that a description names."""
    return ARCHITECTURES[description.architecture]


def describe(settings: Mapping[str, Any], game: Game) -> NetworkDescription:
    """Return the description of a network for `game`, from the configuration's ``network`` section.

    Raises:
        ValueError: the settings do not fit together or do not fit the game.
    """
    kinds = [
        {
            "columns": kind.columns.tolist(),
            "actions": kind.actions.tolist(),
            "interchangeable": kind.interchangeable,
        }
        for kind in (game.layout.entities if settings.get("entity_width") is not None else [])
    ]
    sizes = {"observation_size": game.observation_size, "num_actions": game.num_actions}
    return description_of({**settings, **sizes, "entities": kinds})


def description_of(content: Any) -> NetworkDescription:
    """Return the description that `to_dict` turned into `content`, in which tuples may be lists.

    Raises:
        ValueError: an attribute is missing or unknown, or has a wrong value.
    """
    if isinstance(content, Mapping) and "entity_width" in content:
        # Older files, such as the bundled agent of Kardinal & König, do not name the architecture.
        older = "mlp" if content["entity_width"] is None else "entities"
        content = {"architecture": older, **content}
    values = _values_of(NetworkDescription, content, "network")
    kinds = values["entities"]
    if not isinstance(kinds, tuple) or len(kinds) > MOST_PARTS:
        raise ValueError(
            f"network.entities is {shown(kinds)}, expected a list of at most {MOST_PARTS} kinds"
        )
    found = [EntityKind(**_values_of(EntityKind, kind, "network.entities")) for kind in kinds]
    if values["architecture"] not in [*ARCHITECTURES]:
        raise ValueError(
            f"network.architecture is {shown(values['architecture'])}, expected one of "
            f"{', '.join(ARCHITECTURES)}"
        )
    description = NetworkDescription(**values | {"entities": tuple(found)})
    architecture_of(description).check(description)
    return description


def weight_shapes(
    description: NetworkDescription, *, with_critic: bool
) -> dict[str, tuple[int, ...]]:
    """Return the shapes, by name, of a description's weights in agent files; see `AgentFile`."""
    architecture = architecture_of(description)
    networks = {NETWORK: architecture.policy(description)}
    if with_critic:
        networks[CRITIC] = architecture.value(description)
    shapes = {
        prefix + name: shape
        for prefix, network in networks.items()
        for name, shape in network.shapes().items()
    }
    if description.standardise:
        scale = (description.num_inputs,)
        shapes |= {"features.mean": scale, "features.scale": scale}
    return shapes


def has_critic(weights: Mapping[str, Any]) -> bool:
    """Return whether `weights`, by name, include the weights of a value network."""
    return any(name.startswith(CRITIC) for name in weights)


def without_critic(weights: Mapping[str, Any]) -> dict[str, Any]:
    """Return `weights`, by name, without the weights of the value network."""
    return {name: weight for name, weight in weights.items() if not name.startswith(CRITIC)}


def _values_of(kind: type, content: Any, where: str) -> dict[str, Any]:
    """Return the fields of the dataclass `kind` from `content`, with lists turned into tuples."""
    names = [field.name for field in fields(kind)]
    if not isinstance(content, Mapping):
        raise ValueError(f"{where} is {shown(content)}, expected values for {', '.join(names)}")
    if missing := [name for name in names if name not in content]:
        raise ValueError(f"{where} lacks {', '.join(missing)}")
    if unknown := [name for name in content if name not in names]:
        raise ValueError(f"{where} has unknown keys {shown(unknown)}, expected {', '.join(names)}")
    return {name: _as_tuples(content[name]) for name in names}


def _as_tuples(value: Any) -> Any:
    is_list = isinstance(value, Sequence) and not isinstance(value, str | bytes)
    return tuple(map(_as_tuples, value)) if is_list else value
