import csv
import errno
import itertools
import json
import re
import shutil
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from openskill.models import PlackettLuce

from hofspiele.envs.agents import RandomAgent
from hofspiele.envs.core import read_records
from hofspiele.training.files.read_write import WriteError
from hofspiele.training.files.versions import fingerprint
from hofspiele.training.measuring.ladder import Ladder
from hofspiele.training.measuring.matches import play_matches
from hofspiele.training.measuring.tournament import PlayedTournament, all_line_ups
from hofspiele.training.players.agent_file import sha256_of
from hofspiele.training.players.shipped import shipped_file
from hofspiele.training.settings.measuring import Tournament

QUICK = {"games": 90, "deals_per_round": 10, "deterministic": False}


def interrupt(*_):
    """Interrupt the tournament at the end of a round, like Ctrl-C."""
    raise KeyboardInterrupt


def tournament(folder, game, agents=("random", "greedy"), **values):
    values = {**QUICK, "results": str(folder), **values}
    return PlayedTournament(Tournament(agents=[*agents], game=game, **values))


@pytest.fixture(scope="module")
def played(tmp_path_factory, three_players):
    """Return the folder of a tournament of ten deals with records."""
    folder = tmp_path_factory.mktemp("played")
    tournament(folder, three_players, games=30, records=True).play()
    return folder


@pytest.fixture
def copy(tmp_path, played):
    """Return a copy of the folder, which a test changes."""
    return shutil.copytree(played, tmp_path / "copy")


def test_line_ups_are_all_combinations_of_agents():
    """Every pair meets, and all play equally often."""
    assert all_line_ups(3, 2) == [(0, 1), (0, 2), (1, 2)]
    assert all_line_ups(2, 3) == [(0, 0, 1), (0, 1, 1)]
    for agents in range(2, 7):
        for players in range(2, 7):
            line_ups = all_line_ups(agents, players)
            pairs = {(a, b) for line_up in line_ups for a in line_up for b in line_up if a < b}
            assert len(pairs) == agents * (agents - 1) / 2
            assert len(set(np.bincount(np.concatenate(line_ups)).tolist())) == 1


def test_the_stronger_agent_leads_and_the_tournament_stops_early(tmp_path, three_players):
    played = tournament(tmp_path / "t", three_players, games=3000)
    played.play()
    assert played.settled
    best, worst = played.ladder.entries()
    assert (best.agent, worst.agent) == ("greedy", "random")
    assert best.rating > worst.rating + 5
    assert best.win_share.low > worst.win_share.high
    assert played.ladder.deals < 100


def test_equal_agents_play_up_to_the_limit(tmp_path, three_players):
    class Other(RandomAgent):
        name = "other"

    reports = []
    played = tournament(tmp_path, three_players, ["random", Other()], games=75)
    played.play(report=lambda done, total, order: reports.append((done, total)))
    assert not played.settled
    assert "is not yet settled at 95 % confidence" in str(played)
    assert reports == [(10, 25), (20, 25), (30, 25)]
    assert played.ladder.deals == 30  # Rounds are complete.


def test_an_interrupted_tournament_has_the_same_files_and_ladder(tmp_path, three_players):
    values = {"games": 45, "deals_per_round": 5, "records": True}
    whole = tournament(tmp_path / "whole", three_players, **values)
    whole.play()
    expected = [file.read_bytes() for file in (whole.folder.games, whole.folder.records)]
    assert expected[1].count(b"\n") == 15 * 2 * 3
    for cut in (1, 100):
        broken = tournament(tmp_path / str(cut), three_players, **values)
        with pytest.raises(KeyboardInterrupt):
            broken.play(report=interrupt)
        games, records = files = broken.folder.games, broken.folder.records
        size = games.stat().st_size
        broken._add_round([*play_matches(1, broken.game, itertools.islice(broken._wanted(), 2))])
        # As if the process had been killed while it wrote the results of a round.
        for file in files:
            file.write_bytes(file.read_bytes()[:-cut])
        assert games.stat().st_size > size
        del broken  # This releases the lock of the folder.
        resumed = tournament(tmp_path / str(cut), three_players, **values)
        assert resumed.ladder.deals == 5
        with ThreadPoolExecutor(2) as executor:
            resumed.play(executor)
        assert [games.read_bytes(), records.read_bytes()] == expected
        assert resumed.ladder.entries() == whole.ladder.entries()


def test_records_are_in_the_order_of_the_results(played):
    with (played / "games.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 10 * 2 * 3 * 3
    for number, record in enumerate(read_records(played / "games.jsonl")):
        rotation = int(rows[3 * number]["rotation"])
        for row in rows[3 * number : 3 * number + 3]:
            seat = (int(row["place"]) + rotation) % 3
            assert record.players[seat] == row["agent"]
            assert record.scores[seat] == float(row["score"])
        record.replay()


def test_all_line_ups_play_the_same_deals(tmp_path, three_players):
    wanted = [*tournament(tmp_path, three_players, games=60)._wanted()]
    first, second = wanted[:2], wanted[2:]
    assert [match.agents for match in first] == [match.agents for match in second]
    assert first[0].seed == first[1].seed != second[0].seed == second[1].seed


def test_a_folder_with_other_things_is_refused(tmp_path, three_players):
    (tmp_path / "diary.txt").write_text("Dear diary")
    for results in (tmp_path, tmp_path / "diary.txt"):
        with pytest.raises(ValueError, match="expected a new or empty folder"):
            tournament(results, three_players)


def test_one_process_at_a_time_plays_a_tournament(tmp_path, three_players):
    (tmp_path / ".tournament.json.12-34.tmp").touch()  # As left by a kill at the start.
    first = tournament(tmp_path, three_players)
    with pytest.raises(ValueError, match="in use by another process; wait for it, or stop it"):
        tournament(tmp_path, three_players)
    del first
    tournament(tmp_path, three_players)


def test_a_full_disk_keeps_the_rounds_before(copy, three_players, monkeypatch):
    before = (copy / "games.csv").read_bytes()

    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("csv.writer", full)
    with pytest.raises(WriteError, match=r"games\.csv can't be written: No space left on device$"):
        tournament(copy, three_players, games=60, records=True).play()
    assert (copy / "games.csv").read_bytes() == before
    assert not list(copy.glob(".*.tmp"))


def written(content):
    return lambda file: file.write_bytes(content)


def changed(old, new):
    return lambda file: file.write_text(file.read_text().replace(old, new))


@pytest.mark.parametrize(
    ("name", "damage", "message"),
    [
        ("games.csv", changed("rank", "place"), "line 1: found .*, expected"),
        ("games.csv", changed("0,0,0,1,random,", "0,0,0,1,random,9"), "line 3: found .*, expected"),
        ("games.csv", changed("0,0,0,1,random,", "0,0,0,1,greedy,"), "line 3: found .*, expected"),
        ("games.csv", written(b"\xff\xfe"), "is corrupt: .*: restore"),
        ("games.csv", written(b"deal," + b"9" * 200_000 + b"\n"), "is corrupt: .*: restore"),
        ("games.csv", lambda file: (file.unlink(), file.mkdir()), "can't be read: .*: restore it"),
        ("games.csv", lambda file: (file.unlink(), file.symlink_to("nothing")), "is a symlink"),
        ("games.jsonl", lambda file: written(file.read_bytes()[:-1])(file), "found 59 games"),
        ("games.jsonl", lambda file: written(file.read_bytes()[:-500])(file), "expected 60;"),
        ("tournament.json", written(b"[]"), "is corrupt: .*; choose another results="),
        ("tournament.json", written(b"nul"), "is corrupt: .*; choose another results="),
    ],
)
def test_changed_files_are_refused_and_kept(copy, three_players, name, damage, message):
    damage(copy / name)
    before = (copy / "games.jsonl").read_bytes()
    with pytest.raises(ValueError, match=rf"{name}.*{message}"):
        tournament(copy, three_players, records=True)
    assert (copy / "games.jsonl").read_bytes() == before


def test_wrong_values_are_refused(tmp_path, three_players):
    for name, value in (
        ("agents", ("greedy",)), ("agents", ("greedy", "greedy")), ("games", 3), ("seed", -1),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=rf"^{name} (is|are) "):
            tournament(tmp_path / "t", three_players, **{name: value})
    assert not (tmp_path / "t").exists()


def test_versions_are_kept_and_everything_else_is_compared(tmp_path, three_players):
    agents = ("random", "trained")
    tournament(tmp_path / "deep" / "t", three_players, agents)
    file = tmp_path / "deep" / "t" / "tournament.json"
    content = json.loads(file.read_text())
    assert "openskill" in content["versions"]
    game = {"name": "kou_ka_roi", "options": three_players.options}
    compared = {
        "game": game | {"fingerprint": fingerprint(three_players)},
        "agents": {"random": None, "trained": sha256_of(shipped_file(three_players))},
        "seed": 1, "deals_per_round": 10, "deterministic": False, "records": False,
    }  # fmt: skip
    assert content == compared | {"versions": content["versions"]}
    for name in compared:
        file.write_text(json.dumps(content | {name: "another"}))
        with pytest.raises(ValueError, match=f'^{name} is .* was started with {name} "another"'):
            tournament(tmp_path / "deep" / "t", three_players, agents)


PAIR = [(0, 1)]


def ladder_of(ranks, agents=("a", "b"), line_ups=PAIR):
    """Return a ladder after one round with `ranks`, (deals, line-ups, rotations, places)."""
    ladder = Ladder(agents, line_ups)
    ladder.add_round(np.array(ranks, np.int16))
    return ladder


def two_players(*results):
    """Return ranks with a deal for each pair of results: "a" or "b" won, "=" is a tie."""
    ranks = {"a": [1, 2], "b": [2, 1], "=": [1, 1]}
    return [[[ranks[result] for result in deal]] for deal in results]


def test_agents_that_win_more_are_rated_higher_and_listed_first():
    ladder = ladder_of(two_players("bb", "ab", "bb", "b="))
    best, worst = ladder.entries()
    assert (best.agent, worst.agent) == ("b", "a")
    assert best.rating > 25 > worst.rating
    assert best.win_share.mean == pytest.approx(6.5 / 8)
    assert best.games == 8
    columns, _, *rows = ladder.table().markdown().splitlines()
    assert columns == "| agent | rating | win share | games |"
    for row, agent, share in zip(rows, "ba", ("81.2", "18.8"), strict=True):
        assert re.fullmatch(rf"\| {agent} \| [\d.]+ ± [\d.]+ \| {share} % \[.+\] \| 8 \|", row)


def test_ratings_follow_plackett_luce_in_the_order_of_play():
    model = PlackettLuce(tau=0.0)
    a, b = model.rating(), model.rating()
    for ranks in ([1, 2], [1, 2], [2, 1], [1, 1]):
        [[a], [b]] = model.rate([[a], [b]], ranks=ranks)
    ladder = ladder_of(two_players("aa"))
    ladder.add_round(np.array(two_players("b="), np.int16))
    assert ladder.deals == 2
    first, second = ladder.entries()
    assert (first.rating, second.rating) == (a.mu, b.mu)
    assert (first.uncertainty, second.uncertainty) == (a.sigma, b.sigma)


def test_an_agent_on_two_seats_counts_by_its_pairs_of_seats():
    # The line-up is a, a, b. First b is between both a; then b is below both, in two games.
    ladder = ladder_of([[[[1, 3, 2], [1, 1, 3], [1, 2, 3]]]], line_ups=[(0, 0, 1)])
    assert ladder.above(0, 1).mean == pytest.approx((0.5 + 1 + 1) / 3)
    a, b = ladder.entries()
    assert a.win_share.mean == pytest.approx((0.5 + 0.5 + 0.5) / 3)
    assert b.win_share.mean == 0
    assert a.games == b.games == 3


def test_only_common_games_count_for_a_pair():
    # Three agents play in pairs: a beats b, b beats c, and c ties with a.
    line_ups = [(0, 1), (1, 2), (0, 2)]
    deal = [[[1, 2]] * 2, [[1, 2]] * 2, [[1, 1]] * 2]
    ladder = ladder_of([deal] * 3, ("a", "b", "c"), line_ups)
    matrix = ladder.matrix([0, 1, 2])
    expected = [[np.nan, 1, 0.5], [0, np.nan, 1], [0.5, 0, np.nan]]
    np.testing.assert_allclose(matrix, expected)


def test_a_clear_order_is_settled_and_a_close_one_is_not():
    clear = two_players(*["aa", "ab", "aa"] * 20)
    assert ladder_of(clear).settled(0.95)
    assert not ladder_of(two_players(*["aa", "bb", "ab"] * 20)).settled(0.95)
    assert not ladder_of(clear[:10]).settled(0.95)  # There are too few deals.


def test_more_confidence_and_more_looks_ask_for_more():
    deals = np.array(two_players(*(["aa"] * 3 + ["bb"] * 2) * 60), np.int16)
    one_look, many_looks = ladder_of(deals), Ladder(["a", "b"], PAIR)
    for part in np.split(deals, 30):
        many_looks.add_round(part)
    assert one_look.settled(0.95)
    assert not one_look.settled(0.9999)
    assert not many_looks.settled(0.95)


def test_equal_agents_are_hardly_ever_settled():
    """The stated chance of an error holds for all checks of a tournament together."""
    rng = np.random.default_rng(1)
    wrong = 0
    for _ in range(40):
        ladder = Ladder(["a", "b"], PAIR)
        for _ in range(6):
            first = rng.integers(1, 3, (20, 1, 2, 1))
            ladder.add_round(np.concatenate([first, 3 - first], 3).astype(np.int16))
            if ladder.settled(0.9):
                wrong += 1
                break
    assert wrong <= 4
