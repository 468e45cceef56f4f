"""The text of replays: what a seat reads, and when."""

from hofspiele import envs
from hofspiele.envs.replay import replay_text
from hofspiele.envs.replay.text import story
from tests.games import Case


def lines_of(game, actions, seat):
    """Return the lines that a seat reads while a game with these actions goes on."""
    positions = [game.new(1)]
    for action in actions:
        positions.append(positions[-1].copy())
        game.apply(positions[-1], action)
    return list(story(game, positions, actions, seat))


def test_a_seat_reads_simultaneous_choices_once_all_are_made():
    game = envs.make("kou_ka_roi", num_players=3)
    actions = ["row 1", "row 2", "row 3"]
    assert len(lines_of(game, actions[:2], 1)) == 1
    _, *choices, board = lines_of(game, actions, 1)
    assert choices == ["player 0: row 1", "player 1: row 2", "player 2: row 3"]
    assert board.startswith("\nKou-Ka-Roi, round 1")


def test_a_seat_sees_the_board_when_its_turn_comes():
    game = envs.make("kardinal", num_players=3)
    state, actions = game.new(1), []
    while game.current_player(state) != 2:
        actions.append(game.action_name(game.legal_actions(state)[0]))
        game.apply(state, actions[-1])
    boards = [line.startswith("\nKardinal") for line in lines_of(game, actions, 2)]
    assert boards == [True, *[False] * (len(boards) - 2), True]


def test_replays_hide_the_hands_of_others(record_of):
    record = record_of(Case("kardinal", {"num_players": 3}))
    whole, seen = replay_text(record).splitlines(), replay_text(record, 0, 1).splitlines()
    assert "  player 2 (0 points): 3 cards" in seen
    assert not any(line.startswith("  player 1 ") and "cards" in line for line in seen)
    assert not any(": 3 cards" in line for line in whole)
