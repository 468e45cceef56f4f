import dataclasses
from pathlib import Path

import numpy as np
import pytest

from hofspiele.envs.agents import MatchResult
from hofspiele.envs.core import GameRecord, read_records
from hofspiele.training.measuring import page as page_module
from hofspiele.training.measuring.kept_games import KeptGames
from hofspiele.training.measuring.page import ADDED_BELOW, write_page

VERSIONS = {"hofspiele": "0.1", "python": "3", "numpy": "2", "torch": "2", "machine": "x"}
BASIS = {
    "title": "K & K", "name": "kardinal", "options": {"num_players": 3, "vatikan": True},
    "agent": "greedy", "opponents": "random", "games": 12, "seed": 7, "deterministic": True,
    "agents": {"greedy": None, "random": "0a1b"}, "code": "",
}  # fmt: skip

RECORD = GameRecord("kardinal", {}, 1, [], [], [])


def render_page(kept):
    return page_module.render_page(kept, Path("games.jsonl"))


def kept(wins, versions=VERSIONS, **values):
    """Four deals at a table of three, of whose games the agent wins the first `wins`."""
    ranks = np.tile(np.array([2, 1, 3], np.int16), (12, 1))
    ranks[:wins] = [1, 2, 3]
    ranks = ranks.reshape(4, 3, 3)
    games = MatchResult(["greedy", "random", "random"], 2.0 - ranks, 10.0 - ranks, ranks, [])
    return KeptGames({**BASIS, **values}, versions, games, RECORD)


def row_of(page):
    (row,) = [line for line in page.splitlines() if line.startswith("| `greedy` |")]
    return [cell.strip() for cell in row.strip("|").split("|")]


def test_a_row_has_figures_and_its_command():
    page = render_page([kept(9)])
    agent, against, games, share, fair, seeds, margin, command = row_of(page)
    assert (agent, against, games, fair) == ("`greedy`", "2 × `random`", "12", "33.3 %")
    assert seeds == "7: 75.0 %"
    assert share.startswith("75.0 % [")
    assert margin.startswith("+1.1 ± ")
    assert command == (
        "`game=kardinal num_players=3 vatikan=true agent=greedy opponents=random games=12 seed=7`"
    )
    assert "`random`: SHA-256 0a1b" in page
    assert "which takes the most probable action" in page


def test_seeds_of_a_match_share_a_row_with_the_interval_of_all():
    one, other = kept(6), kept(9, seed=8)
    _, _, games, share, _, seeds, *_ = row_of(render_page([one, other]))
    assert (games, seeds) == ("24", "7: 50.0 %, 8: 75.0 %")
    assert share.startswith("62.5 % [")
    alone = row_of(render_page([one]))[3]

    def width(cell):
        low, high = cell.partition("[")[2].rstrip("]").split(", ")
        return float(high) - float(low)

    assert width(share) < width(alone)


def test_games_and_matches_keep_their_order():
    page = render_page([kept(1, title="Other"), kept(2), kept(3, games=15)])
    assert page.index("## Other") < page.index("## K & K")
    assert page.count("| `greedy` |") == 3


def test_tables_of_several_sizes_have_their_rows():
    small, large = kept(3), kept(3, options={"num_players": 4})
    arrays = (
        np.concatenate([array, array[:, :, 2:]], 2)
        for array in (large.games.outcomes, large.games.scores, large.games.ranks)
    )
    games = MatchResult(["greedy", *["random"] * 3], *arrays, records=[])
    page = render_page([small, dataclasses.replace(large, games=games)])
    rows = [line for line in page.splitlines() if line.startswith("| `greedy`")]
    for row, against, fair in zip(rows, ("2 ×", "3 ×"), ("33.3 %", "25.0 %"), strict=True):
        assert against in row
        assert f"| {fair} |" in row


def test_the_page_says_where_trained_agents_draw_their_actions():
    page = render_page([kept(5, deterministic=False)])
    assert "games=12 seed=7 deterministic=false`" in page
    assert "most probable" not in page


def test_all_versions_that_games_were_played_with_are_told():
    newer = VERSIONS | {"torch": "3"}
    page = render_page([kept(1), kept(2, games=15), kept(3, newer, games=18)])
    told = "hofspiele 0.1, Python 3, numpy 2, torch {} (x)"
    assert f"Measured with {told.format(2)}; {told.format(3)}.\n" in page


def test_options_are_as_the_command_line_takes_them():
    options = {"num_players": 3, "vatikan": False, "components": None}
    page = render_page([kept(1, options=options), kept(1, options={**options, "components": "/A"})])
    assert " vatikan=false components=null agent=" in page
    assert " components=/A agent=" in page


def test_each_game_has_a_game_to_watch_of_its_longest_match(tmp_path):
    def seeded(seed):
        return dataclasses.replace(RECORD, seed=seed)

    other, short, long, last = (
        dataclasses.replace(kept(3, **values), typical=seeded(seed))
        for seed, values in enumerate(
            ({"title": "Other"}, {"games": 6}, {"games": 15}, {"games": 15, "seed": 8})
        )
    )
    page = tmp_path / "PAGE.md"
    write_page(page, [other, short, long, last])
    records = tmp_path / "PAGE.jsonl"
    assert read_records(records) == [seeded(0), seeded(2)]
    lines = [line for line in page.read_text().splitlines() if "hofspiele replay" in line]
    assert lines == [
        f"`greedy` against 2 × `random`, seed 7: `hofspiele replay {records} game={number} to=html`"
        for number in (1, 2)
    ]


def test_what_was_added_by_hand_stays(tmp_path):
    page = tmp_path / "PAGE.md"
    write_page(page, [kept(3)])
    without = page.read_text()
    page.write_text(f"{without}\n{ADDED_BELOW}\n## Ours\n")
    write_page(page, [kept(3)])
    assert page.read_text() == f"{without}\n{ADDED_BELOW}\n## Ours\n"
    write_page(page, [kept(4)])
    assert page.read_text().endswith(f"\n\n{ADDED_BELOW}\n## Ours\n")
    assert page.read_text() != f"{without}\n{ADDED_BELOW}\n## Ours\n"


def test_a_page_that_is_no_text_is_left_alone(tmp_path):
    page = tmp_path / "PAGE.md"
    page.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match=r"PAGE\.md is damaged"):
        write_page(page, [kept(3)])
    assert page.read_bytes() == b"\xff\xfe"
