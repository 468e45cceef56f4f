"""The settings of `hofspiele tune`."""

from dataclasses import dataclass, fields
from typing import Any

from hofspiele.training.settings.setting import setting
from hofspiele.training.settings.train import Train


@dataclass(frozen=True)
class Tune(Train):
    """A recipe, and the search for good values of it."""

    name: str = setting("tune", "of the study; a database can hold several")
    results: str = setting("results/tune", "folder for the runs of this machine's trials")
    trials: int = setting(
        20, "trials in all, over all machines; the same command adds what is missing", least=1
    )
    storage: str | None = setting(
        None,
        "the study: a file on a disk that all machines share, or the URL of a database, as "
        "postgresql://…; null: trials.log in the folder of results",
    )
    report_every: int | None = setting(
        200_000,
        "steps between measurements of a trial's agent, against evaluation.opponents; a trial that "
        "is below the median of the earlier ones stops; null: all trials run to their end",
        least=1,
    )
    space: dict[str, Any] = setting(
        {},
        "what is sought, by dotted name: a list of choices, or a range, on a logarithmic scale if "
        "log is true",
    )

    @property
    def recipe(self) -> Train:
        """The settings of a run with the recipe's own values."""
        return Train(**{field.name: getattr(self, field.name) for field in fields(Train)})
