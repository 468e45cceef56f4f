"""What agents do in processes of their own. They are handed what a seat may know, and no more.

What they return is JSON-ready; `answers` checks it where it arrives.
"""

import functools
import math
import secrets
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.agents import Agent, GreedyAgent, SearchAgent, Views, infer, make_agent
from hofspiele.envs.core import Game
from hofspiele.envs.core.outcomes import expected_win_shares
from hofspiele.play.game_catalog import make_game_of_class
from hofspiele.training.players.file_agent import FileAgent


class AgentSpec(NamedTuple):
    """An agent that plays a game.

    Attributes:
        game: class of the game, "package.module:Class".
        options: all of its options.
        agent: name of the agent.
        file: of a trained agent; None for those that are found by their names.
        own: whether the server's owner has named it, so that it may be imported.
        trust: whether code may run that the file brings.
    """

    game: str
    options: Mapping[str, Any]
    agent: str
    file: Path | None = None
    own: bool = False
    trust: bool = False

    def find(self) -> tuple[Game, Agent]:
        """Game and agent; ValueError if there is no such agent, or it can't play the game."""
        game = make_game_of_class(self.game, self.options)
        agent = self._agent()
        agent.check(game)
        return game, agent

    def _agent(self) -> Agent:
        if self.file is None:
            return _named(self.agent, self.own)
        changed = self.file.stat().st_mtime_ns if self.file.exists() else 0
        return _read(self.file, self.trust, changed)


# made once in a process: one's own may take long to be made
@functools.lru_cache(maxsize=64)
def _named(agent: str, own: bool) -> Agent:
    return make_agent(agent, own=own)


@functools.lru_cache(maxsize=64)
def _read(file: Path, trust: bool, changed: int) -> Agent:
    return FileAgent(str(file), trust)


def decide(thinker: AgentSpec, position: bytes) -> int:
    """Return the action that the agent takes for the seat that decides in a redealt position."""
    game, agent = thinker.find()
    return int(agent.act(_views(game, agent, position), np.random.default_rng())[0])


def prepare(thinker: AgentSpec) -> None:
    """Compile what the agent needs; ValueError if it can't play the game."""
    game, agent = thinker.find()
    if isinstance(agent, SearchAgent):
        agent = SearchAgent(1)  # the same code, and quick
    agent.act(_views(game, agent, game.new(0).tobytes()), np.random.default_rng())


@functools.cache
def warm_up(game: Game) -> None:
    """Compile what a table needs of its game, so that nobody waits for it later."""
    state, agent = game.new(0), GreedyAgent()
    views = _views(game, agent, game.redeal(state, 0, 0).tobytes())
    game.apply(state, int(agent.act(views, np.random.default_rng())[0]))
    game.picture(state, 0)


def advise(thinker: AgentSpec, position: bytes) -> dict[str, Any]:
    """Return what the agent thinks of the decision in a redealt position, likely actions first."""
    game, agent = thinker.find()
    thoughts = agent.think(_views(game, agent, position), np.random.default_rng())
    outcome = _number(thoughts.expected_outcomes, 0)
    legal = game.legal_actions(_states(game, position)[0])
    actions = [
        {
            "number": action,
            "name": game.action_name(action),
            "probability": float(thoughts.probabilities[0, action]),
            "worth": _number(thoughts.action_values, (0, action)),
            "simulations": _number(thoughts.simulations, (0, action)),
        }
        for action in legal
    ]
    return {
        "unit": thoughts.unit,
        "expected_outcome": outcome,
        "win_share": None if outcome is None else _share(game, outcome),
        "actions": sorted(actions, key=_likely, reverse=True),
    }


def where(
    game: str, options: Mapping[str, Any], position: bytes, seat: int
) -> dict[str, dict[str, float]]:
    """Return where cards may lie that a seat can't see, see `infer`; `game` as in a `AgentSpec`."""
    made = make_game_of_class(game, options)
    return infer(made, _states(made, position)[0], seat, seed=secrets.randbits(64))


class Verdict(NamedTuple):
    """What search thinks of a decision that was made.

    Attributes:
        best: what it would have done.
        share: of the win that it expects then; None where it knows the answer without playing on.
        cost: share of the win that the action made has cost, at least 0.
    """

    best: int
    share: float | None
    cost: float


def judge(thinker: AgentSpec, position: bytes, action: int) -> Verdict:
    """Return what a search thinks of `action` in a redealt position.

    Its choice and the action are compared in new simulations: those that led to the choice flatter
    it.
    """
    game, agent = thinker.find()
    views, rng = _views(game, agent, position), np.random.default_rng()
    thoughts = agent.think(views, rng)
    best, outcome = int(thoughts.actions[0]), _number(thoughts.expected_outcomes, 0)
    if outcome is None or best == action:
        return Verdict(best, None if outcome is None else _share(game, outcome), 0.0)
    both = np.zeros_like(views.action_masks)
    both[0, [best, action]] = True
    again = agent.think(replace(views, action_masks=both), rng)
    outcomes = [_number(again.action_outcomes, (0, one)) or 0.0 for one in (best, action)]
    shares = [_share(game, one) for one in outcomes]
    return Verdict(best, shares[0], max(0.0, shares[0] - shares[1]))


def _views(game: Game, agent: Agent, position: bytes) -> Views:
    states = _states(game, position)
    return Views.from_states(game, states, agent.reads_states, np.random.default_rng())


def _states(game: Game, position: bytes) -> np.ndarray:
    return np.frombuffer(position, game.state_dtype).copy()


def _share(game: Game, outcome: float) -> float:
    return float(expected_win_shares(np.array([outcome]), game.num_players)[0])


def _likely(action: Mapping[str, Any]) -> tuple[float, float]:
    worth = action["worth"]
    return action["probability"], -math.inf if worth is None else worth


def _number(values: np.ndarray | None, place: Any) -> float | None:
    """None where there is no number, for JSON has none then."""
    return None if values is None or np.isnan(values[place]) else values[place].item()
