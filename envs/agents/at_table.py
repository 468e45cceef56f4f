"""Scripted agents that decide, and play on, in all games of a `Table` at once.

They are drivers of the table, so they run where its games are: on the processor, with as many
threads as the table has, or on a GPU.
"""

import functools
from collections.abc import Callable

import numpy as np

from hofspiele.envs.agents.rollouts import Settings, Workspace, play_on_kernel
from hofspiele.envs.agents.scripted import pick_by_worth
from hofspiele.envs.core.checks import check_choice
from hofspiele.envs.core.compile.kernels import borrowing_kernel
from hofspiele.envs.core.compile.memory import copy_record
from hofspiele.envs.core.engine import Kernels
from hofspiele.envs.core.random_play import random_legal
from hofspiele.envs.core.rng import as_seed, derive_seed
from hofspiele.envs.core.table import Table


class TableAgent:
    """The greedy or the random agent, for all N games of a table.

    Attributes:
        actions: (N,) int64, the actions of the last `choose`.
        outcomes: (N, P) float64, the utilities of all P players in the last `play_out`.

    Both are arrays where the table has its own, and are overwritten by the next call.

    Args:
        table: a `Table`, on the processor or on a GPU.
        agent: "greedy", the game's heuristic, or "random".

    Raises:
        ValueError: `agent` has another value.
    """

    actions: np.ndarray
    outcomes: np.ndarray

    def __init__(self, table: Table, agent: str = "greedy"):
        check_choice("agent", agent, ("greedy", "random"))
        game, count = table.game, table.num_games
        self.table = table
        self.actions = table.new_array((count,), np.int64)
        self.outcomes = table.new_array((count, game.num_players), np.float64)
        self._settings = Settings(0, agent == "random", float(game.greedy_temperature))
        self._work = Workspace(
            states=table.new_array((count, 2), game.state_dtype),
            mask=table.new_array((count, game.num_actions), np.bool_),
            worth=table.new_array((count, game.num_actions), np.float64),
            scores=table.new_array((count, game.num_players), np.float64),
            ranks=table.new_array((count, game.num_players), np.int16),
        )

    def choose(self, seed: int) -> np.ndarray:
        """Return a legal action for the deciding seat of each game; `seed` breaks ties."""
        self._run(choose_driver(self.table.game.kernels), seed, self.actions)
        return self.actions

    def play_out(self, seed: int) -> np.ndarray:
        """Return the outcomes of rollouts, one from a determinisation of each position.

        A rollout ends with the game, or where the game can judge the position (`forecast`). The
        table does not change.

        Args:
            seed: determines the determinisations, and with them the rollouts.
        """
        self._run(play_out_driver(self.table.game.kernels), seed, self.outcomes)
        return self.outcomes

    def _run(self, driver: Callable[..., None], seed: int, filled: np.ndarray) -> None:
        table = self.table
        with table.sole_use:
            table.run(driver, table.all_games, as_seed(seed), self._settings, self._work, filled)


@functools.cache
def choose_driver(kernels: Kernels) -> Callable[..., None]:
    """Return the driver that fills `actions`, (M,) int64; see `TableAgent` for the arguments."""
    values = kernels.values_to_choose

    @borrowing_kernel
    def choose(params, arrays, games, first, last, seed, settings, work, actions):
        for j in range(first, last):
            i = games[j]
            word, mask, worth = derive_seed(seed, i), arrays.action_masks[i], work.worth[j]
            if settings.at_random:
                actions[j] = random_legal(mask, word)
            else:
                values(params[0], arrays.states[i], worth)
                actions[j] = pick_by_worth(worth, mask, settings.temperature, word)

    return choose


@functools.cache
def play_out_driver(kernels: Kernels) -> Callable[..., None]:
    """Return the driver that fills `outcomes`, (M, P); see `TableAgent` for the arguments."""
    redeal, play_on = kernels.redeal, play_on_kernel(kernels)

    @borrowing_kernel
    def play_out(params, arrays, games, first, last, seed, settings, work, outcomes):
        for j in range(first, last):
            deal, state = work.states[j, 0], work.states[j, 1]
            copy_record(deal, arrays.states[games[j]])
            redeal(params[0], deal, deal.player, derive_seed(seed, games[j]))
            copy_record(state, deal)
            own = Workspace(
                work.states[j], work.mask[j], work.worth[j], work.scores[j], work.ranks[j]
            )
            play_on(params[0], deal, state, settings, own, outcomes[j])

    return play_out
