"""A custom network with residual layers, which add their output to their input.

``python examples/own_network.py NAME=VALUE …`` trains it like ``hofspiele train``, whose
``--help`` explains the names and values. ``python examples/own_network.py resume=FOLDER`` resumes
an interrupted run.
"""

import sys

from hofspiele.console.__main__ import main
from hofspiele.training.networks.description import NetworkDescription
from hofspiele.training.networks.operations import Linear, Network, Operations, Rows
from hofspiele.training.networks.registry import ARCHITECTURES, Architecture


class ResidualNetwork(Network):
    """Hidden layers of equal width; each after the first adds its outputs to its inputs."""

    def __init__(self, num_inputs: int, widths: tuple[int, ...], num_outputs: int):
        width = widths[0]
        self.layers = {"hidden.first": Linear(num_inputs, width)}
        self._blocks = [f"hidden.blocks.{k}" for k in range(len(widths))]
        self.layers |= {name: Linear(width, width, bias=False) for name in self._blocks}
        self.layers["head.linear"] = Linear(width, num_outputs)
        self.parameters = {"head.offset": (num_outputs,)}
        self.indices = {}

    def outputs(self, compute: Operations[Rows], features: Rows) -> Rows:
        """Return the outputs, one row per decision: (B, num_inputs) → (B, num_outputs)."""
        rows = compute.linear("hidden.first", features)
        for name in self._blocks:
            rows = compute.add(rows, compute.linear(name, compute.activate(rows)))
        return compute.add_parameter("head.offset", compute.linear("head.linear", rows))


def check(description: NetworkDescription) -> None:
    """Raise ValueError unless each network has hidden layers, all of the same width."""
    for name, widths in (("policy", description.policy), ("value", description.value)):
        if len({*widths}) != 1:
            raise ValueError(f"network.{name} is {[*widths]}, expected equal widths, at least one")


def policy(description: NetworkDescription) -> ResidualNetwork:
    """Return the network from features to logits."""
    return ResidualNetwork(description.num_inputs, description.policy, description.num_actions)


def value(description: NetworkDescription) -> ResidualNetwork:
    """Return the network from features to the expected outcome."""
    return ResidualNetwork(description.num_inputs, description.value, 1)


RESIDUAL = Architecture(check, policy, value)

if __name__ == "__main__":
    ARCHITECTURES["residual"] = RESIDUAL
    own = ["network.architecture=residual"]
    if any(text.startswith("resume=") for text in sys.argv):
        own = []  # A resumed run keeps its settings.
    sys.argv[1:] = ["train", *own, *sys.argv[1:]]
    sys.exit(main())
