import os

import pytest
from hypothesis import Phase, settings

from hofspiele.envs.core import GameRecord
from tests.games import CASES, Case
from tests.play import play_on

# "ci" draws the same examples in every run; HYPOTHESIS_PROFILE=explore looks for new ones,
# "few" is for tests that are run very often (tests.mutation): what fails is not made simple
settings.register_profile(
    "ci", derandomize=True, database=None, deadline=None, max_examples=25, print_blob=True
)
settings.register_profile("explore", deadline=None, max_examples=300)
settings.register_profile(
    "few",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=3,
    phases=[Phase.explicit, Phase.generate],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(scope="session", params=CASES, ids=str)
def game(request):
    """Every game with every set of options that the shared tests run over."""
    return request.param.make()


@pytest.fixture
def record_of():
    """Makes the record of a random game."""

    def make(case: Case, seed: int = 4) -> GameRecord:
        game = case.make()
        actions = play_on(game, game.new(seed), seed)
        players = [f"agent {seat} <b>" for seat in range(game.num_players)]
        return GameRecord.from_actions(game, seed, actions, players)

    return make
