"""The agents that do not search: random, greedy, and one that leaves solved decisions to greedy."""

import functools
import math
from collections.abc import Callable, Iterator

import numpy as np

from hofspiele.envs.agents.agent import Agent, Views
from hofspiele.envs.agents.thoughts import Thoughts, join_thoughts
from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.compile.kernels import inner_kernel, kernel
from hofspiele.envs.core.compile.memory import BLOCK
from hofspiele.envs.core.engine import Kernels
from hofspiele.envs.core.loops import lowest_bit
from hofspiele.envs.core.random_play import choose_random, legal_block, next_legal, random_legal
from hofspiele.envs.core.rng import derive_seed
from hofspiele.envs.core.threads import share_rows


class RandomAgent(Agent):
    """An agent that chooses each legal action with the same probability."""

    name = "random"
    thread_safe = True

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        actions = np.zeros(len(views.players), np.int64)
        choose_random(views.action_masks, rng.integers(2**64, dtype=np.uint64), actions)
        return actions

    def think(self, views: Views, rng: np.random.Generator) -> Thoughts:
        masks = views.action_masks
        return Thoughts(self.act(views, rng), masks / masks.sum(1, keepdims=True))


class GreedyAgent(Agent):
    """An agent that takes the heuristic's best action, chosen at random among equally good ones.

    If a game has a `greedy_temperature` above 0, probabilities of actions are proportional to
    exp(worth / temperature) instead. Simultaneous games need a temperature, because players who
    all make the same predictable choice collide.
    """

    name = "greedy"
    reads_states = True
    thread_safe = True

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        game = views.game
        worths = _values_by(game.engine.greedy_values, views)
        return pick_actions(worths, views.action_masks, game.greedy_temperature, rng)

    def think(self, views: Views, rng: np.random.Generator) -> Thoughts:
        worths, masks = heuristic_action_values(views), views.action_masks
        temperature = views.game.greedy_temperature
        return Thoughts(
            pick_actions(worths, masks, temperature, rng),
            pick_probabilities(worths, masks, temperature),
            action_values=np.where(masks, worths, np.nan),
            unit=views.game.action_value_unit,
        )


class SolverAssistedAgent(Agent):
    """An agent that makes solved decisions (`is_solved`) like greedy, and others like `agent`."""

    reads_states = True

    def __init__(self, agent: Agent):
        if not isinstance(agent, Agent):
            raise ValueError(f"agent is {shown(agent)}, expected an Agent")
        self.agent = agent
        self.name = agent.name
        self.thread_safe = agent.thread_safe
        self.games_at_once = agent.games_at_once
        self._solver = GreedyAgent()

    def check(self, game: Game) -> None:
        self.agent.check(game)

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        actions = np.zeros(len(views.players), np.int64)
        for rows, seen, agent in self._deciders(views):
            actions[rows] = agent.act(seen, rng)
        return actions

    def think(self, views: Views, rng: np.random.Generator) -> Thoughts:
        """Return the heuristic's thoughts on solved decisions and the agent's on all others."""
        return join_thoughts(
            [(rows, agent.think(seen, rng)) for rows, seen, agent in self._deciders(views)]
        )

    def _deciders(self, views: Views) -> Iterator[tuple[np.ndarray, Views, Agent]]:
        """Yield a mask of views, (M,) bool, these views, and the agent that decides in them."""
        assert views.states is not None
        solved = views.game.is_solved(views.states)
        for rows, agent in ((solved, self._solver), (~solved, self.agent)):
            if rows.any() or not rows.size:  # With no views, both agents return empty arrays.
                yield rows, views if rows.all() else views.rows(rows), agent


def heuristic_action_values(views: Views) -> np.ndarray:
    """Return the heuristic's worth of every action: (M, A) float64; see `Game.action_values`.

    Worths of illegal actions are meaningless. Raise ValueError if the views have no states.
    """
    return _values_by(views.game.engine.action_values, views)


def _values_by(driver: Callable[..., None], views: Views) -> np.ndarray:
    if views.states is None:
        raise ValueError(
            "the heuristic needs views with states: set reads_states = True on the agent"
        )
    worths = np.zeros(views.action_masks.shape)
    driver(views.game.params, views.states, worths)
    return worths


def pick_actions(
    worths: np.ndarray, masks: np.ndarray, temperature: float, rng: np.random.Generator
) -> np.ndarray:
    """Pick a legal action for each of M decisions and return them: (M,) int64.

    `worths` are (M, A) floats, `masks` (M, A) bool. With `temperature` 0, the action of maximum
    worth is taken and ties are broken at random; above 0, probabilities are proportional to
    exp(worth / temperature). Raise ValueError if shapes differ, or `masks` are not bool.
    """
    if worths.shape != masks.shape:
        raise ValueError(f"worths have shape {worths.shape}, expected {masks.shape} like the masks")
    if masks.dtype != np.bool_:
        raise ValueError(f"masks are {masks.dtype}, expected bool")
    masks = np.ascontiguousarray(masks)
    actions = np.zeros(len(worths), np.int64)
    seed = rng.integers(2**64, dtype=np.uint64)

    def pick(rows: slice) -> None:
        _pick_all(worths, masks, temperature, seed, rows.start, rows.stop, actions)

    share_rows(pick, len(actions))
    return actions


def pick_probabilities(worths: np.ndarray, masks: np.ndarray, temperature: float) -> np.ndarray:
    """Return the probability with which `pick_actions` picks each action: (M, A) float64."""
    legal = np.where(masks, worths, -np.inf).astype(np.float64)
    leads = legal - legal.max(1, keepdims=True)
    weights = np.exp(leads / temperature) if temperature > 0.0 else (leads == 0.0).astype(float)
    return weights / weights.sum(1, keepdims=True)


@kernel
def _pick_all(worths, masks, temperature, seed, first, last, actions):
    for i in range(first, last):
        actions[i] = pick_by_worth(worths[i], masks[i], temperature, derive_seed(seed, i))


@functools.cache
def scripted_decision(kernels: Kernels) -> Callable[..., None]:
    """Return a kernel that decides like greedy or random, and overwrites `mask` and `worth`."""
    legal, apply, values = kernels.legal, kernels.apply, kernels.values_to_choose

    @inner_kernel
    def decide(params, state, at_random, temperature, word, mask, worth):
        legal(params, state, mask)
        if at_random:
            action = random_legal(mask, word)
        else:
            values(params, state, worth)
            action = pick_by_worth(worth, mask, temperature, word)
        apply(params, state, action)

    return decide


@kernel
def pick_by_worth(worth, mask, temperature, word):
    """Pick a legal action as `pick_actions` does, using the random uint64 `word`, and return it."""
    uniform = (int(word) >> 11) * 2.0**-53
    best = -np.inf
    equals = 0
    picked = -1
    for start in range(0, len(mask), BLOCK):
        block = legal_block(mask, start)
        while block != 0:
            action = start + lowest_bit(block)
            block &= block - 1
            if worth[action] > best or equals == 0:
                best = worth[action]
                equals = 1
                picked = action
            elif worth[action] == best:
                equals += 1
    if temperature > 0.0:
        return _pick_from_softmax(worth, mask, best, temperature, uniform)
    for _ in range(int(uniform * equals)):
        picked = next_legal(mask, picked + 1)
        while worth[picked] != best:
            picked = next_legal(mask, picked + 1)
    return picked


@kernel
def _pick_from_softmax(worth, mask, best, temperature, uniform):
    total = 0.0
    action = next_legal(mask, 0)
    while action < len(mask):
        total += math.exp((worth[action] - best) / temperature)
        action = next_legal(mask, action + 1)
    remaining = uniform * total
    action = picked = next_legal(mask, 0)
    while remaining >= 0.0 and action < len(mask):
        picked = action
        remaining -= math.exp((worth[action] - best) / temperature)
        action = next_legal(mask, action + 1)
    return picked
