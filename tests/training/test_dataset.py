"""Datasets: rows and episodes compared with the games, and folders that are resumed."""

import errno
import gc
import json
import os
import re
import signal
from pathlib import Path

import gymnasium
import minari
import numpy as np
import pyarrow.parquet as pq
import pytest
from rich.console import Console

from hofspiele import envs
from hofspiele.training.cli.files import WriteError
from hofspiele.training.offline import dataset
from hofspiele.training.offline.columns import columns_of, from_arrow
from hofspiele.training.offline.folder import DatasetFolder
from hofspiele.training.players.lookup import AgentFinder
from hofspiele.training.settings.measuring import Dataset
from tests.component_files import own_file
from tests.games import FOREIGN_CASES
from tests.training.commands import interrupted_here

QUIET = Console(quiet=True)
AGENTS = ("greedy", "random")


class Made:
    """A dataset of a few games, written like those of the command."""

    def __init__(self, path, game, agents=AGENTS, **values):
        settings = Dataset(**{"games": 5, "games_per_shard": 2, "to": str(path), **values})
        self.game = game
        self.line_up = dataset.line_up_of(AgentFinder(game).find(agents), game)
        stored = dataset.stored_settings(settings, game, self.line_up)
        self.folder = DatasetFolder(path, stored)

    def write(self, threads=1):
        dataset.play(self.folder, self.game, self.line_up, QUIET, threads)
        dataset.finish(self.folder, self.game, QUIET)
        return self

    def table(self):
        return pq.read_table(self.folder.path / "parquet")

    def rows(self):
        return from_arrow(self.game, self.table())

    def load(self, monkeypatch):
        monkeypatch.setenv("MINARI_DATASETS_PATH", str(self.folder.minari))
        return minari.load_dataset(self.folder.settings["id"])

    def files(self):
        path = self.folder.path
        found = [file for file in path.rglob("*") if file.is_file() and file.name != ".lock"]
        return {str(file.relative_to(path)): file.read_bytes() for file in found}


@pytest.fixture(scope="module")
def made(tmp_path_factory, two_players):
    return Made(tmp_path_factory.mktemp("made"), two_players).write()


def test_rows_hold_observations_and_actions_of_deciding_seats(made):
    game, rows = made.game, made.rows()
    for number in range(5):
        own = np.flatnonzero(rows["game"] == number)
        assert np.array_equal(rows["ply"][own], np.arange(len(own)))
        assert np.array_equal(own, np.arange(own[0], own[0] + len(own)))
        state = game.new(int(rows["deal_seed"][own[0]]))
        for k in own:
            seat = game.current_player(state)
            assert rows["seat"][k] == seat
            assert rows["agent"][k] == AGENTS[(seat - number) % 2]
            assert np.array_equal(rows["observation"][k], game.observe(state, seat))
            assert np.array_equal(rows["action_mask"][k], game.legal_mask(state))
            game.apply(state, rows["action"][k])
        assert game.is_over(state)
        for name, at_the_end in (
            ("outcome", game.outcome(state)), ("score", game.scores(state)),
            ("rank", game.ranks(state)),
        ):  # fmt: skip
            assert np.array_equal(rows[name][own], at_the_end[rows["seat"][own]])
    assert len(set(rows["deal_seed"])) == 5
    assert not rows["truncated"].any()


def test_columns_have_their_shapes(made):
    schema = made.table().schema
    columns = columns_of(made.game)
    assert schema.names == [column.name for column in columns]
    rows = made.table()["observation_rows"].combine_chunks()
    shape = json.loads(schema.field("observation_rows").metadata[b"shape"])
    decoded = made.game.layout.decode(made.rows()["observation"][7])["rows"]
    assert np.array_equal(rows.flatten().to_numpy().reshape(-1, *shape)[7], decoded)


def test_episode_is_a_game_seen_by_one_seat(made, monkeypatch):
    game, rows, loaded = made.game, made.rows(), made.load(monkeypatch)
    assert loaded.total_steps == len(rows["game"])
    assert len(loaded) == 10
    metadata = loaded.storage.get_episode_metadata(range(10))
    for episode, about in zip(loaded.iterate_episodes(), metadata, strict=True):
        own = (rows["game"] == about["game"]) & (rows["seat"] == about["seat"])
        assert np.array_equal(episode.observations[:-1], rows["observation"][own])
        assert np.array_equal(episode.actions, rows["action"][own])
        assert np.array_equal(episode.infos["action_mask"][:-1], rows["action_mask"][own])
        assert episode.infos["action_mask"][-1].all()
        assert episode.rewards[-1] == rows["outcome"][own][0]
        assert not episode.rewards[:-1].any()
        assert episode.terminations.tolist() == [False] * (own.sum() - 1) + [True]
        assert not episode.truncations.any()
        assert about["agent"] == AGENTS[(about["seat"] - about["game"]) % 2]
        assert about["score"] == rows["score"][own][0]
        state = game.new(int(about["deal_seed"]))
        for action in rows["action"][rows["game"] == about["game"]]:
            game.apply(state, action)
        last = game.observe(state, int(about["seat"]))
        assert np.array_equal(episode.observations[-1], last)
        assert all(map(loaded.observation_space.contains, episode.observations))


def test_minari_knows_the_environment(made, monkeypatch):
    loaded = made.load(monkeypatch)
    environment = loaded.recover_environment(opponents="random")
    assert environment.unwrapped.game == made.game
    assert environment.observation_space == loaded.observation_space
    assert environment.action_space == loaded.action_space
    assert list(minari.list_local_datasets()) == ["hofspiele/kou_ka_roi/greedy-random-v0"]
    assert isinstance(loaded.env_spec, gymnasium.envs.registration.EnvSpec)


def test_a_dataset_is_written_to_a_relative_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    game = FOREIGN_CASES[0].make()
    made = Made(Path("set"), game, AGENTS[:1]).write()
    assert made.load(monkeypatch).total_episodes == 5 * game.num_players


def test_games_that_take_too_long_are_truncated(tmp_path, monkeypatch):
    game = envs.make("knatsch", num_players=3, max_turns=3)
    short = Made(tmp_path, game, ("random",), games=3).write()
    assert short.rows()["truncated"].all()
    for episode in short.load(monkeypatch).iterate_episodes():
        assert episode.truncations[-1]
        assert not episode.terminations.any()


def test_dataset_is_the_same_on_any_number_of_threads(tmp_path, made):
    assert Made(tmp_path, made.game).write(threads=2).files() == made.files()


@pytest.mark.parametrize("threads", [1, 2])
def test_resumed_dataset_equals_an_uninterrupted_one(tmp_path, made, monkeypatch, threads):
    def interrupt(*_):
        raise KeyboardInterrupt

    write = DatasetFolder.write_shard
    monkeypatch.setattr(DatasetFolder, "write_shard", lambda *args: (write(*args), interrupt()))
    with pytest.raises(KeyboardInterrupt):
        Made(tmp_path, made.game).write(threads)
    gc.collect()  # An error in a thread is part of a cycle that holds the folder's lock.
    monkeypatch.undo()
    # As if the command had been killed while it wrote the next shard.
    (tmp_path / "parquet" / ".decisions-00001-of-00003.parquet.1-2.tmp").write_bytes(b"PAR1")
    monkeypatch.setattr(dataset, "write_minari", interrupt)
    with pytest.raises(KeyboardInterrupt):
        Made(tmp_path, made.game).write()
    monkeypatch.undo()
    # As if the command had been killed while it wrote the Minari dataset.
    (tmp_path / ".minari.tmp" / "hofspiele").mkdir(parents=True)
    assert Made(tmp_path, made.game).write().files() == made.files()


def test_complete_dataset_is_unchanged(tmp_path, two_players, monkeypatch):
    whole = Made(tmp_path, two_players, games=1, minari=False).write()
    before = whole.files()
    assert sorted(before) == [
        "README.md", "dataset.json", "parquet/decisions-00000-of-00001.parquet",
    ]  # fmt: skip
    del whole
    monkeypatch.setattr(dataset, "play_decisions", None)
    assert Made(tmp_path, two_players, games=1, minari=False).write().files() == before


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"seed": 2}, r"seed is 2, but .* was started with seed 1; .* another to=FOLDER"),
        ({"games": 6}, "games is 6, but .* was started with games 5"),
        ({"agents": ("random", "greedy")}, 'with line_up .*"greedy", "random"'),
    ],
)
def test_dataset_with_other_settings_is_not_resumed(tmp_path, two_players, values, message):
    Made(tmp_path, two_players)
    with pytest.raises(ValueError, match=message):
        Made(tmp_path, two_players, **values)


def test_dataset_with_changed_components_is_not_resumed(tmp_path):
    path = tmp_path / "cards.toml"
    path.write_text(own_file("kou_ka_roi"), encoding="utf-8")
    game = envs.make("kou_ka_roi", num_players=2, components=path)
    Made(tmp_path / "data", game)
    path.write_text(f"{own_file('kou_ka_roi')}# changed", encoding="utf-8")
    changed = envs.make("kou_ka_roi", num_players=2, components=path)
    with pytest.raises(ValueError, match=r"components_sha256.*cards\.toml is .*; restore the file"):
        Made(tmp_path / "data", changed)


def test_wrong_values_are_reported(tmp_path, three_players):
    with pytest.raises(ValueError, match="2 agents given, expected 1 for all seats, or 3"):
        Made(tmp_path, three_players)
    for wrong in ("kardinal", "../kardinal-v0", "a b-v0"):
        with pytest.raises(ValueError, match=r"id is .*, expected NAMESPACE/NAME-v0"):
            Made(tmp_path, three_players, ("greedy",), id=wrong)
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(ValueError, match=r"expected a new or empty folder, .* folder of a dataset"):
        Made(tmp_path, three_players, ("greedy",))


def test_full_disk_leaves_no_partial_shard(tmp_path, two_players, monkeypatch):
    def fill(table, file, **_):
        file.write_bytes(b"PAR1")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(pq, "write_table", fill)
    with pytest.raises(WriteError, match=r"00000-of-00003\.parquet can't be written: No space"):
        Made(tmp_path, two_players).write()
    assert not any((tmp_path / "parquet").iterdir())


def test_corrupt_shard_is_reported_and_played_again(tmp_path, two_players):
    whole = Made(tmp_path, two_players, games=2, minari=False).write()
    before, (shard,) = whole.files(), whole.folder.shards
    shard.write_bytes(shard.read_bytes()[:-10])
    with pytest.raises(ValueError, match=r"is corrupt: .*; remove it and repeat the command"):
        whole.write()
    shard.unlink()
    assert whole.write().files() == before


def test_card_shows_how_to_read_the_dataset(made, monkeypatch):
    card = (made.folder.path / "README.md").read_text()
    assert all(f"| `{column.name}` | " in card for column in columns_of(made.game))
    assert "hofspiele dataset 'agents=[greedy,random]' game=kou_ka_roi" in card
    monkeypatch.chdir(made.folder.path)
    monkeypatch.setenv("MINARI_DATASETS_PATH", "")  # Restored after the card has set it.
    found = {}
    for block in re.findall(r"```python\n(.*?)```", card, re.DOTALL):
        exec(block, found)
    assert found["values"].shape == (len(made.rows()["game"]), 8, 3, 17)
    assert len(found["dataset"]) == 10


def test_interrupted_command_prints_how_to_resume(tmp_path):
    output = interrupted_here(
        (tmp_path / "parquet" / "decisions-00000-of-05000.parquet").exists, signal.SIGINT,
        "dataset", "agents=[random]", "game=kou_ka_roi", "games=10_000", "games_per_shard=2",
        f"to={tmp_path}",
    )  # fmt: skip
    assert re.search(r"interrupted; saved \d+ of 5,000 shards; resume with:", output)
    assert "hofspiele dataset 'agents=[random]' game=kou_ka_roi games=10_000" in output
