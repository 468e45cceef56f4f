"""Executing a run: warm start, self-play, checkpoints, the agent and its evaluation."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, ClassVar

from rich.console import Console
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import KVWriter, Logger

from hofspiele.envs.agents import MatchResult
from hofspiele.envs.agents.agent import AgentError
from hofspiele.envs.command_line.setting import command_of
from hofspiele.envs.command_line.values import shell_command
from hofspiele.training.cli.console import Display
from hofspiele.training.cli.signals import resumable
from hofspiele.training.players.agent_file import AgentFile
from hofspiele.training.runs.callbacks import LearningCallback, check_learnt
from hofspiele.training.runs.checkpoints import Checkpoint, Checkpoints
from hofspiele.training.runs.config_file import needed_to_resume
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.runs.learner import Learner, model_state_of
from hofspiele.training.runs.measure import measure
from hofspiele.training.runs.metrics import CurveFile, TensorBoardFiles
from hofspiele.training.runs.warm_start import clone_teacher, initialise
from hofspiele.training.settings.train import Train

# Rough numbers of steps per second on two cores, without a prior and with one.
_RATE, _RATE_WITH_PRIOR = 25_000, 5_000
# Number of minutes from which on a run says how long it takes.
_LONG = 10


class Run(Learner):
    """A training run: a `Learner`, and the folder of its files, which may not exist yet."""

    # Names of further settings that may change when a run is resumed: where it executes.
    places: ClassVar[Sequence[str]] = ()

    def __init__(
        self,
        settings: Train,
        folder: RunFolder,
        console: Console,
        checkpoint: Checkpoint | None = None,
    ):
        super().__init__(settings, folder.path.name, checkpoint)
        self.folder, self.console = folder, console
        self.checkpoints = Checkpoints(folder.checkpoints)

    @classmethod
    def completed(cls, settings: Train, given: Mapping[str, Any]) -> Train:
        """Return the settings of a new run, of which the user has `given` some."""
        return settings

    def warm_start(self) -> None:
        """Initialise the network and imitate the teacher; skip what has already been done."""
        if self.checkpoints.newest() is None:
            initialise(self, self.console)
        try:
            clone_teacher(self, self._save_cloned, self.console)
        except (KeyboardInterrupt, AgentError):
            # The unfinished round is discarded, because the policy has not learnt from it.
            self._save_cloned()
            raise

    def learn(
        self, callbacks: Sequence[BaseCallback] = (), output_formats: Sequence[KVWriter] = ()
    ) -> None:
        """Train up to the configured steps; save the run, even if it is interrupted.

        Raises:
            AgentError: an opponent failed. The run is saved.
            DivergedError: the weights have diverged.
            WriteError: the disk is full or not writable. Earlier checkpoints are kept.
        """
        model, folder = self.model, self.folder
        missing = self.settings.steps - model.num_timesteps
        if missing <= 0:
            return
        curve = CurveFile(folder.curve, model.num_timesteps)
        board = TensorBoardFiles(folder.tensorboard, model.num_timesteps)
        model.set_logger(Logger(str(folder.path), [curve, board, *output_formats]))
        display = Display(self.console, "steps")
        learning = LearningCallback(self, display, self._save_learnt)
        self._save_learnt()
        try:
            with display:
                display.report(model.num_timesteps, self.settings.steps)
                model.learn(missing, [learning, *callbacks], reset_num_timesteps=False)
        except (KeyboardInterrupt, AgentError):
            self._save_learnt()
            raise
        except ValueError:
            check_learnt(model)  # Libraries raise ValueError for weights that are not finite.
            raise
        finally:
            board.close()
        self._save_learnt()

    def save_agent(self) -> None:
        """Write the agent to its file, without the state that only learning needs."""
        content = AgentFile.of(
            self.games,
            self.settings.network,
            self.model.policy.network.weights(),
            use_solver=self.use_solver,
            reward=self.settings.reward,
            recipe=asdict(self.settings),
            commit=self.folder.commit,
        )
        content.write(self.folder.agent)

    def complete(
        self, callbacks: Sequence[BaseCallback] = (), output_formats: Sequence[KVWriter] = ()
    ) -> list[MatchResult]:
        """Complete the run: learn, save and evaluate the agent; return its evaluations."""
        self.warm_start()
        self.learn(callbacks, output_formats)
        self.save_agent()
        return measure(self.settings, self.folder, self.evaluation_opponents, self.console)

    def progress(self) -> str:
        """Return a phrase about the steps so far and the last saved state."""
        steps, newest = self.model.num_timesteps, self.checkpoints.newest()
        if steps >= self.settings.steps and self.folder.agent.is_file():
            return f"{self.folder.agent} is saved but not yet evaluated"
        if newest is None:
            return "there is no checkpoint yet, so the run restarts from the beginning"
        return f"{steps:,} steps done, last checkpoint: {newest}"

    def _save_cloned(self) -> None:
        self._save("imitation", self.cloned)

    def _save_learnt(self) -> None:
        check_learnt(self.model)
        self._save("steps", self.model.num_timesteps)

    def _save(self, kind: str, number: int) -> None:
        whole = Checkpoint(self._learnt(), self.league.pool.state_dict(), self.cloned)
        self.checkpoints.write(kind, number, whole)

    def _learnt(self) -> Mapping[str, Any]:
        return model_state_of(self.model)


def _plan(settings: Train) -> str:
    """Return the number of steps, and for long runs about how long they take."""
    rate = _RATE if settings.network.prior_temperature is None else _RATE_WITH_PRIOR
    minutes, steps = settings.steps / rate / 60, f"{settings.steps:,} steps"
    if minutes < _LONG:
        return steps
    taken = f"{minutes / 60:.1f} hours" if minutes >= 90 else f"{minutes:.0f} minutes"
    return (
        f"{steps}, about {taken} on two cores; experiment=quick trains Kou-Ka-Roi in five minutes"
    )


def carry_out(run: Run) -> list[MatchResult]:
    """Complete a run and return its evaluations, or say which command resumes it."""
    folder, console, settings = run.folder, run.console, run.settings
    resume = shell_command(
        command_of(type(settings)), resume=str(folder.path), **needed_to_resume(settings)
    )
    played = ", ".join(map(repr, run.games))
    console.print(f"training {played}; saving to {folder.path}")
    console.print(_plan(settings))
    with resumable(run.progress, resume):
        evaluations = run.complete()
    console.print(f"saved the agent, learning curve and evaluation to {folder.path}")
    return evaluations
