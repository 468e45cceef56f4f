"""What learns in a run: the model, a subclass of MaskablePPO, against the agents of a league."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import torch
from gymnasium import spaces
from stable_baselines3.common.utils import FloatSchedule, LinearSchedule

from hofspiele.envs.core import Game
from hofspiele.envs.core.rewards import reward_of
from hofspiele.training.measuring.evaluation import deals_of
from hofspiele.training.networks.architectures import new_network
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.policy import Policy
from hofspiele.training.players.lookup import AgentFinder
from hofspiele.training.runs.checkpoints import Checkpoint, as_tensors
from hofspiele.training.selfplay.league import League
from hofspiele.training.selfplay.ppo import SelfPlayPPO
from hofspiele.training.selfplay.vec_env import SelfPlayVecEnv
from hofspiele.training.settings.train import Schedule, Train


class Learner:
    """A model with its league and its environment, in the state of a checkpoint or untrained.

    Attributes:
        games: the run's game, once for each combination of options and number of players.
        teacher: the agent to imitate before self-play, or None.
        cloned: number of the teacher's decisions learnt so far, or ``imitation.decisions`` if both
            networks were copied.

    Raises:
        ValueError: a setting has a wrong value (for example, an opponent in the evaluation is
            called `name`, like the trained agent), or the checkpoint does not match the settings.
    """

    model_class: ClassVar[type[SelfPlayPPO]] = SelfPlayPPO
    env: SelfPlayVecEnv

    def __init__(self, settings: Train, name: str, checkpoint: Checkpoint | None = None):
        torch.set_num_threads(settings.torch_threads)
        device = find_device(settings.device)
        self.settings = settings
        self.games = games = settings.game.make_all(settings.num_players)
        self._check_settings()
        self.inputs = Inputs(settings.network.prior_temperature)
        self.use_solver = asks_solver(settings, games)
        finder = AgentFinder(games[0], trust=settings.trust)
        opponents = finder.find(settings.evaluation.opponents)
        self.evaluation_opponents = [player.agent for player in opponents]
        if name in {agent.name for agent in self.evaluation_opponents}:
            raise ValueError(
                f"this run and one of evaluation.opponents are both called {name!r}; "
                "choose another name=…"
            )
        teachers = [] if settings.imitation.agent is None else [settings.imitation.agent]
        self.teacher = next((player.agent for player in finder.find(teachers)), None)
        self.model = self._new_model(device)
        if checkpoint is not None:
            load_model_state(self.model, checkpoint.learnt)
        self.league = League(
            settings.opponents,
            self.model.policy.network,
            settings.network,
            games,
            finder,
            use_solver=self.use_solver,
            seed=settings.seed,
        )
        if checkpoint is not None:
            self.league.pool.load_state_dict(checkpoint.pool)
        self.cloned = 0 if checkpoint is None else checkpoint.cloned
        self._set_env(checkpoint)

    def _check_settings(self) -> None:
        """Raise ValueError if a setting has a wrong value that nothing else would refuse."""
        for game in self.games:
            deals_of("evaluation.games", self.settings.evaluation.games, game.num_players)
            reward_of(self.settings.reward, game)

    def _new_model(self, device: torch.device) -> SelfPlayPPO:
        settings, game = self.settings, self.games[0]
        arguments: dict[str, Any] = {
            name: schedule_of(value) if isinstance(value, Schedule) else value
            for name, value in vars(settings.algorithm).items()
        }
        model = self.model_class(
            Policy,
            env=None,  # type: ignore[arg-type]
            policy_kwargs={"create": lambda: new_network(game, settings.network, from_user=True)},
            seed=settings.seed,
            device=device,
            _init_setup_model=False,
            **arguments,
        )
        # The network is built from the spaces alone, as when stable-baselines3 loads a model.
        model.observation_space = self.inputs.space(game)
        model.action_space = spaces.Discrete(game.num_actions)
        model.n_envs = settings.num_envs
        model._setup_model()
        return model

    def _set_env(self, checkpoint: Checkpoint | None) -> None:
        seed = seed_after(self.settings.seed, self.model.num_timesteps)
        self.env = new_env(self.settings, self.games, self.league, self.settings.num_envs, seed)
        self.model.set_env(self.env)
        if checkpoint is not None:
            self.model.set_random_seed(seed)


def new_env(
    settings: Train, games: Sequence[Game], league: League, num_games: int, seed: int
) -> SelfPlayVecEnv:
    """Return an environment of `num_games` games against the agents of `league`."""
    return SelfPlayVecEnv(
        games,
        num_games,
        league.agents,
        seed,
        league.draw_shares(),
        use_solver=asks_solver(settings, games),
        inputs=Inputs(settings.network.prior_temperature),
        num_threads=settings.table_threads,
        reward=settings.reward,
    )


def asks_solver(settings: Train, games: Sequence[Game]) -> bool:
    """Return whether the heuristic takes decisions that it solves exactly."""
    return settings.use_solver and games[0].has_solver


def seed_after(seed: int, steps: int) -> int:
    """Return the seed of a run after `steps` steps, so that it does not repeat its games."""
    return (seed + steps) % 2**32  # NumPy's global generator accepts no larger seeds.


def schedule_of(value: float | Schedule) -> FloatSchedule:
    """Return `value` as a function of the remaining fraction of the steps."""
    if isinstance(value, Schedule):
        return FloatSchedule(LinearSchedule(value.start, value.end, value.end_fraction))
    return FloatSchedule(value)


def model_state_of(model: SelfPlayPPO) -> dict[str, Any]:
    """Wait for an update in progress; return weights, optimiser's state, steps and updates."""
    policy = model.learnt_policy()
    return {
        "policy": policy.state_dict(),
        "optimizer": policy.optimizer.state_dict(),
        "steps": model.num_timesteps,
        "updates": model._n_updates,
    }


def load_model_state(model: SelfPlayPPO, learnt: Mapping[str, Any]) -> None:
    """Set the state of an untrained `model`; raise ValueError if `learnt` does not fit it."""
    try:
        model.policy.load_state_dict(as_tensors(learnt["policy"]))
        model.policy.optimizer.load_state_dict(as_tensors(learnt["optimizer"]))
        model.num_timesteps, model._n_updates = int(learnt["steps"]), int(learnt["updates"])
    except Exception as error:  # A corrupt state can raise an error of any kind.
        raise ValueError(
            f"the checkpoint does not match the configuration of its run: {error}"
        ) from error


def find_device(name: str) -> torch.device:
    """Return the device; "auto" is the GPU if there is one, and "cuda" raises ValueError if not."""
    available = torch.cuda.is_available()
    if name == "cuda" and not available:
        raise ValueError(
            "device is cuda, but torch finds no such device here; use device=cpu, or device=auto "
            "to use a GPU if there is one"
        )
    return torch.device("cuda" if available and name != "cpu" else "cpu")
