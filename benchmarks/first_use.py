"""A program that uses a game in all the usual ways: ``python -m benchmarks.first_use GAME``.

`benchmarks.startup` runs it in new processes.
"""

import sys

from benchmarks.ours import contenders, make
from benchmarks.play import pick
from hofspiele.envs.api.gym_env import GameEnv


def use_everything(name: str) -> None:
    """Use the table, the single-game interface, the agents and all environments of a game."""
    for contender in contenders(name):
        contender.play()
    game = make(name)
    state = game.new(seed=1)
    game.observe(state, 0)
    game.action_values(state)
    game.redeal(state, 0, seed=2)
    game.from_dict(game.to_dict(state))
    game.apply(state, int(game.legal_mask(state).argmax()))
    game.score_sheet(state)
    game.outcome(state)
    env = GameEnv(game, opponents="greedy")
    _, info = env.reset(seed=0)
    over = False
    while not over:
        _, _, terminated, truncated, info = env.step(pick(info["action_mask"]))
        over = terminated or truncated


if __name__ == "__main__":
    use_everything(sys.argv[1])
