"""Datasets: rows compared with the games, folders that are resumed, and files from elsewhere."""

import json
import re

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from hofspiele import Dataset, dataset, envs, load_dataset
from hofspiele.training.offline import dataset as writing
from hofspiele.training.offline.decisions import schema_of, to_arrow
from tests.component_files import own_file
from tests.pages import ROOT, blocks

AGENTS = ["greedy", "random"]


def write(path, game, agents=AGENTS, **values):
    """Write a dataset of a few games."""
    values = {"games": 5, "games_per_shard": 2, "threads": 1, **values}
    return dataset(Dataset(agents=agents, game=game, to=str(path), **values))


def files_in(path):
    found = [file for file in path.rglob("*") if file.is_file() and file.name != ".lock"]
    return {str(file.relative_to(path)): file.read_bytes() for file in found}


@pytest.fixture(scope="module")
def made(tmp_path_factory, two_players):
    return write(tmp_path_factory.mktemp("made"), two_players)


def test_rows_hold_observations_and_actions_of_deciding_seats(made):
    game, rows = made.game, made.read()
    assert len(rows["game"]) == made.decisions
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


def test_games_that_take_too_long_are_truncated(tmp_path):
    game = envs.make("knatsch", num_players=3, max_turns=3)
    assert write(tmp_path, game, ["random"], games=3).read()["truncated"].all()


def test_resumed_dataset_equals_an_uninterrupted_one(tmp_path, made, monkeypatch):
    """The number of threads makes no difference either."""

    def interrupt(*_):
        raise KeyboardInterrupt

    written = pq.write_table
    monkeypatch.setattr(pq, "write_table", lambda *args, **_: (written(*args, **_), interrupt()))
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path, made.game, threads=2)
    monkeypatch.undo()
    with pytest.raises(ValueError, match="decisions is null: repeat the command"):
        load_dataset(tmp_path, made.game)
    # As if the command had been killed while it wrote the next shard.
    (tmp_path / "parquet" / ".decisions-00001-of-00003.parquet.1-2.tmp").write_bytes(b"PAR1")
    monkeypatch.setattr(writing, "card_of", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path, made.game, threads=2)
    monkeypatch.undo()
    monkeypatch.setattr(writing, "play_decisions", None)  # No game is played again.
    write(tmp_path, made.game)
    assert files_in(tmp_path) == files_in(made.folder)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"seed": 2}, "seed is 2, but .* was started with seed 1"),
        ({"games": 6}, "games is 6, but .* games 5"),
        ({"games": 0}, "games is 0"),
        ({"agents": ["random", "greedy"]}, "line_up"),
        ({"agents": ["random"] * 3}, "3 agents given"),
    ],
    ids=str,
)
def test_dataset_with_other_or_wrong_settings_is_not_resumed(made, values, message):
    with pytest.raises(ValueError, match=message):
        write(made.folder, made.game, **values)


def test_dataset_with_changed_components_is_not_resumed(tmp_path):
    path = tmp_path / "cards.toml"
    path.write_text(own_file("kou_ka_roi"), encoding="utf-8")
    game = envs.make("kou_ka_roi", num_players=2, components=path)
    write(tmp_path / "data", game, games=1)
    path.write_text(f"{own_file('kou_ka_roi')}# changed", encoding="utf-8")
    changed = envs.make("kou_ka_roi", num_players=2, components=path)
    for use in (lambda: write(tmp_path / "data", changed, games=1),
                lambda: load_dataset(tmp_path / "data", changed)):  # fmt: skip
        with pytest.raises(ValueError, match=r"components_sha256.*cards\.toml is .*; restore the"):
            use()


@pytest.fixture
def foreign(tmp_path, two_players):
    """A dataset of one game, whose only file a test replaces."""
    made = write(tmp_path, two_players, games=1)
    return made, next((tmp_path / "parquet").iterdir())


def test_corrupt_shard_is_reported_and_played_again(foreign):
    made, shard = foreign
    before = files_in(made.folder)
    shard.write_bytes(shard.read_bytes()[:-10])
    with pytest.raises(ValueError, match=r"is corrupt: .*; remove it and repeat the command"):
        write(made.folder, made.game, games=1)
    shard.unlink()
    write(made.folder, made.game, games=1)
    assert files_in(made.folder) == before


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("game", 1), ("deal_seed", 7), ("ply", 2**31 - 1), ("seat", -1), ("agent", "rando"),
        ("action", 2**62), ("action_mask", False), ("outcome", np.nan), ("score", np.inf),
        ("rank", 3), ("observation", np.nan),
    ],
)  # fmt: skip
def test_impossible_values_are_refused(foreign, column, value):
    made, file = foreign
    rows = made.read()
    rows[column][3] = value
    pq.write_table(to_arrow(made.game, rows), file)
    named = "action" if column == "action_mask" else column
    with pytest.raises(ValueError, match=rf"parquet is corrupt: {named} is .* in row 3, expected"):
        load_dataset(made.folder, made.game).read()


def test_other_columns_and_numbers_of_rows_are_refused(foreign, three_players):
    made, file = foreign
    table = to_arrow(made.game, made.read())
    for wrong, message in (
        (table.drop_columns("observation"), "it has None, expected .*observation"),
        (table.set_column(3, "seat", table["seat"].cast(pa.int32())), r"int32>, expected .*int16"),
        (table.slice(1), r"dataset.json: decisions is \d+, but the files have \d+ rows"),
        (table.slice(0, 0), "the number of rows is 0"),
    ):
        pq.write_table(wrong, file)
        with pytest.raises(ValueError, match=message):
            load_dataset(made.folder, made.game)
    with pytest.raises(ValueError, match="num_players is 3"):
        load_dataset(made.folder, three_players)


def test_a_wrong_description_is_refused(foreign):
    made, _ = foreign
    description = made.folder / "dataset.json"
    content = json.loads(description.read_text())
    for name, value, message in (
        ("games", 10**30, r"decisions-00000-of-\d+.parquet is missing"),
        ("games", -1, "games is -1"),
        ("decisions", 10**18, "decisions is 1000000000000000000, but"),
        ("line_up", ["greedy"], "line_up is .*, expected 2 names"),
        ("versions", "1.0", "versions is '1.0'"),
    ):
        description.write_text(json.dumps(content | {name: value}))
        with pytest.raises(ValueError, match=message):
            load_dataset(made.folder, made.game)


def test_card_shows_how_to_read_the_dataset(made, monkeypatch):
    card = (made.folder / "README.md").read_text()
    assert all(f"| `{name}` | " in card for name in schema_of(made.game).names)
    assert "hofspiele dataset 'agents=[greedy,random]' game=kou_ka_roi" in card
    monkeypatch.chdir(made.folder)
    found = {}
    for block in re.findall(r"```python\n(.*?)```", card, re.DOTALL):
        exec(block, found)
    assert np.array_equal(found["observations"], made.read()["observation"])


def test_guide_shows_how_to_make_episodes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in blocks(ROOT / "docs" / "guides" / "training.md", "py"):
        if "rows" in block and "minari" not in block:  # Minari is not installed for tests.
            exec(block, names)
    rows, ends = names["rows"], [own[-1] for own in names["episodes"]]
    assert len(ends) == 300
    for own in names["episodes"]:
        assert len({*zip(rows["game"][own], rows["seat"][own], strict=True)}) == 1
        assert (np.diff(rows["ply"][own]) > 0).all()
    assert np.array_equal(names["rewards"][ends], rows["outcome"][ends])
    assert names["terminals"].nonzero()[0].tolist() == ends
    assert np.abs(names["rewards"]).sum() == np.abs(rows["outcome"][ends]).sum()
