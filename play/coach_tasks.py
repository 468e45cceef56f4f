"""The functions that worker processes run for the coach: agents advise, a search judges.

Like those in `agent_tasks`, they receive only what a seat may know. All chance in an answer depends
on the question alone, so that the same question always has the same answer.
"""

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.agents import Thoughts, Views, infer
from hofspiele.envs.agents.comparison import Comparison, compare_actions
from hofspiele.envs.core import Game
from hofspiele.envs.core.estimates import Estimate, exact
from hofspiele.play.agent_tasks import AgentSpec, states_in
from hofspiele.play.games import make_game

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


def advise(spec: AgentSpec, position: bytes) -> dict[str, Any]:
    """Return what an agent would do in a redealt position, and how simulated games end.

    Returns:
        ``actions``, all legal actions with the agent's preferred one first, each with its
        ``number``, ``name`` and ``probability``; its ``chance`` of winning for the deciding seat
        and its ``lead`` over the preferred action, which are None for all but the first few
        actions; and its exact chance of ``success``, which is None if the decision is not solved.
        ``chances``, the chances of all seats after the preferred action. ``games``, the number of
        games simulated for each action whose ``chance`` is not None.
    """
    game, agent = spec.make()
    decision = _Decision(game, position)
    views = decision.views(with_states=agent.reads_states)
    thoughts = agent.think(views, decision.generator(spec.agent))
    order = _preferred_first(thoughts, game.legal_actions(decision.states[0]))
    compared, successes = decision.compare(order[:_COMPARED], GAMES), decision.successes(order)
    actions = [
        {
            "number": action,
            "name": game.action_name(action),
            "probability": float(thoughts.probabilities[0, action]),
            "chance": asdict(compared.chances(place)[compared.seat]) if place < _COMPARED else None,
            "lead": asdict(compared.lead(place, 0)) if place < _COMPARED else None,
            "success": successes and successes[place],
        }
        for place, action in enumerate(order)
    ]
    return {"actions": actions, "chances": _written(compared.chances(0)), "games": GAMES}


def infer_cards(
    game: str, options: Mapping[str, Any], position: bytes, seat: int
) -> dict[str, dict[str, Any]]:
    """Return the mean number of each card hidden from `seat`, by place, as `infer` does."""
    made = make_game(game, options)
    found = infer(made, states_in(made, position)[0], seat)
    return {
        place: {card: asdict(mean) for card, mean in cards.items()}
        for place, cards in found.items()
    }


def judge(spec: AgentSpec, position: bytes, action: int) -> dict[str, Any]:
    """Return a judgement of `action` in a redealt position.

    The action is compared with the choice of a search in simulated games. While its cost may be
    large but is uncertain, the comparison is repeated with more games. Only the last comparison
    counts, because bad luck of an action in an earlier one makes a repetition more likely.

    Returns:
        ``best``, the choice of the search, or `action` if that is provably as good;
        ``chances``, the chances of winning of all seats after `action`; ``cost``, how much less
        often the deciding seat wins after `action` than after ``best``, exactly 0 if they are the
        same; ``success``, the exact chances of success of `action` and ``best``, or None if the
        decision is not solved; ``games``, the number of games simulated for each action.
    """
    game, agent = spec.make()
    decision, games = _Decision(game, position), GAMES
    best = int(agent.act(decision.views(), decision.generator(spec.agent))[0])
    successes = decision.successes([action, best])
    if successes and abs(successes[0] - successes[1]) < _EQUAL:
        best = action
    compared = decision.compare([action, best], games)
    while best != action and games < MOST_GAMES and not _is_settled(compared.lead(1, 0)):
        games = _games_needed(compared.lead(1, 0), games)
        compared = decision.compare([action, best], games)
    return {
        "best": best,
        "chances": _written(compared.chances(0)),
        "cost": asdict(exact(0.0) if best == action else compared.lead(1, 0)),
        "success": successes,
        "games": games,
    }


class _Decision(NamedTuple):
    """A decision in a redealt position."""

    game: Game
    position: bytes

    @property
    def states(self) -> np.ndarray:
        """The position as an array of one record."""
        return states_in(self.game, self.position)

    def views(self, *, with_states: bool = True) -> Views:
        """Return the deciding seat's view."""
        rng = np.random.default_rng(0)
        return Views.from_states(self.game, self.states, rng, with_states=with_states)

    def generator(self, purpose: str) -> np.random.Generator:
        """Return a generator that depends only on the position and `purpose`."""
        digest = hashlib.sha256(purpose.encode() + b"\0" + self.position).digest()
        return np.random.default_rng(np.frombuffer(digest, np.uint32))

    def compare(self, actions: list[int], games: int) -> Comparison:
        """Compare actions in `games` simulated games each, seeded by the position and `games`."""
        return compare_actions(self.views(), actions, games, self.generator(f"{games} games"))

    def successes(self, actions: Sequence[int]) -> list[float] | None:
        """Return the exact chance of success of each action, or None in unsolved decisions."""
        if not self.game.is_solved(self.states)[0]:
            return None
        worths = self.game.action_values(self.states[0])
        return [min(1.0, float(worths[action])) for action in actions]


def _is_settled(cost: Estimate) -> bool:
    """Return whether the cost is small, or its interval is narrow compared with it."""
    return cost.high <= SMALL_COST or cost.mean >= PRECISION * _half_width(cost)


def _games_needed(cost: Estimate, games: int) -> int:
    """Return the number of games that should settle a cost that `games` games have not settled."""
    wanted = max(cost.mean / PRECISION, SMALL_COST - cost.mean)
    needed = games * (_half_width(cost) / wanted) ** 2
    return min(MOST_GAMES, max(2 * games, math.ceil(needed)))


def _half_width(estimate: Estimate) -> float:
    return (estimate.high - estimate.low) / 2


def _preferred_first(thoughts: Thoughts, actions: Sequence[int]) -> list[int]:
    """Return the actions, most probable first and, at equal probability, highest-rated first."""
    rated = np.zeros_like(thoughts.probabilities)
    if thoughts.action_values is not None:
        rated = np.nan_to_num(thoughts.action_values, nan=-np.inf)
    return sorted(
        actions, key=lambda action: (-thoughts.probabilities[0, action], -rated[0, action])
    )


def _written(estimates: Sequence[Estimate]) -> list[dict[str, float]]:
    return [asdict(estimate) for estimate in estimates]
