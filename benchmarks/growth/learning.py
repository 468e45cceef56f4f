"""Learning steps per second over the batch size and over the width of the networks."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from benchmarks.charts import Chart, Curve
from benchmarks.growth.bends import fit, rising, table_of_bends, within
from benchmarks.measure import Contender, Rates, Show, take_turns
from benchmarks.ours import GAMES
from benchmarks.training import FEW_STEPS, learn_by_self_play, training_settings
from hofspiele.training.runs.build import build
from hofspiele.training.settings.train import Train

_BATCH_SIZES = tuple(2**power for power in range(6, 15))
_WIDTHS = (16, 32, 64, 128, 256, 512)
_FEW_SIZES, _FEW_WIDTHS = (8, 64), (8, 32)
_GAME = GAMES[0]


class _Learner(NamedTuple):
    """A training run that is measured, and the number of its weights.

    Attributes:
        whole: collects a rollout and learns from it.
        alone: only learns from the last rollout.
    """

    settings: Train
    weights: int
    whole: Contender
    alone: Contender

    @property
    def steps(self) -> int:
        """The number of steps of a rollout."""
        return self.settings.num_envs * self.settings.algorithm.n_steps


def over_size_and_width(rounds: int, show: Show, *, quick: bool) -> list[Chart]:
    """Return charts over the batch size and over the width; of few steps if `quick`."""
    few = FEW_STEPS if quick else ()
    sizes, widths = (_FEW_SIZES, _FEW_WIDTHS) if quick else (_BATCH_SIZES, _WIDTHS)
    by_size = [_learner(*few, f"algorithm.batch_size={size}") for size in sizes]
    by_width = [
        _learner(*few, f"network.policy=[{width},{width}]", f"network.value=[{width},{width}]")
        for width in widths
    ]
    contenders = [c for learner in (*by_size, *by_width) for c in (learner.whole, learner.alone)]
    # A turn is one rollout and the learning from it.
    rates = take_turns(contenders, rounds, 0.0, show)
    return [_size_chart(sizes, by_size, rates), _width_chart(widths, by_width, rates)]


def _learner(*values: str) -> _Learner:
    settings = training_settings(_GAME, *values)
    parts = build(settings, "benchmark")
    steps = settings.num_envs * settings.algorithm.n_steps

    def learn_alone() -> int:
        parts.model.train()
        return steps

    name = " ".join(values)
    return _Learner(
        settings,
        sum(weight.numel() for weight in parts.model.policy.parameters()),
        Contender(f"whole, {name}", learn_by_self_play(settings, parts)),
        Contender(f"alone, {name}", learn_alone),
    )


def _curves(
    x: Sequence[int], learners: Sequence[_Learner], rates: dict[str, Rates], bend: float
) -> list[Curve]:
    alone = [rates[learner.alone.name].spread for learner in learners]
    whole = [rates[learner.whole.name].spread for learner in learners]
    return [
        Curve("learning only", x, alone, within(bend, x)),
        Curve("collecting and learning", x, whole),
    ]


def _seconds(learners: Sequence[_Learner], rates: dict[str, Rates]) -> list[float]:
    """Return the time of learning from a rollout."""
    return [learner.steps / rates[learner.alone.name].spread.value for learner in learners]


def _size_chart(
    sizes: Sequence[int], learners: Sequence[_Learner], rates: dict[str, Rates]
) -> Chart:
    epochs, steps = learners[0].settings.algorithm.n_epochs, learners[0].steps
    updates = [epochs * math.ceil(steps / size) for size in sizes]
    seconds = _seconds(learners, rates)
    part = rising([1 / taken for taken in seconds])
    # The fixed cost is that of all samples. Each update adds its own cost.
    line = fit(updates[part], seconds[part])
    bend = epochs * steps / line.bend if line.bend else math.inf
    table = table_of_bends(
        "s per rollout", "ms per update", "bend at batch size",
        {_GAME.title: (line, bend)}, (1, 1e-3),
    )  # fmt: skip
    return Chart(
        "batch_size.png",
        "Learning steps per second over the batch size",
        "samples per gradient step (algorithm.batch_size)",
        "steps/s",
        _curves(sizes, learners, rates, bend),
        f"{_GAME.title} with the other default values of `hofspiele train`, on one core. Learning "
        f"goes {epochs} times through each rollout of {steps:,} steps. The arithmetic for all "
        "samples of a rollout takes the same time in batches of any size, but every update has a "
        "cost of its own: calls of torch's operations, and the optimiser's pass over all weights. "
        "The bend (circle) is where the updates of a rollout cost as much as its samples: with "
        "smaller batches the rate falls almost in proportion to the size, with larger ones it can "
        "at most double. The costs are fitted up to the highest rate, which was measured with "
        f"batches of {sizes[part][-1]}. The lower curve includes playing the games, which does not "
        f"depend on the batch size.\n\n{table}",
        log="xy",
    )


def _width_chart(
    widths: Sequence[int], learners: Sequence[_Learner], rates: dict[str, Rates]
) -> Chart:
    weights = [learner.weights for learner in learners]
    seconds = [taken / learners[0].steps for taken in _seconds(learners, rates)]
    line = fit(weights, seconds)
    bend = float(np.interp(line.bend, weights, widths, left=np.inf, right=np.inf))
    table = table_of_bends(
        "µs per step", "µs per step and 1000 weights", "bend at width",
        {_GAME.title: (line, bend)}, (1e-6, 1e-9),
    )  # fmt: skip
    return Chart(
        "width.png",
        "Learning steps per second over the width of the networks",
        "neurons in each hidden layer (network.policy, network.value)",
        "steps/s",
        _curves(widths, learners, rates, bend),
        f"Policy and value network of {_GAME.title} with two hidden layers each. The arithmetic of "
        "a step grows with the number of weights, which grows with the width (input and output "
        "layers) and with its square (between the hidden layers). Losses, masks and the handling "
        "of batches cost the same for any width. The bend (circle) is where the weights cost as "
        "much as all that: narrower networks learn at most twice as fast, and in much wider ones "
        "the time grows in proportion to their weights. The lower curve includes playing the "
        f"games.\n\n{table}",
        log="xy",
    )
