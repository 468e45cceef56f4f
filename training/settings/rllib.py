"""The settings of `hofspiele rllib`."""

from dataclasses import dataclass

from hofspiele.training.settings.setting import setting
from hofspiele.training.settings.train import Train

# No cluster has more env runners than this.
_MOST_RUNNERS = 100_000


@dataclass(frozen=True)
class RLlib(Train):
    """Everything that determines a run by RLlib."""

    num_env_runners: int = setting(
        2,
        "processes that play games, one core each; 0: the learner's process plays them",
        least=0,
        most=_MOST_RUNNERS,
    )
    cluster: str = setting(
        "local",
        "local: on this machine; auto: in the Ray cluster that it is part of; HOST:PORT: in the "
        "cluster of this head node",
    )
