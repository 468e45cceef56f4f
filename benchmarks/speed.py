"""Speed of random legal play beside peers."""

from collections.abc import Iterator, Mapping

from benchmarks import batched_peers, peers
from benchmarks.figures import Finding, Part
from benchmarks.measure import Rates, Show, Spread, ratio, take_turns
from benchmarks.ours import GAMES, TABLE_GAMES, THREAD_GAMES, OurGame
from hofspiele.envs.core.batch import bytes_per_game

_ROUNDS = 11
_SECONDS = 0.35

_NOTES = [
    f"One thread, uniformly random legal actions, {_ROUNDS} rounds of {_SECONDS} s each in turns; "
    "median (lowest–highest). Ratios are of medians (lowest–highest ratio within a round).",
    f"Table, GameVectorEnv: {TABLE_GAMES} games stepped together ({THREAD_GAMES} for the lines on "
    "threads), observations and masks written at each decision that a table or a learner is asked, "
    "actions picked by a compiled loop, in the threads of a table.",
    "pgx: stepped under jit(vmap) on one core, actions picked within, finished games dealt again; "
    "compiled before. EnvPool: one thread, no masks, actions picked by numpy. Both in batches of "
    "our size and of another that suited them.",
    "PettingZoo, OpenSpiel: a Python loop that reads observation and mask at each decision. The "
    "same pick of an action from the mask, the cheapest in Python, is used for our environments "
    "and for peers, but for the line that says otherwise. OpenSpiel: legal_actions() and "
    "observation_tensor() from Python.",
    "parallel_env(): only agents that have to choose count as decisions, not those that wait.",
]


def measure_speed(show: Show, quick: bool = False) -> Part:
    """Measure all our games at all interfaces, and all peers; in one short round if `quick`."""
    rounds, seconds = (1, 0.0) if quick else (_ROUNDS, _SECONDS)
    others, missing = peers.peers()
    contenders = [contender for game in GAMES for contender in game.contenders()]
    rates = take_turns([*contenders, *others], rounds, seconds, show)
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
        *((game.table, peer, None) for peer in batched_peers.NAMES),
        (game.raw_aec, peers.RAW_AEC, 6.0),
        (game.aec, peers.AEC, 6.0),
        (game.parallel, peers.RAW_AEC, 7.0),
        (game.vector, game.table, 0.7),
        (game.threads(2), game.threads(1), 1.8),
    ):
        if ours in rates and theirs in rates:
            times = ratio(rates[ours], rates[theirs])
            yield Finding(f"{ours} against {theirs}", times, "×", target)
    yield Finding(game.search, rates[game.search].spread, "/s")
    memory = bytes_per_game(game.make()) * 1e6 / 2**30
    spread = Spread(memory, memory, memory)
    yield Finding(f"{game.name}: a million games", spread, "GiB", game.targets.memory, True)
