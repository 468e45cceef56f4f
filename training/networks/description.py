"""The description of a network, which determines its layers, its inputs and its stored weights."""

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from hofspiele.envs.core.checks import is_integer, shown
from hofspiele.envs.core.entities import NONE
from hofspiele.training.networks.inputs import Inputs

# Names of activation modules in `torch.nn`.
ACTIVATIONS = ("ReLU", "LeakyReLU", "ELU", "GELU", "SiLU", "Tanh")
# Maximum number of actions, and maximum size of observations and layers.
_MOST = 2**20
# Maximum product of the number of actions and the number of times that entities name one action. It
# bounds the arrays of score indices in entities.py.
_MOST_TERMS = 2**24
# Maximum number of hidden layers, and of kinds of entities.
MOST_PARTS = 100


@dataclass(frozen=True)
class EntityKind:
    """The N entities of one kind: `hofspiele.envs.core.Entities` as hashable values.

    Attributes:
        columns: for each entity, F indices into the observation, `NONE` for missing numbers.
        actions: for each entity, S actions that name it, `NONE` for missing actions.
        interchangeable: whether only `columns` and `actions` distinguish the entities.
    """

    columns: tuple[tuple[int, ...], ...]
    actions: tuple[tuple[int, ...], ...]
    interchangeable: bool

    def __post_init__(self) -> None:
        for name in ("columns", "actions"):
            _expect(f"entities.{name}", getattr(self, name), _is_table, "equally long lists")
        if len(self.columns) != len(self.actions):
            raise ValueError(
                f"network.entities: columns describe {len(self.columns)} entities, but actions "
                f"describe {len(self.actions)}, expected the same number"
            )
        _expect("entities.interchangeable", self.interchangeable, _is_bool, "true or false")


@dataclass(frozen=True)
class NetworkDescription:
    """The description of a policy network and of the value network that is trained with it.

    Attributes:
        architecture: the kind of network, a name in `registry.ARCHITECTURES`.
        observation_size: size of an observation, from 1 to 2**20.
        num_actions: number of actions, from 1 to 2**20.
        policy: sizes of the policy's hidden layers. With an `entity_width` there are two sizes: for
            the encoder of the context (see entities.py), and for the joining layer.
        value: the same for the value network.
        activation: the activation after every hidden layer, a name in `ACTIVATIONS`.
        standardise: whether all inputs except the prior are standardised.
        prior_temperature: see `Inputs`; None for a network without a prior.
        entity_width: size of the encoder shared by all entities of a kind; None for a network
            without entities. It requires a prior.
        entities: the kinds of entities; empty without an `entity_width`.

    Raises:
        ValueError: a value is not allowed.
    """

    architecture: str
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
            expected = f"at most {MOST_PARTS} widths from 1 to {_MOST}, for example [128, 128]"
            _expect(name, getattr(self, name), _are_widths, expected)
        activations = f"one of {', '.join(ACTIVATIONS)}"
        _expect("activation", self.activation, _is_activation, activations)
        _expect("standardise", self.standardise, _is_bool, "true or false")
        _ = self.inputs  # `Inputs` checks the temperature.
        if self.entity_width is not None:
            self._check_entities(self.entity_width)
        elif self.entities:
            raise ValueError(
                "network.entity_width is null, but there are entities; set it, for example to 64"
            )

    def _check_entities(self, width: int) -> None:
        _expect("entity_width", width, _is_size, f"a number from 1 to {_MOST}, or null")
        if not self.entities:
            raise ValueError(
                f"network.entity_width is {width}, but this game has no entities; set it to null"
            )
        for kind in self.entities:
            for name, end in (("columns", self.observation_size), ("actions", self.num_actions)):
                numbers = [number for row in getattr(kind, name) for number in row]
                if wrong := [number for number in numbers if not NONE <= number < end]:
                    found = f"contains {wrong[0]}, expected {NONE} to {end - 1}"
                    raise ValueError(f"network.entities.{name} {found}")
        most = _MOST_TERMS // self.num_actions
        rows = [row for kind in self.entities for row in kind.actions]
        named = Counter(action for row in rows for action in row if action != NONE)
        for action, times in named.most_common(1):
            if times > most:
                raise ValueError(
                    f"network.entities.actions name action {action} {times} times, expected at "
                    f"most {most} times with {self.num_actions} actions"
                )

    @property
    def inputs(self) -> Inputs:
        """The object that constructs the inputs of the network."""
        return Inputs(self.prior_temperature)

    @property
    def num_prior(self) -> int:
        """Number of inputs that form the prior; they come last."""
        return self.num_actions if self.inputs.has_prior else 0

    @property
    def num_inputs(self) -> int:
        """Number of all inputs: the observation and the prior."""
        return self.observation_size + self.num_prior

    def same_actor(self, other: "NetworkDescription") -> bool:
        """Return whether `other` describes the same policy network with the same inputs."""
        return replace(other, value=self.value) == self

    def to_dict(self) -> dict[str, Any]:
        """Return all attributes by name, as JSON-serialisable values."""
        return asdict(self)


def _expect(name: str, value: Any, holds: Callable[[Any], bool], expected: str) -> None:
    if not holds(value):
        found = [*value] if isinstance(value, tuple) else value
        raise ValueError(f"network.{name} is {shown(found)}, expected {expected}")


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool)


def _is_activation(value: Any) -> bool:
    return isinstance(value, str) and value in ACTIVATIONS


def _is_size(value: Any) -> bool:
    return is_integer(value) and 1 <= value <= _MOST


def _are_widths(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) <= MOST_PARTS and all(map(_is_size, value))


def _is_table(value: Any) -> bool:
    """Return whether `value` is a non-empty tuple of non-empty rows of integers of equal length."""
    return (
        isinstance(value, tuple)
        and all(isinstance(row, tuple) and row for row in value)
        and len({len(row) for row in value}) == 1
        and all(type(number) is int for row in value for number in row)
    )
