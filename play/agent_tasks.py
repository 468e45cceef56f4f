"""Functions that worker processes run for tables: agents get ready, decide and advise.

The functions receive only what a seat may know, as a redealt position. All chance in the coach's
answers (`advise`, `infer_cards` and `judge`) depends on the question alone, so that the same
question always has the same answer.
"""

import functools
import hashlib
import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.agents import (
    Agent,
    GreedyAgent,
    SearchAgent,
    Thoughts,
    Views,
    infer,
    make_agent,
)
from hofspiele.envs.agents.comparison import Comparison, compare_actions, estimate_chances
from hofspiele.envs.core import Game
from hofspiele.envs.pictures.presentation import presentation_of
from hofspiele.envs.reports.estimates import Estimate, exact
from hofspiele.play.games import make_game
from hofspiele.training.players.file_agent import FileAgent

# Seconds within which an agent or a game must be loaded and compiled before its first use.
PREPARE_SECONDS = 300
# Games simulated after each action; 400 give chances of winning to within 5 percentage points.
GAMES = 400
# Maximum number of games after each of two actions that are compared, which bounds the time.
MOST_GAMES = 2400
# A cost of at most this chance of winning is small, so it is not measured more precisely.
SMALL_COST = 0.08
# Minimum ratio of a cost to the half-width of its interval.
PRECISION = 4
# Maximum number of actions that advice compares.
_COMPARED = 6
# Worths of actions that differ by less than this count as equal, because Knatsch adds 1e-9 to the
# worth of stopping.
_EQUAL = 1e-8


class AgentSpec(NamedTuple):
    """The specification of an agent and its game, from which a worker process makes both."""

    game: str  # the class of the game, "package.module:Class"
    options: Mapping[str, Any]  # all options of the game
    agent: str  # the name of the agent
    file: Path | None = None  # the file of a trained agent; None for agents that are found by name
    from_user: bool = False  # whether the server's owner has named it, so that it may be imported
    trust: bool = False  # whether the file may run its own code
    networks: tuple[str, ...] = ()  # the owner's networks that the file may name

    def make(self) -> tuple[Game, Agent]:
        """Return the game and the agent; raise ValueError if the agent is unknown or can't play."""
        game = make_game(self.game, self.options)
        changed = self.file.stat().st_mtime_ns if self.file and self.file.exists() else 0
        agent = _made(self[2:], changed)
        agent.check(game)
        return game, agent


# Making an agent can take a long time, so each process makes it once.
@functools.lru_cache(maxsize=64)
def _made(of_agent: tuple[Any, ...], changed: int) -> Agent:
    """Return an agent from the last fields of an `AgentSpec` and the time its file was changed."""
    agent, file, from_user, trust, networks = of_agent
    if file is None:
        return make_agent(agent, from_user=from_user)
    return FileAgent(str(file), trust=trust, networks=networks)


def decide(spec: AgentSpec, position: bytes) -> int:
    """Return the agent's action for the deciding seat of a redealt position."""
    game, agent = spec.make()
    return _Decision(game, position).act(agent, np.random.default_rng())


def prepare(spec: AgentSpec) -> None:
    """Compile what the agent needs; raise ValueError if it can't play the game."""
    game, agent = spec.make()
    if isinstance(agent, SearchAgent):
        agent = SearchAgent(1)  # One simulation runs the same code in less time.
    _Decision(game, game.new(0).tobytes()).act(agent, np.random.default_rng())


@functools.cache
def warm_up(game: Game) -> None:
    """Compile what a table needs for its game, so that players do not wait for it later."""
    state = game.new(0)
    decision = _Decision(game, game.redeal(state, 0, 0).tobytes())
    game.apply(state, decision.act(GreedyAgent(), np.random.default_rng()))
    presentation_of(game).picture(state, 0)
    infer(game, state, 0)


def load(game: str, options: Mapping[str, Any]) -> None:
    """Compile, or load from the cache, what tables of a game and their usual agents need."""
    warm_up(make_game(game, options))
    for agent in ("search-1", "trained"):
        with suppress(ValueError):  # A game may have no trained agent.
            prepare(AgentSpec(game, options, agent))


def advise(spec: AgentSpec, position: bytes) -> dict[str, Any]:
    """Return what an agent would do in a redealt position, and how simulated games end.

    Returns:
        ``preferred``, the number of the action that the agent would choose. ``actions``, all legal
        actions, the best first, each with its ``number``, ``name`` and ``probability``; its
        ``chance`` of winning and its ``lead`` over the best action, None for all but the first few;
        and its exact chance of ``success``, None if the decision is not solved. ``chances`` of all
        seats after the best action. ``games``, the number of games simulated for each compared
        action.
    """
    game, agent = spec.make()
    decision = _Decision(game, position)
    rng = decision.generator(spec.agent)
    thoughts = agent.think(decision.views(rng, with_states=agent.reads_states), rng)
    order = _preferred_first(thoughts, game.legal_actions(decision.states[0]))
    compared, successes = decision.compare(order[:_COMPARED], GAMES), decision.successes(order)
    places = _best_first(compared)
    actions = [
        {
            "number": order[place],
            "name": game.action_name(order[place]),
            "probability": float(thoughts.probabilities[0, order[place]]),
            "chance": compared.chances(place)[compared.seat] if place in places else None,
            "lead": compared.lead(place, places[0]) if place in places else None,
            "success": successes and successes[place],
        }
        for place in [*places, *range(len(places), len(order))]
    ]
    chances = compared.chances(places[0])
    return {"preferred": order[0], "actions": actions, "chances": chances, "games": GAMES}


def infer_cards(
    game: str, options: Mapping[str, Any], position: bytes, seat: int
) -> dict[str, dict[str, Estimate]]:
    """Return the mean number of each card hidden from `seat`, by place, as `infer` does."""
    made = make_game(game, options)
    return infer(made, _Decision(made, position).states[0], seat)


def judge(
    spec: AgentSpec, position: bytes, action: int, later: bytes | None, viewer: int
) -> dict[str, Any]:
    """Return a judgement of `action` in a redealt position.

    The action is compared with the choice of a search in simulated games. While its cost may be
    large but is uncertain, the comparison is repeated with more games. Only the last comparison
    counts, because bad luck of an action in an earlier one makes a repetition more likely.

    Returns:
        ``best``, the choice of the search, or `action` if that is provably as good; ``cost``, how
        much less often the deciding seat wins after `action` than after ``best``, exactly 0 if they
        are the same; ``success``, the exact chances of success of `action` and ``best``, or None if
        the decision is not solved; ``games``, the number of games simulated for each action; and
        ``chances``, the chances of winning of all seats in `later`, a position redealt for the seat
        `viewer`, or None without such a position.
    """
    game, agent = spec.make()
    decision, games = _Decision(game, position), GAMES
    best = decision.act(agent, decision.generator(spec.agent))
    successes = decision.successes([action, best])
    if successes and abs(successes[0] - successes[1]) < _EQUAL:
        best = action
    compared = decision.compare([action, best], games)
    while best != action and games < MOST_GAMES:
        cost = compared.lead(1, 0)
        half_width = (cost.high - cost.low) / 2
        if cost.high <= SMALL_COST or cost.mean >= PRECISION * half_width:
            break
        # This number of games should give a small interval, or one that is narrow enough.
        wanted = max(cost.mean / PRECISION, SMALL_COST - cost.mean)
        games = max(2 * games, math.ceil(games * (half_width / wanted) ** 2))
        games = min(MOST_GAMES, games)
        compared = decision.compare([action, best], games)
    return {
        "best": best,
        "cost": exact(0.0) if best == action else compared.lead(1, 0),
        "success": successes,
        "games": games,
        "chances": later and _Decision(game, later).chances(viewer),
    }


class _Decision(NamedTuple):
    """A decision in a redealt position."""

    game: Game
    position: bytes

    @property
    def states(self) -> np.ndarray:
        """The position as an array of one record."""
        return np.frombuffer(self.position, self.game.state_dtype).copy()

    def views(self, rng: np.random.Generator, *, with_states: bool = True) -> Views:
        """Return the deciding seat's view."""
        return Views.from_states(self.game, self.states, rng, with_states=with_states)

    def act(self, agent: Agent, rng: np.random.Generator) -> int:
        """Return the action that an agent chooses."""
        return int(agent.act(self.views(rng, with_states=agent.reads_states), rng)[0])

    def generator(self, purpose: str) -> np.random.Generator:
        """Return a generator that depends only on the position and `purpose`."""
        digest = hashlib.sha256(purpose.encode() + b"\0" + self.position).digest()
        return np.random.default_rng(np.frombuffer(digest, np.uint32))

    def compare(self, actions: list[int], games: int) -> Comparison:
        """Compare actions in `games` simulated games each, seeded by the position and `games`."""
        rng = self.generator(f"{games} games")
        return compare_actions(self.views(rng), actions, games, rng)

    def chances(self, seat: int) -> list[Estimate]:
        """Return the chances of winning of all seats as `seat` can estimate them."""
        rng = self.generator(f"chances for seat {seat}")
        return estimate_chances(self.game, self.states[0], seat, GAMES, rng)

    def successes(self, actions: Sequence[int]) -> list[float] | None:
        """Return the exact chance of success of each action, or None in unsolved decisions."""
        if not self.game.is_solved(self.states)[0]:
            return None
        worths = self.game.action_values(self.states[0])
        return [min(1.0, float(worths[action])) for action in actions]


def _preferred_first(thoughts: Thoughts, actions: Sequence[int]) -> list[int]:
    """Return the actions, most probable first and, at equal probability, highest-rated first."""
    rated = np.zeros_like(thoughts.probabilities)
    if thoughts.action_values is not None:
        rated = np.nan_to_num(thoughts.action_values, nan=-np.inf)
    return sorted(
        actions, key=lambda action: (-thoughts.probabilities[0, action], -rated[0, action])
    )


def _best_first(compared: Comparison) -> list[int]:
    """Return the places of the compared actions: the best one, then the others by their chances.

    The best is the action at place 0, which the agent prefers, unless others are clearly better.
    """
    chances = compared.shares[:, :, compared.seat].mean(0)
    by_chance = sorted(range(len(chances)), key=lambda place: -chances[place])
    best = next(place for place in by_chance if place == 0 or compared.lead(place, 0).low > 0)
    return [best, *(place for place in by_chance if place != best)]
