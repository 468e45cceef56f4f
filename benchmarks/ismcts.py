"""IS-MCTS of OpenSpiel against our search, each with the same time for a decision.

usage: python -m benchmarks.ismcts GAME [NAME=VALUE …]

  GAME     kou_ka_roi, kardinal or knatsch, with its default options
  players  at the table; 4 if it is not given
  seconds  for a decision, on average over all decisions of a match; 0.05 if it is not given
  deals    each is played from every seat; at least 2, 10 if it is not given
  seed     of the deals and of all that is drawn; 1 if it is not given

Each of the two holds one seat against the other on all other seats. IS-MCTS is OpenSpiel's own
(`open_spiel.python.algorithms.ismcts`) with a random rollout for each simulation, as in OpenSpiel's
examples. Both choose their number of simulations so that they keep to the time, which is measured
beside, a probe of it included. It is the processor's time, as both think on one thread: what the
machine does meanwhile costs neither of them moves. Win shares have 95 % intervals from the spread
between deals; being bound by time, games are not repeated move by move.
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

# as OpenSpiel's `mcts_example`
_UCT_C = 2.0

# of the simulations of a decision, about this part finds out before the next how long one takes
_PROBE = 1 / 16

# earlier decisions that took too long or too short are evened out up to this factor
_MOST_EVENED = 2.0

# IS-MCTS chooses nothing with fewer; more are made where decisions are forced, which takes no time
_FEWEST, _MOST = 2, 10**6

_LONGEST = 60.0  # seconds for a decision


class TimedAgent(Agent):
    """An agent that thinks as long as it is given, on average.

    Args:
        make: the agent that makes so many simulations for a decision.
        seconds: for a decision.
    """

    reads_states = True

    def __init__(self, make: Callable[[int], Agent], seconds: float):
        self.name = make(_FEWEST).name.rpartition("-")[0]
        self._make = make
        self._seconds = seconds
        self._probe = _FEWEST
        self.start_measuring()

    def start_measuring(self) -> None:
        """Forget what was measured."""
        self._decisions, self._elapsed, self._simulated = 0, 0.0, 0

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        started, count = time.process_time(), len(views.players)
        self._make(self._probe).act(views, rng)
        elapsed = time.process_time() - started
        due = self._seconds * (self._decisions + count) - self._elapsed
        fair = self._seconds * count
        left = min(max(due, fair / _MOST_EVENED), fair * _MOST_EVENED) - elapsed
        simulations = min(max(round(self._probe * left / elapsed), _FEWEST), _MOST)
        actions = self._make(simulations).act(views, rng)
        self._decisions += count
        self._elapsed += time.process_time() - started
        self._simulated += simulations * count
        # doubled at most: after a forced decision it would be far too long
        self._probe = max(_FEWEST, min(round(simulations * _PROBE), 2 * self._probe))
        return actions

    def measured(self) -> str:
        """Seconds and simulations of a decision, on average; those of probes are not counted."""
        seconds = self._elapsed / self._decisions
        return f"{seconds:.4f} s, {self._simulated / self._decisions:.0f} simulations"


def _ismcts(simulations: int) -> Agent:
    def make(game: pyspiel.Game, seed: int) -> pyspiel.Bot:
        random = np.random.RandomState(seed)
        rollouts = mcts.RandomRolloutEvaluator(1, random)
        return ismcts.ISMCTSBot(game, rollouts, _UCT_C, simulations, random_state=random)

    return SpielBotAgent(f"ismcts-{simulations}", make)


def _duel(game: Game, one: TimedAgent, others: TimedAgent, deals: int, seed: int) -> str:
    """The row of the table: how `one` fares against `others` on all other seats."""
    for agent in (one, others):
        agent.start_measuring()
    result = play_match(game, [one, *[others] * (game.num_players - 1)], deals, seed)
    share = estimate_share(result.win_shares[:, :, 0])
    cells = (
        f"`{one.name}`",
        f"{game.num_players - 1} × `{others.name}`",
        f"{result.ranks.shape[0] * result.ranks.shape[1]}",
        f"{share.mean * 100:.1f} % [{share.low * 100:.1f}, {share.high * 100:.1f}]",
        one.measured(),
        others.measured(),
    )
    return f"| {' | '.join(cells)} |"


def measure(typed: Sequence[str]) -> None:
    """Play both matches and print the table; ValueError if something is wrong with what is asked.

    What is compiled and how many simulations fit is found out before, in a match that is not shown.
    """
    given = Arguments(typed)
    given.check_names(("players", "seconds", "deals", "seed"))
    name = envs.GameName(given.one_word("game"))
    game = envs.make(name, num_players=given.integer("players", 4, 1))
    seconds = given.seconds("seconds", 0.05, _LONGEST)
    if seconds == 0:
        raise ValueError("seconds is 0, expected more")
    deals, seed = given.integer("deals", 10, 2), given.integer("seed", 1, 0)
    ours, theirs = TimedAgent(SearchAgent, seconds), TimedAgent(_ismcts, seconds)
    play_match(game, [ours, *[theirs] * (game.num_players - 1)], 1, seed + 1)
    print("| agent | against | games | win share | agent's decision | opponents' decision |")
    print("| --- | --- | --- | --- | --- | --- |")
    for one, others in ((ours, theirs), (theirs, ours)):
        print(_duel(game, one, others, deals, seed), flush=True)


def main() -> int:
    """The command; its status, as `run_command` says."""
    return run_command(__doc__, measure, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
