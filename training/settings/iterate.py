"""The settings of `hofspiele iterate`."""

from dataclasses import dataclass

from hofspiele.training.settings.setting import setting
from hofspiele.training.settings.train import MOST_THREADS, Train

# Maximum number of determinisations and candidates. Larger numbers are typos.
_MOST = 1000


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
        12,
        "maximum number of actions tried per decision; the most probable ones are tried",
        least=2,
        most=_MOST,
    )


@dataclass(frozen=True)
class Iterate(Train):
    """Settings of a run of expert iteration."""

    search: Search = setting(Search(), "the search that the policy learns from")
    threads: int | None = setting(
        None,
        "number of threads that search (does not affect the results); null: one per core",
        least=1,
        most=MOST_THREADS,
    )
    cluster: str | None = setting(
        None,
        "where the search runs (does not affect the results); null: in this process; local: "
        "with Ray on all cores of this machine; auto or HOST:PORT: on a Ray cluster",
    )
