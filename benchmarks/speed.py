"""Speed of random legal play, compared with other libraries."""

from collections.abc import Iterator, Mapping

from benchmarks import peers
from benchmarks.limits import COMPUTING, COMPUTING_ON_TWO, computing
from benchmarks.measure import (
    Rates,
    Show,
    exactly,
    ratio,
    ratio_of_best,
    take_turns,
)
from benchmarks.ours import (
    ENV,
    GAMES,
    MANY_ONE_THREAD,
    MANY_TWO_THREADS,
    NETWORK_ALL,
    NETWORK_ONE,
    OUTPUTS,
    PARALLEL_ENV,
    RAW_ENV,
    SEARCH,
    TABLE,
    TABLE_GAMES,
    TWO_THREADS,
    VECTOR,
    OurGame,
)
from benchmarks.report import Finding, Part
from hofspiele.envs.core.table import bytes_per_game

_ROUNDS = 11
_SECONDS = 0.35

_NOTES = [
    "One thread and uniformly random legal actions, unless the line says otherwise; "
    f"{_ROUNDS} alternating rounds of {_SECONDS} s each; median (lowest–highest). Ratios are "
    "ratios of medians (lowest–highest ratio within a round).",
    f"Table, GameVectorEnv: {TABLE_GAMES} games stepped together unless the line names another "
    "number, observations and masks written at each decision, actions picked by a compiled loop "
    "in the calling thread.",
    "pgx: a jit(vmap) function, compiled beforehand, picks actions, plays them and redeals "
    "finished games, on one core. EnvPool: one thread, no masks, actions picked by numpy. Both in "
    "batches of 256 games and of the size that was fastest.",
    "PettingZoo, OpenSpiel: a Python loop that reads the observation and the legal actions at each "
    "decision, from a mask (PettingZoo) or from observation_tensor() and legal_actions() "
    "(OpenSpiel). It picks one of them in the fastest way in Python, except in the line with "
    "space.sample(mask).",
    "search-100: on all cores; only simulations that are carried out are counted: none for forced "
    "and solved decisions, and slightly fewer than 100 for many others.",
    "trained: the bundled agent decides on the first moves of all games at once; views, prior and "
    "sampling are included.",
    "parallel_env(): only actions of agents that have a choice are counted, not waiting.",
]


def measure(show: Show, *, quick: bool = False) -> Part:
    """Measure our games through all interfaces, and all peers; one short round if `quick`."""
    rounds, seconds = (1, 0.0) if quick else (_ROUNDS, _SECONDS)
    others, missing = peers.peers()
    contenders = [
        contender for game in GAMES for contender in (*game.contenders(), *game.networks())
    ]
    rates = take_turns([*contenders, *computing(), *others], rounds, seconds, show)
    limit = ratio(rates[COMPUTING_ON_TWO], rates[COMPUTING])
    findings = [Finding(f"{COMPUTING_ON_TWO} against 1", limit, "×")]
    return Part(
        "Speed of random play",
        "decisions/s",
        rates=list(rates.values()),
        findings=findings + [finding for game in GAMES for finding in _findings(game, rates)],
        notes=_NOTES,
        missing=missing,
    )


def _findings(game: OurGame, rates: Mapping[str, Rates]) -> Iterator[Finding]:
    table = game.played(TABLE)
    yield Finding(table, rates[table].spread, "/s", target=1e6)
    for way, theirs, target in (
        (TABLE, peers.RAW_AEC, game.connect_four),
        (TABLE, peers.RAW_AEC_SAMPLED, None),
        (TABLE, peers.CARD_GAME, game.gin_rummy),
        (TABLE, peers.DICE_GAME, game.yacht),
        *((TABLE, peer, None) for peer in peers.BATCHED),
        (RAW_ENV, peers.RAW_AEC, 4.0),
        (ENV, peers.AEC, 7.0),
        (PARALLEL_ENV, peers.RAW_AEC, 4.0),
        (VECTOR, table, 0.7),
        (TWO_THREADS, table, None),
        (MANY_TWO_THREADS, game.played(MANY_ONE_THREAD), 1.5),
        (NETWORK_ALL, game.played(NETWORK_ONE), None),
    ):
        ours = game.played(way)
        if ours in rates and theirs in rates:
            times = ratio(rates[ours], rates[theirs])
            yield Finding(f"{ours} against {theirs}", times, "×", target)
    times = ratio_of_best(rates[game.played(OUTPUTS)], rates[table])
    what = f"{table}: time compared with only writing its outputs, best rounds"
    yield Finding(what, times, "×", game.outputs, at_most=True)
    search = game.played(SEARCH)
    yield Finding(search, rates[search].spread, "/s")
    memory = exactly(bytes_per_game(game.make()) * 1e6 / 2**30)
    yield Finding(f"{game.name}: memory of 1M games", memory, "GiB", game.memory, at_most=True)
