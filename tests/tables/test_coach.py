"""Advice, inference and reviews, and agents without an answer."""

from itertools import count

import pytest

from hofspiele import envs
from hofspiele.play.coach import Coach
from tests.tables.client import TWO, Browser
from tests.tables.servers import serving
from tests.training.models import write_shipped


def advice(browser: Browser, agent: str) -> dict:
    browser.say("advice", agent=agent)
    return browser.hear("advice", "refused")


def spread(estimate: dict) -> float:
    """Return the width of an interval; check that it contains the mean."""
    assert estimate["low"] <= estimate["mean"] <= estimate["high"]
    return estimate["high"] - estimate["low"]


def adds_up_to_one(chances: list) -> bool:
    """Return whether the chances of all seats have intervals and sum to 1."""
    assert all(spread(chance) > 0 for chance in chances)
    return sum(chance["mean"] for chance in chances) == pytest.approx(1)


@pytest.mark.parametrize("agent", ["greedy", "search-50", "trained"])
def test_advice_is_about_the_own_decision(server, agent):
    opened = server.people()
    with opened.sit(0) as browser:
        legal = {action["number"] for action in browser.look()["actions"]}
        found = advice(browser, agent)
        assert (found["agent"], found["choice"]) == (agent, 0)
        assert {action["number"] for action in found["actions"]} == legal
        probabilities = [action["probability"] for action in found["actions"]]
        assert sum(probabilities) == pytest.approx(1)
        assert probabilities == sorted(probabilities, reverse=True)
        browser.act(0, found["actions"][0]["number"])
    with opened.sit(1) as other:
        assert other.news["decisions"] == 1


def test_advice_compares_the_first_actions_in_simulated_games(server):
    with server.people("kardinal", 3).sit(0) as browser:
        found = advice(browser, "search-50")
    assert adds_up_to_one(found["chances"])
    first, *others = found["actions"]
    assert first["chance"] == found["chances"][0]
    assert spread(first["lead"]) == first["lead"]["mean"] == 0
    compared = [action for action in others if action["chance"] is not None]
    assert len(compared) == 5 < len(others)
    for action in compared:
        assert spread(action["chance"]) > 0 < spread(action["lead"])
        difference = action["chance"]["mean"] - first["chance"]["mean"]
        assert action["lead"]["mean"] == pytest.approx(difference)


@pytest.mark.parametrize("agent", ["search-50", "trained"])
def test_the_same_question_has_the_same_answer(server, agent):
    answers = []
    for _ in range(2):
        with server.open("kou_ka_roi", ["person"] * 2, seed="5", **TWO).sit(0) as browser:
            answers += [advice(browser, agent), advice(browser, agent)]
    assert answers == [answers[0]] * 4


def test_solved_decisions_have_exact_chances_of_success(server):
    game = envs.make("knatsch", num_players=2)
    piles = (game.to_dict(game.new(seed))["piles"] for seed in count())
    seed = next(seed for seed, (pile, _) in enumerate(piles) if pile[0] != "tournament")
    with server.open("knatsch", ["person"] * 2, seed=str(seed), **TWO).sit(0) as browser:
        assert {action["success"] for action in advice(browser, "greedy")["actions"]} == {None}
        browser.act(0, game.action_index("target pile 1"))
        found = advice(browser, "greedy")
    assert found["actions"][0]["name"].startswith("keep")
    successes = [action["success"] for action in found["actions"]]
    assert successes == sorted(successes, reverse=True)
    assert 0 < successes[0] <= 1


def test_advice_needs_a_decision_and_an_agent(server):
    opened = server.people()
    with opened.sit(1) as browser:
        refused = advice(browser, "greedy")
        assert "only on your own decisions" in refused["reason"]
        assert refused["question"] == "advice"
    with opened.sit(0) as browser:
        assert "unknown agent" in advice(browser, "../greedy")["reason"]


def test_hidden_cards_are_counted_exactly(server):
    opened = server.people("kardinal", 3)
    with opened.sit(0) as browser:
        browser.say("infer")
        places = browser.hear("infer")["places"]
    for place, number in (("hand of player 1", 3), ("next card of the pile", 1)):
        assert sum(card["mean"] for card in places[place].values()) == pytest.approx(number)
        assert {spread(card) for card in places[place].values()} == {0}


def test_a_new_question_replaces_one_that_waits(server):
    with server.people("kou_ka_roi").sit(0) as browser:
        for agent in ("search-1000", "search-50", "greedy"):
            browser.say("advice", agent=agent)
        answered = [browser.hear("advice")["agent"]]
        while answered[-1] != "greedy":
            answered.append(browser.hear("advice")["agent"])
    assert len(answered) < 3


def test_unexpected_errors_are_reported(server, monkeypatch):
    monkeypatch.setattr(Coach, "advice", lambda *_: {}["a mistake"])
    with server.people("kou_ka_roi").sit(0) as browser:
        refused = advice(browser, "greedy")
    assert "an unexpected error prevented an answer" in refused["reason"]
    assert refused["question"] == "advice"


def test_illegal_targets_are_explained(server):
    opened = server.people("kardinal", 3)
    with opened.sit(0) as browser:
        frame = browser.look()
        marks = {mark for action in frame["actions"] for mark in action["targets"]}
        dead = next(target for target in frame["targets"] if target not in marks)
        browser.say("why", target=dead)
        assert browser.hear("why")["reason"]
        browser.say("why", target="the moon")
        assert browser.hear("why")["reason"]


def test_a_finished_game_is_reviewed(server):
    opened = server.open("kou_ka_roi", ["random", "greedy"], **TWO)
    with opened.watch() as browser:
        browser.say("review")
        while "once it is over" in (found := browser.hear("review", "refused")).get("reason", ""):
            assert found["question"] == "review"
            browser.wait_for_end()
            browser.say("review")
        review, decisions = found, browser.news["decisions"]
        assert browser.news["judged"] == decisions
        browser.say("review")
        assert browser.hear("review") == review
    assert [one["decision"] for one in review["decisions"]] == list(range(decisions))
    assert all(adds_up_to_one(one["chances"]) for one in review["decisions"])
    own = [one["cost"] for one in review["decisions"] if one["seat"] == 0]
    assert any(cost["low"] > 0 for cost in own)
    for one in review["decisions"]:
        assert (spread(one["cost"]) == one["cost"]["mean"] == 0) == (one["action"] == one["best"])


def test_a_review_that_ends_early_is_continued_by_the_next(server, monkeypatch):
    opened = server.open("knatsch", ["random", "greedy"], **TWO)
    with opened.watch() as browser:
        browser.wait_for_end()
        with monkeypatch.context() as brief:
            brief.setattr("hofspiele.play.coach.REVIEW_SECONDS", 0)
            browser.say("review")
            first = browser.hear("review")["decisions"]
        # The time starts with the first judgement, because other reviews may come before.
        assert 0 < len(first) < browser.news["decisions"]
        browser.say("review")
        wait_for_judgements(browser, len(first) + 1)
        browser.say("stop review")
        found = {one["decision"]: one for one in browser.hear("review")["decisions"]}
        assert len(found) > len(first)
        assert all(found[one["decision"]] == one for one in first)


def test_browsers_share_a_review_and_stop_and_continue_it_independently(server, monkeypatch):
    begun, judge = [], Coach._judge_missing
    monkeypatch.setattr(
        Coach, "_judge_missing", lambda *about: (begun.append(about), judge(*about))[1]
    )
    opened = server.open("knatsch", ["random", "greedy"], **TWO)
    with opened.watch() as one, opened.watch() as other:
        one.wait_for_end()
        other.wait_for_end()
        one.say("review")
        other.say("review")
        shown = [0]
        for stopping, waiting in ((one, other), (other, one)):
            wait_for_judgements(stopping, shown[-1] + 1)
            stopping.say("stop review")
            shown.append(len(stopping.hear("review")["decisions"]))
            wait_for_judgements(waiting, shown[-1] + 2)
            stopping.say("review")
        assert 0 < shown[1] < shown[2] < one.news["decisions"]
        assert len(begun) == 1
        one.say("stop review")
        other.say("stop review")
        decisions = [browser.hear("review")["decisions"] for browser in (one, other)]
    assert all(judgement in decisions[1] for judgement in decisions[0])


def wait_for_judgements(browser: Browser, number: int) -> None:
    """Wait until at least `number` decisions are judged."""
    while browser.news["judged"] < number:
        browser.hear("news")


def test_agent_files_play(server, play_folder, monkeypatch):
    monkeypatch.setattr("hofspiele.play.agent_catalog._SEARCH_SECONDS", 0)
    write_shipped(play_folder / "mine.safetensors", "kou_ka_roi")
    (play_folder / "broken.safetensors").write_bytes(b"nothing")
    opened = server.open("kou_ka_roi", ["file:mine.safetensors", "random"], **TWO)
    with opened.watch() as browser:
        while browser.news["decisions"] < 5:
            browser.hear("news")
        assert not browser.notes()
    for game, name in (("kou_ka_roi", "broken"), ("knatsch", "mine")):
        seats = [f"file:{name}.safetensors", "random"]
        assert f"{name}.safetensors" in server.refusal({"game": game, "seats": seats, **TWO})


def test_greedy_replaces_agents_without_an_answer_in_time(tmp_path):
    with serving(tmp_path, tmp_path, think_seconds=0) as server:
        # Each search takes a quarter of a second; faster agents could answer in time.
        opened = server.open("kou_ka_roi", ["search-20000", "search-20000"], **TWO)
        with opened.watch() as browser:
            while not browser.news["decisions"]:
                browser.hear("news")
            notes = browser.notes()
    assert notes == {"search-20000: no answer within 0 seconds; greedy decided instead"}
