import json
from dataclasses import replace

import pytest

from hofspiele.envs.core import GameRecord, RecordError, read_records, write_records
from tests.games import CASES
from tests.play import play_on


@pytest.fixture
def record(game):
    state = game.new(12)
    actions = list(play_on(game, state, 12))
    return GameRecord.from_actions(game, 12, actions, players=["random"] * game.num_players)


@pytest.fixture
def one_record():
    game = CASES[0].make()
    state = game.new(1)
    return GameRecord.from_actions(game, 1, list(play_on(game, state, 1)))


def test_a_record_replays_to_the_last_position(game, record):
    state = game.new(12)
    for _ in play_on(game, state, 12):
        pass
    replayed, last = record.replay()
    assert replayed == game
    assert last.tobytes() == state.tobytes()
    assert record.outcome == game.outcome(state).tolist()
    assert record.scores == game.scores(state).tolist()


def test_records_are_read_as_they_were_written(tmp_path, record):
    path = tmp_path / "match" / "games.jsonl"
    other = replace(record, players=["Jeanne\u2028d'Arc", "ü\n"], seed=2**64 - 1)
    write_records(path, [record, other])
    assert read_records(path) == [record, other]
    assert len(path.read_text(encoding="utf-8").split("\n")) == 3


def test_a_match_without_games(tmp_path):
    write_records(tmp_path / "none.jsonl", [])
    assert read_records(tmp_path / "none.jsonl") == []


def test_a_failed_write_leaves_the_old_file(tmp_path, one_record):
    path = tmp_path / "games.jsonl"
    write_records(path, [one_record])

    def broken():
        yield one_record
        raise RuntimeError("out of games")

    with pytest.raises(RuntimeError, match="out of games"):
        write_records(path, broken())
    assert read_records(path) == [one_record]
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not JSON"),
        ("", "not JSON"),
        ("[1, 2]", "not a game record"),
        ('{"winner": "me"}', "not a game record: expected an object with format"),
        ({"format": "hofspiele game record 99"}, "not a game record"),
        ({"format": "hofspiele game record 1"}, "older version.* single legal action.*again"),
        ({"weather": "fine"}, "unknown field 'weather'; fields: game, options"),
        ({"where": "here"}, "unknown field 'where'"),
        ({"seed": "12"}, "field 'seed' is missing or not of type int"),
        ({"actions": None}, "field 'actions' is missing or not of type list"),
    ],
)
def test_a_line_that_is_no_record(tmp_path, one_record, line, message):
    path = tmp_path / "games.jsonl"
    content = json.loads(one_record.to_json())
    bad = json.dumps(content | line) if isinstance(line, dict) else line
    path.write_text(f"{one_record.to_json()}\n{bad}\n", encoding="utf-8")
    with pytest.raises(RecordError, match=message) as error:
        read_records(path)
    assert f"{path}, line 2: " in str(error.value)


def test_a_file_that_is_no_text(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match=f"{path}: not a text file"):
        read_records(path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "chess"}, "no game is called 'chess'"),
        ({"options": {"colour": "red"}}, "unexpected keyword argument 'colour'"),
        ({"options": {"num_players": "two"}}, "num_players is 'two'"),
        ({"seed": -1}, "seed is -1"),
        ({"actions": ["fly"]}, "action 1: no action is called 'fly'"),
        ({"actions": [["row"]]}, "unhashable"),
        ({"outcome": [0.0, 0.0]}, "played with other components or rules"),
        ({"scores": [1.0, 2.0]}, "played with other components or rules"),
        ({"actions": []}, "played with other components or rules"),
    ],
)
def test_a_record_that_does_not_replay(tmp_path, one_record, changes, message):
    path = tmp_path / "games.jsonl"
    write_records(path, [one_record, replace(one_record, **changes)])
    good, bad = read_records(path)
    good.replay()
    with pytest.raises(RecordError, match=message) as error:
        bad.replay()
    assert f"{path}, line 2" in str(error.value)


def test_an_illegal_action_is_named_with_its_number(one_record):
    wait = replace(one_record, actions=[*one_record.actions, one_record.actions[-1]])
    number = len(wait.actions)
    with pytest.raises(RecordError, match=f"this record can't be replayed: action {number}: "):
        wait.replay()
