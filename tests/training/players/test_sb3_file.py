"""Files of stable-baselines3 play as their models predict, and run code only if trusted."""

import base64
import io
import json
import zipfile
from pathlib import Path

import gymnasium
import numpy as np
import pytest
import torch
from sb3_contrib import QRDQN, TRPO, MaskablePPO
from stable_baselines3 import A2C, DQN, PPO
from stable_baselines3.common.vec_env import DummyVecEnv, VecNormalize

from hofspiele import envs
from hofspiele.training.players.loading import load_agent
from hofspiele.training.players.lookup import AgentFinder
from tests.sb3_agents import Doubling, OwnDQNPolicy
from tests.training.models import views_of

# A pickle that ends the process that reads it.
BOMB = base64.b64encode(b"cos\n_exit\n(I1\ntR.").decode()
ALGORITHMS = {
    "ppo": (PPO, {}),
    "a2c": (A2C, {"net_arch": {"pi": [8], "vf": [4, 4]}}),
    "trpo": (TRPO, {"share_features_extractor": False}),
    "maskable": (MaskablePPO, {"net_arch": [8], "activation_fn": torch.nn.ReLU}),
    "dqn": (DQN, {"net_arch": [8, 8, 8]}),
    "qrdqn": (QRDQN, {"n_quantiles": 5}),
}


def new_env():
    return gymnasium.make("hofspiele/KouKaRoi-v0", num_players=3)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Write an untrained file of each algorithm and of `Doubling`; return their folder."""
    folder = tmp_path_factory.mktemp("sb3")
    kinds = ALGORITHMS | {"doubling": (PPO, {"features_extractor_class": Doubling})}
    for name, (algorithm, policy) in kinds.items():
        few = {"buffer_size": 1} if "dqn" in name else {}
        model = algorithm("MlpPolicy", new_env(), policy_kwargs=policy, **few)
        # With the weights of the start, logits can be equal except for rounding.
        for weights in model.policy.parameters():
            weights.data.normal_(std=0.3)
        model.save(folder / name)
    return folder


@pytest.fixture
def views(three_players):
    return views_of(three_players, 20, 5)


def rewritten(file, to, data=None, change=lambda weights: None):
    """Write a copy with other JSON values, and weights that are changed in place; return it."""
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(to, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "data":
                content = json.dumps(json.loads(content) | (data or {}))
            if name == "policy.pth":
                weights = torch.load(io.BytesIO(content), weights_only=True)
                change(weights)
                torch.save(weights, written := io.BytesIO())
                content = written.getvalue()
            new.writestr(name, content)
    return to


REFUSED = r"^[^\n]*agent\.zip: not an agent of stable-[^\n]*$"


@pytest.mark.parametrize("name", ALGORITHMS)
def test_an_agent_acts_as_the_model_predicts(files, three_players, views, name):
    file = files / f"{name}.zip"
    # Only policies with logits sample, and only legal actions.
    sampling = load_agent(file, three_players).think(views, np.random.default_rng(0))
    assert (sampling.probabilities[~views.action_masks] == 0).all()
    assert (sampling.probabilities.max(1) < 1).all() == ("dqn" not in name)
    agent = load_agent(file, three_players, deterministic=True)
    assert agent.name == f"{name}.zip"
    masks = {"action_masks": views.action_masks.copy()} if name == "maskable" else {}
    model = ALGORITHMS[name][0].load(file)
    expected, _ = model.predict(views.observations, deterministic=True, **masks)
    if not masks:
        views.action_masks[:] = True  # These models do not know which actions are legal.
    np.testing.assert_array_equal(agent.act(views, np.random.default_rng(0)), expected)


def test_pickles_are_read_only_if_the_user_trusts_the_file(files, three_players, views):
    file = files / "doubling.zip"
    with pytest.raises(ValueError, match=r"doubling\.zip: .*needs code .*set trust=true"):
        AgentFinder(three_players).find([str(file)])
    (player,) = AgentFinder(three_players, trust=True).find([str(file)])
    policy = PPO.load(file).policy
    expected = policy.get_distribution(torch.from_numpy(views.observations)).distribution.logits
    np.testing.assert_allclose(player.agent.logits([views]), expected.detach(), atol=1e-6)


def test_action_values_of_a_users_policy_are_not_probabilities(three_players, views, tmp_path):
    DQN(OwnDQNPolicy, new_env(), buffer_size=1).save(tmp_path / "own.zip")
    with pytest.raises(ValueError, match="set trust=true"):
        load_agent(tmp_path / "own.zip", three_players)
    agent = load_agent(tmp_path / "own.zip", three_players, trust=True)
    thoughts = agent.think(views, np.random.default_rng(0))
    np.testing.assert_array_equal(thoughts.probabilities.max(1), 1.0)


def test_pickles_that_are_not_needed_are_not_read(files, three_players, tmp_path):
    with zipfile.ZipFile(files / "ppo.zip") as old:
        data = json.loads(old.read("data"))
    pickled = [value for value in data.values() if isinstance(value, dict)]
    for value in pickled:
        value[":serialized:"] = BOMB
    assert pickled
    load_agent(rewritten(files / "ppo.zip", tmp_path / "bomb.zip", data), three_players)


def test_agents_trained_with_normalised_inputs_are_refused(three_players, tmp_path):
    env = VecNormalize(DummyVecEnv([new_env]))
    MaskablePPO("MlpPolicy", env, n_steps=2, batch_size=2).learn(2).save(tmp_path / "agent.zip")
    for trust in (False, True):
        with pytest.raises(ValueError, match=r"agent\.zip: .*trained with VecNormalize, .*MODULE"):
            load_agent(tmp_path / "agent.zip", three_players, trust=trust)


class Bomb:
    def __reduce__(self):
        return Path("marker").touch, ()


@pytest.mark.parametrize(
    "change",
    [
        lambda weights: weights.update(bomb=Bomb()),
        lambda weights: weights["action_net.bias"].fill_(torch.nan),
        lambda weights: weights.update({7: weights.pop("action_net.bias")}),
        lambda weights: weights.update({"action_net.bias": torch.zeros(99)}),
    ],
    ids=["code", "NaN", "name", "shape"],
)
def test_wrong_weights_are_refused_and_run_no_code(
    files, three_players, tmp_path, monkeypatch, change
):
    monkeypatch.chdir(tmp_path)
    file = rewritten(files / "ppo.zip", tmp_path / "agent.zip", change=change)
    for trust in (False, True):
        with pytest.raises(ValueError, match=REFUSED):
            load_agent(file, three_players, trust=trust)
    assert not Path("marker").exists()


@pytest.mark.parametrize(
    "data",
    [
        {"policy_class": {"__module__": ["a"]}},
        {"policy_class": {"__module__": "os"}},
        {"policy_class": None},
        {"policy_kwargs": {"activation_fn": "<class 'torch.nn.modules.activation.Softmax'>"}},
        {"policy_kwargs": {"net_arch": [7]}},
        {"policy_kwargs": {"net_arch": "x\ny"}},
        {"policy_kwargs": 3},
    ],
    ids=str,
)
def test_impossible_data_are_refused(files, three_players, tmp_path, data):
    file = rewritten(files / "ppo.zip", tmp_path / "agent.zip", data)
    with pytest.raises(ValueError, match=REFUSED):
        load_agent(file, three_players)
    content = file.read_bytes()
    for keep in (0, 100, -1000):  # The file is cut off.
        file.write_bytes(content[:keep])
        with pytest.raises(ValueError, match=REFUSED):
            load_agent(file, three_players)


@pytest.mark.parametrize("trust", [False, True])
def test_another_game_is_refused_whatever_code_of_the_file_raises(files, monkeypatch, trust):
    def picky(self, observations):
        raise AssertionError(f"{observations.shape[1]} numbers\nare too many")

    monkeypatch.setattr(Doubling, "forward", picky)
    name = "doubling" if trust else "ppo"
    message = rf"^[^\n]*{name}\.zip: not an agent .* with 708 inputs and \d+ actions [^\n]*$"
    with pytest.raises(ValueError, match=message):
        load_agent(files / f"{name}.zip", envs.make("kardinal"), trust=trust)
