"""Charts of learning steps per second over the batch size and the width of the networks."""

from collections.abc import Iterable, Sequence

import numpy as np

from benchmarks.charts import Chart
from benchmarks.growth.bends import bending, fit, fit_groups
from benchmarks.measure import Contender, Show, Spread, take_turns
from benchmarks.ours import OurGame
from benchmarks.training import FEW_STEPS, learn_by_self_play, training_settings
from hofspiele.training.runs.build import build

_SIZES, _WIDTHS = (64, 128, 256, 512, 1024, 2048, 4096), (16, 32, 64, 128, 256, 512)
# With the default number of games, a rollout is one batch of the largest size.
_STEPS = ("algorithm.n_steps=8",)


def over_size_and_width(
    games: Sequence[OurGame], rounds: int, seconds: float, show: Show, *, quick: bool
) -> tuple[Chart, Chart]:
    """Return the charts over batch size and width; `quick` measures few values and steps."""
    steps, few = (FEW_STEPS, 2) if quick else (_STEPS, None)
    sizes, widths = _SIZES[:few], _WIDTHS[:few]
    by_size, by_width = [], []
    for ours in games:
        ways = [(*steps, f"algorithm.batch_size={size}") for size in sizes]
        rates, _ = _learn(ours, ways, rounds, seconds, show)
        costs = "the updates with a batch take {fixed}s, and everything else {each}s for each step"
        by_size.append(bending(ours.title, sizes, rates, fit_groups(sizes, rates), costs))
        layers = [f"[{width},{width}]" for width in widths]
        ways = [(*steps, f"network.policy={both}", f"network.value={both}") for both in layers]
        rates, weights = _learn(ours, ways, rounds, seconds, show)
        line = fit(weights, [1 / rate.value for rate in rates])
        bend = float(np.interp(line.bend, weights, widths, left=0, right=np.inf))
        costs = "a step takes {fixed}s, plus {each}s for each weight"
        by_width.append(bending(ours.title, widths, rates, line, costs, bend=bend))
    return Chart(
        "samples in a batch (algorithm.batch_size)",
        "learning steps/s",
        by_size,
        "Playing a step and the arithmetic of learning from it cost the same with batches of any "
        "size. Every update adds a fixed cost: calls to torch's operations, and the optimiser's "
        "pass over all weights. The curve bends where this cost equals that of all samples in the "
        "batch: with smaller batches, the rate falls almost in proportion to the size; with larger "
        "ones, it can at most double.",
    ), Chart(
        "neurons in each hidden layer (network.policy, network.value)",
        "learning steps/s",
        by_width,
        "The arithmetic of a step grows with the number of weights, which grows with the width "
        "(first and last layer) and with its square (between the hidden layers). Rules, losses "
        "and the handling of batches cost the same with any width. The curve bends where both "
        "costs are equal: narrower networks learn at most twice as fast, and with much wider ones "
        "the time grows in proportion to the weights.",
    )


def _learn(
    ours: OurGame, ways: Iterable[tuple[str, ...]], rounds: int, seconds: float, show: Show
) -> tuple[list[Spread], list[int]]:
    """Train with each tuple of values in `ways`; return steps per second and numbers of weights."""
    contenders, weights = [], []
    for values in ways:
        settings = training_settings(ours, *values)
        parts = build(settings, "benchmark")
        name = f"{ours.name}, {' '.join(values)}"
        contenders.append(Contender(name, learn_by_self_play(settings, parts)))
        weights.append(sum(weight.numel() for weight in parts.model.policy.parameters()))
    rates = take_turns(contenders, rounds, seconds, show).values()
    return [rate.spread for rate in rates], weights
