import base64
import json
import shutil
import zipfile
from importlib.metadata import EntryPoint, EntryPoints

import gymnasium
import numpy as np
import pytest
import torch
from sb3_contrib import QRDQN, MaskablePPO
from stable_baselines3 import DQN, PPO

from hofspiele import envs
from hofspiele.envs.agents import Views, make_agent
from hofspiele.training.players.file_agent import FileAgent
from hofspiele.training.players.lookup import AgentFinder
from hofspiele.training.players.sb3_file import load_sb3
from tests.sb3_agents import Doubling, OwnDQNPolicy

# A pickle that ends the process that reads it.
BOMB = base64.b64encode(b"cos\n_exit\n(I1\ntR.").decode()
ALGORITHMS = {
    "ppo": (PPO, {}),
    "maskable": (MaskablePPO, {"net_arch": [8], "activation_fn": torch.nn.ReLU}),
    "dqn": (DQN, {"net_arch": [8, 8, 8]}),
    "qrdqn": (QRDQN, {"n_quantiles": 5}),
}


def named(activation):
    return f"<class 'torch.nn.modules.activation.{activation}'>"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Write an untrained file of each algorithm and of `Doubling`; return their folder."""
    folder = tmp_path_factory.mktemp("sb3")
    env = gymnasium.make("hofspiele/KouKaRoi-v0", num_players=3)
    kinds = ALGORITHMS | {"doubling": (PPO, {"features_extractor_class": Doubling})}
    for name, (algorithm, policy) in kinds.items():
        few = {"buffer_size": 1} if "dqn" in name else {"n_steps": 2, "batch_size": 2}
        algorithm("MlpPolicy", env, policy_kwargs=policy, **few).save(folder / name)
    return folder


@pytest.fixture
def views(three_players):
    rng = np.random.default_rng(5)
    states = np.array([three_players.new(seed) for seed in range(20)], three_players.state_dtype)
    return Views.from_states(three_players, states, rng, with_states=False)


def assert_best(actions, scores, views):
    """Check that `actions` have the best legal scores, up to rounding."""
    legal = np.where(views.action_masks, scores.detach().numpy(), -np.inf)
    chosen = legal[np.arange(len(actions)), actions]
    np.testing.assert_allclose(chosen, legal.max(1), rtol=0, atol=1e-6)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_saved_policy_is_restored(files, three_players, views, name):
    file = files / f"{name}.zip"
    agent = load_sb3(file, three_players, deterministic=True)
    assert agent.name == name
    policy = ALGORITHMS[name][0].load(file).policy
    seen = torch.from_numpy(views.observations)
    if name == "dqn":
        scores = policy.q_net(seen)
    elif name == "qrdqn":
        scores = policy.quantile_net(seen).mean(1)
    else:
        scores = policy.get_distribution(seen).distribution.logits
    assert_best(agent.act(views, np.random.default_rng(0)), scores, views)
    drawing = load_sb3(file, three_players).think(views, np.random.default_rng(0))
    assert (drawing.probabilities[~views.action_masks] == 0).all()
    drawn = (drawing.probabilities.max(1) < 1).all()
    assert drawn == (name in ("ppo", "maskable"))  # Values of DQN are not probabilities.


def test_action_values_of_a_users_policy_are_not_probabilities(three_players, views, tmp_path):
    env = gymnasium.make("hofspiele/KouKaRoi-v0", num_players=3)
    DQN(OwnDQNPolicy, env, buffer_size=1).save(tmp_path / "own.zip")
    agent = load_sb3(tmp_path / "own.zip", three_players, trust=True)
    thoughts = agent.think(views, np.random.default_rng(0))
    np.testing.assert_array_equal(thoughts.probabilities.max(1), 1.0)


def test_pickles_are_read_only_if_the_user_trusts_the_file(
    files, three_players, views, tmp_path, monkeypatch
):
    file = files / "doubling.zip"
    with pytest.raises(ValueError, match=r"features_extractor_class\), .*set trust=true"):
        AgentFinder(three_players, deterministic=True).find([str(file)])
    (player,) = AgentFinder(three_players, deterministic=True, trust=True).find([str(file)])
    policy = PPO.load(file).policy
    logits = policy.get_distribution(torch.from_numpy(views.observations)).distribution.logits
    assert_best(player.agent.act(views, np.random.default_rng(0)), logits, views)

    # A file whose pickles are all bombs plays if its data define the agent.
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(files / "ppo.zip") as old, zipfile.ZipFile(bomb, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "data":
                data = json.loads(content)
                for value in data.values():
                    if isinstance(value, dict) and ":serialized:" in value:
                        value[":serialized:"] = BOMB
                content = json.dumps(data)
            new.writestr(name, content)
    load_sb3(bomb, three_players)


@pytest.mark.parametrize("damage", ["empty", "cut", "compressed", "not finite", "names"])
def test_corrupt_file_is_reported(files, three_players, tmp_path, damage):
    file = tmp_path / "agent.zip"
    shutil.copy(files / "ppo.zip", file)
    if damage == "empty":
        file.write_bytes(b"")
    if damage == "cut":
        file.write_bytes(file.read_bytes()[:-1000])
    if damage in ("compressed", "not finite", "names"):
        with zipfile.ZipFile(files / "ppo.zip") as old:
            members = {name: old.read(name) for name in old.namelist()}
        if damage in ("not finite", "names"):
            with zipfile.ZipFile(files / "ppo.zip") as old, old.open("policy.pth") as weights:
                tensors = torch.load(weights, weights_only=True)
            if damage == "not finite":
                tensors["action_net.bias"][0] = torch.nan
            else:
                tensors[7] = tensors.pop("action_net.bias")
            torch.save(tensors, tmp_path / "policy.pth")
            members["policy.pth"] = (tmp_path / "policy.pth").read_bytes()
        kind = zipfile.ZIP_DEFLATED if damage == "compressed" else zipfile.ZIP_STORED
        with zipfile.ZipFile(file, "w", kind) as new:
            for name, content in members.items():
                new.writestr(name, content)
    with pytest.raises(
        ValueError, match=r"agent\.zip: not an agent of stable-baselines3 .*corrupt"
    ):
        load_sb3(file, three_players)


@pytest.mark.parametrize(
    ("algorithm", "change", "message"),
    [
        ("ppo", {"policy_class": {"__module__": ["a"]}}, r"the policy class is from"),
        ("ppo", {"policy_kwargs": {"activation_fn": named("F")}}, r"activation_fn is "),
        (
            "ppo",
            {"policy_kwargs": {"activation_fn": named("MultiheadAttention")}},
            r"activation_fn is ",
        ),
        ("dqn", {"action_space": {"n": None}}, r"the number of actions is None"),
        ("dqn", {"action_space": {"n": float("inf")}}, r"the number of actions is inf"),
    ],
)
def test_impossible_data_are_reported(files, three_players, tmp_path, algorithm, change, message):
    changed = tmp_path / "agent.zip"
    with zipfile.ZipFile(files / f"{algorithm}.zip") as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(
                name, json.dumps(json.loads(content) | change) if name == "data" else content
            )
    with pytest.raises(ValueError, match=rf"agent\.zip: .*{message}.*set trust=true"):
        load_sb3(changed, three_players)


def test_another_game_is_refused(files):
    with pytest.raises(
        ValueError, match="trained on observations of a different size than this game's 708"
    ):
        load_sb3(files / "ppo.zip", envs.make("kardinal"))


def test_another_game_is_refused_whatever_code_of_the_file_raises(files, monkeypatch):
    def picky(self, observations):
        raise AssertionError(f"{observations.shape[1]} numbers\nare too many")

    monkeypatch.setattr(Doubling, "forward", picky)
    message = r"doubling\.zip: it was trained on observations .*\(708 numbers .*\)$"
    with pytest.raises(ValueError, match=message):
        load_sb3(files / "doubling.zip", envs.make("kardinal"), trust=True)


def test_users_name_agent_files_by_path_in_python(files, monkeypatch, three_players):
    reader = "hofspiele.training.players.file_agent:FileAgent"
    entries = EntryPoints([EntryPoint("any", reader, "hofspiele.agent_files")])
    monkeypatch.setattr("hofspiele.envs.agents.named.entry_points", entries.select)
    agent = make_agent(str(files / "ppo.zip"), from_user=True)
    assert isinstance(agent, FileAgent)
    agent.check(three_players)
    assert agent.name == "ppo"
    with pytest.raises(ValueError, match="unknown agent"):
        make_agent(str(files / "ppo.zip"))
