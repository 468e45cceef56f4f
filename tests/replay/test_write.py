import pytest

from hofspiele.envs.core.text.records import RecordError
from hofspiele.envs.replay import KINDS, Cut, replay_text, write_replay
from tests.games import CASES

case = CASES[0]
# Number of decisions that are written; drawing pixels takes a long time.
LAST = 2


@pytest.fixture
def record(record_of):
    return record_of(case)


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


@pytest.mark.parametrize("kind", KINDS)
def test_more_decisions_than_the_game_has_are_refused(record, tmp_path, kind):
    with pytest.raises(RecordError, match="skip is 500, expected 0 to"):
        write_replay(record, tmp_path / "out", kind, Cut(first=500))
    assert not (tmp_path / "out").exists()
    with pytest.raises(ValueError, match="kind is 'pdf', expected one of text, html"):
        write_replay(record, tmp_path / "game.pdf", "pdf")
