import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest

from hofspiele.envs.agents import GreedyAgent, make_agent, play_match, think_about
from hofspiele.envs.agents.agent import AgentError

MODULE = """
import sys
from hofspiele.envs.agents import Agent

def last(observation, mask):
    assert observation.dtype == "float32" and mask.dtype == "int8"
    return mask.nonzero()[0][-1]

class First(Agent):
    def act(self, views, rng):
        return views.action_masks.argmax(1)

def make():
    return First()

ready = First()
number = 3

def broken():
    raise RuntimeError("not today")

def short(observation):
    return 0

class Short(Agent):
    def act(self, views):
        return views.action_masks.argmax(1)

def failing(observation, mask):
    return {}["no such key"]

class Failing(Agent):
    def act(self, views, rng):
        return views.action_masks.reshape(7, -1)
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Provide a module `mine` in the working directory, which is not on Python's path."""
    (tmp_path / "mine.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    yield "mine"
    sys.modules.pop("mine", None)


@pytest.mark.parametrize("name", ["last", "First", "make", "ready"])
def test_user_agents_play_by_name(module, two_players, name):
    agent = make_agent(f"mine:{name}", from_user=True)
    match = play_match(two_players, [agent, GreedyAgent()], 1)
    assert match.agents == [f"mine:{name}", "greedy"]


def test_functions_classes_and_agents_can_be_passed_directly(module):
    make_agent("mine:last", from_user=True)
    mine = sys.modules["mine"]
    for opponents in (mine.last, mine.First, mine.ready, "mine:last", [mine.make]):
        env = gymnasium.make("hofspiele/KouKaRoi-v0", num_players=2, opponents=opponents)
        _, info = env.reset(seed=1)
        env.step(int(info["action_mask"].argmax()))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mine:none", "module 'mine' has no attribute 'none'"),
        ("nowhere_to_be_found:x", "there is no module 'nowhere_to_be_found' in .* or on Python's"),
        ("mine:number", "is 3, expected an Agent, a class or function that returns one"),
        ("mine:broken", r"creating it raised RuntimeError\('not today'\)"),
        ("mine:sys", "is <module 'sys' .*expected an Agent"),
        ("mine:short", r"mine:short takes the arguments \(observation\), expected an Agent, "),
        ("mine:Short", r"method act takes the arguments \(views\), expected \(views, rng\)"),
    ],
)
def test_objects_that_are_not_agents_are_reported(module, name, message):
    with pytest.raises(ValueError, match=message):
        make_agent(name, from_user=True)


@pytest.mark.parametrize(
    ("text", "message"),
    [("\n1 / 0", "ZeroDiv"), ("import sys\nsys.exit()", "SystemExit"), ("\nif", "SyntaxError")],
)
def test_an_error_while_importing_is_reported(module, tmp_path, text, message):
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(ValueError, match=rf"importing mine raised {message}.*\(.*mine\.py, line 2"):
        make_agent("mine:last", from_user=True)


@pytest.mark.parametrize(
    ("name", "error", "line"), [("failing", "KeyError", 30), ("Failing", "ValueError", 34)]
)
def test_error_of_a_user_agent_names_the_agent_and_the_line(module, two_players, name, error, line):
    agent = make_agent(f"mine:{name}", from_user=True)
    message = rf"^agent mine:{name} raised {error}\(.*mine\.py, line {line}\); set HOFSPIELE"
    with pytest.raises(AgentError, match=message) as raised:
        play_match(two_players, [agent, GreedyAgent()], 1)
    assert type(raised.value.__cause__).__name__ == error
    with pytest.raises(AgentError, match=message):
        think_about(two_players, np.atleast_1d(two_players.new(0)), agent)


def test_untrusted_names_import_nothing(module):
    with pytest.raises(ValueError, match=r"is not imported, .*; pass from_user=True"):
        make_agent("mine:last")
    assert "mine" not in sys.modules


def test_paths_need_the_permission_of_the_user():
    with pytest.raises(ValueError, match=r"unknown agent 'run'; .*paths .* need from_user=True$"):
        make_agent(Path("run"))
