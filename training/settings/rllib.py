"""The settings of `hofspiele rllib`."""

from dataclasses import dataclass

from hofspiele.envs.command_line.setting import setting
from hofspiele.training.settings.train import Train

# Maximum number of env runners. Larger numbers are typos.
_MOST_RUNNERS = 100_000


@dataclass(frozen=True)
class RLlib(Train):
    """Settings of a training run with RLlib."""

    num_env_runners: int = setting(
        2,
        "number of processes that play games, one core each; 0: the learner's process plays",
        least=0,
        most=_MOST_RUNNERS,
    )
    cluster: str = setting(
        "local",
        "where Ray runs; local: on this machine; auto: on the cluster that this machine is part "
        "of; HOST:PORT: on the cluster with this head node",
        typed=True,
    )
