"""Advice, inference and reviews."""

import secrets
from itertools import count, pairwise

import numpy as np
import pytest

from hofspiele import envs
from hofspiele.envs.agents.comparison import Comparison
from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.core.rng import derived_seed
from hofspiele.envs.reports.estimates import exact
from hofspiele.play.agent_tasks import (
    GAMES,
    MOST_GAMES,
    PRECISION,
    SMALL_COST,
    AgentSpec,
    _best_first,
    judge,
)
from hofspiele.play.coach import Coach
from hofspiele.play.game_progress import GameProgress, Player, TableSetup
from tests.play import random_action, random_game
from tests.tables.client import Browser


def spread(estimate: dict) -> float:
    """Return the width of an interval; check that it contains the mean."""
    assert estimate["low"] <= estimate["mean"] <= estimate["high"]
    return estimate["high"] - estimate["low"]


def adds_up_to_one(chances: list) -> bool:
    """Return whether the chances of all seats have intervals and sum to 1."""
    assert all(spread(chance) > 0 for chance in chances)
    return sum(chance["mean"] for chance in chances) == pytest.approx(1)


@pytest.mark.parametrize(
    ("agent", "game"),
    [("greedy", "knatsch"), ("search-50", "kardinal"), ("trained", "kou_ka_roi")],
)
def test_advice_is_about_the_own_decision(server, agent, game, monkeypatch):
    monkeypatch.setattr(secrets, "randbits", lambda _: 5)
    opened, again = server.people(game, 3), server.people(game, 3)
    with opened.sit(0) as browser, again.sit(0) as twin, opened.sit(1) as other:
        legal = {action["number"] for action in browser.look()["actions"]}
        found = browser.ask("advice", agent=agent)
        assert found == twin.ask("advice", agent=agent)
        assert (found["agent"], found["choice"]) == (agent, 0)
        assert {action["number"] for action in found["actions"]} == legal
        probabilities = {action["number"]: action["probability"] for action in found["actions"]}
        assert sum(probabilities.values()) == pytest.approx(1)
        assert probabilities[found["preferred"]] == max(probabilities.values())
        assert adds_up_to_one(found["chances"])
        first, *others = found["actions"]
        assert first["chance"] == found["chances"][0]
        assert spread(first["lead"]) == first["lead"]["mean"] == 0
        compared = [action for action in others if action["chance"] is not None]
        assert len(compared) == min(5, len(others))
        for action in compared:
            assert spread(action["chance"]) > 0 < spread(action["lead"])
            difference = action["chance"]["mean"] - first["chance"]["mean"]
            assert action["lead"]["mean"] == pytest.approx(difference)
            assert action["lead"]["low"] <= 0
            if action["number"] == found["preferred"]:
                assert action["lead"]["high"] < 0
        if game != "kou_ka_roi":  # There, all seats choose at the same time.
            assert "only on your own" in other.refusal("advice", agent=agent)
        assert "unknown agent" in browser.refusal("advice", agent="../greedy")
        assert browser.act(0, first["number"])["type"] == "news"


def test_solved_decisions_have_exact_chances_of_success(server, monkeypatch):
    game = envs.make("knatsch", num_players=2)
    piles = (game.to_dict(game.new(seed))["piles"] for seed in count())
    seed = next(seed for seed, (pile, _) in enumerate(piles) if pile[0] != "tournament")
    monkeypatch.setattr(secrets, "randbits", lambda _: seed)
    with server.people().sit(0) as browser:
        found = browser.ask("advice", agent="greedy")
        assert {action["success"] for action in found["actions"]} == {None}
        browser.act(0, game.action_index("target pile 1"))
        found = browser.ask("advice", agent="greedy")
    assert found["actions"][0]["name"].startswith("keep")
    successes = {action["number"]: action["success"] for action in found["actions"]}
    assert 0 < successes[found["preferred"]] == max(successes.values()) <= 1


def test_hidden_cards_are_counted_exactly_and_illegal_targets_explained(server):
    with server.people("kardinal", 3).sit(0) as browser:
        places = browser.ask("infer")["places"]
        for place, number in (("hand of player 1", 3), ("next card of the pile", 1)):
            assert sum(card["mean"] for card in places[place].values()) == pytest.approx(number)
            assert {spread(card) for card in places[place].values()} == {0}
        frame = browser.look()
        marks = {mark for action in frame["actions"] for mark in action["targets"]}
        dead = next(target for target in frame["targets"] if target not in marks)
        for target in (dead, "the moon"):
            assert browser.ask("why", target=target)["reason"]


def test_a_new_question_replaces_one_that_waits_and_errors_are_reported(server, monkeypatch):
    with server.people("kou_ka_roi").sit(0) as browser:
        for agent in ("search-1000", "search-50", "greedy"):
            browser.say("advice", agent=agent)
        answered = [browser.hear("advice")["agent"]]
        while answered[-1] != "greedy":
            answered.append(browser.hear("advice")["agent"])
        assert len(answered) < 3
        monkeypatch.setattr(Coach, "advice", lambda *_: {}["a mistake"])
        refused = browser.ask("advice", agent="greedy")
    assert "an unexpected error prevented an answer" in refused["reason"]
    assert refused["question"] == "advice"


def test_the_best_estimate_stands_first_and_the_preferred_action_unless_another_is_clearly_better():
    def order(*chances):
        wins = np.arange(400)[:, None] < 400 * np.array(chances)
        return _best_first(Comparison(0, np.stack([wins, ~wins], 2).astype(float)))

    assert order(0.5, 0.4, 0.5, 0.6) == [3, 0, 2, 1]
    assert order(0.5, 0.4, 0.5, 0.501) == [0, 3, 2, 1]


# --- reviews ------------------------------------------------------------------------------------


def wait_for_judgements(browser: Browser, number: int) -> None:
    """Wait until at least `number` decisions are judged."""
    while browser.news["judged"] < number:
        browser.hear("news")


def test_a_finished_game_is_reviewed(server, monkeypatch):
    with server.open(["random", "search-200"]).watch() as browser:
        browser.wait_for_end()
        with monkeypatch.context() as brief:
            brief.setattr("hofspiele.play.coach.REVIEW_SECONDS", 0)
            first = browser.ask("review")["decisions"]
        # The time starts with the first judgement, because other reviews may come before.
        decisions = browser.news["decisions"]
        assert 0 < len(first) < decisions
        review = browser.ask("review")
        assert browser.news["judged"] == decisions
        assert browser.ask("review") == review
        winners = [rank == 1 for rank in browser.look(view=None)["ranks"]]
    found = {one["decision"]: one for one in review["decisions"]}
    assert list(found) == list(range(decisions))
    assert all(found[one["decision"]] == one for one in first)
    assert review["viewer"] == 0
    assert any(one["cost"]["low"] > 0 for one in found.values() if one["seat"] == 0)
    numbers, values = zip(*review["curve"], strict=True)
    # The two seats choose at the same time, so every other decision has a result.
    assert list(numbers) == list(range(2, decisions + 1, 2))
    assert all(map(adds_up_to_one, values[:-1]))
    assert [one["mean"] for one in values[-1]] == [won / sum(winners) for won in winners]
    for one in found.values():
        assert (spread(one["cost"]) == one["cost"]["mean"] == 0) == (one["action"] == one["best"])


def test_browsers_share_a_review_and_stop_and_continue_it_independently(server, monkeypatch):
    begun, judge_missing = [], Coach._judge_missing
    monkeypatch.setattr(
        Coach, "_judge_missing", lambda *about: (begun.append(about), judge_missing(*about))[1]
    )
    opened = server.open(["random", "greedy"], "knatsch")
    with opened.watch() as one, opened.watch() as other:
        for browser in (one, other):
            browser.wait_for_end()
            browser.say("review")
        shown = [0]
        for stopping, waiting in ((one, other), (other, one)):
            wait_for_judgements(stopping, shown[-1] + 1)
            stopping.say("stop review")
            shown.append(len(stopping.hear("review")["decisions"]))
            wait_for_judgements(waiting, shown[-1] + 2)
            stopping.say("review")
        assert 0 < shown[1] < shown[2] < one.news["decisions"]
        assert len(begun) == 1
        for browser in (one, other):
            browser.say("stop review")
        decisions = [browser.hear("review")["decisions"] for browser in (one, other)]
    assert all(judgement in decisions[1] for judgement in decisions[0])


# --- judgements ---------------------------------------------------------------------------------


def judged(game, state, action):
    """Return the judgement of a search; it may use only what the deciding seat knows."""
    spec = AgentSpec(spec_of(game.name).class_path, game.options, "search-100")
    position = game.redeal(state, int(state["player"]), 0)
    return judge(spec, position.tobytes(), action, None, 0)


@pytest.mark.parametrize("game", ["kou_ka_roi", "knatsch"])
def test_a_finished_game_shows_since_when_the_winners_have_led(server, game):
    opened = server.open(["random", "greedy"], game).finished()
    with opened.watch() as browser:
        found, log = browser.ask("curves"), browser.log()
        (winner,) = np.flatnonzero(np.equal(browser.look(view=None)["ranks"], 1))
    margins = [points[winner] - points[1 - winner] for points in found["points"]]
    assert margins[found["decided"] - 1] <= 0
    assert all(margin > 0 for margin in margins[found["decided"] : -1])
    assert found["event"] == log[found["decided"] - 1]["text"]


@pytest.mark.anyio
async def test_judgements_tell_whether_the_turn_goes_on_and_chances_from_one_point_of_view():
    game = envs.make("kardinal", num_players=3)
    agent, person = Player("", "greedy"), Player("", None)
    setup = TableSetup(1, game.name, game.options, 3, (agent, person, person))
    progress = GameProgress(setup, game)
    for decision in range(12):
        action = random_action(game, progress.position, derived_seed(1, decision))
        progress.apply(progress.check(progress.player, decision, action))

    seen = []

    class Judges:
        async def ask(self, urgency, seconds, think, *about):
            _, _, action, *later = about
            seen.append(later)
            return {"best": action}

    coach = Coach(Judges(), None, 1.0)
    found = [(await coach._judge(progress, None, at))["continues"] for at in range(12)]
    seats = [int(state["player"]) for state in progress.positions]
    assert found == [one == following for one, following in pairwise(seats)]
    assert set(found) == {False, True}
    known = [game.redeal(state, 1, 0).tobytes() for state in progress.positions[1:-1]]
    assert seen == [[position, 1] for position in (*known, None)]


def test_uncertain_costs_are_measured_with_more_games():
    game = envs.make("kou_ka_roi", num_players=3)
    states = [state for seed in range(3) for state in random_game(game, seed)[:-1:3]]
    judgements = [(state, judged(game, state, game.legal_actions(state)[0])) for state in states]
    numbers = {found["games"] for _, found in judgements}
    assert min(numbers) == GAMES < max(numbers) <= MOST_GAMES
    for _, found in judgements:
        cost = found["cost"]
        half = (cost.high - cost.low) / 2
        is_precise = cost.high <= SMALL_COST or cost.mean >= PRECISION * half
        assert is_precise or found["games"] == MOST_GAMES
    for state, found in judgements[::5]:
        action, seat = game.legal_actions(state)[0], int(state["player"])
        assert judged(game, state, action) == found
        assert judged(game, game.redeal(state, seat, 7), action) == found
        assert judged(game, state, found["best"])["cost"] == exact(0.0)


def test_optimal_solved_decisions_cost_exactly_nothing():
    game = envs.make("knatsch", num_players=2)
    states = [state for state in random_game(game, 1)[:-1] if game.is_solved(np.array([state]))[0]]
    worths = game.action_values(states[0])
    best, worst = int(worths.argmax()), int(np.where(np.isfinite(worths), worths, 2).argmin())
    assert judged(game, states[0], best)["cost"].high == 0.0
    success = judged(game, states[0], worst)["success"]
    assert success == pytest.approx([worths[worst], worths[best]])
