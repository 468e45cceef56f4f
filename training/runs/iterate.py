"""A run whose policy learns from a search."""

from hofspiele.training.cluster.connect import check_where, opened
from hofspiele.training.runs.build import RunParts, build
from hofspiele.training.runs.checkpoints import Checkpoint
from hofspiele.training.runs.run import Run
from hofspiele.training.selfplay.expert_iteration import ExpertIteration
from hofspiele.training.settings.iterate import Iterate
from hofspiele.training.settings.train import Train


class IterateRun(Run):
    """A `Run` that searches in threads or on a cluster while it learns."""

    settings: Iterate

    @staticmethod
    def build(settings: Train, name: str, checkpoint: Checkpoint | None = None) -> RunParts:
        assert isinstance(settings, Iterate)
        if settings.cluster is not None:
            check_where(settings.cluster)
        return build(settings, name, checkpoint)

    def learn(self) -> None:
        """Train up to the configured steps; see `Run.learn`.

        Raises:
            RunError: Ray cannot be started on this machine, or its workers die repeatedly.
            ValueError: there is no such cluster, or one of its nodes has different software.
        """
        model = self.parts.model
        assert isinstance(model, ExpertIteration)
        with opened(self.settings.cluster, self.settings.threads) as model.where:
            super().learn()
