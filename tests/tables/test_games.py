"""Complete games through the socket."""

import json
from typing import Any

import numpy as np
import pytest

from hofspiele.envs.core import Game, GameRecord
from hofspiele.play.frames import Look, decision_fields, frame_at
from hofspiele.play.game_progress import GameProgress, Player, TableSetup
from tests.games import ONE_OF_EACH_OWN_GAME, Case
from tests.tables.client import Address, Browser, Opened

# The seed is larger than any other number in messages, so that it can be searched for.
SEED = 12_345_678_901_234_567_890


def open_against_greedy(server: Address, case: Case) -> Opened:
    """Open a table with a person in the last seat, so that no later player chooses in secret."""
    seats = [*["greedy"] * (case.options["num_players"] - 1), "me"]
    return server.open(case.name, seats, options=case.options, seed=str(SEED))


def play_to_the_end(browser: Browser, rng: np.random.Generator) -> list[dict[str, Any]]:
    """Choose random actions to the end; return the frames of all own decisions."""
    frames = []
    while browser.wait_for_turn():
        frame = browser.look()
        actions = frame.get("actions")
        if actions is None:  # An agent has decided in between.
            continue
        frames.append(frame)
        chosen = actions[rng.integers(len(actions))]["number"]
        assert browser.act(frame["decision"], chosen)["type"] == "news"
    return frames


@pytest.mark.parametrize("case", ONE_OF_EACH_OWN_GAME, ids=str)
def test_games_are_played_without_revealing_hidden_information(server, case):
    opened, seat = open_against_greedy(server, case), case.options["num_players"] - 1
    with opened.sit(seat) as browser:
        frames = play_to_the_end(browser, np.random.default_rng(1))
        running = "".join(text for text in browser.heard if '"over":true' not in text)
        assert str(SEED) not in running
        assert opened.tokens[seat] not in running
        last = browser.look()
    record = GameRecord.from_json(opened.record())
    game, state = record.replay()
    assert record.seed == SEED
    agents = ["greedy"] if seat == 1 else [f"greedy {number + 1}" for number in range(seat)]
    assert record.players == [*agents, "Guest"]
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
