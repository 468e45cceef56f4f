"""A program that uses a game in all the usual ways: ``python -m benchmarks.first_use GAME``.

`benchmarks.startup` runs it in new processes.
"""

import sys

import gymnasium

from benchmarks.ours import GAMES, OurGame
from benchmarks.play import pick_fast
from hofspiele.envs.api.gym_env import GameEnv
from hofspiele.envs.core import Game


def use_everything(listed: OurGame) -> None:
    """Use the table, the single-game interface, the agents and all environments of a game."""
    for contender in listed.contenders():
        contender.play()
    game = listed.make()
    _use_contract(game)
    _use_gymnasium(GameEnv(game, opponents="greedy"))


def _use_contract(game: Game) -> None:
    """Call methods of a `Game` that run its kernels on single positions."""
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
