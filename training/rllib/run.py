"""A run in which RLlib's env runners play the games and RLlib's learner trains the policy."""

import contextlib
import time
from collections.abc import Mapping, Sequence
from typing import Any

from ray.exceptions import RayError
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.core import DEFAULT_MODULE_ID
from ray.rllib.utils.metrics import (
    ENV_RUNNER_RESULTS,
    LEARNER_RESULTS,
    NUM_ENV_STEPS_SAMPLED_LIFETIME,
)
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import KVWriter, Logger

from hofspiele.envs.agents.agent import AgentError
from hofspiele.training.cli.files import RunError, in_a_line
from hofspiele.training.cli.progress import Display
from hofspiele.training.cli.signals import Interrupts, handle_all_like_interruptions
from hofspiele.training.cluster.ray_executor import RayExecutor
from hofspiele.training.rllib.algorithm import (
    check_rllib,
    ppo_config,
    running,
    send_weights,
    set_weights,
    weights_of,
)
from hofspiele.training.rllib.broadcast import Broadcast
from hofspiele.training.runs.build import RunParts, build_learner, seed_after
from hofspiele.training.runs.callbacks import Interval, check_learnt
from hofspiele.training.runs.checkpoints import Checkpoint
from hofspiele.training.runs.curve import CurveFile
from hofspiele.training.runs.metrics import Reporter
from hofspiele.training.runs.run import Run
from hofspiele.training.runs.tensorboard import TensorBoardFiles
from hofspiele.training.settings.rllib import RLlib
from hofspiele.training.settings.train import Train

# Key of the algorithm's state in a checkpoint.
_RAY = "ray"
# Seconds without a step after which all env runners are considered dead.
_MOST_IDLE_S = 120.0


class RLlibRun(Run):
    """A `Run` that learns with RLlib; everything before and after learning is as in `Run`.

    After each update, the weights of RLlib's learner are copied to the model in this process. The
    league, the checkpoints and the agent are made from this model.
    """

    settings: RLlib
    # The state of the algorithm after the last complete update.
    _state: dict[str, Any] | None = None

    @staticmethod
    def build(settings: Train, name: str, checkpoint: Checkpoint | None = None) -> RunParts:
        assert isinstance(settings, RLlib)
        check_rllib(settings)
        return build_learner(settings, name, checkpoint)

    def learn(
        self, callbacks: Sequence[BaseCallback] = (), output_formats: Sequence[KVWriter] = ()
    ) -> None:
        """Train up to the configured steps; an interruption saves the run and is raised again.

        The saved state is the state after the last complete update. Later steps are lost.

        Raises:
            DivergedError, WriteError: see `Run.learn`.
            RunError: Ray cannot continue; the state after the last complete update is saved.
        """
        model = self.parts.model
        assert not callbacks
        assert not output_formats
        if model.num_timesteps >= self.settings.steps:
            return
        seed = seed_after(self.settings.seed, model.num_timesteps)
        ppo = ppo_config(self.settings, seed)
        with RayExecutor(self.settings.cluster), running(ppo) as algorithm:
            # The caller may have set no handlers.
            handle_all_like_interruptions()
            self._begin(algorithm)
            try:
                self._train(algorithm)
            except RayError as error:
                self._save_learnt()
                raise RunError(f"Ray: {in_a_line(error)}; {self.progress()}") from error
            except (KeyboardInterrupt, AgentError):
                self._save_learnt()
                raise
            except ValueError:
                check_learnt(model)  # Libraries raise ValueError for weights that are not finite.
                raise
            self._save_learnt()

    def _begin(self, algorithm: Algorithm) -> None:
        """Load the last checkpoint or the model's weights into the algorithm, and save the run."""
        checkpoint = self.checkpoints.read_newest()
        state = None if checkpoint is None else checkpoint.learnt.get(_RAY)
        if state is None:
            set_weights(algorithm, self.parts.model.policy.state_dict())
        else:
            algorithm.set_state(state)
        send_weights(algorithm)
        self._state = algorithm.get_state()
        self._save_learnt()

    def _train(self, algorithm: Algorithm) -> None:
        settings, model, league = self.settings, self.parts.model, self.parts.league
        display = Display(self.console, settings.steps, "steps", model.num_timesteps)
        reporter = Reporter(league, display)
        curve = CurveFile(self.folder.curve, model.num_timesteps)
        board = TensorBoardFiles(self.folder.tensorboard, model.num_timesteps)
        logger = Logger(None, [curve, board])
        snapshots = Interval(settings.snapshot_every, model.num_timesteps)
        checkpoints = Interval(settings.checkpoint_every, model.num_timesteps)
        broadcast = Broadcast(league)
        broadcast.send(algorithm, self._margin_reward())
        last_step = time.monotonic()
        with display, contextlib.closing(logger):
            while model.num_timesteps < settings.steps:
                update = self._update(algorithm)
                if update is None:
                    if time.monotonic() - last_step > _MOST_IDLE_S:
                        self._save_learnt()
                        raise RunError(f"all env runners have stopped; {self.progress()}")
                    continue
                last_step = time.monotonic()
                if snapshots.is_due(model.num_timesteps):
                    league.take_snapshot(model.num_timesteps)
                for ended in broadcast.send(algorithm, self._margin_reward()):
                    reporter.record(ended)
                reporter.report(logger, model.num_timesteps)
                logger.record("time/fps", int(display.rate(model.num_timesteps)))
                for name, value in update.items():
                    logger.record(f"train/{name}", value)
                logger.dump(model.num_timesteps)
                if checkpoints.is_due(model.num_timesteps):
                    self._save_learnt()

    def _update(self, algorithm: Algorithm) -> dict[str, float] | None:
        """Learn from one rollout; return metrics of the update, or None if no steps were played."""
        model = self.parts.model
        result = algorithm.train()
        steps = int(result[ENV_RUNNER_RESULTS].get(NUM_ENV_STEPS_SAMPLED_LIFETIME, 0))
        if steps <= model.num_timesteps:
            return None
        state = algorithm.get_state()
        with Interrupts():  # An interruption would save the weights without the state.
            model.policy.load_state_dict(weights_of(state))
            model.num_timesteps = steps
            check_learnt(model)
            self._state = state
        learnt = result[LEARNER_RESULTS][DEFAULT_MODULE_ID]
        return {
            "entropy_loss": -float(learnt["entropy"]),
            "explained_variance": float(learnt["vf_explained_var"]),
        }

    def _margin_reward(self) -> float:
        remaining = max(0.0, 1 - self.parts.model.num_timesteps / self.settings.steps)
        return remaining * self.settings.margin_reward

    def _learnt(self) -> Mapping[str, Any]:
        own = super()._learnt()
        return own if self._state is None else {**own, _RAY: self._state}
