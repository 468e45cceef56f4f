import pytest
import torch

from hofspiele import envs
from hofspiele.training.cli.games import store_games

# as commands do before they read their configuration
store_games()


@pytest.fixture(scope="session", autouse=True)
def one_torch_thread():
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def three_players():
    return envs.make("kou_ka_roi", num_players=3)


@pytest.fixture(scope="session")
def kardinal():
    return envs.make("kardinal", num_players=3)
