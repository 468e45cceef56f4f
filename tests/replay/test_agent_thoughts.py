import json

import numpy as np
import pytest

from hofspiele.envs.agents import make_agent
from hofspiele.envs.replay.agent_thoughts import chances_of, thoughts_of
from hofspiele.envs.replay.replayed_game import ReplayedGame
from tests.games import CASES, ONE_OF_EACH_GAME, Case

NAMES = ["greedy", "search-12", "random"]


@pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
def test_thoughts_cover_every_decision(case, record_of):
    replayed = ReplayedGame.from_record(record_of(case))
    found = thoughts_of(replayed, [make_agent(name) for name in NAMES])
    json.dumps(found, allow_nan=False)
    assert [thoughts["agent"] for thoughts in found] == NAMES
    for thoughts in found:
        assert len(thoughts["decisions"]) == len(replayed.record.actions)
        for decision, played, state in zip(
            thoughts["decisions"], replayed.record.actions, replayed.positions, strict=False
        ):
            names = [name for name, *_ in decision["actions"]]
            assert names.count(played) == 1
            assert decision["favourite"] == (names[0] == played)
            assert len(set(names)) == len(names) <= 7
            legal = {
                replayed.game.action_name(action) for action in replayed.game.legal_actions(state)
            }
            assert set(names) <= legal


def test_actions_are_compared_by_the_most_informative_measure(record_of):
    replayed = ReplayedGame.from_record(record_of(CASES[0]))
    greedy, search, random = thoughts_of(replayed, [make_agent(name) for name in NAMES])
    for number, decision in enumerate(search["decisions"]):
        if decision["measure"] == "probability":
            assert len(replayed.game.legal_actions(replayed.positions[number])) == 1
            continue
        assert decision["measure"] == "chance of winning"
        _, probability, share, (low, high), simulations = decision["actions"][0]
        assert probability == 1.0
        assert simulations > 0
        assert 0 <= low <= share <= high <= 1
        assert low < high
    for decision in greedy["decisions"]:
        worths = [worth for _, _, worth, _, _ in decision["actions"][:6]]
        assert decision["measure"] == "points"
        assert worths == sorted(worths, reverse=True)
    for decision in random["decisions"]:
        assert {worth for _, _, worth, _, _ in decision["actions"]} == {None}
        assert decision["measure"] == "probability"


def test_chances_of_success_in_solved_decisions_are_exact(record_of):
    replayed = ReplayedGame.from_record(record_of(Case("knatsch", {"num_players": 2})))
    states = np.array(replayed.positions[:-1], replayed.game.state_dtype)
    solved = replayed.game.is_solved(states)
    assert 0 < solved.sum() < len(solved)
    for thoughts in thoughts_of(replayed, [make_agent(name) for name in NAMES]):
        measures = [decision["measure"] for decision in thoughts["decisions"]]
        assert [measure == "exact chance of success" for measure in measures] == solved.tolist()
        for row in np.flatnonzero(solved):
            for _, _, chance, interval, _ in thoughts["decisions"][row]["actions"]:
                assert 0 <= chance <= 1
                assert interval is None


@pytest.mark.parametrize(
    "case",
    [
        *(case for case in ONE_OF_EACH_GAME if case.name != "knatsch"),
        Case("knatsch", {"num_players": 4, "max_turns": 8}),
    ],
    ids=str,
)
def test_chances_of_all_seats_sum_to_one(case, record_of):
    replayed = ReplayedGame.from_record(record_of(case))
    found = chances_of(replayed)
    assert len(found) == len(replayed.record.actions)
    for chances in found:
        assert len(chances) == replayed.game.num_players
        assert sum(mean for mean, _, _ in chances) == pytest.approx(1, abs=1e-3)
        assert all(low <= mean <= high and low < high for mean, low, high in chances)
