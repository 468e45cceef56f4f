"""The settings of `hofspiele iterate`."""

from dataclasses import dataclass

from hofspiele.training.settings.setting import setting
from hofspiele.training.settings.train import MOST_THREADS, Algorithm, Train

# Maximum number of determinisations and candidates. Larger numbers are typing errors.
_MOST = 10_000


@dataclass(frozen=True)
class Search:
    """Settings of the search that the policy learns from."""

    deals: int = setting(
        8,
        "number of determinisations (random deals of the hidden cards) per decision",
        least=1,
        most=_MOST,
    )
    candidates: int = setting(
        8,
        "number of actions that are tried in each determinisation, the most probable ones",
        least=2,
        most=_MOST,
    )
    temperature: float = setting(
        0.1,
        "the policy learns probabilities proportional to its own ones times "
        "exp(advantage / temperature); an advantage is a difference of outcomes, which are in "
        "[-1, 1]",
        above=0,
    )


@dataclass(frozen=True)
class IterateAlgorithm(Algorithm):
    """Hyperparameters of expert iteration, without those that only PPO has."""

    clip_range: float = setting(0.2, None, above=0)
    clip_range_vf: float | None = setting(None, None, above=0)
    normalize_advantage: bool = setting(True, None)
    target_kl: float | None = setting(None, None, above=0)


@dataclass(frozen=True)
class Iterate(Train):
    """Settings of a run of expert iteration."""

    # The search compares positions by their outcomes, which do not contain this reward.
    margin_reward: float = setting(0.0, None, least=0, most=0)
    algorithm: IterateAlgorithm = setting(IterateAlgorithm(), "hyperparameters of learning")
    search: Search = setting(Search(), "the search that the policy learns from")
    threads: int | None = setting(
        None,
        "number of threads that search (does not affect the results); null: one per core",
        least=1,
        most=MOST_THREADS,
    )
    cluster: str | None = setting(
        None,
        "where decisions are searched (does not affect the results); null: in this process; local: "
        "with Ray on all cores of this machine; auto or HOST:PORT: on a Ray cluster",
    )
