"""Chains of abbeys: the kernel, compared with an independent exact reference."""

import random

import pytest

from hofspiele.envs.kardinal.chains import most_on_chains
from hofspiele.envs.kardinal.game import Kardinal
from tests.kardinal.reference_scoring import best_chains
from tests.kardinal.scenario import BOARD, MONASTERIES, Scenario, game_of

PARAMS = game_of(5).params
NAMES = [place.name for place in BOARD.monasteries]
NEIGHBOURS = {name: [] for name in NAMES}
for one, other in BOARD.roads:
    NEIGHBOURS[one].append(other)
    NEIGHBOURS[other].append(one)


def chains_of(own):
    """Return how many of the monasteries named in `own` lie on chains, computed by the kernel."""
    return most_on_chains(PARAMS[0], sum(1 << NAMES.index(name) for name in own))


def reference(own):
    return best_chains(frozenset(road for road in BOARD.roads if set(road) <= own))


def grown(rng, size):
    """Return `size` random monasteries that are connected by roads as far as possible."""
    own = {rng.choice(NAMES)}
    while len(own) < size:
        nearby = {name for place in own for name in NEIGHBOURS[place]} - own
        own.add(rng.choice(sorted(nearby) or NAMES))
    return own


# --- the rulebook's example, and others by hand ------------------------------------------------


def test_a_side_branch_does_not_lengthen_a_chain():
    """The abbey in Bayern, on a side branch of a chain over Italien and Burgund, is left out."""
    chain = ["Saint-Maurice", "Novalesa", "Chiaravalle", "Nonantola", "Camaldoli"]
    scenario = Scenario(3, abbeys={**dict.fromkeys(chain, 1), "Tegernsee": 1})
    assert scenario.game.score_sheet(scenario.state)["chains"] == [0, 5, 0]


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ([], 0),
        (["Novalesa", "Chiaravalle", "Nonantola"], 0),
        (["Novalesa", "Chiaravalle", "Nonantola", "Camaldoli"], 4),
        (["Novalesa", "Chiaravalle", "Camaldoli", "Farfa"], 0),
        # This star has no path of four.
        (["Hautecombe", "Cluny", "Saint-Maurice", "Sénanque"], 0),
        # These are two separate chains of four.
        (["Silos", "Leyre", "Veruela", "Poblet", "Chorin", "Obra", "Pforta", "Corvey"], 8),
        # A path of seven is one chain; a path of eight may be two.
        (MONASTERIES["Italien"], 6),
        ([*MONASTERIES["Italien"], "Lérins"], 7),
        ([*MONASTERIES["Italien"], "Lérins", "Sénanque"], 8),
        # Only one of the branches at Hautecombe can be used.
        (["Novalesa", "Saint-Maurice", "Hautecombe", "Cluny", "Sénanque"], 4),
    ],
)
def test_chains_of_given_abbeys_cover_the_known_maximum(own, expected):
    assert chains_of(own) == reference(set(own)) == expected


def test_a_longest_path_is_not_always_the_best():
    """The longest path covers seven of nine monasteries, but two shorter paths cover all."""
    path = ["Silos", "Leyre", "Saint-Sever", "Moissac", "Ripoll", "Montserrat", "Poblet"]
    assert chains_of(path) == 7
    own = [*path, "Fontevraud", "Mont-Saint-Michel"]
    assert chains_of(own) == reference(set(own)) == 9


@pytest.mark.parametrize("first", [NAMES[0], NAMES[-1]])
def test_a_chain_leads_over_own_abbeys_only(first):
    path = [first]
    while len(path) < 4:
        path.append(next(name for name in NEIGHBOURS[path[-1]] if name not in path))
    for owner, expected in ((0, [4, 0, 0]), (1, [0, 0, 0])):
        scenario = Scenario(3, abbeys={**dict.fromkeys(path, 0), first: owner})
        assert scenario.game.score_sheet(scenario.state)["chains"] == expected


# --- random ownerships -------------------------------------------------------------------------


def test_chains_of_random_abbeys_are_the_best():
    """The abbeys are scattered, connected, or all twenty of a player and connected."""
    rng = random.Random(0)
    for number in range(500):
        sets = [{*rng.sample(NAMES, rng.randint(0, 20))}]
        if number % 2:
            sets.append(grown(rng, rng.randint(4, 20)))
        if number % 20 == 0:
            sets.append(grown(rng, 20))
        for own in sets:
            assert chains_of(own) == reference(own), own


def test_chains_are_the_best_where_many_roads_meet(write):
    """Five towns have five roads each to seven villages."""
    rng = random.Random(3)
    for _ in range(3):
        places = [f"Place{number}" for number in range(12)]
        rng.shuffle(places)
        towns, villages = places[:5], places[5:]
        roads = [(town, village) for town in towns for village in rng.sample(villages, 5)]
        places.sort()
        params = Kardinal(components=write(board_file(places, roads))).params[0]
        assert most_on_chains(params, (1 << 12) - 1) == best_chains(frozenset(roads))


def board_file(places, roads):
    """Return a board with these places in one country, and one more place in another."""
    at = "\n".join(f"{place} = [1, 1]" for place in places)
    within = ",\n".join(f'["{one}", "{other}"]' for one, other in roads)
    return f"""
        countries = ["Land", "Isle"]
        cards = {{ Land = 14, Isle = 14 }}
        monasteries.Isle.Port = [2, 2]
        roads = {{ within = [{within}], across = [] }}
        alliances = {{ land = {{}}, sea = {{ 1 = ["Land", "Isle"] }} }}
        face_up_cards = 2
        pieces_per_player = {{ abbeys = 20, advisors = 8 }}
        vatikan = {{ cloister_table = [], council_table = [] }}
        [monasteries.Land]
        {at}
    """
