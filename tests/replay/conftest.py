import pytest

from hofspiele.envs.core import GameRecord
from tests.games import Case
from tests.play import play_on


@pytest.fixture
def record_of():
    """Makes the record of a random game."""

    def make(case: Case, seed: int = 4) -> GameRecord:
        game = case.make()
        actions = play_on(game, game.new(seed), seed)
        players = [f"agent {seat} <b>" for seat in range(game.num_players)]
        return GameRecord.from_actions(game, seed, actions, players)

    return make
