"""Speed of random legal play beside peers."""

from collections.abc import Iterator, Mapping

from benchmarks import batched_peers, peers
from benchmarks.figures import Finding, Part
from benchmarks.limits import COMPUTING, compute
from benchmarks.measure import (
    Contender,
    Rates,
    Show,
    Spread,
    ratio,
    ratio_of_best,
    speed_up,
    take_turns,
)
from benchmarks.ours import GAMES, TABLE_GAMES, THREAD_GAMES, OurGame
from hofspiele.envs.core.batch import bytes_per_game

_ROUNDS = 11
_SECONDS = 0.35

_NOTES = [
    f"One thread, uniformly random legal actions, {_ROUNDS} rounds of {_SECONDS} s each in turns; "
    "median (lowest–highest). Ratios are of medians (lowest–highest ratio within a round).",
    f"Table, GameVectorEnv: {TABLE_GAMES} games stepped together unless the line names another "
    "number, observations and masks written at each decision, actions picked by a compiled loop, "
    "in the threads of a table.",
    "pgx: stepped under jit(vmap) on one core, actions picked within, finished games dealt again; "
    "compiled before. EnvPool: one thread, no masks, actions picked by numpy. Both in batches of "
    "our size and of another that suited them.",
    "PettingZoo, OpenSpiel: a Python loop that reads observation and mask at each decision. The "
    "cheapest way in Python to pick an action from the mask is used for our environments and for "
    "peers, except in the line that says otherwise. OpenSpiel: legal_actions() and "
    "observation_tensor() from Python.",
    "parallel_env(): only agents that have to choose count as decisions, not those that wait.",
]


def measure_speed(show: Show, *, quick: bool = False) -> Part:
    """Measure all our games at all interfaces, and all peers; in one short round if `quick`."""
    rounds, seconds = (1, 0.0) if quick else (_ROUNDS, _SECONDS)
    others, missing = peers.peers()
    contenders = [contender for game in GAMES for contender in game.contenders()]
    contenders += [Contender(_computing(n), compute(n)) for n in (1, 2)]
    rates = take_turns([*contenders, *others], rounds, seconds, show)
    limit = ratio(rates[_computing(2)], rates[_computing(1)])
    findings = [Finding(f"{COMPUTING}: two threads against one", limit, "×")]
    return Part(
        "Speed of random play",
        "decisions/s",
        rates=list(rates.values()),
        findings=findings + [finding for game in GAMES for finding in _findings(game, rates)],
        notes=_NOTES,
        missing=missing,
    )


def _computing(num_threads: int) -> str:
    return f"{COMPUTING}, numbers/s, num_threads={num_threads}"


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
    ):
        if ours in rates and theirs in rates:
            times = ratio(rates[ours], rates[theirs])
            yield Finding(f"{ours} against {theirs}", times, "×", target)
    times = ratio_of_best(rates[game.outputs], rates[game.table])
    what = f"{game.table}: time as a multiple of writing its outputs, best rounds"
    yield Finding(what, times, "×", game.targets.outputs, True)
    limits = rates[_computing(2)], rates[_computing(1)]
    for games in THREAD_GAMES:
        two, one = rates[game.threads(games, 2)], rates[game.threads(games, 1)]
        yield Finding(f"{two.name} against 1", ratio(two, one), "×")
        share = speed_up(two, one, *limits)
        yield Finding(f"{two.name}: share of the speed-up of {COMPUTING}", share, "×", 0.95)
    yield Finding(game.search, rates[game.search].spread, "/s")
    memory = bytes_per_game(game.make()) * 1e6 / 2**30
    spread = Spread(memory, memory, memory)
    yield Finding(f"{game.name}: a million games", spread, "GiB", game.targets.memory, True)
