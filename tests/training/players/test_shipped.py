import hashlib
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
import torch

from hofspiele import envs
from hofspiele.envs.agents import RandomAgent, play_match
from hofspiele.envs.learner import LearnerTable
from hofspiele.training.networks.architectures import load_weights, new_for_weights
from hofspiele.training.players import shipped
from hofspiele.training.players.agent_file import SUFFIX, AgentFile
from hofspiele.training.players.lookup import AgentFinder
from hofspiele.training.players.shipped import ShippedAgent, shipped_agent, shipped_file
from tests.training.models import views_of, write_untrained

SHIPPED = sorted(shipped.FOLDER.glob(f"*{SUFFIX}"))
MOST_BYTES = 2_000_000


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Replace the folder of bundled agents by an empty folder and return it."""
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    forget_what_was_loaded()
    yield tmp_path
    forget_what_was_loaded()


def forget_what_was_loaded():
    for cached in (shipped_file, shipped_agent):
        cached.cache_clear()


def ship(folder, name, *games):
    torch.manual_seed(0)
    return write_untrained(folder / f"{name}{SUFFIX}", *games, prior_temperature=0.5)


@pytest.mark.parametrize(("name", "tables"), [("kou_ka_roi", 3), ("kardinal", 12), ("knatsch", 5)])
def test_bundled_agents_play_with_every_number_of_players_and_option(name, tables):
    files = [AgentFile.read(file) for file in SHIPPED]
    found = {
        envs.make(name, **table) for agent in files if agent.game == name for table in agent.tables
    }
    assert len(found) == tables


def test_it_plays_like_the_agent_of_its_file(folder, three_players):
    ship(folder, "kou_ka_roi", three_players)
    line_up = [ShippedAgent(), RandomAgent(), RandomAgent()]
    (player,) = AgentFinder(three_players).find(["trained"])
    by_name, by_file = (
        play_match(three_players, [agent, *line_up[1:]], 4, seed=1)
        for agent in (line_up[0], player.agent)
    )
    np.testing.assert_array_equal(by_name.scores, by_file.scores)
    assert by_name.agents == by_file.agents == ["trained", "random", "random"]


def test_results_have_the_digest_of_the_file(folder, three_players):
    file = ship(folder, "kou_ka_roi", three_players)
    (player,) = AgentFinder(three_players, deterministic=True).find(["trained"])
    thoughts = player.agent.think(views_of(three_players, 5, 9), np.random.default_rng(1))
    assert (thoughts.probabilities.max(1) == 1).all()
    assert player.sha256 == hashlib.sha256(file.read_bytes()).hexdigest()


def test_the_file_trained_for_the_setup_plays(folder):
    def tables(*counts, **options):
        return [envs.make("kardinal", num_players=count, **options) for count in counts]

    plain, vatikan = tables(3, 4), tables(4, 5, vatikan=True)
    files = [ship(folder, "kardinal", *plain), ship(folder, "kardinal-vatikan", *vatikan)]
    for file, games in zip(files, (plain, vatikan), strict=True):
        assert [shipped_file(game) for game in games] == [file, file]


def test_a_setup_that_no_file_was_trained_for_is_refused(folder):
    ship(folder, "kardinal", *(envs.make("kardinal", num_players=count) for count in (3, 4)))
    ship(folder, "kardinal-vatikan", envs.make("kardinal", num_players=4, vatikan=True))
    message = (
        r"trained for Kardinal\(num_players=5, .*the bundled agent plays num_players=4 or 3, "
        r"vatikan=True or False, two_countries=False.*; train your own: .* game=kardinal"
    )
    with pytest.raises(ValueError, match=message):
        ShippedAgent().check(envs.make("kardinal", num_players=5))
    with pytest.raises(ValueError, match=r"two_countries=True.*two_countries=False,"):
        ShippedAgent().check(envs.make("kardinal", num_players=4, two_countries=True))


def test_a_game_without_a_file_is_refused_before_the_first_decision(folder, three_players):
    ship(folder, "kardinal", envs.make("kardinal", num_players=3))
    message = r"no bundled agent was trained for KouKaRoi.*; train your own: .*game=kou_ka_roi"
    with pytest.raises(ValueError, match=message):
        LearnerTable(three_players, 1, [ShippedAgent()], seat=0)
    with pytest.raises(ValueError, match=message):
        play_match(three_players, [RandomAgent(), RandomAgent(), ShippedAgent()], 1)
    with pytest.raises(ValueError, match=message):
        AgentFinder(three_players).find(["trained"])


@pytest.mark.parametrize("make", [gymnasium.make, gymnasium.make_vec])
def test_gymnasium_environments_accept_its_name(folder, three_players, make):
    ship(folder, "kou_ka_roi", three_players)
    env = make("hofspiele.envs:hofspiele/KouKaRoi-v0", num_players=3, opponents="trained")
    env.reset(seed=1)
    env.close()


def test_bundled_agents_play_without_optional_libraries():
    code = """
import sys

blocked = ("torch", "onnxruntime", "hydra", "yaml", "rich", "stable_baselines3", "sb3_contrib")
sys.modules.update(dict.fromkeys(blocked))
import gymnasium

for game in ("Kardinal", "Knatsch", "KouKaRoi"):
    env = gymnasium.make(f"hofspiele.envs:hofspiele/{game}-v0", opponents="trained")
    _, info = env.reset(seed=1)
    ended = False
    while not ended:
        _, reward, ended, _, info = env.step(int(info["action_mask"].argmax()))
    print(game)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("Kardinal\nKnatsch\nKouKaRoi\n", 0), done.stderr


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.name)
def test_bundled_agents_play_the_same_with_torch(file, monkeypatch):
    monkeypatch.setattr(shipped, "FOLDER", file.parent)
    content = AgentFile.read(file)
    game = envs.make(content.game, **content.tables[-1])
    agent, views = shipped_agent(game), views_of(game, 300, plies=30)
    policy = agent.agent if content.use_solver else agent
    network = new_for_weights(game, content.network)
    load_weights(network, content.weights, keep_values=not content.has_values)
    with torch.inference_mode():
        expected, values = network(torch.from_numpy(policy.inputs.assemble(views)))
    found, expected = (
        np.where(views.action_masks, one, 0) for one in (policy.logits([views]), expected)
    )
    largest = np.abs(expected).max(1, keepdims=True).clip(1)
    np.testing.assert_allclose(found / largest, expected / largest, rtol=0, atol=1e-5)
    legal = [np.where(views.action_masks, one, -np.inf).argmax(1) for one in (found, expected)]
    np.testing.assert_array_equal(*legal)
    assert policy.has_critic == content.has_values
    if content.has_values:
        np.testing.assert_allclose(policy.values(views), values, rtol=0, atol=1e-5)


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.name)
def test_bundled_agent_is_small_and_is_found_for_its_own_game(file, monkeypatch):
    monkeypatch.setattr(shipped, "FOLDER", file.parent)
    content = AgentFile.read(file)
    assert file.stat().st_size <= MOST_BYTES
    assert file.stem.split("-")[0] == content.game
    for table in content.tables:
        assert shipped_file(envs.make(content.game, **table)) == file
