"""The network ``mlp``: linear layers in sequence."""

from itertools import pairwise
from typing import TypeGuard

from hofspiele.training.networks.description import NetworkDescription
from hofspiele.training.networks.operations import Linear, Network, Operations, Rows


class Mlp(Network):
    """Linear layers with activations in between; `widths` are the sizes of the hidden layers."""

    def __init__(self, num_inputs: int, widths: tuple[int, ...], num_outputs: int):
        sizes = [num_inputs, *widths]
        # In agent files, layers have even numbers, because odd numbers stand for activations.
        self.layers = {f"hidden.{2 * k}": Linear(*pair) for k, pair in enumerate(pairwise(sizes))}
        self.layers["head"] = Linear(sizes[-1], num_outputs)
        self.parameters, self.indices = {}, {}
        self.first, *self._later = self.layers

    def outputs(self, compute: Operations[Rows], features: Rows) -> Rows:
        return self.outputs_after_first(compute, compute.linear(self.first, features))

    def outputs_after_first(self, compute: Operations[Rows], rows: Rows) -> Rows:
        """Return the outputs of the network from the outputs of its first layer."""
        for name in self._later:
            rows = compute.linear(name, compute.activate(rows))
        return rows


def check(description: NetworkDescription) -> None:
    """Raise ValueError if `description` has an entity width, which this architecture lacks."""
    if description.entity_width is not None:
        raise ValueError(
            f"network.entity_width is {description.entity_width}, expected null with "
            "network.architecture=mlp; set network.architecture=entities as well"
        )


def policy(description: NetworkDescription) -> Mlp:
    """Return the policy network of a description."""
    return Mlp(description.num_inputs, description.policy, description.num_actions)


def value(description: NetworkDescription) -> Mlp:
    """Return the value network of a description."""
    return Mlp(description.num_inputs, description.value, 1)


def is_plain_mlp(network: Network) -> TypeGuard[Mlp]:
    """Return whether `network` is an `Mlp` itself; subclasses may compute other outputs."""
    return type(network) is Mlp
