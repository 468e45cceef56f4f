"""Random legal play, side by side with peers."""

from collections.abc import Iterator, Mapping

from benchmarks import peers
from benchmarks.figures import Finding, Part
from benchmarks.measure import Rates, Show, ratio, take_turns
from benchmarks.ours import GAMES, TABLE_GAMES, OurGame

_ROUNDS = 13
_SECONDS = 0.4

_NOTES = [
    f"One thread, uniformly random legal actions, {_ROUNDS} rounds of {_SECONDS} s each in turns; "
    "median (lowest–highest). Ratios are of medians (lowest–highest ratio within a round).",
    f"Table: {TABLE_GAMES} games stepped together, observations and masks written at each "
    "decision. All others: a Python loop that reads observation and mask at each decision.",
    "The cheapest pick of an action in Python from the mask is used for all but the line that "
    "says otherwise. OpenSpiel: legal_actions() and observation_tensor() from Python.",
    "parallel_env(): only agents that have to choose count as decisions, not those that wait.",
]


def measure_speed(show: Show) -> Part:
    """All our games at all interfaces, and all peers."""
    others, missing = peers.peers()
    contenders = [contender for game in GAMES for contender in game.contenders()]
    rates = take_turns([*contenders, *others], _ROUNDS, _SECONDS, show)
    return Part(
        "Speed of random play",
        "decisions/s",
        rates=list(rates.values()),
        findings=[finding for game in GAMES for finding in _findings(game, rates)],
        notes=_NOTES,
        missing=missing,
    )


def _findings(game: OurGame, rates: Mapping[str, Rates]) -> Iterator[Finding]:
    yield Finding(game.table, rates[game.table].spread, "/s", target=1e6)
    for ours, theirs, target in (
        (game.table, peers.RAW_AEC, game.targets.connect_four),
        (game.table, peers.RAW_AEC_SAMPLED, None),
        (game.table, peers.CARD_GAME, game.targets.gin_rummy),
        (game.table, peers.DICE_GAME, game.targets.yacht),
        (game.raw_aec, peers.RAW_AEC, 2.0),
        (game.aec, peers.AEC, 2.0),
        (game.parallel, peers.RAW_AEC, 4.0),
    ):
        if ours in rates and theirs in rates:
            times = ratio(rates[ours], rates[theirs])
            yield Finding(f"{ours} against {theirs}", times, "×", target)
