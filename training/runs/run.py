"""A training run: warm start, self-play in the league, checkpoints, and the agent at the end."""

import json
import pickle
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from hydra.utils import instantiate
from omegaconf import DictConfig, ListConfig, OmegaConf
from rich.console import Console
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import configure

from hofspiele import envs
from hofspiele.envs.agents import Agent, GreedyAgent
from hofspiele.envs.core import Game
from hofspiele.envs.core.files import replacing
from hofspiele.training.cli.command import RunError
from hofspiele.training.cli.progress import Display
from hofspiele.training.measuring.evaluation import Evaluation, evaluate
from hofspiele.training.measuring.tables import opponents_table
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.standardise import Standardised
from hofspiele.training.players.agent_file import load_agent, save_agent
from hofspiele.training.players.lookup import find_players
from hofspiele.training.players.network_agent import actor_of, copy_matching_weights, network_agent
from hofspiele.training.runs.callback import TrainingCallback, check_weights
from hofspiele.training.runs.checkpoints import Checkpoints
from hofspiele.training.runs.curve import cut_curve, plot_curve
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.runs.model import new_model
from hofspiele.training.selfplay.examples import play_examples
from hofspiele.training.selfplay.imitation import imitate
from hofspiele.training.selfplay.league import League
from hofspiele.training.selfplay.vec_env import SelfPlayVecEnv

# games over which the scale of observations is measured
_SCALING_GAMES = 256
_IMITATION, _STEPS = "imitation", "steps"
_MODEL, _LEAGUE, _PROGRESS = "model.zip", "league.pt", "progress.json"
_UNREADABLE = (
    OSError, EOFError, ValueError, KeyError, RuntimeError, zipfile.BadZipFile,
    pickle.UnpicklingError,
)  # fmt: skip


class TrainingRun:
    """One run, new or from its last checkpoint.

    Args:
        config: as in ``configs/train.yaml``.
        folder: where everything is kept.
        console: where progress is shown.
    """

    def __init__(self, config: DictConfig, folder: RunFolder, console: Console):
        torch.set_num_threads(config.torch_threads)
        self.config = config
        self.folder = folder
        self.console = console
        self.games = make_games(config)
        self.inputs = Inputs(config.prior_temperature)
        self.use_solver = uses_solver(config, self.games[0])
        # all that play a part later: who names a wrong one is told before the work begins
        self.measured_against = self._find_agents(config.evaluation.opponents)
        if folder.path.name in {agent.name for agent in self.measured_against}:
            raise ValueError(
                f"this run and one of evaluation.opponents are both called {folder.path.name!r}; "
                "choose another name=…"
            )
        teacher = config.imitation.agent
        self.teacher = None if teacher is None else self._find_agents([teacher])[0]
        self.checkpoints = Checkpoints(folder.checkpoints)
        checkpoint = self.checkpoints.newest()
        self._imitated = 0
        self.model = self._new_model() if checkpoint is None else self._load_model(checkpoint)
        self.league = League.from_config(
            config.opponents,
            actor_of(self.model),
            self.inputs,
            self.games,
            self.use_solver,
            config.seed,
        )
        if checkpoint is not None:
            self._load_league(checkpoint)
            cut_curve(folder.curve, self.model.num_timesteps)
        self._ent_coef = instantiate(config.algorithm.ent_coef)
        self._env.invite(self.league.agents, self.league.draw_shares())
        self.monitor = TrainingCallback(
            folder,
            self.league,
            config.steps,
            config.checkpoint_every,
            config.snapshot_every,
            self._follow_schedules,
            lambda steps: self._save_checkpoint(_STEPS, steps),
            console,
        )

    @classmethod
    def begin(cls, config: DictConfig, folder: RunFolder, console: Console) -> "TrainingRun":
        """The run; a folder made for it does not stay behind a value that is refused."""
        try:
            return cls(config, folder, console)
        except Exception:
            folder.discard()
            raise

    def _find_agents(self, names: Sequence[str]) -> list[Agent]:
        """Agents that draw their actions: the policies that a league or a best response meets."""
        return [player.agent for player in find_players(names, self.games[0], False)]

    def _new_model(self) -> MaskablePPO:
        seed = self.config.seed
        model = new_model(
            self.config.algorithm, self._make_env(seed), self.games[0], self.inputs, seed
        )
        extractor = model.policy.features_extractor
        if isinstance(extractor, Standardised):
            rng = np.random.default_rng(seed)
            count = -(-_SCALING_GAMES // len(self.games))
            played = [
                play_examples(
                    game, GreedyAgent(), count, rng, self.inputs, with_solved=not self.use_solver
                )
                for game in self.games
            ]
            extractor.fit(
                np.concatenate([examples.observations for examples in played]),
                self.inputs.num_prior(self.games[0]),
            )
        if self.teacher is not None:
            self._begin_with(self.teacher, model)
        return model

    def _begin_with(self, teacher: Agent, model: MaskablePPO) -> None:
        """Let the model take a trained teacher's weights."""
        player = network_agent(teacher)
        if player is not None:
            taken = player.inputs == self.inputs and copy_matching_weights(
                actor_of(model), player.actor
            )
            beginning = "with the weights of" if taken else "anew: another network than"
            self.console.print(f"beginning {beginning} {teacher.name}")

    @property
    def _env(self) -> SelfPlayVecEnv:
        env = self.model.get_env()
        assert isinstance(env, SelfPlayVecEnv)
        return env

    def _make_env(self, seed: int) -> SelfPlayVecEnv:
        config = self.config
        return SelfPlayVecEnv(
            self.games,
            config.num_envs,
            seed,
            config.margin_reward,
            self.use_solver,
            self.inputs,
            config.table_threads,
        )

    def _follow_schedules(self, progress_remaining: float) -> None:
        """Set what changes from rollout to rollout, by the share of the steps that is left.

        sb3-contrib takes the coefficient of the entropy as a number only.
        """
        self.model.ent_coef = self._ent_coef(progress_remaining)
        self._env.margin_reward = progress_remaining * self.config.margin_reward

    # --- checkpoints ---------------------------------------------------------------------------

    def _load_model(self, checkpoint: Path) -> MaskablePPO:
        try:
            model = MaskablePPO.load(checkpoint / _MODEL, device="cpu")
            self._imitated = json.loads((checkpoint / _PROGRESS).read_text())["imitated"]
        except _UNREADABLE as error:
            raise self.checkpoints.damaged(checkpoint, error) from error
        # other games than those that the interrupted run has played already
        seed = self.config.seed + model.num_timesteps
        model.set_env(self._make_env(seed))
        model.set_random_seed(seed)
        return model

    def _load_league(self, checkpoint: Path) -> None:
        try:
            self.league.load(checkpoint / _LEAGUE)
        except _UNREADABLE as error:
            raise self.checkpoints.damaged(checkpoint, error) from error

    def _save_checkpoint(self, kind: str, number: int) -> None:
        with self.checkpoints.writing(kind, number) as path:
            self.model.save(path / _MODEL)
            self.league.save(path / _LEAGUE)
            (path / _PROGRESS).write_text(json.dumps({"imitated": self._imitated}) + "\n")

    # --- learning ------------------------------------------------------------------------------

    def imitate(self) -> None:
        """The warm start, if there is to be one and it is not done yet."""
        settings = self.config.imitation
        teacher = self.teacher
        if teacher is None or self._imitated >= settings.decisions:
            return
        # a policy with the heuristic's prior plays like it from the start
        values_only = self.inputs.has_prior and isinstance(teacher, GreedyAgent)
        lesson = "learning the value of positions from games of" if values_only else "imitating"
        self.console.print(f"{lesson} {teacher.name}")
        display = Display(self.console, settings.decisions, "decisions")
        display.start(self._imitated)
        started, first, saved = time.monotonic(), self._imitated, self._imitated

        def report(done: int, agreement: float) -> None:
            nonlocal saved
            check_weights(self.model.policy, done)
            self._imitated = done
            rate = (done - first) / (time.monotonic() - started)
            display.show(done, rate, f"agreement with {teacher.name} {agreement:.0%}")
            if done - saved >= self.config.checkpoint_every:
                saved = done
                self._save_checkpoint(_IMITATION, done)

        try:
            imitate(
                self.model,
                self.games,
                teacher,
                range(self._imitated, settings.decisions),
                settings.learning_rate,
                self.config.seed,
                not self.use_solver,
                self.inputs,
                values_only,
                report,
            )
        finally:
            display.stop()

    def learn(self) -> None:
        """Train up to the configured steps; an interruption saves and is raised again.

        Raises:
            RunError: the weights have run away (the state is kept as ``diverged.zip``), or nothing
                can be written any more. Earlier checkpoints stay as they are.
        """
        steps_left = self.config.steps - self.model.num_timesteps
        if steps_left <= 0:
            return
        self.model.set_logger(configure(str(self.folder.tensorboard), ["tensorboard"]))
        self.monitor.init_callback(self.model)
        self._save_checkpoint(_STEPS, self.model.num_timesteps)
        try:
            self.model.learn(steps_left, self.monitor, reset_num_timesteps=False)
        except KeyboardInterrupt:
            # what was collected of the next rollout is lost: it counts for nothing
            self.model.num_timesteps = self.monitor.steps_learnt
            self._save_checkpoint(_STEPS, self.model.num_timesteps)
            raise
        except OSError as error:
            raise RunError(
                f"{error}; go on from the last checkpoint with resume={self.folder.path}"
            ) from error
        except (RunError, ValueError) as error:
            self._keep_if_diverged(error)
            raise
        finally:
            self.monitor.close()
        self._keep_if_diverged(None)
        self._save_checkpoint(_STEPS, self.model.num_timesteps)

    def _keep_if_diverged(self, error: Exception | None) -> None:
        """Keep weights that have run away beside the checkpoints, and say so."""
        try:
            check_weights(self.model.policy, self.model.num_timesteps)
        except RunError as diverged:
            with replacing(self.folder.diverged) as temporary:
                self.model.save(temporary)
            raise RunError(
                f"{diverged}; they are kept as {self.folder.diverged}, and "
                f"{self.checkpoints.newest()} is from before"
            ) from error

    # --- the end -------------------------------------------------------------------------------

    def finish(self) -> list[Evaluation]:
        """Save the agent and its curve, measure it, print the params."""
        recipe = OmegaConf.to_container(self.config, resolve=True)
        save_agent(
            self.folder.agent,
            actor_of(self.model),
            self.games[0],
            self.inputs,
            self.config.use_solver,
            recipe,
        )
        title = ", ".join(map(repr, self.games))
        plot_curve(self.folder.curve, self.folder.curve_plot, title, self.league.fair_share)
        evaluations = []
        for game in self.games:
            measured = self._evaluate(game)
            self.console.print(opponents_table(measured))
            evaluations += measured
        with replacing(self.folder.evaluation) as temporary:
            content = [evaluation.to_dict() for evaluation in evaluations]
            temporary.write_text(json.dumps(content, indent=2) + "\n")
        return evaluations

    def _evaluate(self, game: Game) -> list[Evaluation]:
        settings = self.config.evaluation
        agent = load_agent(self.folder.agent, game, settings.deterministic)
        evaluations = []
        for opponent in self.measured_against:
            count = settings.deals * game.num_players
            self.console.print(f"playing {count} games: {opponent.name}")
            # deals of another stream than those of the training
            seed = 2**32 + self.config.seed
            evaluations.append(evaluate(game, agent, [opponent], settings.deals, seed)[0])
        return evaluations


def uses_solver(config: DictConfig, game: Game) -> bool:
    """Whether the network is not asked what the heuristic plays exactly."""
    return config.use_solver and game.has_solver


def make_games(config: DictConfig) -> list[Game]:
    """The game of a configuration, once for each of its numbers of players."""
    counts = config.num_players
    counts = list(counts) if isinstance(counts, ListConfig) else [counts]
    if not counts or len(set(counts)) < len(counts):
        raise ValueError(
            f"num_players is {counts}, expected a number, or a list of different ones like [3,4]"
        )
    options = OmegaConf.to_container(config.game.options, resolve=True)
    assert isinstance(options, dict)
    return [
        envs.make(config.game.name, **{str(k): v for k, v in options.items()} | {"num_players": n})
        for n in counts
    ]
