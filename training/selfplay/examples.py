"""Examples for behaviour cloning: the decisions of an agent that plays against itself."""

from typing import NamedTuple

import numpy as np

from hofspiele.envs.agents import Agent, Views
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.random_play import choose_random
from hofspiele.envs.core.rewards import RewardFunction
from hofspiele.training.networks.inputs import Inputs


class Examples(NamedTuple):
    """M decisions from complete games.

    Attributes:
        observations: (M, I) float32, the `Inputs` of a network.
        action_masks: (M, A) bool, the legal actions.
        actions: (M,) int64, the actions that the agent chose.
        rewards: (M,) float32, the reward of the deciding seat at the end of its game.
    """

    observations: np.ndarray
    action_masks: np.ndarray
    actions: np.ndarray
    rewards: np.ndarray


def play_examples(
    game: Game,
    agent: Agent,
    num_games: int,
    rng: np.random.Generator,
    inputs: Inputs,
    noise: float = 0.0,
    *,
    with_solved: bool = True,
    reward: str | RewardFunction = "outcome",
) -> Examples:
    """Play `num_games` games with `agent` on all seats and return its decisions.

    Args:
        game: the game to play.
        agent: the agent that holds all seats.
        num_games: number of games. All are played to the end.
        rng: random generator for the deals, the agent's random choices and the noise.
        inputs: how the recorded observations are constructed.
        noise: share in [0, 1] of the recorded decisions in which a random legal action is played
            instead of the recorded one. This adds positions that the agent would not reach itself.
        with_solved: whether to record solved decisions (`Game.is_solved`) too. If they are not
            recorded, they are played without noise.
        reward: what the examples' games pay; see `hofspiele.envs.core.rewards.reward_of`.
    """
    table = Table(game, num_games, int(rng.integers(2**63)), reward=reward)
    rewards = np.zeros_like(table.rewards)
    running = np.arange(num_games)
    recorded = []
    while len(running):
        views = Views.from_table(
            table, running, rng, with_states=agent.reads_states or inputs.has_prior
        )
        actions = agent.act(views, rng)
        is_recorded = np.ones(len(running), np.bool_)
        if not with_solved:
            is_recorded = ~game.is_solved(table.states.take(running))
        columns = (inputs.assemble(views), views.action_masks, actions, running, views.players)
        recorded.append([column[is_recorded] for column in columns])
        noisy = _with_noise(actions, views.action_masks, noise, rng)
        table.step(np.where(is_recorded, noisy, actions), running)
        ended = running[table.finished[running]]
        rewards[ended] = table.rewards[ended]
        running = running[~table.finished[running]]
    observations, masks, actions, games, players = map(np.concatenate, zip(*recorded, strict=True))
    return Examples(observations, masks, actions, rewards[games, players].astype(np.float32))


def _with_noise(
    actions: np.ndarray, masks: np.ndarray, noise: float, rng: np.random.Generator
) -> np.ndarray:
    at_random = np.zeros_like(actions)
    choose_random(masks, rng.integers(2**64, dtype=np.uint64), at_random)
    return np.where(rng.random(len(actions)) < noise, at_random, actions)
