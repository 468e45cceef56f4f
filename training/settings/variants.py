"""The settings of the commands `exploit`, `rllib` and `tune`, which vary those of `train`."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from hofspiele.envs.command_line.agents import AGENT, GivenAgent, GivenAgents
from hofspiele.envs.command_line.setting import REQUIRED, setting
from hofspiele.training.settings.train import Measurement, Opponents, Train

# Maximum number of env runners. Larger numbers are typos.
_MOST_RUNNERS = 100_000


@dataclass(frozen=True)
class ExploitMeasurement(Measurement):
    """Settings for evaluating a best response, first against the agent that it exploits."""

    opponents: GivenAgents = setting(
        [], "opponents in the evaluation besides the exploited agent", may_be_empty=True
    )


@dataclass(frozen=True)
class Exploit(Train):
    """Settings of a run that trains a best response to an agent."""

    evaluation: ExploitMeasurement = setting(
        ExploitMeasurement(), "evaluation of the best response after training"
    )
    # The agent holds all other seats, so the command refuses this setting, and help omits it.
    opponents: Opponents = setting(Opponents(), None)
    agent: GivenAgent = setting(REQUIRED, f"agent to exploit: {AGENT}")
    agent_sha256: str | None = setting(
        None, "set by the command: SHA-256 of the agent's file, checked on resume"
    )


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


@dataclass(frozen=True)
class Tune(Train):
    """Settings of a search: a recipe, and the values to try."""

    # This setting is refused, because repeating the command resumes the study.
    resume: str | None = setting(None, None, typed=True)
    name: str = setting("tune", "name of the study", names_output=True)
    results: str = setting("results/tune", "folder for the runs of the trials on this machine")
    trials: int = setting(
        20, "number of trials on all machines; repeating the command runs the missing ones", least=1
    )
    storage: str | None = setting(
        None,
        "where to store the study: a file on a disk that all machines share, or the URL of a "
        "database, for example postgresql://…; null: trials.log in the folder results=…",
        typed=True,
    )
    report_every: int | None = setting(
        200_000,
        "number of steps between evaluations of a trial's agent; a trial below the median of the "
        "earlier trials stops early; null: all trials run to their end",
        least=1,
    )
    space: dict[str, Any] = setting(
        {},
        "search space: for each setting to vary, by its dotted name, a list of choices or "
        "{low: …, high: …, log: true}",
    )

    @property
    def recipe(self) -> Train:
        """The settings of a training run with the recipe's own values, not suggested ones."""
        return Train(**{field.name: getattr(self, field.name) for field in fields(Train)})

    @property
    def file(self) -> Path | None:
        """The file of the study, or None if it is in a database."""
        is_url = self.storage is not None and "://" in self.storage
        return None if is_url else Path(self.storage or Path(self.results) / "trials.log")
