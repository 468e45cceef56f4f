"""A program that uses everything compiled for one game: ``python -m benchmarks.first_use GAME``.

`benchmarks.startup` runs it in new processes.
"""

import sys

import gymnasium
import numpy as np

from benchmarks.ours import GAMES, NUM_PLAYERS, OurGame
from benchmarks.play import pick_fast, play_aec, play_parallel
from hofspiele.envs.agents import make_agent, play_match
from hofspiele.envs.api.gym_env import GameEnv
from hofspiele.envs.api.gym_vector import GameVectorEnv
from hofspiele.envs.core import Game, play_random


def use_everything(listed: OurGame) -> None:
    """Use the table, the single-game interface, the agents and all environments of a game."""
    game = listed.make()
    play_random(game, num_games=4, decisions=400)
    _use_contract(game)
    names = ("greedy", "search-10", "random", "greedy")
    play_match(game, [make_agent(name) for name in names], num_deals=1)
    play_aec(listed.module.raw_env(num_players=NUM_PLAYERS))
    play_aec(listed.module.env(num_players=NUM_PLAYERS))
    if game.simultaneous:
        env = listed.module.parallel_env(num_players=NUM_PLAYERS)
        play_parallel(env, game.wait_action)
    _use_gymnasium(GameEnv(game, opponents="greedy"))
    vector = GameVectorEnv(game, num_envs=2, opponents="greedy")
    vector.reset(seed=0)
    vector.step(np.zeros(2, np.int64))


def _use_contract(game: Game) -> None:
    """Call every method of a `Game` that runs a kernel."""
    state = game.new(seed=1)
    game.observe(state, 0)
    game.action_values(state)
    game.redeal(state, 0, seed=2)
    game.from_dict(game.to_dict(state))
    game.apply(state, int(game.legal_mask(state).argmax()))
    game.score_sheet(state)
    game.outcome(state)


def _use_gymnasium(env: gymnasium.Env) -> None:
    _, info = env.reset(seed=0)
    over = False
    while not over:
        action = pick_fast(env, "", info["action_mask"])
        _, _, terminated, truncated, info = env.step(action)
        over = terminated or truncated


if __name__ == "__main__":
    for listed in GAMES:
        if listed.name == sys.argv[1]:
            use_everything(listed)
