from collections import defaultdict
from pathlib import Path

import pytest
from hydra import compose, initialize_config_dir

from hofspiele.training.cli import versions
from hofspiele.training.measuring import matches as matches_module
from hofspiele.training.measuring.matches import Match, configured_matches

CONFIGS = str(Path(__file__).parents[3] / "configs" / "measuring")
KOU = "games=[{title: Kou,name: kou_ka_roi,options: {},num_players: [2]}]"


def configured(*overrides):
    with initialize_config_dir(CONFIGS, version_base="1.3"):
        return compose("results", [*overrides])


def test_every_game_has_every_match_at_its_first_size():
    matches = configured_matches(configured())
    at_four = [match for match in matches if match.options["num_players"] == 4]
    kinds = {(match.agent, match.opponents, match.seed) for match in at_four}
    assert {("trained", "greedy", 1), ("trained", "search-100", 1), ("search-25", "greedy", 1)} <= (
        kinds
    )
    assert len(at_four) == len(kinds) * len({match.title for match in at_four})
    games = {match.title: match.games for match in matches if match.opponents == "search-100"}
    assert games["Kou-Ka-Roi"] > games["Knatsch"]


def test_trained_agents_play_at_tables_of_every_size_and_option():
    matches = configured_matches(configured())
    sizes = defaultdict(set)
    for match in matches:
        if (match.agent, match.opponents) == ("trained", "greedy"):
            sizes[match.title].add(match.options["num_players"])
    assert sizes.pop("Kou-Ka-Roi") == {2, 3, 4}
    assert sizes.pop("Knatsch") == {2, 3, 4, 5, 6}
    assert [*sizes.values()] == [{3, 4, 5}] * 4
    assert {match.options["num_players"] for match in matches if match.agent == "greedy"} == {4}


def test_a_match_is_played_with_each_of_its_seeds():
    matches = configured_matches(
        configured(
            "seeds=[4,5]",
            "games=[{title: Kou,name: kou_ka_roi,options: {},num_players: [2]}]",
            "matches=[{agent: a,opponents: b,games: 8},"
            "{agent: c,opponents: b,games: 8,seeds: [7]}]",
        )
    )
    assert [(match.agent, match.seed) for match in matches] == [("a", 4), ("a", 5), ("c", 7)]
    assert len({match.file(Path()) for match in matches}) == 3


@pytest.mark.parametrize("seeds", ["[1,1]", "[]"])
def test_no_seed_counts_twice(seeds):
    with pytest.raises(ValueError, match=r"seeds is .*, expected different integers from 0"):
        configured_matches(configured(f"seeds={seeds}"))


def test_no_table_counts_twice():
    twice = "games=[{title: Kou,name: kou_ka_roi,options: {},num_players: [3,3]}]"
    with pytest.raises(ValueError, match=r"games\[0\]\.num_players is \[3,3\], expected different"):
        configured_matches(configured(twice))


def test_a_game_may_have_its_own_number_of_games_against_some():
    matches = configured_matches(
        configured(
            "games=[{title: Kou,name: kou_ka_roi,options: {},num_players: [2],"
            "games_by_opponent: {b: 3}}]",
            "matches=[{agent: a,opponents: b,games: 8},{agent: a,opponents: c,games: 8}]",
        )
    )
    assert [match.games for match in matches] == [3, 8]


@pytest.mark.parametrize(
    "matches",
    [
        "matches=[{agent: a,opponents: b,games: 8},{agent: a,opponents: b,games: 9}]",
        "matches=[{agent: a,opponents: b,games: 8},{agent: a,opponents: b,games: 8}]",
    ],
)
def test_no_match_is_there_twice(matches):
    with pytest.raises(ValueError, match=r"Kou: a against b with seed 1 is there twice, 8 games"):
        configured_matches(configured(KOU, "seeds=[1]", matches))
    titles = KOU.replace("]}]", "]},{title: Ku,name: kou_ka_roi,options: {},num_players: [2]}]")
    with pytest.raises(ValueError, match=r"Ku: a against b .* in Kou and 8 in Ku, expected it onc"):
        configured_matches(configured(titles, "matches=[{agent: a,opponents: b,games: 8}]"))


def test_games_against_nobody_are_refused():
    mistyped = (
        "games=[{title: Kou,name: kou_ka_roi,options: {},num_players: [2],"
        "games_by_opponent: {serch-100: 9}}]"
    )
    with pytest.raises(ValueError, match="Kou: no match is against serch-100, expected some of"):
        configured_matches(configured(mistyped))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ("games=[{name: kou_ka_roi}]", r"games\[0\]\.title is null, expected a name"),
        (
            "games=[{title: Kou,name: kou_ka_roi,options: {},num_players: 2}]",
            "num_players is 2, exp",
        ),
        ("matches=[{agent: a,games: 8}]", r"matches\[0\]\.opponents is null, expected a name"),
        ("matches=[{agent: a,opponents: b,games: many}]", "games is many, expected an integer"),
        (
            "matches=[{agent: a,opponents: b,games: 2}]",
            "Kou: 2 games of a against b, expected more",
        ),
        ("matches=[{agent: a,opponents: b,games: 8,sedes: [1]}]", "'seeds'"),
        ("seeds=[-1]", r"seeds is \[-1\], expected different integers from 0"),
    ],
)
def test_wrong_values_are_told_before_anything_is_played(values, message):
    given = [KOU, "matches=[{agent: a,opponents: b,games: 8}]", values]
    with pytest.raises(ValueError, match=message):
        configured_matches(configured(*{text.partition("=")[0]: text for text in given}.values()))


@pytest.mark.parametrize("values", ["games=[]", "matches=[]"])
def test_without_matches_there_is_nothing_to_tell(values):
    with pytest.raises(ValueError, match=r"(games|matches) is \[\], expected at least one"):
        configured_matches(configured(values))


@pytest.mark.parametrize(
    ("file", "counts"),
    [
        ("envs/core/table.py", True),
        ("envs/kardinal/rules.py", True),
        ("envs/agents/greedy.py", True),
        ("training/networks/actor_critic.py", True),
        ("training/players/network_agent.py", True),
        ("envs/knatsch/rules.py", False),
    ],
)
def test_games_follow_from_the_code_of_game_and_agents(tmp_path, monkeypatch, file, counts):
    monkeypatch.setattr(versions, "_ROOT", tmp_path)
    monkeypatch.setattr(matches_module, "code_digest", versions.code_digest.__wrapped__)
    match = Match("Kardinal", "kardinal", {}, "greedy", "random", 8, 1, True)
    before = match.basis()["code"]
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text("code = 1")
    assert (match.basis()["code"] != before) is counts


def test_agents_of_different_paths_have_different_files():
    agents = ("runs/a/b", "runs/a_b", "runs_a_b")
    files = {
        Match("Kou", "kou_ka_roi", {}, agent, "greedy", 8, 1, True).file(Path()) for agent in agents
    }
    assert len(files) == len(agents)
    assert all(file.parent == Path() for file in files)


def test_more_games_than_memory_holds_are_refused():
    with pytest.raises(ValueError, match=r": games is 1000000000000, which takes .* of memory"):
        configured_matches(
            configured(KOU, "matches=[{agent: a,opponents: b,games: 1000000000000}]")
        )
