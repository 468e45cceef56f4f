"""Speed of random legal play, compared with other libraries."""

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from benchmarks import ours, peers
from benchmarks.measure import Contender, Rates, Show, Spread, ratio, take_turns
from benchmarks.report import Finding, Part
from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.table import bytes_per_game

_ROUNDS = 11
_SECONDS = 0.35
# Number of random numbers that the loop `computing` computes between two readings of the clock.
_NUMBERS = 20_000_000

COMPUTING, COMPUTING_ON_TWO = (f"a loop that only computes, num_threads={n}" for n in (1, 2))

_NOTES = [
    "One thread and uniformly random legal actions, unless the line says otherwise; "
    f"{_ROUNDS} alternating rounds of {_SECONDS} s each; median (lowest–highest). Ratios are "
    "ratios of medians (lowest–highest ratio within a round).",
    f"Table, GameVectorEnv: {ours.TABLE_GAMES} games stepped together unless the line names "
    "another number, observations and masks written at each decision, actions picked by a "
    "compiled loop in the calling thread.",
    "pgx: a jit(vmap) function, compiled beforehand, picks actions, plays them and redeals "
    "finished games, on one core. EnvPool: one thread, no masks, actions picked by numpy. Both in "
    "batches of 256 games and of the size that was fastest.",
    "PettingZoo, OpenSpiel: a Python loop that reads the observation and the legal actions at each "
    "decision, from a mask (PettingZoo) or from observation_tensor() and legal_actions() "
    "(OpenSpiel), and picks one of them in the fastest way in Python.",
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
    contenders = [*computing(), *others]
    for name in ours.GAMES:
        contenders += [*ours.contenders(name), *ours.networks(name)]
    rates = take_turns(contenders, rounds, seconds, show)
    limit = ratio(rates[COMPUTING_ON_TWO], rates[COMPUTING])
    findings = [Finding(f"{COMPUTING_ON_TWO} against 1", limit, "×")]
    return Part(
        "Speed of random play",
        "decisions/s",
        rates=list(rates.values()),
        findings=findings + [finding for name in ours.GAMES for finding in _findings(name, rates)],
        notes=[*missing, *_NOTES],
    )


def _findings(name: str, rates: Mapping[str, Rates]) -> Iterator[Finding]:
    """Yield the ratios of a game to other libraries and between its own ways, and its memory."""
    for way, theirs in (
        (ours.TABLE, peers.RAW_AEC),
        (ours.TABLE, peers.CARD_GAME),
        (ours.TABLE, peers.DICE_GAME),
        *((ours.TABLE, peer) for peer in peers.BATCHED),
        (ours.RAW_ENV, peers.RAW_AEC),
        (ours.ENV, peers.AEC),
        (ours.PARALLEL_ENV, peers.RAW_AEC),
        (ours.VECTOR, f"{name} {ours.TABLE}"),
        (ours.TWO_THREADS, f"{name} {ours.TABLE}"),
        *((way, f"{name} {ours.ONE_THREAD}") for way in ours.MORE_THREADS),
        (ours.NETWORK_ALL, f"{name} {ours.NETWORK_ONE}"),
    ):
        played = f"{name} {way}"
        if played in rates and theirs in rates:
            yield Finding(f"{played} against {theirs}", ratio(rates[played], rates[theirs]), "×")
    memory = bytes_per_game(ours.make(name)) * 1e6 / 2**30
    yield Finding(f"{name}: memory of 1M games", Spread(memory, memory, memory), "GiB")


def computing() -> list[Contender]:
    """Return contenders that show how much faster two threads can compute than one."""
    executor, names = ThreadPoolExecutor(2), (COMPUTING, COMPUTING_ON_TWO)
    return [Contender(name, partial(_compute, executor, n)) for n, name in enumerate(names, 1)]


def _compute(executor: ThreadPoolExecutor, num_threads: int) -> int:
    share = _NUMBERS // num_threads
    list(executor.map(_last_of, [np.uint64(1)] * num_threads, [share] * num_threads))
    return share * num_threads


@kernel
def _last_of(word, count):
    """Return the last of `count` numbers of an xorshift generator (Marsaglia, 2003)."""
    for _ in range(count):
        word ^= word << np.uint64(13)
        word ^= word >> np.uint64(7)
        word ^= word << np.uint64(17)
    return word
