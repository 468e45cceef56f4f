"""Train an agent by self-play: ``python -m training.train game=kou_ka_roi num_players=3``.

Ctrl-C saves and says how to go on: ``python -m training.train resume=FOLDER``.
"""

import json
import signal
import sys
import time
from collections.abc import Sequence

import hydra
import numpy as np
import torch
from hydra.core.hydra_config import HydraConfig
from hydra.utils import instantiate
from omegaconf import DictConfig, OmegaConf
from rich.console import Console
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import configure

import envs
from envs.agents import make_agent
from envs.core.files import replacing
from training.actor import actor_of, load_agent
from training.command import command
from training.curve import cut_curve, plot_curve
from training.display import Display
from training.evaluation import Evaluation, evaluate, evaluation_table
from training.examples import play_examples
from training.features import Standardised
from training.imitation import imitate
from training.monitor import Monitor
from training.opponents import Opponents
from training.run_folder import RunFolder
from training.selfplay import SelfPlayVecEnv

# games over which the scale of observations is measured
_SCALING_GAMES = 256


class Training:
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
        self.game = envs.make(config.game.name, **config.game.options)
        resumed = folder.checkpoint.is_file()
        self.model = self._load_model() if resumed else self._new_model()
        self.opponents = Opponents(
            config.opponents.shares, actor_of(self.model), config.opponents.num_snapshots
        )
        if resumed:
            self.opponents.load(folder.snapshots)
            cut_curve(folder.curve, self.model.num_timesteps)
        env = self.model.get_env()
        assert isinstance(env, SelfPlayVecEnv)
        env.invite(self.opponents.agents, self.opponents.shares)
        self.monitor = Monitor(
            folder,
            self.opponents,
            config.steps,
            config.checkpoint_every,
            config.snapshot_every,
            console,
        )

    def _new_model(self) -> MaskablePPO:
        seed = self.config.seed
        arguments = instantiate(self.config.algorithm, _convert_="all")
        model = MaskablePPO(env=self._env(seed), seed=seed, device="cpu", **arguments)
        extractor = model.policy.features_extractor
        if isinstance(extractor, Standardised):
            rng = np.random.default_rng(seed)
            games = play_examples(self.game, make_agent("greedy"), _SCALING_GAMES, rng)
            extractor.fit(games.observations)
        return model

    def _env(self, seed: int) -> SelfPlayVecEnv:
        return SelfPlayVecEnv(self.game, self.config.num_envs, seed, self.config.margin_reward)

    def _load_model(self) -> MaskablePPO:
        model = MaskablePPO.load(self.folder.checkpoint, device="cpu")
        # other games than those that the interrupted run has played already
        seed = self.config.seed + model.num_timesteps
        model.set_env(self._env(seed))
        model.set_random_seed(seed)
        return model

    def imitate(self) -> None:
        """The warm start, if there is to be one and no steps have been learnt yet."""
        settings = self.config.imitation
        if settings.agent is None or self.model.num_timesteps > 0:
            return
        self.console.print(f"imitating {settings.agent}")
        display = Display(self.console, settings.decisions, "decisions")
        display.start(0)
        started = time.monotonic()

        def report(done: int, agreement: float) -> None:
            news = f"agreement with {settings.agent} {agreement:.0%}"
            display.show(done, done / (time.monotonic() - started), news)

        try:
            imitate(
                self.model,
                self.game,
                make_agent(settings.agent),
                settings.decisions,
                settings.learning_rate,
                self.config.seed,
                report,
            )
        finally:
            display.stop()

    def learn(self) -> None:
        """Train up to the configured steps; an interruption saves and is raised again."""
        steps_left = self.config.steps - self.model.num_timesteps
        if steps_left <= 0:
            return
        self.model.set_logger(configure(str(self.folder.tensorboard), ["tensorboard"]))
        self.monitor.init_callback(self.model)
        self.monitor.save_checkpoint()
        try:
            self.model.learn(steps_left, self.monitor, reset_num_timesteps=False)
        except BaseException:
            # what was collected of the next rollout is lost: it counts for nothing
            self.model.num_timesteps = self.monitor.steps_learnt
            raise
        finally:
            self.monitor.close()
            self.monitor.save_checkpoint()

    def finish(self) -> None:
        """Save the agent and its curve, measure it, print the table."""
        with replacing(self.folder.agent) as temporary:
            self.model.save(temporary)
        fair_share = 1 / self.game.num_players
        plot_curve(self.folder.curve, self.folder.curve_plot, repr(self.game), fair_share)
        evaluations = self._evaluate()
        with replacing(self.folder.evaluation) as temporary:
            content = [evaluation.to_dict() for evaluation in evaluations]
            temporary.write_text(json.dumps(content, indent=2) + "\n")
        self.console.print(evaluation_table(evaluations))

    def _evaluate(self) -> list[Evaluation]:
        agent = load_agent(self.folder.path, self.game)
        settings = self.config.evaluation
        evaluations = []
        for name in settings.opponents:
            self.console.print(f"playing {settings.deals * self.game.num_players} games: {name}")
            opponents = [make_agent(name)]
            # deals of another stream than those of the training
            seed = 2**32 + self.config.seed
            evaluations.append(evaluate(self.game, agent, opponents, settings.deals, seed)[0])
        return evaluations


def open_run(config: DictConfig, overrides: Sequence[str]) -> tuple[DictConfig, RunFolder]:
    """The configuration and folder of a new run, or of the one to resume."""
    if config.resume is None:
        return config, RunFolder.create(config)
    folder = RunFolder.existing(config.resume)
    other = [name for name in overrides if not name.startswith(("resume=", "steps="))]
    if other:
        raise ValueError(
            f"resume goes on with the run's own configuration; only steps=… may be given with it, "
            f"not {' '.join(other)}"
        )
    stored = OmegaConf.load(folder.config)
    assert isinstance(stored, DictConfig)
    if any(name.startswith("steps=") for name in overrides):
        stored.steps = config.steps
    return stored, folder


@hydra.main(version_base="1.3", config_path="../configs", config_name="train")
@command
def main(config: DictConfig) -> None:
    """Train, save and measure one agent."""
    console = Console(soft_wrap=True)
    config, folder = open_run(config, HydraConfig.get().overrides.task)
    training = Training(config, folder, console)
    console.print(f"training {training.game!r}; everything is kept in {folder.path}")
    # a polite kill is an interruption too
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        training.imitate()
        training.learn()
    except KeyboardInterrupt:
        console.print(
            f"\ninterrupted after {training.model.num_timesteps:,} steps; go on with:\n"
            f"  python -m training.train resume={folder.path}"
        )
        sys.exit(130)
    training.finish()
    console.print(f"agent, curve and figures are in {folder.path}")


if __name__ == "__main__":
    main()
