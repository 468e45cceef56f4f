"""IS-MCTS of OpenSpiel against our search, each with the same time for a decision.

usage: python -m benchmarks.ismcts GAME [NAME=VALUE …]

  GAME     kou_ka_roi, kardinal or knatsch, with its default options
  players  number of players; default 4
  seconds  mean time for a decision in a match; default 0.05
  deals    number of deals, at least 2, each played from every seat; default 10
  seed     seed of the deals and of all random choices; default 1

Each search plays one seat against the other search on all other seats. IS-MCTS is OpenSpiel's own
(`open_spiel.python.algorithms.ismcts`) with one random rollout per simulation, as in OpenSpiel's
examples. Before each decision, a search times a few simulations, the probe, and then chooses how
many simulations fit into the rest of its time. This is processor time, so that other load on the
machine does not cost simulations. Win shares have 95 % intervals from the spread between deals.
Moves differ from run to run, because the number of simulations depends on measured times.
"""

import sys
import time
from collections.abc import Callable, Sequence

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from hofspiele import envs
from hofspiele.envs.agents import Agent, SearchAgent, Views, play_match
from hofspiele.envs.core import Game
from hofspiele.envs.core.arguments import Arguments
from hofspiele.envs.core.command import run_command
from hofspiele.envs.open_spiel import SpielBotAgent
from hofspiele.training.measuring.estimates import estimate_share
from hofspiele.training.measuring.tables import markdown_row, markdown_table, percent

# The exploration constant of IS-MCTS, as in OpenSpiel's `mcts_example`.
_UCT_C = 2.0

# Size of the next probe as a share of a decision's simulations.
_PROBE = 1 / 16

# Maximum factor by which a decision's time is extended or cut to make up for earlier decisions.
_LARGEST_CORRECTION = 2.0

# Minimum and maximum number of simulations. IS-MCTS needs at least 2.
_FEWEST, _MOST = 2, 10**6

_LONGEST_SECONDS = 60.0


class TimedAgent(Agent):
    """An agent that adapts its number of simulations to a mean time per decision.

    Args:
        make: a function that returns an agent with a given number of simulations per decision.
        seconds: mean processor time for a decision.
    """

    reads_states = True

    def __init__(self, make: Callable[[int], Agent], seconds: float):
        self.name = make(_FEWEST).name.rpartition("-")[0]
        self._make = make
        self._seconds = seconds
        self._probe = _FEWEST
        self.start_measuring()

    def start_measuring(self) -> None:
        """Reset the measured times and counts."""
        self._decisions, self._elapsed, self._simulated = 0, 0.0, 0

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        started, count = time.process_time(), len(views.players)
        self._make(self._probe).act(views, rng)
        elapsed = time.process_time() - started
        due = self._seconds * (self._decisions + count) - self._elapsed
        fair = self._seconds * count
        left = min(max(due, fair / _LARGEST_CORRECTION), fair * _LARGEST_CORRECTION) - elapsed
        simulations = min(max(round(self._probe * left / elapsed), _FEWEST), _MOST)
        actions = self._make(simulations).act(views, rng)
        self._decisions += count
        self._elapsed += time.process_time() - started
        self._simulated += simulations * count
        # The probe at most doubles. It would otherwise be far too large after a forced decision,
        # which takes almost no time.
        self._probe = max(_FEWEST, min(round(simulations * _PROBE), 2 * self._probe))
        return actions

    def measured(self) -> str:
        """Return the mean seconds and simulations (without probes) per decision, as text."""
        seconds = self._elapsed / self._decisions
        return f"{seconds:.4f} s, {self._simulated / self._decisions:.0f} simulations"


def _ismcts(simulations: int) -> Agent:
    def make(game: pyspiel.Game, seed: int) -> pyspiel.Bot:
        random = np.random.RandomState(seed)
        rollouts = mcts.RandomRolloutEvaluator(1, random)
        return ismcts.ISMCTSBot(game, rollouts, _UCT_C, simulations, random_state=random)

    return SpielBotAgent(f"ismcts-{simulations}", make)


def _duel(game: Game, one: TimedAgent, others: TimedAgent, deals: int, seed: int) -> str:
    """Play `one` against `others` on all other seats and return a table row with the result."""
    for agent in (one, others):
        agent.start_measuring()
    result = play_match(game, [one, *[others] * (game.num_players - 1)], deals, seed)
    share = estimate_share(result.win_shares[:, :, 0])
    cells = (
        f"`{one.name}`",
        f"{game.num_players - 1} × `{others.name}`",
        f"{result.ranks.shape[0] * result.ranks.shape[1]}",
        percent(share),
        one.measured(),
        others.measured(),
    )
    return markdown_row(cells)


def measure(typed: Sequence[str]) -> None:
    """Play both matches and print a table of results; raise ValueError if an argument is wrong.

    A first match, which is not shown, compiles the kernels and finds the number of simulations.
    """
    given = Arguments(typed)
    given.check_names(("players", "seconds", "deals", "seed"))
    name = envs.GameName(given.one_word("game"))
    game = envs.make(name, num_players=given.integer("players", 4, 1))
    seconds = given.seconds("seconds", 0.05, _LONGEST_SECONDS)
    if seconds == 0:
        raise ValueError("seconds is 0, expected a number > 0")
    deals, seed = given.integer("deals", 10, 2), given.integer("seed", 1, 0)
    ours, theirs = TimedAgent(SearchAgent, seconds), TimedAgent(_ismcts, seconds)
    play_match(game, [ours, *[theirs] * (game.num_players - 1)], 1, seed + 1)
    columns = "agent", "against", "games", "win share", "agent's decision", "opponents' decision"
    print(markdown_table(columns, []))
    for one, others in ((ours, theirs), (theirs, ours)):
        print(_duel(game, one, others, deals, seed), flush=True)


if __name__ == "__main__":
    sys.exit(run_command(__doc__, measure, sys.argv[1:]))
