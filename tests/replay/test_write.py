import pytest

from hofspiele import envs
from hofspiele.envs.core.text.records import RecordError
from hofspiele.envs.replay import Cut, replay_text, write_replay
from hofspiele.envs.replay.text import Story
from tests.games import CASES, Case

# Number of decisions that are written; drawing pixels takes a long time.
LAST = 2


@pytest.fixture
def record(record_of):
    return record_of(CASES[0])


def cut_of(record, **changes):
    return Cut(first=len(record.actions) - LAST, width=64)._replace(**changes)


def test_text_may_start_later(record, tmp_path):
    write_replay(record, tmp_path / "game.txt", "text")
    assert (tmp_path / "game.txt").read_text(encoding="utf-8") == replay_text(record)
    last = replay_text(record, len(record.actions) - 1).splitlines()
    assert len([line for line in last if line.startswith("player ")]) == 1
    assert last[-1] == replay_text(record).splitlines()[-1]


@pytest.mark.parametrize(("kind", "begin"), [("svg", b"<svg "), ("png", b"\x89PNG")])
def test_pictures_are_written_with_their_numbers(record, tmp_path, kind, begin):
    write_replay(record, tmp_path / "pictures", kind, cut_of(record))
    files = sorted((tmp_path / "pictures").iterdir())
    count = len(record.actions)
    numbers = range(count - LAST, count + 1)
    assert [file.name for file in files] == [f"{number:04d}.{kind}" for number in numbers]
    assert all(file.read_bytes().startswith(begin) for file in files)


def test_a_gif_has_all_pictures(record, tmp_path):
    image = pytest.importorskip("PIL.Image")
    write_replay(record, tmp_path / "new" / "game.gif", "gif", cut_of(record))
    with image.open(tmp_path / "new" / "game.gif") as animation:
        assert animation.n_frames == LAST + 1
        assert animation.size[0] == 64


def test_a_video_is_written(record, tmp_path):
    pytest.importorskip("moviepy")
    write_replay(record, tmp_path / "game.mp4", "mp4", cut_of(record, width=65))
    assert (tmp_path / "game.mp4").read_bytes()[4:8] == b"ftyp"
    assert [file.name for file in tmp_path.iterdir()] == ["game.mp4"]


def test_background_and_point_of_view_change_pictures(record, tmp_path):
    seen = set()
    for number, changes in enumerate([{}, {"dark": True}, {"point_of_view": 1}]):
        write_replay(record, tmp_path / str(number), "svg", cut_of(record, **changes))
        seen.add(next(iter((tmp_path / str(number)).iterdir())).read_bytes())
    assert len(seen) == 3


def test_impossible_replays_are_refused(record, tmp_path):
    with pytest.raises(RecordError, match="skip is 500, expected 0 to"):
        write_replay(record, tmp_path / "out", "svg", Cut(first=500))
    with pytest.raises(ValueError, match="kind is 'pdf', expected one of text, html"):
        write_replay(record, tmp_path / "game.pdf", "pdf")
    assert not any(tmp_path.iterdir())


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
