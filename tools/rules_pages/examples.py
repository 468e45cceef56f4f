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


@functools.cache
def _greedy_game(name: str, options: tuple[tuple[str, Any], ...]) -> ReplayedGame:
    game = Case(name, dict(options)).make()
    agents = [GreedyAgent()] * game.num_players
    return ReplayedGame.from_record(
        play_match(game, agents, 1, seed=1, keep_records=True).records[0]
    )


def greedy_position(name: str, number: int | None, **options: Any) -> Canvas:
    """Return the picture after `number` decisions of a game between greedy agents.

    None stands for the end of the game.
    """
    game = _greedy_game(name, tuple(options.items()))
    return game.picture(len(game.positions) - 1 if number is None else number)


def _example(name: str, number: int, **options: Any) -> Picture:
    path = page_of(name).with_name("example.png")
    return Picture(path, functools.partial(greedy_position, name, number, **options))


EXAMPLES = (
    _example("kou_ka_roi", 39, num_players=4),
    _example("kardinal", 125, num_players=4, vatikan=True),
    _example("knatsch", 70, num_players=4),
)
