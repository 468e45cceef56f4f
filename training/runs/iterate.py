"""A run whose policy learns from a search."""

from hofspiele.training.cli.files import RunError, WriteError
from hofspiele.training.cluster.connect import check_cluster, opened
from hofspiele.training.measuring.evaluation import Evaluation
from hofspiele.training.runs.build import RunParts, build
from hofspiele.training.runs.checkpoints import Checkpoint
from hofspiele.training.runs.model import check_algorithm
from hofspiele.training.runs.run import Run
from hofspiele.training.selfplay.expert_iteration import ExpertIteration
from hofspiele.training.settings.iterate import Iterate
from hofspiele.training.settings.train import Train


class IterateRun(Run):
    """A `Run` that searches in threads or on a cluster while it learns."""

    # The search takes most of the time, so overlapping would gain little; it has not been tested.
    can_overlap = False

    settings: Iterate

    @staticmethod
    def build(settings: Train, name: str, checkpoint: Checkpoint | None = None) -> RunParts:
        assert isinstance(settings, Iterate)
        _check(settings)
        parts = build(settings, name, checkpoint)
        assert isinstance(parts.model, ExpertIteration)
        parts.model.search = settings.search
        return parts

    def complete(self) -> list[Evaluation]:
        """Complete the run with the cores of this machine or a cluster; see `Run.complete`."""
        model, settings = self.parts.model, self.settings
        assert isinstance(model, ExpertIteration)
        has_learnt = model.num_timesteps >= settings.steps
        with opened(None if has_learnt else settings.cluster, settings.threads) as model.where:
            return super().complete()

    def learn(self) -> None:
        """Train as in `Run.learn`; raise RunError with the progress instead of DivergedError."""
        try:
            super().learn()
        except WriteError:
            raise
        except RunError as error:
            raise RunError(f"{error}; {self.progress()}") from error


def _check(settings: Iterate) -> None:
    """Raise ValueError if `settings` has a value that expert iteration does not support."""
    check_algorithm(settings.algorithm, "expert iteration does not use it")
    if settings.margin_reward:
        raise ValueError(
            f"margin_reward is {settings.margin_reward:g}, expected 0: the search compares "
            "positions by their outcomes only"
        )
    if settings.overlap:
        raise ValueError("overlap is true, expected false: expert iteration does not support it")
    if settings.imitation.agent is None:
        raise ValueError(
            "imitation.agent is null, expected an agent, because the search needs a value network; "
            "set imitation.agent=…, or use a recipe (experiment=…) that first imitates greedy"
        )
    if settings.cluster is not None:
        check_cluster(settings.cluster)
        if settings.device != "cpu":
            raise ValueError(
                f"device is {settings.device}, expected cpu with cluster=…, because a cluster's "
                "nodes search on their CPUs"
            )
