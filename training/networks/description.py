"""The description of a network, which determines its layers, its inputs and its part of a file."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import is_integer, shown
from hofspiele.envs.core.entities import NONE
from hofspiele.training.networks.inputs import Inputs

# Names of torch's activations.
ACTIVATIONS = ("ReLU", "LeakyReLU", "ELU", "GELU", "SiLU", "Tanh")
# Numbers of an observation, actions, widths: lists of them are made before any weights are seen.
_MOST = 2**20
# Hidden layers, and kinds of entities: modules are made of them before any weights are seen.
_MOST_LAYERS = 100


@dataclass(frozen=True)
class EntityKind:
    """The N entities of one kind: `hofspiele.envs.core.Entities` as a value.

    Attributes:
        columns: for each entity the F columns of the observation that describe it, or `NONE`.
        actions: for each entity the S actions that name it, or `NONE`.
        interchangeable: whether nothing else distinguishes them.
    """

    columns: tuple[tuple[int, ...], ...]
    actions: tuple[tuple[int, ...], ...]
    interchangeable: bool

    def __post_init__(self) -> None:
        for name in ("columns", "actions"):
            _expect(f"entities.{name}", getattr(self, name), _is_table, "equally long lists")
        if len(self.columns) != len(self.actions):
            raise ValueError(
                f"network.entities: {len(self.columns)} things have columns and "
                f"{len(self.actions)} have actions, expected as many"
            )
        flag = self.interchangeable
        _expect("entities.interchangeable", flag, _is_bool, "true or false")


@dataclass(frozen=True)
class NetworkDescription:
    """A policy network and the value network that learns with it.

    Attributes:
        observation_size: size of an observation, from 1 to 2**20.
        num_actions: number of actions, from 1 to 2**20.
        policy: widths of the policy's hidden layers. With an `entity_width` there are two: of the
            encoder of all inputs that describe no entity, and of the layer that joins everything.
        value: the same for the value network.
        activation: the activation after every hidden layer, a name in `ACTIVATIONS`.
        standardise: whether all inputs but the prior are standardised.
        prior_temperature: see `Inputs`; None for a network without a prior.
        entity_width: width of the encoder shared by all entities of a kind, None for plain layers.
            It requires a prior.
        entities: the kinds of entities, empty for plain layers.

    Raises:
        ValueError: a value is none of these.
    """

    observation_size: int
    num_actions: int
    policy: tuple[int, ...]
    value: tuple[int, ...]
    activation: str = "ReLU"
    standardise: bool = True
    prior_temperature: float | None = None
    entity_width: int | None = None
    entities: tuple[EntityKind, ...] = ()

    def __post_init__(self) -> None:
        for name in ("observation_size", "num_actions"):
            _expect(name, getattr(self, name), _is_size, f"a number from 1 to {_MOST}")
        for name in ("policy", "value"):
            expected = f"at most {_MOST_LAYERS} widths from 1 to {_MOST}, as [128, 128]"
            _expect(name, getattr(self, name), _are_widths, expected)
        _expect("activation", self.activation, _is_activation, f"one of {', '.join(ACTIVATIONS)}")
        _expect("standardise", self.standardise, _is_bool, "true or false")
        _ = self.inputs  # refuses wrong temperatures
        if self.entity_width is not None:
            self._check_entity_layers(self.entity_width)
        elif self.entities:
            raise ValueError("network.entity_width is null, but there are entities; give a width")

    def _check_entity_layers(self, width: int) -> None:
        _expect("entity_width", width, _is_size, f"a number from 1 to {_MOST}, or null")
        where = f"network.entity_width is {width}"
        if not self.entities:
            raise ValueError(f"{where}, but nothing is alike in this game; give null")
        if self.prior_temperature is None:
            raise ValueError(
                f"{where}, but network.prior_temperature is null: only networks with a prior look "
                "at entities; give prior_temperature as well, or null here"
            )
        for name in ("policy", "value"):
            widths = getattr(self, name)
            if len(widths) != 2:
                raise ValueError(
                    f"network.{name} is {shown([*widths])}, expected two widths with an "
                    "entity_width: of the look at what describes no entity, and of that at all "
                    "together"
                )
        for kind in self.entities:
            for name, end in (("columns", self.observation_size), ("actions", self.num_actions)):
                numbers = [number for row in getattr(kind, name) for number in row]
                if min(numbers) < NONE or max(numbers) >= end:
                    raise ValueError(f"network.entities.{name}: expected numbers below {end}")

    @property
    def inputs(self) -> Inputs:
        """How the inputs are made."""
        return Inputs(self.prior_temperature)

    @property
    def num_prior(self) -> int:
        """How many of the inputs, the last ones, are the prior."""
        return self.num_actions if self.inputs.has_prior else 0

    @property
    def num_inputs(self) -> int:
        """Of all: the observation and the prior."""
        return self.observation_size + self.num_prior

    def same_actor(self, other: "NetworkDescription") -> bool:
        """Return whether the policy networks and their inputs are the same."""
        return replace(other, value=self.value) == self

    def to_dict(self) -> dict[str, Any]:
        """Return the names and JSON-ready values of all attributes."""
        return asdict(self)

    @classmethod
    def from_dict(cls, content: Any) -> "NetworkDescription":
        """Return the description that `to_dict` returned; lists may replace tuples.

        Raises:
            ValueError: an attribute is missing, unknown or wrong.
        """
        values = _values_of(cls, content, "network")
        _expect("entities", values["entities"], _are_few, f"a list of at most {_MOST_LAYERS}")
        kinds = [_values_of(EntityKind, kind, "network.entities") for kind in values["entities"]]
        return cls(**values | {"entities": tuple(EntityKind(**kind) for kind in kinds)})


def describe(settings: Mapping[str, Any], game: Game) -> NetworkDescription:
    """Return the network of a configuration's section ``network`` for a game.

    Raises:
        ValueError: the settings do not fit together or do not fit the game.
    """
    entities = game.layout.entities if settings.get("entity_width") is not None else []
    kinds = [
        {
            "columns": kind.columns.tolist(),
            "actions": kind.actions.tolist(),
            "interchangeable": kind.interchangeable,
        }
        for kind in entities
    ]
    sizes = {"observation_size": game.observation_size, "num_actions": game.num_actions}
    return NetworkDescription.from_dict({**settings, **sizes, "entities": kinds})


def _values_of(kind: type, content: Any, where: str) -> dict[str, Any]:
    """Return the values of a dataclass's fields in `content`, with tuples in place of lists."""
    names = [field.name for field in fields(kind)]
    found = [*content] if isinstance(content, Mapping) else content
    if not isinstance(content, Mapping) or set(content) != set(names):
        raise ValueError(f"{where} has {shown(found)}, expected {names}")
    return {name: _as_tuples(content[name]) for name in names}


def _as_tuples(value: Any) -> Any:
    is_list = isinstance(value, Sequence) and not isinstance(value, str | bytes)
    return tuple(map(_as_tuples, value)) if is_list else value


def _expect(name: str, value: Any, holds: Callable[[Any], bool], expected: str) -> None:
    if not holds(value):
        found = [*value] if isinstance(value, tuple) else value
        raise ValueError(f"network.{name} is {shown(found)}, expected {expected}")


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool)


def _is_size(value: Any) -> bool:
    return is_integer(value) and 1 <= value <= _MOST


def _are_few(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) <= _MOST_LAYERS


def _are_widths(value: Any) -> bool:
    return _are_few(value) and all(map(_is_size, value))


def _is_activation(value: Any) -> bool:
    return isinstance(value, str) and value in ACTIVATIONS


def _is_table(value: Any) -> bool:
    """Return whether it has rows of whole numbers, all of one length."""
    return (
        isinstance(value, tuple)
        and all(isinstance(row, tuple) and row for row in value)
        and len({len(row) for row in value}) == 1
        and all(type(number) is int for row in value for number in row)
    )
