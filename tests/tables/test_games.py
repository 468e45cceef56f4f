"""Complete games through the socket: what they send, and what frames reveal."""

import json
from typing import Any

import numpy as np
import pytest

from hofspiele.envs.core import Game, GameRecord
from hofspiele.play.frames import Look, decision_fields, frame_at
from hofspiele.play.game_progress import GameProgress, Player, TableSetup
from tests.games import ONE_OF_EACH_OWN_GAME
from tests.tables.client import Browser

# The seed is larger than any other number in messages, so that it can be searched for.
SEED = 12_345_678_901_234_567_890
# Maximum number of bytes that one browser receives for each decision of a game, on average.
MOST_BYTES_PER_DECISION = 12_000


def count_bytes(browser: Browser) -> list[int]:
    """Return a list to which the size of each packet that `browser` receives is appended."""
    sizes: list[int] = []
    protocol = browser._socket.protocol
    receive = protocol.receive_data
    protocol.receive_data = lambda data: (sizes.append(len(data)), receive(data))  # type: ignore[method-assign]
    return sizes


def follow(browser: Browser) -> dict[str, Any]:
    """Follow the view of the own seat, and return the current frame."""
    browser.say("follow", view=browser.welcome["seat"], dark=False, narrow=False)
    return browser.look()


def play_to_the_end(browser: Browser) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Choose random actions; return the frames of all own decisions, and the last of the game."""
    rng, frames = np.random.default_rng(1), []
    frame = follow(browser)
    while not frame["over"]:
        if "actions" in frame:
            frames.append(frame)
            chosen = frame["actions"][rng.integers(len(frame["actions"]))]["number"]
            browser.say("act", decision=frame["decision"], action=chosen)
        frame = next_frame(browser, frame)
    return frames, frame


def next_frame(browser: Browser, latest: dict[str, Any]) -> dict[str, Any]:
    """Return the next frame that the server sends.

    It is requested only if agents decided while the browser asked to follow the game.
    """
    while browser.news["decisions"] <= latest["decision"]:
        if (message := browser.hear("frame", "news"))["type"] == "frame":
            return message
    return browser.look()


@pytest.mark.parametrize("case", ONE_OF_EACH_OWN_GAME, ids=str)
def test_games_send_few_bytes_and_nothing_hidden(server, case):
    """The person has the last seat, so that no later player chooses in secret."""
    seat = case.options["num_players"] - 1
    seats = [*["greedy"] * seat, "me"]
    opened = server.open(seats, case.name, case.options, seed=str(SEED))
    with opened.sit(seat) as browser:
        sizes = count_bytes(browser)
        frames, last = play_to_the_end(browser)
        assert len(sizes) > 20
        running = "".join(text for text in browser.heard if '"over":true' not in text)
        assert str(SEED) not in running
        assert opened.tokens[seat] not in running
    record = GameRecord.from_json(opened.record())
    game, state = record.replay()
    assert sum(sizes) < MOST_BYTES_PER_DECISION * len(record.actions)
    assert record.seed == SEED
    assert record.players == [*(f"greedy {number + 1}" for number in range(seat)), "Guest"]
    assert last["sheet"] == json.loads(json.dumps(game.score_sheet(state)))
    assert last["points"] == record.scores
    check_honest(record, frames, seat)


def check_honest(record: GameRecord, frames: list[dict[str, Any]], seat: int) -> None:
    """Check that each frame is the same, byte for byte, after a redeal for the seat."""
    game, positions = record.game_and_positions()
    actions = [game.action_index(name) for name in record.actions]
    for frame in frames:
        decision = frame["decision"]
        twin = lookalike(game, positions[: decision + 1], actions[:decision], seat)
        drawn = frame_at(twin, decision, Look(seat))
        again = {"type": "frame", "edition": 0, **drawn, "note": None}
        assert json.dumps(again | decision_fields(twin, seat)) == json.dumps(frame)


def lookalike(
    game: Game, positions: list[np.record], actions: list[int], seat: int
) -> GameProgress:
    """Return a game that `seat` can't distinguish from the game with these positions."""
    agents = ["greedy" if other != seat else None for other in range(game.num_players)]
    players = tuple(Player(agent or "", agent) for agent in agents)
    twin = GameProgress(TableSetup(1, game.name, game.options, 0, players), game)
    twin.positions = [game.redeal(state, seat, at) for at, state in enumerate(positions)]
    twin.actions = actions.copy()
    if not game.simultaneous or not actions:
        return twin
    chooser = int(positions[-2]["player"])
    if (positions[-1]["choice"] < 0).all():  # All choices have been revealed.
        for state, shown in zip(twin.positions, positions, strict=True):
            state["choice"] = shown["choice"]
    elif chooser != seat:
        legal = game.legal_actions(positions[-2])
        twin.actions[-1] = legal[(legal.index(actions[-1]) + 1) % len(legal)]
    return twin


def test_new_frames_arrive_before_the_news_with_equal_parts_only_once(server):
    opened = server.people()
    with opened.sit(0) as browser, opened.sit(1) as other:
        frame = follow(browser)
        sent = browser.heard[-1]
        assert browser.look() == frame
        assert len(browser.heard[-1]) < len(sent) / 4
        follow(other)
        for one in (browser, other):
            assert one.news["decisions"] == 0
        browser.say("act", decision=0, action=frame["actions"][0]["number"])
        for one in (browser, other):
            while (first := one.hear("frame", "news"))["type"] == "news":
                assert first["decisions"] == 0
            assert first["decision"] == 1
            assert first["view"] == one.welcome["seat"]
            assert one.hear("news")["decisions"] == 1
