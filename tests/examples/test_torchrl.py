"""The ways in which TorchRL wraps our environments: each knows the mask."""

import gymnasium
import pytest

from hofspiele.envs import kou_ka_roi_v0  # noqa: F401  # enters the environments

torchrl_envs = pytest.importorskip("torchrl.envs")

# environments in processes of their own have to import the module that registers them
GAME = "hofspiele.envs:hofspiele/KouKaRoi-v0"


def one():
    return torchrl_envs.GymEnv(GAME).auto_register_info_dict()


def one_wrapped():
    return torchrl_envs.GymWrapper(gymnasium.make(GAME)).auto_register_info_dict()


def several():
    return torchrl_envs.GymEnv(GAME, num_envs=2)


def vector(mode):
    return torchrl_envs.GymWrapper(gymnasium.make_vec(GAME, 4, autoreset_mode=mode))


def vector_that_resets_itself():
    return vector("SameStep")


def vector_that_is_reset():
    return vector("Disabled").auto_register_info_dict()


@pytest.mark.parametrize(
    "make", [one, one_wrapped, several, vector_that_resets_itself, vector_that_is_reset]
)
def test_random_play_is_legal_with_the_mask(make):
    bare = make()
    env = torchrl_envs.TransformedEnv(bare, torchrl_envs.ActionMask(), auto_unwrap=True)
    played = env.rollout(60, break_when_any_done=False)
    # last: where environments reset themselves, TorchRL's first masks after it may be older ones
    torchrl_envs.check_env_specs(bare)
    env.close()
    over, rewards = played["next", "done"], played["next", "reward"]
    assert over.any()
    # of three players one that loses pays 0.5, one that acts illegally 1
    assert (rewards[over] > -1).all()
    assert not rewards[~over].any()


def test_steps_that_reset_are_refused():
    with pytest.raises(RuntimeError, match="must be one of SAME_STEP or DISABLED"):
        vector("NextStep")
