"""The parts of a run, built from its settings and optionally a checkpoint.

The network of the learning policy is built first. The league contains this policy, and the
environment contains the league, whose agents hold the other seats.
"""

from dataclasses import dataclass

import torch

from hofspiele.envs.agents import Agent
from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import number_that_fits
from hofspiele.envs.core.rewards import reward_of
from hofspiele.training.measuring.evaluation import SEAT_BYTES, deals_of
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.modules import WithPrior
from hofspiele.training.players.lookup import AgentFinder
from hofspiele.training.runs.checkpoints import Checkpoint
from hofspiele.training.runs.model import find_device, load_model_state, new_model
from hofspiele.training.selfplay.league import League
from hofspiele.training.selfplay.ppo import SelfPlayPPO
from hofspiele.training.selfplay.vec_env import SelfPlayVecEnv
from hofspiele.training.settings.train import Network, Train


@dataclass
class RunParts:
    """Everything that a run needs for learning.

    Attributes:
        games: the run's game, once for each combination of options and number of players.
        network: the settings of the network.
        use_solver: whether the heuristic takes decisions that it solves exactly.
        teacher: the agent to imitate before self-play, or None.
        evaluation_opponents: the opponents of the trained agent in its evaluation.
        model: the model that learns.
        league: the opponents of the model.
        cloned: number of the teacher's decisions learnt so far, or ``imitation.decisions`` if both
            networks were copied.
    """

    games: list[Game]
    network: Network
    use_solver: bool
    teacher: Agent | None
    evaluation_opponents: list[Agent]
    model: SelfPlayPPO
    league: League
    cloned: int = 0

    @property
    def inputs(self) -> Inputs:
        """The inputs of the network."""
        return Inputs(self.network.prior_temperature)

    @property
    def env(self) -> SelfPlayVecEnv:
        """The environment of the model."""
        env = self.model.get_env()
        assert isinstance(env, SelfPlayVecEnv)
        return env


def build(settings: Train, name: str, checkpoint: Checkpoint | None = None) -> RunParts:
    """Return the parts of a run that learns in this process and calls its agent `name`.

    Without a checkpoint, the policy is untrained.

    Raises:
        ValueError: a setting has a wrong value (for example, an agent does not exist, or an
            opponent in the evaluation is called `name`), or the checkpoint does not match the
            settings.
    """
    parts = build_learner(settings, name, checkpoint)
    seed = seed_after(settings.seed, parts.model.num_timesteps)
    env = new_env(settings, parts.games, parts.league, parts.inputs, settings.num_envs, seed)
    parts.model.set_env(env)
    if checkpoint is not None:
        parts.model.set_random_seed(seed)
    return parts


def seed_after(seed: int, steps: int) -> int:
    """Return the seed of a run that has made `steps` steps, so that it does not repeat its games.

    NumPy's global generator accepts only seeds below 2**32, so larger ones wrap around to 0.
    """
    return (seed + steps) % 2**32


def build_learner(
    settings: Train,
    name: str,
    checkpoint: Checkpoint | None = None,
    kind: type[SelfPlayPPO] = SelfPlayPPO,
) -> RunParts:
    """Return the parts of a run with a model of class `kind`, but no environment; see `build`."""
    torch.set_num_threads(settings.torch_threads)
    device = find_device(settings.device)
    games = settings.game.make_all(settings.num_players)
    for game in games:
        _check_evaluation(settings.evaluation.games, game)
        reward_of(settings.reward, game)
    finder = AgentFinder(games[0], trust=settings.trust)
    opponents = [player.agent for player in finder.find(settings.evaluation.opponents)]
    if name in {agent.name for agent in opponents}:
        raise ValueError(
            f"this run and one of evaluation.opponents are both called {name!r}; "
            "choose another name=…"
        )
    teachers = [] if settings.imitation.agent is None else [settings.imitation.agent]
    teacher = next((player.agent for player in finder.find(teachers)), None)
    model = new_model(settings, games[0], device, kind)
    if checkpoint is not None:
        load_model_state(model, checkpoint.learnt)
    league = new_league(settings, model.policy.network, games)
    if checkpoint is not None and checkpoint.pool is not None and league.pool is not None:
        league.pool.load_state_dict(checkpoint.pool)
    return RunParts(
        games=games,
        network=settings.network,
        use_solver=asks_solver(settings, games),
        teacher=teacher,
        evaluation_opponents=opponents,
        model=model,
        league=league,
        cloned=0 if checkpoint is None else checkpoint.cloned,
    )


def _check_evaluation(num_games: int, game: Game) -> None:
    """Raise ValueError if ``evaluation.games`` is too small for two deals, or too large."""
    deals_of("evaluation.games", num_games, game.num_players)
    number_that_fits("evaluation.games", num_games, SEAT_BYTES * game.num_players)


def new_league(settings: Train, network: WithPrior, games: list[Game]) -> League:
    """Return a new league for a run; raise ValueError if an opponent does not exist."""
    finder = AgentFinder(games[0], trust=settings.trust)
    return League(
        settings.opponents,
        network,
        settings.network,
        games,
        finder,
        use_solver=asks_solver(settings, games),
        seed=settings.seed,
    )


def new_env(
    settings: Train,
    games: list[Game],
    league: League,
    inputs: Inputs,
    num_games: int,
    seed: int,
) -> SelfPlayVecEnv:
    """Return an environment of `num_games` games against the agents of `league`."""
    return SelfPlayVecEnv(
        games,
        num_games,
        league.agents,
        seed,
        league.draw_shares(),
        use_solver=asks_solver(settings, games),
        inputs=inputs,
        num_threads=settings.table_threads,
        reward=settings.reward,
    )


def asks_solver(settings: Train, games: list[Game]) -> bool:
    """Return whether the heuristic takes decisions that it solves exactly."""
    return settings.use_solver and games[0].has_solver
