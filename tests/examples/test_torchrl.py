"""TorchRL wraps our environments in several ways, always with the mask."""

import gymnasium
import pytest

from hofspiele.envs import kou_ka_roi_v0  # noqa: F401  # registers them

torchrl_envs = pytest.importorskip("torchrl.envs")

# Environments in other processes must import the module that registers them.
GAME = "hofspiele.envs:hofspiele/KouKaRoi-v0"


MAKERS = {
    "one": lambda: torchrl_envs.GymEnv(GAME).auto_register_info_dict(),
    "one wrapped": lambda: torchrl_envs.GymWrapper(gymnasium.make(GAME)).auto_register_info_dict(),
    "several": lambda: torchrl_envs.GymEnv(GAME, num_envs=2),
    "vector that resets itself": lambda: vector("SameStep"),
    "vector that is reset": lambda: vector("Disabled").auto_register_info_dict(),
}


def vector(mode):
    return torchrl_envs.GymWrapper(gymnasium.make_vec(GAME, 4, autoreset_mode=mode))


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_random_play_is_legal_with_the_mask(make):
    bare = make()
    env = torchrl_envs.TransformedEnv(bare, torchrl_envs.ActionMask(), auto_unwrap=True)
    played = env.rollout(60, break_when_any_done=False)
    # This is the last use: if environments reset themselves, TorchRL's next masks may be old.
    torchrl_envs.check_env_specs(bare)
    env.close()
    over, rewards = played["next", "done"], played["next", "reward"]
    assert over.any()
    # With three players, a loser gets -0.5, and a player who acts illegally gets -1.
    assert (rewards[over] > -1).all()
    assert not rewards[~over].any()
