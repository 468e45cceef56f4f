"""The pictures at the top of the rules pages and in the README: ``envs/<game>/example.png``.

Each picture shows a position from a game between greedy agents as a spectator sees it.
"""

import functools
from typing import Any

from hofspiele.envs.agents import GreedyAgent, play_match
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.replay.replayed_game import ReplayedGame
from tests.games import Case
from tools.rules_pages.parts import page_of
from tools.rules_pages.pictures import Picture


def greedy_game(case: Case) -> ReplayedGame:
    """Return a game between greedy agents."""
    game = case.make()
    agents = [GreedyAgent()] * game.num_players
    match = play_match(game, agents, 1, seed=1, keep_records=True)
    return ReplayedGame.from_record(match.records[0])


def greedy_position(name: str, number: int, **options: Any) -> Canvas:
    """Return the picture after `number` decisions of greedy agents; -1 stands for the end."""
    game = greedy_game(Case(name, options))
    return game.picture(number if number >= 0 else number + len(game.positions))


def _example(name: str, number: int, **options: Any) -> Picture:
    path = page_of(name).with_name("example.png")
    return Picture(path, functools.partial(greedy_position, name, number, **options))


EXAMPLES = (
    _example("kou_ka_roi", 39, num_players=4),
    _example("kardinal", 125, num_players=4, vatikan=True),
    _example("knatsch", 70, num_players=4),
)
