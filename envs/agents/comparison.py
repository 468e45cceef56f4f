"""Comparisons of actions by simulated games."""

from typing import NamedTuple

import numpy as np

from hofspiele.envs.agents.agent import Views
from hofspiele.envs.agents.rollouts import PLAY_ON, SearchedDecisions, Settings, new_rounds, play
from hofspiele.envs.core import Game
from hofspiele.envs.core.outcomes import expected_win_shares
from hofspiele.envs.reports.estimates import Estimate, exact, mean_of_values


class Comparison(NamedTuple):
    """The results of simulated games, which begin with one of K actions of `seat`."""

    seat: int  #: the deciding seat
    #: (rounds, K, P) float64, each seat's share of the win; a round tries all in the same deal.
    shares: np.ndarray

    def chances(self, number: int) -> list[Estimate]:
        """Return each seat's chance of winning after action `number`; the means sum to 1."""
        return [mean_of_values(shares, 0, 1) for shares in self.shares[:, number].T]

    def lead(self, number: int, other: int) -> Estimate:
        """Return the deciding seat's chance after action `number`, minus that after `other`.

        The difference is taken within each deal, where both actions have the same luck.
        """
        if number == other:
            return exact(0.0)
        own = self.shares[:, :, self.seat]
        return mean_of_values(own[:, number] - own[:, other], -1, 1)


def compare_actions(
    views: Views, actions: list[int], rounds: int, rng: np.random.Generator
) -> Comparison:
    """Compare legal actions of the only decision in `views`.

    A round draws a random deal that the seat can't distinguish from the real one, carries out each
    of `actions` in it, and plays all these games to the end like `GreedyAgent`. A search
    overestimates the action that it chooses, because luck in its simulations contributes to the
    choice. These games are new, so they do not have this bias.

    `views` hold one decision, with its state. `rounds`, at least 1, is the number of games after
    each action; `rng` determines all deals and games.
    """
    assert views.states is not None
    return _play(views.game, views.states, int(views.players[0]), actions, rounds, rng)


def estimate_chances(
    game: Game, state: np.record, seat: int, rounds: int, rng: np.random.Generator
) -> list[Estimate]:
    """Return each seat's chance of winning in `state`, as `seat` can estimate it.

    A round draws a random deal that the seat can't distinguish from the real one and plays it to
    the end like `GreedyAgent`. The seat need not be the deciding one. The means sum to 1; `rng`
    determines all deals and games.
    """
    return _play(game, np.array([state]), seat, [PLAY_ON], rounds, rng).chances(0)


def _play(
    game: Game,
    states: np.ndarray,
    seat: int,
    actions: list[int],
    rounds: int,
    rng: np.random.Generator,
) -> Comparison:
    """Play games in deals that `seat` can't tell apart from the only one of `states`."""
    tried = np.array([len(actions)])
    played = new_rounds(np.zeros(rounds, np.int64), np.arange(rounds), tried, game.num_players)
    play(
        game,
        SearchedDecisions(
            states=states,
            players=np.array([seat]),
            masks=np.ones((1, game.num_actions), np.bool_),
            seeds=rng.integers(2**64, size=1, dtype=np.uint64),
        ),
        Settings(rounds * len(actions), False, game.greedy_temperature, only_wins=True),
        np.array([actions], np.int64),
        tried,
        played,
    )
    shares = expected_win_shares(played.outcomes, game.num_players)
    return Comparison(seat, shares.reshape(rounds, len(actions), game.num_players))
