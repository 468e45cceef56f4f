"""Table: N games of one kind, stepped together in one compiled loop, with auto-reset."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.core.engine import first_illegal
from hofspiele.envs.core.game import Game, IllegalActionError
from hofspiele.envs.core.rng import as_seed, derived_seed


class _Arrays(NamedTuple):
    """All that the compiled loops read and write; the names are those of Table's attributes."""

    empty: np.ndarray
    states: np.ndarray
    final_states: np.ndarray
    seeds: np.ndarray
    deals: np.ndarray
    players: np.ndarray
    action_masks: np.ndarray
    observations: np.ndarray
    views: np.ndarray
    finished: np.ndarray
    scores: np.ndarray
    ranks: np.ndarray
    outcomes: np.ndarray


class Table:
    """N games stepped together; a game that ends is dealt anew within the same step.

    Every array below has one entry or row for each of the N games (P players, A actions, D numbers
    in an observation). They are allocated once and **overwritten by every call** of `reset` and
    `step`: copy what must outlive it.

    ================  =====================  ====================================================
    attribute         shape and dtype        meaning
    ================  =====================  ====================================================
    ``observations``  (N, D) float32         what the deciding player may know, in [-1, 1]
    ``action_masks``  (N, A) bool            its legal actions
    ``players``       (N,) int64             the seat that decides
    ``finished``      (N,) bool              whether the game ended in the last step
    ``outcomes``      (N, P) float64         utilities of the last game that ended in this place
    ``scores``        (N, P) float64         its final points
    ``ranks``         (N, P) int16           its ranks, 1 = best, ties share the better rank
    ``final_states``  (N,) records           its last position
    ``states``        (N,) records           the games now (hidden information included)
    ``deals``         (N,) int64             how many games have been dealt in this place before
    ``seeds``         (N,) uint64            seed of the present deal: ``game.new(seed)`` repeats it
    ================  =====================  ====================================================

    Args:
        game: any `Game`.
        num_games: N, at least 1.
        seed: all deals follow from it; the number of threads changes nothing.
        num_threads: threads among which the games are split; the compiled loop holds no GIL, so
            they run side by side. Worth it from some hundreds of games on.
    """

    def __init__(self, game: Game, num_games: int, seed: int = 0, num_threads: int = 1):
        for name, number in (("num_games", num_games), ("num_threads", num_threads)):
            if number < 1:
                raise ValueError(f"{name} is {number}, expected at least 1")
        self.game = game
        self.num_games = num_games
        self.num_threads = num_threads
        self.states = np.zeros(num_games, game.state_dtype)
        self.final_states = np.zeros(num_games, game.state_dtype)
        self.seeds = np.zeros(num_games, np.uint64)
        self.deals = np.zeros(num_games, np.int64)
        self.players = np.zeros(num_games, np.int64)
        self.action_masks = np.zeros((num_games, game.num_actions), np.bool_)
        self.observations = game.layout.empty(num_games)
        self.finished = np.zeros(num_games, np.bool_)
        self.scores = np.zeros((num_games, game.num_players))
        self.ranks = np.zeros((num_games, game.num_players), np.int16)
        self.outcomes = np.zeros((num_games, game.num_players))
        self._gather()
        self.reset(seed)

    def _gather(self) -> None:
        self.views = self.game.layout.records(self.observations)
        own = (getattr(self, name) for name in _Arrays._fields[1:])
        self._arrays = _Arrays(self.game.empty, *own)
        self._all_games = np.arange(self.num_games)
        self._pool: ThreadPoolExecutor | None = None

    def reset(
        self, seed: int | None = None, deal_seeds: Iterable[int | np.integer] | None = None
    ) -> None:
        """Deal all games anew.

        Args:
            seed: a new seed for the whole table; None keeps the present one, so that `reset()`
                begins the same games again.
            deal_seeds: (N,) the seed of every single deal, for games that must start alike.
        """
        if seed is not None:
            self.seed = as_seed(seed)
        own_seeds = (derived_seed(self.seed, i) for i in range(self.num_games))
        seeds = list(own_seeds if deal_seeds is None else deal_seeds)
        if len(seeds) != self.num_games:
            raise ValueError(f"{len(seeds)} deal_seeds given, expected {self.num_games}")
        self.seeds[:] = seeds
        self.deals[:] = 0
        self.finished[:] = False
        self._run(self.game.engine.start, self._all_games)

    def step(
        self,
        actions: np.ndarray,
        games: np.ndarray | None = None,
        driver: Callable[..., None] | None = None,
        *arguments: Any,
    ) -> None:
        """Carry one decision out in every game, or in the named ones only.

        Args:
            actions: (N,) integers, or one for each entry of `games`.
            games: indices of the games to step, each at most once; the others stay as they are.
            driver: takes further decisions after these, as that of `play_on` does; it is called
                with the actions after the games, and carries them out.
            arguments: what else it takes.

        Raises:
            IllegalActionError: an action is illegal in its game; no game has been stepped then.
        """
        games = self._all_games if games is None else self._indices(games)
        actions = np.asarray(actions, np.int64)
        if actions.shape != games.shape:
            raise ValueError(f"actions have shape {actions.shape}, expected {games.shape}")
        wrong = first_illegal(self.action_masks, games, actions)
        if wrong >= 0:
            reason = self.game.describe_illegal(actions[wrong], self.action_masks[games[wrong]])
            raise IllegalActionError(f"game {games[wrong]} of the table: {reason}")
        self.finished[:] = False
        self._run(driver or self.game.engine.step, games, actions, *arguments, self.seed)

    def play_on(self, driver: Callable[..., None], games: np.ndarray, *arguments: Any) -> None:
        """Let a compiled driver take any number of decisions in `games`, up to their end at most.

        Args:
            driver: called with params, arrays, `games`, `arguments`, the table's seed, and which
                part of `games` it is to play; after its last decision in a game it calls the
                engine's `settle`.
            games: indices of games, each at most once.
            arguments: what else it takes.
        """
        self.finished[:] = False
        self._run(driver, self._indices(games), *arguments, self.seed)

    def _indices(self, games: np.ndarray) -> np.ndarray:
        indices = np.asarray(games, np.int64)
        wrong = indices[(indices < 0) | (indices >= self.num_games)]
        if wrong.size:
            raise ValueError(f"game {wrong[0]} is not on this table of {self.num_games} games")
        return indices

    def deal_anew(self, games: np.ndarray) -> None:
        """Break the games at these indices off and deal their next ones; they do not finish."""
        self.deals[games] += 1
        for i in games:
            self.seeds[i] = derived_seed(self.seed, i + self.deals[i] * self.num_games)
        self._run(self.game.engine.start, np.asarray(games, np.int64))

    def _run(self, driver: Callable[..., None], games: np.ndarray, *arguments: Any) -> None:
        arguments = (self.game.params, self._arrays, games, *arguments)
        if self.num_threads == 1:
            driver(*arguments, 0, len(games))
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.num_threads)
        edges = [len(games) * k // self.num_threads for k in range(self.num_threads + 1)]
        jobs = [self._pool.submit(driver, *arguments, *span) for span in pairwise(edges)]
        for job in jobs:
            job.result()

    def __getstate__(self) -> dict[str, Any]:
        derived = {"views", "_arrays", "_all_games", "_pool"}
        return {name: value for name, value in self.__dict__.items() if name not in derived}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ = state
        self._gather()
