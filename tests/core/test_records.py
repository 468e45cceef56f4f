import json
from dataclasses import replace

import pytest

from hofspiele.envs.core import GameRecord, read_records, write_records
from hofspiele.envs.core.text.records import RecordError
from tests.games import CASES
from tests.play import play_on


@pytest.fixture
def record(game):
    state = game.new(12)
    actions = list(play_on(game, state, 12))
    return GameRecord.from_actions(game, 12, actions, players=["random"] * game.num_players)


@pytest.fixture
def one_record(record_of):
    return record_of(CASES[0])


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


@pytest.mark.parametrize(
    ("line", "message"),
    [
        *((text, "not JSON") for text in ("{", "", '{"seed": ' + "1" * 5000 + "}")),
        ('{"format": ' + "[" * 100_000, "not JSON .maximum recursion depth"),
        ("[1, 2]", "not a game record"),
        ('{"winner": "me"}', "not a game record: format is None, expected 'hofspiele"),
        ('{"seed": 1, "seed": 2}', "an object contains a duplicate key"),
        ({"format": "hofspiele game record 1"}, "format is 'hofspiele game record 1', expected"),
        ({"weather": "fine"}, "unknown field 'weather'; fields: game, options"),
        ({"where": "here"}, "unknown field 'where'"),
        *(({"seed": wrong}, "field 'seed' is ") for wrong in ("12", -1, 2**64, True, 1.0)),
        *(({"actions": wrong}, "field 'actions' is ") for wrong in (None, [["row"]])),
        *(({"outcome": wrong}, "field 'outcome' is ") for wrong in ([True, False], [float("nan")])),
        *(({"scores": wrong}, "field 'scores' is ") for wrong in ([float("inf")], [10**4000])),
        *(({"players": wrong}, "field 'players' is ") for wrong in (["\ud800"], [3])),
        ({"start": 5}, "field 'start' is "),
    ],
)
def test_invalid_lines_are_refused_with_file_and_line(tmp_path, one_record, line, message):
    path = tmp_path / "games.jsonl"
    content = json.loads(one_record.to_json())
    bad = json.dumps(content | line) if isinstance(line, dict) else line
    path.write_text(f"{one_record.to_json()}\n{bad}\n", encoding="utf-8")
    with pytest.raises(RecordError, match=message) as error:
        read_records(path)
    assert f"{path}, line 2: " in str(error.value)


def test_a_binary_file_is_refused(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match=f"{path}: not a text file"):
        read_records(path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"options": {"colour": "red"}}, "unexpected keyword argument 'colour'"),
        ({"options": {"num_players": "two"}}, "num_players is 'two'"),
        ({"actions": ["fly"]}, "action 1: unknown action 'fly'"),
        ({"outcome": [0.0, 0.0]}, "played with different components or rules"),
        ({"scores": [1.0, 2.0]}, "played with different components or rules"),
        ({"actions": []}, "played with different components or rules"),
    ],
)
def test_a_record_that_does_not_replay_is_refused(tmp_path, one_record, changes, message):
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
