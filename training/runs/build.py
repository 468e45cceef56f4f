"""What a run is made of, from its configuration: from nothing, or from a checkpoint.

The learning policy's network comes first, then the league, in which it plays as well, and then the
environment, in which the league holds all other seats.
"""

from dataclasses import dataclass

import torch
from omegaconf import DictConfig

from hofspiele.envs.agents import Agent
from hofspiele.envs.core import Game
from hofspiele.training.networks.description import NetworkDescription, describe
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.policy import actor_of
from hofspiele.training.runs.agents import find_evaluation_opponents, find_teacher
from hofspiele.training.runs.checkpoints import Checkpoint
from hofspiele.training.runs.device import find_device
from hofspiele.training.runs.games import make_games
from hofspiele.training.runs.learnt import teach
from hofspiele.training.runs.memory import check_memory
from hofspiele.training.runs.model import new_model
from hofspiele.training.selfplay.league import League
from hofspiele.training.selfplay.ppo import SelfPlayPPO
from hofspiele.training.selfplay.vec_env import SelfPlayVecEnv


@dataclass
class RunParts:
    """All that a run needs in order to learn.

    Attributes:
        games: what is played: one game, or the same with several options.
        network: the description of the policy and the value network.
        use_solver: whether the network is not asked what the heuristic plays exactly.
        teacher: whose behaviour is cloned first; None for nobody's.
        evaluation_opponents: the agents that the trained one is measured against.
        model: what learns, in `env`.
        league: who plays against it.
        env: where it plays.
        cloned: decisions of the teacher that the model has learnt from.
    """

    games: list[Game]
    network: NetworkDescription
    use_solver: bool
    teacher: Agent | None
    evaluation_opponents: list[Agent]
    model: SelfPlayPPO
    league: League
    env: SelfPlayVecEnv
    cloned: int = 0

    @property
    def inputs(self) -> Inputs:
        """What the network is given."""
        return self.network.inputs


def build(config: DictConfig, name: str, checkpoint: Checkpoint | None = None) -> RunParts:
    """The parts of a run.

    Args:
        config: as in ``configs/train.yaml``, with values that `check_run` accepts.
        name: that the trained agent goes by.
        checkpoint: where the run goes on from; None begins with an untrained policy.

    Raises:
        ValueError: there is no such device, game, agent or network, an opponent has the name of
            the run, it does not fit into memory, or the checkpoint is of another configuration.
    """
    torch.set_num_threads(config.torch_threads)
    device = find_device(config.device)
    games = make_games(config)
    network = describe(config.network, games[0])
    for game in games:
        check_memory(config, game, network)
    use_solver = config.use_solver and games[0].has_solver
    opponents = find_evaluation_opponents(config, games[0], name)
    teacher = find_teacher(config, games[0])
    model = new_model(config.algorithm, games[0], network, config.num_envs, config.seed, device)
    if checkpoint is not None:
        teach(model, checkpoint.learnt)
    league = League(
        config.opponents.shares,
        actor_of(model),
        config.opponents.pool_size,
        config.opponents.priority_exponent,
        games,
        use_solver,
        config.seed,
        config.trust,
    )
    if checkpoint is not None and checkpoint.pool is not None and league.pool is not None:
        league.pool.load_state_dict(checkpoint.pool)
    # other games than those that an interrupted run has played already
    seed = config.seed + model.num_timesteps
    env = SelfPlayVecEnv(
        games,
        config.num_envs,
        league.agents,
        seed,
        league.draw_shares(),
        config.margin_reward,
        use_solver,
        network.inputs,
        config.table_threads,
    )
    model.set_env(env)
    if checkpoint is not None:
        model.set_random_seed(seed)
    cloned = 0 if checkpoint is None else checkpoint.cloned
    return RunParts(games, network, use_solver, teacher, opponents, model, league, env, cloned)
