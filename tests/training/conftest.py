import pytest
import torch

from hofspiele import envs


@pytest.fixture(scope="session", autouse=True)
def one_torch_thread():
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def two_players():
    return envs.make("kou_ka_roi", num_players=2)


@pytest.fixture(scope="session")
def three_players():
    return envs.make("kou_ka_roi", num_players=3)


@pytest.fixture(scope="session")
def kardinal():
    return envs.make("kardinal", num_players=3)
