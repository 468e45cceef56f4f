"""The text of replays: what a seat reads, and when."""

from hofspiele import envs
from hofspiele.envs.replay import replay_text
from hofspiele.envs.replay.text import Story
from tests.games import Case


def test_a_seat_reads_simultaneous_choices_once_all_are_made():
    game = envs.make("kou_ka_roi", num_players=3)
    state, lines = game.new(1), []
    story = Story(game, state, 1)
    for row in (1, 2, 3):
        before = state.copy()
        game.apply(state, f"row {row}")
        lines.append(list(story.lines(before, f"row {row}", state)))
    assert lines[:2] == [[], []]
    assert lines[2][:3] == ["player 0: row 1", "player 1: row 2", "player 2: row 3"]
    assert lines[2][3] == story.board


def test_a_seat_sees_the_board_when_its_turn_comes():
    game = envs.make("kardinal", num_players=3)
    state = game.new(1)
    story = Story(game, state, 2)
    boards = []
    while game.current_player(state) != 2:
        before, action = state.copy(), game.legal_actions(state)[0]
        game.apply(state, action)
        lines = list(story.lines(before, game.action_name(action), state))
        boards.append(story.board in lines)
    assert boards == [False] * (len(boards) - 1) + [True]


def test_replays_hide_the_hands_of_others(record_of):
    record = record_of(Case("kardinal", {"num_players": 3}))
    whole, seen = replay_text(record).splitlines(), replay_text(record, 0, 1).splitlines()
    assert "  player 2 (0 points): 3 cards" in seen
    assert not any(line.startswith("  player 1 ") and "cards" in line for line in seen)
    assert not any(": 3 cards" in line for line in whole)
