import json

import pytest

from hofspiele.envs.agents import make_agent
from hofspiele.envs.replay.agent_thoughts import thoughts_of
from hofspiele.envs.replay.replayed_game import ReplayedGame
from tests.games import CASES

NAMES = ["greedy", "search-12", "random"]


@pytest.mark.parametrize("case", CASES, ids=str)
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
            assert decision["expected"] is None
            continue
        assert decision["measure"] == "chance of winning"
        _, probability, share, simulations = decision["actions"][0]
        assert (probability, share) == (1.0, decision["expected"])
        assert simulations > 0
        assert 0 <= share <= 1
    for decision in greedy["decisions"]:
        worths = [worth for _, _, worth, _ in decision["actions"][:6]]
        assert (decision["measure"], decision["expected"]) == ("points", None)
        assert worths == sorted(worths, reverse=True)
    for decision in random["decisions"]:
        assert {worth for _, _, worth, _ in decision["actions"]} == {None}
        assert decision["measure"] == "probability"
