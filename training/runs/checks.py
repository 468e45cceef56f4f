"""Checks of the values of a run's configuration."""

from omegaconf import DictConfig

from hofspiele.training.cli.checks import (
    ABOVE_ZERO,
    BOOLEAN,
    NAME,
    NAMES,
    THREADS,
    ZERO_OR_MORE,
    Expected,
    check_values,
    integer,
    is_number,
    number,
    optional,
)
from hofspiele.training.runs.device import DEVICES

DEVICE = Expected(f"one of {', '.join(DEVICES)}", lambda value: value in DEVICES)
SHARES = Expected(
    "agents, each with a number as its share",
    lambda value: isinstance(value, DictConfig) and all(map(is_number, value.values())),
)

# Snapshots are networks in memory.
_MOST_SNAPSHOTS = 10_000
# Checkpoints are named by twelve digits.
_MOST_STEPS = 10**12 - 1

# Requirements by the dotted names of configs/train.yaml; game and network check their own.
_RUN = {
    "seed": integer(0, 2**31 - 1),  # numpy takes twice as many; a resumed run adds its steps
    "steps": integer(1, _MOST_STEPS),
    "num_envs": integer(1),
    "device": DEVICE,
    "torch_threads": THREADS,
    "table_threads": THREADS,
    "checkpoint_every": integer(1),
    "snapshot_every": integer(1),
    "use_solver": BOOLEAN,
    "trust": BOOLEAN,
    "margin_reward": number(),
    "results": NAME,
    "name": optional(NAME),
    "imitation.agent": optional(NAME),
    "imitation.decisions": integer(0, _MOST_STEPS),
    "imitation.learning_rate": ABOVE_ZERO,
    "evaluation.opponents": NAMES,
    "evaluation.games": integer(1),
    "evaluation.deterministic": BOOLEAN,
    "opponents.shares": SHARES,
    "opponents.pool_size": integer(1, _MOST_SNAPSHOTS),
    "opponents.priority_exponent": ZERO_OR_MORE,
    "algorithm.n_steps": integer(1),
    "algorithm.batch_size": integer(2),
    "algorithm.n_epochs": integer(1),
    "algorithm.gamma": number(0, 1),
    "algorithm.gae_lambda": number(0, 1),
    "algorithm.clip_range": ABOVE_ZERO,
    "algorithm.vf_coef": ZERO_OR_MORE,
    "algorithm.max_grad_norm": ABOVE_ZERO,
}
# Arguments of the algorithm that users may add.
_ADDED = {
    "clip_range_vf": optional(ABOVE_ZERO),
    "normalize_advantage": BOOLEAN,
    "target_kl": optional(ABOVE_ZERO),
}


def check_run(config: DictConfig) -> None:
    """Raise ValueError if a value of a run, as in ``configs/train.yaml``, is wrong."""
    check_values(config, _RUN)
    check_values(
        config,
        {f"algorithm.{name}": _ADDED[name] for name in config.algorithm if name in _ADDED},
    )
