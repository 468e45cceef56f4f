from types import SimpleNamespace

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from torch import nn

from hofspiele import envs
from hofspiele.envs.agents import RandomAgent
from hofspiele.envs.core.layout import Layout, Piece
from hofspiele.training.networks.inputs import NO_PRIOR
from hofspiele.training.networks.standardise import Standardised
from hofspiele.training.players.agent_file import fingerprint, load_agent, read_agent, save_agent
from hofspiele.training.players.network_agent import actor_of
from hofspiele.training.selfplay.vec_env import SelfPlayVecEnv

STANDARDISED = {"features_extractor_class": Standardised, "activation_fn": nn.ReLU}


def new_model(game, **policy_kwargs):
    env = SelfPlayVecEnv([game], 2, [RandomAgent()], seed=1)
    model = MaskablePPO("MlpPolicy", env, policy_kwargs=policy_kwargs, seed=1, device="cpu")
    if policy_kwargs.get("features_extractor_class") is Standardised:
        rng = np.random.default_rng(1)
        model.policy.features_extractor.fit(rng.random((20, game.observation_size), np.float32))
    return model


def change(file, **values):
    """Write the agent file anew with other values."""
    torch.save({**torch.load(file, weights_only=True), **values}, file)


@pytest.fixture(scope="module")
def model(three_players):
    return new_model(three_players, net_arch=[16], **STANDARDISED)


@pytest.fixture
def file(model, three_players, tmp_path):
    path = tmp_path / "run" / "agent.pt"
    path.parent.mkdir()
    save_agent(path, actor_of(model), three_players, NO_PRIOR, False, {"seed": 1, "net": [16]})
    return path


@pytest.mark.parametrize(
    "policy",
    [
        {"net_arch": [16, 8], **STANDARDISED},
        {"net_arch": [16], "activation_fn": nn.ELU},
        {"net_arch": []},
    ],
    ids=["standardised", "plain", "linear"],
)
def test_a_loaded_agent_decides_exactly_like_the_policy(three_players, tmp_path, policy):
    model = new_model(three_players, **policy)
    path = tmp_path / "agent.pt"
    save_agent(path, actor_of(model), three_players, NO_PRIOR, False, {})
    rng = np.random.default_rng(2)
    seen = torch.as_tensor(rng.random((9, three_players.observation_size), np.float32))
    with torch.no_grad():
        logits = load_agent(path, three_players).actor(seen)
        expected = model.policy.get_distribution(seen).distribution.logits
        torch.testing.assert_close(logits, actor_of(model)(seen), rtol=0, atol=0)
        torch.testing.assert_close(logits.log_softmax(1), expected)


def test_the_file_says_what_the_agent_is(file, three_players):
    content = read_agent(file)
    assert content.game == "kou_ka_roi"
    assert envs.make(content.game, **content.options) == three_players
    assert content.hofspiele == envs.__version__
    assert content.recipe == {"seed": 1, "net": [16]}


def test_saving_leaves_the_policy_able_to_learn(model, file):
    assert all(weights.requires_grad for weights in actor_of(model).parameters())


def test_an_agent_plays_with_other_numbers_of_players(file):
    load_agent(file, envs.make("kou_ka_roi", num_players=4))


def test_an_agent_is_called_like_its_folder_or_its_own_file(file, three_players):
    assert load_agent(file, three_players).name == "run"
    assert load_agent(file.parent, three_players).name == "run"
    other = file.with_name("strong.pt")
    file.rename(other)
    assert load_agent(other, three_players).name == "strong"


def a_game(pieces=(("rows", (2, 3)), ("scores", (4,))), actions=("row 1", "pass")):
    layout = Layout([Piece(name, shape, "…") for name, shape in pieces])
    return SimpleNamespace(
        name="a_game", layout=layout, num_actions=len(actions), action_name=actions.__getitem__
    )


@pytest.mark.parametrize(
    "other",
    [
        a_game(pieces=(("rows", (3, 2)), ("scores", (4,)))),
        a_game(pieces=(("scores", (4,)), ("rows", (2, 3)))),
        a_game(pieces=(("lines", (2, 3)), ("scores", (4,)))),
        a_game(actions=("pass", "row 1")),
        a_game(actions=("row 1", "stop")),
    ],
    ids=["shape", "order", "name", "order of actions", "name of an action"],
)
def test_fingerprint_changes_with_observations_and_actions(other):
    assert fingerprint(a_game()) == fingerprint(a_game())
    assert fingerprint(other) != fingerprint(a_game())


def test_no_agent_there(tmp_path, three_players):
    with pytest.raises(ValueError, match=r"nowhere: no trained agent there, expected"):
        load_agent(tmp_path / "nowhere", three_players)
    with pytest.raises(ValueError, match=r"a folder with agent\.pt$"):
        load_agent(tmp_path, three_players)


def test_a_run_that_has_not_ended_says_how_to_end_it(tmp_path, three_players):
    (tmp_path / "config.yaml").write_text("seed: 1\n")
    with pytest.raises(ValueError, match=f"training.train resume={tmp_path}"):
        load_agent(tmp_path, three_players)


@pytest.mark.parametrize("keep", [0, 10, 0.5, 0.99])
def test_a_cut_off_file_is_refused(file, three_players, keep):
    content = file.read_bytes()
    file.write_bytes(content[: keep if isinstance(keep, int) else int(keep * len(content))])
    with pytest.raises(ValueError, match=r"agent\.pt: not an agent file, or damaged"):
        load_agent(file, three_players)


def test_a_changed_byte_is_noticed_or_harmless(file, three_players):
    content = file.read_bytes()
    weights = read_agent(file).weights
    for place in np.random.default_rng(1).integers(len(content), size=60):
        damaged = bytearray(content)
        damaged[place] ^= 0x10
        file.write_bytes(damaged)
        try:
            agent = load_agent(file, three_players)
        except ValueError:
            continue
        for mine, theirs in zip(agent.actor.state_dict().values(), weights.values(), strict=True):
            torch.testing.assert_close(mine, theirs, rtol=0, atol=0)


def test_other_files_are_refused(model, tmp_path, three_players):
    file = tmp_path / "agent.zip"
    model.save(file)
    with pytest.raises(ValueError, match=r"agent\.zip: not an agent file"):
        load_agent(file, three_players)
    torch.save([1, 2], file)
    with pytest.raises(ValueError, match="format is 'list', expected 'hofspiele agent 2'"):
        load_agent(file, three_players)


def test_an_agent_of_another_game_is_refused(file, kardinal):
    message = r"agent\.pt: trained for kou_ka_roi, expected an agent for kardinal"
    with pytest.raises(ValueError, match=message):
        load_agent(file, kardinal)


def test_an_agent_of_another_version_of_the_game_is_refused(file, three_players):
    change(file, fingerprint="0123456789abcdef", hofspiele="0.0.1")
    expected = fingerprint(three_players)
    message = rf"agent\.pt: .*hofspiele 0\.0\.1 .*0123456789abcdef, expected {expected}"
    with pytest.raises(ValueError, match=message):
        load_agent(file, three_players)


@pytest.mark.parametrize("layer", [nn.Dropout, nn.Sequential], ids=["two kinds", "not a layer"])
def test_policies_that_no_file_can_hold_are_refused_before_training(three_players, layer):
    model = new_model(three_players, net_arch=[16, 8])
    model.policy.mlp_extractor.policy_net[3 if layer is nn.Dropout else 0] = layer()
    with pytest.raises(ValueError, match=r"change algorithm\.policy_kwargs"):
        actor_of(model)
