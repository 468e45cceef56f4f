import dataclasses
import json

import numpy as np
import pytest

from hofspiele.training.measuring.kept_games import play_and_keep, read_kept
from hofspiele.training.measuring.matches import Match
from hofspiele.training.players.torch_file import save_agent
from tests.hostile.bombs import giants
from tests.training.models import untrained

MATCH = Match(
    "K & K", "kardinal", {"num_players": 3, "vatikan": True}, "greedy", "random", 5, 7, True
)


def changed(**values):
    return dataclasses.replace(MATCH, **values)


def test_games_are_kept_until_something_changes(tmp_path):
    assert read_kept(MATCH, tmp_path) is None
    play_and_keep(MATCH, tmp_path)
    kept = read_kept(MATCH, tmp_path)
    assert kept.games.agents == ["greedy", "random", "random"]
    assert kept.games.ranks.shape == kept.games.scores.shape == (2, 3, 3)
    assert kept.games.ranks.min() == 1
    assert sorted(kept.typical.players) == ["greedy", "random", "random"]
    kept.typical.replay()
    file = MATCH.file(tmp_path)
    for other in (changed(games=9), changed(deterministic=False)):
        assert other.file(tmp_path) == file
        assert read_kept(other, tmp_path) is None
    assert read_kept(changed(seed=8), tmp_path) is None
    dataclasses.replace(kept, basis={**kept.basis, "code": "0"}).write(file)
    assert read_kept(MATCH, tmp_path) is None
    kept.write(file)
    assert read_kept(MATCH, tmp_path) is not None
    file.write_bytes(file.read_bytes()[:100])
    assert read_kept(MATCH, tmp_path) is None


def test_kept_games_carry_no_code(tmp_path):
    play_and_keep(MATCH, tmp_path)
    kept = read_kept(MATCH, tmp_path)
    about = json.dumps(
        {
            "basis": kept.basis,
            "versions": {},
            "agents": kept.games.agents,
            "typical": kept.typical.to_json(),
        }
    )
    objects = np.array([print], object)
    np.savez(MATCH.file(tmp_path), about=about, outcomes=objects, scores=objects, ranks=objects)
    assert read_kept(MATCH, tmp_path) is None


def test_other_arrays_than_those_of_the_match_are_not_read(tmp_path):
    play_and_keep(MATCH, tmp_path)
    kept, file = read_kept(MATCH, tmp_path), MATCH.file(tmp_path)
    games = kept.games
    for other in (
        dataclasses.replace(games, ranks=games.ranks[:1]),
        dataclasses.replace(games, ranks=games.ranks.astype(float)),
        dataclasses.replace(games, scores=np.zeros((1000, 1000))),
    ):
        dataclasses.replace(kept, games=other).write(file)
        assert read_kept(MATCH, tmp_path) is None


@pytest.mark.parametrize(
    "name", ["nested-list", "npz-shape", "npz-negative", "zeros", "declared", "one-line"]
)
def test_what_is_no_kept_games_is_played_anew(tmp_path, name):
    MATCH.file(tmp_path).write_bytes(giants()[name])
    assert read_kept(MATCH, tmp_path) is None


def test_each_wrong_bit_is_noticed(tmp_path):
    play_and_keep(MATCH, tmp_path)
    whole, file = read_kept(MATCH, tmp_path), MATCH.file(tmp_path)
    content = file.read_bytes()
    for place in range(0, len(content), 41):
        damaged = bytearray(content)
        damaged[place] ^= 0x10
        file.write_bytes(damaged)
        read = read_kept(MATCH, tmp_path)
        assert read is None or (read.games.ranks == whole.games.ranks).all()


def test_another_agent_of_the_same_name_is_measured_anew(tmp_path, kardinal):
    path = tmp_path / "naive.pt"
    match = changed(agent=str(path))
    for _ in range(2):
        save_agent(path, untrained(kardinal), [kardinal], False, {})
        assert read_kept(match, tmp_path) is None
        play_and_keep(match, tmp_path)
        assert read_kept(match, tmp_path).basis["agents"]["naive"] is not None
