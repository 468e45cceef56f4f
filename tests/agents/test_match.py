import numpy as np
import pytest

from hofspiele.envs.agents import (
    Agent,
    GreedyAgent,
    RandomAgent,
    join_parts,
    make_agent,
    match_parts,
    play_match,
    play_part,
    think_about,
)
from tests.games import FOREIGN_CASES


class Recorder(Agent):
    """An agent that takes the first legal action and records its seats and observations."""

    name = "recorder"

    def __init__(self):
        self.seen = []

    def act(self, views, rng):
        self.seen.extend(zip(views.players.tolist(), views.observations.tolist(), strict=True))
        return views.action_masks.argmax(1)


def test_every_agent_holds_every_seat_on_each_deal(game):
    recorders = [Recorder() for _ in range(game.num_players)]
    match = play_match(game, recorders, num_deals=2, seed=3, keep_records=True)
    for deal in range(2):
        games = match.records[deal * game.num_players : (deal + 1) * game.num_players]
        assert len({record.seed for record in games}) == 1
        for record in games:
            replayed, state = record.replay()
            assert replayed == game
            assert state["over"]
    for recorder in recorders:
        assert {player for player, _ in recorder.seen} == set(range(game.num_players))


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


@pytest.mark.parametrize("name", ["greedy", "search-1"])
def test_parts_are_the_same_in_any_order(name):
    game = FOREIGN_CASES[0].make()
    agents = [make_agent(name), RandomAgent(), RandomAgent()]
    parts = match_parts(game, agents, 400, seed=2**33 + 1, keep_records=True)
    assert [part.first_deal for part in parts[:2]] == [0, agents[0].games_at_once // 3]
    assert sum(part.num_deals for part in parts) == 400
    played = [play_part(game, agents, part) for part in reversed(parts)]
    joined = join_parts(played[::-1])
    whole = play_match(game, agents, 400, seed=2**33 + 1, keep_records=True)
    assert joined.records == whole.records
    assert joined.agents == whole.agents
    for name in ("outcomes", "scores", "ranks"):
        np.testing.assert_array_equal(getattr(joined, name), getattr(whole, name))


def test_every_part_has_its_own_random_numbers():
    game = FOREIGN_CASES[0].make()
    drawn = []

    class Drawing(RandomAgent):
        def act(self, views, rng):
            drawn.append(rng.bit_generator.state["state"]["state"])
            return super().act(views, rng)

    agents = [Drawing(), *[GreedyAgent()] * 2]
    for seed, deals in ((1, 400), (1 + 2**32, 400)):
        for part in match_parts(game, agents, deals, seed):
            play_part(game, agents, part)
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        *(({"num_deals": wrong}, "num_deals is ") for wrong in (0, 2.0, 10**12)),
        *(({"seed": wrong}, "seed is ") for wrong in (-1, None, 2**64)),
        ({"agents": [RandomAgent()] * 2}, "2 agents given, expected 3"),
        ({"agents": ["random"] * 3}, r"agents\[0\] is 'random', expected an Agent"),
        ({"agents": RandomAgent()}, r"agents is .*, expected a list of agents"),
        ({"game": "high_card"}, "game is 'high_card', expected a Game"),
    ],
)
def test_invalid_arguments_are_named(changes, message):
    right = {"game": FOREIGN_CASES[0].make(), "agents": [RandomAgent()] * 3, "num_deals": 1}
    with pytest.raises(ValueError, match=message):
        play_match(**right | changes)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, "are object, expected integers"),
        ("row 1", "are <U5, expected integers"),
        (1.5, "are float64, expected integers"),
        ([1, 2], r"have shape \(., 2\), expected \(.,\)"),
        (99, "action 99 is illegal here; legal actions: 0"),
    ],
)
def test_agents_must_return_an_action_for_each_game(two_players, answer, message):
    agent = make_agent(lambda observation, mask: answer)
    with pytest.raises(ValueError, match=message):
        play_match(two_players, [agent, agent], 1)
    with pytest.raises(ValueError, match=message):
        think_about(two_players, np.repeat(two_players.new(0), 2), agent)


def test_an_agent_without_a_name_is_called_by_its_class(two_players):
    class First(Agent):
        def act(self, views, rng):
            return views.action_masks.argmax(1)

    assert play_match(two_players, [First(), GreedyAgent()], 1).agents == ["First", "greedy"]
