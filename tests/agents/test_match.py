import numpy as np
import pytest

from hofspiele.envs.agents import Agent, GreedyAgent, RandomAgent, play_match


class Watcher(Agent):
    """Takes the first legal action and notes where it sat in which deal."""

    name = "watcher"

    def __init__(self):
        self.seen = []

    def act(self, views, rng):
        self.seen.extend(zip(views.players.tolist(), views.observations.tolist(), strict=True))
        return views.action_masks.argmax(1)


def test_every_agent_holds_every_seat_on_each_deal(game):
    watchers = [Watcher() for _ in range(game.num_players)]
    match = play_match(game, watchers, num_deals=2, seed=3, keep_records=True)
    for deal in range(2):
        games = match.records[deal * game.num_players : (deal + 1) * game.num_players]
        assert len({record.seed for record in games}) == 1
    for watcher in watchers:
        assert {player for player, _ in watcher.seen} == set(range(game.num_players))


def test_results_are_by_agent_not_by_seat(game):
    agents = [GreedyAgent(), *(RandomAgent() for _ in range(game.num_players - 1))]
    match = play_match(game, agents, num_deals=6, seed=1, keep_records=True)
    shape = (6, game.num_players, game.num_players)
    assert match.outcomes.shape == match.scores.shape == match.ranks.shape == shape
    np.testing.assert_allclose(match.outcomes.sum(-1), 0, atol=1e-12)
    np.testing.assert_allclose(match.win_shares.sum(-1), 1)
    for number, record in enumerate(match.records):
        deal, rotation = divmod(number, game.num_players)
        greedy_seat = record.players.index("greedy")
        assert greedy_seat == rotation
        assert record.scores[greedy_seat] == match.scores[deal, rotation, 0]
        assert record.outcome[greedy_seat] == match.outcomes[deal, rotation, 0]


def test_records_replay(game):
    match = play_match(game, [RandomAgent()] * game.num_players, 2, seed=5, keep_records=True)
    for record in match.records:
        replayed, state = record.replay()
        assert replayed == game
        assert state["over"]


def test_a_match_repeats_by_its_seed(game):
    agents = [GreedyAgent(), *(RandomAgent() for _ in range(game.num_players - 1))]
    one, two, other = (play_match(game, agents, 5, seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one.scores, two.scores)
    assert (one.scores != other.scores).any()


def test_many_games_are_split_into_batches_without_loss(game):
    match = play_match(game, [RandomAgent()] * game.num_players, num_deals=300, seed=1)
    assert (match.ranks > 0).all()
    assert len(np.unique(match.scores[:, 0, 0])) > 3


def test_a_line_up_of_the_wrong_size_is_refused(game):
    with pytest.raises(ValueError, match=f"expected {game.num_players}"):
        play_match(game, [RandomAgent()], 1)
    with pytest.raises(ValueError, match="num_deals is 0"):
        play_match(game, [RandomAgent()] * game.num_players, 0)
    with pytest.raises(ValueError, match="seed is -1, expected"):
        play_match(game, [RandomAgent()] * game.num_players, 1, seed=-1)
