"""The functions that worker processes run: agents decide, advise and judge.

The functions receive only what a seat may know, as a redealt position. They return values that can
be written as JSON, which the server checks against the forms in `questions`.
"""

import functools
import math
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.agents import Agent, GreedyAgent, SearchAgent, Views, infer, make_agent
from hofspiele.envs.core import Game
from hofspiele.envs.core.outcomes import expected_win_shares
from hofspiele.envs.pictures.presentation import presentation_of
from hofspiele.play.game_catalog import make_game
from hofspiele.training.players.file_agent import FileAgent


class AgentSpec(NamedTuple):
    """The specification of an agent and its game, from which a worker process makes both.

    Attributes:
        game: the class of the game, "package.module:Class".
        options: all options of the game.
        agent: the name of the agent.
        file: the file of a trained agent; None for agents that are found by name.
        from_user: whether the server's owner has named the agent, so that it may be imported.
        trust: whether the file may run its own code.
    """

    game: str
    options: Mapping[str, Any]
    agent: str
    file: Path | None = None
    from_user: bool = False
    trust: bool = False

    def make(self) -> tuple[Game, Agent]:
        """Return the game and the agent; raise ValueError if the agent is unknown or can't play."""
        game = make_game(self.game, self.options)
        changed = self.file.stat().st_mtime_ns if self.file and self.file.exists() else 0
        agent = _made(self.agent, self.file, changed, from_user=self.from_user, trust=self.trust)
        agent.check(game)
        return game, agent


# Making an agent can take a long time, so each process makes it once.
@functools.lru_cache(maxsize=64)
def _made(agent: str, file: Path | None, changed: int, *, from_user: bool, trust: bool) -> Agent:
    """Return an agent; `changed`, the time when its file was changed, is part of the cache key."""
    if file is None:
        return make_agent(agent, from_user=from_user)
    return FileAgent(str(file), trust=trust)


def decide(spec: AgentSpec, position: bytes) -> int:
    """Return the agent's action for the deciding seat of a redealt position."""
    game, agent = spec.make()
    return int(agent.act(_views(game, agent, position), np.random.default_rng())[0])


def prepare(spec: AgentSpec) -> None:
    """Compile what the agent needs; raise ValueError if it can't play the game."""
    game, agent = spec.make()
    if isinstance(agent, SearchAgent):
        agent = SearchAgent(1)  # One simulation runs the same code in less time.
    agent.act(_views(game, agent, game.new(0).tobytes()), np.random.default_rng())


@functools.cache
def warm_up(game: Game) -> None:
    """Compile what a table needs for its game, so that players do not wait for it later."""
    state, agent = game.new(0), GreedyAgent()
    views = _views(game, agent, game.redeal(state, 0, 0).tobytes())
    game.apply(state, int(agent.act(views, np.random.default_rng())[0]))
    presentation_of(game).picture(state, 0)


def load(game: str, options: Mapping[str, Any]) -> None:
    """Compile, or load from the cache, what tables of a game and their usual agents need."""
    warm_up(make_game(game, options))
    for agent in ("search-1", "trained"):
        with suppress(ValueError):  # A game may have no trained agent.
            prepare(AgentSpec(game, options, agent))


def advise(spec: AgentSpec, position: bytes) -> dict[str, Any]:
    """Return the agent's thoughts on a redealt position, with the most probable actions first."""
    game, agent = spec.make()
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
        "win_share": _share(game, outcome),
        "actions": sorted(actions, key=_likely, reverse=True),
    }


def infer_cards(
    game: str, options: Mapping[str, Any], position: bytes, seat: int
) -> dict[str, dict[str, float]]:
    """Return the mean number of each card hidden from `seat`, by place, as `infer` does."""
    made = make_game(game, options)
    return infer(made, _states(made, position)[0], seat, seed=secrets.randbits(64))


def judge(spec: AgentSpec, position: bytes, action: int) -> dict[str, Any]:
    """Return a search's judgement of `action` in a redealt position.

    New simulations compare `action` with the search's choice, because the simulations that led to
    this choice overestimate it.

    Returns:
        ``best``, the action that the search would have chosen; ``share``, the win share expected
        after ``best``, or None if the search solves the decision without estimating the outcome;
        and ``cost``, the win share that `action` gave away, at least 0.
    """
    game, agent = spec.make()
    views, rng = _views(game, agent, position), np.random.default_rng()
    thoughts = agent.think(views, rng)
    best, outcome = int(thoughts.actions[0]), _number(thoughts.expected_outcomes, 0)
    if outcome is None or best == action:
        return {"best": best, "share": _share(game, outcome), "cost": 0.0}
    both = np.zeros_like(views.action_masks)
    both[0, [best, action]] = True
    again = agent.think(replace(views, action_masks=both), rng)
    outcomes = [_number(again.action_outcomes, (0, one)) or 0.0 for one in (best, action)]
    after_best, after_action = expected_win_shares(np.array(outcomes), game.num_players).tolist()
    return {"best": best, "share": after_best, "cost": max(0.0, after_best - after_action)}


def _views(game: Game, agent: Agent, position: bytes) -> Views:
    states = _states(game, position)
    return Views.from_states(game, states, np.random.default_rng(), with_states=agent.reads_states)


def _states(game: Game, position: bytes) -> np.ndarray:
    return np.frombuffer(position, game.state_dtype).copy()


def _share(game: Game, outcome: float | None) -> float | None:
    if outcome is None:
        return None
    return float(expected_win_shares(np.array([outcome]), game.num_players)[0])


def _likely(action: Mapping[str, Any]) -> tuple[float, float]:
    worth = action["worth"]
    return action["probability"], -math.inf if worth is None else worth


def _number(values: np.ndarray | None, place: Any) -> float | None:
    """Return the number at `place`, or None if it is missing or NaN, which JSON lacks."""
    return None if values is None or np.isnan(values[place]) else values[place].item()
