"""Parts of measuring on a cluster that need no cluster: sent agents, and errors."""

import dataclasses
import shutil
from importlib.util import find_spec

import pytest

from hofspiele.envs.agents import play_match
from hofspiele.envs.core.text.installed import install_command
from hofspiele.training.cluster.connect import check_where
from hofspiele.training.cluster.entrants import Entrants, found
from hofspiele.training.players.lookup import AgentFinder
from hofspiele.training.settings import own_networks
from tests.training.commands import run
from tests.training.models import write_shipped

NETWORK = "hofspiele.training.networks.modules:Mlp"
OWN = "from hofspiele.envs.agents import RandomAgent\nclass Mine(RandomAgent):\n    name = 'mine'\n"


@pytest.fixture
def sent(tmp_path, three_players, monkeypatch):
    """Return entrants, also as they are sent; the folder of one agent has been removed."""
    folder = tmp_path / "bold"
    folder.mkdir()
    write_shipped(folder / "agent.safetensors", "kou_ka_roi")
    (tmp_path / "own_of_cluster.py").write_text(OWN)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(own_networks, "_registered", {})
    (tmp_path / "greedy").mkdir()  # Names of agents take precedence over folders.
    names = [str(folder), "greedy", "own_of_cluster:Mine"]
    finder = AgentFinder(three_players, deterministic=True)
    entrants = Entrants(finder, finder.find(names))
    own_networks.register_network(NETWORK)
    travelling = entrants.sent()
    own_networks._registered.clear()
    shutil.rmtree(folder)
    return entrants, travelling


def test_agents_are_found_elsewhere(sent):
    entrants, travelling = sent
    game, agents = found(travelling)
    assert game == entrants.finder.game
    assert [agent.name for agent in agents] == ["bold", "greedy", "mine"]
    there, here = (
        play_match(game, them, 3, 1, keep_records=True) for them in (agents, entrants.agents)
    )
    assert there.records == here.records
    assert found(dataclasses.replace(travelling))[1] is agents  # Agents are created once.
    assert own_networks.registered_networks() == (NETWORK,)


def test_another_agent_of_that_name_is_refused(sent):
    _, travelling = sent
    changed = dataclasses.replace(travelling, sha256=(*travelling.sha256[:2], "0a1b"))
    with pytest.raises(ValueError, match=r"agent own_of_cluster:Mine differs on node "):
        found(changed)
    missing = dataclasses.replace(travelling, named=("bold", "greedy", "no_such_module:Mine"))
    found.cache_clear()
    with pytest.raises(ValueError, match=r"on .*: agent no_such_module:Mine: there is no module"):
        found(missing)


@pytest.mark.parametrize("where", ["nowhere", "127.0.0.1", "ray://head:10001", "6379"])
def test_impossible_cluster_is_refused(where):
    with pytest.raises(
        ValueError, match=r"cluster is .*, expected local \(Ray on this machine\), aut"
    ):
        check_where(where)


@pytest.mark.parametrize("where", ["local", "auto", "10.0.0.3:6379", "[::1]:6379"])
def test_valid_cluster_is_accepted(where):
    check_where(where)


@pytest.mark.skipif(find_spec("ray") is not None, reason="Ray is installed")
def test_without_ray_the_extra_is_named():
    done = run("evaluate", "game=kou_ka_roi", "agent=greedy", "games=8", "cluster=local")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"error: cluster=local needs ray; install the ray extra: {install_command('ray')}\n"
    )
