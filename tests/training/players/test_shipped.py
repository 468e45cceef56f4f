import hashlib

import numpy as np
import pytest
import torch

from hofspiele import envs
from hofspiele.envs.agents import RandomAgent, play_match
from hofspiele.envs.learner import LearnerTable
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


@pytest.mark.parametrize(("name", "setups"), [("kou_ka_roi", 3), ("kardinal", 12), ("knatsch", 5)])
def test_bundled_agents_play_with_every_number_of_players_and_option(name, setups):
    files = [AgentFile.read(file) for file in SHIPPED]
    found = {
        envs.make(name, **setup) for agent in files if agent.game == name for setup in agent.setups
    }
    assert len(found) == setups


def test_it_plays_like_the_agent_of_its_file(folder, three_players):
    file = ship(folder, "kou_ka_roi", three_players)
    (player,) = AgentFinder(three_players, deterministic=True).find(["trained"])
    thoughts = player.agent.think(views_of(three_players, 5, 9), np.random.default_rng(1))
    assert (thoughts.probabilities.max(1) == 1).all()
    assert player.sha256 == hashlib.sha256(file.read_bytes()).hexdigest()
    (player,) = AgentFinder(three_players).find(["trained"])
    by_name, by_file = (
        play_match(three_players, [agent, RandomAgent(), RandomAgent()], 4, seed=1)
        for agent in (ShippedAgent(), player.agent)
    )
    np.testing.assert_array_equal(by_name.scores, by_file.scores)
    assert by_name.agents == by_file.agents == ["trained", "random", "random"]


def test_the_file_trained_for_the_setup_plays(folder):
    def of(*counts, **options):
        return [envs.make("kardinal", num_players=count, **options) for count in counts]

    setups = {"kardinal": of(3, 4), "kardinal-vatikan": of(4, 5, vatikan=True)}
    for name, games in setups.items():
        file = ship(folder, name, *games)
        shipped_file.cache_clear()
        assert [shipped_file(game) for game in games] == [file, file]
    with pytest.raises(ValueError, match=r"Kardinal\(num_players=5, .*train your own: .*kardinal"):
        ShippedAgent().check(*of(5))
    with pytest.raises(ValueError, match=r"two_countries=True.*plays .*two_countries=False,"):
        ShippedAgent().check(*of(4, two_countries=True))


def test_a_game_without_a_file_is_refused_before_the_first_decision(folder, three_players):
    ship(folder, "kardinal", envs.make("kardinal", num_players=3))
    message = r"no bundled agent was trained for KouKaRoi.*; train your own: .*game=kou_ka_roi"
    with pytest.raises(ValueError, match=message):
        LearnerTable(three_players, 1, [ShippedAgent()], seat=0)
    with pytest.raises(ValueError, match=message):
        AgentFinder(three_players).find(["trained"])


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.name)
def test_bundled_agent_is_small_and_is_found_for_its_own_game(file, monkeypatch):
    monkeypatch.setattr(shipped, "FOLDER", file.parent)
    content = AgentFile.read(file)
    games = [envs.make(content.game, **setup) for setup in content.setups]
    assert {shipped_file(game) for game in games} == {file}
    assert file.stem.split("-")[0] == content.game
    assert file.stat().st_size <= MOST_BYTES
