"""Self-play as a VecEnv of stable-baselines3, with one learner seat in each game."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from gymnasium.spaces import Discrete
from stable_baselines3.common.vec_env import VecEnv

from hofspiele.envs.agents import Agent, Views
from hofspiele.envs.core import Game
from hofspiele.envs.core.outcomes import win_shares
from hofspiele.envs.core.rewards import RewardFunction, result_of
from hofspiele.envs.learner import LearnerTable, step_together
from hofspiele.training.networks.inputs import NO_PRIOR, Inputs


class EndedGames(NamedTuple):
    """The results of M games of the learner that have ended."""

    opponents: np.ndarray  # (M,) int64, index of the agent that held all other seats
    seats: np.ndarray  # (M,) int64, the learner's seat
    outcomes: np.ndarray  # (M,) float64, the learner's utility; see `Game.outcome`
    wins: np.ndarray  # (M,) float64, 1/k if the learner is one of k winners, else 0

    @classmethod
    def joined(cls, parts: Iterable["EndedGames"]) -> "EndedGames":
        """Return the games of all `parts`, at least one, in their order."""
        return cls(*map(np.concatenate, zip(*parts, strict=True)))


class JointVecEnv(VecEnv):
    """A VecEnv that steps all games together; all games share its attributes."""

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> Any:
        rows = getattr(self, method_name)(*method_args, **method_kwargs)
        return rows if indices is None else rows[self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        value = None if attr_name == "render_mode" else getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        shared = "can't be set by set_attr: all games share it; set the VecEnv's own attribute"
        raise AttributeError(f"{attr_name!r} {shared}")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        pass


class SelfPlayVecEnv(JointVecEnv):
    """One or several tables (`LearnerTable`) as a VecEnv of stable-baselines3.

    Observations are the learner's `Inputs`, (N, I) float32; `action_masks` returns (N, A) bool.
    A game that ends is replaced by a new deal in the same step. At the end of the game, the
    learner gets `reward`. In addition, each step gives `margin_reward` for every point by which
    the learner's lead has grown. The lead is the learner's points minus the mean points of the
    others, as if the game ended now.

    Args:
        games: one game, or variants of one game with different player counts and options. Each
            variant gets an equal share of the N parallel games.
        num_games: number N of games, at least one for each of `games`.
        opponents: agents; for each game one is chosen at random and holds all other seats.
        seed, num_threads, use_solver, reward: as in `LearnerTable`.
        shares: (opponents,), relative frequencies of the opponents; None for equal frequencies.
        margin_reward: reward per point of lead (see above); may be changed between steps.
        inputs: how the inputs of the learner's network are constructed.

    Attributes:
        learner_tables: one table for each of `games`.
    """

    def __init__(
        self,
        games: Sequence[Game],
        num_games: int,
        opponents: Sequence[Agent],
        seed: int = 0,
        shares: Sequence[float] | np.ndarray | None = None,
        margin_reward: float = 0.0,
        use_solver: bool = False,
        inputs: Inputs = NO_PRIOR,
        num_threads: int = 1,
        reward: str | RewardFunction = "outcome",
    ):
        _check_games(games, num_games)
        self.games = list(games)
        self.margin_reward = margin_reward
        self._seed = seed
        self._actions = np.zeros(num_games, np.int64)
        self.learner_tables = [
            _Rows(
                rows,
                inputs,
                game,
                len(rows),
                opponents,
                seed,
                shares=np.ones(len(opponents)) if shares is None else shares,
                num_threads=num_threads,
                use_solver=use_solver,
                reward=reward,
            )
            for game, rows in zip(
                games, np.array_split(np.arange(num_games), len(games)), strict=True
            )
        ]
        super().__init__(num_games, inputs.space(games[0]), Discrete(games[0].num_actions))

    def set_shares(self, shares: np.ndarray) -> None:
        """Set the relative frequencies of the opponents in future games: (opponents,)."""
        for table in self.learner_tables:
            table.set_shares(shares)

    def reset(self, seed: int | None = None) -> np.ndarray:
        """Restart all games from `seed`, or from the last seed, and return the observations."""
        if seed is not None:
            self._seed = seed
        for table in self.learner_tables:
            table.reset(self._seed)
        return self._observations()

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        return self.step_some(self._actions, np.ones(self.num_envs, np.bool_))

    def step_some(
        self, actions: np.ndarray, playing: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Step only the games marked in `playing`, (N,) bool; return the same as `step`."""
        tables = self.learner_tables
        games = [np.flatnonzero(playing[table.rows]) for table in tables]
        chosen = [actions[table.rows[at]] for table, at in zip(tables, games, strict=True)]
        step_together(tables, chosen, games)
        return (
            self._observations(),
            np.concatenate([table.paid(self.margin_reward) for table in tables]),
            np.concatenate([table.finished for table in tables]),
            [info for table in tables for info in table.infos()],
        )

    def _observations(self) -> np.ndarray:
        return np.concatenate([table.inputs() for table in self.learner_tables])

    def action_masks(self) -> np.ndarray:
        """Return the legal actions of all learner seats: (N, A) bool."""
        return np.concatenate([table.action_masks for table in self.learner_tables])

    def ended_games(self) -> EndedGames:
        """Return the results of the games that ended in the last step."""
        return EndedGames.joined(table.ended_games() for table in self.learner_tables)


def _check_games(games: Sequence[Game], num_games: int) -> None:
    alike = {(game.name, game.observation_size, game.num_actions) for game in games}
    if len(alike) != 1:
        raise ValueError(f"{list(games)} can't be trained together, expected variants of one game")
    if num_games < len(games):
        raise ValueError(
            f"num_envs is {num_games}, expected at least {len(games)}, one for each setup"
        )


class _Rows(LearnerTable):
    """The games of a `SelfPlayVecEnv` that play the same variant, with the indices `rows`."""

    def __init__(self, rows: np.ndarray, inputs: Inputs, *args: Any, **options: Any):
        self.rows, self._inputs = rows, inputs
        super().__init__(*args, **options)

    def reset(self, seed: int) -> None:
        super().reset(seed)
        self._redeals = np.random.default_rng([0x1497, seed])
        self._leads = self._current_leads()

    def inputs(self) -> np.ndarray:
        """Return the inputs at the learner's decisions: (rows, I) float32."""
        games, with_states = self.table.all_games, self._inputs.has_prior
        return self._inputs.assemble(
            Views.from_table(self.table, games, self._redeals, with_states=with_states)
        )

    def paid(self, margin_reward: float) -> np.ndarray:
        """Return the rewards of the last step, with those of the margin: (rows,) float32."""
        rewards = self.rewards.copy()
        if margin_reward:
            before, self._leads = self._leads, self._current_leads()
            final = self._leads_of(self.scores, self.final_seats)
            rewards += margin_reward * (np.where(self.finished, final, self._leads) - before)
        return rewards.astype(np.float32)

    def _current_leads(self) -> np.ndarray:
        return self._leads_of(result_of(self.game, self.table.states).scores, self.seats)

    def _leads_of(self, scores: np.ndarray, seats: np.ndarray) -> np.ndarray:
        learner = scores[self.table.all_games, seats]
        return learner - (scores.sum(1) - learner) / (self.game.num_players - 1)

    def infos(self) -> list[dict[str, Any]]:
        """Return infos for stable-baselines3, with the last observation of games that ended."""
        infos: list[dict[str, Any]] = [{} for _ in self.rows]
        finished = np.flatnonzero(self.finished)
        if len(finished):
            # After the end, the priors of all actions are 0.
            prior = (0, 0), (0, self._inputs.num_prior(self.game))
            last = np.pad(self.final_observations(finished), prior)
            for i, observation in zip(finished, last, strict=True):
                infos[i] = {"terminal_observation": observation, "TimeLimit.truncated": False}
        return infos

    def ended_games(self) -> EndedGames:
        ended = np.flatnonzero(self.finished)
        seats = self.final_seats[ended]
        return EndedGames(
            opponents=self.final_opponents[ended, (seats + 1) % self.game.num_players],
            seats=seats,
            outcomes=self.outcomes[ended, seats],
            wins=win_shares(self.ranks[ended])[np.arange(len(ended)), seats],
        )
